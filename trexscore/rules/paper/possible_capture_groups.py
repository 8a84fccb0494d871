"""Captures with given points, grouped if they only differ in which queen is which."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import NamedTuple

from trexscore.rules.captures import Captures, TakenCard
from trexscore.rules.cards import QUEENS, Card
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.paper.cells import RowCells
from trexscore.rules.paper.possible_captures import captures_with_points
from trexscore.rules.paper.possible_points import possible_points_of
from trexscore.rules.paper.time_limit import OutOfTime, limit_time
from trexscore.rules.seats import Seat

_MAX_CAPTURES = 10_000
_GroupKey = tuple[object, ...]


class DealWithUnknownCaptures(NamedTuple):
    """A deal with known points and unknown captures."""

    rules: HouseRules
    contract_set: ContractSet
    king: Seat
    known_points: RowCells


class PossibleCaptureGroup(NamedTuple):
    """A group of captures: their number, one example, and what all have in common."""

    possibility_count: int
    example_captures: Captures
    common_captures: Captures

    @property
    def doubled_count(self) -> int:
        return sum(taken.doubled_by is not None for _, taken in self.example_captures.cards)


class PossibleCaptureGroups(NamedTuple):
    """Groups of captures, the fewest doubled cards first, because these are the likeliest."""

    groups: tuple[PossibleCaptureGroup, ...]
    are_all_counted: bool
    """False if there are too many, or time ran out."""

    @property
    def possibility_count(self) -> int:
        return sum(shape.possibility_count for shape in self.groups)


HolderByDoubledCard = Mapping[Card, Seat]
"""The holders of doubled cards; all others were not doubled."""


def capture_groups_of(
    deal: DealWithUnknownCaptures,
    holder_by_doubled_card: HolderByDoubledCard | None,
    is_out_of_time: Callable[[], bool],
) -> PossibleCaptureGroups | None:
    """The captures of a deal with its points; None if they are impossible."""
    if not possible_points_of(deal.rules, deal.contract_set, deal.king).fits(deal.known_points):
        return None
    matching, all_counted = list[Captures](), False
    with suppress(OutOfTime), limit_time(is_out_of_time):
        for captures in captures_with_points(
            *deal, None if holder_by_doubled_card is None else len(holder_by_doubled_card)
        ):
            if holder_by_doubled_card is None or _holder_by_doubled_card(captures) == holder_by_doubled_card:
                matching.append(captures)
            if len(matching) > _MAX_CAPTURES:
                break
        else:
            all_counted = True
    return PossibleCaptureGroups(_group_captures(matching), all_counted) if matching or not all_counted else None


def captures_in_common(all_captures: Iterable[Captures]) -> Captures:
    """The parts that all captures have in common."""
    first, *others = all_captures
    cards, diamonds, tricks, trex = first
    for compared in others:
        cards = tuple(card for card in cards if card in compared.cards)
        diamonds = diamonds if diamonds == compared.diamonds else None
        tricks = tricks if tricks == compared.tricks else None
        trex = trex if trex == compared.trex_order else None
    return Captures(cards, diamonds, tricks, trex)


def _group_captures(all_captures: Iterable[Captures]) -> tuple[PossibleCaptureGroup, ...]:
    groups: dict[_GroupKey, list[Captures]] = {}
    for captures in all_captures:
        groups.setdefault(_key_without_queen_suits(captures), []).append(captures)
    shapes = (PossibleCaptureGroup(len(group), group[0], captures_in_common(group)) for group in groups.values())
    return tuple(sorted(shapes, key=lambda shape: (shape.doubled_count, _count_own_captures(shape.example_captures))))


def _key_without_queen_suits(captures: Captures) -> _GroupKey:
    queens = sorted((taken for card, taken in captures.cards if card in QUEENS), key=_taken_card_sort_key)
    other_taken_cards = tuple(taken for card, taken in captures.cards if card not in QUEENS)
    return (other_taken_cards, *queens, captures.diamonds, captures.tricks, captures.trex_order)


def _taken_card_sort_key(taken_card: TakenCard) -> tuple[int, ...]:
    return tuple(-1 if seat is None else int(seat) for seat in taken_card)


def _count_own_captures(captures: Captures) -> int:
    return sum(taken.doubled_by is taken.taken_by for _, taken in captures.cards)


def _holder_by_doubled_card(captures: Captures) -> HolderByDoubledCard:
    return {card: taken.doubled_by for card, taken in captures.cards if taken.doubled_by is not None}
