"""What the four totals of deals can add up to together: their face value, moved by cards that were doubled."""

from collections.abc import Iterable
from functools import lru_cache

from trexscore.rules.captures import TakenCard
from trexscore.rules.cards import QUEENS, Card, Contract
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.expected import face_value, moved_by
from trexscore.rules.forecast.ways import Kind, ways
from trexscore.rules.house_rules import HouseRules

Sums = frozenset[int]
AS_THEY_ARE: Sums = frozenset({0})


@lru_cache(maxsize=1024)
def sums_of_deal(rules: HouseRules, programme: ContractSet) -> Sums:
    """Every sum that captures of these contracts can have."""
    return moved(face_value(rules, programme), moves_of_deal(rules, programme))


@lru_cache(maxsize=1024)
def moves_of_deal(rules: HouseRules, programme: ContractSet) -> Sums:
    """How far doubled cards can move the sum of a deal."""
    combined = len(programme.contracts) > 1
    of = ways(rules, combined=combined)
    moves = AS_THEY_ARE
    if Contract.KING_OF_HEARTS in programme.contracts:
        moves = together((moves, _moves(rules, Card.KING_OF_HEARTS, (way.what for way in of[Kind.KING]))))
    if Contract.QUEENS in programme.contracts:
        each = _moves(rules, Card.QUEEN_OF_SPADES, (way.what for way in of[Kind.QUEEN]))
        moves = together((moves, *(each for _ in QUEENS)))
    return moves


def together(each: Iterable[Sums]) -> Sums:
    """What sums can add up to, one taken of each."""
    whole = AS_THEY_ARE
    for sums in each:
        whole = frozenset(one + other for one in whole for other in sums)
    return whole


def moved(by: int, sums: Sums) -> Sums:
    """All of them, moved."""
    return frozenset(by + one for one in sums)


def _moves(rules: HouseRules, card: Card, happened: Iterable[object]) -> Sums:
    return frozenset(moved_by(rules, card, taken) for taken in happened if isinstance(taken, TakenCard))
