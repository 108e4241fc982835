from __future__ import annotations

from difflib import SequenceMatcher
from typing import Any

import pytest

from docsync.gates.links import GATE, fragments
from memory import corpus_of, findings

FILES = {
    "docs/guide.md": "# Set Up\n\n# Set Up\n\n# Use\n<a id='Own'></a>\n",
    "docs/README.md": "# Docs\n",
    "empty/x.txt": "",
    "rst/readme.rst": "Title\n=====\n",
    "linked/README.md": "-> ../docs/guide.md",
    "code.py": "a\nb\nc\n",
    "image.png": b"\x89PNG\0",
    "image.svg": "<svg id='x'/>",
    "binary.bin": b"\0\1",
    "page.html": "<h1 id='one'>One</h1><a name=two></a>\n",
    "notes.rst": "x\n",
    "notes.txt": "x\n",
    "broken.md": b"\xff",
    "link.md": "-> docs/guide.md",
}

# Destination in README.md; the code of its finding and what helps.
CASES = [
    ("docs/guide.md#set-up", None, None),
    ("docs/guide.md#set-up-1", None, None),
    ("docs/guide.md#set-up-2", "missing-anchor", "did you mean #set-up?"),
    ("docs/guide.md#setup", "missing-anchor", "did you mean #set-up?"),
    ("docs/guide.md#Own", None, None),
    ("docs/guide.md#zebra", "missing-anchor", None),
    ("docs/guide.md#", None, None),
    ("docs/guide.md#top", None, None),
    ("docs/guide.md#readme", "missing-anchor", None),
    ("docs/guide.md#set%2Dup", None, None),
    ("docs/guide.md?plain=1#L2", None, None),
    ("docs/guide.md#L99", "line-out-of-range", None),
    ("link.md#use", None, None),
    ("link.md#zebra", "missing-anchor", None),
    # Directories show their README.
    ("docs#docs", None, None),
    ("docs/#docs", None, None),
    ("docs#zebra", "missing-anchor", None),
    ("docs#readme", None, None),
    ("linked#use", None, None),
    ("linked#zebra", "missing-anchor", None),
    ("empty#x", "missing-anchor", None),
    ("empty#", None, None),
    ("rst#title", None, None),
    # Lines of text files.
    ("code.py#L1", None, None),
    ("code.py#L3", None, None),
    ("code.py#L4", "line-out-of-range", None),
    ("code.py#L0", "line-out-of-range", None),
    ("code.py#L1-L3", None, None),
    ("code.py#L1-3", None, None),
    ("code.py#L1-L4", "line-out-of-range", None),
    ("code.py#L3-L1", None, None),  # GitHub turns it round
    ("code.py#L1C2-L3C8", None, None),
    ("code.py#L1C2", None, None),
    ("code.py#L" + "9" * 5000, "line-out-of-range", None),
    ("code.py#l1", "missing-anchor", None),
    ("code.py#main", "missing-anchor", None),
    ("code.py#", None, None),
    ("notes.txt#x", "missing-anchor", None),
    # Not judged: images, binary files, markup with rules of its own, what can't be read.
    ("image.png#gh-dark-mode-only", None, None),
    ("image.svg#layer", None, None),
    ("binary.bin#x", None, None),
    ("notes.rst#title", None, None),
    ("broken.md#x", None, None),
    # Ids of HTML files.
    ("page.html#one", None, None),
    ("page.html#two", None, None),
    ("page.html#three", "missing-anchor", None),
    ("page.html#top", None, None),
    ("page.html#L1", None, None),
    # The document itself.
    ("#readme", None, None),
    ("#here", None, None),
    ("#zebra", "missing-anchor", None),
    ("?x#here", None, None),
    ("README.md#here", None, None),
    ("./#here", None, None),
    ("/#here", None, None),
]


@pytest.mark.parametrize(("destination", "code", "suggestion"), CASES)
def test_fragment(destination: str, code: str | None, suggestion: str | None) -> None:
    corpus = corpus_of({**FILES, "README.md": f"# Here\n\n[a]({destination})\n"})
    found = [(each.code, each.suggestion) for each in findings(GATE, corpus) if each.code != "ambiguous-anchor"]
    assert found == ([(code, suggestion)] if code else [])


def test_the_finding_stands_at_the_fragment() -> None:
    text = "[a](docs/guide.md#zebra)"
    (found,) = findings(GATE, corpus_of({**FILES, "README.md": text}))
    assert text[slice(*found.span)] == "zebra"
    assert (found.message, found.subject) == ("no anchor `#zebra` in `docs/guide.md`", "docs/guide.md#zebra")
    assert found.targets == ("docs/guide.md",)


# Headings before and now; the anchor linked to, and what it became.
RENAMES = [
    ("# A\n# B\n# C\n", "# A\n# New\n# C\n", "b", "new"),
    ("# A\n# B\n", "# A\n# New name!\n", "b", "new-name"),
    ("# A\n# B\n", "# A\n", "b", None),
    ("# A\n# B\n", "# X\n# Y\n# Z\n", "b", None),
    ("# A\n# B\n", "# X\n# Y\n", "b", "y"),
]


@pytest.mark.parametrize(("before", "now", "fragment", "expected"), RENAMES)
def test_renamed_headings(before: str, now: str, fragment: str, expected: str | None) -> None:
    text = f"[a](guide.md#{fragment})"
    corpus = corpus_of({"README.md": text, "guide.md": now}, before={"guide.md": before})
    (found,) = findings(GATE, corpus)
    assert [edit.text for edit in found.fix] == ([expected] if expected else [])
    assert found.suggestion == f"renamed to #{expected}" if expected else "renamed" not in (found.suggestion or "")


def test_renames_are_looked_for_once_and_not_in_huge_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    links = "".join(f"[a](guide.md#old-{number})\n" for number in range(20))
    now, before = ("".join(f"# {word} {number}\n" for number in range(20)) for word in ("New", "Old"))
    made: list[object] = []

    class Counting(SequenceMatcher):  # type: ignore[type-arg]
        def __init__(self, *args: Any, **keywords: Any) -> None:
            made.append(args)
            super().__init__(*args, **keywords)

    monkeypatch.setattr(fragments, "SequenceMatcher", Counting)
    corpus = corpus_of({"README.md": links, "guide.md": now}, before={"guide.md": before})
    assert [each.suggestion for each in findings(GATE, corpus)][7] == "renamed to #new-7"
    assert len(made) == 1
    monkeypatch.setattr(fragments, "_MAX_PAIRS", 399)
    corpus = corpus_of({"README.md": links, "guide.md": now}, before={"guide.md": before})
    assert not any("renamed" in (each.suggestion or "") for each in findings(GATE, corpus))


def test_where_an_escape_hides_the_fragment_nothing_is_rewritten() -> None:
    corpus = corpus_of({"README.md": "[a](guide.md#b\\_c)", "guide.md": "# New\n"}, before={"guide.md": "# b_c\n"})
    (found,) = findings(GATE, corpus)
    assert (found.suggestion, found.fix) == ("renamed to #new", ())


def test_html_anchors_by_option() -> None:
    corpus = corpus_of({**FILES, "README.md": "[a](page.html#three)"})
    assert not list(findings(GATE, corpus, html_anchors=False))


def test_flavours() -> None:
    files = {"README.md": "[a](#Set-Up) [b](#set-up) [c](#set-up_1)\n\n# Set Up\n\n# Set Up\n"}
    for flavour, missing in (("github", "#set-up_1"), ("mkdocs", "#Set-Up")):
        found = findings(GATE, corpus_of(files, flavour=flavour))
        assert [each.subject for each in found if each.code == "missing-anchor"] == [missing]
