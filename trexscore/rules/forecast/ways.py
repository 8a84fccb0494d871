"""What is left of a game, as things that each go one of a few ways: a card, a diamond, a trick, an order in Trex."""

from enum import StrEnum
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from trexscore.rules.captures import Captures, TakenCard
from trexscore.rules.cards import IN_A_SUIT, QUEENS, Card, Contract
from trexscore.rules.contract_set import ALL_FOUR, ContractSet
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.scoring import scorer_of
from trexscore.rules.seats import NO_POINTS, SEATS, BySeat, Points, Seat
from trexscore.rules.tables.points import points_table
from trexscore.rules.validation import choices, may_double


class Kind(StrEnum):
    """What can still go one way or the other; those that move most points come first."""

    TREX = "trex"
    KING = "king"
    QUEEN = "queen"
    DIAMOND = "diamond"
    TRICK = "trick"

    __hash__ = str.__hash__


KINDS = tuple(Kind)


class Way(NamedTuple):
    """One way in which it can go: who took the card, who took the diamond or trick, who went out in which order."""

    points: Points
    first: Seat | None
    what: TakenCard | Seat | BySeat[Seat]


Counts = tuple[int, int, int, int, int]
"""How many of each kind."""


class Rest(NamedTuple):
    """All that is left. `loose` can be given to anybody; what the `deals` of all four contracts hold hangs together."""

    loose: Counts
    deals: tuple[Seat, ...]
    """The kings who still play all four contracts in one deal."""


def rest_of(rules: HouseRules, left: BySeat[ContractSet]) -> Rest | None:
    """What the kings still owe; None where the rules let no king play it.

    Where contracts may but need not be combined, a combined deal brings about nothing that single deals cannot: its
    parts are the same, and what they may be is restricted. So only deals that must be combined are kept together.
    """
    together = tuple(seat for seat in SEATS if rules.combining == "all_four" and left[seat].overlaps(ALL_FOUR))
    if any(not _can_be_played(rules, left[seat]) for seat in SEATS):
        return None
    owed = [contract for seat in SEATS for contract in left[seat].contracts]
    if together:
        return Rest((owed.count(Contract.TREX), 0, 0, 0, 0), together)
    each = {
        Contract.TREX: 1,
        Contract.KING_OF_HEARTS: 1,
        Contract.QUEENS: len(QUEENS),
        Contract.DIAMONDS: IN_A_SUIT,
        Contract.COLLECTIONS: IN_A_SUIT,
    }
    trex, king, queens, diamonds, tricks = (owed.count(contract) * number for contract, number in each.items())
    return Rest((trex, king, queens, diamonds, tricks), ())


def _can_be_played(rules: HouseRules, left: ContractSet) -> bool:
    """Whether what a king owes can all be played: not so where all four must be together and one is gone."""
    bits = 0
    for programme in choices(rules, left):
        bits |= programme.bits
    return bits == left.bits


@lru_cache(maxsize=64)
def ways(rules: HouseRules, *, combined: bool) -> dict[Kind, tuple[Way, ...]]:
    """In which ways each of them can go. A diamond's and a trick's are in the order of seats."""
    score = scorer_of(rules).score
    table = points_table(rules)
    orders = [BySeat(*order) for order in permutations(SEATS)]
    trex = tuple(Way(score(Captures((), None, None, order)).points, order.A, order) for order in orders)
    return {
        Kind.TREX: trex,
        Kind.KING: _ways_of_card(rules, Card.KING_OF_HEARTS, combined=combined),
        Kind.QUEEN: _ways_of_card(rules, Card.QUEEN_OF_SPADES, combined=combined),
        Kind.TRICK: tuple(Way(NO_POINTS.replacing(seat, table.trick), None, seat) for seat in SEATS),
        Kind.DIAMOND: tuple(Way(NO_POINTS.replacing(seat, table.diamond), None, seat) for seat in SEATS),
    }


def _ways_of_card(rules: HouseRules, card: Card, *, combined: bool) -> tuple[Way, ...]:
    """Plain, and doubled by each, own captures last; whoever led is named only where that is paid for."""
    doubled = may_double(rules, card) and (rules.doubling_when_combined or not combined)
    found = [TakenCard(taker) for taker in SEATS]
    found += [TakenCard(*seats) for seats in (permutations(SEATS, 2) if doubled else ())]
    for taker in SEATS if doubled else ():
        found += [TakenCard(taker, taker, leader) for leader in (SEATS if rules.leader_is_paid else (None,))]
    return tuple(Way(scorer_of(rules).score(Captures(((card, taken),))).points, None, taken) for taken in found)
