"""A cache in memory for results computed from a database."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from sqlalchemy import Engine  # noqa: TC002 - as in other modules of db

from trexscore.db.models import db

V = TypeVar("V")


class ResultCache(Generic[V]):
    """The last used results of each database, at most `max_entries`. A key names everything a result depends on."""

    def __init__(self, max_entries: int) -> None:
        self._max_entries = max_entries
        self._by_engine: WeakKeyDictionary[Engine, OrderedDict[Hashable, V]] = WeakKeyDictionary()
        self._lock = Lock()

    def get_or_compute(self, key: Hashable, compute: Callable[[], V]) -> V:
        """Return the result for a key. If there is none, call `compute`, outside the lock: it may take long."""
        with self._lock:
            results = self._by_engine.setdefault(db.engine, OrderedDict())
            if key in results:
                results.move_to_end(key)
                return results[key]
        result = compute()
        with self._lock:
            results[key] = result
            if len(results) > self._max_entries:
                results.popitem(last=False)
        return result

    def clear(self) -> None:
        self._by_engine.clear()
