"""The command line: arguments, streams and exit codes, no logic."""

from __future__ import annotations

import errno
import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

CLEAN, FINDINGS, USAGE, INTERNAL, INTERRUPTED = 0, 1, 2, 3, 130
_ALLOCATIONS = 20_000  # between two collections of garbage, of which there is little
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def entry(program: str | None = None) -> None:
    """Run the command that this process was started as, such as ``doc-sync`` or ``verify-md-links``."""
    sys.exit(main(sys.argv[1:], program or os.path.splitext(os.path.basename(sys.argv[0]))[0]))


def main(argv: Sequence[str], program: str = "doc-sync") -> int:
    """Run ``program`` with ``argv``; returns the exit code and never raises.

    0 clean, 1 findings, 2 usage, configuration, git or named input that can't be read, 3 internal error,
    130 interrupted.
    """
    _open_streams()
    gc.set_threshold(_ALLOCATIONS)  # facts are many objects that stay; to look at them over and over takes a twentieth
    try:
        return _run(argv, program)
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as request:  # click's own, after shell completion (0) and when a reader left (1)
        return request.code if isinstance(request.code, int) else FINDINGS
    except BrokenPipeError:  # nobody reads our error messages
        return FINDINGS
    except OSError as error:
        return _cannot_write(error) if error.errno in _FULL else _internal_error()
    except Exception:  # noqa: BLE001 - the last resort tells the user what to report
        return _internal_error()


def _run(argv: Sequence[str], program: str) -> int:
    import click  # noqa: PLC0415 - so that an interrupt during the import ends quietly too

    from docsync.cli.commands import command_for  # noqa: PLC0415
    from docsync.errors import ConfigError, DocSyncError, RefusedError  # noqa: PLC0415

    try:
        # click would exit 0 after a returned 1, and 1 for all that it catches itself.
        result = command_for(program).main(list(argv), prog_name=program, standalone_mode=False)
        return result if isinstance(result, int) else CLEAN
    except click.Abort:
        return INTERRUPTED
    except click.ClickException as error:
        error.show()
        return USAGE
    except DocSyncError as error:
        from docsync.reporters.escape import visible  # noqa: PLC0415

        # Several problems of a configuration are a line each, as is what git says; else a line end is part of a name.
        for line in str(error).split("\n") if isinstance(error, (ConfigError, RefusedError)) else [str(error)]:
            print(f"{program}: error: {visible(line)}", file=sys.stderr)  # noqa: T201
        return USAGE


def _open_streams() -> None:
    """Give both streams UTF-8, and one that a parent closed a place where what is written is lost."""
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - for the whole process
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError):  # a stream that a caller replaced
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]


def _cannot_write(error: OSError) -> int:
    """Say that standard output took no more; what is left in its buffer goes nowhere, so that exit stays quiet."""
    print(f"doc-sync: error: standard output cannot be written: {error.strerror}", file=sys.stderr)  # noqa: T201
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return USAGE


def _internal_error() -> int:
    import traceback  # noqa: PLC0415

    from docsync import __version__  # noqa: PLC0415

    traceback.print_exc()
    print(f"doc-sync {__version__}: internal error; please report the lines above", file=sys.stderr)  # noqa: T201
    return INTERNAL
