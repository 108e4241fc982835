"""Plans carried out over documents that exist only in the test, and proved by the links gate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from docsync.changeset.moving import plan_renames
from memory import corpus_of
from outcomes import built


def moved(
    files: Mapping[str, str | bytes | None], pairs: Sequence[tuple[str, str]], **source: object
) -> dict[str, str]:
    """The text of every document that the renames change or move, by new path."""
    corpus = corpus_of(files, **source)  # type: ignore[arg-type]
    changes = built(corpus, plan_renames(corpus.source, pairs))
    return {path: data.decode("utf-8", "surrogateescape") for path, data in changes.contents.items()}
