"""The repository: the only package that calls git, and the reader of the disk."""

from docsync.repo.messages import Messages
from docsync.repo.opening import open_source
from docsync.repo.remote import Remote
from docsync.repo.source import Source
from docsync.repo.staging import Staging

__all__ = ["Messages", "Remote", "Source", "Staging", "open_source"]
