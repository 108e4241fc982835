"""Marked tables and lists of names, held against the code, and the rows and items that they lack."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from docsync.finding import Edit, Finding
from docsync.gates.pycode.names import NameJudge
from docsync.gates.pycode.packages import Packages
from docsync.gates.pycode.rows import additions
from docsync.markdown.document import CodeSpan, Listing
from docsync.python.interface import Absent
from docsync.python.listed import NotStaticError, names_at
from docsync.suggest import nearest
from docsync.text import SourceText

_TARGET = re.compile(r"[\w.]+(?::(?:\*\.)?[\w.]+)?")


def check_listing(
    path: str, source: SourceText, listing: Listing, packages: Packages, judge: NameJudge
) -> Iterator[Finding]:
    """Findings for the table or list after one comment."""
    interface = packages.interface
    if not _TARGET.fullmatch(listing.target) or not interface.package_of(listing.target.partition(":")[0]):
        message = f"`{listing.target}` is no name in a configured package"
        yield Finding(path, listing.span, "names-drift", message, "write package.module:name", listing.target)
        return
    if listing.lines is None:
        message = f"no table or list follows that could hold the names of `{listing.target}`"
        yield Finding(path, listing.span, "names-drift", message, subject=listing.target)
        return
    try:
        wanted = names_at(interface, listing.target)
    except NotStaticError as error:
        message = f"the names of `{listing.target}` cannot be read from the code: {error}"
        yield Finding(path, listing.span, "names-drift", message, subject=listing.target)
        return
    if isinstance(wanted, Absent):
        name = listing.target.replace(":", ".")
        yield judge.unknown(path, CodeSpan(name, listing.span), name, wanted)
        return
    yield from _missing(path, source, listing, wanted, _targets(listing, packages))
    yield from _extra(path, listing, wanted, _targets(listing, packages))


def _targets(listing: Listing, packages: Packages) -> tuple[str, ...]:
    """The file that defines the names, and the module that is named, which may only pass them on."""
    module, _, name = listing.target.partition(":")
    found = packages.interface.find(f"{module}.{name}" if name.isidentifier() else module)
    defined = found.module.path if found is not None and not isinstance(found, Absent) else module
    return tuple(
        dict.fromkeys(packages.interface.paths[each] for each in (defined, module) if each in packages.interface.paths)
    )


def _missing(
    path: str, source: SourceText, listing: Listing, wanted: Sequence[str], targets: tuple[str, ...]
) -> Iterator[Finding]:
    listed = {each.name for each in listing.names}
    missing = [name for name in wanted if name not in listed]
    if missing:
        shown = ", ".join(f"`{name}`" for name in missing)
        message = f"{shown} of `{listing.target}` {'is' if len(missing) == 1 else 'are'} not listed"
        edits = tuple(Edit(path, span, text) for span, text in additions(source, listing, wanted))
        yield Finding(path, listing.span, "names-drift", message, None, " ".join(missing), targets, edits)


def _extra(path: str, listing: Listing, wanted: Sequence[str], targets: tuple[str, ...]) -> Iterator[Finding]:
    seen: set[str] = set()
    listed = {each.name for each in listing.names}
    for each in listing.names:
        if each.name not in wanted:
            near = nearest(each.name, [name for name in wanted if name not in listed])
            message = f"`{each.name}` is not in `{listing.target}`"
            suggestion = f"did you mean {near}?" if near else None
            yield Finding(path, each.span, "names-drift", message, suggestion, each.name, targets)
        elif each.name in seen:
            yield Finding(path, each.span, "names-drift", f"`{each.name}` is listed twice", None, each.name, targets)
        seen.add(each.name)
