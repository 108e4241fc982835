"""The path and the status of a record to be, one part of them changed."""

from __future__ import annotations

import posixpath
import re
from datetime import date

from docsync.rfc.naming import parse_name, record_name
from docsync.rfc.words import FOLDERS

_WORD = re.compile(r"[a-z]+(?!\w)")


def in_folder(root: str, target: str, folder: str) -> str:
    """The same name in another status folder."""
    return posixpath.join(root, folder, posixpath.basename(target))


def on_day(target: str, day: date) -> str:
    """The same slug in the same folder, dated ``day``; as it is where the name has no date."""
    folder, name = posixpath.split(target)
    parsed = parse_name(name)
    return target if isinstance(parsed, str) else posixpath.join(folder, record_name(day, parsed.slug))


def day_of(target: str) -> date | None:
    """The day in a file name."""
    parsed = parse_name(posixpath.basename(target))
    return None if isinstance(parsed, str) else parsed.date


def folder_of(target: str) -> str:
    """The status folder, ``""`` where it is none."""
    folder = posixpath.basename(posixpath.dirname(target))
    return folder if folder in FOLDERS else ""


def word_of(status: str) -> str:
    """The folder's word that a status line starts with, ``""`` where it is none."""
    match = _WORD.match(status)
    return match[0] if match and match[0] in FOLDERS else ""


def status_in(status: str, folder: str) -> str:
    """A status line with the word of ``folder`` in front; a note that says the same word is not said twice."""
    word = word_of(status)
    note = status.removeprefix(word) if word else f" — {status}" if status else ""
    return f"{folder}{'' if note == f' ({folder})' else note}" if folder in FOLDERS else status
