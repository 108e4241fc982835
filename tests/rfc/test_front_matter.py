"""Front matter as records have it, and as an enemy writes it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsync.markdown.extract import read_document
from docsync.markdown.front_matter import MAX_LENGTH, FrontMatter, read_front_matter
from docsync.text import SourceText


def read(text: str) -> FrontMatter:
    source = SourceText.from_str(text)
    return read_front_matter(source, read_document(source))


# What stands between the fences; values by key.
CASES = [
    ("title: |\n  3. Use x\nStatus: 'Accepted'  # since May", {"title": ("3. Use x",), "status": ("Accepted",)}),
    ("tags: [a, b]\nlist:\n- c\n- d", {"tags": ("a", "b"), "list": ("c", "d")}),
    ("date: 2020-01-01\non: yes\nempty:", {"date": ("2020-01-01",), "on": ("yes",), "empty": ("",)}),
    ("a: {b: c}\nd: [[e]]\nf: [{g: h}]\ni: []\nj: k", {"j": ("k",)}),
    ("a: &x b\nc: *x\nd: e", {"a": ("b",), "d": ("e",)}),
    ("? [a]\n: b\nc: !!python/name:os.system d", {"c": ("d",)}),
    ("a: b\na: c", {"a": ("b",)}),
    ("- a\n- b", {}),
    ("text", {}),
    ("", {}),
]


@pytest.mark.parametrize(("inside", "values"), CASES)
def test_fields(inside: str, values: dict[str, tuple[str, ...]]) -> None:
    for text in (f"---\n{inside}\n---\n# T\n", f"---\n{inside}\n---\n".replace("\n", "\r\n")):
        found = read(text)
        assert found.problem is None
        assert {name: each.values for name, each in found.fields.items()} == values
        for each in found.fields.values():
            assert all(value in text[slice(*each.span)] for value in each.values)


def test_a_value_says_whether_it_is_a_list() -> None:
    found = read("---\na: [b]\nc: d\n---\n").fields
    assert [(each.value, each.is_list) for each in found.values()] == [("b", True), ("d", False)]


def test_a_document_without_front_matter_has_no_fields() -> None:
    assert read("# T\n\n---\na: b\n---\n") == FrontMatter()


BOMB = "a: &a [x, x]\n" + "\n".join(
    f"{name}: &{name} [*{before}, *{before}]" for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)
HOSTILE = [
    ("a: b\nc: [d", "expected ',' or ']', but got '<stream end>'"),
    ("a: b\nc: \x07", "holds a character that YAML does not allow"),
    ("a: b\n\tc: d", "found character '\\t' that cannot start any token"),
    (f"a: b\nc: {'[' * 40_000}", "nests deeper than 20 levels"),
    (f"a: {'b' * MAX_LENGTH}", f"is longer than {MAX_LENGTH:,} characters"),
    (f"{BOMB}\nz: y", None),
]


@pytest.mark.parametrize(("inside", "problem"), HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_front_matter_is_told_or_cut(inside: str, problem: str | None) -> None:
    found = read(f"---\n{inside}\n---\n")
    assert found.problem == problem
    assert set(found.fields) <= {"a", "z"}


@given(st.text(alphabet="ab:-[]{}&*!|>'\"#\n ?,%@\\", max_size=80))
def test_no_front_matter_breaks_the_reading(inside: str) -> None:
    text = f"---\n{inside}\n---\n"
    for each in read(text).fields.values():
        assert 0 <= each.span.start <= each.span.end <= len(text)
