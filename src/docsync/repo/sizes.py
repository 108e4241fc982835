"""How large a file may be, and the words for one that is larger."""

from __future__ import annotations

from docsync.errors import UnreadableError

MEBIBYTE = 1 << 20
DEFAULT_LIMIT = 32 * MEBIBYTE


def too_large(limit: int) -> UnreadableError:
    """The error for a file of more than ``limit`` bytes."""
    amount = f"{limit // MEBIBYTE} MiB" if limit and limit % MEBIBYTE == 0 else f"{limit} bytes"
    return UnreadableError(f"is larger than {amount}")
