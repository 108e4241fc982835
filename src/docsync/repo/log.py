"""What the commits say of documents: which files each touched, and on which day it was written."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from datetime import UTC, date, datetime, timedelta

from docsync.errors import GitError
from docsync.names import to_text
from docsync.repo.git import Git
from docsync.repo.history import Logged, Step, steps
from docsync.repo.repository import LOG, NEUTRAL, PROMISED

# Side branches are walked (--full-history), and --parents joins the commits that are left to one graph. A merge is
# shown by -c, as what differs from every parent: what came from one of them is shown there, while -m would take
# everything that two branches did as one step and find renames that nobody made. -C takes the files that the same
# commit changed for possible originals, which costs half as much again as -M. Not -B, which reads every version of
# every file: two files that exchange their names in one commit are each taken for the one that had the name before.
_GRAPH = ("--topo-order", "--full-history", "--simplify-merges", "--parents")
_FOUND = ("-c", "--combined-all-paths", "--name-status", "-M", "-C", "--no-rename-empty")
_HEADER = "commit "
# In this encoding whatever i18n.logOutputEncoding says. %as and %cs: days in the zones that the commit states.
_FORMAT = ("--encoding=UTF-8", f"--format={_HEADER}%H %as %cs %P")
_EPOCH = date(1970, 1, 1)
_NO_DAY = date.max  # of a commit whose dates no calendar has, so that it is never the earliest
_IDENT = re.compile(rb"(?P<seconds>-?\d+) (?P<sign>[+-])(?P<hours>\d\d)(?P<minutes>\d\d)\n?\Z")
# So that git can say a date where nobody told it a name.
_SOMEBODY = ("-c", "user.name=somebody", "-c", "user.email=somebody@localhost")

_SHALLOW = (
    "{} is a shallow clone, where the day on which a document appeared is cut off; "
    "run `git fetch --unshallow` there (actions/checkout: fetch-depth: 0)"
)
_PARTIAL = (
    "{} is a partial clone without the old contents by which renames are found; "
    "run `git fetch --refetch --no-filter` there (git 2.36), or clone anew without --filter"
)


def commits(git: Git, tip: str, endings: Collection[str]) -> Iterator[Logged]:
    """Commits on the way to ``tip`` that touched files with these endings, children before parents.

    git starts at once and works ahead while the caller does something else, before it asks for the first commit; it
    ends early when the commits are given up. :class:`GitError`: the clone is shallow, partial or damaged; for the last
    two only when git comes to the gap.
    """
    if git.run("rev-parse", "--is-shallow-repository") == b"true\n":
        raise GitError(_SHALLOW.format(to_text(git.directory)))
    documents = (f"*{ending}" for ending in sorted(endings))  # a pathspec with icase takes three times as long
    return _whole(git, git.stream(*LOG, *NEUTRAL, *_GRAPH, *_FOUND, *_FORMAT, tip, "--", *documents))


def _whole(git: Git, fields: Iterator[str]) -> Iterator[Logged]:
    try:
        yield from read(fields)
    except GitError as error:
        if PROMISED in str(error):
            raise GitError(_PARTIAL.format(to_text(git.directory))) from None
        raise


def read(fields: Iterable[str]) -> Iterator[Logged]:
    """Read the fields of ``log -z``: a header each, then ``--name-status`` lines, combined ones of a merge."""
    rest = iter(fields)
    header, found = "", [[]]  # type: tuple[str, list[list[Step]]]
    for each in rest:
        status = each.lstrip("\n")  # git puts a line end between header and lines
        if status.startswith(_HEADER):
            if header:
                yield _logged(header, found)
            header, found = status, [[] for _ in range(max(1, len(_parents(status))))]
        elif status:
            for place, step in zip(found, _one_per_parent(status, rest), strict=True):
                place.append(step)
    if header:
        yield _logged(header, found)


def _one_per_parent(status: str, rest: Iterator[str]) -> list[Step]:
    """``R087 before path`` is one step; ``MR path before path`` is two, with the name at each parent, then here."""
    if len(status) == 1 or status[1].isdigit():
        names = [next(rest) for _ in range(2 if status[0] in "RC" else 1)]
        return list(steps([status, *names]))
    names, path = [next(rest) for _ in status], next(rest)
    return [
        Step(letter, path, before if before != path else None) for letter, before in zip(status, names, strict=True)
    ]


def _parents(header: str) -> tuple[str, ...]:
    return tuple(header.split(" ")[4:]) if not header.endswith(" ") else ()


def _logged(header: str, found: list[list[Step]]) -> Logged:
    _, commit, author, committer, *_ = header.split(" ")
    return Logged(commit, _day(author, committer), _parents(header), tuple(map(tuple, found)))


def _day(*written: str) -> date:
    """The first that is a day of the calendar: git can write others, and ``%as`` for a date that it can't read."""
    for text in written:
        try:
            return date.fromisoformat(text)
        except ValueError:
            continue
    return _NO_DAY


def day_of(git: Git, commit: str) -> date:
    """The author's day of ``commit``."""
    return _day(*to_text(git.run(*LOG, "-1", "--no-patch", "--format=%as %cs", commit, "--")).split())


def day_of_next_commit(git: Git) -> date:
    """The author's day of a commit made now: ``GIT_AUTHOR_DATE`` where it is set, else by the clock."""
    answer = git.attempt(*_SOMEBODY, "var", "GIT_AUTHOR_IDENT")
    said = _IDENT.search(answer.output)
    if answer.code != 0 or said is None:  # no commit could be made now
        return local_day()
    east = timedelta(hours=int(said["hours"]), minutes=int(said["minutes"])) * (-1 if said["sign"] == b"-" else 1)
    try:
        return _EPOCH + (timedelta(seconds=int(said["seconds"])) + east)
    except OverflowError:
        return _NO_DAY


def local_day() -> date:
    """Today by the clock and the zone of this machine."""
    return datetime.now(UTC).astimezone().date()
