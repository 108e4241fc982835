"""What the rfcs gate will say of the records once they are where they belong, and how to live with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from docsync.corpus import Corpus
from docsync.finding import Finding
from docsync.gates.rfcs import GATE as RFCS
from docsync.gates.rfcs.options import Options
from docsync.migrate.model import Action, Migration
from docsync.reporters.text import counted

# What records can lack that a migration does not write.
OF_CONTENT = frozenset({"rfc-title", "rfc-sections", "rfc-supersede", "rfc-duplicate"})
_SECTIONS = "rfc-sections"
_MOST = 3  # files that are named for each code
_WAYS_OUT = "write what is missing, or have it known by `doc-sync baseline`"


def outlook(
    after: Corpus, migration: Migration, options: Options, is_error: Callable[[Finding], bool]
) -> Iterator[str]:
    """Lines for the user; none when the records have all that the gate wants."""
    settled = replace(options, root=migration.root, check_dates=False)  # dates are the work of the migration
    found = [each for each in RFCS.check(after, settled) if is_error(each) and each.code in OF_CONTENT]
    if not found:
        return
    yield f"verify-rfcs will report {counted(len(found), 'finding')}, which fails `doc-sync check` and its hook:"
    parts = {topic.target for topic in migration.topics if topic.action is Action.SPLIT}
    split_off = {each.path for each in found if each.code == _SECTIONS} & parts
    for code in sorted({each.code for each in found}):
        paths = [each.path for each in found if each.code == code and (code != _SECTIONS or each.path not in parts)]
        if paths:
            yield f"  {code} in {_named(paths)}"
    if split_off:
        yield f"  {_SECTIONS} in what is split off: {_named(sorted(split_off))}"
    ways = f"{_WAYS_OUT}, or set `required-sections`" if any(each.code == _SECTIONS for each in found) else _WAYS_OUT
    yield f"  {ways}"


def _named(paths: Iterable[str]) -> str:
    names = list(dict.fromkeys(paths))
    more = f" and {len(names) - _MOST:,} more" if len(names) > _MOST else ""
    return f"{', '.join(names[:_MOST])}{more}"
