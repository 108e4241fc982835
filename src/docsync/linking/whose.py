"""Whether words beside an id name this very repository, and the numbers of RFCs that prose cites often."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from functools import cached_property

from docsync.markdown.document import Origin
from docsync.markdown.origins import IETF
from docsync.repo import Remote
from docsync.tree import Tree

# RFCs of the IETF that prose cites often, so that a record of that number which is not here is none that went away.
WELL_KNOWN = frozenset(
    {768, 791, 793, 822, 1034, 1035, 1123, 1918, 2045, 2046, 2047, 2104, 2119, 2616, 2822, 3339, 3986, 4122, 4180}
    | {4648, 5234, 5246, 5280, 5321, 5322, 6455, 6570, 6749, 6750, 6901, 6902, 7049, 7159, 7230, 7231, 7515, 7517}
    | {7519, 7540, 7807, 8174, 8259, 8446, 8785, 8949, 9110, 9111, 9112, 9113, 9114, 9457, 9562}
)


@dataclass(frozen=True)
class Owner:
    """The repository that ``tree`` and ``remote`` belong to."""

    tree: Tree
    remote: Remote | None

    def elsewhere(self, origin: Origin | None) -> Origin | None:
        """``origin`` unless it names this repository, or a folder or file in it."""
        if origin is None or origin.name == IETF:
            return origin
        name = origin.name.strip("/")
        is_here = self.tree.kind(name) is not None or name in self._folder_names
        return None if is_here or name.lower().replace(" ", "-") in self._own_names else origin

    @cached_property
    def _own_names(self) -> frozenset[str]:
        slug = self.remote.slug.lower() if self.remote else ""
        return frozenset({slug, posixpath.basename(slug)})

    @cached_property
    def _folder_names(self) -> frozenset[str]:
        return frozenset(map(posixpath.basename, self.tree.directories))
