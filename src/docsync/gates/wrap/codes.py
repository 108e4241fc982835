"""The finding codes of the wrap gate, as a table."""

from docsync.finding import Code, Severity

CODES = (
    Code(
        "hard-wrap",
        Severity.ERROR,
        "a line break stands in the middle of a paragraph",
        "Join the lines: one paragraph is one line, and wrapping is the editor's job.",
        fixable=True,
    ),
    Code(
        "cannot-join",
        Severity.NOTICE,
        "a line break cannot be joined without changing the document",
        "Rewrite the place by hand, or leave it.",
    ),
    Code(
        "looks-like-list",
        Severity.NOTICE,
        "lines inside a paragraph look like a list but are text",
        "Put a blank line before the list, or escape the marker.",
    ),
    Code(
        "hyphen-at-break",
        Severity.NOTICE,
        "a line ends in a hyphen, after which the renderer shows a blank",
        "Join the word by hand if it was split.",
    ),
    Code(
        "alert-with-text",
        Severity.NOTICE,
        "text follows an alert mark on its line, so that GitHub shows no alert",
        "Put the text on the next line of the quote.",
    ),
    Code(
        "unclosed-range",
        Severity.NOTICE,
        "a comment that switches the gate off is never followed by one that switches it on",
        "Add the closing comment, or use the one for a single block.",
    ),
    Code(
        "kept-break",
        Severity.OFF,
        "a line break is kept on purpose; the message names the class",
        "Nothing: switch it on to see what is kept, or `join` the class.",
        has_classes=True,
    ),
)
