"""Where a record lies and what it is called: folder, name, day."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from datetime import date, timedelta

from docsync.corpus import Corpus
from docsync.finding import Finding
from docsync.gates.rfcs.folder import NAME, RecordFile, RecordFolder
from docsync.gates.rfcs.options import Options
from docsync.records import FOLDERS as RECORD_FOLDERS
from docsync.rfc.dates import FirstSeen, first_seen
from docsync.rfc.naming import RecordName, record_name, slugify, topic_of
from docsync.rfc.words import FOLDERS

_STATED = re.compile(r"(?P<date>\d{4}-\d{2}-\d{2})\b\W*+(?P<reason>\w.*)", re.DOTALL)
# Of a file that is not in the index, git cannot tell that it was another one before, which has the right day.
_ADD_FIRST = "if it was moved or renamed, run `git add -A` first, so that git can tell"
_ZONES = timedelta(days=1)  # it may be tomorrow already where the record was written


def check_places(folder: RecordFolder) -> Iterator[Finding]:
    """Markdown files that lie where no record belongs."""
    names = ", ".join(f"`{name}/`" for name in FOLDERS)
    for path in folder.strays:
        target = posixpath.join(folder.root, FOLDERS[0], posixpath.basename(path))
        message = f"a record lies directly in one of {names}"
        yield Finding(path, NAME, "rfc-misplaced", message, f"such as doc-sync mv {path} {target}, or set exempt")


def check_names(folder: RecordFolder, corpus: Corpus) -> Iterator[Finding]:
    """Names that are none, and days to come."""
    today = None
    for file in folder.files.values():
        name = posixpath.basename(file.path)
        if isinstance(file.name, str):
            yield file.finding("rfc-name", NAME, f"the name `{name}` {file.name}", _better_name(file))
            continue
        today = today or corpus.source.today()
        if file.name.date > today + _ZONES:
            yield file.finding("rfc-name", NAME, f"the name `{name}` has a day to come; today is {today}")


def _better_name(file: RecordFile) -> str | None:
    """The same day with a slug that can stand, where it has one."""
    name = posixpath.basename(file.path)
    day = re.match(r"\d{4}-\d{2}-\d{2}(?=\D)", name)
    slug = slugify(topic_of(name)) or slugify(file.record.title)
    return (
        f"call it {day[0]}-{slug}.md" if day and day[0].isascii() and slug and f"{day[0]}-{slug}.md" != name else None
    )


def check_dates(folder: RecordFolder, corpus: Corpus, options: Options) -> Iterator[Finding]:
    """Days that git does not confirm: one pass over its log for all records, none when there is nothing to compare."""
    dated = {path: file.name for path, file in folder.files.items() if isinstance(file.name, RecordName)}
    dated = {path: name for path, name in dated.items() if not _is_stated(folder.files[path], name)}
    if not dated or not options.check_dates or not corpus.source.has_git:
        return
    before = {path: corpus.source.moved_from(path) or folder.moved.get(path, path) for path in dated}
    homes = tuple(f"{home}/" for home in (*RECORD_FOLDERS, folder.root) if home)
    seen = first_seen(corpus.source.log(), set(before.values()), lambda path: path.startswith(homes))
    for path, name in dated.items():
        first = seen.get(before[path])
        day = first.date if first else corpus.source.today()
        if not day - timedelta(days=options.days_before_git) <= name.date <= day:
            is_new = path in corpus.source.untracked
            yield _wrong_day(folder.files[path], name, day, first, is_new=is_new)


def _is_stated(file: RecordFile, name: RecordName) -> bool:
    """Whether the head repeats the day of the name as a recorded exception, with a reason."""
    stated = (_STATED.match(field.value.strip("*_` ")) for field in file.record.fields.get("first proposed", ()))
    return any(each is not None and each["date"] == name.date.isoformat() for each in stated)


def _wrong_day(file: RecordFile, name: RecordName, day: date, first: FirstSeen | None, *, is_new: bool) -> Finding:
    if first is None:
        message = f"the name says {name.date}, but git has not seen the topic yet; today is {day}"
    else:
        weak = "; it came in with many others" if first.is_bulk_import else ""
        message = f"the name says {name.date}, but git first saw the topic on {day} ({first.evidence}{weak})"
    target = posixpath.join(posixpath.dirname(file.path), record_name(day, name.slug))
    way_out = _ADD_FIRST if is_new else f"run doc-sync mv {file.path} {target}"
    suggestion = f"{way_out}, or state `First proposed: {name.date} reason`"
    return file.finding("rfc-date", NAME, message, suggestion)
