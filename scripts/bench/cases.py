"""What the parts of the bench of performance share: repositories, and the programs of ours that run on them."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from corpora import SHAPES, Shape, generate
from installing import version
from ours import NO_CACHE, changing, forgetting, knows, script
from peers import Found, Task, find, listed
from repositories import git, settle
from results import Verdict, measurements
from targets import CHANGED, COLD, UNCACHED, WARM, judge
from timing import Measured, Program, environment, measure

LINKS, WRAP = "verify-md-links", "verify-md-wrap"
ANY = (0, 1)  # exit codes of ours where it does not matter whether there are findings
QUICK = 10  # so many times smaller is a repository of a quick bench


@dataclass(frozen=True)
class Bench:
    """What all parts are told: a folder to work in, where other programs may be installed, how much to run."""

    scratch: Path
    environment: Path | None
    given: Sequence[Path]
    runs: int
    quick: bool
    large: bool

    def shape(self, name: str, broken: int = 0) -> Shape:
        """What a generated repository is like; a quick bench takes a part of the documents."""
        whole = replace(SHAPES[name], broken=broken)
        return replace(whole, files=whole.files // QUICK) if self.quick else whole


@dataclass(frozen=True)
class Corpus:
    """A repository, and what the exit codes of ours on it are when it works."""

    name: str
    folder: Path
    codes: tuple[int, ...] = ANY
    options: tuple[str, ...] = ()

    @property
    def changed(self) -> Path:
        """A clone in which one document changes."""
        return self.folder.with_name(f"{self.folder.name}-changed")


@dataclass(frozen=True)
class Part:
    """What a part of the bench found: Markdown, and verdicts."""

    text: str
    verdicts: tuple[Verdict, ...]


def generated(bench: Bench, name: str, shape: Shape, codes: tuple[int, ...] = ANY, *, part: str) -> Corpus:
    """A repository of this shape, and its clone, for one part of the bench."""
    folder = bench.scratch / f"{part}-{name}"
    generate(folder, shape)
    return _cloned(Corpus(name, folder, codes))


def given(bench: Bench, part: str) -> Iterator[Corpus]:
    """Clones of the user's own repositories."""
    for path in bench.given:
        folder = bench.scratch / f"{part}-{path.resolve().name}"
        git(bench.scratch, "clone", "--quiet", "--local", str(path.resolve()), str(folder))
        yield _cloned(Corpus(path.resolve().name, folder))


def baselined(corpus: Corpus) -> Corpus:
    """The same with what is found in it by now listed as known, so that ours has nothing to say."""
    for folder in (corpus.folder, corpus.changed):
        command = (script("doc-sync"), "baseline")
        subprocess.run(command, cwd=folder, env=environment(), capture_output=True, check=True)  # noqa: S603 - ours
    return replace(corpus, codes=(0,))


def ours(name: str, corpus: Corpus, *, fully: bool = True) -> list[Program]:
    """A command of ours on a repository: the first time, then (``fully``) again, then with one document changed."""
    folder, command = corpus.folder, (script(name), *corpus.options)
    programs = [Program(COLD, command, folder, corpus.codes, forgetting(folder))]
    if knows(name, NO_CACHE):
        programs.append(Program(UNCACHED, (*command, NO_CACHE), folder, corpus.codes))
    if fully:
        change = changing(next(iter(sorted(corpus.changed.rglob("*.md")))))
        programs.append(Program(WARM, command, folder, corpus.codes, warms=True))
        programs.append(Program(CHANGED, command, corpus.changed, corpus.codes, change, warms=True))
    return programs


def others(bench: Bench, task: Task) -> list[Found]:
    """The other programs for a task, each once it has shown that it works."""
    return list(find(task, bench.environment, bench.scratch / "peers", quick=bench.quick))


def compared(bench: Bench, part: str, corpus: Corpus, programs: Sequence[Program], found: Sequence[Found]) -> Part:
    """Our programs and others on one repository: their table and the verdicts."""
    scratch = bench.scratch / f"kept-{corpus.folder.name}"
    listed(corpus.folder, scratch)
    measured = measure([*programs, *(each.on(corpus.folder, scratch) for each in found)], bench.runs)
    return Part(described(corpus, measured, found), tuple(judge(part, corpus.name, measured)))


def described(corpus: Corpus, measured: Sequence[Measured], found: Sequence[Found]) -> str:
    """One table of what was measured, with what was measured on and the versions above it."""
    sizes = [path.stat().st_size for path in corpus.folder.rglob("*.md")]
    said = {each.peer.program: version(each.path) for each in found}
    versions = "".join(f", {program} {number}".rstrip() for program, number in said.items())
    caption = f"{corpus.name}: {len(sizes):,} documents, {sum(sizes) / 1e6:.1f} MB{versions}"
    return f"{caption}\n\n{measurements(measured, measured[0].program.name)}"


def joined(parts: Sequence[Part]) -> Part:
    """Several as one."""
    return Part("\n\n".join(part.text for part in parts), tuple(one for part in parts for one in part.verdicts))


def _cloned(corpus: Corpus) -> Corpus:
    git(corpus.folder.parent, "clone", "--quiet", "--local", str(corpus.folder), str(corpus.changed))
    for folder in (corpus.folder, corpus.changed):
        settle(folder)
    return corpus
