"""Documentation repositories for benches, made from a seed; each link resolves, but for those broken on purpose.

    python scripts/bench/corpora.py FOLDER [--shape NAME] [--files N] [--megabytes N] [--broken N] [--seed N]

The shapes are in the manner of rust-lang/rfcs (654 files of 14 kB) and kubernetes/enhancements (690 files of 30 kB with
tables of contents); `wrapped` is the first of them with lines of 80 columns, `small` has 100,000 files of 1.5 kB.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from composing import Draft, Layout, compose
from repositories import create, file, settle
from texts import WORDS, Pool, pool

PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(60)  # its content matters to nobody
PICTURES = 8
TOPICS = WORDS[-60:]


@dataclass(frozen=True)
class Shape:
    """What a repository is like; ``{group}``, ``{number}`` and ``{topic}`` stand in ``path``, sizes are in bytes."""

    files: int
    size: int
    path: str
    wrapped: bool = False
    has_contents: bool = False
    decoys: float = 0.05  # of the documents have code that looks like a link
    broken: int = 0

    @property
    def bytes(self) -> int:
        """About how large all documents are together."""
        return self.files * self.size


SHAPES = {
    "rfcs": Shape(654, 14_000, "text/{group}{number:04}-{topic}.md"),
    "enhancements": Shape(690, 30_000, "keps/sig-{area}/{number:04}-{topic}/README.md", has_contents=True),
    "wrapped": Shape(654, 14_000, "docs/{area}/{number:04}-{topic}.md", wrapped=True),
    "small": Shape(100_000, 1_500, "docs/{group}{area}/{number:06}-{topic}.md"),
}
BROKEN = {"rfcs": 51, "enhancements": 163}  # as many as those repositories have


def main() -> None:
    """Make one and say what it is."""
    parser = argparse.ArgumentParser(description="Make a documentation repository with links that resolve.")
    parser.add_argument("folder", type=Path, help="a new or empty folder")
    parser.add_argument("--shape", choices=SHAPES, default="rfcs")
    parser.add_argument("--files", type=int, help="how many documents; default: as the shape says")
    parser.add_argument("--megabytes", type=float, help="how large they are together; default: as the shape says")
    parser.add_argument("--broken", type=int, default=0, help="how many links lead nowhere")
    parser.add_argument("--seed", type=int, default=6)
    options = parser.parse_args()
    shape = replace(SHAPES[options.shape], broken=options.broken)
    shape = replace(shape, files=options.files or shape.files)
    if options.megabytes:
        shape = replace(shape, size=max(1, int(options.megabytes * 1e6 / shape.files)))
    generate(options.folder, shape, options.seed)
    settle(options.folder)
    print(f"{shape.files:,} documents of {shape.size:,} bytes on average, {shape.broken} broken links")


def generate(folder: Path, shape: Shape, seed: int = 6) -> None:
    """Make a repository with one commit, the same for the same shape and seed."""
    create(folder, [_changes(shape, seed)])


def sized(shape: Shape, megabytes: float) -> Shape:
    """The same with as many documents of the same size as make up so many megabytes."""
    return replace(shape, files=max(2, round(megabytes * 1e6 / shape.size)))


def _changes(shape: Shape, seed: int) -> Iterator[bytes]:
    layout = _layout(shape, seed)
    pieces = pool(seed, wrapped=shape.wrapped)
    extras = _broken(shape)
    for path in layout.pictures:
        yield file(path, PICTURE)
    for number, path in enumerate(layout.paths):
        yield file(path, _text(shape, layout, pieces, seed, number, extras.get(number, "")).encode())


def _text(shape: Shape, layout: Layout, pieces: Pool, seed: int, number: int, extra: str) -> str:
    chance = random.Random(f"{seed} {number}")  # noqa: S311 - no secret
    decoy = chance.random() < shape.decoys
    draft = Draft(number, layout, pieces, chance)
    return compose(draft, has_contents=shape.has_contents, decoy=decoy, extra=extra)


def _layout(shape: Shape, seed: int) -> Layout:
    chance = random.Random(seed)  # noqa: S311 - no secret
    sizes = [int(shape.size * (0.4 + 1.2 * chance.random())) for _ in range(shape.files)]
    paths = [_path(shape, chance, number) for number in range(shape.files)]
    return Layout(paths, sizes, [f"images/figure-{number}.png" for number in range(PICTURES)])


def _path(shape: Shape, chance: random.Random, number: int) -> str:
    group = f"part-{number // 1000}/" if number >= 1000 else ""  # noqa: PLR2004 - a folder that one can look through
    topic = "-".join(chance.sample(TOPICS, 2))
    return shape.path.format(group=group, area=TOPICS[number % 29], number=number, topic=topic)


def _broken(shape: Shape) -> dict[int, str]:
    """The last block of the documents that have broken links, files and fragments that are not there in turn."""
    lines: dict[int, list[str]] = {}
    for count in range(shape.broken):
        destination = f"#gone-{count}" if count % 2 else f"gone-{count}.md"
        lines.setdefault(count * shape.files // shape.broken, []).append(f"- See [part {count}]({destination})")
    return {number: "\n".join(each) for number, each in lines.items()}


if __name__ == "__main__":
    main()
