"""Reproducible random numbers: the same seed gives the same draws on every machine and Python version."""

import random
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


class SeededRandom:
    """Random numbers from a seed. Python guarantees only `random()` to stay the same, so the rest is done here."""

    def __init__(self, seed: int) -> None:
        self._next = random.Random(seed).random  # noqa: S311 - a reproducible draw, not a secret

    def number_below(self, limit: int) -> int:
        """A uniform number from 0 to `limit` - 1."""
        return int(self._next() * limit)

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in a uniform random order (Fisher and Yates)."""
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            place = self.number_below(last + 1)
            mixed[last], mixed[place] = mixed[place], mixed[last]
        return mixed
