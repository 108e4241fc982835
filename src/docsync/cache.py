"""Stub."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol


class Cache(Protocol):
    """Facts by kind and blob."""

    def get(self, kind: str, blobs: Collection[str]) -> dict[str, bytes]:
        """Get."""

    def put(self, kind: str, facts: Mapping[str, bytes]) -> None:
        """Put."""


class NoCache:
    """Remembers nothing."""

    def get(self, kind: str, blobs: Collection[str]) -> dict[str, bytes]:
        return {}

    def put(self, kind: str, facts: Mapping[str, bytes]) -> None:
        pass
