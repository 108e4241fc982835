"""What stands between two lines when they are joined: a space, or nothing where the script writes none.

Scripts and widths come from the Unicode names and East Asian Width of the standard library's unicodedata.
"""

from __future__ import annotations

import re
import unicodedata

ZERO_WIDTH_SPACE = "\u200b"
# Ranges of scripts written without spaces between words: Han, kana, bopomofo, Yi, and their punctuation and forms.
_SPACELESS = (
    "\u2e80-\u2fdf"  # radicals
    "\u2ff0-\u2fff"  # ideographic description
    "\u3001-\u3030\u3031-\u303f"  # CJK punctuation, not the ideographic space
    "\u3041-\u312f"  # hiragana, katakana, bopomofo
    "\u3190-\u31ff"  # kanbun, extended bopomofo, strokes, katakana extensions
    "\u3400-\u4dbf\u4e00-\u9fff"  # ideographs
    "\ua000-\ua4cf"  # Yi
    "\uf900-\ufaff"  # compatibility ideographs
    "\ufe30-\ufe4f"  # vertical forms
    "\uff01-\uff9f\uffe0-\uffe6"  # full- and half-width forms, without half-width Hangul
    "\ufe00-\ufe0e\U000e0100-\U000e01ef"  # variation selectors, but not that of emoji
    "\U0001b000-\U0001b16f"  # kana supplements
    "\U00020000-\U0003ffff"  # ideographs beyond the basic plane
)
SPACELESS = re.compile(f"[{_SPACELESS}]")
_HANGUL = re.compile("[\u1100-\u11ff\u3131-\u318e\ua960-\ua97f\uac00-\ud7ff\uffa0-\uffdc]")


def separator(before: str, after: str) -> str:
    """``" "`` or ``""`` between two lines whose visible ends are the characters ``before`` and ``after``."""
    if ZERO_WIDTH_SPACE in (before, after):
        return ""
    if _HANGUL.match(before) or _HANGUL.match(after):
        return " "
    return "" if is_spaceless(before) and is_spaceless(after) else " "


def is_spaceless(character: str) -> bool:
    """Whether ``character`` belongs to a script that separates no words, emoji excluded."""
    return bool(SPACELESS.match(character)) and unicodedata.category(character) != "So"
