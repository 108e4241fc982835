"""Content known by its blob id, without reading it."""

from __future__ import annotations

from typing import NamedTuple

from docsync.names import to_bytes

_SHA1_DIGITS = 40


class Known(NamedTuple):
    """What a file holds: ``blob``, git's id of it, and ``size``, its bytes on disk.

    ``size`` is None where the content comes from git's objects; then it is exactly that of the blob. A file on disk
    that git holds for unmodified may still be another content than its blob, since line ends are converted and filters
    smudge. So facts stored under ``blob`` are those of this content only if they were made from ``size`` bytes.
    """

    blob: str
    size: int | None


def blob_id(data: bytes, like: str) -> str:
    """Git's id of ``data`` as a blob, by the hash function of the id ``like``: SHA-1 or SHA-256."""
    import hashlib  # noqa: PLC0415 - where everything is known, nothing is hashed

    make = hashlib.sha1 if len(like) == _SHA1_DIGITS else hashlib.sha256
    found = make(to_bytes(f"blob {len(data)}\0"), usedforsecurity=False)
    found.update(data)
    return found.hexdigest()
