"""Where every heading of the first documents is after several plans."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from docsync.changeset.compose import compose
from docsync.changeset.places import Places
from docsync.changeset.plan import Plan
from docsync.corpus import Corpus
from docsync.migrate.apply.steps import Step


class Trace:
    """Remembers what each of the steps that it watches did, to which corpus."""

    def __init__(self) -> None:
        self._done: list[tuple[Corpus, Plan]] = []

    def watched(self, step: Step) -> Step:
        """``step``, whose plan is remembered when it is carried out."""

        def watching(corpus: Corpus) -> Plan | None:
            plan = step(corpus)
            if plan is not None:
                self._done.append((corpus, plan))
            return plan

        return watching

    def anchors(self) -> Mapping[str, str]:
        """``old.md#a`` to ``new.md#b`` for the headings of all documents of before, where that differs."""
        if not self._done:
            return {}
        first = self._done[0][0]
        found = {(path, slug): (path, slug) for path in first.paths for slug in _slugs(first, path)}
        homes = {path: path for path in first.paths}
        for corpus, plan in self._done:
            follow = _follower(corpus, plan)
            found = {old: follow(*now) for old, now in found.items()}
            homes = {old: plan.home(now) for old, now in homes.items()}
        changed = {old: new for old, new in found.items() if new != (homes[old[0]], old[1])}
        return {"#".join(old): "#".join(new) for old, new in changed.items()}


def _slugs(corpus: Corpus, path: str) -> Iterator[str]:
    anchors = corpus.anchors(path)
    yield from anchors.slugs if anchors else ()


def _follower(corpus: Corpus, plan: Plan) -> Callable[[str, str], tuple[str, str]]:
    drafts = {
        path: compose(pieces, lambda old: corpus.text(old).text, lambda _: ()) for path, pieces in plan.drafts.items()
    }
    places = Places(corpus, plan, drafts)

    def follow(path: str, slug: str) -> tuple[str, str]:
        if path not in plan.composed:
            return plan.home(path), slug
        home, fragment = places.of(path, slug, plan.home(path))
        return home, slug if fragment is None else fragment

    return follow
