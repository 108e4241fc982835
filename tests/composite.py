"""Runs the scripts of a composite action as GitHub's runner does; the actions it uses are only noted."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from gitrepo import environment

_EXPRESSION = re.compile(r"\$\{\{ (.*?) \}\}")
_WHENEVER_SET = re.compile(r"!cancelled\(\) && (\S+) != ''")  # the one kind of condition that we have
# docs.github.com, "Workflow syntax", `shell: bash`
_SHELL = ("bash", "--noprofile", "--norc", "-e", "-o", "pipefail")
_OUTPUTS = re.compile(r"([\w-]+)=(.*)")


@dataclass
class Job:
    """What came of an action: how it ended, what it said, in which steps it used other actions with what."""

    code: int = 0
    out: str = ""
    err: str = ""
    context: dict[str, str] = field(default_factory=dict)
    ran: list[str] = field(default_factory=list)
    used: dict[str, dict[str, str]] = field(default_factory=dict)
    outputs: dict[str, str] = field(default_factory=dict)

    def fill(self, text: Any) -> str:
        """``text`` with its expressions evaluated; what no step has said is empty, all else must be known."""
        text = str(text).lower() if isinstance(text, bool) else str(text)
        return _EXPRESSION.sub(lambda match: self._value(match[1]), text)

    def allows(self, step: Mapping[str, Any]) -> bool:
        """Whether the step is run: by its condition, without one as long as nothing failed."""
        if "if" not in step:
            return self.code == 0
        match = _EXPRESSION.fullmatch(step["if"])
        condition = _WHENEVER_SET.fullmatch(match[1]) if match else None
        assert condition, f"no condition that is known here: {step['if']}"
        return self._value(condition[1]) != ""

    def _value(self, name: str) -> str:
        return self.context.get(name, "") if name.startswith("steps.") else self.context[name]


@dataclass(frozen=True)
class Composite:
    """An action at ``folder``, to be run in ``workspace``.

    ``given`` holds what steps put out that can't be run here, such as the path of Python, by step id.
    """

    folder: Path
    workspace: Path
    temp: Path
    given: Mapping[str, Mapping[str, str]]

    @property
    def text(self) -> dict[str, Any]:
        """The action as YAML has it."""
        loaded: dict[str, Any] = yaml.safe_load((self.folder / "action.yml").read_text("utf-8"))
        return loaded

    def __call__(self, **inputs: str) -> Job:
        """Run the action; ``_`` in the name of an input stands for ``-``."""
        named = {name.replace("_", "-"): value for name, value in inputs.items()}
        known = {name: each["default"] for name, each in self.text["inputs"].items()}
        assert named.keys() <= known.keys()
        job = Job(context={f"inputs.{name}": value for name, value in (known | named).items()})
        job.context |= {"runner.temp": str(self.temp), "runner.os": "Linux", "runner.arch": "X64"}
        for step in self.text["runs"]["steps"]:
            if job.allows(step):
                self._run(step, job)
        job.outputs = {name: job.fill(each["value"]) for name, each in self.text["outputs"].items()}
        return job

    def _run(self, step: Mapping[str, Any], job: Job) -> None:
        outputs = self.given.get(step.get("id", ""), {})
        if "uses" in step:
            job.used[step["name"]] = {name: job.fill(value) for name, value in step["with"].items()}
        elif not outputs:
            outputs = dict(self._script(step, job))
        job.ran.append(step["name"])
        job.context |= {f"steps.{step.get('id')}.outputs.{name}": value for name, value in outputs.items()}

    def _script(self, step: Mapping[str, Any], job: Job) -> Iterator[tuple[str, str]]:
        """Run a script; the outputs that it sets."""
        output = self.temp / "output"
        output.write_bytes(b"")
        script = self.temp / "script.sh"
        script.write_text(job.fill(step["run"]), "utf-8")
        done = subprocess.run(
            [*_SHELL, script],
            cwd=self.workspace / job.fill(step.get("working-directory", ".")),
            env=environment()
            | {
                "CI": "true",
                "GITHUB_ACTIONS": "true",
                "GITHUB_ACTION_PATH": f"{self.folder}/./",  # as the runner writes it for `uses: ./`
                "GITHUB_OUTPUT": str(output),
                "GITHUB_WORKSPACE": str(self.workspace),
                "RUNNER_OS": "Linux",
                "RUNNER_TEMP": str(self.temp),
            }
            | {name: job.fill(value) for name, value in step.get("env", {}).items()},
            capture_output=True,
            text=True,
            check=False,
        )
        job.code, job.out, job.err = done.returncode, job.out + done.stdout, job.err + done.stderr
        for line in output.read_text("utf-8").splitlines():
            match = _OUTPUTS.fullmatch(line)
            assert match, line
            yield match[1], match[2]
