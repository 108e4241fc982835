"""Where a status is read, and what it means: tables of how people write it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsync.markdown.extract import read_document
from docsync.rfc.status.classify import Classified, Confidence, Rule, classify, disagreements, uses_implemented
from docsync.rfc.status.reading import Place, StatusReading
from docsync.rfc.status.stated import read_status
from docsync.rfc.status.tidy import plain, tidy
from docsync.rfc.words import WORDS, Meaning, find_word, head_word
from docsync.text import SourceText, Span


def readings(text: str, path: str = "docs/adr/0001-x-y.md") -> tuple[StatusReading, ...]:
    source = SourceText.from_str(text)
    return read_status(path, source, read_document(source))


def said(text: str) -> StatusReading:
    reading = StatusReading.of(Place.FIELD, text, Span(0, 0))
    assert reading is not None
    return reading


def classified(text: str, **rule: object) -> Classified:
    return classify(said(text), Rule(**rule))


# Markdown; place and tidy text of the reading to believe, None where there is none.
PLACES = [
    ("---\nstatus: Accepted\n---\n# T\n\nStatus: proposed\n", Place.FRONT_MATTER, "Accepted"),
    ("---\nimplementation: shipped\n---\n# T\n", Place.FRONT_MATTER, "shipped"),
    ("---\ntags: [Accepted, network]\n---\n# T\n", Place.TAG, "Accepted"),
    ("# T\n\n| Status | Accepted |\n| --- | --- |\n| Date | x |\n", Place.TABLE, "Accepted"),
    ("# T\n\n| Field | Value |\n| --- | --- |\n| **Status** | ✅ Accepted |\n", Place.TABLE, "Accepted"),
    ("# T\n\n| Date | Status |\n| --- | --- |\n| x | Draft |\n", Place.TABLE, "Draft"),
    ("# T\n\n| Status | Date |\n| --- | --- |\n| Draft | x |\n", Place.TABLE, "Draft"),
    (
        "# T\n\n| Field | Value |\n| - | - |\n| Status | Accepted |\n\n| Draft | By |\n| - | - |\n| x | y |\n",
        Place.TABLE,
        "Accepted",
    ),
    ("# T\n\n| Date | Status |\n| --- | --- |\n", None, None),
    ("# T\n\n| a | b |\n| --- | --- |\n| c | d |\n", None, None),
    ("# T\n\nStatus: accepted\n", Place.FIELD, "accepted"),
    ("# T\n\nDate: 2020-01-01  \nStatus: accepted  \nDeciders: Ada\n", Place.FIELD, "accepted"),
    ("# T\n\nStatus: superseded by\n[x](y.md)\nDate: 2020\n", Place.FIELD, "superseded by [x](y.md)"),
    ("# T\n\n- **Status**: accepted\n- Date: x\n", Place.FIELD, "accepted"),
    ("# T\n\n* __Status:__ accepted\n", Place.FIELD, "accepted"),
    ("# T\n\n**Status: accepted.** Since May.\n", Place.FIELD, "accepted. Since May"),
    ("# T\n\n**Status**\n\nAccepted\n", Place.FIELD, "Accepted"),
    ("# T\n\n**Date:** x | **Status:** accepted | **Owner:** Ada\n", Place.FIELD, "accepted"),
    ("# T\n\n状态：已接受\n", Place.FIELD, "已接受"),
    ("# T\n\nStatus: `accepted`\n", Place.FIELD, "accepted"),
    ("# T\n\nStatus: Proposed | Accepted | Rejected\n", None, None),
    ("# T\n\nStatus: <!-- Proposed | Accepted --> rejected\n", Place.FIELD, "rejected"),
    ("# T\n\n<!-- Status: accepted -->\n", None, None),
    ("# T\n\n```\nStatus: accepted\n```\n", None, None),
    ("# T\n\n## A\n\n## B\n\nStatus: accepted\n", None, None),
    ("# T\n\n" + "x\n\n" * 20 + "Status: accepted\n", None, None),
    (
        "# T\n\n> **Status: Deprecated.** Superseded by\n> [N](n.md).\n",
        Place.QUOTE,
        "Deprecated. Superseded by [N](n.md)",
    ),
    ("# T\n\n## Status\n\n✅ Accepted\n\n## Context\n", Place.SECTION, "Accepted"),
    ("# T\n\n## 2. Status\nAccepted\n", Place.SECTION, "Accepted"),
    ("# T\n\n## Status: accepted\n\nx\n", Place.SECTION, "accepted"),
    ("# T\n\n# Status\n\nAccepted\n\n# Context\n", Place.SECTION, "Accepted"),
    ("# T\n\n## Date\n\nx\n\n## Authors\n\nAda\n\n## Status\n\nAccepted\n", Place.SECTION, "Accepted"),
    ("# T\n\n## Status\n\n## Context\n\nAccepted\n", None, None),
    ("# T\n\n## Status\n\n- [ ] Proposed\n- [x] Accepted\n", Place.SECTION, "Accepted"),
    ("# T\n\n## Status\n\n- [ ] Proposed\n- [ ] Accepted\n", None, None),
    ("# T\n\n## Status\n\nAccepted\n\nSuperseded by [x](y.md)\n", Place.SECTION, "Superseded by [x](y.md)"),
    ("# T\n\n## Status\n\n2020-01-01: proposed\n2020-01-02: accepted\n", Place.SECTION, "2020-01-02: accepted"),
    ("# T\n\n## Status\n\nProposed\n\nbut read on\n", Place.SECTION, "Proposed"),
    ("# T\n\nStatus:\n\nDate: x\n", None, None),
    ("# T\n\n## Status\n\n" + "- Accepted\n" * 50, Place.SECTION, "Accepted"),
    ("# T\n\n## Status\n\nsee the board\n", Place.SECTION, "see the board"),
    ("# ADR-1: T [Draft]\n", Place.TITLE, "Draft"),
    ("# RFC 12: WIP: T\n", Place.TITLE, "WIP"),
    ("# T (beta)\n", None, None),
    ("## T [Draft]\n", None, None),
    ("", None, None),
]


@pytest.mark.parametrize(("text", "place", "read"), PLACES)
def test_place_and_text(text: str, place: Place | None, read: str | None) -> None:
    first = next(iter(readings(text)), None)
    assert (first and first.place, first and first.text) == (place, read)
    crlf = next(iter(readings(text.replace("\n", "\r\n"))), None)
    assert (crlf and crlf.place, crlf and crlf.text) == (place, read)


NAMES = [
    ("adr/0001-x.rejected.md", Place.SUFFIX, "rejected"),
    ("adr/0001-x-draft.md", Place.SUFFIX, "draft"),
    ("adr/accepted/0001-x.md", Place.FOLDER, "accepted"),
    ("adr/Drafts/2020/0001-x.md", Place.FOLDER, "draft"),
    ("adr/on-hold/0001-x.md", Place.FOLDER, "on hold"),
    ("accepted/a/b/0001-x.md", None, None),
    ("adr/when-is-it-done.md", None, None),
    ("adr/draft.md", None, None),
]


@pytest.mark.parametrize(("path", "place", "read"), NAMES)
def test_names_state_it_too(path: str, place: Place | None, read: str | None) -> None:
    first = next(iter(readings("# T\n", path)), None)
    assert (first and first.place, first and first.text) == (place, read)


def test_every_reading_is_kept_in_the_order_of_belief_with_its_span() -> None:
    text = "---\nstatus: draft\n---\n# T [WIP]\n\nStatus: accepted\n\n## Status\n\n*Rejected*\n"
    source = SourceText.from_str(text)
    index = StatusReading.of(Place.INDEX, "Superseded", Span(1, 2))
    found = read_status("done/x-wip.md", source, read_document(source), index)
    assert [each.place.value for each in found] == [
        "front matter",
        "status line",
        "status section",
        "title",
        "file name",
        "folder",
        "index",
    ]
    assert [text[slice(*each.span)] for each in found[:3]] == ["draft", "accepted", "*Rejected*"]


def test_disagreements_are_those_that_lead_elsewhere() -> None:
    found = readings("---\nstatus: draft\n---\n# T [Proposed]\n\nStatus: accepted\n\n## Status\n\nsee the board\n")
    assert [each.text for each in disagreements(found, Rule())] == ["accepted"]
    assert disagreements((), Rule()) == ()


# Status as written; folder (None: a question), status line, and the proposal of the question.
MEANINGS = [
    ("Proposed", "proposed", "proposed", None),
    ("WIP", "proposed", "proposed (wip)", None),
    ("In review (since May)", "proposed", "proposed (in review since May)", None),
    ("Deferred — no time", "proposed", "proposed (deferred no time)", None),
    ("Implementable", "proposed", "proposed (implementable)", None),
    ("Accepted (design only)", "proposed", "proposed (accepted design only)", None),
    ("Accepted, not yet implemented", "proposed", "proposed (accepted not yet implemented)", None),
    ("Approved, pending implementation", "proposed", "proposed (approved pending implementation)", None),
    ("Not implemented", "proposed", "proposed (not implemented)", None),
    ("未实现", "proposed", "proposed (未实现)", None),
    ("已接受，未实现", "proposed", "proposed (已接受 未实现)", None),
    ("Accepted", "implemented", "implemented (accepted)", None),
    ("accepted (2026-06-13)", "implemented", "implemented (accepted 2026-06-13)", None),
    ("2021-09-24: Accepted", "implemented", "implemented (accepted 2021-09-24)", None),
    ("2021-09-24", None, "implemented (2021-09-24)", "implemented"),
    ("2021-09-24 Accepted", "implemented", "implemented (accepted 2021-09-24)", None),
    ("This ADR is accepted.", "implemented", "implemented (accepted This ADR is)", None),
    ("Accepted. The old parser is not implemented.", "implemented", None, None),
    ("Accepted (implemented)", "implemented", "implemented (accepted implemented)", None),
    ("Implemented", "implemented", "implemented", None),
    ("Implemented (v1.2, [PR](https://x.example/1))", "implemented", None, None),
    ("Documented existing", "implemented", "implemented (documented existing)", None),
    ("已实现", "implemented", "implemented (已实现)", None),
    ("已接受于2026", "implemented", "implemented (已接受 于2026)", None),
    ("Deprecated", "implemented", "implemented, deprecated", None),
    ("Deprecated. Nobody calls it", "implemented", "implemented, deprecated — Nobody calls it", None),
    ("Deprecated. Superseded by [N](n.md)", "implemented", "implemented, deprecated, superseded by [N](n.md)", None),
    ("Rejected", "rejected", "rejected", None),
    ("Rejected: too slow", "rejected", "rejected (too slow)", None),
    ("Withdrawn, see [x](y.md)", "rejected", "rejected (withdrawn) — see [x](y.md)", None),
    ("Rejected, see [x](y.md)", "rejected", "rejected — see [x](y.md)", None),
    ("Not accepted", "rejected", "rejected (not accepted)", None),
    ("Won’t do", "rejected", "rejected (won't do)", None),
    ("Superseded [0019](0019-x.md)", "implemented", "implemented, superseded by [0019](0019-x.md)", None),
    ("Superseded by [N](n.md)", "implemented", "implemented, superseded by [N](n.md)", None),
    ("Superseded", "implemented", "implemented, superseded", None),
    ("Superseded: nobody wants it", "implemented", "implemented, superseded — nobody wants it", None),
    ("Accepted, superseded by [N](n.md)", "implemented", "implemented, superseded by [N](n.md)", None),
    ("Proposed, superseded by [N](n.md)", "rejected", "rejected, superseded by [N](n.md)", None),
    ("Superseded before it was implemented", "rejected", "rejected, superseded — before it was implemented", None),
    ("Partially implemented", None, "implemented (partially implemented)", "implemented"),
    ("Implemented (parts 1-2)", None, "implemented (parts 1-2)", "implemented"),
    ("Phase 1 shipped", None, "implemented (phase 1 shipped)", "implemented"),
    ("Accepted, phase 1 implemented", None, None, "implemented"),
    ("Implemented (revised); rejected in favour of [N](n.md)", None, None, "rejected"),
    ("Ask Ada", None, "implemented (Ask Ada)", "implemented"),
    ("[Accepted](https://x.example)", "implemented", "implemented (accepted) — [Accepted](https://x.example)", None),
]


@pytest.mark.parametrize(("text", "folder", "line", "proposal"), MEANINGS)
def test_meaning(text: str, folder: str | None, line: str | None, proposal: str | None) -> None:
    found = classified(text)
    assert (found.folder, found.question and found.question.proposal) == (folder, proposal)
    assert line in (None, found.line)
    assert found.line.startswith(folder or proposal or "")


CORPUS = [
    ("Accepted", {"uses_implemented": True}, "proposed"),
    ("Accepted (implemented)", {"uses_implemented": True}, "implemented"),
    ("Superseded by [N](n.md)", {"superseded": "rejected"}, "rejected"),
    ("Superseded by [N](n.md)", {"kind": "RFC"}, None),
    ("Implemented, superseded by [N](n.md)", {"kind": "RFC"}, "implemented"),
    ("Draft, superseded by [N](n.md)", {"kind": "RFC"}, "rejected"),
    ("hyväksytty", {"words": {"hyväksytty": Meaning.ACCEPTED}}, "implemented"),
]


@pytest.mark.parametrize(("text", "rule", "folder"), CORPUS)
def test_the_corpus_decides(text: str, rule: dict[str, object], folder: str | None) -> None:
    assert classified(text, **rule).folder == folder


def test_a_record_without_status_is_asked_for_by_its_kind() -> None:
    for kind, proposal in (("ADR", "implemented"), ("RFC", "proposed")):
        found = classify(None, Rule(kind))
        assert (found.folder, found.line, found.confidence) == (None, proposal, Confidence.LOW)
        assert found.question is not None
        assert found.question.proposal == proposal


def test_names_and_lists_are_believed_less() -> None:
    sure = {place: classify(StatusReading.of(place, "rejected", Span(0, 0)), Rule()).confidence for place in Place}
    assert sure[Place.FIELD] is Confidence.HIGH
    assert sure[Place.FOLDER] is Confidence.MEDIUM
    assert sure[Place.SUFFIX] is Confidence.LOW


def test_a_corpus_uses_implemented_from_one_in_ten_on() -> None:
    accepted, implemented = said("accepted"), said("implemented 2020")
    assert uses_implemented([implemented, *[accepted] * 9, None, None])
    assert not uses_implemented([implemented, *[accepted] * 10])
    assert uses_implemented([accepted], readme_lists_it=True)
    assert not uses_implemented([])


TIDY = [
    ("✅ **Accepted** <br> :rocket:", "Accepted"),
    ("~~Proposed~~ Accepted", "Accepted"),
    ("{proposed | rejected | accepted | deprecated | … | superseded by [ADR-5](5.md)}", ""),
    ("Proposed / Accepted / Rejected", ""),
    ("Accepted | Rejected", ""),
    ("Accepted. One of: proposed, accepted, rejected", "Accepted"),
    ("What is the status, such as proposed, accepted, rejected, deprecated, superseded, etc.?", ""),
    ("accepted, implemented", "accepted, implemented"),
    ("Accepted (proposed | accepted | rejected)", "Accepted"),
    ("![badge](https://x.example/a_b.svg) done", "done"),
    ("see [a_b_c](x_y_z.md) _now_", "see [a_b_c](x_y_z.md) now"),
    ("a&nbsp;b", "a b"),
]


@pytest.mark.parametrize(("raw", "text"), TIDY)
def test_tidy(raw: str, text: str) -> None:
    assert tidy(raw) == text


def test_plain_keeps_the_text_of_links() -> None:
    assert plain("by [a b](c.md) and [d][e]") == "by a b and d"


def test_every_phrase_is_found_at_the_start_of_a_text_and_of_a_sentence() -> None:
    missed = [word for word in WORDS if head_word(word) != word]
    assert missed == []
    assert [word for word in WORDS if head_word(f"Currently {word.upper()} since May") is None and word.isascii()] == []


def test_own_words_may_be_longer_than_ours() -> None:
    assert find_word("on hold for now", {"on hold for now": 1}) == "on hold for now"
    assert find_word("", WORDS) is None
    assert head_word("This RFC is currently now officially already accepted") is None  # enough is enough


@given(st.text(alphabet="Status: accepted|[]()<>*_`~#->\n\t✅状态：实现/,.x1", max_size=120))
def test_no_text_breaks_the_reading(text: str) -> None:
    for reading in readings(f"# T\n\n{text}"):
        found = classify(reading, Rule())
        assert (found.folder is None) == (found.question is not None)
        assert "\n" not in found.line
