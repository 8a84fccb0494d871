"""Captures × points table → the lines that make up a score, and the points they add up to.

Few different things can happen to a card, a count or a finishing order, so each is worked out once and kept:
scoring a deal is then looking up its parts and adding them.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from trexscore.rules.captures import Captures, TakenCard
from trexscore.rules.cards import Card, Contract
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.points_table import PointsTable, Reason, Role, event_of, points_table
from trexscore.rules.seats import NO_POINTS, SEATS, BySeat, Points, Seat, add


class Line(NamedTuple):
    """One reason why a seat has points: of a card, or of a count (diamonds, tricks; in Trex the place)."""

    seat: Seat
    points: int
    reason: Reason
    contract: Contract
    card: Card | None = None
    count: int | None = None


class Score(NamedTuple):
    """Points a seat, and the lines that add up to them. No line has 0 points."""

    points: Points
    lines: tuple[Line, ...]


NO_SCORE = Score(NO_POINTS, ())


class Scorer:
    """Scores captures under one set of house rules."""

    def __init__(self, table: PointsTable) -> None:
        self._table = table
        self._cards: dict[tuple[Card, TakenCard], Score] = {}
        self._diamonds: dict[BySeat[int], Score] = {}
        self._tricks: dict[BySeat[int], Score] = {}
        self._orders: dict[BySeat[Seat], Score] = {}

    def score(self, captures: Captures) -> Score:
        """The points of a deal. Combined contracts are the sum of their parts."""
        parts = list(self._parts(captures))
        if len(parts) == 1:
            return parts[0]
        a = b = c = d = 0
        lines: tuple[Line, ...] = ()
        for (e, f, g, h), more in parts:
            a, b, c, d = a + e, b + f, c + g, d + h
            lines += more
        return Score(BySeat(a, b, c, d), lines)

    def _parts(self, captures: Captures) -> Iterator[Score]:
        cards, diamonds, tricks, trex = captures
        known = self._cards
        for card in cards:
            yield known.get(card) or known.setdefault(card, self._card(*card))
        if diamonds is not None:
            yield self._diamonds.get(diamonds) or self._diamonds.setdefault(
                diamonds, _counted(Contract.DIAMONDS, diamonds, self._table.diamond)
            )
        if tricks is not None:
            yield self._tricks.get(tricks) or self._tricks.setdefault(tricks, _counted(Contract.COLLECTIONS, tricks, self._table.trick))
        if trex is not None:
            yield self._orders.get(trex) or self._orders.setdefault(trex, _placed(trex, self._table.trex))

    def _card(self, card: Card, taken: TakenCard) -> Score:
        contract = Contract.KING_OF_HEARTS if card is Card.KING_OF_HEARTS else Contract.QUEENS
        shares = self._table.cards[card][event_of(taken, partnership=self._table.partnership)]
        return _summed(tuple(Line(_seat(taken, to), points, reason, contract, card) for to, points, reason in shares))


@lru_cache(maxsize=256)
def scorer_of(rules: HouseRules) -> Scorer:
    """The scorer of these house rules."""
    return Scorer(points_table(rules))


def _seat(taken: TakenCard, role: Role) -> Seat:
    if role == "right_of_taker":
        return taken.taken_by.right
    seat = {"taker": taken.taken_by, "holder": taken.doubled_by, "leader": taken.led_by}[role]
    if seat is None:
        msg = f"nobody is the {role} of {taken}"
        raise ValueError(msg)
    return seat


def _counted(contract: Contract, counts: BySeat[int], each: int) -> Score:
    return _summed(
        tuple(
            Line(seat, count * each, "plain", contract, count=count)
            for seat, count in zip(SEATS, counts, strict=True)
            if count * each
        )
    )


def _placed(order: BySeat[Seat], worth: tuple[int, int, int, int]) -> Score:
    places = zip(order, worth, strict=True)
    return _summed(
        tuple(Line(seat, points, "place", Contract.TREX, count=place) for place, (seat, points) in enumerate(places, 1) if points)
    )


def _summed(lines: tuple[Line, ...]) -> Score:
    points = NO_POINTS
    for line in lines:
        points = add(points, NO_POINTS.replacing(line.seat, line.points))
    return Score(points, lines)
