"""What is known of content by its blob id, kept in a file inside the git directory; only this package knows SQLite."""

from docsync.cache.facts import MAX_BYTES, Cache, FactsCache, NoCache

__all__ = ["MAX_BYTES", "Cache", "FactsCache", "NoCache"]
