"""Ways to come to totals, told together where they differ only in which queen is which."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import NamedTuple

from trexscore.rules.captures import Captures, TakenCard
from trexscore.rules.cards import QUEENS, Card
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.paper.cells import Cells
from trexscore.rules.paper.patience import OutOfTime, until
from trexscore.rules.paper.reach import reach_of
from trexscore.rules.paper.ways import captures_of
from trexscore.rules.seats import Seat

_MOST = 10_000
_Key = tuple[object, ...]


class Deal(NamedTuple):
    """A deal of which the totals are known, and nothing else."""

    rules: HouseRules
    programme: ContractSet
    king: Seat
    cells: Cells


class Shape(NamedTuple):
    """So many ways, one of them, and what is the same in all."""

    number: int
    one: Captures
    sure: Captures

    @property
    def doubled(self) -> int:
        """How many cards were doubled."""
        return sum(taken.doubled_by is not None for _, taken in self.one.cards)

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left to be asked."""
        return self.number == 1


class Shapes(NamedTuple):
    """The likeliest first, and looked for first: what was not doubled needs nothing that nobody noted."""

    shapes: tuple[Shape, ...]
    all_counted: bool
    """False where there was no time, or are too many: then the totals are possible, and more is not said."""

    @property
    def number(self) -> int:
        """In how many ways."""
        return sum(shape.number for shape in self.shapes)


Doubled = Mapping[Card, Seat]
"""Who had announced which card; all others were played plain."""


def shapes_of(deal: Deal, doubled: Doubled | None, out_of_time: Callable[[], bool]) -> Shapes | None:
    """How these contracts can have come to these totals; None where they cannot."""
    if not reach_of(deal.rules, deal.programme, deal.king).fits(deal.cells):
        return None
    found, all_counted = list[Captures](), False
    with suppress(OutOfTime), until(out_of_time):
        for captures in captures_of(*deal, None if doubled is None else len(doubled)):
            if doubled is None or _holders(captures) == doubled:
                found.append(captures)
            if len(found) > _MOST:
                break
        else:
            all_counted = True
    return Shapes(_shapes(found), all_counted) if found or not all_counted else None


def in_common(captures: Iterable[Captures]) -> Captures:
    """What is the same in all of these."""
    first, *others = captures
    cards, diamonds, tricks, trex = first
    for other in others:
        cards = tuple(card for card in cards if card in other.cards)
        diamonds = diamonds if diamonds == other.diamonds else None
        tricks = tricks if tricks == other.tricks else None
        trex = trex if trex == other.trex else None
    return Captures(cards, diamonds, tricks, trex)


def _shapes(found: Iterable[Captures]) -> tuple[Shape, ...]:
    alike: dict[_Key, list[Captures]] = {}
    for captures in found:
        alike.setdefault(_key(captures), []).append(captures)
    shapes = (Shape(len(them), them[0], in_common(them)) for them in alike.values())
    return tuple(sorted(shapes, key=lambda shape: (shape.doubled, _taken_back(shape.one))))


def _key(captures: Captures) -> _Key:
    queens = sorted((taken for card, taken in captures.cards if card in QUEENS), key=_order)
    others = tuple(taken for card, taken in captures.cards if card not in QUEENS)
    return (others, *queens, captures.diamonds, captures.tricks, captures.trex)


def _order(taken: TakenCard) -> tuple[int, ...]:
    return tuple(-1 if seat is None else int(seat) for seat in taken)


def _taken_back(captures: Captures) -> int:
    return sum(taken.doubled_by is taken.taken_by for _, taken in captures.cards)


def _holders(captures: Captures) -> Doubled:
    return {card: taken.doubled_by for card, taken in captures.cards if taken.doubled_by is not None}
