"""Possible endings by trying everything, and who wins in each. Independent of the forecast."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, permutations, product

from trexscore.rules.captures import Captures, TakenCard
from trexscore.rules.cards import QUEENS, Card, Contract
from trexscore.rules.forecast import Prospect
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.scoring import scorer_of
from trexscore.rules.seats import SEATS, BySeat, Points, Seat, add_points
from trexscore.rules.validation import capture_contradictions, card_refusal
from trexscore.rules.winners import outcome_of

Ending = tuple[Points, tuple[Seat, ...]]
EVERY_CAPTURE = [TakenCard(*seats) for seats in product(SEATS, (None, *SEATS), (None, *SEATS))]
SHARED_OUT = [BySeat(*counts) for counts in product(range(14), repeat=4) if sum(counts) == 13]


@cache
def endings_of(rules: HouseRules, contract: Contract) -> set[Ending]:
    """All results of a deal of this contract, scored like every deal."""
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
            if card_refusal(rules, card, taken, combined=False, revoked=False) is None
        }
        found = {(add_points(points, more), ()) for points, _ in found for more in of_card}
    return found


def all_endings(rules: HouseRules, contracts: Sequence[Contract]) -> set[Ending]:
    found: set[Ending] = {(BySeat(0, 0, 0, 0), ())}
    for contract in contracts:
        of_one = endings_of(rules, contract)
        found = {(add_points(points, more), firsts + first) for points, firsts in found for more, first in of_one}
    return found


def brute_force_forecast(
    rules: HouseRules, totals: Points, firsts: tuple[Seat, ...], endings: set[Ending]
) -> tuple[Prospect, ...]:
    """The forecast, directly from the winners of each ending."""
    parties = 2 if rules.partnership else 4
    fewer = rules.winner == "lowest_total" or (rules.winner == "worst_player_loses" and rules.sign < 0)
    made: list[list[int]] = [[] for _ in range(parties)]
    together = 0
    wins = [0] * parties
    for points, more in endings:
        winners = outcome_of(rules, add_points(totals, points), firsts + more, complete=True).winners
        together += len(winners) > 1
        for one in winners:
            wins[one] += 1
            made[one].append(points[one] + points[one + 2] if rules.partnership else points[one])
    return tuple(
        Prospect(
            can_win=bool(of_one),
            points_needed=(max(of_one) if fewer else min(of_one)) if of_one else None,
            certain_to_win=count == len(endings),
            only_possible_winner=count == len(endings) and not together,
        )
        for of_one, count in zip(made, wins, strict=True)
    )


def endings_of_all_four(rules: HouseRules, king: Seat) -> set[Ending]:
    """All results of a deal of all four contracts: every combination that `capture_contradictions` allows.

    Points are packed into one number here, so that one addition adds all.
    """
    spare: dict[int, int] = {}
    of_diamonds = [(counts, _packed(_counted(rules, counts, NOBODY))) for counts in SHARED_OUT]
    of_tricks = [[_packed(_counted(rules, NOBODY, _many(seat, n))) for n in range(14)] for seat in SEATS]
    for cards in _hands(rules):
        points = _packed(scorer_of(rules).score(Captures(cards)).points)
        fewest = [[_tricks_needed(king, cards, seat, n) for n in range(14)] for seat in SEATS]
        for counts, more in of_diamonds:
            needed = [fewest[seat][counts[seat]] for seat in SEATS]
            if sum(needed) <= 13:
                least = points + more + sum([of_tricks[seat][needed[seat]] for seat in SEATS])
                spare[least] = max(spare.get(least, 0), 13 - sum(needed))
    loose = [[_packed(_counted(rules, NOBODY, counts)) for counts in _shared_out(n)] for n in range(14)]
    return {(_unpacked(points), ()) for points in {least + more for least in spare for more in loose[spare[least]]}}


_FIELD = 1 << 16


def _packed(points: Points) -> int:
    return sum(n * _FIELD**seat for seat, n in zip(SEATS, points, strict=True))


def _unpacked(number: int) -> Points:
    found = []
    for _ in SEATS:
        n = (number + _FIELD // 2) % _FIELD - _FIELD // 2
        found.append(n)
        number = (number - n) // _FIELD
    return BySeat(*found)


def _many(seat: Seat, n: int) -> BySeat[int]:
    return NOBODY.replacing(seat, n)


NOBODY = BySeat(0, 0, 0, 0)
Cards = tuple[tuple[Card, TakenCard], ...]


def _shared_out(number: int) -> list[BySeat[int]]:
    return [BySeat(*counts) for counts in product(range(number + 1), repeat=4) if sum(counts) == number]


def _counted(rules: HouseRules, diamonds: BySeat[int], tricks: BySeat[int]) -> Points:
    return scorer_of(rules).score(Captures((), diamonds, tricks)).points


def _hands(rules: HouseRules) -> Iterator[Cards]:
    """Who took the five cards; the queens except that of diamonds are interchangeable.

    An unpaid leader changes no points, and can only require more tricks.
    """
    told = [one for one in EVERY_CAPTURE if one.led_by is None or one.doubled_by is one.taken_by]
    ways = {
        card: [one for one in told if card_refusal(rules, card, one, combined=True, revoked=False) is None]
        for card in (Card.KING_OF_HEARTS, *QUEENS)
    }
    alike = [queen for queen in QUEENS if queen is not Card.QUEEN_OF_DIAMONDS]
    for of_king, of_diamonds in product(ways[Card.KING_OF_HEARTS], ways[Card.QUEEN_OF_DIAMONDS]):
        for others in combinations_with_replacement(ways[alike[0]], len(alike)):
            yield (
                (Card.KING_OF_HEARTS, of_king),
                (Card.QUEEN_OF_DIAMONDS, of_diamonds),
                *zip(alike, others, strict=True),
            )


def _tricks_needed(king: Seat, cards: Cards, seat: Seat, diamonds: int) -> int:
    """The fewest tricks without a contradiction at this seat, if the others have enough; 14 if never."""
    concerned = tuple(one for one in cards if seat in {one[1].taken_by, one[1].led_by})
    return _fewest(king, concerned, seat, diamonds)


@cache
def _fewest(king: Seat, cards: Cards, seat: Seat, diamonds: int) -> int:
    plenty = BySeat(13, 13, 13, 13)
    for tricks in range(14):
        captures = Captures(cards, plenty.replacing(seat, diamonds), plenty.replacing(seat, tricks))
        if not any(True for _ in capture_contradictions(captures, king)):
            return tricks
    return 14
