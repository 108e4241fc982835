"""Visible stand-ins for characters that steer a terminal, open a line or hide what is written."""

from __future__ import annotations

_BYTES = (*range(0x20), 0x7F)  # C0 and DEL
_CODE_POINTS = (
    *range(0x80, 0xA0),  # C1
    *(0x2028, 0x2029),  # line and paragraph separator
    *(0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)),  # Bidi_Control, Unicode annex 9
    *range(0xD800, 0xE000),  # lone surrogates, which no encoding takes
    *(0xFFFE, 0xFFFF),  # no characters, and not allowed by XML 1.0 section 2.2
)
_ESCAPES = (
    {code: f"\\u{code:04x}" for code in _CODE_POINTS}
    | {byte: f"\\x{byte:02x}" for byte in _BYTES}
    | {0xDC00 + byte: f"\\x{byte:02x}" for byte in range(0x80, 0x100)}  # surrogate escapes, PEP 383
    | str.maketrans({"\n": r"\n", "\r": r"\r", "\t": r"\t"})
)


def visible(text: str) -> str:
    r"""``text`` as one line without control characters, ready for UTF-8 and XML.

    ``\xNN`` stands for a byte (ASCII, or one of a file name that was not UTF-8), ``\uNNNN`` for a code point.
    GitHub's runner reads ``##[`` anywhere in a log as a command (actions/runner, ActionCommand.cs), so it is broken up.
    """
    return text.translate(_ESCAPES).replace("##[", r"##\x5b")
