"""The repository: the only package that calls git, and the reader of the disk."""

from docsync.repo.history import Changes
from docsync.repo.opening import NoRepositoryError, open_source
from docsync.repo.plain import PlainDirectory
from docsync.repo.remote import Remote
from docsync.repo.snapshot import Revision, StagedIndex, WorkingTree
from docsync.repo.source import Source

__all__ = [
    "Changes",
    "NoRepositoryError",
    "PlainDirectory",
    "Remote",
    "Revision",
    "Source",
    "StagedIndex",
    "WorkingTree",
    "open_source",
]
