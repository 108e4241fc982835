"""The finding codes of the links gate, as a table."""

from docsync.finding import Code, Severity

_ERROR, _NOTICE, _OFF = Severity.ERROR, Severity.NOTICE, Severity.OFF

CODES = (
    Code("missing-file", _ERROR, "the target is not there", "Correct the path, or restore the file.", fixable=True),
    Code("missing-anchor", _ERROR, "the target is there, the anchor is not", "Correct the fragment.", fixable=True),
    Code("wrong-case", _ERROR, "only the letter case differs", "Write the path as git has it.", fixable=True),
    Code(
        "untracked-target",
        _ERROR,
        "the target is on disk but not in git",
        "Run `git add`, or change the ignore rule.",
        needs_git=True,
    ),
    Code(
        "outside-repository",
        _ERROR,
        "the path climbs out of the repository",
        "Link to the page by its full URL.",
        fixable=True,
    ),
    Code(
        "inside-submodule",
        _ERROR,
        "the path leads onto or into a submodule, which is a 404 on GitHub",
        "Link to the file in the submodule's own repository by its full URL.",
        needs_git=True,
    ),
    Code("line-out-of-range", _ERROR, "a line fragment lies past the end of the file", "Correct the line number."),
    Code(
        "undefined-reference",
        _ERROR,
        "`[text][label]` or `[label][]` has no definition, so that it is plain text",
        "Define the label, correct it, or escape the bracket.",
    ),
    Code("empty-link", _ERROR, "a link has no destination", "Give it a destination, or remove the link."),
    Code(
        "dangling-mention",
        _ERROR,
        "prose cites a decision record that does not exist",
        "Correct the number or path, or remove the mention.",
    ),
    Code(
        "bare-mention",
        _NOTICE,
        "prose cites a decision record without linking it",
        "Link the record.",
        fixable=True,
    ),
    Code(
        "absolute-self-link",
        _NOTICE,
        "a full URL leads to a file of this very repository",
        "Write a relative link, which is checked and works in every clone and branch.",
        fixable=True,
        needs_git=True,
    ),
    Code("unused-definition", _NOTICE, "no reference uses the definition", "Remove it."),
    Code(
        "duplicate-definition",
        _NOTICE,
        "an earlier definition has the same label and wins",
        "Remove it, or rename the label.",
    ),
    Code(
        "malformed-link",
        _NOTICE,
        "text was meant as a link but is not one",
        "Percent-encode blanks or put the destination in <>; close the parenthesis; join `] (`.",
    ),
    Code("trailing-slash", _NOTICE, "a slash stands after a file name", "Remove the slash."),
    Code(
        "ambiguous-anchor",
        _OFF,
        "several headings have the text that the fragment names",
        "Give the headings different texts.",
    ),
    Code(
        "text-target-mismatch",
        _OFF,
        "the link text names a record or section that the target is not",
        "Correct the text or the destination.",
    ),
)
