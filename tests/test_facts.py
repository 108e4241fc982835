"""Facts as bytes: they come back as they were, nothing else comes out, and they depend on what they are made of."""

from __future__ import annotations

import os
import pickle
import pickletools
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from generated import documents
from hypothesis import given, settings
from hypothesis import strategies as st

from docsync import facts
from docsync.errors import UnreadableError
from docsync.facts import CLOSER, DOCUMENT, GLANCE, Kind, facts_version, make_packed, pack, unpack
from docsync.markdown.anchors import FLAVOURS
from docsync.markdown.glance import Glance
from docsync.markdown.limits import MAX_NESTING
from docsync.text import SourceText

GITHUB = FLAVOURS["github"]
KINDS = (GLANCE, CLOSER, DOCUMENT)


def repacked(kind: Kind, data: bytes) -> Any:
    size, found = unpack(make_packed(kind, GITHUB, [data])[0])
    assert size == len(data)
    assert kind.is_one(found)
    return found


@settings(max_examples=100)
@given(documents())
def test_facts_come_back_as_they_were(text: str) -> None:
    source = SourceText.from_str(text)
    for kind in (GLANCE, CLOSER):
        assert repacked(kind, text.encode()) == kind.of_text(source, GITHUB)
    found, made = repacked(DOCUMENT, text.encode()), DOCUMENT.of_text(source, GITHUB)
    names = [name for name in made.__dataclass_fields__ if name != "lines"]
    assert [getattr(found, name) for name in names] == [getattr(made, name) for name in names]
    ends = range(len(source.text) + 1)
    assert [found.lines.position(at) for at in ends] == [made.lines.position(at) for at in ends]


@pytest.mark.parametrize("kind", KINDS)
def test_what_cannot_be_read(kind: Kind) -> None:
    found = repacked(kind, b"\xff")
    assert isinstance(found, UnreadableError)
    assert found.reason == "is not UTF-8: byte 0xff at offset 0"


def test_what_the_parser_refuses() -> None:
    refused = repacked(DOCUMENT, b"[" * 10_000 + b"]" * 10_000)
    assert isinstance(refused, UnreadableError)
    assert "unclosed brackets" in refused.reason
    assert repacked(GLANCE, b"[" * 10_000 + b"]" * 10_000).is_extreme
    assert repacked(GLANCE, b"> " * (MAX_NESTING + 1) + b"x").is_extreme


def test_what_nests_deeper_than_python_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_deep(_source: SourceText) -> None:
        raise RecursionError

    monkeypatch.setattr("docsync.markdown.extract.read_document", too_deep)
    found = repacked(DOCUMENT, b"a")
    assert isinstance(found, UnreadableError)
    assert found.reason == "nests too deep to be parsed"


def test_of_what_kind_facts_are() -> None:
    assert GLANCE.is_one(Glance())
    assert DOCUMENT.is_one(UnreadableError("why"))
    assert not DOCUMENT.is_one(Glance())
    assert not GLANCE.is_one(())
    assert Kind("any", lambda _source, _flavour: 3, 1).is_one(3)


def call(module: str, name: str, argument: str = "x") -> bytes:
    """A pickle that calls a function."""
    return f"c{module}\n{name}\n(V{argument}\ntR.".encode()


NO_FACTS: list[bytes] = [
    b"",
    b"rubbish",
    pickle.dumps(3),
    pickle.dumps((1, False)),
    pickle.dumps((1, False, (), ())),
    pickle.dumps(("1", False, ())),
    pickle.dumps((None, False, ())),
    pickle.dumps((1, True, 5)),
    pickle.dumps((1, True, ())),
    pickle.dumps((1, True, ("too", "many"))),
    pickle.dumps((1, False, Path("x"))),
    pickle.dumps((1, False, UnreadableError("x"))),
    pack(Glance(), 5)[:-3],
]
# Some would run code that is harmless here, were they not refused.
CALLS = [
    ("builtins", "eval"),
    ("builtins", "print"),
    ("builtins", "getattr"),
    ("os", "system"),
    ("posix", "system"),
    ("docsync.markdown.anchors", "slug"),
    ("docsync.markdown.extract", "bisect_right"),
    ("docsync.markdown.look", "re"),
    ("docsync.markdown.rendering", "cmark"),
    ("docsync.text", "bisect_right"),
    ("docsync.text", "re"),
    ("docsync.markdown.look", "re.compile"),
    ("docsync.markdown.nowhere", "x"),
    ("docsync.markdown.search", "Iterable"),
    ("docsync.files", "write_text"),
    ("docsync.records_of_others", "x"),
]


@pytest.mark.parametrize("packed", NO_FACTS)
def test_what_is_no_facts(packed: bytes) -> None:
    with pytest.raises(ValueError, match=r"^no facts: "):
        unpack(packed)


@pytest.mark.parametrize(("module", "name"), CALLS)
def test_no_function_is_called(module: str, name: str) -> None:
    packed = call(module, name)
    assert "REDUCE" in [operation.name for operation, _, _ in pickletools.genops(packed)]
    with pytest.raises(ValueError, match=r"^no facts: "):
        unpack(packed)


@settings(max_examples=200)
@given(st.binary(max_size=60), st.integers(0, 400), st.booleans())
def test_whatever_is_damaged_ends_with_facts_or_a_refusal(data: bytes, at: int, is_inside: bool) -> None:
    packed = make_packed(DOCUMENT, GITHUB, [b"# A\n\n[a](b.md) ADR 12\n"])[0]
    damaged = packed[:at] + data + packed[at + len(data) * is_inside :]
    try:
        size, _ = unpack(damaged)
    except ValueError:
        return
    assert isinstance(size, int)


def installed_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts, "_installed", lambda: ["markdown_it_py-99.dist-info"])


def other_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.version_info", (9, 9, 0))


def other_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts, "_SOURCES", facts._SOURCES[1:])  # noqa: SLF001 - as if a folder had changed


@pytest.mark.parametrize("change", [installed_otherwise, other_python, other_code])
def test_the_version_tells_of_every_change(
    change: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = facts_version(GITHUB)
    assert before == facts_version(GITHUB)
    change(monkeypatch)
    assert facts_version(GITHUB) != before


def test_every_flavour_has_a_version_of_its_own() -> None:
    assert len({facts_version(flavour) for flavour in FLAVOURS.values()}) == len(FLAVOURS)


def test_the_parsers_are_part_of_the_version() -> None:
    names = [name.split("-")[0] for name in facts._installed()]  # noqa: SLF001 - it is asked of the real environment
    assert names == ["cmarkgfm", "markdown_it_py", "mdit_py_plugins"]


OTHERS = ("/usr/bin/python3", "python3.11", "python3.12", "python3.13", "python3.14")
PICKLED = """
import pickle, pickletools
from enum import Enum
from docsync.markdown import document
kinds = [each for each in vars(document).values() if isinstance(each, type) and issubclass(each, Enum)]
for member in (member for kind in kinds for member in kind):
    words = [said for code, said, _ in pickletools.genops(pickle.dumps(member, 5)) if code.name == "SHORT_BINUNICODE"]
    assert words == [type(member).__module__, type(member).__name__, member.value], words
    print(member)
"""


@pytest.mark.parametrize("name", OTHERS)
def test_words_are_pickled_alike_by_each_python(name: str) -> None:
    """Up to Python 3.11.3 a member of an enum was pickled as a call of ``getattr``."""
    program = shutil.which(name)
    asked = [program or sys.executable, "-c", "import sys; print(sys.version_info >= (3, 11))"]
    if program is None or "True" not in subprocess.run(asked, capture_output=True, text=True, check=False).stdout:
        pytest.skip(f"{name} is not there, or too old")
    source = os.fspath(Path(facts.__file__).parents[1])
    done = subprocess.run(
        [program, "-c", PICKLED], env={"PYTHONPATH": source}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "LinkKind.INLINE" in done.stdout
