"""The parts of the bench of performance that show how cost grows: with bytes, with files, with hostile texts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from cases import ANY, LINKS, WRAP, Bench, Corpus, Part, described, generated, joined, ours
from corpora import SHAPES, generate, sized
from hostile import COUNT, PATH, TEXTS
from ours import forgetting, script
from repositories import create, file, settle
from results import Verdict, megabytes, table
from targets import COLD, WARM, doubled, growth, judge, peak
from timing import Measured, Program, measure

SIZES = (1, 10, 100)  # megabytes
QUICK_SIZES = (1, 4)
LARGE = 1000
PATIENCE = 90  # seconds, after which a run on a hostile text is killed; what is linear is done by then
PATIENT = 1.0  # seconds; a run on a hostile text that takes longer is not repeated


def bytes_(bench: Bench) -> Part:
    """Cold runs on repositories of the same documents, ten times as many each time."""
    sizes = QUICK_SIZES if bench.quick else (*SIZES, *([LARGE] if bench.large else []))
    made = [_sized(bench, size) for size in sizes]
    return joined([_grown(bench, name, sizes, made) for name in (LINKS, WRAP)])


def files(bench: Bench) -> Part:
    """Very many small documents, beside what git takes to list them and to see what changed."""
    corpus = generated(bench, "small", bench.shape("small"), (0,), part="files")
    commands = {"git ls-files -s": ("git", "ls-files", "-s"), "git status": ("git", "status", "--porcelain")}
    git = [Program(name, command, corpus.folder) for name, command in commands.items()]
    measured = measure([*git, *ours(LINKS, corpus)], bench.runs)
    text = described(corpus, measured, ())
    peaks = [peak(each.program.name, corpus.name, each) for each in measured if each.program.name in {COLD, WARM}]
    return Part(text, (*judge("files", corpus.name, measured), *peaks))


def hostile(bench: Bench) -> Part:
    """Each hostile text, and twice as much of it."""
    count = COUNT // 10 if bench.quick else COUNT
    judged: dict[str, list[Verdict]] = {LINKS: [], WRAP: []}
    rows: list[tuple[str, ...]] = []
    for name in TEXTS:
        programs = [program for size in (count, 2 * count) for program in _on(bench, name, size)]
        measured = measure(programs, bench.runs, seconds=PATIENCE, slow=PATIENT)
        for command, once, twice in zip(judged, measured[:2], measured[2:], strict=True):
            verdict = doubled(f"{command}, {name}", "hostile", once, twice)
            judged[command].append(verdict)
            rows.append((name, command, _said(once), _said(twice), megabytes(twice.median("peak")), verdict.said))
    head = ("text", "command", f"{count:,} of it", f"{2 * count:,}", "peak memory", "holds")
    return Part(table(head, rows), tuple(one for command, each in judged.items() for one in _summed(command, each)))


def _summed(command: str, each: Sequence[Verdict]) -> list[Verdict]:
    """How many hostile texts do not hold, and those that do not."""
    missed = [verdict for verdict in each if not verdict.holds]
    return [Verdict(f"{command}, texts that do not hold", "hostile", len(missed), 0, "texts"), *missed]


def _sized(bench: Bench, size: int) -> Corpus:
    corpus = Corpus(f"{size:,} MB", bench.scratch / f"{size}-megabytes")
    generate(corpus.folder, sized(SHAPES["rfcs"], size))
    settle(corpus.folder)
    return corpus


def _grown(bench: Bench, name: str, sizes: Sequence[int], made: Sequence[Corpus]) -> Part:
    programs = [Program(corpus.name, (script(name),), corpus.folder, ANY, forgetting(corpus.folder)) for corpus in made]
    measured = measure(programs, bench.runs)
    rows = [_row(each, size) for each, size in zip(measured, sizes, strict=True)]
    head = (name, "runs", "wall", "wall for 1 MB", "processor for 1 MB", "peak memory")
    judged = [peak(name, each.program.name, each) for each in measured]
    for (before, one), (after, other) in pairwise(zip(sizes, measured, strict=True)):
        judged.append(growth(name, other.program.name, one, other, after / before))
    return Part(table(head, rows), tuple(judged))


def _row(each: Measured, size: int) -> tuple[str, ...]:
    costs = (each.median("wall"), each.median("wall") / size, each.median("cpu") / size)
    seconds = [f"{cost:.3f} s" for cost in costs]
    return each.program.name, str(len(each.runs)), *seconds, megabytes(each.median("peak"))


def _on(bench: Bench, name: str, size: int) -> list[Program]:
    folder = bench.scratch / f"hostile-{name.replace(' ', '-')}-{size}"
    create(folder, [[file(PATH, TEXTS[name](size).encode())]])
    return [
        Program(f"{command} on {size:,}", (script(command),), folder, ANY, forgetting(folder))
        for command in (LINKS, WRAP)
    ]


def _said(each: Measured) -> str:
    return (
        f"exit code {each.runs[-1].code}"
        if each.failed
        else f"{each.median('wall'):.2f} s, {each.median('cpu'):.2f} s of processor"
    )
