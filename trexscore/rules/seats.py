"""The four seats, and a container with one value for each seat."""

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
        """Every seat is true, even seat A with the number 0."""
        return True

    @property
    def right(self) -> "Seat":
        return SEATS[(self + 1) % 4]

    @property
    def partner(self) -> "Seat":
        return SEATS[(self + 2) % 4]

    @property
    def team(self) -> "Team":
        return TEAMS[self % 2]


SEATS = (Seat.A, Seat.B, Seat.C, Seat.D)
SEAT_BY_LETTER = {seat.name: seat for seat in SEATS}


class Team(IntEnum):
    """The two teams of a partnership game."""

    AC = 0
    BD = 1


TEAMS = (Team.AC, Team.BD)


class BySeat(NamedTuple, Generic[T]):
    """One value for each seat; indexed by a `Seat`."""

    A: T
    B: T
    C: T
    D: T

    def map(self, function: Callable[[T], U]) -> "BySeat[U]":
        return BySeat(function(self.A), function(self.B), function(self.C), function(self.D))

    def zip(self, other: "BySeat[U]", function: Callable[[T, U], V]) -> "BySeat[V]":
        """Combine the values of two containers seat by seat."""
        return BySeat(*map(function, self, other))

    def replacing(self, seat: Seat, value: T) -> "BySeat[T]":
        """A copy with another value for one seat."""
        values_by_seat = list(self)
        values_by_seat[seat] = value
        return BySeat(*values_by_seat)

    def by_letter(self) -> dict[str, T]:
        """The values by the seats' letters, as in the game file."""
        a, b, c, d = self
        return {"A": a, "B": b, "C": c, "D": d}


Points = BySeat[int]
NO_POINTS: Points = BySeat(0, 0, 0, 0)


def add_points(first: Points, second: Points) -> Points:
    a, b, c, d = first
    e, f, g, h = second
    return BySeat(a + e, b + f, c + g, d + h)


def subtract_points(first: Points, second: Points) -> Points:
    a, b, c, d = first
    e, f, g, h = second
    return BySeat(a - e, b - f, c - g, d - h)


def sums_by_team(points: Points) -> tuple[int, int]:
    """The sum of each team, AC before BD."""
    return points.A + points.C, points.B + points.D
