"""Old paths outside of links: of records and of their folders, from the root, from the file, or from a folder between.

What leads to a record exactly is rewritten in the manner in which it is written; a pattern that fits names of records,
or a path that leads to nothing, is for a person to look at.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from docsync.linking.destination import encode, split_destination
from docsync.linking.selflinks import path_in_tree
from docsync.migrate.model import Kind, Policy
from docsync.migrate.references.catalogue import Catalogue
from docsync.migrate.references.found import Found
from docsync.migrate.references.taken import Taken
from docsync.migrate.references.tokens import Token, blanked, is_token, tokens
from docsync.names import relative_to
from docsync.text import Span

_URL = re.compile(r"\bhttps?://[^\s<>\"'`)\]}\\]++", re.IGNORECASE)
_SCHEME = "://"  # in every _URL
_NAMES = re.compile(r"(?:\\d|\[0-9\])[^\s\"'`]{0,80}?\.(?:md|markdown|mdown)\b[^\s\"'`]{0,20}")
_STATES_FOLDER = ".adr-dir"  # says nothing but the name of the folder
_SHORT = len("adr-0001")
_FLAT = "adr-tools knows no status folders"
PATTERN = "a pattern; see whether it fits the new names"


@dataclass(frozen=True)
class Paths:
    """Finds old paths by a catalogue."""

    catalogue: Catalogue

    @cached_property
    def _signs(self) -> re.Pattern[str]:
        """What a token holds that can be an old path."""
        folders = {posixpath.basename(source) for source in self.catalogue.migration.sources} - {""}  # "": the root
        endings = {posixpath.splitext(name)[1] for name in self.catalogue.names} - {""}
        # Each one starts with a character, which is searched for ten times as fast as what is not before it.
        whole = [rf"{name}(?<![\w-]{name})(?![\w-])" for name in map(re.escape, sorted(folders))]
        return re.compile("|".join([*whole, *map(re.escape, sorted(endings))]) or r"(?!)")

    @cached_property
    def _odd(self) -> re.Pattern[str] | None:
        """The old paths that are no tokens, such as those with blanks; None where all are."""
        odd = sorted((path for path in self.catalogue.moves if not is_token(path)), key=len, reverse=True)
        return re.compile("|".join(map(re.escape, odd))) if odd else None

    def find(self, text: str, path: str, taken: Taken) -> Iterator[Found]:
        """The old paths in ``text`` of the file at ``path`` that are not ``taken``."""
        read = []
        for match in _URL.finditer(text) if _SCHEME in text else ():
            url = match[0].rstrip(".,;:")
            read.append(Span(match.start(), match.start() + len(url)))
            if not taken.overlaps(read[-1]):
                yield from filter(None, [self.url(url, read[-1])])
        for match in self._odd.finditer(text) if self._odd else ():
            read.append(Span(*match.span()))
            if not taken.overlaps(read[-1]):
                yield Found(read[-1], Kind.PATH, self.catalogue.home(match[0]), target=match[0])
        for token in tokens(blanked(text, read) if read else text, self._signs):
            if not taken.overlaps(token.span):
                yield from filter(None, [self._exact(token, path) or self._doubtful(token, path)])

    def patterns(self, text: str) -> Iterator[Found]:
        """Regular expressions and globs for names with a number before them."""
        for match in _NAMES.finditer(text):
            yield Found(Span(*match.span()), Kind.PATH, match[0], Policy.LEAVE, "", PATTERN)

    def url(self, url: str, span: Span) -> Found | None:
        """An address of this repository that leads to a record, or led to one in another revision."""
        remote = self.catalogue.remote
        inside = path_in_tree(url, remote) if remote else None
        if inside is not None:
            parts = split_destination(inside)
            member = parts.path.strip("/")
            new = self.catalogue.moves.get(member)
            written = f"{url[: len(url) - len(inside)]}/{encode(new)}{parts.suffix}" if new else ""
            return Found(span, Kind.PATH, written, target=member) if new else None
        name = posixpath.basename(re.split("[?#]", url, maxsplit=1)[0].rstrip("/"))
        named = self.catalogue.names.get(name, ()) if re.search(r"\d", name) else ()
        named = named or self._stems.get(name, ())
        if not named:
            return None
        is_ours = remote is not None and f"/{remote.slug}/".lower() in url.lower()
        reason = "a permalink, to another revision" if is_ours else "an address elsewhere"
        return Found(span, Kind.PATH, url, Policy.LEAVE, named[0], reason)

    @cached_property
    def _stems(self) -> dict[str, tuple[str, ...]]:
        """Names without ending that are long enough to be meant, as pages of a site are called."""
        stems = ((posixpath.splitext(name)[0], paths) for name, paths in self.catalogue.names.items())
        return {stem: paths for stem, paths in stems if re.search(r"\d", stem) and len(stem) > _SHORT}

    def _exact(self, token: Token, path: str) -> Found | None:
        if token.is_pattern and not token.as_folder().tail:
            return None
        return self._record(token, path) or self._folder(token.as_folder(), path) or self._named(token)

    def _record(self, token: Token, path: str) -> Found | None:
        """A path that leads to a record: as it stands, from the file, or from a folder around the record."""
        moves, text = self.catalogue.moves, token.text
        if token.lead in ("", "/", "./") and text in moves:
            return Found(token.span, Kind.PATH, token.lead + moves[text], target=text)
        near = _joined(path, token)
        if near in moves and token.lead != "/":
            new = relative_to(moves[near], posixpath.dirname(self.catalogue.home(path)))
            lead = "./" if token.lead == "./" and not new.startswith(".") else ""
            return Found(token.span, Kind.PATH, f"{lead}{new}", target=near)
        return self._partly(token) if "/" in text else None

    def _partly(self, token: Token) -> Found | None:
        """``adr/0011-x.md``, as from the folder ``docs``."""
        named = self.catalogue.names.get(posixpath.basename(token.text), ())
        fitting = [member for member in named if member.endswith(f"/{token.text}")]
        if len(fitting) != 1 or token.lead.startswith(".."):
            return None
        base, new = fitting[0][: -len(token.text)], self.catalogue.moves[fitting[0]]
        if new.startswith(base):
            return Found(token.span, Kind.PATH, f"{token.lead}{new[len(base) :]}", target=fitting[0])
        reason = f"starts in {base[:-1]}, which the record leaves"
        return Found(token.span, Kind.PATH, new, Policy.LEAVE, fitting[0], reason)

    def _named(self, token: Token) -> Found | None:
        """The bare name of a record's file; one such as ``index.md`` is too common to be taken for it."""
        named = self.catalogue.names.get(token.text, ()) if not token.lead and re.search(r"\d", token.text) else ()
        if len(named) > 1:
            reason = f"may mean {' or '.join(sorted(named))}"
            return Found(token.span, Kind.PATH, token.text, Policy.LEAVE, "", reason)
        new = posixpath.basename(self.catalogue.home(named[0])) if named else ""
        return Found(token.span, Kind.PATH, new, target=named[0]) if named else None

    def _folder(self, token: Token, path: str) -> Found | None:
        """A folder that vanishes, alone or with all that is in it: ``docs/adr/``, ``docs/adr/**``."""
        if token.is_pattern:
            return None
        is_setting = posixpath.basename(path) == _STATES_FOLDER
        if is_setting and not {token.text, _joined(path, token)}.isdisjoint(self._sources):
            return Found(token.span, Kind.PATH, token.written, Policy.LEAVE, "", _FLAT)
        if token.text in self._sources and not token.lead.startswith(".."):
            is_meant = "/" in token.text or token.lead or token.tail
            return self._left(token, token.text, self.catalogue.folders.get(token.text)) if is_meant else None
        near = _joined(path, token)
        if near in self._sources and (token.lead or token.tail) and token.lead != "/":
            new = self.catalogue.folders.get(near)
            here = posixpath.dirname(self.catalogue.home(path))
            return self._left(Token(token.text, token.span, "", token.tail), near, new and relative_to(new, here))
        return None

    def _left(self, token: Token, old: str, new: str | None) -> Found | None:
        """A folder that vanishes, or has to stay; nothing where it is, or holds, the new one."""
        if new is not None:
            return Found(token.span, Kind.PATH, f"{token.lead}{new}{token.tail}", target=old)
        if f"{self.catalogue.migration.root}/".startswith(f"{old}/"):
            return None
        return Found(token.span, Kind.PATH, token.written, Policy.LEAVE, "", f"{old} stays, for other files in it")

    @cached_property
    def _sources(self) -> frozenset[str]:
        """The old folders and those in them."""
        inside = tuple(f"{source}/" for source in self.catalogue.migration.sources)
        below = (each for each in self.catalogue.corpus.tree.directories if each.startswith(inside))
        return frozenset({*self.catalogue.migration.sources, *below})

    @cached_property
    def _sources_in(self) -> re.Pattern[str]:
        folders = "|".join(map(re.escape, self.catalogue.migration.sources)) or r"(?!)"
        return re.compile(rf"(?<![\w.-])(?:{folders})(?![\w-])")

    def _doubtful(self, token: Token, path: str) -> Found | None:
        """What only a person can rewrite: a pattern with one of the old folders, a path that leads to nothing in it."""
        plain = token.text.replace("\\", "")
        if token.is_pattern:
            is_near = self._sources_in.search(plain) or self._sources_in.match(_joined(path, token))
            return Found(token.span, Kind.PATH, token.written, Policy.LEAVE, "", PATTERN) if is_near else None
        tree = self.catalogue.corpus.tree
        places = [place.rstrip("/") for place in (token.text, _joined(path, token))]
        is_lost = all(tree.kind(place) is None for place in places)
        inside = tuple(f"{source}/" for source in self.catalogue.migration.sources)
        if is_lost and any(place.startswith(inside) for place in places) and "/" in token.written:
            return Found(token.span, Kind.PATH, token.written, Policy.LEAVE, "", "leads to no file")
        return None


def _joined(path: str, token: Token) -> str:
    """Where a token leads from the folder of ``path``."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), token.lead.lstrip("/") + token.text))
