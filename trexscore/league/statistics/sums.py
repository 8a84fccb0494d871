"""Named tuples of whole numbers, nested as reads best, that are added and written as one row of numbers."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
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


def numbers_in(value: tuple[Any, ...]) -> list[int]:
    """All numbers, from the first field to the last."""
    numbers: list[int] = []
    for part in value:
        if isinstance(part, tuple):
            numbers += numbers_in(part)
        else:
            numbers.append(part)
    return numbers


def shaper(like: N) -> Callable[[Iterable[int]], N]:
    """What puts a row of numbers into the shape of `like`, found out once, as rows are read by the thousand.

    It raises a ValueError where there are fewer or more numbers than the shape has.
    """
    fill, size = _filler(like), len(numbers_in(like))

    def shaped(numbers: Iterable[int]) -> N:
        row = list(numbers)
        if len(row) != size:
            msg = f"{len(row)} numbers do not make a {type(like).__name__}"
            raise ValueError(msg)
        return cast("N", fill(iter(row)))

    return shaped


def plus(one: N, other: N) -> N:
    """Number by number added."""
    return cast("N", _joined(add, one, other))


def minus(one: N, other: N) -> N:
    """Number by number taken off again."""
    return cast("N", _joined(sub, one, other))


def _filler(like: tuple[Any, ...]) -> Callable[[Iterator[int]], tuple[Any, ...]]:
    make, size = _maker(like), len(like)
    if not any(isinstance(part, tuple) for part in like):
        return lambda numbers: make(islice(numbers, size))
    parts = [_filler(part) if isinstance(part, tuple) else next for part in like]
    return lambda numbers: make([fill(numbers) for fill in parts])


def _joined(join: Callable[[int, int], int], one: tuple[Any, ...], other: tuple[Any, ...]) -> tuple[Any, ...]:
    pairs = zip(one, other, strict=True)
    return _maker(one)([_joined(join, a, b) if isinstance(a, tuple) else join(a, b) for a, b in pairs])


def _maker(like: tuple[Any, ...]) -> Callable[[Iterable[Any]], tuple[Any, ...]]:
    return getattr(like, "_make", tuple)
