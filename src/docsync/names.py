"""File names: between git's bytes and our strings, the same whatever the locale; and as seen from a folder."""

from __future__ import annotations


def to_text(data: bytes) -> str:
    """Decode a name as UTF-8; other bytes become surrogate escapes (PEP 383)."""
    return data.decode("utf-8", "surrogateescape")


def to_bytes(name: str) -> bytes:
    """Encode a name, the inverse of :func:`to_text`; never raises."""
    try:
        return name.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # a lone surrogate that no decoding made: such a name is nowhere, but may be asked for
        return name.encode("utf-8", "surrogatepass")


def percent_decoded(text: str) -> str:
    """``text`` with what is percent-encoded in it decoded as names are."""
    if "%" not in text:
        return text
    from urllib.parse import unquote  # noqa: PLC0415 - hardly anything is percent-encoded

    return unquote(text, errors="surrogateescape")


def within(path: str) -> bool:
    """Whether a relative path stays below the root."""
    return not path.startswith("/") and ".." not in path.split("/")


def relative_to(path: str, folder: str) -> str:
    """``path`` as seen from ``folder``; both count from the root, whose name is empty.

    As :func:`posixpath.relpath`, which asks for the current directory each time.
    """
    steps, start = (name.split("/") if name else [] for name in (path, folder))
    common = 0
    for step, other in zip(steps, start, strict=False):
        if step != other:
            break
        common += 1
    return "/".join([".."] * (len(start) - common) + steps[common:]) or "."
