"""The plan as a TOML file that a person edits: written, read back with its problems, answered, and made again."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from docsync.errors import ConfigError, UsageError
from docsync.migrate.model import PLAN, Migration, Question, Reference, Topic
from docsync.migrate.plan_file.blocks import Block, read_blocks, value_text, written
from docsync.migrate.plan_file.checks import check
from docsync.migrate.plan_file.edits import reconciled
from docsync.migrate.plan_file.renewal import renewed, updated
from docsync.migrate.plan_file.tables import OVERRIDES, Tables, decoded, encoded, to_table
from docsync.settings import ConfigFile, Reader
from docsync.suggest import nearest

VERSION = 1
_CR_LF = "\r\n"
_KINDS: Mapping[str, type] = {"question": Question, "topic": Topic, "reference": Reference}
_TOP = ("version", "root", "sources", "base", "notes", *_KINDS)
_HEADER = """\
# What becomes of each decision record, and of each reference to one: the plan of `doc-sync migrate`.
#
# 1. Answer every [[question]]: write one of its choices, such as answer = "yes". Until then `apply` refuses.
#    `doc-sync migrate plan --answer ID=VALUE` does the same.
# 2. Look through the topics and references: `doc-sync migrate show`, or `show --html plan.html`.
#    Every value may be changed here. A new date, status, slug = "…" or folder = "…" changes the target with it,
#    a new target changes date and status. Two topics become one by action = "merge" and both in `members`.
# 3. Run `doc-sync migrate apply`.
#
# `doc-sync migrate plan` may be run again: answers, comments and tables that were edited stay. It knows an edited
# table by the mark behind its header, which belongs to what the tool wrote there. To have a table made anew, delete it.
"""


def plan_text(migration: Migration, existing: str | None = None, path: str = PLAN) -> str:
    """The plan as text; what a person wrote into the ``existing`` one is kept.

    :class:`ConfigError` when that is no TOML; ``path`` is what it is called then.
    """
    fresh = {
        "question": [to_table(each) for each in migration.questions],
        "topic": [to_table(each) for each in migration.topics],
        "reference": [to_table(each) for each in migration.references],
    }
    if existing is None:
        made = (written(kind, table) for kind, tables in fresh.items() for table in tables)
        return f"{_HEADER}\n{_top(migration)}\n{''.join(made)}".rstrip("\n") + "\n"
    old = _as_read(path, existing).blocks
    blocks, notes = renewed(old, fresh)
    top = "".join(block.text for block in old if not block.kind)
    texts = (updated(Block("", top), _values(migration, notes)).text, *(block.text for block in blocks))
    return _with_line_ends_of(existing, "".join(map(_ended, texts)).rstrip("\n") + "\n")


def _with_line_ends_of(existing: str, text: str) -> str:
    return text.replace("\n", _CR_LF) if _CR_LF in existing else text


def _ended(text: str) -> str:
    """``text`` with one blank line behind it at least."""
    return text if text.endswith("\n\n") else f"{text.rstrip()}\n\n"


def _values(migration: Migration, notes: Iterable[str]) -> dict[str, Any]:
    return {
        "version": VERSION,
        "root": encoded(migration.root),
        "sources": [encoded(each) for each in migration.sources],
        "base": encoded(migration.base),
        "notes": [encoded(each) for each in (*migration.notes, *notes)],
    }


def _top(migration: Migration) -> str:
    return "".join(f"{key} = {value_text(value)}\n" for key, value in _values(migration, ()).items())


@dataclass(frozen=True)
class _AsRead:
    """A plan as it is written; :class:`ConfigError` names the line where it is no TOML."""

    file: ConfigFile

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """Its blocks, lines ended by LF."""
        path, text = self.file.path, self.file.text
        try:
            return tuple(read_blocks(text.replace(_CR_LF, "\n"), self.file.document))
        except ValueError as error:
            raise ConfigError(f"{path}: {error}: write each one as a table of its own, headed [[{error}]]") from None


@lru_cache(maxsize=2)  # a plan is made in two steps, for both of which the old one is read
def _as_read(path: str, text: str) -> _AsRead:
    return _AsRead(ConfigFile(path, text))


def read_plan(text: str, path: str = PLAN) -> Migration:
    """What a plan says; :class:`ConfigError` tells every problem, one a line, as ``file:line: message``."""
    plan = _as_read(path, text)
    document, reader = plan.file.document, Reader(plan.file)
    for key in document:
        reader.expect_known("key", key, _TOP, (key,))
    if document.get("version") != VERSION:
        raise ConfigError(f"{path}: version: expected {VERSION}; make the plan again by `doc-sync migrate plan`")
    blocks = [block for block in plan.blocks if block.kind == "topic"]
    tables = Tables(reader)
    questions = tuple(each for _, each in tables.items(Question, document.get("question", []), ("question",)))
    references = tuple(each for _, each in tables.items(Reference, document.get("reference", []), ("reference",)))
    root = posixpath.normpath(_text(document, "root", reader) or "docs/rfc")
    read = tables.items(Topic, document.get("topic", []), ("topic",), also=OVERRIDES)
    topics = tuple(
        reconciled(each, document["topic"][place[1]], blocks[int(place[1])].is_target_edited, root, place, reader)
        for place, each in read
    )
    migration = Migration(
        root,
        _texts(document, "sources", reader),
        _text(document, "base", reader),
        topics,
        questions,
        references,
        _texts(document, "notes", reader),
    )
    reader.raise_problems()
    check(migration, reader)
    reader.raise_problems()
    return migration


def _text(document: Mapping[str, Any], key: str, reader: Reader) -> str:
    value = document.get(key, "")
    if not isinstance(value, str):
        reader.note((key,), f"{key}: expected text")
        return ""
    return decoded(value)


def _texts(document: Mapping[str, Any], key: str, reader: Reader) -> tuple[str, ...]:
    value = document.get(key, [])
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        reader.note((key,), f"{key}: expected array of texts")
        return ()
    return tuple(map(decoded, value))


def answered(text: str, answers: Mapping[str, str], path: str = PLAN) -> str:
    """The plan with these answers by question id, everything else as it was.

    :class:`UsageError` for an unknown question or a value that is none of its choices.
    """
    blocks = list(_as_read(path, text).blocks)
    known = {str(block.table.get("id")): number for number, block in enumerate(blocks) if block.kind == "question"}
    for name, answer in answers.items():
        if name not in known:
            near = nearest(name, known)
            hint = f"did you mean {near}?" if near else f"the questions are {', '.join(known) or 'none'}"
            raise UsageError(f"--answer {name}: no such question in {path}; {hint}")
        block = blocks[known[name]]
        choices = [str(each) for each in block.table.get("choices", [])]
        if choices and answer not in choices:
            near = nearest(answer, choices)
            hint = f"did you mean {near}?" if near else f"choose from {', '.join(choices)}"
            raise UsageError(f"--answer {name}={answer}: does not fit; {hint}")
        blocks[known[name]] = updated(block, {**block.table, "answer": encoded(answer)})
    return _with_line_ends_of(text, "".join(block.text for block in blocks))
