from __future__ import annotations

import pickle
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsync.errors import UnreadableError
from docsync.text import BOM, LineIndex, Position, SourceText, Span

PIECES = ["a", "é", "𝒳", "word ", "\n", "\r\n", "\r", "\u2028", "\v", "\f", "\x85", "\t", ""]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)

COUNTS = [
    ("", 1),
    ("a", 1),
    ("a\n", 1),
    ("a\nb", 2),
    ("a\r\nb\r\n", 2),
    ("a\rb\r", 2),
    ("a\r\n\rb", 3),
    ("\n", 1),
    ("\n\n", 2),
    ("a\u2028b\vc\fd\x85e", 1),
]

POSITIONS = [
    ("ab\ncd", 0, (1, 1)),
    ("ab\ncd", 2, (1, 3)),  # the line end belongs to its line
    ("ab\ncd", 3, (2, 1)),
    ("ab\r\ncd", 3, (1, 4)),  # between CR and LF
    ("ab\r\ncd", 4, (2, 1)),
    ("ab\rcd", 3, (2, 1)),
    ("ab\u2028cd\fe", 6, (1, 7)),
    ("𝒳é\nz", 2, (1, 3)),  # code points, not bytes or UTF-16 units
    ("ab", 99, (1, 3)),
    ("ab", -5, (1, 1)),
    ("ab\n", 3, (2, 1)),
    ("", 0, (1, 1)),
]

UNDECODABLE = [
    (b"ok\xff", "is not UTF-8: byte 0xff at offset 2"),
    (b"\xc3", "is not UTF-8: byte 0xc3 at offset 0"),
    (b"\xed\xa0\x80", "is not UTF-8: byte 0xed at offset 0"),  # a surrogate
    (b"ab\0c", "has a NUL byte at offset 2, so GitHub shows it as a binary file"),
    ("a".encode("utf-16"), "has a NUL byte at offset 3, so GitHub shows it as a binary file"),
]


@pytest.mark.parametrize(("text", "count"), COUNTS)
def test_count_of_lines(text: str, count: int) -> None:
    assert LineIndex.of(text).count == count


@pytest.mark.parametrize(("text", "offset", "expected"), POSITIONS)
def test_position(text: str, offset: int, expected: tuple[int, int]) -> None:
    assert LineIndex.of(text).position(offset) == expected
    assert LineIndex.of(text).line_of(offset) == expected[0]


@given(TEXTS)
def test_every_offset_survives_the_way_to_a_position_and_back(text: str) -> None:
    lines = LineIndex.of(text)
    for offset in range(len(text) + 1):
        assert lines.offset(lines.position(offset)) == offset


@pytest.mark.parametrize("line", [-1, 0, 3])
def test_a_line_that_is_not_there(line: int) -> None:
    with pytest.raises(IndexError, match="no line"):
        LineIndex.of("a\nb").offset(Position(line, 1))


@pytest.mark.parametrize(
    ("first", "last", "expected"), [(1, 1, "a\r\n"), (2, 2, "b\n"), (1, 3, "a\r\nb\nc"), (3, 3, "c")]
)
def test_span_of_lines(first: int, last: int, expected: str) -> None:
    text = "a\r\nb\nc"
    assert text[slice(*LineIndex.of(text).span(first, last))] == expected


@given(TEXTS)
def test_lines_cover_the_text(text: str) -> None:
    lines = LineIndex.of(text)
    spans = [lines.span(number, number) for number in range(1, lines.count + 1)]
    assert "".join(text[slice(*span)] for span in spans) == text
    assert lines.span(1, lines.count) == Span(0, len(text))


@given(TEXTS, st.booleans())
def test_bytes_come_back_exactly(text: str, bom: bool) -> None:
    data = (BOM * bom + text).encode()
    source = SourceText.decode(data)
    assert source == SourceText(text, bom)
    assert source.encode() == data


@given(TEXTS)
def test_normalized_offsets_lead_to_the_same_character(text: str) -> None:
    source = SourceText.from_str(text)
    assert source.normalized == text.replace("\r\n", "\n").replace("\r", "\n")
    offsets = [source.source_offset(offset) for offset in range(len(source.normalized) + 1)]
    assert offsets == sorted(set(offsets))
    for character, offset in zip(source.normalized, offsets, strict=False):
        assert text[offset] == character or (character == "\n" and text[offset] == "\r")
    assert offsets[-1] == len(text)
    assert [source.normalized_offset(offset) for offset in offsets] == list(range(len(offsets)))


@pytest.mark.parametrize(("data", "reason"), UNDECODABLE)
def test_undecodable(data: bytes, reason: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        SourceText.decode(data)
    assert caught.value.reason == reason


@given(st.binary(max_size=40))
def test_decoding_gives_a_text_or_an_unreadable_error(data: bytes) -> None:
    with suppress(UnreadableError):
        assert SourceText.decode(data).encode() == data


def test_indexes_of_equal_texts_are_equal() -> None:
    assert LineIndex.of("a\nb") == LineIndex.of("c\nd") != LineIndex.of("cd\n")
    assert hash(LineIndex.of("a\nb")) == hash(LineIndex.of("c\nd"))
    assert pickle.loads(pickle.dumps(LineIndex.of("a\nb"))) == LineIndex.of("a\nb")
    assert LineIndex.of("a") != "a"
