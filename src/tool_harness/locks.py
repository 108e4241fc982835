"""The lock on a file that one writer holds; the system takes it back when the process ends."""

from __future__ import annotations

import sys

if sys.platform == "win32":
    import msvcrt
    import os

    # Far behind any content, since a locked range cannot be read by others.
    _RANGE_START = 2**62

    def lock_file(file: int) -> bool:
        """Lock the open ``file``; False when another one who opened it holds the lock."""
        position = os.lseek(file, 0, os.SEEK_CUR)
        try:
            os.lseek(file, _RANGE_START, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(file, position, os.SEEK_SET)
        return True

else:
    import fcntl

    def lock_file(file: int) -> bool:
        """Lock the open ``file``; False when another one who opened it holds the lock."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
