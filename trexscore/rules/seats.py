"""The four seats, and values that each seat has one of."""

from collections.abc import Callable
from enum import IntEnum
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")
U = TypeVar("U")
V = TypeVar("V")


class Seat(IntEnum):
    """A seat, in the order in which the players sit going counter-clockwise: B is on A's right."""

    A = 0
    B = 1
    C = 2
    D = 3

    __hash__ = int.__hash__  # Enum's own hash is written in Python: slow for something looked up this often.

    def __bool__(self) -> bool:
        """A seat is always somebody, also the first one, whose number is 0."""
        return True

    @property
    def right(self) -> "Seat":
        """The seat to the right."""
        return SEATS[(self + 1) % 4]

    @property
    def partner(self) -> "Seat":
        """The seat opposite."""
        return SEATS[(self + 2) % 4]


SEATS = (Seat.A, Seat.B, Seat.C, Seat.D)
SEAT_NAMED = {seat.name: seat for seat in SEATS}


class Team(IntEnum):
    """Where partners are played, A and C sit against B and D."""

    AC = 0
    BD = 1


TEAMS = (Team.AC, Team.BD)


class BySeat(NamedTuple, Generic[T]):
    """One value for each seat; indexed by a `Seat`."""

    A: T
    B: T
    C: T
    D: T

    def map(self, change: Callable[[T], U]) -> "BySeat[U]":
        """The four values, each changed."""
        return BySeat(change(self.A), change(self.B), change(self.C), change(self.D))

    def zip(self, other: "BySeat[U]", join: Callable[[T, U], V]) -> "BySeat[V]":
        """Seat by seat, this value joined with the other's."""
        return BySeat(*map(join, self, other))

    def replacing(self, seat: Seat, value: T) -> "BySeat[T]":
        """The same, but for one seat."""
        values = list(self)
        values[seat] = value
        return BySeat(*values)

    def by_name(self) -> dict[str, T]:
        """The values under the seats' letters, as the game file writes them."""
        a, b, c, d = self
        return {"A": a, "B": b, "C": c, "D": d}


Points = BySeat[int]
NO_POINTS: Points = BySeat(0, 0, 0, 0)


def add(one: Points, other: Points) -> Points:
    """Points added seat by seat."""
    a, b, c, d = one
    e, f, g, h = other
    return BySeat(a + e, b + f, c + g, d + h)


def subtract(one: Points, other: Points) -> Points:
    """Points taken off seat by seat."""
    a, b, c, d = one
    e, f, g, h = other
    return BySeat(a - e, b - f, c - g, d - h)


def by_team(points: Points) -> tuple[int, int]:
    """What the partners have together, AC before BD."""
    return points.A + points.C, points.B + points.D
