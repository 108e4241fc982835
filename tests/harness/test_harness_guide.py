"""The guide's code runs and gives the output that the guide shows."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

from tool_harness import EventType

GUIDE = Path(__file__).parents[2] / "docs" / "harness.md"
TEXT = GUIDE.read_text("utf-8")
MORE = "\nimport json\nprint(json.dumps(edit_file.definition.parameters))\n"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}(?: continue)?\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)


def test_the_guide_shows_what_happens() -> None:
    code = "\n".join(blocks("python")) + MORE
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    *shown, schema = done.stdout.splitlines(keepends=True)
    assert "".join(shown) == "".join(blocks("text"))
    [documented] = blocks("json")
    assert schema == json.dumps(json.loads(documented)) + "\n"


def test_the_guide_lists_the_events() -> None:
    _, _, table = TEXT.partition("<!-- doc-sync: names tool_harness.events:EventType -->")
    assert re.findall(r"^\| `(.+?)` \|", table, re.MULTILINE) == list(get_args(EventType))
