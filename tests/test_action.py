"""The jobs for CI: the action's scripts run as GitHub's runner runs them, the workflow and the examples checked."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from composite import Composite
from gitrepo import GitRepo, environment
from package import copy_package, need_index

ROOT = Path(__file__).resolve().parents[1]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
WORKFLOW = yaml.safe_load((ROOT / ".github/workflows/doc-sync.yml").read_text("utf-8"))
GUIDE = (ROOT / "docs/ci.md").read_text("utf-8")
SCRIPTS = Path(sys.executable).parent
UPLOAD = "github/codeql-action/upload-sarif@v4"
# Other people's actions, and which of their inputs we name: a slip of the pen is found nowhere else before a run.
ACTIONS = {
    "actions/checkout@v6": {"fetch-depth", "persist-credentials"},
    "actions/setup-python@v6": {"python-version", "update-environment"},
    "actions/cache@v5": {"path", "key"},
    "actions/cache/restore@v5": {"path", "key", "restore-keys"},
    "actions/cache/save@v5": {"path", "key"},
    UPLOAD: {"sarif_file", "category"},
}
SHALLOW = (
    "::error title=doc-sync::This checkout is shallow, and days and moves are looked up in the history. "
    "Give actions/checkout `fetch-depth: 0`.\n"
)
ANNOTATION = (
    "::error file=README.md,line=1,col=11,endLine=1,endColumn=24,title=missing-file::`docs/guide.md` does not exist\n"
)


def fences() -> dict[str, Any]:
    """The YAML examples of the guide by the heading that they stand under."""
    sections = re.split(r"^## ", GUIDE, flags=re.MULTILINE)[1:]
    found = {each.partition("\n")[0]: re.search(r"```yaml\n(.*?)```", each, re.DOTALL) for each in sections}
    return {heading: yaml.safe_load(match[1]) for heading, match in found.items() if match}


def steps_of(workflow: dict[Any, Any]) -> list[dict[str, Any]]:
    [job] = workflow["jobs"].values()
    return list(job["steps"])


@pytest.fixture
def action(repo: GitRepo, tmp_path: Path) -> Composite:
    """The action in a repository with nothing to find, with doc-sync from this environment."""
    if not (SCRIPTS / "doc-sync").exists():
        pytest.skip("doc-sync is not installed here")
    repo.write("README.md", "[install](docs/guide.md#install)\n")
    repo.write("docs/guide.md", "# Guide\n\n## Install\n")
    repo.commit("base")
    (tmp_path / "temp" / "doc-sync").mkdir(parents=True)
    given = {
        "python": {"python-path": sys.executable, "python-version": "3.13.0"},
        "install": {"program": str(SCRIPTS / "doc-sync")},
    }
    return Composite(ROOT, repo.path, tmp_path / "temp", given)


@pytest.fixture
def broken(action: Composite, repo: GitRepo) -> Composite:
    """The action where a link leads nowhere."""
    repo.write("README.md", "[install](docs/guide.md)\n")
    repo.remove("docs/guide.md")
    repo.write("docs/other.md", "# Other\n")
    repo.commit("broken")
    return action


@pytest.fixture(scope="session")
def is_sarif(data_folder: Path) -> Callable[[Any], bool]:
    schema = json.loads((data_folder / "sarif-schema-2.1.0.json").read_text("utf-8"))
    validator = jsonschema.Draft7Validator(schema)
    return lambda log: bool(validator.is_valid(log))


def names_below(folder: Path) -> set[str]:
    return {path.name for path in folder.rglob("*") if ".git" not in path.parts}


# ---- what the files promise


def test_scripts_hold_no_expression() -> None:
    steps = [step for step in ACTION["runs"]["steps"] if "run" in step]
    assert ACTION["runs"]["using"] == "composite"
    assert {step["shell"] for step in steps} == {"bash"}
    assert [step["name"] for step in steps if "${{" in step["run"]] == []
    assert len(steps) == 5


def test_actions_of_others_and_what_they_are_given_are_known() -> None:
    steps = [*ACTION["runs"]["steps"], *steps_of(WORKFLOW), *steps_of(fences()["GitHub Actions"])]
    used = [step for step in steps if not step.get("uses", "./").startswith(("./", "OWNER/"))]
    assert {step["uses"] for step in used} == ACTIONS.keys()
    assert [step for step in used if not step["with"].keys() <= ACTIONS[step["uses"]]] == []


def test_guide_lists_the_inputs() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| (?:`(.*?)` )?\| (.*) \|$", GUIDE, re.MULTILINE)
    inputs = [row for row in rows if row[0] in ACTION["inputs"]]
    assert inputs == [(name, each["default"], each["description"]) for name, each in ACTION["inputs"].items()]


def test_workflow_runs_on_what_changes_documents_with_no_more_rights_than_it_needs() -> None:
    # YAML 1.1 takes the key `on` for true.
    assert WORKFLOW[True] == {"push": {"branches": ["main"]}, "pull_request": None}
    assert WORKFLOW["permissions"] == {}
    assert WORKFLOW["jobs"]["doc-sync"]["permissions"] == {"contents": "read", "security-events": "write"}
    assert WORKFLOW["concurrency"]["cancel-in-progress"] == "${{ github.event_name == 'pull_request' }}"


@pytest.mark.parametrize("workflow", [WORKFLOW, fences()["GitHub Actions"]], ids=["ours", "guide"])
def test_workflow_checks_out_the_history_and_uses_the_action(workflow: dict[Any, Any]) -> None:
    checkout, check = steps_of(workflow)
    assert checkout["uses"] == "actions/checkout@v6"
    assert checkout["with"]["fetch-depth"] == 0
    assert check["uses"] in {"./", "OWNER/doc-sync@COMMIT"}
    assert check["with"].keys() <= ACTION["inputs"].keys()


# ---- the action


def test_clean_repository_passes(action: Composite) -> None:
    job = action()
    assert (job.code, job.out, job.err) == (0, "", "")
    assert job.outputs == {"exit-code": "0", "sarif": ""}
    assert [*job.used] == [
        "Set up Python",
        "Restore packages",
        "Restore facts of documents",
        "Keep facts of documents",
    ]


def test_findings_are_annotations_and_keep_their_exit_code(broken: Composite) -> None:
    job = broken()
    assert (job.code, job.out, job.err) == (1, ANNOTATION, "")
    assert job.outputs == {"exit-code": "1", "sarif": ""}
    assert "Upload the report" not in job.used


def test_report_is_uploaded_though_there_are_findings(broken: Composite, is_sarif: Callable[[Any], bool]) -> None:
    job = broken(sarif="true")
    assert (job.code, job.out, job.err) == (1, ANNOTATION, "")
    report = job.outputs["sarif"]
    assert job.used["Upload the report"] == {"sarif_file": report, "category": "doc-sync"}
    log = json.loads(Path(report).read_text("utf-8"))
    assert is_sarif(log)
    assert [result["ruleId"] for result in log["runs"][0]["results"]] == ["missing-file"]


def test_clean_report_is_uploaded_too(action: Composite) -> None:
    # Otherwise code scanning would never close what is mended.
    job = action(sarif="true")
    assert job.code == 0
    log = json.loads(Path(job.used["Upload the report"]["sarif_file"]).read_text("utf-8"))
    assert log["runs"][0]["results"] == []


def test_an_upload_that_is_refused_does_not_count() -> None:
    [upload] = [step for step in ACTION["runs"]["steps"] if step.get("uses") == UPLOAD]
    assert upload["continue-on-error"] is True


def test_shallow_checkout_is_refused_before_anything_else(action: Composite, repo: GitRepo, tmp_path: Path) -> None:
    repo.commit("second")
    repo.git("clone", "--quiet", "--depth=1", repo.path.as_uri(), str(tmp_path / "shallow"))
    job = Composite(ROOT, tmp_path / "shallow", action.temp, action.given)()
    assert (job.code, job.out) == (2, SHALLOW)
    assert job.ran == ["Refuse a shallow checkout"]


def test_usage_error_keeps_its_exit_code_and_uploads_nothing(action: Composite) -> None:
    job = action(args="--no-such-option", sarif="true")
    assert job.code == 2
    assert "No such option" in job.err
    assert job.outputs == {"exit-code": "2", "sarif": ""}
    assert "Upload the report" not in job.used


HOSTILE = ["$(touch x)", "`touch x`", '"; touch x; "', "'; touch x; '", "x\ntouch x\n"]


@pytest.mark.parametrize("value", HOSTILE)
@pytest.mark.parametrize("name", ["args", "format", "since"])
def test_no_input_is_run(action: Composite, name: str, value: str) -> None:
    before = names_below(action.workspace.parent)
    job = action(**{name: value})
    assert job.outputs["exit-code"] == "2"
    assert job.code == 2
    assert names_below(action.workspace.parent) - before == {"output", "script.sh"}


def test_no_switch_is_run(action: Composite) -> None:
    before = names_below(action.workspace.parent)
    for value in HOSTILE:
        assert action(sarif=value).outputs == {"exit-code": "0", "sarif": ""}
    assert names_below(action.workspace.parent) - before == {"output", "script.sh"}


def test_an_argument_is_a_line_whatever_is_in_it(broken: Composite, repo: GitRepo) -> None:
    name = "docs/a \"b\" 'c' $(touch x) & *.md"
    repo.write(name, "[gone](gone.md)\n")
    repo.commit()
    job = broken(args=f"--error-on-empty\n\n{name}\n")
    assert job.code == 1
    [line] = job.out.splitlines()
    assert line.startswith(f"::error file={name},line=1,")


def test_report_on_a_change_alone(broken: Composite, repo: GitRepo) -> None:
    base = repo.git("rev-parse", "HEAD")
    repo.write("docs/other.md", "[gone](gone.md)\n")
    repo.commit()
    job = broken(since=base)
    assert job.code == 1
    assert re.findall(r"file=([^,]*)", job.out) == ["docs/other.md"]


def test_repository_in_a_folder_of_the_workspace(broken: Composite) -> None:
    outside = Composite(ROOT, broken.workspace.parent, broken.temp, broken.given)
    job = outside(working_directory=broken.workspace.name)
    assert (job.code, job.out) == (1, ANNOTATION)


def test_what_other_formats_print_is_no_workflow_command(action: Composite, repo: GitRepo) -> None:
    repo.write("##[add-mask]a.md", "[gone](gone.md)\n")
    repo.commit()
    job = action(format="json")
    assert job.code == 1
    stop, *lines, resume = job.out.splitlines()
    token = stop.removeprefix("::stop-commands::")
    assert re.fullmatch("[0-9a-f]{32}", token)
    assert resume == f"::{token}::"
    assert [finding["path"] for finding in json.loads("\n".join(lines))] == ["##[add-mask]a.md"]
    assert token not in action(format="json").out


def test_cache_is_keyed_on_what_is_installed(action: Composite, tmp_path: Path) -> None:
    copy = tmp_path / "action"
    copy.mkdir()
    for name in ("action.yml", "pyproject.toml"):
        shutil.copy(ROOT / name, copy / name)

    def key(**inputs: str) -> str:
        return Composite(copy, action.workspace, action.temp, action.given)(**inputs).used["Restore packages"]["key"]

    first = key()
    assert re.fullmatch("doc-sync-Linux-X64-3.13.0-code-true-[0-9a-f]{40}", first)
    assert key(code="false") == first.replace("true", "false")
    with (copy / "pyproject.toml").open("a") as project:
        project.write("\n")
    second = key()
    assert second != first
    assert second[:-40] == first[:-40]


def test_cache_holds_what_pip_downloads() -> None:
    steps = {step["name"]: step for step in ACTION["runs"]["steps"]}
    assert steps["Restore packages"]["with"]["path"] == steps["Install doc-sync"]["env"]["PIP_CACHE_DIR"]


def test_facts_are_kept_under_the_tree_that_was_checked(action: Composite, repo: GitRepo) -> None:
    repo.write("a.md", "# A\n")
    repo.commit()
    used = action().used
    first, kept = used["Restore facts of documents"], used["Keep facts of documents"]
    assert (kept["path"], kept["key"]) == (first["path"], first["key"])
    assert Path(first["path"]).is_file()  # the check wrote it there
    assert first["key"].startswith(first["restore-keys"])
    assert first["key"].endswith(repo.git("rev-parse", "HEAD^{tree}").strip())


@pytest.mark.index
def test_action_installs_itself_and_runs_nothing_of_the_repository(
    broken: Composite, repo: GitRepo, tmp_path: Path
) -> None:
    need_index(tmp_path)
    folder = tmp_path / "an action"
    copy_package(folder)
    for module in ("venv", "pip", "click", "docsync"):
        repo.write(f"{module}.py", 'open("x", "w")\n')
    repo.commit()
    given = {"python": broken.given["python"]}
    job = Composite(folder, broken.workspace, broken.temp, given)(code="false", sarif="true")
    assert (job.code, job.out) == (1, ANNOTATION), job.err
    assert (broken.temp / "doc-sync" / "venv" / "bin" / "doc-sync").is_file()
    assert repo.git("status", "--porcelain") == ""


# ---- GitLab


@pytest.mark.parametrize(("target", "code", "checks"), [("docs/guide.md", 0, []), ("gone.md", 1, ["missing-file"])])
def test_gitlab_example(action: Composite, repo: GitRepo, target: str, code: int, checks: list[str]) -> None:
    job = fences()["GitLab"]["doc-sync"]
    assert job["variables"] == {"GIT_DEPTH": "0"}
    repo.write("README.md", f"[install]({target})\n")
    install, *script = job["script"]
    assert install.startswith("pip install ")
    done = subprocess.run(
        ["bash", "-eo", "pipefail", "-c", "\n".join(script)],
        cwd=repo.path,
        env=environment() | {"PATH": f"{SCRIPTS}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code
    assert [line.split(": ")[1] for line in done.stdout.splitlines()] == checks
    assert job["artifacts"]["when"] == "always"
    report = json.loads((repo.path / job["artifacts"]["reports"]["codequality"]).read_text("utf-8"))
    assert [entry["check_name"] for entry in report] == checks
