"""The third line of the proof: every block of every old record stands in exactly one new file."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from textwrap import shorten

from docsync.corpus import Corpus
from docsync.migrate.apply.moves_file import Moves
from docsync.migrate.verify.line import Line
from docsync.migrate.verify.said import Records, Said, Words, records_of
from docsync.reporters.text import counted
from docsync.text import Span

_LENGTH = 60  # characters of a block that a problem shows


def check_blocks(before: Corpus, after: Corpus, moves: Moves) -> Line:
    """The blocks of all old records, each looked for by its words in the files that hold text of the record."""
    records = records_of(before, after, moves)
    old = dict(_read(before, moves.paths, records))
    new = dict(_read(after, {home for path in old for home in moves.homes(path)}, records))
    problems, restated, moved = [], 0, 0
    for path, said in old.items():
        homes = moves.homes(path)
        beside = [each for other, each in old.items() if not {*moves.homes(other)}.isdisjoint(homes)]
        found = {home: new[home] for home in homes if home in new}
        inside = [each for other, each in old.items() if {*moves.homes(other)} <= {*homes}]
        wrong = list(_wrong(said, found, beside, inside, _left_out(path, moves, records)))
        wrong = [each for each in wrong if not _is_unlinked(said, each[0], found, moves)]
        in_status = [each for each in wrong if each[0] in said.status_blocks]
        if in_status and any(home.states(said) for home in found.values()):
            wrong = [each for each in wrong if each not in in_status]
            restated, moved = restated + 1, moved + len(in_status)
        problems += [f"{path}:{said.document.lines.line_of(block.start)}: {what}" for block, what in wrong]
    count = sum(len(said.blocks) for said in old.values()) - moved
    text = f"{counted(count, 'block')} of {counted(len(old), 'old record')} are each in one new file"
    if restated:
        text += f"; {counted(restated, 'status section')} went into the status line"
    drops = (f"; dropped from {each.member}: `{_short(each.text)}` ({each.reason})" for each in moves.dropped)
    return Line("blocks", "".join((text, *drops)), tuple(problems))


def _read(corpus: Corpus, paths: Iterable[str], records: Records) -> Iterator[tuple[str, Said]]:
    for path in sorted(paths):
        document = corpus.document(path) if path in corpus.paths else None
        if document is not None:
            yield path, Said(corpus, path, document, records)


def _left_out(path: str, moves: Moves, records: Records) -> frozenset[Words]:
    return frozenset(records.words(each.text) for each in moves.dropped if each.member == path)


def _wrong(
    said: Said, homes: Mapping[str, Said], beside: Sequence[Said], inside: Sequence[Said], left_out: Collection[Words]
) -> Iterator[tuple[Span, str]]:
    """The blocks of ``said`` that are in none of ``homes``, or more often than in all ``beside`` that went there too.

    ``inside`` are those of these that went nowhere else, so that each of their headings is there.
    """
    for block, words in said.blocks:
        count = sum(home.counts[words] for home in homes.values())
        is_once = count <= sum(each.counts[words] for each in beside) or said.is_note(block)
        if not is_once and not said.is_heading(block):
            yield block, f"`{_short(said.raw(block))}` is in more than one new file"
        elif said.is_heading(block):
            if _headings(words, homes.values()) < sum(each.headings.count(words) for each in inside):
                yield (
                    block,
                    f"the heading `{_short(said.raw(block))}` is not in {' or '.join(homes)} as often as before",
                )
        elif count == 0 and words not in left_out and not _is_rewritten(said, block, homes):
            yield block, f"`{_short(said.raw(block))}` is not in {' or '.join(homes) or 'any new file'}"


def _headings(words: Words, homes: Iterable[Said]) -> int:
    """How many headings have these words, and maybe a suffix that tells them from others."""
    return sum(heading[: len(words)] == words for home in homes for heading in home.headings)


def _is_rewritten(said: Said, block: Span, homes: Mapping[str, Said]) -> bool:
    """Whether one of ``homes`` has it with lines of a head that are written anew."""
    return any(home.all_lines.issuperset(said.lines(block)) for home in homes.values())


def _is_unlinked(said: Said, block: Span, homes: Mapping[str, Said], moves: Moves) -> bool:
    """Whether one of ``homes`` has it with links as plain text that lead to the same record since a merge."""
    for home, new in homes.items():
        words = said.unlinked(block, {old for old, path in moves.paths.items() if path == home})
        if new.counts[words] == 1 and words != dict(said.blocks).get(block):
            return True
    return False


def _short(text: str) -> str:
    return shorten(text, _LENGTH, placeholder=" …")
