"""What one ``git ls-files`` tells: the index, what differs on disk, and what lies beside it."""

from __future__ import annotations

from typing import NamedTuple

from docsync.names import to_text
from docsync.repo.git import Git
from docsync.tree import Entry

SKIPPED = "S"  # not to be on disk: a sparse checkout
_UNTRACKED, _CACHED, _DIFFERS, _OURS, _THEIRS = "?", "H", "C", "2", "3"
_INDEX = ("ls-files", "-z", "-v", "-s", "-c")
_BESIDE = ("-o", "--exclude-standard")
# What a file system monitor knows may be old, and one that is a hook would be a program to run.
_LOOK = ("-c", "core.fsmonitor=false", *_INDEX, "-m", *_BESIDE)


class Listing(NamedTuple):
    """``entries`` of the index by path, ``marks``, and the paths beside: untracked, not ignored.

    Of an unmerged path our side (stage 2) is the entry, else theirs, else the base. ``marks`` has the letter of every
    path whose content on disk may be another than the entry's: ``C`` differs or is gone (also ``git add -N``), ``S``
    is kept from the disk, ``M`` is unmerged, a small letter says that git was told not to look. Another repository
    inside this one is one path in ``others`` that ends with ``/``.
    """

    entries: dict[str, Entry]
    marks: dict[str, str]
    others: frozenset[str]


def index(git: Git) -> Listing:
    """The index alone: no look at the disk, so that no mark says that a file differs, and nothing lies beside."""
    return parse(git.run(*_INDEX))


def working_tree(git: Git) -> Listing:
    """The index and the disk, by one call.

    Where git cannot compare, since a filter that the configuration requires fails, every path is marked; two calls.
    """
    answer = git.attempt(*_LOOK)
    if answer.code == 0:
        return parse(answer.output)
    found = parse(git.run(*_INDEX, *_BESIDE))
    return found._replace(marks=dict.fromkeys(found.entries, _DIFFERS) | found.marks)


def beside(git: Git) -> frozenset[str]:
    """What lies beside the index, which is not read out."""
    return parse(git.run("ls-files", "-z", "-t", *_BESIDE)).others


def parse(answer: bytes) -> Listing:
    """Read fields ``? PATH`` and ``LETTER MODE BLOB STAGE<tab>PATH``; a path comes for each stage, and as ``C``."""
    entries: dict[str, Entry] = {}
    marks: dict[str, str] = {}
    others: list[str] = []
    ours: set[str] = set()
    for line in filter(None, to_text(answer).split("\0")):
        if line[0] == _UNTRACKED:
            others.append(line[2:])
            continue
        head, _, path = line.partition("\t")
        letter, mode, blob, stage = head.split(" ")
        if letter != _CACHED:
            marks.setdefault(path, letter)
        if stage == _OURS:
            ours.add(path)
        if stage != _THEIRS or path not in ours:
            entries[path] = Entry(int(mode, 8), blob)
    return Listing(entries, marks, frozenset(others))
