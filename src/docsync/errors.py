"""Errors that a user can act on; each message names the place and the way out."""


class DocSyncError(Exception):
    """Base of every expected failure; the command line turns it into exit code 2."""


class UsageError(DocSyncError):
    """The command line asks for something that does not exist or does not fit together."""


class ConfigError(DocSyncError):
    """The configuration file holds an unknown key, a wrong type or a bad value."""


class GitError(DocSyncError):
    """git failed, is missing where it is needed, or does not know a revision."""


class RefusedError(GitError):
    """git refused a commit; the lines of the message are those of git and of its hooks."""


class WriteError(DocSyncError):
    """A file could not be written; the message tells what became of it and the way out."""


class UnreadableError(Exception):
    """One file cannot be judged; the run turns it into a finding, never into a crash."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
