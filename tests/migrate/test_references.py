"""References to old records: what is rewritten, what is left, and why."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cited import CACHE, MIGRATION, RECORDS, ROOT, found, repository, rewritten
from cited_cases import GUIDE, LEFT, REWRITTEN
from docsync.corpus import Corpus, Scope
from docsync.migrate.model import Action, Choices, Kind, Migration, Policy, Topic
from docsync.migrate.references.finding import find_references
from docsync.migrate.references.tokens import blanked
from docsync.repo import Remote, open_source
from docsync.text import Span
from gitrepo import GitRepo, isolate
from memory import corpus_of


@pytest.mark.parametrize(("path", "text", "expected"), REWRITTEN)
def test_an_old_id_or_path_becomes_a_link_a_title_or_a_path(path: str, text: str, expected: str) -> None:
    assert rewritten(text, found(repository({path: text}), path)) == expected


@pytest.mark.parametrize(("path", "text", "old", "reason"), LEFT)
def test_what_is_left_is_listed_with_its_reason(path: str, text: str | bytes, old: str, reason: str) -> None:
    corpus = repository({path: text, ".gitattributes": "gen/** linguist-generated\n"})
    listed = {(each.old, each.policy, each.reason) for each in found(corpus, path)}
    assert (old, Policy.LEAVE, reason) in listed


def test_records_that_become_one_call_each_other_by_their_own_titles() -> None:
    files = {
        "docs/adr/0011-arg-validation.md": "# ADR 0011: Checks\n\nBy RFC 005, [RFC 005](../rfc/005-validation.md).\n",
        "docs/rfc/005-validation.md": "# RFC 005: Validation\n\nBecame ADR 11, see RFC 005.\n",
    }
    corpus = repository(files)
    shown = [rewritten(text, found(corpus, path)).splitlines()[2] for path, text in files.items()]
    name = "2026-01-11-arg-validation.md"
    assert shown == [f"By Validation, [Validation]({name}).", "Became Checks, see Arg validation."]


CHOICES = (
    ("a.py", "# ADR 12\n", {"code_mentions": "topic"}, "# Cache the index\n"),
    ("a.py", "# ADR 12\n", {"code_mentions": "link"}, f"# https://example.org/ada/engine/blob/HEAD/{CACHE}\n"),
    ("a.py", "# ADR 12\n", {"code_mentions": "leave"}, "# ADR 12\n"),
    (GUIDE, "[ADR 12](adr/0012-cache.md)", {"link_text": "keep"}, "[ADR 12](rfc/implemented/2026-01-12-cache.md)"),
)


@pytest.mark.parametrize(("path", "text", "choices", "expected"), CHOICES)
def test_a_choice_holds_for_all_references(path: str, text: str, choices: dict[str, object], expected: str) -> None:
    assert rewritten(text, found(repository({path: text}), path, **choices)) == expected


def test_a_repository_on_gitlab_has_its_own_addresses_and_one_without_a_remote_has_paths() -> None:
    gitlab = Remote("gitlab.example.org", "ada/engine", frozenset())
    for remote, expected in ((gitlab, f"https://gitlab.example.org/ada/engine/-/blob/HEAD/{CACHE}"), (None, CACHE)):
        (only,) = found(repository({"a.py": "# ADR 12"}, remote=remote), "a.py", code_mentions="link")
        assert only.new == expected


def test_what_a_symlink_leads_to_is_read_once_and_submodules_never() -> None:
    corpus = repository(
        {"AGENTS.md": "ADR 12", "CLAUDE.md": "-> AGENTS.md", "x.py": "-> a.py", "a.py": "# ADR 12", "sub": None}
    )
    assert {each.file for each in found(corpus)} == {"AGENTS.md", "a.py"}


def test_a_document_that_the_configuration_excludes_is_listed() -> None:
    corpus = repository({"old/a.md": "ADR 12 [x](../docs/adr/0013-trace.md)"})
    excluding = Corpus(corpus.source, Scope(excluded=lambda path: path.startswith("old/")))
    listed = [(each.old, each.kind, each.policy, each.reason) for each in found(excluding, "old/a.md")]
    reason = "a document that the configuration excludes"
    assert listed == [
        ("ADR 12", Kind.CODE, Policy.LEAVE, reason),
        ("../docs/adr/0013-trace.md", Kind.PATH, Policy.LEAVE, reason),
    ]


def test_references_say_where_they_stand_and_which_record_they_mean() -> None:
    corpus = repository({GUIDE: "# Guide\r\n\r\nBy ADR 12, [ADR 13](adr/0013-trace.md).\r\n"})
    places = [(each.line, each.column, each.kind, each.old, each.target) for each in found(corpus, GUIDE)]
    assert places == [
        (3, 4, Kind.MENTION, "ADR 12", "docs/adr/0012-cache.md"),
        (3, 13, Kind.TEXT, "ADR 13", "docs/adr/0013-trace.md"),
        (3, 21, Kind.LINK, "adr/0013-trace.md", "docs/adr/0013-trace.md"),
    ]


def test_files_without_a_candidate_are_read_but_not_decoded() -> None:
    corpus = repository({f"a{number}.py": b"nothing \xff here" for number in range(5)})
    assert [each.file for each in found(corpus)] == []


def migration_of(*topics: Topic, sources: tuple[str, ...] = ("docs/adr",)) -> Migration:
    return Migration(ROOT, sources, "", topics)


def test_names_with_blanks_and_pluses_are_found() -> None:
    path = "docs/adr/0001 use c++.md"
    topic = Topic(Action.MOVE, (path,), f"{ROOT}/implemented/2026-01-01-use-cpp.md", "Use C++", ids=("ADR 1",))
    corpus = corpus_of({path: "# Use C++\n", "a.sh": f'cat "{path}"\n', "a.md": "ADR 1"})
    references = found(corpus, migration=migration_of(topic))
    assert [(each.old, each.new) for each in references] == [
        ("ADR 1", f"[Use C++]({ROOT}/implemented/2026-01-01-use-cpp.md)"),
        (path, f"{ROOT}/implemented/2026-01-01-use-cpp.md"),
    ]


def test_a_folder_in_which_something_stays_is_left() -> None:
    corpus = repository({"docs/adr/tool.cfg": "", ".adr-dir": "docs/adr\n", "a.yml": "x: docs/adr/**, docs/rfc/\n"})
    listed = {(each.file, each.old, each.policy, each.reason) for each in found(corpus)}
    reason = "docs/adr stays, for other files in it"
    assert listed >= {
        (".adr-dir", "docs/adr", Policy.LEAVE, "adr-tools knows no status folders"),
        ("a.yml", "docs/adr/**", Policy.LEAVE, reason),
    }
    assert not [each for each in listed if "docs/rfc" in each[1]]


def test_a_folder_of_attachments_goes_where_they_go() -> None:
    picture = Topic(Action.ATTACHMENT, ("docs/adr/images/a.png",), f"{ROOT}/assets/a/a.png")
    topic = Topic(Action.MOVE, ("docs/adr/0001-a.md",), f"{ROOT}/implemented/2026-01-01-a.md", "A", ids=())
    text = "x: docs/adr/images/\ny: docs/adr/images/a.png\nz: images/a.png\n"
    corpus = corpus_of({"docs/adr/0001-a.md": "# A\n", "docs/adr/images/a.png": "", "a.yml": text, "a.md": "ADR 1"})
    references = found(corpus, migration=migration_of(topic, picture))
    assert [(each.old, each.new, each.policy) for each in references] == [
        ("ADR 1", f"[A]({ROOT}/implemented/2026-01-01-a.md)", Policy.REWRITE),
        ("docs/adr/images/", f"{ROOT}/assets/a/", Policy.REWRITE),
        ("docs/adr/images/a.png", f"{ROOT}/assets/a/a.png", Policy.REWRITE),
        ("images/a.png", f"{ROOT}/assets/a/a.png", Policy.LEAVE),
    ]


def test_an_id_of_a_file_that_stays_is_left() -> None:
    stays = Topic(Action.LEAVE, ("docs/adr/0007-x.rst",), "docs/adr/0007-x.rst")
    corpus = repository({"docs/adr/0007-x.rst": "x", GUIDE: "ADR 7"})
    migration = replace(MIGRATION, topics=(*MIGRATION.topics, stays))
    (only,) = found(corpus, GUIDE, migration=migration)
    assert (only.policy, only.reason) == (Policy.LEAVE, "docs/adr/0007-x.rst stays where it is")


def test_a_link_to_where_a_record_was_before_is_repaired() -> None:
    corpus = repository({GUIDE: "[x](adr/0012-old.md)"}, renames={"docs/adr/0012-old.md": ("docs/adr/0012-cache.md",)})
    (only,) = found(corpus, GUIDE)
    assert (only.new, only.reason) == ("rfc/implemented/2026-01-12-cache.md", "broken before; repaired")


def test_without_ids_or_records_nothing_is_found() -> None:
    corpus = corpus_of({"a.md": "ADR 1, docs/adr/", "a.py": "# ADR 1, docs/adr/0001-x.md"})
    assert found(corpus, migration=migration_of(sources=())) == []


def test_two_files_of_one_name_are_told_apart_by_their_folders_only() -> None:
    paths = ("docs/adr/a/0001-x.md", "docs/adr/b/0001-x.md")
    topics = [
        Topic(Action.MOVE, (path,), f"{ROOT}/implemented/2026-01-0{n}-x.md", "X") for n, path in enumerate(paths, 1)
    ]
    corpus = corpus_of({**dict.fromkeys(paths, "# X\n"), "a.py": "# 0001-x.md, b/0001-x.md\n"})
    listed = [(each.old, each.policy, each.reason) for each in found(corpus, "a.py", migration=migration_of(*topics))]
    assert listed == [
        ("0001-x.md", Policy.LEAVE, f"may mean {' or '.join(paths)}"),
        ("b/0001-x.md", Policy.LEAVE, "starts in docs/adr, which the record leaves"),
    ]


def test_a_document_that_cannot_be_read_is_listed() -> None:
    (only,) = found(repository({GUIDE: b"\xe9 ADR 12"}), GUIDE)
    assert (only.old, only.policy, only.reason) == ("ADR 12", Policy.LEAVE, "is not UTF-8: byte 0xe9 at offset 0")


def test_what_attributes_call_generated_or_vendored_is_left() -> None:
    files = {
        "x/.gitattributes": "# gen/** linguist-generated\ngen/** linguist-generated=true\nother/* linguist-vendored\n",
        "y/.gitattributes": b"\xff",
        "z/.gitattributes": "[ linguist-generated\n" + "a" * 600 + " linguist-generated\n",
        **dict.fromkeys(("x/gen/a.py", "x/other/a.py", "gen/a.py"), "# ADR 12"),
    }
    listed = [(each.file, each.reason) for each in found(repository(files))]
    assert listed == [("gen/a.py", ""), ("x/gen/a.py", "made by a program"), ("x/other/a.py", "a vendored tree")]


def test_a_line_of_many_ids_is_read_one_by_one() -> None:
    text = "# " + "ADR 12, adr_12, ADRs 11-13, " * 300
    assert len(found(repository({"a.py": text}), "a.py")) == 3 * 300
    assert len(found(repository({GUIDE: text}), GUIDE)) == 3 * 300


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    isolate(monkeypatch)
    repo = GitRepo(tmp_path)
    for path, text in {**RECORDS, "a.py": "# ADR 12\n", "b.py": "# ADR 12\n" + "#" * 200}.items():
        repo.write(path, text)
    repo.commit()
    with open_source(str(tmp_path)) as source:
        source.limit(100)
        assert {each.file for each in found(Corpus(source))} == {"a.py"}


def test_what_lower_case_bytes_tell_holds_for_every_letter_case() -> None:
    corpus = repository({"a.py": "# Adr_12\n", "b.py": "# ADRS 12\n", "c.py": "# madr 12\n"})
    assert [(each.file, each.old) for each in found(corpus)] == [("a.py", "Adr_12")]


def test_what_overlaps_is_blanked_once() -> None:
    assert blanked("abcdefg", [Span(4, 5), Span(1, 3), Span(1, 2)]) == "a  d fg"


def test_folders_and_names_may_hold_any_character() -> None:
    topic = Topic(Action.MOVE, ("docs/(adr)/use.md",), f"{ROOT}/implemented/2026-01-01-use.md", "Use")
    corpus = corpus_of({"docs/(adr)/use.md": "# Use\n", "a.sh": "cat docs/(adr)/use.md docs/(adr)/\n"})
    listed = [(each.old, each.new) for each in found(corpus, migration=migration_of(topic, sources=("docs/(adr)",)))]
    assert listed == [("docs/(adr)/use.md", f"{ROOT}/implemented/2026-01-01-use.md")]


def test_the_plan_and_the_map_cite_nothing_though_git_has_them() -> None:
    text = 'old = "docs/adr/0012-cache.md"  # ADR 12\n'
    corpus = repository({"rfc-migration.toml": text, f"{ROOT}/moves.json": text, "other.toml": text})
    assert {each.file for each in find_references(corpus, MIGRATION, Choices())} & {
        "rfc-migration.toml",
        f"{ROOT}/moves.json",
        "other.toml",
    } == {"other.toml"}


def test_a_record_in_the_root_has_no_folder_to_look_for() -> None:
    corpus = repository({"guide.md": "Words; docs/adr/0012-cache.md\n"})
    migration = replace(MIGRATION, sources=("", *MIGRATION.sources))
    assert (
        rewritten("Words; docs/adr/0012-cache.md\n", found(corpus, "guide.md", migration=migration))
        == f"Words; {CACHE}\n"
    )
