"""What was worked out from a database, kept in memory until what it hangs on changes."""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from sqlalchemy import Engine  # noqa: TC002 - as in other modules of storage

from trexscore.db.models import db

V = TypeVar("V")


class KeptResults(Generic[V]):
    """Results by keys that say all that they hang on; at most so many of a database, then they are forgotten."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._of: WeakKeyDictionary[Engine, dict[Hashable, V]] = WeakKeyDictionary()

    def get(self, key: Hashable, make: Callable[[], V]) -> V:
        """The result under a key, made where there is none."""
        kept = self._of.setdefault(db.engine, {})
        if key in kept:
            return kept[key]
        made = make()
        if len(kept) >= self.most:
            kept.clear()
        kept[key] = made
        return made

    def forget(self) -> None:
        """Everything is made anew."""
        self._of.clear()
