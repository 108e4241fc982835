"""Facts of files: remembered by the id of their content, else made of what is read."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from docsync.cache.facts import Cache, FactsCache, NoCache
from docsync.errors import UnreadableError
from docsync.facts import Kind, facts_version, make_packed, unpack
from docsync.markdown.anchors import Flavour
from docsync.repo import Source
from docsync.repo.known import Known, blob_id
from docsync.workers import Workers

if TYPE_CHECKING:
    from concurrent.futures import Executor

_CHUNK = 2000  # files whose facts are looked up at once


@dataclass(frozen=True)
class Effort:
    """How facts are made: whether they are remembered, by how many processes, or by which executor instead."""

    use_cache: bool = True
    jobs: int | None = None
    executor: str | None = None


@contextmanager
def open_reader(
    source: Source,
    flavour: Flavour,
    effort: Effort,
    max_bytes: int = sys.maxsize,
    progress: Callable[[int, int, str], None] | None = None,
) -> Iterator[Reader]:
    """A reader of ``source`` that remembers facts in its git directory, and lets others work on large tasks.

    :class:`~docsync.errors.UsageError`: there is no such executor.
    """
    with ExitStack() as stack:
        executor = stack.enter_context(_executor(effort.executor)) if effort.executor is not None else None
        cache = _cache(source.facts_directory() if effort.use_cache else None, flavour)
        stack.callback(cache.close)
        workers = Workers(effort.jobs, executor)
        yield Reader(source, flavour, cache=cache, workers=workers, max_bytes=max_bytes, progress=progress)


def _cache(directory: str | None, flavour: Flavour) -> Cache:
    if directory is None:
        return NoCache()
    try:
        return FactsCache.open(directory, facts_version(flavour))
    except OSError as error:  # without its own code there is no telling what facts depend on
        return NoCache(f"the cache is not used in this run: {error.filename}: {error.strerror}")


def _executor(address: str) -> AbstractContextManager[Executor]:
    from docsync.executors import open_executor  # noqa: PLC0415 - hardly ever

    return open_executor(address)


class Reader:
    """Makes and remembers the facts of the files of one ``source``, none of which is over ``max_bytes``.

    ``read`` are the files that were read, ``made`` counts the facts that were made, by kind.
    """

    def __init__(
        self,
        source: Source,
        flavour: Flavour,
        *,
        cache: Cache | None = None,
        workers: Workers | None = None,
        max_bytes: int = sys.maxsize,
        progress: Callable[[int, int, str], None] | None = None,
    ) -> None:
        self.source = source
        self.flavour = flavour
        self.read: set[str] = set()
        self.made: Counter[Kind] = Counter()
        self._cache = cache or NoCache()
        self._workers = workers or Workers(1)
        self._max_bytes = max_bytes
        self._progress = progress or (lambda _done, _total, _path: None)
        self._contents_known: dict[str, Known | None] = {}
        # Any id tells which hash function the repository has.
        self._like = next((entry.blob for entry in source.tree.entries.values()), "")

    @property
    def parsed(self) -> int:
        """How many times a document was parsed by markdown-it."""
        return sum(number for kind, number in self.made.items() if kind.parses)

    @property
    def notes(self) -> Sequence[str]:
        """What the user may want to know of the cache and the workers."""
        return [note for note in (self._cache.note, self._workers.note) if note]

    def over(self, source: Source) -> Reader:
        """A reader of another view, which counts anew and remembers the same."""
        return Reader(
            source,
            self.flavour,
            cache=self._cache,
            workers=self._workers,
            max_bytes=self._max_bytes,
            progress=self._progress,
        )

    def facts(self, kind: Kind, paths: Sequence[str]) -> Iterator[tuple[str, Any]]:
        """Each path with its facts, or the :class:`UnreadableError` that tells why there are none; in any order."""
        found = dict(self.remembered(kind, paths))
        yield from found.items()
        yield from self._made(kind, [path for path in paths if path not in found])

    def remembered(self, kind: Kind, paths: Sequence[str]) -> Iterator[tuple[str, Any]]:
        """The paths whose facts are known without a look at the files, with these."""
        for start in range(0, len(paths), _CHUNK):
            known = {path: self._known(path) for path in paths[start : start + _CHUNK]}
            packed = self._cache.get(kind.name, {each.blob for each in known.values() if each is not None})
            for path, each in known.items():
                facts = self._unpacked(kind, packed.get(each.blob), each.size) if each else None
                if facts is not None:
                    yield path, facts

    def _known(self, path: str) -> Known | None:
        """What is known of the content, asked once, since the disk is looked at for it."""
        if path not in self._contents_known:
            self._contents_known[path] = self.source.known(path)
        return self._contents_known[path]

    def _unpacked(self, kind: Kind, packed: bytes | None, size: int | None) -> Any:
        """The facts in ``packed``; None when they are of a content of another size: a filter of git changed it."""
        if packed is None:
            return None
        try:
            packed_size, facts = unpack(packed)
        except ValueError:
            return None
        is_its = size in (None, packed_size) and packed_size <= self._max_bytes and kind.is_one(facts)
        return facts if is_its else None

    def _made(self, kind: Kind, paths: Sequence[str]) -> Iterator[tuple[str, Any]]:
        settled: list[tuple[str, Any]] = []
        contents = self._contents(kind, paths, settled)
        for (path, blob), packed in self._workers.map(partial(make_packed, kind, self.flavour), contents, kind.enough):
            facts = unpack(packed)[1]
            self.made[kind] += not isinstance(facts, UnreadableError)
            if blob:
                self._cache.put(kind.name, {blob: packed})
            yield path, facts
        yield from settled

    def _contents(
        self, kind: Kind, paths: Sequence[str], settled: list[tuple[str, Any]]
    ) -> Iterator[tuple[tuple[str, str], bytes]]:
        """Path and id of each content with the content; those that need no work go to ``settled``."""
        for done, path in enumerate(paths):
            self._progress(done, len(paths), path)
            try:
                data = self.source.read(path)
            except UnreadableError as error:
                settled.append((path, error))
                continue
            self.read.add(path)
            blob = blob_id(data, self._like) if self._like else ""
            known = self._known(path)
            is_news = bool(blob) and (known is None or known.blob != blob)  # by any other id it was looked up already
            packed = self._cache.get(kind.name, {blob}).get(blob) if is_news else None
            facts = self._unpacked(kind, packed, len(data))
            if facts is None:
                yield (path, blob), data
            else:
                settled.append((path, facts))
