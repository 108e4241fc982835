"""The finding codes of the rfcs gate, as a table."""

from docsync.finding import Code, Severity

_ERROR = Severity.ERROR

CODES = (
    Code(
        "rfc-misplaced",
        _ERROR,
        "a record lies outside of the folders `proposed`, `implemented` and `rejected`, or deeper in one of them",
        "Move it into the folder of its status with `doc-sync mv`, or name it in `exempt`.",
    ),
    Code(
        "rfc-name",
        _ERROR,
        "a record is not called `yyyy-mm-dd-slug.md`, with a day that is no later than today and a slug of lower-case"
        " ASCII words",
        "Rename it with `doc-sync mv`, which mends the links to it.",
    ),
    Code(
        "rfc-date",
        _ERROR,
        "the day in the name is not the one on which the topic first appeared in git",
        "Rename it with `doc-sync mv`, or state the exception: `First proposed: yyyy-mm-dd reason`.",
        needs_git=True,
    ),
    Code(
        "rfc-status",
        _ERROR,
        "a record has no status, its first word is none of the three, or it disagrees with the folder",
        "Write the folder's word, or move the record with the verb of its status, such as `doc-sync rfc implement`.",
        fixable=True,
    ),
    Code(
        "rfc-title",
        _ERROR,
        "a record has no title, a generic one, or one that shares no word with the file name",
        "Write `# RFC: Topic title`, in words of the file name.",
    ),
    Code(
        "rfc-sections",
        _ERROR,
        "a required section is missing or empty",
        "Write it, or change `required-sections`.",
    ),
    Code(
        "rfc-duplicate",
        _ERROR,
        "two records in different folders have the same slug or the same title",
        "Merge them with `doc-sync rfc merge`, or rename one.",
    ),
    Code(
        "rfc-supersede",
        _ERROR,
        "a record is superseded without a link to what supersedes it, the link leads nowhere, or the other end does not"
        " say so",
        "Link both ends with `doc-sync rfc supersede OLD --by NEW`.",
    ),
    Code(
        "rfc-index",
        _ERROR,
        "the index or the table of old ids in the folder's README is not what the records say",
        "Run it with `--fix`, or `doc-sync rfc index`.",
        fixable=True,
    ),
)
