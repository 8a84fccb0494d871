"""Nested named tuples of whole numbers that can be added, and stored as one flat row of numbers."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from operator import add, sub
from typing import Generic, NamedTuple, TypeAlias, TypeVar, cast

from trexscore.rules.cards import CONTRACTS, Contract

Nested: TypeAlias = "tuple[int | Nested, ...]"
NestedT = TypeVar("NestedT", bound=Nested)
T = TypeVar("T")


class Sample(NamedTuple):
    """The number of values, their sum and the sum of their squares: enough for mean and variance."""

    size: int = 0
    sum: int = 0
    sum_of_squares: int = 0


EMPTY_SAMPLE = Sample()


class ByContract(NamedTuple, Generic[T]):
    """One value for each contract, in the order of `CONTRACTS`."""

    king_of_hearts: T
    queens: T
    diamonds: T
    collections: T
    trex: T

    def as_dict(self) -> dict[Contract, T]:
        return dict(zip(CONTRACTS, self, strict=True))


def by_contract(value_of: Callable[[Contract], T]) -> ByContract[T]:
    """The value of a function for each contract."""
    return ByContract(*map(value_of, CONTRACTS))


def sample_of(values: Iterable[int]) -> Sample:
    size = total = squares = 0
    for value in values:
        size += 1
        total += value
        squares += value * value
    return Sample(size, total, squares)


def flatten(nested: Nested) -> list[int]:
    """All numbers of a nested tuple, from the first field to the last."""
    flat_numbers: list[int] = []
    for part in nested:
        if isinstance(part, tuple):
            flat_numbers += flatten(part)
        else:
            flat_numbers.append(part)
    return flat_numbers


def make_unflattener(example: NestedT) -> Callable[[Iterable[int]], NestedT]:
    """A function that puts a row of numbers into the shape of `example`. Built once, as rows are read by the thousand.

    The function raises ValueError for fewer or more numbers than the shape has.
    """
    fill, size = _make_filler(example), len(flatten(example))

    def shaped(numbers: Iterable[int]) -> NestedT:
        row = list(numbers)
        if len(row) != size:
            raise ValueError(f"{len(row)} numbers do not make a {type(example).__name__}")
        return cast("NestedT", fill(iter(row)))

    return shaped


def plus(left: NestedT, right: NestedT) -> NestedT:
    """The sums of corresponding numbers."""
    return cast("NestedT", _combine(add, left, right))


def minus(left: NestedT, right: NestedT) -> NestedT:
    """The differences of corresponding numbers."""
    return cast("NestedT", _combine(sub, left, right))


def _make_filler(example: Nested) -> Callable[[Iterator[int]], Nested]:
    make, size = _constructor_of(example), len(example)
    if not any(isinstance(part, tuple) for part in example):
        return lambda numbers: make(islice(numbers, size))
    part_fillers = [_make_filler(part) if isinstance(part, tuple) else next for part in example]
    return lambda numbers: make([fill(numbers) for fill in part_fillers])


def _combine(join: Callable[[int, int], int], left: Nested, right: Nested) -> Nested:
    pairs = zip(left, right, strict=True)  # both have the same shape
    return _constructor_of(left)([_combine(join, a, b) if isinstance(a, tuple) else join(a, b) for a, b in pairs])  # type: ignore[arg-type]


def _constructor_of(example: Nested) -> Callable[[Iterable["int | Nested"]], Nested]:
    return getattr(example, "_make", tuple)
