"""What is written in the place of an old id."""

from __future__ import annotations

from collections.abc import Sequence

from docsync.linking.destination import encode
from docsync.migrate.model import Choices
from docsync.migrate.references.catalogue import Catalogue
from docsync.rfc.editing.pieces import escaped, link

_LAST = " and "


def in_prose(catalogue: Catalogue, path: str, paths: Sequence[str]) -> str:
    """Links that stand in the document ``path`` as it will be, each with the topic's title; its own title is plain."""
    here = catalogue.home(path)
    return _listed(
        [
            escaped(catalogue.title_from(path, each))
            if catalogue.home(each) == here
            else link(catalogue.title(each), here, catalogue.home(each))
            for each in _once(catalogue, paths)
        ]
    )


def in_code(catalogue: Catalogue, choices: Choices, paths: Sequence[str]) -> str:
    """What cites records outside of documents, as ``choices`` say."""
    return _listed([_cited(catalogue, choices, each) for each in _once(catalogue, paths)])


def _cited(catalogue: Catalogue, choices: Choices, member: str) -> str:
    target = catalogue.home(member)
    if choices.code_mentions == "topic":
        return catalogue.title(member)
    remote = catalogue.remote if choices.code_mentions == "link" else None
    if remote is None:
        return target
    view = "-/blob" if "gitlab" in remote.host else "blob"
    return f"https://{remote.host}/{remote.slug}/{view}/HEAD/{encode(target)}"


def _once(catalogue: Catalogue, paths: Sequence[str]) -> list[str]:
    """Each record of a range once, though some of them become one."""
    found: dict[str, str] = {}
    for each in paths:
        found.setdefault(catalogue.home(each), each)
    return list(found.values())


def _listed(items: Sequence[str]) -> str:
    *early, last = items
    return f"{', '.join(early)}{_LAST}{last}" if early else last
