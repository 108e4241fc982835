"""Every code of the links gate: text that has the finding, and text that just has not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from docsync.finding import Finding
from docsync.gates.links import GATE, judge
from docsync.repo import Remote
from docsync.suggest import Budget
from memory import corpus_of, findings

REMOTE = Remote("github.com", "acme/widgets", frozenset({"main"}))
URL = "https://github.com/acme/widgets/blob/main"
FILES: dict[str, str | bytes | None] = {
    "guide.md": "# Install\n",
    "docs/Setup.md": "# Set Up\n\n# Set Up\n",
    "docs/adr/0001-first.md": "# First\n",
    "caf\u00e9.md": "",
    "code.py": "a\nb\n",
    "logo.png": b"\0",
    "sub": None,
    "real/a.md": "",
    "alias": "-> real",
    "dangling.md": "-> gone.md",
    "loop": "-> loop",
    "a b.md": "",
}
SOURCE: dict[str, Any] = {
    "on_disk": {
        "build/out.md": "ignored by .gitignore:2",
        "nested/x.md": "inside another repository, nested/",
        "my draft.md": "",
    },
    "untracked": {"draft.md": "# Draft\n\n[self](draft.md) [me](#draft)\n"},
    "renames": {
        "old.md": ("guide.md",),
        "split.md": ("guide.md", "real/a.md"),
        "olddir": ("docs",),
        "rootdir": ("",),
        "spaced.md": ("a b.md",),
    },
    "remote": REMOTE,
}


CASES = Path(__file__).with_name("cases")  # for each code README.md that has it, once, and one without any finding


def judged(text: str, **options: Any) -> list[Finding]:
    corpus = corpus_of({**FILES, "README.md": text}, **SOURCE)
    return [each for each in findings(GATE, corpus, **options) if each.path == "README.md"]


@pytest.mark.parametrize("code", [code.name for code in GATE.codes])
def test_code(code: str) -> None:
    failing, passing = ((CASES / code / outcome / "case.md").read_text("utf-8") for outcome in ("fail", "pass"))
    assert [each.code for each in judged(failing)] == [code]
    assert [each.code for each in judged(passing)] == []


# Markdown; code, suggestion, and what the fix makes of the destination.
HELP = [
    ("[a](nowhere.md)", "missing-file", None, None),
    ("[a](giude.md)", "missing-file", "did you mean guide.md?", None),
    ("[a](old.md)", "missing-file", "moved to guide.md", "guide.md"),
    ("[a](./old.md#install)", "missing-file", "moved to guide.md", "./guide.md#install"),
    ("[a](/old.md?x)", "missing-file", "moved to guide.md", "/guide.md?x"),
    ("[a](split.md)", "missing-file", "moved to guide.md or real/a.md", None),
    ("[a](olddir/)", "missing-file", "moved to docs", "docs/"),
    ("[a](rootdir/)", "missing-file", "moved to .", "./"),
    ("[a](spaced.md)", "missing-file", "moved to a b.md; write a%20b.md", "a%20b.md"),
    ("[a](docs\\Setup.md)", "missing-file", "write / instead of \\", None),
    ("[a](..\\Setup.md)", "missing-file", None, None),
    ("[a](build/out.md)", "untracked-target", "change that rule, or link to something that git tracks", None),
    ("[a](nested/x.md)", "untracked-target", "link to something that git tracks", None),
    ("[a](my%20draft.md)", "untracked-target", "run git add 'my draft.md'", None),
    ("[a](../x.md)", "outside-repository", "link to it by its full URL", None),
    ("[a](../README.md)", "outside-repository", "link to it by its full URL", None),
    (
        "[a](sub/x.md)",
        "inside-submodule",
        "link to the file in the submodule's own repository by its full URL",
        None,
    ),
    ("[a](alias/A.md)", "wrong-case", "git has real/a.md", "real/a.md"),
    ("[a](dangling.md)", "missing-file", "mend the symbolic link, or link to a file", None),
    ("![a](docs/setup.png)", "missing-file", None, None),  # never a Markdown file for an image
    ("![a](logos.png)", "missing-file", "did you mean logo.png?", None),
    ("[a](Guide.MD#install)", "wrong-case", "git has guide.md", "guide.md#install"),
    ("[a](DOCS/)", "wrong-case", "git has docs", "docs/"),
    ("[a](cafe\u0301.md)", "wrong-case", "git has caf\u00e9.md", "caf\u00e9.md"),
    ("[a](draft.md)", "untracked-target", "run git add draft.md", None),
    ("[a](guide.md/x)", "missing-file", None, None),
    (f"[a]({URL}/guide.md#install)", "absolute-self-link", "write guide.md#install", "guide.md#install"),
    (f"[a]({URL}/old.md)", "missing-file", "moved to guide.md", "guide.md"),
    (f"[a]({URL}/Guide.md)", "wrong-case", "git has guide.md", "guide.md"),
    (f"[a]({URL}/)", "absolute-self-link", "write ./", "./"),
    (f"<{URL}/old.md>", "missing-file", "moved to guide.md", None),  # an autolink can only be a full URL
    (f"<{URL}/Guide.md>", "wrong-case", "git has guide.md", None),
    (f"[a]({URL}/guide.md#nowhere)", "missing-anchor", None, None),
]


@pytest.mark.parametrize(("text", "code", "suggestion", "fix"), HELP)
def test_suggestions_and_fixes(text: str, code: str, suggestion: str | None, fix: str | None) -> None:
    (found,) = judged(text)
    assert (found.code, found.suggestion) == (code, suggestion)
    assert [edit.text for edit in found.fix] == ([fix] if fix else [])
    assert all(edit.span == found.span and edit.path == "README.md" for edit in found.fix)


# Markdown of docs/x.md; suggestion, and what the fix makes of the destination.
BELOW = [
    ("[a](guide.md)", "did you mean ../guide.md?", None),
    ("[a](/giude.md)", "did you mean /guide.md?", None),
    ("[a](./Setpu.md)", "did you mean ./Setup.md?", None),
    (f"[a]({URL}/giude.md)", "did you mean ../guide.md?", None),
    (f"<{URL}/giude.md>", "did you mean guide.md?", None),
    ("[a](../old.md#install)", "moved to guide.md; write ../guide.md", "../guide.md#install"),
    ("[a](/old.md)", "moved to guide.md; write /guide.md", "/guide.md"),
    ("[a](../split.md)", "moved to guide.md or real/a.md; write ../guide.md or ../real/a.md", None),
    ("[a](../rootdir)", "moved to .; write ..", ".."),
    ("[a](setup.md)", "git has docs/Setup.md; write Setup.md", "Setup.md"),
    (f"[a]({URL}/docs/setup.md)", "git has docs/Setup.md; write Setup.md", "Setup.md"),
    (f"<{URL}/docs/setup.md>", "git has docs/Setup.md", None),
]


@pytest.mark.parametrize(("text", "suggestion", "fix"), BELOW)
def test_suggestions_say_what_to_write_from_where_the_document_is(text: str, suggestion: str, fix: str | None) -> None:
    corpus = corpus_of({**FILES, "docs/x.md": text}, **SOURCE)
    (found,) = [each for each in findings(GATE, corpus) if each.path == "docs/x.md"]
    assert (found.suggestion, [edit.text for edit in found.fix]) == (suggestion, [fix] if fix else [])


MESSAGES = [
    ("[a](Guide.md)", "`Guide.md` differs in letter case from what git has"),
    ("[a](cafe\u0301.md)", "`cafe\u0301.md` differs in Unicode form from what git has"),
    ("[a](build/out.md)", "`build/out.md` is on disk but not in git: ignored by .gitignore:2"),
    ("[a](sub/x.md)", "`sub/x.md` is in the submodule `sub`"),
    ("[a](../x.md)", "`../x.md` leads out of the repository"),
    ("[a](dangling.md)", "`dangling.md` is a symbolic link to `gone.md`, which does not exist"),
    ("[a](loop)", "`loop` is a symbolic link that leads to nothing in the repository"),
    (f"[a]({URL}/)", "a full URL to `.` of this repository"),
]


@pytest.mark.parametrize(("text", "message"), MESSAGES)
def test_messages(text: str, message: str) -> None:
    assert [each.message for each in judged(text)] == [message]


FINE = [
    "[a](guide.md) [b](./guide.md) [c](/guide.md) [d](docs/../guide.md) [e](guide%2Emd) [f](?x) [g](#)",
    "[a](docs) [b](docs/) [c](.) [d](./) [e](/) [f](docs/adr#)",
    "[a](alias) [b](alias/a.md) [c](caf%C3%A9.md)",
    "<https://github.com/acme/widgets/blob/main/guide.md> [a](mailto:x@y.z) [b](//x/y) [c](tel:1)",
    "`[a](nowhere.md)` <!-- [a](nowhere.md) --> <img alt='[a](nowhere.md)'>",
    f"[tag]({URL.replace('main', 'v1')}/nowhere.md)",
    "[sub](sub/../guide.md)",
]


@pytest.mark.parametrize("text", FINE)
def test_fine(text: str) -> None:
    assert judged(text) == []


def test_every_kind_of_destination_is_judged() -> None:
    text = "[a](1.md) ![b](2.md) <img srcset='3.md 1x, 4.md 2x' src=5.md> [c][]\n\n<a href='6.md'>\n\n[c]: 7.md\n"
    found = judged(text)
    assert [each.code for each in found] == ["missing-file"] * 7
    assert [text[slice(*each.span)] for each in found] == [f"{number}.md" for number in range(1, 8)]


def test_one_finding_for_a_definition_used_often() -> None:
    assert len(judged("[a] [a] [b][a]\n\n[a]: nowhere.md\n[a]: nowhere2.md\n")) == 2  # missing, and the duplicate


def test_options() -> None:
    assert [each.code for each in judged("[a](../../issues)", allow_web_paths=False)] == ["outside-repository"]
    assert [each.code for each in judged("[a](alias/a.md)", follow_directory_symlinks=False)] == ["missing-file"]
    codes = [each.code for each in judged("[a]: nowhere.md", check_unused_definitions=False)]
    assert codes == ["unused-definition"]


def test_an_untracked_document_may_link_to_itself() -> None:
    corpus = corpus_of(FILES, **SOURCE)
    assert "draft.md" in corpus.paths
    assert list(findings(GATE, corpus)) == []


def test_without_a_remote_no_url_is_our_own() -> None:
    assert not list(findings(GATE, corpus_of({"README.md": f"[a]({URL}/nowhere.md)"})))


def test_git_is_not_asked_when_nothing_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = corpus_of({"README.md": "[a](README.md)"})
    monkeypatch.setattr(corpus.source, "moved", pytest.fail)
    assert not list(findings(GATE, corpus))


def test_a_folder_that_became_a_file_is_not_rewritten() -> None:
    corpus = corpus_of({"README.md": "[a](manual/#one) [b](manual)", "guide.md": ""}, renames={"manual": ("guide.md",)})
    assert [bool(found.fix) for found in findings(GATE, corpus)] == [False, True]


def test_findings_beyond_the_budget_have_no_suggestion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "Budget", lambda: Budget(questions=2))
    corpus = corpus_of({"README.md": "[a](#usge) [b](#usag) [c](setpu.md)\n\n# Usage\n", "setup.md": ""})
    assert [found.suggestion for found in findings(GATE, corpus)] == ["did you mean #usage?"] * 2 + [None]
