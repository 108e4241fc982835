"""GitHub's own parser, cmark-gfm, as a second witness; the only module that imports cmarkgfm."""

from __future__ import annotations

import cmarkgfm
from cmarkgfm.cmark import Options

_OPTIONS = Options.CMARK_OPT_FOOTNOTES | Options.CMARK_OPT_UNSAFE
_MARKED = _OPTIONS | Options.CMARK_OPT_SOURCEPOS | Options.CMARK_OPT_HARDBREAKS
_EXTENSIONS = ["table", "strikethrough", "tasklist"]


def render(text: str) -> str:
    """HTML that cmark-gfm makes of ``text``, which must not start with front matter: GitHub cuts that off before."""
    return str(cmarkgfm.markdown_to_html_with_extensions(text, _OPTIONS, [*_EXTENSIONS, "autolink"]))


def render_marked(text: str) -> str:
    """The same with every block's first and last line in ``data-sourcepos``, ``<br />`` at each line break within text.

    Full URLs in text are no links here.
    """
    return str(cmarkgfm.markdown_to_html_with_extensions(text, _MARKED, _EXTENSIONS))
