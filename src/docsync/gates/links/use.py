"""One destination in a document, and findings about it."""

from __future__ import annotations

from dataclasses import dataclass

from docsync.finding import Edit, Finding
from docsync.linking.destination import Destination, rewrite_path, write_path
from docsync.text import Span


@dataclass(frozen=True, slots=True)
class Use:
    """One destination in a document, with its parts and the texts that link by it.

    ``is_url``: it is a full URL into this repository, of which ``destination`` is the path from the root.
    ``is_autolink``: nothing but a full URL can stand there, so that it is never rewritten.
    """

    source: str
    span: Span
    destination: Destination
    texts: tuple[str, ...]
    is_url: bool = False
    is_autolink: bool = False

    def finding(self, code: str, message: str, suggestion: str | None, target: str, fix: str | None = None) -> Finding:
        """A finding at the destination; ``fix`` is the new text of the whole destination."""
        edits = () if fix is None else (Edit(self.source, self.span, fix),)
        return Finding(self.source, self.span, code, message, suggestion, self.destination.written, (target,), edits)

    def rewritten(self, targets: tuple[str, ...]) -> str | None:
        """The destination as it must be written to lead to the one target; None where that is uncertain."""
        if len(targets) != 1 or self.is_autolink:
            return None
        return rewrite_path(self.destination, self.span, self.source, targets[0], relative=self.is_url)

    def path_to(self, target: str) -> str:
        """The path alone as it must be written here to lead to ``target``; in an autolink, the one from the root."""
        if self.is_autolink:
            return target or "."
        return write_path(self.destination, self.source, target, relative=self.is_url)

    def directions(self, verb: str, targets: tuple[str, ...]) -> str:
        """``moved to docs/a.md; write a.md``: where the targets are, and how to write that where it differs."""
        said = f"{verb} " + " or ".join(target or "." for target in targets)
        if self.is_autolink or all(write_path(None, self.source, target) == (target or ".") for target in targets):
            return said
        return f"{said}; write " + " or ".join(map(self.path_to, targets))
