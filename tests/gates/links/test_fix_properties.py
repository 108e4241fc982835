"""Fixes over small generated repositories: once is enough, and nothing gets worse."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from docsync.finding import Severity
from docsync.fixing import Fixed, fix
from docsync.gates.links import GATE
from docsync.repo import Remote
from docsync.run import Outcome, Policy, judge
from memory import corpus_of

POLICY = Policy(severity={"bare-mention": Severity.ERROR})
URL = "https://github.com/acme/widgets/blob/main"
TARGETS = ("README.md", "docs/Guide.md", "docs/a b.md", "docs/deep/x.md", "docs/adr/0001-first/README.md", "img/a.png")
DOCUMENTS = ("README.md", "docs/Guide.md", "docs/deep/x.md")
GONE = ("old.md", "docs/old.md", "docs/deep/gone.md", "manual", "docs/guide.md")
DESTINATIONS = st.sampled_from(
    [
        *(prefix + path for prefix in ("", "./", "../", "/", f"{URL}/") for path in (*TARGETS, *GONE)),
        *(name for path in (*TARGETS, *GONE) for name in (path.rpartition("/")[2], path.upper())),
        *("", ".", "docs/", "manual/", "<docs/a b.md>", "docs/a%20b.md", f"{URL}/", "../../../x.md", "docs\\Guide.md"),
    ]
)
FRAGMENTS = st.sampled_from(["", "#one", "#old", "#One", "?x#old", "/"])
PIECES = st.one_of(
    st.builds("[text]({}{})".format, DESTINATIONS, FRAGMENTS),
    st.builds("<a href='{}{}'>x</a>".format, DESTINATIONS, FRAGMENTS),
    st.builds("[r]\n\n[r]: {}{}\n\n".format, DESTINATIONS.filter(bool), FRAGMENTS),
    st.sampled_from([f"<{URL}/old.md>", "ADR-1", "ADR-7", "docs/adr/0001-first/README.md", "docs/adr/0001-first/"]),
)
TEXTS = st.lists(PIECES, max_size=4).map(" ".join).map("# One\n\n{}\n".format)
PLACES = st.lists(st.sampled_from([*TARGETS, "docs", ""]), min_size=1, max_size=2, unique=True).map(tuple)
REPOSITORIES = st.fixed_dictionaries(
    {
        "texts": st.fixed_dictionaries(dict.fromkeys(DOCUMENTS, TEXTS)),
        "renames": st.dictionaries(st.sampled_from(GONE), PLACES),
        "names_before": st.dictionaries(
            st.sampled_from(DOCUMENTS), st.sampled_from(["docs/deep/old.md", "old.md", "docs/adr/old.md"])
        ),
        "before": st.just(dict.fromkeys(DOCUMENTS, "# Old\n")),
    }
)


def fixed(repository: dict[str, Any], texts: dict[str, str]) -> tuple[Fixed, Outcome]:
    source = {name: value for name, value in repository.items() if name != "texts"}
    files: dict[str, str | bytes | None] = {**dict.fromkeys(TARGETS, ""), **texts, "alias": "-> docs"}
    corpus = corpus_of(files, remote=Remote("github.com", "acme/widgets", frozenset({"main"})), **source)
    gates = [(GATE, GATE.options())]
    return fix(corpus, lambda each: judge(each, gates, POLICY), {}), judge(corpus, gates, POLICY)


@settings(deadline=None)
@given(REPOSITORIES)
def test_fixing_twice_changes_no_more_than_once(repository: dict[str, Any]) -> None:
    texts = repository["texts"]
    first, before = fixed(repository, texts)
    mended = texts | {path: after.text for path, (_, after) in first.changes.items()}
    second, after = fixed(repository, mended)
    assert second.changes == {}
    errors = [Counter(found.path for found in outcome.report.findings) for outcome in (before, after)]
    assert all(errors[1][path] <= errors[0][path] for path in DOCUMENTS)
