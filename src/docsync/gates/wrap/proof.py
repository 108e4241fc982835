"""Whether two Markdown texts are the same document to markdown-it and to cmark-gfm, line wraps apart."""

from __future__ import annotations

import re
from dataclasses import dataclass

from docsync.gates.wrap.cjk import SPACELESS, ZERO_WIDTH_SPACE
from docsync.markdown import cmark, parser
from docsync.markdown.stripping import front_matter_end
from docsync.text import SourceText

# White space counts in these; an unclosed one reaches to the end, as in a browser.
_VERBATIM = re.compile(r"<!--.*?(?:-->|\Z)|<(pre|textarea|script|style)\b.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE)
_VISIBLE_BLANKS = str.maketrans({"\n": "\x01", " ": "\x02", "\t": "\x03"})
_TAG = re.compile(r"""<[A-Za-z/](?:[^<>"']++|"[^"]*+"|'[^']*+')*+>""")
_TAG_PART = re.compile(r"""("[^"]*"|'[^']*')|\s+""")
_TAGS = r"(?:</?(?:em|strong|del|a)\b[^<>]*>)*"  # markup that shows no character of its own
_BREAK = rf"(?P<left>{_TAGS})\n(?P<right>{_TAGS})"
_CJK_BREAK = re.compile(f"(?<={SPACELESS.pattern}){_BREAK}(?={SPACELESS.pattern})")
_ZERO_WIDTH_BREAK = re.compile(f"(?<={ZERO_WIDTH_SPACE})\n|\n(?={ZERO_WIDTH_SPACE})")


@dataclass(frozen=True)
class Rendering:
    """A text (line ends normalised to LF) as both parsers render it, in canonical form.

    Line ends count as blanks, as in HTML, but for those in ``pre`` and in attribute values; with ``spaceless``, one
    between two characters of a script without spaces counts as nothing. Front matter is hidden from cmark-gfm.
    """

    markdown_it: str
    cmark: str

    @classmethod
    def of(cls, text: str, front_matter: int = 0, *, spaceless: bool = True) -> Rendering:
        """Render ``text``, whose first ``front_matter`` characters are front matter."""
        witnesses = parser.render(text), cmark.render(text[front_matter:])
        return cls(*(canonical(html, spaceless=spaceless) for html in witnesses))


def same_document(before: SourceText, after: SourceText) -> bool:
    """Whether two texts render the same under both parsers.

    A join of Chinese or Japanese lines may be one with a space or without.
    """
    skip = front_matter_end(before.normalized)
    return any(
        len({Rendering.of(source.normalized, skip, spaceless=spaceless) for source in (before, after)}) == 1
        for spaceless in (True, False)
    )


def canonical(html: str, *, spaceless: bool = True) -> str:
    """``html`` with every run of white space that does not count as one blank."""
    html = _VERBATIM.sub(lambda match: match[0].translate(_VISIBLE_BLANKS), html)
    if any("\n" in tag for tag in _TAG.findall(html)):
        html = _TAG.sub(lambda match: _TAG_PART.sub(_tag_part, match[0]) if "\n" in match[0] else match[0], html)
    if not html.isascii():
        html = _ZERO_WIDTH_BREAK.sub("", html)
        if spaceless and SPACELESS.search(html):
            html = _CJK_BREAK.sub(r"\g<left>\g<right>", html)
    return _one_blank(html)


def _one_blank(html: str) -> str:
    """Every run of blanks, tabs and line ends as one blank; a pattern would take five times as long."""
    html = html.replace("\n", " ").replace("\t", " ")
    while "  " in html:
        html = html.replace("  ", " ")
    return html


def _tag_part(match: re.Match[str]) -> str:
    """A quoted value keeps its line ends visibly; blanks between attributes are one."""
    return match[0].replace("\n", "\x01") if match[1] else " "
