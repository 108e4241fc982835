"""The command line as one matrix: exit codes, streams, formats, names and locales."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import unicodedata
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from docsync import __version__
from gitrepo import GitRepo
from runs import CommandLine, Run, process

CLEAN, FINDINGS, USAGE, INTERNAL, INTERRUPTED = 0, 1, 2, 3, 130
BROKEN = "[x](gone.md)\n"
FINDING = "README.md:1:5: missing-file: `gone.md` does not exist\n"
FORMATS = ("text", "json", "github", "sarif", "junit", "gitlab")


@pytest.fixture
def clean(repo: GitRepo) -> GitRepo:
    repo.write("README.md", "[guide](docs/guide.md)\n")
    repo.write("docs/guide.md", "# Guide\n")
    repo.commit()
    return repo


@pytest.fixture
def broken(clean: GitRepo) -> GitRepo:
    clean.write("README.md", BROKEN)
    clean.commit()
    return clean


# Exit codes ---------------------------------------------------------------------------------------------------


def test_clean(clean: GitRepo, run: CommandLine) -> None:
    assert run("check") == Run(CLEAN, "", "clean: 2 documents\n")


def test_findings(broken: GitRepo, run: CommandLine) -> None:
    assert run("check") == Run(FINDINGS, FINDING, "1 error in 2 documents\n")


def test_notices_alone_do_not_fail(clean: GitRepo, run: CommandLine) -> None:
    clean.write("README.md", "[unused]: docs/guide.md\n")
    done = run("check")
    assert done.code == CLEAN
    assert done.out == "README.md:1:1: notice: unused-definition: no reference uses `[unused]`\n"
    assert done.err == "1 notice in 2 documents\n"


WRONG = [
    # arguments, what standard error has to say
    (["--nope"], "No such option '--nope'"),
    (["nope"], "No such command 'nope'"),
    (["check", "--format", "xml"], "'xml' is not one of"),
    (["check", "--since"], "requires an argument"),
    (["check", "--since", "nope"], "doc-sync: error: git knows no revision 'nope' in "),
    (["check", "--rev", "nope"], "doc-sync: error: git knows no revision 'nope' in "),
    (["check", "--rev", "HEAD", "--staged"], "exclude each other"),
    (["check", "REDME.md"], "doc-sync: error: REDME.md: no such file or directory, and git knows none; did you mean"),
    (["check", "../else"], "is outside of"),
    (["check", "--files-from", "nope.txt"], "doc-sync: error: nope.txt: cannot be read: No such file or directory"),
    (["check", "--files-from", "docs"], "doc-sync: error: docs: cannot be read: Is a directory"),
    (["check", "--config", "nope.toml"], "doc-sync: error: nope.toml: cannot be read: No such file or directory"),
    (["check", "-"], "- needs --stdin-filename"),
    (["check", "--stdin-filename", "a.md"], "--stdin-filename needs -"),
    (["check", "-", "--stdin-filename", "a.md", "--files-from", "-"], "both read standard input"),
    (["check", "-o", "no/such/folder"], "doc-sync: error: no/such/folder: cannot be written: No such file"),
    (["explain", "missing-fil"], "missing-fil is no finding code; did you mean missing-file?"),
    (["baseline", "--isolated", "x"], "unexpected extra argument"),
]


@pytest.mark.parametrize(("argv", "message"), WRONG, ids=[" ".join(argv) for argv, _ in WRONG])
def test_wrong_use(clean: GitRepo, run: CommandLine, argv: list[str], message: str) -> None:
    done = run(*argv)
    assert (done.code, done.out) == (USAGE, "")
    assert message in done.err
    assert "Traceback" not in done.err


def test_wrong_configuration_tells_every_problem_with_its_line(clean: GitRepo, run: CommandLine) -> None:
    clean.write("doc-sync.toml", '[severity]\nmising-file = "error"\nempty-lnk = "off"\n')
    assert run("check") == Run(
        USAGE,
        "",
        'doc-sync: error: doc-sync.toml:2: unknown code "mising-file"; did you mean "missing-file"?\n'
        'doc-sync: error: doc-sync.toml:3: unknown code "empty-lnk"; did you mean "empty-link"?\n',
    )
    clean.write("doc-sync.toml", 'flavour = "github"\nexlude = ["x"]\n')
    done = run("check")
    assert done.code == USAGE
    assert done.err == 'doc-sync: error: doc-sync.toml:2: unknown key "exlude"; did you mean "exclude"?\n'
    assert run("check", "--isolated").code == CLEAN


@pytest.mark.parametrize("content", [b"{", b"\xff", b"[]"])
def test_damaged_baseline_is_an_error_of_configuration(clean: GitRepo, run: CommandLine, content: bytes) -> None:
    clean.write("doc-sync-baseline.json", content)
    done = run("check")
    assert (done.code, done.out) == (USAGE, "")
    assert done.err.startswith("doc-sync: error: doc-sync-baseline.json:")
    assert "doc-sync baseline" in done.err
    assert run("check", "--no-baseline").code == CLEAN


def test_baseline_that_cannot_be_read(clean: GitRepo, run: CommandLine) -> None:
    clean.write("doc-sync.toml", 'baseline = "docs"\n')
    assert run("check").err == "doc-sync: error: docs: is a directory, not a file\n"


def test_internal_error(clean: GitRepo, run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    def explode(*_: object) -> None:
        raise RuntimeError("made by a test")

    monkeypatch.setattr("docsync.cli.running.open_job", explode)
    done = run("check")
    assert (done.code, done.out) == (INTERNAL, "")
    assert "RuntimeError: made by a test" in done.err
    assert done.err.endswith(f"doc-sync {__version__}: internal error; please report the lines above\n")


def test_interrupt(clean: GitRepo, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "list")
    command = [sys.executable, "-m", "docsync", "check", "--files-from", str(tmp_path / "list")]
    with subprocess.Popen(command, cwd=clean.path, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        writer = os.open(tmp_path / "list", os.O_WRONLY)  # returns when doc-sync has opened its end to read
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=30)
        os.close(writer)
    assert (running.returncode, out, err.strip()) == (INTERRUPTED, b"", b"")


@pytest.mark.parametrize("argv", [["check"], ["check", "--diff"], ["config"], ["--help"]], ids=" ".join)
def test_reader_that_left(broken: GitRepo, argv: list[str]) -> None:
    broken.write("a.md", "[x](docs/Guide.md)\n")
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "docsync", *argv]
    done = subprocess.run(command, cwd=broken.path, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (FINDINGS, b"")


# Ways in ------------------------------------------------------------------------------------------------------


def test_check_is_the_default_command(broken: GitRepo, run: CommandLine) -> None:
    assert run() == run("check")
    assert run("-q", "--format", "json") == run("check", "-q", "--format", "json")
    assert process(broken).stdout.decode() == FINDING


@pytest.mark.parametrize("program", ["doc-sync", "verify-md-links"])
def test_help_and_version(run: CommandLine, program: str) -> None:
    assert run("--version", program=program) == Run(CLEAN, f"{program} {__version__}\n", "")
    for flag in ("-h", "--help"):
        done = run(flag, program=program)
        assert (done.code, done.err) == (CLEAN, "")
        assert done.out.startswith(f"Usage: {program} ")


def test_console_scripts(broken: GitRepo) -> None:
    for name, argv in (("doc-sync", ["links"]), ("verify-md-links", [])):
        script = Path(sys.executable).with_name(name)
        if not script.exists():
            pytest.skip(f"{name} is not installed beside {sys.executable}")
        done = subprocess.run([script, *argv], cwd=broken.path, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (FINDINGS, FINDING)


def test_errors_name_the_program(clean: GitRepo, run: CommandLine) -> None:
    assert run("x.md", program="verify-md-links").err.startswith("verify-md-links: error: x.md: ")


def test_gates_of_the_configuration(broken: GitRepo, run: CommandLine) -> None:
    broken.write("doc-sync.toml", 'gates = ["wrap"]\n')
    assert run("check").code == CLEAN
    assert run("links").code == FINDINGS


def test_shell_completion(clean: GitRepo) -> None:
    done = process(clean, env={"_DOC_SYNC_COMPLETE": "bash_source"})
    assert done.returncode == CLEAN
    assert b"complete" in done.stdout


def test_works_from_a_subdirectory(broken: GitRepo, run: CommandLine) -> None:
    assert run("check", directory="docs") == Run(FINDINGS, FINDING, "1 error in 2 documents\n")


def test_outside_of_git_says_what_is_off(repo: GitRepo, run: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain" / "README.md").write_text(BROKEN)
    done = run("check", directory="../plain")
    assert (done.code, done.out) == (FINDINGS, FINDING)
    note = done.err.splitlines()[0]
    assert note.startswith(f"note: {tmp_path}/plain is no git repository: the directory was judged as it is, without ")
    assert "untracked-target" in note
    assert run("check", "--staged", directory="../plain").code == USAGE
    assert run("check", "--since", "HEAD", directory="../plain").code == USAGE


def test_nothing_to_check(repo: GitRepo, run: CommandLine) -> None:
    repo.write("a.txt")
    nothing = "nothing was checked: no Markdown file here, or all are excluded\n"
    assert run("check") == Run(CLEAN, "", nothing)
    assert run("check", "--error-on-empty") == Run(FINDINGS, "", nothing)
    repo.write("a.md")
    assert run("check", "--error-on-empty").code == CLEAN


def test_named_document_that_is_not_judged_is_said(clean: GitRepo, run: CommandLine) -> None:
    clean.write("doc-sync.toml", 'exclude = ["vendor/"]\n')
    clean.write(".gitignore", "/made/\n")
    clean.write("vendor/a.md", BROKEN)
    clean.write("made/a.md", BROKEN)
    note = "note: not judged, since excluded, ignored by git or no Markdown: "
    assert run("links", "vendor/a.md").err.splitlines()[0] == f"{note}vendor/a.md"
    assert run("links", "made/a.md", "vendor/a.md").err.splitlines()[0] == f"{note}made/a.md and 1 more"
    assert "note" not in run("links", "README.md", "docs", "doc-sync.toml").err
    assert run("links", "-q", "vendor/a.md").err == ""


# Input --------------------------------------------------------------------------------------------------------


def test_standard_input_stands_for_a_document(clean: GitRepo, run: CommandLine) -> None:
    done = run("links", "-", "--stdin-filename", "docs/guide.md", stdin=b"\xef\xbb\xbf# New\r\n\r\n[x](gone.md)\r\n")
    assert done.out == "docs/guide.md:3:5: missing-file: `docs/gone.md` does not exist\n"
    unsaved = run("links", "--stdin-filename=new.md", "-", directory="docs", stdin=b"[x](guide.md#guide)\n[y](gone.md)")
    assert unsaved.out == "docs/new.md:2:5: missing-file: `docs/gone.md` does not exist\n"


def test_standard_input_narrows_to_its_document_and_links_to_it(broken: GitRepo, run: CommandLine) -> None:
    broken.write("other.md", "[x](docs/guide.md#guide)\n")
    done = run("links", "-", "--stdin-filename", "docs/guide.md", stdin=b"# Another\n")
    assert done.out.startswith("other.md:1:19: missing-anchor: no anchor `#guide` in `docs/guide.md`\n")
    assert "(1 finding elsewhere not shown)" in done.err


def test_standard_input_that_is_no_document(clean: GitRepo, run: CommandLine) -> None:
    assert run("links", "-", "--stdin-filename", "a.md", stdin=b"\xff").code == USAGE
    assert "not judged" in run("links", "-", "--stdin-filename", "a.txt", stdin=BROKEN.encode()).err


@pytest.mark.parametrize(
    ("data", "expected"),
    [(b"one\ntwo\n", b"one two\n"), (b"\xef\xbb\xbfone\r\ntwo", b"\xef\xbb\xbfone two"), (b"", b"")],
)
def test_filter_mends_standard_input(repo: GitRepo, data: bytes, expected: bytes) -> None:
    command = [sys.executable, "-m", "docsync", "wrap", "-", "--stdin-filename", "notes.md", "--fix"]
    done = subprocess.run(command, cwd=repo.path, input=data, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (CLEAN, expected)


@pytest.mark.parametrize("argv", [["-", "--stdin-filename", "a.md"], ["--files-from", "-"]])
def test_standard_input_that_is_closed(clean: GitRepo, argv: list[str]) -> None:
    command = 'exec "$0" -m docsync check "$@" <&-'
    done = subprocess.run(
        ["sh", "-c", command, sys.executable, *argv], cwd=clean.path, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (USAGE, b"doc-sync: error: - means standard input, which is closed\n")


LISTS = [
    b"README.md\n",
    b"README.md\ndocs/guide.md",
    b"README.md\r\ndocs/guide.md\r\n",
    b"docs/guide.md\0README.md\0",
    b"\n\nREADME.md\n\n",
]


@pytest.mark.parametrize("listed", LISTS)
def test_files_from(broken: GitRepo, run: CommandLine, tmp_path: Path, listed: bytes) -> None:
    (tmp_path / "list").write_bytes(listed)
    assert run("links", "--files-from", str(tmp_path / "list")).out == FINDING
    assert run("links", "--files-from", "-", stdin=listed).out == FINDING


def test_files_from_takes_names_with_odd_line_ends(repo: GitRepo, run: CommandLine) -> None:
    names = ["a\u2028b.md", "c\x85d.md", "e\x0bf.md", "-"]
    for name in names:
        repo.write(name, BROKEN)
    assert run("links", "--files-from", "-", stdin="\n".join(names).encode()).out.count("missing-file") == 3
    repo.write("two\nlines.md", BROKEN)
    assert run("links", "--files-from", "-", stdin=b"two\nlines.md\0").out.count("missing-file") == 1


def test_empty_list_asks_for_nothing(broken: GitRepo, run: CommandLine) -> None:
    done = run("links", "--files-from", "-", stdin=b"")
    assert done == Run(CLEAN, "", "clean: 2 documents (1 finding elsewhere not shown)\n")


def test_files_from_adds_to_paths(broken: GitRepo, run: CommandLine) -> None:
    broken.write("a.md", BROKEN)
    assert run("links", "a.md", "--files-from", "-", stdin=b"README.md").out.count("missing-file") == 2


# Output -------------------------------------------------------------------------------------------------------


def test_quiet_and_verbose(broken: GitRepo, run: CommandLine) -> None:
    assert run("check", "-q") == Run(FINDINGS, FINDING, "")
    assert re.fullmatch(
        r"note: configuration: none\nnote: \d files read, 1 document parsed, git called \d+ times\n1 error in .*\n",
        run("check", "-v", "--no-cache").err,
    )


@pytest.mark.parametrize("form", FORMATS)
def test_output_file_holds_what_standard_output_would(
    broken: GitRepo, run: CommandLine, tmp_path: Path, form: str
) -> None:
    shown = run("check", "--format", form)
    done = run("check", "--format", form, "-o", str(tmp_path / "report"))
    assert (done.code, done.out) == (FINDINGS, "")
    assert (tmp_path / "report").read_text("utf-8") == shown.out
    assert shown.err == ("1 error in 2 documents\n" if form == "text" else "")


@pytest.mark.parametrize("form", FORMATS)
def test_formats_of_a_clean_run(clean: GitRepo, run: CommandLine, form: str) -> None:
    done = run("check", "--format", form)
    assert done.code == CLEAN
    if form == "junit":
        assert ET.fromstring(done.out).find(".//failure") is None
    elif form == "sarif":
        assert json.loads(done.out)["runs"][0]["results"] == []
    else:
        assert done.out == ("[]\n" if form in ("json", "gitlab") else "")


def test_json(broken: GitRepo, run: CommandLine) -> None:
    [finding] = json.loads(run("check", "--format", "json").out)
    assert finding == {
        "path": "README.md",
        "line": 1,
        "column": 5,
        "end_line": 1,
        "end_column": 12,
        "code": "missing-file",
        "severity": "error",
        "message": "`gone.md` does not exist",
        "suggestion": None,
        "fixable": False,
    }


COLORS = [
    # environment, arguments, on a terminal: whether there is colour
    ({}, [], False, False),
    ({}, [], True, True),
    ({"NO_COLOR": "1"}, [], True, False),
    ({"TERM": "dumb"}, [], True, False),
    ({"FORCE_COLOR": "1"}, [], False, True),
    ({"NO_COLOR": "1"}, ["--color"], False, True),
    ({"FORCE_COLOR": "1"}, ["--no-color"], True, False),
    ({"FORCE_COLOR": "1"}, ["--format", "json"], True, False),
]


@pytest.mark.parametrize(("environ", "argv", "terminal", "colored"), COLORS)
def test_color(broken: GitRepo, environ: dict[str, str], argv: list[str], terminal: bool, colored: bool) -> None:
    env = {"TERM": "xterm"} | environ
    out = on_terminal(broken, *argv, env=env) if terminal else process(broken, "check", *argv, env=env).stdout
    assert b"missing-file" in out
    assert (b"\x1b[" in out) is colored


def on_terminal(repo: GitRepo, *argv: str, env: dict[str, str]) -> bytes:
    """Standard output of a check that is given a pseudo-terminal."""
    pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")
    user, program = pty.openpty()
    command = [sys.executable, "-m", "docsync", "check", *argv]
    subprocess.run(command, cwd=repo.path, env=os.environ | env, stdout=program, stderr=subprocess.DEVNULL, check=False)
    os.close(program)
    out = b""
    try:
        while chunk := os.read(user, 4096):
            out += chunk
    except OSError:  # Linux says EIO when the other end is closed and all is read
        pass
    os.close(user)
    return out


# Names --------------------------------------------------------------------------------------------------------

HOSTILE = [
    b"\xff.md",
    b"two\nlines.md",
    b"two\r\n::error::lines.md",
    b"\x1b[31mred.md",
    b"\x1b]0;title\x07.md",
    b"::error::x.md",
    b"\n::add-mask::x.md",
    b"##[error]x.md",
    "c1\x9b31m.md".encode(),
    "bidi\u202edm.md".encode(),
    b"<b>&\"'.md",
    b"],.md",
]


def steering(text: str) -> set[str]:
    """Characters that steer a terminal or cannot be encoded, but for line ends."""
    return {character for character in text if unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp")} - {"\n"}


@pytest.fixture
def hostile(repo: GitRepo) -> GitRepo:
    for name in HOSTILE:
        (Path(os.fsdecode(bytes(repo.path) + b"/" + name))).write_text(
            "[x](gone%0A%0D%1B%5B31m%FF%00::error::x.md) [\x1b[31m][\x07nolabel word]\n"
        )
    repo.stage()
    return repo


@pytest.mark.parametrize("form", FORMATS)
def test_names_cannot_inject(hostile: GitRepo, run: CommandLine, form: str) -> None:
    done = run("check", "--format", form)
    assert done.code == FINDINGS
    assert steering(done.out) == set()
    lines = done.out.splitlines()
    if form == "text":
        assert [line for line in lines if not re.match(r"    \S|(?!::).*:\d+:\d+: [a-z-]+: ", line)] == []
        assert not any(line.lstrip().startswith("::") or "##[" in line for line in lines)
    elif form == "github":
        assert [line for line in lines if not re.match(r"::(error|notice) file=[^:,]*,line=1,", line)] == []
    elif form == "junit":
        assert len(ET.fromstring(done.out).findall(".//testcase")) == len(HOSTILE)
    elif form == "sarif":
        assert len(json.loads(done.out)["runs"][0]["results"]) >= len(HOSTILE)
    else:
        assert len(json.loads(done.out)) >= len(HOSTILE)


def test_names_cannot_inject_in_messages(hostile: GitRepo, run: CommandLine) -> None:
    runs = [run("check", name) for name in ("no\n::error::such.md", "\x1b[31m", "\udcff")]
    options = ("--files-from", "--since", "--config", "--format", "-o")
    runs += [run("check", option, "\x1b\n::error::x/y") for option in options]
    runs += [run("check", "--\x1b\n"), run("explain", "\x1b\n")]
    for done in runs:
        assert done.code == USAGE
        assert steering(done.err) == set()
        assert not any(line.startswith("::") for line in done.err.splitlines())


LOCALES = [
    {"LC_ALL": "C"},
    {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},  # ASCII, as on an old system
    {"PYTHONIOENCODING": "latin-1"},
    {"PYTHONIOENCODING": "ascii:strict", "LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
]


@pytest.mark.parametrize("env", LOCALES, ids=str)
def test_locales(repo: GitRepo, env: dict[str, str]) -> None:
    repo.write("Übersicht/日本.md", "[x](ж.md)\n")
    (Path(os.fsdecode(bytes(repo.path) + b"/\xff.md"))).write_text(BROKEN)
    repo.commit()
    expected = "Übersicht/日本.md:1:5: missing-file: `Übersicht/ж.md` does not exist\n"
    done = process(repo, "check", env=env)
    assert (done.returncode, done.stdout.decode()) == (FINDINGS, expected + FINDING.replace("README", "\\xff"))
    for name in ("Übersicht/日本.md", "Übersicht"):
        assert process(repo, "check", name.encode(), env=env).stdout.decode() == expected
        assert process(repo, "check", "--files-from", "-", stdin=name.encode(), env=env).stdout.decode() == expected
    assert process(repo, "check", b"\xff.md", env=env).stdout == FINDING.replace("README", "\\xff").encode()


def test_fixes_in_an_ascii_locale(repo: GitRepo) -> None:
    repo.write("Übersicht/日本.md", "[x](Ж.md)\n")
    repo.write("Übersicht/ж.md")
    repo.commit()
    done = process(repo, "check", "--fix", env=LOCALES[1])
    assert (done.returncode, done.stdout) == (CLEAN, b"")
    assert (repo.path / "Übersicht/日本.md").read_text("utf-8") == "[x](ж.md)\n"


# Other commands -----------------------------------------------------------------------------------------------


def test_baseline(broken: GitRepo, run: CommandLine) -> None:
    assert run("baseline") == Run(CLEAN, "", "wrote 1 finding to doc-sync-baseline.json\n")
    assert run("check", "-q") == Run(CLEAN, "", "")
    assert run("check", "-q", "--no-baseline") == Run(FINDINGS, FINDING, "")
    broken.write("README.md", f"{BROKEN}\n[y](new.md)\n")
    new = run("check", "-q")
    assert new == Run(FINDINGS, "README.md:3:5: missing-file: `new.md` does not exist\n", "")
    broken.write("README.md", "mended\n")
    stale = run("check", "-q")
    assert stale.code == CLEAN
    assert stale.out.startswith(
        "doc-sync-baseline.json:1:1: notice: stale-baseline: `gone.md` (missing-file in README.md)"
    )
    assert run("baseline", directory="docs") == Run(CLEAN, "", "wrote 0 findings to doc-sync-baseline.json\n")
    assert run("check", "-q") == Run(CLEAN, "", "")


def test_explain(run: CommandLine) -> None:
    done = run("explain", "missing-file")
    assert (done.code, done.err) == (CLEAN, "")
    assert done.out.startswith("missing-file (error, links): the target is not there.\n")
    assert "<!-- doc-sync: ignore missing-file: reason -->" in done.out
    assert run("explain", "unused-suppression").out.startswith("unused-suppression (error, every gate): ")


def test_config_shows_what_is_in_force_and_can_be_read_back(clean: GitRepo, run: CommandLine) -> None:
    assert run("config").out.startswith("# from the defaults\n")
    clean.write("doc-sync.toml", 'exclude = ["vendor/"]\n[links]\nallow-web-paths = false\n')
    shown = run("config").out
    assert shown.startswith("# from doc-sync.toml\n")
    assert 'exclude = ["vendor/"]\n' in shown
    assert "allow-web-paths = false\n" in shown
    clean.write("doc-sync.toml", shown)
    assert run("config").out == shown
    assert run("config", "--isolated").out.startswith("# from the defaults\n")
