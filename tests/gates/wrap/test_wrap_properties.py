from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from line_kinds import KINDS
from wraps import assert_proved, fixed, rendering

LINE_ENDS = ("\n", "\r\n", "\r")
LINES = st.lists(st.tuples(st.sampled_from(KINDS), st.sampled_from(LINE_ENDS)), max_size=12)
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=200)
MARKUP = st.text(st.sampled_from("ab *_`[]()!<>#-+|\\\n\t&;:~^\"'1."), max_size=120)


def without_blanks(text: str) -> str:
    return "".join(character for character in text if character not in " \t\r\n>")


@given(st.one_of(TEXT, MARKUP))
@settings(max_examples=300, deadline=None)
def test_any_text_renders_the_same_and_a_second_run_is_quiet(text: str) -> None:
    result = fixed(text)
    assert rendering(result) == rendering(text)
    assert fixed(result) == result
    assert without_blanks(result) == without_blanks(text)


@given(LINES, st.booleans())
@settings(max_examples=300, deadline=None)
def test_mixed_line_ends(lines: list[tuple[str, str]], bom: bool) -> None:
    assert_proved("\ufeff" * bom + "".join(line + end for line, end in lines))


@given(st.lists(st.sampled_from(["one", "two three", "four, five."]), min_size=2, max_size=8))
def test_plain_words_become_one_line(lines: list[str]) -> None:
    assert fixed("\n".join(lines) + "\n") == " ".join(lines) + "\n"
