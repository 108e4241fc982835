"""``python -m docsync``: the ``doc-sync`` command."""

from docsync.cli import entry

entry("doc-sync")
