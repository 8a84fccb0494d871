"""Named tuples of whole numbers, nested as reads best, that are added and written as one row of numbers."""

from collections.abc import Callable, Iterable, Iterator
from operator import add, sub
from typing import Any, Generic, NamedTuple, TypeVar, cast

from trexscore.rules.cards import CONTRACTS, Contract

N = TypeVar("N", bound=tuple[Any, ...])
T = TypeVar("T")
U = TypeVar("U")
V = TypeVar("V")


class Sample(NamedTuple):
    """How many values there were, their sum and the sum of their squares: enough for an average and its spread."""

    size: int = 0
    sum: int = 0
    squares: int = 0


NO_VALUES = Sample()


class ByContract(NamedTuple, Generic[T]):
    """One value for each contract, in the order in which every list names them."""

    king_of_hearts: T
    queens: T
    diamonds: T
    collections: T
    trex: T

    def of(self, contract: Contract) -> T:
        """The value of this contract."""
        return self[CONTRACTS.index(contract)]

    def map(self, change: Callable[[T], U]) -> "ByContract[U]":
        """The five values, each changed."""
        return ByContract(*map(change, self))

    def zip(self, other: "ByContract[U]", join: Callable[[T, U], V]) -> "ByContract[V]":
        """Contract by contract, this value joined with the other's."""
        return ByContract(*map(join, self, other))

    def by_name(self) -> dict[Contract, T]:
        """The values under their contracts."""
        return {contract: self.of(contract) for contract in CONTRACTS}


def by_contract(value_of: Callable[[Contract], U]) -> ByContract[U]:
    """A value worked out for each contract."""
    return ByContract(*map(value_of, CONTRACTS))


def sample(values: Iterable[int]) -> Sample:
    """These values as a sample."""
    size = total = squares = 0
    for value in values:
        size += 1
        total += value
        squares += value * value
    return Sample(size, total, squares)


def numbers_in(value: tuple[Any, ...]) -> Iterator[int]:
    """All numbers, from the first field to the last."""
    for part in value:
        if isinstance(part, tuple):
            yield from numbers_in(part)
        else:
            yield part


def shaped(like: N, numbers: Iterable[int]) -> N:
    """These numbers in the shape of `like`. ValueError where there are fewer or more of them than it has."""
    row = list(numbers)
    if len(row) != sum(1 for _ in numbers_in(like)):
        msg = f"{len(row)} numbers do not make a {type(like).__name__}"
        raise ValueError(msg)
    return cast("N", _filled(like, iter(row)))


def plus(one: N, other: N) -> N:
    """Number by number added."""
    return _joined(add, one, other)


def minus(one: N, other: N) -> N:
    """Number by number taken off again."""
    return _joined(sub, one, other)


def _joined(join: Callable[[int, int], int], one: N, other: N) -> N:
    return cast("N", _filled(one, map(join, numbers_in(one), numbers_in(other))))


def _filled(like: tuple[Any, ...], numbers: Iterator[int]) -> tuple[Any, ...]:
    parts = (_filled(part, numbers) if isinstance(part, tuple) else next(numbers) for part in like)
    return like._make(parts) if hasattr(like, "_make") else tuple(parts)
