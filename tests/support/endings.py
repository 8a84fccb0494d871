"""All that contracts can still bring, by trying everything; and who wins in it. It knows nothing of the search."""

from collections.abc import Sequence
from itertools import permutations, product

from trexscore.rules.captures import Captures, TakenCard
from trexscore.rules.cards import QUEENS, Card, Contract
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.outlook import Prospect
from trexscore.rules.possible import card_refusal
from trexscore.rules.scoring import scorer_of
from trexscore.rules.seats import SEATS, BySeat, Points, Seat, add
from trexscore.rules.winners import outcome_of

Ending = tuple[Points, tuple[Seat, ...]]
EVERY_CAPTURE = [TakenCard(*seats) for seats in product(SEATS, (None, *SEATS), (None, *SEATS))]
SHARED_OUT = [BySeat(*counts) for counts in product(range(14), repeat=4) if sum(counts) == 13]


def endings_of(rules: HouseRules, contract: Contract) -> set[Ending]:
    """All that a deal of this contract can bring, scored as every deal is."""
    score = scorer_of(rules).score
    if contract is Contract.TREX:
        orders = [BySeat(*order) for order in permutations(SEATS)]
        return {(score(Captures((), None, None, order)).points, (order.A,)) for order in orders}
    if contract is Contract.DIAMONDS:
        return {(score(Captures((), counts)).points, ()) for counts in SHARED_OUT}
    if contract is Contract.COLLECTIONS:
        return {(score(Captures((), None, counts)).points, ()) for counts in SHARED_OUT}
    cards = QUEENS if contract is Contract.QUEENS else (Card.KING_OF_HEARTS,)
    found: set[Ending] = {(BySeat(0, 0, 0, 0), ())}
    for card in cards:
        of_card = {
            score(Captures(((card, taken),))).points
            for taken in EVERY_CAPTURE
            if card_refusal(rules, card, taken, combined=False, renege=False) is None
        }
        found = {(add(points, more), ()) for points, _ in found for more in of_card}
    return found


def all_endings(rules: HouseRules, contracts: Sequence[Contract]) -> set[Ending]:
    found: set[Ending] = {(BySeat(0, 0, 0, 0), ())}
    for contract in contracts:
        of_one = endings_of(rules, contract)
        found = {(add(points, more), firsts + first) for points, firsts in found for more, first in of_one}
    return found


def by_trying_all(
    rules: HouseRules, totals: Points, firsts: tuple[Seat, ...], endings: set[Ending]
) -> tuple[Prospect, ...]:
    """The prospects, straight from who wins in each ending."""
    parties = 2 if rules.partnership else 4
    fewer = rules.winner == "lowest_total" or (rules.winner == "worst_player_loses" and rules.sign < 0)
    made: list[list[int]] = [[] for _ in range(parties)]
    together = 0
    wins = [0] * parties
    for points, more in endings:
        winners = outcome_of(rules, add(totals, points), firsts + more, complete=True).winners
        together += len(winners) > 1
        for one in winners:
            wins[one] += 1
            made[one].append(points[one] + points[one + 2] if rules.partnership else points[one])
    return tuple(
        Prospect(
            can_win=bool(of_one),
            needs=(max(of_one) if fewer else min(of_one)) if of_one else None,
            certain=count == len(endings),
            alone=count == len(endings) and not together,
        )
        for of_one, count in zip(made, wins, strict=True)
    )
