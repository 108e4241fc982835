"""The benches measure what they say: their repositories, peers, processes, verdicts and tables."""

from __future__ import annotations

import math
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import hostile
import pytest
import targets
from corpora import SHAPES, Shape, generate, sized
from hypothesis import given
from hypothesis import strategies as st
from installing import ORIGINS, located
from ours import changing, forgetting, knows, script
from peers import FAULTS, PEERS, Found, Peer, Task, refused
from results import Verdict, measurements, put, table, verdicts
from timing import Measured, Program, Run, measure, once

from docsync.job import Request, open_job
from gitrepo import GitRepo

ROOT = Path(__file__).resolve().parents[1]
SMALL = [replace(shape, files=12, size=min(shape.size, 6_000), decoys=0.5) for shape in SHAPES.values()]
WRAPPED = replace(SHAPES["wrapped"], files=3, size=6_000)


def codes(folder: Path, gate: str) -> Counter[str]:
    """How often a gate finds what in a repository."""
    with open_job(Request(str(folder), gates=(gate,))) as job:
        return Counter(found.code for found in job.run().report.findings)


def made(folder: Path, shape: Shape, seed: int = 6) -> str:
    """Generate a repository; the id of its only tree."""
    generate(folder, shape, seed)
    return GitRepo(folder).git("rev-parse", "HEAD^{tree}")


def call(folder: Path, code: str, name: str = "python", **changes: object) -> Program:
    return replace(Program(name, (sys.executable, "-c", code), folder), **changes)


def measured(name: str, *walls: float, code: int = 0) -> Measured:
    runs = tuple(Run(wall, 2 * wall, int(wall * 1e6), code, "said") for wall in walls)
    return Measured(Program(name, (name,), Path()), runs)


def tool(folder: Path, text: str) -> str:
    """A program that prints ``text`` and says that it found something."""
    path = folder / "tool"
    path.write_text(f"#!/bin/sh\necho '{text}'\nexit 1\n")
    path.chmod(0o700)
    return str(path)


@pytest.mark.parametrize("shape", SMALL, ids=SHAPES)
def test_every_link_of_a_generated_repository_resolves(tmp_path: Path, shape: Shape) -> None:
    generate(tmp_path, shape)
    assert codes(tmp_path, "links") == {}
    assert len(list(tmp_path.rglob("*.md"))) == shape.files


def test_generated_repositories_differ_by_seed_alone(tmp_path: Path) -> None:
    first, second, other = (made(tmp_path / str(at), SMALL[0], seed) for at, seed in enumerate((1, 1, 2)))
    assert first == second != other


def test_as_many_links_are_broken_as_was_asked_for(tmp_path: Path) -> None:
    generate(tmp_path, replace(SMALL[1], files=3, broken=5))
    assert codes(tmp_path, "links") == {"missing-file": 3, "missing-anchor": 2}


def test_only_a_wrapped_repository_has_wraps(tmp_path: Path) -> None:
    generate(tmp_path / "wrapped", WRAPPED)
    generate(tmp_path / "rfcs", SMALL[0])
    assert codes(tmp_path / "wrapped", "wrap").total() > WRAPPED.files
    assert codes(tmp_path / "rfcs", "wrap") == {}


def test_a_generated_repository_is_about_as_large_as_was_asked_for(tmp_path: Path) -> None:
    shape = sized(SHAPES["enhancements"], 1)
    generate(tmp_path, shape)
    assert 0.8e6 < sum(path.stat().st_size for path in tmp_path.rglob("*.md")) < 1.2e6


def test_generated_code_has_what_only_looks_like_links(tmp_path: Path) -> None:
    generate(tmp_path, replace(SMALL[0], decoys=1))
    assert all(
        "gone.html" in text or "guide.md" in text or "](re" in text or "parts/" in text for text in texts(tmp_path)
    )


def texts(folder: Path) -> list[str]:
    return [path.read_text("utf-8") for path in folder.rglob("*.md")]


def test_programs_run_in_turn_after_their_preparation(tmp_path: Path) -> None:
    ran: list[str] = []
    programs = [call(tmp_path, "", name, prepare=lambda name=name: ran.append(name)) for name in "ab"]
    found = measure(programs, 2)
    assert "".join(ran) == "ab" * 3
    assert [(each.program.name, len(each.runs), each.failed) for each in found] == [("a", 2, ""), ("b", 2, "")]


def test_a_program_that_fails_is_told_and_not_run_again(tmp_path: Path) -> None:
    ran: list[str] = []
    failing = call(tmp_path, "import sys; sys.exit('no such rule')", prepare=lambda: ran.append("once"))
    [found] = measure([failing], 5)
    assert found.failed.startswith("exit code 1 after ")
    assert found.failed.endswith("no such rule")
    assert ran == ["once"]
    [found] = measure([replace(failing, codes=(0, 1))], 1)
    assert found.failed == ""


def test_a_slow_program_is_run_once_but_for_its_warm_up(tmp_path: Path) -> None:
    ran: list[str] = []
    slow = call(tmp_path, "", prepare=lambda: ran.append("slow"))
    warm = call(tmp_path, "", prepare=lambda: ran.append("warm"), warms=True)
    found = measure([slow, warm], 5, slow=0)
    assert ran == ["slow", "warm", "warm"]  # what the first run leaves is what the second is about
    assert [(len(each.runs), each.failed) for each in found] == [(1, ""), (1, "")]


def test_a_program_that_hangs_is_killed_with_what_it_started(tmp_path: Path) -> None:
    hangs = "import subprocess, sys; print('begun', flush=True); subprocess.run(['sleep', '1000'])"
    [found] = measure([call(tmp_path, hangs)], 2, seconds=1)
    assert found.failed.startswith("exit code -9 after ")
    assert found.failed.endswith("begun")


def test_a_program_that_is_not_there_ends_the_bench(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="nowhere could not be started"):
        once(Program("nowhere", (str(tmp_path / "nowhere"),), tmp_path))


def test_memory_of_the_program_and_its_children_counts_but_not_ours(tmp_path: Path) -> None:
    ours = b"x" * 150_000_000
    eats = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'x = b\"x\" * 150_000_000'])"
    assert once(call(tmp_path, "")).peak < 100_000_000 < once(call(tmp_path, eats)).peak
    assert len(ours) == 150_000_000


def test_processor_time_of_children_counts(tmp_path: Path) -> None:
    work = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'sum(range(10**7))'])"
    run = once(call(tmp_path, work))
    assert run.cpu > once(call(tmp_path, "")).cpu
    assert run.wall > 0


def test_medians_are_of_the_runs() -> None:
    found = measured("a", 1.0, 5.0, 2.0)
    assert [found.median(cost) for cost in ("wall", "cpu", "peak")] == [2.0, 4.0, 2e6]


def test_targets_are_judged_by_ratios_of_medians() -> None:
    found = [measured(name, wall) for name, wall in ((targets.COLD, 2.0), ("lychee", 4.0), ("rumdl", 1.0))]
    [verdict] = targets.judge("broken", "rfcs", found)  # the slower of the two counts
    assert (verdict.value, verdict.limit, verdict.said) == (0.5, 1.5, "yes")
    judged = {one.what: (one.value, one.said) for one in targets.judge("links", "rfcs", found)}
    assert judged["links, cold, to lychee, wall"] == (0.5, "yes")
    assert judged["links, cold, to rumdl, processor"] == (2.0, "**no**")
    assert judged["links, warm, to lychee, wall"][1] == "not measured"


def test_one_target_is_for_one_corpus_alone() -> None:
    about = [[one.what for one in targets.judge("links", where, [])] for where in ("enhancements", "rfcs")]
    assert {*about[0]} - {*about[1]} == {"links, warm, to mdrefcheck, wall"}


def test_a_peer_that_failed_is_measured_nowhere() -> None:
    found = [measured(targets.COLD, 2.0), measured("lychee", 4.0, code=3), measured("rumdl", 1.0)]
    [verdict] = targets.judge("broken", "rfcs", found)
    assert verdict.said == "not measured"
    assert not verdict.holds
    assert "| lychee | 1 | **3: failed** |" in measurements(found, "rumdl")
    assert "| doc-sync, cold | 1 | 0 | 2.00 s | 4.00 s | 2 MB | 2.00 | 2.00 |" in measurements(found, "rumdl")


def test_all_calls_of_git_together_are_what_many_files_are_compared_with() -> None:
    found = [measured(targets.WARM, 3.0), measured("git ls-files -s", 1.0), measured("git status", 1.0)]
    [verdict] = targets.judge("files", "small", found)
    assert verdict.value == 1.5


def test_every_target_names_programs_that_there_are() -> None:
    ours = {targets.COLD, targets.WARM, targets.CHANGED, targets.IMPORT, targets.OWN_PASS}
    git = {"git ls-files -s", "git status"}
    assert {name for target in targets.TARGETS for name in target.beside} <= ours | git | {peer.name for peer in PEERS}


HOSTILE = [
    ((0.5, 0.9), 0.9, "yes"),  # soon done, whatever the growth
    ((1.0, 2.0), 2.0, "yes"),
    ((1.0, 4.0), 4.0, "**no**"),
]


@pytest.mark.parametrize(("walls", "value", "said"), HOSTILE)
def test_what_is_hostile_may_take_twice_as_long_for_twice_as_much(
    walls: tuple[float, float], value: float, said: str
) -> None:
    verdict = targets.doubled("links, text", "hostile", *(measured("a", wall) for wall in walls))
    assert (verdict.value, verdict.said) == (value, said)


def test_a_failure_on_what_is_hostile_holds_nothing() -> None:
    verdict = targets.doubled("links, text", "hostile", measured("a", 1.0), measured("a", 1.0, code=-9))
    assert (verdict.value, verdict.holds) == (math.inf, False)


def test_growth_and_peak_memory_have_limits() -> None:
    assert targets.growth("links", "10 MB", measured("a", 1.0), measured("b", 12.0), 10).value == pytest.approx(1.2)
    assert targets.growth("links", "10 MB", measured("a", 1.0, code=3), measured("b", 12.0), 10).said == "not measured"
    assert targets.peak("links", "10 MB", measured("a", 299.0)).said == "yes"
    assert targets.peak("links", "10 MB", measured("a", 301.0)).said == "**no**"


def test_tables_are_markdown() -> None:
    assert table(("a", "b"), [("1", "2")]) == "| a | b |\n| --- | --- |\n| 1 | 2 |"
    shown = verdicts([Verdict("links", "rfcs", 0.5, 1), Verdict("peak", "rfcs", 310.2, 300, "MB")])
    assert shown.splitlines()[2:] == [
        "| links | rfcs | ≤ 1 × | 0.50 × | yes |",
        "| peak | rfcs | ≤ 300 MB | 310 MB | **no** |",
    ]


@given(st.text(max_size=9), st.text(max_size=9), st.text("a|\\ \n", max_size=9))
def test_a_table_is_put_between_its_marks_and_nowhere_else(before: str, after: str, old: str) -> None:
    other = "<!-- bench: wrap -->\nkept\n<!-- end bench -->\n"
    page = f"{other}{before}\n<!-- bench: links -->\n{old}<!-- end bench -->{after}"
    written = put(page, "links", r"| \1 |")
    assert written == f"{other}{before}\n<!-- bench: links -->\n\n| \\1 |\n\n<!-- end bench -->{after}"
    assert put(written, "links", r"| \1 |") == written


@pytest.mark.parametrize(
    "page", ["", "<!-- bench: links -->\n", "<!-- bench: links -->\n<!-- bench: wrap -->\n<!-- end bench -->"]
)
def test_a_page_without_marks_is_told(page: str) -> None:
    with pytest.raises(SystemExit, match="no lines <!-- bench: links --> and <!-- end bench -->"):
        put(page, "links", "")


def test_the_table_of_peers_is_well_formed() -> None:
    assert Counter((peer.task, peer.name) for peer in PEERS).most_common(1)[0][1] == 1
    assert {peer.program for peer in PEERS} == {*ORIGINS}
    assert {origin.client for origin in ORIGINS.values()} == {"pip", "npm"}
    for peer in PEERS:
        assert bool(peer.names) == (peer.task is not Task.REWRITE)
        assert all(any(name in path or name in text for path, text in FAULTS.items()) for name in peer.names)
        program = Found(peer, "/usr/bin/tool").on(Path("docs"), Path("scratch folder"))
        assert program.command[0] == "/usr/bin/tool"
        assert not any("{" in word for word in program.command)


def test_a_peer_has_to_name_what_is_wrong(tmp_path: Path) -> None:
    links = Peer("links", Task.LINKS, "tool", ".", ("gone-file", "gone-part"))
    found = Found(links, tool(tmp_path, "gone-file.md"))
    assert refused(found, tmp_path / "scratch").startswith("exit code 1, gone-part not found:\ngone-file.md")
    assert refused(replace(found, path=tool(tmp_path, "gone-file.md #gone-part")), tmp_path / "scratch") == ""
    assert refused(replace(found, peer=replace(links, codes=(0,))), tmp_path / "scratch")


def test_a_peer_may_not_call_wrong_what_is_right(tmp_path: Path) -> None:
    wrap = Peer("wrap", Task.WRAP, "tool", "{list}", ("wrapped.md",))
    assert refused(Found(wrap, tool(tmp_path, "right.md wrapped.md")), tmp_path / "scratch")
    assert refused(Found(wrap, tool(tmp_path, "wrapped.md")), tmp_path / "scratch") == ""


def test_a_peer_on_the_path_is_found_and_none_is_installed_unasked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert located("tool", None) is None
    assert located("tool", None) != tool(tmp_path, "")
    assert located("tool", None) == str(tmp_path / "tool")


def test_a_peer_of_the_environment_is_not_installed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    path = tmp_path / "npm" / "node_modules" / ".bin" / "prettier"
    path.parent.mkdir(parents=True)
    path.touch()
    assert located("prettier", tmp_path) == str(path)


def test_a_cold_run_knows_nothing(tmp_path: Path) -> None:
    folder = tmp_path / ".git" / "doc-sync"
    folder.mkdir(parents=True)
    for name in ("facts.sqlite", "facts.sqlite-wal", "journal.json"):
        (folder / name).touch()
    forgetting(tmp_path)()
    assert [path.name for path in folder.iterdir()] == ["journal.json"]
    forgetting(tmp_path)()


def test_a_changed_document_is_new_every_time(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("# A\n")
    change = changing(path)
    change()
    change()
    assert path.read_text() == "# A\n\nOne more sentence.\n\nOne more sentence.\n"


def test_our_commands_are_those_of_the_environment() -> None:
    assert Path(script("doc-sync")).parent == Path(sys.executable).parent
    assert knows("verify-md-links", "--isolated")
    assert not knows("verify-md-links", "--no-such-option")
    with pytest.raises(SystemExit, match=r"there is no .*verify-nothing"):
        script("verify-nothing")


@pytest.mark.parametrize("name", hostile.TEXTS)
def test_hostile_texts_grow_in_proportion(name: str) -> None:
    once, twice = (len(hostile.TEXTS[name](count)) for count in (2_000, 4_000))
    assert 1.8 < twice / once < 2.2


def test_the_bench_prints_and_writes_what_it_measured(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_bytes(b"# Page\r\n\n<!-- bench: start -->\n<!-- end bench -->\nProse.\r\n")
    command = [sys.executable, ROOT / "scripts/bench/performance.py", "--only", "start", "--runs", "1", "--write", page]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode in {0, 1}, done.stderr) == (True, "start ...\n")
    assert "| doc-sync --version, to importing click, wall | a process | ≤ 1.5 × |" in done.stdout
    before, _, after = page.read_bytes().decode().partition("<!-- bench: start -->\n")
    assert before == "# Page\r\n\n"
    assert after.startswith("\n| program | runs | exit code |")
    assert after.endswith("\n\n<!-- end bench -->\nProse.\r\n")


def test_a_page_without_marks_is_told_before_all_the_work(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.touch()
    command = [sys.executable, ROOT / "scripts/bench/performance.py", "--write", page]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert "the page has no lines <!-- bench: links -->" in done.stderr
