"""Generated trees of documents that link to each other in every way, and what a reader of the HTML would follow."""

from __future__ import annotations

import html
import posixpath
import re
from collections.abc import Iterator, Mapping
from urllib.parse import unquote

import cmarkgfm
from cmarkgfm.cmark import Options
from hypothesis import strategies as st

from docsync.linking.destination import encode
from docsync.repo import Remote

REMOTE = Remote("example.com", "owner/name", frozenset({"main"}))
URL = "https://example.com/owner/name/blob/main/"
FOLDERS = ("", "docs", "docs/guide", "docs/Guide 2", "lib", "docs/rfc/proposed", "ü")
NAMES = ("a.md", "b.md", "A.md", "c d.md", "e++.md", "f%20.md", "g(1).md", "README.md", "pic.png", "h#1.md", "é.md")
SECTIONS = ("One", "Two words", "One", "C++ & more")
SLUGS = ("one", "two-words", "one-1", "c--more")
INERT = """```sh
cat ../a.md [x](a.md)  # see docs/a.md
```

`[x](a.md)` <!-- [x](b.md) --> \\[x](a.md) &amp; plain docs/guide/a.md

"""
_ATTRIBUTE = re.compile(r'\b(?:href|src)="([^"]*)"')


@st.composite
def trees(draw: st.DrawFn) -> dict[str, str | bytes]:
    """Files by path: documents with sections and links to each other, and pictures."""
    paths = draw(
        st.lists(
            st.builds(posixpath.join, st.sampled_from(FOLDERS), st.sampled_from(NAMES)),
            min_size=2,
            max_size=9,
            unique=True,
        )
    )
    return {path: draw(_documents(path, paths)) if path.endswith(".md") else b"\x00png" for path in paths}


@st.composite
def _documents(draw: st.DrawFn, path: str, paths: list[str]) -> str:
    links = draw(st.lists(_links(path, paths), max_size=6))
    body = draw(st.sampled_from(("", INERT)))
    sections = "".join(f"## {section}\n\ntext\n\n" for section in SECTIONS)
    text = f"# Title of {posixpath.basename(path)}\n\n{body}{sections}" + "\n\n".join(links) + "\n"
    return text.replace("\n", "\r\n") if draw(st.booleans()) else text


@st.composite
def _links(draw: st.DrawFn, source: str, paths: list[str]) -> str:
    target = draw(st.sampled_from([*paths, *(posixpath.dirname(path) or source for path in paths)]))
    is_document = target.endswith(".md")
    fragment = "#" + draw(st.sampled_from(SLUGS)) if is_document and draw(st.booleans()) else ""
    relative = encode(posixpath.relpath(target, posixpath.dirname(source) or "."))
    written = draw(
        st.sampled_from(
            [relative, f"./{relative}", f"/{encode(target)}", f"{relative}?plain=1", f"{URL}{encode(target)}"]
            + ([""] if target == source and fragment else [])
        )
    )
    destination = written + fragment
    form = draw(
        st.sampled_from(
            (
                "[t]({})",
                "![t]({} 'title')",
                "[t](<{}>)",
                '<a href="{}">t</a>',
                "[t][{n}]\n\n[{n}]: {}",
                "[{n}]\n\n[{n}]: <{}> (title)",
            )
        )
    )
    label = f"label {draw(st.integers(0, 10**9))}"
    return form.replace("{n}", label).replace("{}", destination)


@st.composite
def renames(draw: st.DrawFn, tree: Mapping[str, object]) -> list[tuple[str, str]]:
    """Names to give to files and folders of ``tree``: new ones, each other's, the same in another letter case."""
    folders = {posixpath.dirname(path) for path in tree} - {""}
    chosen = draw(st.lists(st.sampled_from([*tree, *sorted(folders)]), min_size=1, max_size=3, unique=True))
    names = {}
    for path in chosen:
        extension = posixpath.splitext(path)[1]
        others = [other for other in chosen if posixpath.splitext(other)[1] == extension]
        fresh = [path.replace("a", "A"), f"new/name{extension}", f"x/{posixpath.basename(path)}"]
        names[path] = draw(st.sampled_from([*others, *fresh]))
    return list(names.items())


def followed(path: str, text: str) -> Iterator[tuple[str, str]]:
    """Path and fragment of each link and picture in the HTML that cmark-gfm makes of the document at ``path``."""
    rendered = cmarkgfm.markdown_to_html(text, Options.CMARK_OPT_UNSAFE)
    for match in _ATTRIBUTE.finditer(rendered):
        destination = html.unescape(match[1])
        is_own = destination.startswith(URL)
        before, _, fragment = destination.removeprefix(URL).partition("#")
        written = unquote(before.partition("?")[0])
        if not written:
            yield path, fragment
            continue
        base = "" if is_own or written.startswith("/") else posixpath.dirname(path)
        yield posixpath.normpath(posixpath.join(base, written.lstrip("/"))), fragment
