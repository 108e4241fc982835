import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from worlds import REMOTE, followed, renames, trees

from docsync.changeset.check import UnsafeChangeError
from docsync.changeset.moving import plan_moves, plan_renames
from docsync.corpus import Corpus
from docsync.errors import UsageError
from docsync.linking.aim import occurrences
from memory import corpus_of
from outcomes import built


def blanked(corpus: Corpus, path: str) -> str:
    """The text without its destinations and path mentions."""
    document, text = corpus.document(path), corpus.text(path).text
    assert document is not None
    spans = {each.span for each in occurrences(document)} | {each.span for each in document.mentions}
    for start, end in sorted(spans, reverse=True):
        text = text[:start] + "\0" + text[end:]
    return text


@settings(suppress_health_check=[HealthCheck.filter_too_much])  # many of the renames drawn are refused
@given(st.data())
def test_every_reader_reaches_the_same_place_after_a_move(data: st.DataObject) -> None:
    tree = data.draw(trees())
    corpus = corpus_of(tree, remote=REMOTE)
    try:
        plan = plan_renames(corpus.source, data.draw(renames(tree)))
    except UsageError:
        assume(False)
    try:
        changes = built(corpus, plan)
    except UnsafeChangeError as error:
        assume("which would be empty" not in str(error))
        raise

    def home(path: str) -> str:
        return plan.moves.get(path, plan.place(path))

    for path in corpus.paths:
        before, after = corpus.text(path).text, changes.after.text(home(path)).text
        expected = [(home(target), fragment) for target, fragment in followed(path, before)]
        assert list(followed(home(path), after)) == expected
        assert blanked(corpus, path) == blanked(changes.after, home(path))


TREE = {
    "docs/a.md": "# A\n",
    "docs/deep/b.md": "# B\n",
    "lib/a.md": "# Other\n",
    "docs/A.md": "# Taken\n",
    "LINK.md": "-> docs/a.md",
    "linked": "-> docs",
    "sub": None,
}
REFUSED = [
    (["nothing.md"], "x.md", "nothing.md: no such file or directory"),
    (["doc/deep/b.md"], "x.md", "did you mean docs/deep/b.md?"),
    ([""], "x", "the repository itself cannot be moved"),
    (["LINK.md"], "x.md", "LINK.md: is a symbolic link to docs/a.md; move what it leads to"),
    (["linked/a.md"], "x.md", "linked/a.md: leads through a symbolic link; name it docs/a.md"),
    (["sub"], "x", "sub: sub is a submodule; move that by `git mv` first"),
    (["sub/a.md"], "x", "sub/a.md: sub is a submodule"),
    (["docs/a.md"], "sub/a.md", "sub/a.md: is in the submodule sub"),
    (["docs/a.md"], "linked/c.md", "linked/c.md: leads through the symbolic link linked"),
    (["docs/a.md"], "lib/a.md", "lib/a.md: exists already"),
    (["docs/a.md"], "lib", "lib/a.md: exists already"),
    (["docs/a.md"], "docs/A.md", "docs/A.md: exists already"),
    (["docs/a.md"], "lib/a.md/c.md", "lib/a.md/c.md: lib/a.md is a file, not a folder"),
    (["docs/a.md"], "docs/a.md", "docs/a.md: is there already"),
    (["docs"], "docs/deep/c", "docs: cannot be moved into itself, to docs/deep/c"),
    (["docs/a.md"], ".git/hooks/a.md", ".git/hooks/a.md: belongs to git"),
    (["docs/a.md", "lib/a.md"], "new/", "lib/a.md: has the same target as docs/a.md, new/a.md"),
    (["docs/a.md", "lib/a.md"], "new", "new: is no folder, and several files are to go there"),
    (["docs", "docs/a.md"], "new/", "docs/a.md: is to be moved twice"),
    (["docs/a.md"], "ignored.md", "ignored.md: exists already"),
    (["ignored.md"], "x.md", "ignored.md: git does not know it"),
]


@pytest.mark.parametrize(("sources", "destination", "message"), REFUSED)
def test_what_is_in_the_way_of_a_move_is_said(sources: list[str], destination: str, message: str) -> None:
    corpus = corpus_of(TREE, on_disk={"ignored.md": "ignored by .gitignore:1"})
    with pytest.raises(UsageError) as refusal:
        plan_moves(corpus.source, sources, destination)
    assert message in str(refusal.value)


def test_nothing_can_be_moved_below_a_file_that_comes_to_be_there() -> None:
    source = corpus_of({"a": "", "b": "", "c/d.md": ""}).source
    with pytest.raises(UsageError, match=r"c/d\.md: would lie below the file a; move one of them elsewhere"):
        plan_renames(source, [("a", "b"), ("b", "a"), ("c", "a")])


MOVES = [
    (["docs/a.md"], "x.md", {"docs/a.md": "x.md"}),
    (["docs/a.md"], "x/", {"docs/a.md": "x/a.md"}),
    (["docs/a.md"], "lib/", None),
    (["docs/deep"], "lib", {"docs/deep/b.md": "lib/deep/b.md"}),
    (["docs/deep"], "docs/shallow", {"docs/deep/b.md": "docs/shallow/b.md"}),
    (["lib/a.md"], "lib/A.md", {"lib/a.md": "lib/A.md"}),
    (["docs/a.md", "docs/deep/b.md"], "x/", {"docs/a.md": "x/a.md", "docs/deep/b.md": "x/b.md"}),
    (["draft.md"], "docs", {"draft.md": "docs/draft.md"}),
    (["new"], "docs", {"new/e.md": "docs/new/e.md"}),
]


@pytest.mark.parametrize(("sources", "destination", "expected"), MOVES)
def test_files_and_folders_move_as_mv_moves_them(
    sources: list[str], destination: str, expected: dict[str, str] | None
) -> None:
    source = corpus_of(TREE, untracked={"draft.md": "", "new/e.md": ""}).source
    if expected is None:
        with pytest.raises(UsageError):
            plan_moves(source, sources, destination)
    else:
        assert plan_moves(source, sources, destination).moves == expected
