import pytest
from proving import moved

from docsync.repo import Remote

REMOTE = Remote("github.com", "owner/name", frozenset({"main"}))
TO_LIB = [("docs/a.md", "lib/x y/a.md")]
REST = {"docs/b.md": "# B\n\n## One\n", "docs/i.png": b"\0", "docs/c d.md": "# C\n"}

# What stands in docs/a.md, and what has to stand there once it is lib/x y/a.md.
OUTWARD = [
    ("[b](b.md#one)", "[b](../../docs/b.md#one)"),
    ("[b](./b.md)", "[b](../../docs/b.md)"),
    ("[b](/docs/b.md)", None),
    ("[b](<b.md> 'title')", "[b](<../../docs/b.md> 'title')"),
    ("![i](i.png?raw=true)", "![i](../../docs/i.png?raw=true)"),
    ("[![i](i.png)](b.md)", "[![i](../../docs/i.png)](../../docs/b.md)"),
    ('<a href="b.md">b</a> <img src=i.png>', '<a href="../../docs/b.md">b</a> <img src=../../docs/i.png>'),
    ("[b][l]\n\n[l]: b.md 'title'", "[b][l]\n\n[l]: ../../docs/b.md 'title'"),
    ("[unused]: b.md", "[unused]: ../../docs/b.md"),
    ("[c](c%20d.md) [c](<c d.md>)", "[c](../../docs/c%20d.md) [c](<../../docs/c%20d.md>)"),
    ("[c](c&#32;d.md)", "[c](../../docs/c%20d.md)"),
    ("[me](a.md#t) [me](#t)", None),
    ("[dir](.)", "[dir](../../docs)"),
    ("[dir](../docs/)", "[dir](../../docs/)"),
    ("[root](..)", "[root](../..)"),
    ("[web](../../issues)", "[web](../../../issues)"),
    ("[web](../../issues?q=1#x)", "[web](../../../issues?q=1#x)"),
    ("[out](https://example.org/b.md) [mail](mailto:a@example.org) <https://example.org>", None),
    ("`[b](b.md)`\n\n    [b](b.md)\n\n<!-- [b](b.md) -->\n\n\\[b](b.md)", None),
    ("[gone](nowhere.md)", "[gone](../../docs/nowhere.md)"),
    ("[empty]()", None),
]

# What another document says of docs/a.md, and what it has to say of lib/x y/a.md.
INWARD = [
    ("[a](docs/a.md#t)", "[a](lib/x%20y/a.md#t)"),
    ("[a](/docs/a.md)", "[a](/lib/x%20y/a.md)"),
    ("[a](./docs/a.md)", "[a](./lib/x%20y/a.md)"),
    ("[a]: docs/a.md", "[a]: lib/x%20y/a.md"),
    ("<https://github.com/owner/name/blob/main/docs/a.md>", "<https://github.com/owner/name/blob/main/lib/x%20y/a.md>"),
    (
        "[a](https://github.com/owner/name/blob/main/docs/a.md?plain=1#L1)",
        "[a](https://github.com/owner/name/blob/main/lib/x%20y/a.md?plain=1#L1)",
    ),
    ("[a](https://github.com/owner/name/blob/v1.0/docs/a.md)", None),
    ("[a](docs/../docs/a.md)", "[a](lib/x%20y/a.md)"),
    ("[dir](docs) [dir](docs/)", None),
    ("`docs/a.md` and docs/a.md in prose", None),
]


@pytest.mark.parametrize(("text", "expected"), OUTWARD)
def test_a_document_that_moves_keeps_its_links(text: str, expected: str | None) -> None:
    head = "# T\n\n"
    after = moved({"docs/a.md": f"{head}{text}\n", **REST}, TO_LIB)
    assert after == ({} if expected is None else {"lib/x y/a.md": f"{head}{expected}\n"})


@pytest.mark.parametrize(("text", "expected"), INWARD)
def test_links_follow_a_document_that_moves(text: str, expected: str | None) -> None:
    after = moved({"docs/a.md": "# T\n", "README.md": f"{text}\n", **REST}, TO_LIB, remote=REMOTE)
    assert after == ({} if expected is None else {"README.md": f"{expected}\n"})


def test_links_between_documents_of_a_folder_that_moves_stay_as_they_are() -> None:
    files = {
        "docs/in/a.md": "[b](b.md) [gone](c.md) [up](../d.md)\n",
        "docs/in/b.md": "[dir](../in)\n",
        "docs/d.md": "",
    }
    after = moved(files, [("docs/in", "docs/out")])
    assert after == {"docs/out/b.md": "[dir](.)\n"}


def test_a_link_through_a_symbolic_link_stays_and_the_symbolic_link_is_led_on() -> None:
    files = {"AGENTS.md": "# A\n", "CLAUDE.md": "-> AGENTS.md", "README.md": "[a](CLAUDE.md)\n"}
    assert moved(files, [("AGENTS.md", "docs/AGENTS.md")]) == {}


def test_a_path_in_prose_that_the_gate_takes_for_a_citation_follows() -> None:
    files = {"docs/rfc/0001-x.md": "# X\n", "README.md": "See docs/rfc/0001-x.md and `docs/rfc/0001-x.md`.\n"}
    after = moved(files, [("docs/rfc/0001-x.md", "docs/rfc/done/0001-x.md")])
    assert after == {"README.md": "See docs/rfc/done/0001-x.md and `docs/rfc/0001-x.md`.\n"}


def test_a_byte_order_mark_and_line_ends_stay() -> None:
    after = moved({"docs/a.md": "\ufeff# T\r\n\r\n[b](b.md)\r\n", **REST}, TO_LIB)
    assert after == {"lib/x y/a.md": "\ufeff# T\r\n\r\n[b](../../docs/b.md)\r\n"}


def test_documents_that_take_each_others_names_keep_their_links() -> None:
    files = {"a.md": "# A\n[b](b.md#b)\n", "b.md": "# B\n[a](a.md#a) [b](b.md)\n", "c.md": "[a](a.md) [b](b.md)\n"}
    after = moved(files, [("a.md", "b.md"), ("b.md", "a.md")])
    assert after == {
        "b.md": "# A\n[b](a.md#b)\n",
        "a.md": "# B\n[a](b.md#a) [b](a.md)\n",
        "c.md": "[a](b.md) [b](a.md)\n",
    }
