"""Documents composed of pieces: anchors follow the headings."""

import pytest

from docsync.changeset.check import UnsafeChangeError
from docsync.changeset.plan import Kept, Plan, Written, edited
from docsync.text import Span
from memory import corpus_of
from outcomes import built

A = "# A\n\n## Why\n\nfor\n\n## How\n\nso\n\n[own](#how)\n"
B = '# B\n\n## Why\n\nelse\n\n<a id="here"></a>\n\n## How\n\n[self](b.md#why)\n'
LINKS = "[1](a.md#why) [2](b.md#why) [3](b.md#how) [4](b.md) [5](b.md#here) [6](b.md#b) [7](b.md#) [8](b.md#Why)\n"


def whole(path: str, text: str) -> Kept:
    return Kept(path, Span(0, len(text)))


def test_anchors_of_merged_documents_follow_their_headings() -> None:
    corpus = corpus_of({"a.md": A, "b.md": B, "x/c.md": LINKS.replace("(", "(../")})
    drafts = {"a.md": [whole("a.md", A), Written("\n#"), whole("b.md", B)]}
    changes = built(corpus, Plan(moves={"b.md": "a.md"}, drafts=drafts))
    assert changes.after.text("a.md").text == A + "\n#" + B.replace("b.md#why", "a.md#why-1")
    assert changes.after.text("x/c.md").text == (
        "[1](../a.md#why) [2](../a.md#why-1) [3](../a.md#how-1) [4](../a.md) [5](../a.md#here) [6](../a.md#b) "
        "[7](../a.md#) [8](../a.md#why-1)\n"
    )
    assert "b.md" not in changes.after.tree.entries


def test_links_find_the_part_that_was_split_out() -> None:
    start, end = A.index("## How"), A.index("[own]")
    corpus = corpus_of({"a.md": A, "c.md": "[1](a.md#how) [2](a.md#why) [3](a.md)\n"})
    drafts = {
        "a.md": [Kept("a.md", Span(0, start)), Kept("a.md", Span(end, len(A)))],
        "docs/how.md": [Kept("a.md", Span(start, end)), Written("\nback to [a](../a.md)\n")],
    }
    changes = built(corpus, Plan(drafts=drafts))
    assert changes.after.text("a.md").text.endswith("[own](docs/how.md#how)\n")
    assert changes.after.text("c.md").text == "[1](docs/how.md#how) [2](a.md#why) [3](a.md)\n"
    assert changes.relinked == {"a.md": 1, "docs/how.md": 0, "c.md": 1}


def test_a_heading_that_is_written_anew_takes_its_links_along() -> None:
    corpus = corpus_of({"a.md": A, "c.md": "[1](a.md#a) [2](./a.md#how)\n"})
    pieces = list(edited("a.md", len(A), [(Span(2, 3), "Another title"), (Span(8, 11), "How")]))
    changes = built(corpus, Plan(moves={"a.md": "x.md"}, drafts={"x.md": pieces}))
    assert changes.after.text("x.md").text == A.replace("# A\n", "# Another title\n").replace("Why", "How").replace(
        "#how", "#how-1"
    )
    assert changes.after.text("c.md").text == "[1](x.md#another-title) [2](./x.md#how-1)\n"


def test_a_heading_that_goes_while_a_link_leads_to_it_is_refused() -> None:
    corpus = corpus_of({"a.md": A, "c.md": "[1](a.md#why)\n"})
    drafts = {"a.md": list(edited("a.md", len(A), [(Span(A.index("## Why"), A.index("## How")), "")]))}
    with pytest.raises(UnsafeChangeError, match=r"c\.md:1:5: `a\.md#why` would not lead where it leads now"):
        built(corpus, Plan(drafts=drafts))


def test_a_link_that_is_written_anew_and_leads_nowhere_is_refused() -> None:
    corpus = corpus_of({"a.md": A})
    with pytest.raises(UnsafeChangeError, match=r"a\.md:12:6: .*`nowhere\.md`"):
        built(corpus, Plan(drafts={"a.md": [whole("a.md", A), Written("[no](nowhere.md)\n")]}))


def test_findings_that_were_there_before_are_no_obstacle() -> None:
    text = "# A\n\n[gone](gone.md) [x](#none) [y](b.md#none)\n"
    corpus = corpus_of({"a.md": text, "b.md": "# B\n"})
    changes = built(corpus, Plan(moves={"a.md": "x/a.md"}))
    assert changes.after.text("x/a.md").text == "# A\n\n[gone](../gone.md) [x](#none) [y](../b.md#none)\n"


def test_what_would_overflow_is_counted() -> None:
    links = "".join(f"[{number}](a.md#why)\n\n" for number in range(12))
    corpus = corpus_of({"a.md": A, "c.md": links})
    drafts = {"a.md": list(edited("a.md", len(A), [(Span(A.index("## Why"), A.index("## How")), "")]))}
    with pytest.raises(UnsafeChangeError, match="; and 14 more; mend"):
        built(corpus, Plan(drafts=drafts))
