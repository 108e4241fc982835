"""The finding codes that belong to no gate."""

from docsync.finding import Code, Severity

UNREADABLE_SOURCE = Code(
    "unreadable-source",
    Severity.ERROR,
    "a document cannot be read: not UTF-8, binary, too large, nested too deep, no permission",
    "Save it as UTF-8, split it, or exclude it.",
)
UNUSED_SUPPRESSION = Code(
    "unused-suppression",
    Severity.ERROR,
    "a `doc-sync: ignore` comment suppresses nothing",
    "Delete the comment; what it excused is gone.",
)
MALFORMED_SUPPRESSION = Code(
    "malformed-suppression",
    Severity.ERROR,
    "a comment that starts with `doc-sync` is misspelt, names no code or one that it can't suppress, is never closed,"
    " or lacks a required reason",
    "Write `<!-- doc-sync: ignore CODE: reason -->`; close `ignore-start` with `ignore-end`.",
)
STALE_BASELINE = Code(
    "stale-baseline",
    Severity.NOTICE,
    "the baseline lists a finding that no longer occurs",
    "Run `doc-sync baseline` to write it anew.",
)
COMMON_CODES = (UNREADABLE_SOURCE, UNUSED_SUPPRESSION, MALFORMED_SUPPRESSION, STALE_BASELINE)
