from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chromium import NAMES, Browser, named_or_found, open_browser
from docsync.migrate.model import Action, Dropped, Kind, Migration, Part, Policy, Question, Reference, Subject, Topic
from docsync.migrate.show.fragments import resource
from docsync.migrate.show.overview import Overview, answer_command, answer_line
from docsync.migrate.show.page import page
from docsync.migrate.show.page_references import common
from docsync.reporters.escape import visible
from docsync.rfc.status.classify import Confidence
from migration_sample import sample

VOID = ("meta", "input", "path")
EMPTY = Migration("docs/rfc", (), "", ())
HOSTILE = "</script><img src=x onerror=alert(1)>\"'&amp;\n\x1b[2J\u202e`שלום`"


class Outline(HTMLParser):
    """Elements that are closed in the order in which they were opened, with their attributes and texts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag, tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("style", "script"):
            self.texts.append(data)

    def values(self, name: str) -> list[str]:
        return [value for _, attribute, value in self.attributes if attribute == name]


def outline(migration: Migration, name: str = "agent-runtime") -> Outline:
    return Outline(page(migration, name))


def hostile(text: str) -> Migration:
    """Everything that can be said, said in ``text``."""
    drop, parts = (Dropped(text, text, text),), (Part(text, text),)
    topic = Topic(
        Action.MERGE, (text, f"docs/adr/{text}"), f"docs/rfc/implemented/{text}", text, None, text, text, text
    )
    topic = replace(topic, ids=(text,), origin=text, section=text, evidence=(text,), drop=drop, parts=parts)
    asked = Question(text, Subject.MERGE, text, text, text, (text, "no"), (text,), text)
    references = [
        Reference(text, 1, 2, kind, text, f"{text} new", policy, text, text) for kind in Kind for policy in Policy
    ]
    questions = (asked, replace(asked, answer=text))
    return Migration("docs/rfc", ("docs/adr", text), text, (topic,), questions, tuple(references), (text,))


def test_every_topic_question_reference_and_note_is_in_the_page() -> None:
    migration, found = sample(), outline(sample())
    text = " ".join("".join(found.texts).split())
    for topic in migration.topics:
        assert all(each in text for each in (*topic.members, topic.title, topic.date_evidence, topic.status))
        assert topic.target in text
    for question in migration.questions:
        assert question.id in text
        assert question.text.replace("`", "") in text
    for question in migration.open_questions:
        assert answer_line(question) in text
        assert answer_command(question) in text
    for reference in migration.references:
        assert f"{reference.line}:{reference.column}" in text
        assert reference.old in text
        assert reference.new in text
    assert migration.notes[0] in text


def test_the_elements_of_the_page_are_nested_and_its_ids_are_unique_and_point_somewhere() -> None:
    found = outline(sample())
    ids = found.values("id")
    assert len(ids) == len(set(ids))
    links = found.values("href")
    assert {link[1:] for link in links} <= set(ids)
    assert all(link.startswith("#") for link in links)
    for name in ("aria-labelledby", "aria-describedby", "for"):
        assert {each for value in found.values(name) for each in value.split()} <= set(ids)


def test_nothing_comes_from_outside_and_only_its_own_style_and_script_may_run() -> None:
    text = page(sample(), "agent-runtime")
    found = Outline(text)
    assert not {"src", "srcset", "data", "action", "style", "onclick"} & {name for _, name, _ in found.attributes}
    assert "default-src 'none'" in text
    assert not re.search(r"@import|url\(|https?://(?!www\.w3\.org/2000/svg)", text)


def test_headings_go_down_one_level_at_a_time() -> None:
    levels = [int(level) for level in re.findall(r"<h(\d)[ >]", page(sample(), "agent-runtime"))]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


@given(st.text(st.characters(exclude_categories=()), min_size=1))
def test_no_text_becomes_markup_and_none_is_lost(text: str) -> None:
    found = Outline(page(hostile(text), text))
    plain = Outline(page(hostile("plain"), "plain"))
    tags = [(tag, name) for tag, name, _ in found.attributes]
    assert [each for each in tags if each[0] != "code"] == [each for each in plain_tags(plain) if each[0] != "code"]
    shown = visible(text)
    assert any(shown in each for each in found.texts)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\ud800-\udfff]", "".join(found.texts))


def plain_tags(found: Outline) -> list[tuple[str, str]]:
    return [(tag, name) for tag, name, _ in found.attributes]


def test_text_between_backticks_is_code_in_a_sentence() -> None:
    assert "<li data-filter>a <code>b &lt; c</code> d` e</li>" in page(replace(EMPTY, notes=("a `b < c` d` e",)), "x")


def test_an_empty_migration_says_so() -> None:
    text = page(EMPTY, "x")
    assert "No question is open" in text
    assert "No references" in text
    assert "It can be applied." in text
    assert 'id="notes"' not in text
    assert 'id="open-all"' not in text


def test_a_question_about_no_topic_names_its_path_without_a_link() -> None:
    question = Question("status-none-docs-adr", Subject.STATUS, "docs/adr", "Which?", "implemented")
    assert "<dt>About</dt><dd><code>docs/adr</code></dd>" in page(replace(sample(), questions=(question,)), "x")


def test_facts_that_are_not_there_are_not_shown() -> None:
    topics = (
        Topic(Action.MOVE, ("docs/adr/1.md",), "docs/rfc/proposed/a.md", date=date(2026, 1, 2)),
        Topic(Action.LEAVE, ("docs/adr/toc.rst",), ""),
    )
    text = page(replace(EMPTY, topics=topics), "x")
    terms = re.findall("<dt>(.*?)</dt><dd>(.*?)</dd>", text)
    assert terms == [
        ("From", "docs/adr/1.md"),
        ("To", "docs/rfc/proposed/a.md"),
        ("Date", "2026-01-02"),
        ("Confidence", "high, said in words"),
        ("From", "docs/adr/toc.rst"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "kept"),
    [
        ("docs/adr/0001-a.md", "docs/rfc/2026-a.md", ("docs/", "-a.md")),
        ("ADR 1", "A title", ("", "")),
        ("aa aa", "aa", ("aa", "")),
        ("same", "same", ("same", "")),
        ("", "new", ("", "")),
        ("überall a", "über b", ("", "")),
    ],
)  # fmt: skip
def test_what_before_and_after_share_is_found_in_whole_words(old: str, new: str, kept: tuple[str, str]) -> None:
    start, end = common(old, new)
    assert (old[:start], old[len(old) - end :]) == (new[:start], new[len(new) - end :]) == kept


@given(st.text("ab /"), st.text("ab /"))
def test_what_before_and_after_share_never_overlaps(old: str, new: str) -> None:
    start, end = common(old, new)
    assert start + end <= min(len(old), len(new))


def test_style_and_script_cannot_end_their_elements() -> None:
    assert "</" not in resource("page.css")
    assert "</" not in resource("page.js")


# In a browser


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    program = named_or_found()
    if program is None:
        pytest.skip(f"DOC_SYNC_CHROMIUM is not set, and none of {', '.join(NAMES)} is on the path")
    if shutil.which(program) is None:
        pytest.fail(f"DOC_SYNC_CHROMIUM is {program}, which is no program")
    with open_browser(program, tmp_path_factory.mktemp("chromium") / "profile") as opened:
        yield opened


def write(folder: Path, migration: Migration) -> Path:
    path = folder / "page.html"
    path.write_text(page(migration, "agent-runtime"), "utf-8")
    return path


def number_of(browser: Browser, selector: str) -> int:
    return int(
        browser.run(f"[...document.querySelectorAll({selector!r})].filter(each => each.checkVisibility()).length")
    )


def test_each_topic_has_its_lines_and_nothing_is_asked_of_the_network(browser: Browser, tmp_path: Path) -> None:
    path, migration = write(tmp_path, sample()), sample()
    browser.open(path)
    assert number_of(browser, "#lines g") == len(migration.topics)
    assert number_of(browser, "#lines path") == sum(len(topic.members) for topic in migration.topics)
    assert browser.requests() == [path.as_uri()]
    assert browser.complaints() == []
    ends = "[...document.querySelectorAll('#lines path')].every(each => each.getTotalLength() > 20)"
    assert browser.run(ends)


def test_the_filter_hides_what_does_not_fit_and_escape_brings_it_back(browser: Browser, tmp_path: Path) -> None:
    browser.open(write(tmp_path, sample()))
    everything = {name: number_of(browser, name) for name in ("#old .row", "#new .row", ".question", "#files > .file")}
    browser.press("/")
    assert browser.run("document.activeElement.id") == "filter"
    assert browser.run("document.activeElement.value") == ""
    browser.type("model-fallback ADR")
    assert [number_of(browser, name) for name in everything] == [1, 1, 0, 4]
    assert number_of(browser, "#lines g") == 1
    assert number_of(browser, "#files li") == 4  # few are opened
    assert browser.run("document.querySelector('#filter-result').textContent") == "1 file, 4 references"
    assert number_of(browser, "#no-questions") == 1
    browser.type(" nowhere")
    assert [number_of(browser, name) for name in (*everything, "#lines g")] == [0] * 5
    assert number_of(browser, "#no-records, #no-references") == 2
    browser.press("Escape")
    browser.settle()
    assert {name: number_of(browser, name) for name in everything} == everything
    assert number_of(browser, "#lines g") == len(sample().topics)
    assert number_of(browser, "#files li, .nothing") == 0
    assert browser.complaints() == []


def test_everything_can_be_reached_by_tab_and_evidence_shows_at_the_focus(browser: Browser, tmp_path: Path) -> None:
    browser.open(write(tmp_path, sample()))
    reached, shown = [], 0
    where = """
        (each => each === document.body ? '' : each.id || each.getAttribute('href') || each.textContent.trim())
        (document.activeElement)
    """
    card = "Boolean(document.activeElement.closest('.row')?.querySelector('.evidence')?.checkVisibility())"
    browser.press("Tab")
    while (place := browser.run(where)) and len(reached) < 400:
        reached.append(place)
        shown += browser.run(card) and browser.run("document.activeElement.matches('.jump')")
        browser.press("Tab")
    assert reached[0] == "#main"
    assert "filter" in reached
    assert "open-all" in reached
    assert shown == len(sample().topics)
    assert sum(each.startswith("#new-") for each in reached) >= len({m for t in sample().topics for m in t.members})
    assert ".github/CODEOWNERS 1 rewritten" in " ".join(" ".join(reached).split())


def test_evidence_is_lit_with_its_line_and_goes_away_with_escape(browser: Browser, tmp_path: Path) -> None:
    browser.open(write(tmp_path, sample()))
    merged = next(each for each in Overview(sample()).placed if each.topic.action is Action.MERGE)
    browser.run(f"document.querySelector('#new-{merged.number} .jump').focus()")
    assert number_of(browser, ".evidence") == 1
    assert number_of(browser, "#old .row.is-on") == 2
    assert number_of(browser, "#lines g.is-on path") == 2
    browser.press("Escape")
    assert number_of(browser, ".evidence") == 0
    browser.run("document.activeElement.blur()")
    assert number_of(browser, ".is-on") == 0


def test_references_are_shown_by_policy_and_open_all_at_once(browser: Browser, tmp_path: Path) -> None:
    browser.open(write(tmp_path, sample()))
    assert number_of(browser, "#files li") == 0
    browser.run("document.querySelector('#open-all').click()")
    assert number_of(browser, "#files li") == len(sample().references)
    browser.run("document.querySelector('#show-left').click()")
    assert number_of(browser, "#files li") == 6
    browser.run("document.querySelector('#show-rewritten').click()")
    assert number_of(browser, "#files li") == 37
    browser.run("document.querySelector('#open-all').click()")
    assert number_of(browser, "#files li") == 0


def test_print_and_a_page_without_scripts_show_everything(browser: Browser, tmp_path: Path) -> None:
    browser.open(write(tmp_path, sample()))
    browser.media("print")
    assert number_of(browser, ".evidence") == len(sample().topics)
    assert number_of(browser, "#lines, .bar") == 0
    browser.media()
    assert browser.pdf().startswith(b"%PDF-")
    assert number_of(browser, "#files li") == 0  # closed again after print
    browser.open(tmp_path / "page.html", scripts=False)
    assert number_of(browser, "#filter-box, #open-all") == 0  # what needs scripts is not there
    assert number_of(browser, "#new .row .port") == len(sample().topics)


def test_dark_narrow_and_wide_pages_are_drawn_without_a_horizontal_scroll_bar(browser: Browser, tmp_path: Path) -> None:
    path, pictures = write(tmp_path, sample()), set()
    for width in (420, 800, 1400):
        for scheme in ("light", "dark"):
            browser.open(path, width)
            browser.media(prefers_color_scheme=scheme)
            assert browser.run("document.documentElement.scrollWidth") <= width
            assert number_of(browser, "#lines g") == (0 if width == 420 else len(sample().topics))
            pictures.add(browser.screenshot())
    assert len(pictures) == 6
    browser.media()


def test_hostile_names_run_nothing_and_look_like_themselves(browser: Browser, tmp_path: Path) -> None:
    browser.open(write(tmp_path, hostile(HOSTILE)))
    assert browser.complaints() == []
    assert number_of(browser, "img") == 0
    browser.run("document.querySelector('#open-all').click()")
    assert browser.run("document.querySelector('#files del').textContent") == visible(HOSTILE)


def large() -> Migration:
    """1,000 records and 20,000 references in 200 files."""
    topics = tuple(
        Topic(
            Action.MOVE,
            (f"docs/adr/{number:04}-topic.md",),
            f"docs/rfc/implemented/2026-01-01-topic-{number * 7 % 1000}.md",
            date=date(2026, 1, 1),
            confidence=Confidence.MEDIUM,
        )
        for number in range(1000)
    )
    references = tuple(
        Reference(
            f"src/{number % 200}.py", number, 1, Kind.CODE, f"ADR {number % 1000}", f"docs/{number}", Policy.REWRITE
        )
        for number in range(20_000)
    )
    return replace(sample(), topics=topics, questions=(), references=references)


def test_a_large_page_measures_each_port_once_and_keeps_references_closed(browser: Browser, tmp_path: Path) -> None:
    browser.open(write(tmp_path, large()))
    assert number_of(browser, "#lines g") == 1000
    counting = """
        window.measured = 0;
        const before = Element.prototype.getBoundingClientRect;
        Element.prototype.getBoundingClientRect = function () { window.measured += 1; return before.call(this); };
        document.querySelector('#filter').focus();
    """
    browser.run(counting)
    browser.type("topic")  # all records, no reference
    assert browser.run("measured") <= 2 * (1 + 3 * 1000)
    assert number_of(browser, "#lines g") == 1000
    browser.run("document.querySelector('#filter').value = ''")
    browser.type("src")
    assert browser.run("document.querySelector('#filter-result').textContent") == "0 files, 20,000 references"
    assert number_of(browser, "#files li") == 0  # too many to open
    assert browser.complaints() == []


def test_a_named_browser_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOC_SYNC_CHROMIUM", "/opt/chromium")
    assert named_or_found() == "/opt/chromium"
    monkeypatch.delenv("DOC_SYNC_CHROMIUM")
    monkeypatch.setitem(os.environ, "PATH", "")
    assert named_or_found() is None
