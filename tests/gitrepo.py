"""Real small git repositories for tests, free of the user's own configuration."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

_CONFIGURATION = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "XDG_CONFIG_HOME": os.devnull,  # where the user's own ignore rules may be
    "GIT_AUTHOR_NAME": "Ada",
    "GIT_AUTHOR_EMAIL": "ada@example.org",
    "GIT_COMMITTER_NAME": "Ada",
    "GIT_COMMITTER_EMAIL": "ada@example.org",
}
_FIRST_COMMIT = 1_700_000_000  # seconds since 1970; each later one is a minute after
_OPTIONS = ("-c", "init.defaultBranch=main", "-c", "commit.gpgSign=false", "-c", "core.autocrlf=false")


def environment() -> dict[str, str]:
    """Our environment without any GIT_* variable of the caller, and without the user's configuration."""
    return {name: value for name, value in os.environ.items() if not name.startswith("GIT_")} | _CONFIGURATION


def isolate(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give this process the same environment, for code under test that calls git itself."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    for name, value in _CONFIGURATION.items():
        monkeypatch.setenv(name, value)


class GitRepo:
    """A repository at ``path``, made when it is not there; its branch is ``main``."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._commits = 0
        path.mkdir(parents=True, exist_ok=True)
        if not (path / ".git").exists():
            self.git("init", "--quiet")

    def __str__(self) -> str:
        return str(self.path)

    def git(self, *args: str) -> str:
        """Run git here; its output without the last line end."""
        date = f"{_FIRST_COMMIT + 60 * self._commits} +0000"
        dates = {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
        command = ["git", *_OPTIONS, *args]
        done = subprocess.run(command, cwd=self.path, env=environment() | dates, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode(errors="replace")
        return done.stdout.decode("utf-8", "surrogateescape").rstrip("\n")

    def write(self, path: str, content: str | bytes = "") -> Path:
        """Write a file and the directories above it."""
        file = self.path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return file

    def link(self, path: str, target: str) -> Path:
        """Make a symbolic link with exactly this text."""
        file = self.path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.symlink_to(target)
        return file

    def remove(self, path: str) -> None:
        """Delete a file from disk."""
        (self.path / path).unlink()

    def stage(self, *paths: str) -> None:
        """Add these paths, or everything, to the index."""
        self.git("--literal-pathspecs", "add", "--all", "--", *(paths or (".",)))

    def commit(self, message: str = "change") -> str:
        """Add everything and commit it; the commit's id."""
        self.stage()
        self._commits += 1
        self.git("commit", "--quiet", "--allow-empty", "--message", message)
        return self.git("rev-parse", "HEAD")
