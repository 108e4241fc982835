"""What every gate promises: checked for all that are registered."""

from __future__ import annotations

import dataclasses
import json
import re
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

from docsync.codes import COMMON_CODES
from docsync.finding import Code
from docsync.gates import GATES
from docsync.gates.base import Gate, Hook

HERE = Path(__file__).parent
KEBAB = re.compile(r"[a-z]+(-[a-z]+)*")
EACH_GATE = pytest.mark.parametrize("gate", GATES, ids=[gate.name for gate in GATES])
EACH_CODE = pytest.mark.parametrize(
    "code", [code for gate in GATES for code in gate.codes] + list(COMMON_CODES), ids=lambda code: code.name
)


def test_codes_are_unique() -> None:
    names = [code.name for code in (*COMMON_CODES, *(code for gate in GATES for code in gate.codes))]
    assert [name for name, count in Counter(names).items() if count > 1] == []


@EACH_CODE
def test_a_code_is_named_and_explained(code: Code) -> None:
    assert KEBAB.fullmatch(code.name)
    assert code.when[0].islower() or code.when.startswith(("`", "[")), "`when` continues a sentence"
    assert not code.when.endswith(".")
    assert code.remedy.endswith(".")


def test_names_and_commands_are_unique() -> None:
    assert len({gate.name for gate in GATES}) == len({gate.command for gate in GATES}) == len(GATES)


@EACH_GATE
def test_a_gate_is_named(gate: Gate) -> None:
    assert re.fullmatch(r"[a-z]+", gate.name)
    assert re.fullmatch(r"verify-[a-z-]+", gate.command)
    assert gate.title
    assert gate.codes


@EACH_GATE
def test_options_are_frozen_documented_and_have_defaults(gate: Gate) -> None:
    assert gate.options.__dataclass_params__.frozen
    assert gate.options() == gate.options()
    for field in dataclasses.fields(gate.options):
        assert field.metadata["doc"].endswith("."), field.name


@EACH_GATE
def test_the_hook_judges_the_whole_repository_unless_files_stand_alone(gate: Gate) -> None:
    hook: Hook = gate.hook
    assert hook.description.endswith(".")
    assert (hook.always_run, hook.pass_filenames, hook.require_serial) == (
        (False, True, False) if gate.per_file else (True, False, True)
    )


@EACH_GATE
def test_every_code_has_a_failing_and_a_passing_case(gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    """A gate's cases are the table ``CASES`` of ``test_judge.py`` in its folder, or a folder for each code."""
    folder = HERE / gate.name
    names = {code.name for code in gate.codes}
    if (folder / "test_judge.py").is_file():
        monkeypatch.setattr(sys, "path", [str(folder), *sys.path])
        cases = import_module("test_judge").CASES
        covered = {case.code for case in cases if case.failing and case.passing}
    else:
        covered = {
            path.name for path in (folder / "cases").iterdir() if (path / "pass").exists() and (path / "fail").exists()
        }
    assert covered == names


def test_collected_cases_name_known_codes() -> None:
    cases = json.loads((HERE / "links" / "cases.json").read_text("utf-8"))
    known = {code.name for gate in GATES for code in gate.codes}
    assert {each["code"] for case in cases for each in case["expect"]} <= known
