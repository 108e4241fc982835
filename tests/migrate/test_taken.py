"""What of a text is read already."""

from __future__ import annotations

import re
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from docsync.migrate.references.taken import Taken, merged
from docsync.text import Span

LENGTH = 12
SPANS = st.tuples(st.integers(0, LENGTH), st.integers(0, LENGTH)).map(lambda pair: Span(min(pair), max(pair)))
TEXTS = st.text("a1 \u0661\n", min_size=LENGTH, max_size=LENGTH)


@given(st.lists(SPANS))
def test_merged_spans_are_in_order_and_apart_and_hold_the_same_offsets(spans: list[Span]) -> None:
    found = merged(spans)
    assert all(one.end <= other.start for one, other in pairwise(found))
    assert {place for span in found for place in range(*span)} == {place for span in spans for place in range(*span)}


@given(TEXTS, st.lists(SPANS), SPANS.filter(lambda span: span.start < span.end))
def test_a_span_overlaps_when_one_of_those_read_does(text: str, spans: list[Span], asked: Span) -> None:
    expected = any(asked.start < each.end and each.start < asked.end for each in merged(spans))
    assert Taken.of(text, spans).overlaps(asked) == expected


@given(TEXTS, st.lists(SPANS), SPANS)
def test_a_number_is_left_when_one_of_its_digits_is_not_read(text: str, spans: list[Span], asked: Span) -> None:
    read = {place for span in spans for place in range(*span)}
    expected = any(re.match(r"\d", text[place]) and place not in read for place in range(*asked))
    assert Taken.of(text, spans).has_number_left(*asked) == expected
