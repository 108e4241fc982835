"""Destinations taken apart, and written anew in the manner of the old one."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass

from docsync.names import percent_decoded, relative_to
from docsync.text import Span

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_WHITE_SPACE = " \t\n\r\f"
# What would end the destination, start an entity, escape or tag, or be read as query or fragment.
# Surrogate escapes stand for bytes that are not UTF-8.
_UNSAFE = re.compile(r"[\x00-\x20\x7f\"'<>()\[\]\\`|^{}%#?&\udc80-\udcff]")


@dataclass(frozen=True, slots=True)
class Destination:
    """A relative destination: path and fragment percent-decoded, and where path and fragment stand in it.

    ``fragment`` is None when there is no ``#``; ``query`` keeps its ``?``.
    """

    written: str
    path: str
    query: str
    fragment: str | None

    @property
    def suffix(self) -> str:
        """Query and fragment as written."""
        return self.written[len(self.written_path) :]

    @property
    def written_path(self) -> str:
        """The path as written, still percent-encoded."""
        return re.split("[?#]", self.written, maxsplit=1)[0]


def is_external(destination: str) -> bool:
    """Whether ``destination`` has a scheme or a host, so that it does not lead into the tree."""
    destination = destination.strip(_WHITE_SPACE)
    return destination.startswith("//") or bool(_SCHEME.match(destination))


def split_destination(destination: str) -> Destination:
    """Take a relative destination apart: the first ``#`` wins, then the first ``?``; only then percent-decode."""
    written = destination.strip(_WHITE_SPACE)
    before, hash_sign, fragment = written.partition("#")
    path, question, query = before.partition("?")
    return Destination(
        written, percent_decoded(path), question + query, percent_decoded(fragment) if hash_sign else None
    )


def fragment_span(destination: Destination, span: Span) -> Span:
    """Span of the fragment without its ``#``; all of ``span`` when escapes or entities make that uncertain."""
    if span.end - span.start != len(destination.written) or destination.fragment is None:
        return span
    return Span(span.start + destination.written.index("#") + 1, span.end)


def rewrite_path(destination: Destination, span: Span, source: str, target: str, *, relative: bool = False) -> str:
    """Destination text that leads from the document ``source`` to ``target``, query and fragment kept.

    The result is fit for inline links, definitions and HTML attributes alike. It starts at the root when the old one
    does and need not be ``relative``.
    """
    verbatim = span.end - span.start == len(destination.written)
    suffix = destination.suffix if verbatim else encode(destination.suffix, safe="#?%&=")
    path = write_path(destination, source, target, relative=relative)
    slash = "/" if destination.written_path.endswith("/") and path != "/" else ""
    return f"{path}{slash}{suffix}"


def write_path(destination: Destination | None, source: str, target: str, *, relative: bool = False) -> str:
    """The path alone, percent-encoded, in the manner of the old ``destination``: from the root, or with ``./``."""
    if destination and destination.written.startswith("/") and not relative:
        return f"/{encode(target)}"
    path = encode(relative_to(target, posixpath.dirname(source)))
    explicit = destination is not None and destination.written.startswith("./")
    is_upward = path.split("/", 1)[0] in (".", "..")
    return f"./{path}" if (explicit and not is_upward) or _SCHEME.match(path) else path


def encode(text: str, safe: str = "") -> str:
    """Percent-encode what can't stand in every kind of destination; letters of any script stay readable."""
    return _UNSAFE.sub(lambda match: match[0] if match[0] in safe else _percent_encoded(match[0]), text)


def _percent_encoded(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogateescape"))
