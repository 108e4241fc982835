"""Which folders hold records, and what each file in them is."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from docsync.corpus import Corpus, Scope
from docsync.errors import UsageError
from docsync.migrate.survey.files import Role
from docsync.migrate.survey.folders import FOLDERS, survey
from memory import corpus_of

RECORD = "# Use x\n\nStatus: accepted\n\n## Context\n\nBecause.\n"
PLAIN = "# Use x\n\nSome text.\n"
TEMPLATE = "# ADR-{NNN}: {Title}\n\nStatus: proposed | accepted\n"


def roles(files: Mapping[str, str | bytes | None], **given: tuple[str, ...]) -> dict[str, str]:
    found = survey(corpus_of(files), **given)
    return {each.path: each.role.name for each in found.files}


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_usual_folders_need_no_name(folder: str) -> None:
    found = survey(corpus_of({f"{folder}/0001-x.md": RECORD}))
    assert [(each.path, each.kind) for each in found.folders] == [(folder, "RFC" if "rfc" in folder else "ADR")]
    assert found.folder_paths == (folder,)
    assert [each.path for each in found.having(Role.RECORD)] == [f"{folder}/0001-x.md"]


def test_named_folders_replace_the_usual_ones_of_their_kind() -> None:
    files = {"docs/adr/0001-x.md": RECORD, "docs/rfc/001-x.md": RECORD, "notes/1-x.md": RECORD}
    assert roles(files, adr=("./notes/",)) == {"docs/rfc/001-x.md": "RECORD", "notes/1-x.md": "RECORD"}
    assert roles(files, rfc=("notes",)) == {"docs/adr/0001-x.md": "RECORD", "notes/1-x.md": "RECORD"}
    found = survey(corpus_of(files), adr=["docs/adr"], rfc=["notes"])
    assert [(each.path, each.kind) for each in found.folders] == [("docs/adr", "ADR"), ("notes", "RFC")]


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ("docs/adx", "docs/adx: no such folder; did you mean docs/adr?"),
        ("zzzzzzzz", "zzzzzzzz: no such folder; name a folder below the root that git has files of"),
        (".", ".: no such folder"),
    ],
)
def test_a_named_folder_that_is_not_there(named: str, message: str) -> None:
    with pytest.raises(UsageError) as error:
        survey(corpus_of({"docs/adr/0001-x.md": RECORD}), adr=[named])
    assert str(error.value).startswith(message)


def test_no_folder_at_all_says_how_to_name_one() -> None:
    with pytest.raises(UsageError, match="name it by `--adr DIR` or `--rfc DIR`"):
        survey(corpus_of({"README.md": "# x\n"}))


def test_of_folders_in_each_other_the_inner_one_has_the_file() -> None:
    found = survey(corpus_of({"a/0001-x.md": RECORD, "a/b/0002-y.md": RECORD}), adr=["a"], rfc=["a/b"])
    assert [(each.path, each.folder.kind, str(each.id and each.id.kind)) for each in found.files] == [
        ("a/0001-x.md", "ADR", "ADR"),
        ("a/b/0002-y.md", "RFC", "RFC"),
    ]


# Name in docs/adr, text, role.
CASES = {
    "a number": ("0012-use-x.md", PLAIN, Role.RECORD),
    "kind and number": ("adr-12.md", PLAIN, Role.RECORD),
    "number and kind": ("017pdr-x.md", PLAIN, Role.RECORD),
    "date and number": ("2021-06-05_001-x.md", PLAIN, Role.RECORD),
    "a date": ("2021-06-05-use-x.md", PLAIN, Role.RECORD),
    "a date without hyphens": ("20210605-use-x.md", PLAIN, Role.RECORD),
    "neither, but a status": ("use-x.md", RECORD, Role.RECORD),
    "neither, but sections": ("use-x.md", "# x\n\n## Context\n\na\n\n## Decision\n\nb\n", Role.RECORD),
    "neither": ("use-x.md", PLAIN, Role.REPORT),
    "a dated report": ("2026-05-01-review-report.md", PLAIN, Role.REPORT),
    "a dated report with a status": ("2026-05-01-report-format.md", RECORD, Role.RECORD),
    "a numbered report": ("0012-report-format.md", PLAIN, Role.RECORD),
    "readme": ("README.md", PLAIN, Role.INDEX),
    "index": ("index.md", PLAIN, Role.INDEX),
    "list of records": ("adr-list.md", PLAIN, Role.INDEX),
    "decision log": ("decision-log.md", PLAIN, Role.INDEX),
    "named as an index": ("0012-search-index.md", PLAIN, Role.RECORD),
    "named as an index without a number": ("search-index.md", RECORD, Role.RECORD),
    "template": ("template.md", RECORD, Role.TEMPLATE),
    "kind of template": ("adr-template.md", RECORD, Role.TEMPLATE),
    "template with a number for it": ("NNNadr-template.md", TEMPLATE, Role.TEMPLATE),
    "numbered zero": ("0000-adr-template.md", RECORD, Role.TEMPLATE),
    "about a template": ("012adr-adopt-adr-template.md", RECORD, Role.RECORD),
    "about templates": ("use-madr-template-for-mails.md", RECORD, Role.RECORD),
    "called template, with a number": ("0012-adr-template.md", RECORD, Role.RECORD),
    "called template, with a number and nothing filled in": ("0012-adr-template.md", TEMPLATE, Role.TEMPLATE),
    "in a folder of templates": ("templates/short.md", RECORD, Role.TEMPLATE),
    "a template by its title": ("start-here.md", "# [short title of solved problem]\n\nStatus: x\n", Role.TEMPLATE),
    "numbered zero, by its title": ("0000-start.md", "# RFC <title>\n", Role.TEMPLATE),
    "the record zero": ("0000-use-records.md", RECORD, Role.RECORD),
    "angle brackets in a title": ("use-vec.md", "# Use Vec<T> everywhere\n\nStatus: accepted\n", Role.RECORD),
    "no title": ("0012-x.md", "", Role.RECORD),
    "other markup": ("0012-x.rst", PLAIN, Role.FOREIGN),
    "a drawing": ("0012-x.svg", PLAIN, Role.ATTACHMENT),
    "settings of a tool": (".markdownlint.yml", PLAIN, Role.TOOL),
    "settings of a generator": ("_category_.json", PLAIN, Role.TOOL),
    "not UTF-8": ("0012-x.md", b"\xff", Role.UNREADABLE),
    "a link": ("0012-x.md", "-> ../x.md", Role.NO_FILE),
    "a submodule": ("0012-x", None, Role.NO_FILE),
    "in a folder": ("backend/0012-x.md", PLAIN, Role.RECORD),
    "in a folder for a year": ("2024/0012-x.md", PLAIN, Role.RECORD),
    "the index of a folder": ("backend/README.md", PLAIN, Role.INDEX),
    "placed": ("implemented/2024-01-31-x.md", PLAIN, Role.PLACED),
    "in a status folder under an old name": ("implemented/0012-x.md", PLAIN, Role.RECORD),
    "an asset": ("assets/notes.md", PLAIN, Role.ATTACHMENT),
}


@pytest.mark.parametrize("case", CASES)
def test_a_file_alone(case: str) -> None:
    name, text, role = CASES[case]
    assert roles({f"docs/adr/{name}": text}) == {f"docs/adr/{name}": role.name}


@pytest.mark.parametrize("main", ["README.md", "index.md", "0012-x.md", "proposal.md"])
def test_a_folder_for_each_record(main: str) -> None:
    files = {f"docs/rfc/0012-x/{main}": PLAIN, "docs/rfc/0012-x/img/a.png": b"x"}
    found = survey(corpus_of(files))
    assert {each.path: (each.role, each.record) for each in found.files} == {
        f"docs/rfc/0012-x/{main}": (Role.RECORD, ""),
        "docs/rfc/0012-x/img/a.png": (Role.ATTACHMENT, f"docs/rfc/0012-x/{main}"),
    }


def test_further_documents_in_the_folder_of_a_record_are_attachments() -> None:
    files = {"docs/rfc/0012-x/README.md": PLAIN, "docs/rfc/0012-x/0001-notes.md": PLAIN, "docs/rfc/0012-x/b.rst": ""}
    assert roles(files) == {
        "docs/rfc/0012-x/README.md": "RECORD",
        "docs/rfc/0012-x/0001-notes.md": "ATTACHMENT",
        "docs/rfc/0012-x/b.rst": "ATTACHMENT",
    }


def test_the_folder_beside_a_record_is_its_own() -> None:
    files = {"docs/adr/0012-x.md": PLAIN, "docs/adr/0012-x/README.md": PLAIN, "docs/adr/0012-x/a.png": b""}
    found = survey(corpus_of(files))
    assert [(each.role.name, each.record) for each in found.files] == [
        ("RECORD", ""),
        ("ATTACHMENT", "docs/adr/0012-x.md"),
        ("ATTACHMENT", "docs/adr/0012-x.md"),
    ]


def test_a_folder_of_several_numbered_records_belongs_to_none() -> None:
    files = {"docs/adr/0012-x/0001-a.md": PLAIN, "docs/adr/0012-x/0002-b.md": PLAIN}
    assert set(roles(files).values()) == {"RECORD"}


def test_untracked_files_count_too() -> None:
    corpus = corpus_of({"docs/adr/0001-x.md": PLAIN}, untracked={"docs/adr/0002-y.md": PLAIN})
    assert [each.path for each in survey(corpus).files] == ["docs/adr/0001-x.md", "docs/adr/0002-y.md"]


def test_what_the_configuration_excludes_is_no_record() -> None:
    memory = corpus_of({"docs/adr/0001-x.md": RECORD, "docs/adr/0002-y.md": RECORD})
    corpus = Corpus(memory.source, Scope(excluded=lambda path: path.endswith("y.md")))
    assert [each.role for each in survey(corpus).files] == [Role.RECORD, Role.EXCLUDED]


def test_names_are_those_that_say_the_topic() -> None:
    files = {"docs/rfc/0012-x/README.md": PLAIN, "docs/rfc/0013-y.md": PLAIN}
    assert [each.name for each in survey(corpus_of(files)).files] == ["0012-x", "0013-y"]
