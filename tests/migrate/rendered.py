"""A second opinion on a migrated folder: links as cmark-gfm renders them, anchors by an own slug rule, plain grep.

Nothing here knows doc-sync: a fault of its parser, its slugs or its patterns cannot hide behind itself.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

import cmarkgfm
from cmarkgfm.cmark import Options

_OPTIONS = Options.CMARK_OPT_FOOTNOTES | Options.CMARK_OPT_UNSAFE
_EXTENSIONS = ["table", "strikethrough", "tasklist"]
_FRONT_MATTER = re.compile(r"\A---\r?\n.*?^---\r?$", re.DOTALL | re.MULTILINE)
_ID = re.compile(r"\b(?:ADRs?|RFCs?)[\s#_-]*\d{1,4}\b", re.IGNORECASE)
_PATH = re.compile(r"(?<![\w-])\d{3,4}-[a-z][\w-]*\.md")
_NAMING = re.compile(r"(?m)^Formerly:[^\n]*$|<!-- doc-sync: rfc-aliases -->(?s:.*?)<!-- doc-sync: end -->")
_OWN_FILES = ("rfc-migration.toml", "moves.json")


class Arrow(NamedTuple):
    """A link that resolves: source path, target path, and the heading that its fragment means."""

    source: str
    target: str
    heading: str = ""


class _Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.destinations: list[str] = []
        self.anchors: dict[str, str] = {}
        self._level: str | None = None
        self._heading = ""
        body = _FRONT_MATTER.sub("", text)
        self.feed(cmarkgfm.markdown_to_html_with_extensions(body, _OPTIONS, _EXTENSIONS))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in ("a", "img") and not {"data-footnote-ref", "data-footnote-backref"} & given.keys():
            self.destinations += [value for name in ("href", "src") if (value := given.get(name))]
        for name in ("id", "name"):
            self.anchors.setdefault(given.get(name) or "", "")
        if re.fullmatch("h[1-6]", tag):
            self._level, self._heading = tag, ""

    def handle_data(self, data: str) -> None:
        self._heading += data

    def handle_endtag(self, tag: str) -> None:
        if tag == self._level:
            wanted = slug = re.sub(r"[^\w\- ]", "", self._heading.lower()).replace(" ", "-")
            number = 0
            while slug in self.anchors:
                number += 1
                slug = f"{wanted}-{number}"
            self.anchors[slug] = self._heading
            self._level = None


def texts(folder: Path) -> dict[str, str]:
    """The text of every file of the project by path."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    named = {str(path.relative_to(folder)): path for path in files}
    return {
        name: path.read_bytes().decode("utf-8-sig")
        for name, path in named.items()
        if not name.startswith(".git/") and path.name not in _OWN_FILES
    }


def arrows(folder: Path) -> tuple[Counter[Arrow], list[str]]:
    """Every relative link of the Markdown files below ``folder`` that resolves, and the others."""
    found = texts(folder)
    pages = {path: _Page(text) for path, text in found.items() if path.endswith(".md")}
    good: Counter[Arrow] = Counter()
    broken: list[str] = []
    for path, page in pages.items():
        for destination in page.destinations:
            if re.match(r"[a-z][a-z+.-]*:", destination):
                continue
            before, _, fragment = destination.partition("#")
            place = unquote(before)
            target = posixpath.normpath(posixpath.join(posixpath.dirname(path), place)) if place else path
            anchors = pages[target].anchors if target in pages else {}
            if not (folder / target).exists() or (fragment and unquote(fragment) not in anchors):
                broken.append(f"{path}: {destination}")
            else:
                good[Arrow(path, target, anchors.get(unquote(fragment), "") if fragment else "")] += 1
    return good, broken


def old_names(folder: Path) -> Iterator[tuple[str, str]]:
    """Path and text of each id or numbered file name that is left and is no name of old."""
    for path, text in texts(folder).items():
        apart = _NAMING.sub("", text)
        for pattern in (_ID, _PATH):
            yield from ((path, " ".join(match[0].split())) for match in pattern.finditer(apart))


def plain_lines(text: str) -> Iterator[str]:
    """Lines that a migration has no reason to touch: no heading, no link, no id, no status, no short one."""
    body = _FRONT_MATTER.sub("", text)
    for line in re.split(r"\r?\n", body):
        touched = re.search(r"\]|^#|^=+$|<a |^\W*(?:status|date)\b|^[(`]?\d{4}\b", line.strip(), re.IGNORECASE)
        if len(line) > 20 and not touched and not _ID.search(line) and not re.search(r"\b(?:ADR|RFC)s?\b", line):
            yield line.strip()
