"""What a migration left alone, in a few words for whoever carried it out."""

from __future__ import annotations

from docsync.migrate.apply.homes import Homes
from docsync.migrate.model import Migration, Policy, Reference
from docsync.migrate.references.paths import PATTERN
from docsync.reporters.text import counted

_MOST = 10  # patterns that are named


def left_alone(migration: Migration) -> str:
    """One sentence; ``""`` when every place was rewritten."""
    left = [each for each in migration.references if each.policy is Policy.LEAVE]
    if not left:
        return ""
    homes = Homes(migration)
    patterns = [_place(homes, each) for each in left if each.reason == PATTERN]
    said = f"{counted(len(left), 'place')} {'was' if len(left) == 1 else 'were'} left alone"
    if not patterns:
        return said
    more = f" and {len(patterns) - _MOST:,} more" if len(patterns) > _MOST else ""
    named = f"{', '.join(patterns[:_MOST])}{more}"
    what = "is a pattern" if len(patterns) == 1 else "are patterns"
    return f"{said}; {len(patterns):,} of them {what} over names that no longer match ({named})"


def _place(homes: Homes, reference: Reference) -> str:
    """File and line; the file alone where it moved, since its lines did too."""
    new = homes.final.get(reference.file)
    return new or f"{reference.file}:{reference.line}"
