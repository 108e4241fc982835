"""The finding codes of the code gate, as a table."""

from docsync.finding import Code, Severity

_ERROR = Severity.ERROR

CODES = (
    Code(
        "code-syntax",
        _ERROR,
        "a Python block does not compile",
        "Correct it, or write `no-check` after the language if it is not meant to.",
    ),
    Code(
        "code-types",
        _ERROR,
        "the type checker refuses a Python block",
        "Correct the example, or the code; `python continue` joins the block above.",
    ),
    Code(
        "code-unchecked",
        _ERROR,
        "too many of the Python blocks opt out with `no-check`",
        "Complete some of them, with `continue` for what goes on from the block above.",
    ),
    Code(
        "code-output",
        _ERROR,
        "a session that was run gives other output than it shows",
        "Correct the output, or the code. Sessions are run only with `run`.",
    ),
    Code(
        "unknown-name",
        _ERROR,
        "a code span names something in a configured package that does not exist",
        "Write the name that the code has now.",
    ),
    Code(
        "signature-drift",
        _ERROR,
        "a code span lists other parameters than the code has",
        "Write the parameters that the code has now; `...` stands for those that do not matter.",
    ),
    Code(
        "names-drift",
        _ERROR,
        "a list or table after a `doc-sync: names` comment holds other names than the code",
        "Describe what was added, and remove what the code no longer has.",
        fixable=True,
    ),
    Code(
        "api-drift",
        _ERROR,
        "an API report differs from the public interface of the package",
        "Look at the change of the interface, then have the report written anew.",
        fixable=True,
    ),
)
