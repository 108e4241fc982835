import pytest

from docsync.changeset.compose import compose
from docsync.changeset.plan import Kept, Piece, Written, edited
from docsync.text import Span

TEXTS = {"a": "0123456789", "b": "abcdef"}


def made(*pieces: Piece, edits: dict[str, list[tuple[Span, str]]] | None = None) -> list[int | None]:
    """Where each character of ``a`` is in the composed text, which shows it there."""
    composed = compose(pieces, TEXTS.__getitem__, lambda piece: (edits or {}).get(piece.path, []))
    places = [composed.offset("a", old) for old in range(len(TEXTS["a"]))]
    for old, new in enumerate(places):
        kept = any(
            isinstance(each, Kept) and each.path == "a" and each.span[0] <= old < each.span[1] for each in pieces
        )
        if new is not None and kept and not edits:
            assert composed.text[new] == TEXTS["a"][old]
    return places


TABLE = [
    ([Kept("a", Span(0, 10))], [*range(10)]),
    ([Written("xx"), Kept("a", Span(0, 10))], [*range(2, 12)]),
    ([Kept("a", Span(0, 3)), Kept("a", Span(5, 10))], [0, 1, 2, None, None, 3, 4, 5, 6, 7]),
    # What is written in the place of other text stands for its first character.
    ([Kept("a", Span(0, 3)), Written("xx"), Kept("a", Span(5, 10))], [0, 1, 2, 3, None, 5, 6, 7, 8, 9]),
    ([Written("xx"), Kept("a", Span(3, 10))], [0, None, None, *range(2, 9)]),
    ([Kept("a", Span(3, 10))], [None, None, None, *range(7)]),
    ([Kept("b", Span(0, 6)), Kept("a", Span(3, 10))], [None, None, None, *range(6, 13)]),
    ([Kept("a", Span(5, 10)), Kept("a", Span(0, 5))], [5, 6, 7, 8, 9, 0, 1, 2, 3, 4]),
    ([Kept("b", Span(0, 6))], [None] * 10),
    ([Kept("a", Span(0, 10)), Written("x")], [*range(10)]),
]


@pytest.mark.parametrize(("pieces", "places"), TABLE)
def test_each_kept_character_is_found_again(pieces: list[Piece], places: list[int | None]) -> None:
    assert made(*pieces) == places


def test_edits_of_a_kept_piece_shift_what_follows() -> None:
    edits = {"a": [(Span(2, 4), "long text"), (Span(6, 7), "")]}
    assert made(Kept("a", Span(0, 10)), edits=edits) == [0, 1, 2, None, 11, 12, None, 13, 14, 15]


def test_an_edited_document_is_pieces_around_what_is_written() -> None:
    assert list(edited("a", 10, [(Span(3, 5), "x"), (Span(0, 0), "y"), (Span(8, 10), "")])) == [
        Written("y"),
        Kept("a", Span(0, 3)),
        Written("x"),
        Kept("a", Span(5, 8)),
    ]
