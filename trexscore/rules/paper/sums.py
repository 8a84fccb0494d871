"""The possible sums of deals: their face value, moved by doubled cards."""

from collections.abc import Iterable
from functools import lru_cache

from trexscore.rules.captures import TakenCard
from trexscore.rules.cards import QUEENS, Card, Contract
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.expected import face_value, sum_change_of
from trexscore.rules.forecast.outcomes import ItemKind, ways
from trexscore.rules.house_rules import HouseRules

Sums = frozenset[int]
ONLY_ZERO: Sums = frozenset({0})


@lru_cache(maxsize=1024)
def sums_of_deal(rules: HouseRules, programme: ContractSet) -> Sums:
    """All sums that captures of these contracts can have."""
    return moved(face_value(rules, programme), moves_of_deal(rules, programme))


@lru_cache(maxsize=1024)
def moves_of_deal(rules: HouseRules, programme: ContractSet) -> Sums:
    """All amounts by which doubled cards can move the sum of a deal."""
    combined = len(programme.contracts) > 1
    ways_by_kind = ways(rules, combined=combined)
    moves = ONLY_ZERO
    if Contract.KING_OF_HEARTS in programme.contracts:
        moves = together((moves, _moves(rules, Card.KING_OF_HEARTS, (way.what for way in ways_by_kind[ItemKind.KING]))))
    if Contract.QUEENS in programme.contracts:
        each = _moves(rules, Card.QUEEN_OF_SPADES, (way.what for way in ways_by_kind[ItemKind.QUEEN]))
        moves = together((moves, *(each for _ in QUEENS)))
    return moves


def together(sets: Iterable[Sums]) -> Sums:
    """All sums of one element of each set."""
    totals = ONLY_ZERO
    for values in sets:
        totals = frozenset(total + value for total in totals for value in values)
    return totals


def moved(by: int, sums: Sums) -> Sums:
    return frozenset(by + value for value in sums)


def _moves(rules: HouseRules, card: Card, captures: Iterable[object]) -> Sums:
    return frozenset(sum_change_of(rules, card, taken) for taken in captures if isinstance(taken, TakenCard))
