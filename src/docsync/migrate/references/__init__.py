"""Every reference to a record in the tracked text of a repository: what becomes of it, or why it is left."""

from __future__ import annotations

from docsync.migrate.references.finding import find_references
from docsync.migrate.references.rewriting import reference_plan

__all__ = ["find_references", "reference_plan"]
