"""The libraries of the extra ``doc-sync[code]``, which are loaded only when they are needed."""

from __future__ import annotations

from importlib.util import find_spec

from docsync.errors import UsageError

DISTRIBUTIONS = {"griffe": "griffelib", "mypy": "mypy"}


def require(module: str) -> None:
    """:class:`UsageError` that says what to install when ``module`` is not there."""
    if find_spec(module) is None:
        raise UsageError(
            f"the code gate needs {DISTRIBUTIONS[module]}, which is not installed; run pip install 'doc-sync[code]',"
            " or in a hook list griffelib and mypy under additional_dependencies"
        )
