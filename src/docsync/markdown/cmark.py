"""GitHub's own parser, cmark-gfm, as a second witness; the only module that imports cmarkgfm.

cmarkgfm frees neither the tree nor the HTML of a document, about ten times its size. So both are freed here, by the
functions that cmark-gfm has for it, wherever the system lets them be called.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from cmarkgfm import cmark
from cmarkgfm.cmark import Options

_OPTIONS = Options.CMARK_OPT_FOOTNOTES | Options.CMARK_OPT_UNSAFE
_MARKED = _OPTIONS | Options.CMARK_OPT_SOURCEPOS | Options.CMARK_OPT_HARDBREAKS
_EXTENSIONS = ("table", "strikethrough", "tasklist")
Free = Callable[[int], Any]


def render(text: str) -> str:
    """HTML that cmark-gfm makes of ``text``, which must not start with front matter: GitHub cuts that off before."""
    return _html(text, _OPTIONS, (*_EXTENSIONS, "autolink"))


def render_marked(text: str) -> str:
    """The same with every block's first and last line in ``data-sourcepos``, ``<br />`` at each line break within text.

    Full URLs in text are no links here.
    """
    return _html(text, _MARKED, _EXTENSIONS)


def _html(text: str, options: int, extensions: Sequence[str]) -> str:
    parser = cmark.parser_new(options)
    root = html = None
    try:
        for extension in _found(extensions):
            cmark.parser_attach_syntax_extension(parser, extension)
        cmark.parser_feed(parser, text)
        root = cmark.parser_finish(parser)
        html = cmark._cmark.lib.cmark_render_html(root, options, cmark.parser_get_syntax_extensions(parser))  # noqa: SLF001 - the public function loses the pointer
        return str(cmark._cmark.ffi.string(html).decode())  # noqa: SLF001
    finally:
        free_tree, free_text = _frees()
        if root is not None:
            free_tree(_address(root))
        if html is not None:
            free_text(_address(html))
        cmark.parser_free(parser)


@cache
def _found(extensions: Sequence[str]) -> Sequence[Any]:
    cmark.core_extensions_ensure_registered()
    return [cmark.find_syntax_extension(name) for name in extensions]


def _address(pointer: Any) -> int:
    return int(cmark._cmark.ffi.cast("uintptr_t", pointer))  # noqa: SLF001 - the type that owns the pointer


@cache
def _frees() -> tuple[Free, Free]:
    """What frees a tree and a text; nothing does where the library does not show it, as on Windows."""
    try:
        free_tree, free_text = ctypes.CDLL(cmark._cmark.__file__).cmark_node_free, ctypes.CDLL(None).free  # noqa: SLF001
    except (AttributeError, OSError, TypeError):
        return _keep, _keep
    for free in (free_tree, free_text):
        free.argtypes, free.restype = [ctypes.c_void_p], None
    return free_tree, free_text


def _keep(_address: int) -> None:
    """Free nothing: better to lose memory than to crash."""
