"""The repository: the only package that calls git, and the reader of the disk."""

from docsync.repo.opening import open_source
from docsync.repo.remote import Remote
from docsync.repo.source import Source

__all__ = ["Remote", "Source", "open_source"]
