from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest
from report_samples import ERROR, NOTICE, report

from docsync.reporters import FORMATS, render
from runs import unmeasured

MODULES = {
    "text": "text",
    "json": "as_json",
    "github": "github",
    "sarif": "sarif",
    "junit": "junit",
    "gitlab": "gitlab",
}
MACHINE = sorted(MODULES.keys() - {"text"})
IMPORTS_OF_A_TEXT_RUN = """
import sys
before = set(sys.modules)
from docsync.report import Report
from docsync.reporters import render
render("text", Report((), {}), False)
print(*sorted(set(sys.modules) - before))
"""


def test_formats_are_those_of_the_command_line() -> None:
    assert tuple(MODULES) == FORMATS


@pytest.mark.parametrize(("name", "module"), MODULES.items())
@pytest.mark.parametrize("color", [False, True])
def test_name_leads_to_its_module(name: str, module: str, color: bool) -> None:
    outcome = report(ERROR, NOTICE)
    assert render(name, outcome, color) == import_module(f"docsync.reporters.{module}").render(outcome, color)


@pytest.mark.parametrize("name", MACHINE)
def test_machine_formats_have_neither_color_nor_summary(name: str) -> None:
    outcome = report(ERROR, NOTICE, documents=120, hidden=5)
    output = render(name, outcome, True)
    assert output == render(name, outcome, False)
    assert "\x1b" not in output
    assert "4,031" not in output


@pytest.mark.parametrize("name", MODULES)
def test_output_is_empty_or_ends_its_line(name: str) -> None:
    for outcome in (report(), report(ERROR, NOTICE)):
        output = render(name, outcome, False)
        assert output == "" or (output.endswith("\n") and not output.endswith("\n\n"))


def test_text_run_loads_no_other_format() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", IMPORTS_OF_A_TEXT_RUN], env=unmeasured(), check=True, capture_output=True, text=True
    ).stdout.split()
    assert [name for name in loaded if name.startswith("docsync.reporters.")] == [
        "docsync.reporters.escape",
        "docsync.reporters.text",
    ]
    assert not {"xml.etree.ElementTree", "json", "urllib.parse"} & set(loaded)
