from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsync.tree import MAX_DESTINATIONS, MAX_SYMLINKS, Entry, Kind, Resolution, Tree, fold, prefixes
from memory import MemorySource

TREE = MemorySource({"a/b/c.md": "", "a/B.md": "", "a/b.md": "", "x": "-> a", "s": None, "Stra\u00dfe.md": ""}).tree

KINDS = [
    ("", Kind.DIRECTORY),
    ("a", Kind.DIRECTORY),
    ("a/b", Kind.DIRECTORY),
    ("a/b/c.md", Kind.FILE),
    ("x", Kind.SYMLINK),
    ("s", Kind.SUBMODULE),
    ("A", None),
    ("a/", None),
    ("a/b/c.md/d", None),
]

SAME = [
    ("A/b/C.md", ("a/b/c.md",)),
    ("a/b.MD", ("a/B.md", "a/b.md")),
    ("a/b.md", ("a/B.md",)),
    ("A/B", ("a/b",)),
    ("STRASSE.md", ("Stra\u00dfe.md",)),
    ("nowhere", ()),
]


@pytest.mark.parametrize(("path", "kind"), KINDS)
def test_kind(path: str, kind: Kind | None) -> None:
    assert TREE.kind(path) is kind


@pytest.mark.parametrize(("path", "expected"), SAME)
def test_same_but_case(path: str, expected: tuple[str, ...]) -> None:
    assert TREE.same_but_case(path) == expected


def test_unicode_forms_fold_together() -> None:
    assert fold("caf\u00e9") == fold("CAFE\u0301")


@pytest.mark.parametrize(("mode", "kind"), [(0o100644, Kind.FILE), (0o100755, Kind.FILE), (0o160000, Kind.SUBMODULE)])
def test_modes(mode: int, kind: Kind) -> None:
    assert Entry(mode).kind is kind


@pytest.mark.parametrize(("length", "kind"), [(MAX_SYMLINKS, Kind.FILE), (MAX_SYMLINKS + 1, None)])
def test_a_chain_of_symlinks_is_followed_as_far_as_linux_does(length: int, kind: Kind | None) -> None:
    chain = {f"l{number}": f"-> l{number + 1}" for number in range(length - 1)}
    tree = MemorySource({**chain, f"l{length - 1}": "-> file", "file": ""}).tree
    assert tree.resolve("l0").kind is kind


def test_what_is_missing_below_a_symlinked_folder_is_named_by_its_real_path() -> None:
    tree = MemorySource({"real/a.md": "", "alias": "-> real", "loop": "-> loop", "dangling": "-> gone/x"}).tree
    assert tree.resolve("alias/b/c.md").path == "real/b/c.md"
    assert tree.resolve("dangling").path == "gone/x"
    assert tree.resolve("dangling/y").path == "gone/x/y"
    assert tree.resolve("loop") == Resolution("loop", None, Kind.SYMLINK)


@pytest.mark.parametrize(("length", "kind"), [(MAX_DESTINATIONS // 2, Kind.DIRECTORY), (60_000, None)])
def test_a_destination_is_as_long_as_a_path_of_linux(length: int, kind: Kind | None) -> None:
    tree = MemorySource({"a/b.md": "", "alias": "-> a" + "/." * (length - 1)}).tree
    assert tree.resolve("alias").kind is kind
    expected = Resolution("a/c.md", None, None, True) if kind else Resolution("alias/c.md", None, Kind.SYMLINK, True)
    assert tree.resolve("alias/c.md") == expected


def test_a_symlink_is_followed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = MemorySource({"a/b.md": "", "alias": "-> a", "inner/c": "-> ../a/b.md", "x": "-> a/b.md"}).tree
    followed: list[str] = []
    follow = Tree._follow  # noqa: SLF001 - walks are counted

    def counting(self: Tree, path: str) -> Resolution:
        followed.append(path)
        return follow(self, path)

    monkeypatch.setattr(Tree, "_follow", counting)
    for number in range(100):
        assert tree.resolve(f"alias/{number}.md") == Resolution(f"a/{number}.md", None, None, True)
        assert tree.resolve("inner/c") == Resolution("a/b.md", Kind.FILE)
        assert tree.resolve(f"x/{number}") == Resolution("a/b.md", None, Kind.FILE, True)
    assert sorted(set(followed)) == sorted(followed)


def test_children() -> None:
    assert TREE.children["a"] == ("B.md", "b.md")
    assert TREE.directories == {"", "a", "a/b"}


def test_prefixes() -> None:
    assert list(prefixes("a/b/c")) == ["a", "a/b", "a/b/c"]


PARTS = st.lists(st.sampled_from(["a", "b", "..", ".", ""]), min_size=1, max_size=4).map("/".join)
LINKED = st.dictionaries(
    st.sampled_from(["a", "b", "a2/b", "b2/a"]), PARTS.map("-> {}".format) | st.just("x"), max_size=4
)


@given(LINKED, st.lists(st.sampled_from(["a", "b", "a2", "b2"]), min_size=1, max_size=4).map("/".join))
def test_what_a_path_resolves_to_is_there(files: dict[str, str], path: str) -> None:
    tree: Tree = MemorySource(files).tree
    found = tree.resolve(path)
    assert found.kind is not Kind.SYMLINK
    if found.kind is not None:
        assert tree.kind(found.path) is found.kind
        assert tree.resolve(found.path) == found.__class__(found.path, found.kind)
