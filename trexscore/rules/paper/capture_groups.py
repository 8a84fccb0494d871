"""Captures with given totals, grouped if they only differ in which queen is which."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import NamedTuple

from trexscore.rules.captures import Captures, TakenCard
from trexscore.rules.cards import QUEENS, Card
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.paper.cells import Cells
from trexscore.rules.paper.possible_captures import captures_of
from trexscore.rules.paper.possible_totals import reach_of
from trexscore.rules.paper.time_limit import OutOfTime, until
from trexscore.rules.seats import Seat

_MOST = 10_000
_Key = tuple[object, ...]


class Deal(NamedTuple):
    """A deal with known totals and unknown captures."""

    rules: HouseRules
    programme: ContractSet
    king: Seat
    cells: Cells


class Shape(NamedTuple):
    """A group of captures: their number, one example, and what all have in common."""

    number: int
    one: Captures
    sure: Captures

    @property
    def doubled(self) -> int:
        return sum(taken.doubled_by is not None for _, taken in self.one.cards)

    @property
    def is_whole(self) -> bool:
        return self.number == 1


class Shapes(NamedTuple):
    """Groups of captures, the fewest doubled cards first, because these are the likeliest."""

    shapes: tuple[Shape, ...]
    all_counted: bool
    """False if there are too many, or time ran out."""

    @property
    def number(self) -> int:
        return sum(shape.number for shape in self.shapes)


Doubled = Mapping[Card, Seat]
"""The holders of doubled cards; all others were not doubled."""


def shapes_of(deal: Deal, doubled: Doubled | None, out_of_time: Callable[[], bool]) -> Shapes | None:
    """The captures of a deal with its totals; None if they are impossible."""
    if not reach_of(deal.rules, deal.programme, deal.king).fits(deal.cells):
        return None
    matching, all_counted = list[Captures](), False
    with suppress(OutOfTime), until(out_of_time):
        for captures in captures_of(*deal, None if doubled is None else len(doubled)):
            if doubled is None or _holders(captures) == doubled:
                matching.append(captures)
            if len(matching) > _MOST:
                break
        else:
            all_counted = True
    return Shapes(_shapes(matching), all_counted) if matching or not all_counted else None


def in_common(captures: Iterable[Captures]) -> Captures:
    """The parts that all captures have in common."""
    first, *others = captures
    cards, diamonds, tricks, trex = first
    for compared in others:
        cards = tuple(card for card in cards if card in compared.cards)
        diamonds = diamonds if diamonds == compared.diamonds else None
        tricks = tricks if tricks == compared.tricks else None
        trex = trex if trex == compared.trex else None
    return Captures(cards, diamonds, tricks, trex)


def _shapes(all_captures: Iterable[Captures]) -> tuple[Shape, ...]:
    groups: dict[_Key, list[Captures]] = {}
    for captures in all_captures:
        groups.setdefault(_key(captures), []).append(captures)
    shapes = (Shape(len(group), group[0], in_common(group)) for group in groups.values())
    return tuple(sorted(shapes, key=lambda shape: (shape.doubled, _count_own_captures(shape.one))))


def _key(captures: Captures) -> _Key:
    queens = sorted((taken for card, taken in captures.cards if card in QUEENS), key=_order)
    others = tuple(taken for card, taken in captures.cards if card not in QUEENS)
    return (others, *queens, captures.diamonds, captures.tricks, captures.trex)


def _order(taken: TakenCard) -> tuple[int, ...]:
    return tuple(-1 if seat is None else int(seat) for seat in taken)


def _count_own_captures(captures: Captures) -> int:
    return sum(taken.doubled_by is taken.taken_by for _, taken in captures.cards)


def _holders(captures: Captures) -> Doubled:
    return {card: taken.doubled_by for card, taken in captures.cards if taken.doubled_by is not None}
