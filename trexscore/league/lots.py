"""Chance that can be told again: the same seed draws the same lots, wherever and whenever."""

import random
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


class Lots:
    """Lots from a seed. Of `random.Random` only `random()` is promised never to change: the rest is done here."""

    def __init__(self, seed: int) -> None:
        self._next = random.Random(seed).random  # noqa: S311 - a lot that can be drawn again, not a secret

    def below(self, count: int) -> int:
        """A number from 0, each as likely."""
        return int(self._next() * count)

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items, every order as likely (Fisher and Yates)."""
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            place = self.below(last + 1)
            mixed[last], mixed[place] = mixed[place], mixed[last]
        return mixed
