"""Names of records: slug, file name, and the way out of a collision."""

from __future__ import annotations

from datetime import date
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsync.errors import UsageError
from docsync.rfc.naming import (
    MAX_SLUG,
    RecordName,
    fold_words,
    free_name,
    parse_name,
    record_name,
    slug,
    slugify,
    topic_of,
)

DAY = date(2026, 6, 11)
WORDS = [
    ("Use C++ and C# & F#", "use-cpp-and-csharp-and-fsharp"),
    ("The .NET runtime", "the-dotnet-runtime"),
    ("Café déjà-vu, naïve Øre æon Straße", "cafe-deja-vu-naive-ore-aeon-strasse"),
    ("Don't block the caller’s loop", "dont-block-the-callers-loop"),
    ("v1.2/rc_3", "v1-2-rc-3"),
    ("ﬁle №2 ①", "file-no2-1"),
    ("日本語 parser", None),
    ("Решение", None),
    ("日本語", None),
    ("—", None),
    ("", None),
]


@pytest.mark.parametrize(("text", "expected"), WORDS)
def test_slugify(text: str, expected: str | None) -> None:
    assert slugify(text) == expected


TOPICS = [
    ("0011-runtime-arg-validation.md", "runtime-arg-validation"),
    ("docs/adr/ADR-12_x_y.md", "x_y"),
    ("013adr-configuration.md", "configuration"),
    ("2021-06-05_001-record-decisions.md", "record-decisions"),
    ("rfcs/0003-fast-path/README.md", "fast-path"),
    ("README.md", "README"),
    ("0012-x.rejected.md", "x"),
    ("0012.md", "0012"),
    ("adr-tools-template.md", "tools-template"),
    ("3d-models.md", "3d-models"),
]


@pytest.mark.parametrize(("name", "topic"), TOPICS)
def test_the_topic_in_an_old_name(name: str, topic: str) -> None:
    assert topic_of(name) == topic


SLUGS = [
    ("Runtime arg validation at the boundary", "0011-runtime-args.md", "file", "runtime-args"),
    ("Runtime arg validation", "0011-validation.md", "file", "runtime-arg-validation"),
    ("Runtime arg validation", "0011-runtime-args.md", "title", "runtime-arg-validation"),
    ("RFC Proposal", "0011-validation.md", "file", "validation"),
    ("RFC Proposal", "0011-validation.md", "title", "validation"),
    ("日本語", "0011-fast-path.md", "title", "fast-path"),
    ("Fast path", "0011-日本語.md", "file", "fast-path"),
    ("ADR-11: Fast path [Draft]", "0011.md", "file", "fast-path"),
]


@pytest.mark.parametrize(("title", "name", "prefer", "expected"), SLUGS)
def test_slug(title: str, name: str, prefer: Literal["file", "title"], expected: str) -> None:
    assert slug(title, name, prefer) == expected


def test_nothing_is_transliterated_in_silence() -> None:
    with pytest.raises(UsageError, match=r"docs/adr/日本\.md: no ASCII words for a name in `決定`; give one"):
        slug("決定", "docs/adr/日本.md")


def test_a_slug_is_cut_at_a_word() -> None:
    assert slug(f"{'word ' * 12}tail", "x.md") == "-".join(["word"] * 12)
    assert slug("x" * 80, "y.md") == "x" * MAX_SLUG


@given(st.text(), st.text(min_size=1))
def test_a_slug_fits_a_name(title: str, name: str) -> None:
    try:
        made = slug(title, name)
    except UsageError:
        return
    assert len(made) <= MAX_SLUG
    assert parse_name(record_name(DAY, made)) == RecordName(DAY, made)


NAMES = [
    ("2026-06-11-x-2.md", RecordName(DAY, "x-2")),
    ("2026-06-11-x.markdown", "does not end in `.md`"),
    ("2026-06-11-x.MD", "does not end in `.md`"),
    ("0012-x.md", "is not `yyyy-mm-dd-slug.md`"),
    ("２026-06-11-x.md", "is not `yyyy-mm-dd-slug.md`"),
    ("2026-06-11_x.md", "is not `yyyy-mm-dd-slug.md`"),
    ("2026-02-30-x.md", "starts with 2026-02-30, which is no day"),
    ("0000-01-01-x.md", "starts with 0000-01-01, which is no day"),
    *((f"2026-06-11-{bad}.md", "has a slug that is not lower-case ASCII words joined by `-`")
      for bad in ("", "X", "a--b", "a-", "a_b", "é", "a\n")),
]  # fmt: skip


@pytest.mark.parametrize(("name", "expected"), NAMES)
def test_parse_name(name: str, expected: RecordName | str) -> None:
    assert parse_name(name) == expected


def test_words_of_a_title_as_in_a_slug() -> None:
    assert fold_words("Über C++ 日本") == {"uber", "cpp"}


TAKEN = ["2026-06-11-Fast-Path.md"]
LONGER = [*TAKEN, "2026-06-11-fast-path-for.md", "2026-06-11-fast-path-for-all.md"]
FREE = [
    ([], "For all", (), "fast-path"),
    (["2026-06-12-fast-path.md"], "", (), "fast-path"),
    (TAKEN, "A fast path for all", (), "fast-path-a"),
    (TAKEN, "Fast path for all", ("adr",), "fast-path-for"),
    (LONGER, "Fast path for all", ("ADR", "docs"), "fast-path-adr"),
    ([*TAKEN, "2026-06-11-fast-path-adr.md"], "日本", ("ADR", "日", "Old docs"), "fast-path-old-docs"),
    ([*TAKEN, "2026-06-11-fast-path-2.md"], "", (), "fast-path-3"),
    (TAKEN, "w" * 60, (), "fast-path-2"),
]


@pytest.mark.parametrize(("taken", "title", "qualifiers", "expected"), FREE)
def test_a_taken_name_gets_more_words(taken: list[str], title: str, qualifiers: tuple[str, ...], expected: str) -> None:
    assert free_name(DAY, "fast-path", taken, title=title, qualifiers=qualifiers) == f"2026-06-11-{expected}.md"
