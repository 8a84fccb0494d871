"""A cache in memory for results computed from a database."""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from sqlalchemy import Engine  # noqa: TC002 - as in other modules of db

from trexscore.db.models import db

V = TypeVar("V")


class ResultCache(Generic[V]):
    """A cache for each database. A key names everything a result depends on; when it is full, it is emptied."""

    def __init__(self, max_entries: int) -> None:
        self._size = max_entries
        self._by_engine: WeakKeyDictionary[Engine, dict[Hashable, V]] = WeakKeyDictionary()

    def get_or_compute(self, key: Hashable, compute: Callable[[], V]) -> V:
        """Return the result for a key; calls `compute` if there is none."""
        results = self._by_engine.setdefault(db.engine, {})
        if key in results:
            return results[key]
        result = compute()
        if len(results) >= self._size:
            results.clear()
        results[key] = result
        return result

    def clear(self) -> None:
        """Empty the cache."""
        self._by_engine.clear()
