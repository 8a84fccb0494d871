"""The possible endings of a game and their winners by brute force, independent of the forecast."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, permutations, product

from trexscore.rules.captures import Captures, TakenCard
from trexscore.rules.cards import QUEENS, Card, Contract
from trexscore.rules.forecast import Prospect
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.scoring import scorer_of
from trexscore.rules.seats import SEATS, BySeat, Points, Seat, add_points
from trexscore.rules.validation import capture_contradictions, card_capture_refusal
from trexscore.rules.winners import outcome_of

Ending = tuple[Points, tuple[Seat, ...]]
ALL_TAKEN_CARDS = [TakenCard(*seats) for seats in product(SEATS, (None, *SEATS), (None, *SEATS))]
ALL_DISTRIBUTIONS = [BySeat(*counts) for counts in product(range(14), repeat=4) if sum(counts) == 13]


@cache
def endings_of_deal(rules: HouseRules, contract: Contract) -> set[Ending]:
    """All results of a deal of this contract: points, and who finished first in Trex."""
    score = scorer_of(rules).score
    if contract is Contract.TREX:
        orders = [BySeat(*order) for order in permutations(SEATS)]
        return {(score(Captures((), None, None, order)).points, (order.A,)) for order in orders}
    if contract is Contract.DIAMONDS:
        return {(score(Captures((), counts)).points, ()) for counts in ALL_DISTRIBUTIONS}
    if contract is Contract.COLLECTIONS:
        return {(score(Captures((), None, counts)).points, ()) for counts in ALL_DISTRIBUTIONS}
    cards = QUEENS if contract is Contract.QUEENS else (Card.KING_OF_HEARTS,)
    endings: set[Ending] = {(BySeat(0, 0, 0, 0), ())}
    for card in cards:
        points_of_card = {
            score(Captures(((card, taken_card),))).points
            for taken_card in ALL_TAKEN_CARDS
            if card_capture_refusal(rules, card, taken_card, are_contracts_combined=False, is_after_revoke=False)
            is None
        }
        endings = {(add_points(points, card_points), ()) for points, _ in endings for card_points in points_of_card}
    return endings


def all_endings(rules: HouseRules, contracts: Sequence[Contract]) -> set[Ending]:
    endings: set[Ending] = {(BySeat(0, 0, 0, 0), ())}
    for contract in contracts:
        deal_endings = endings_of_deal(rules, contract)
        endings = {
            (add_points(points, deal_points), firsts + deal_firsts)
            for points, firsts in endings
            for deal_points, deal_firsts in deal_endings
        }
    return endings


def brute_force_forecast(
    rules: HouseRules, totals: Points, firsts: tuple[Seat, ...], endings: set[Ending]
) -> tuple[Prospect, ...]:
    """The forecast, computed from the winners of each ending."""
    parties = 2 if rules.partnership else 4
    lowest_wins = rules.winner == "lowest_total" or (rules.winner == "worst_player_loses" and rules.sign < 0)
    winning_points: list[list[int]] = [[] for _ in range(parties)]
    shared_wins = 0
    wins = [0] * parties
    for points, deal_firsts in endings:
        winners = outcome_of(rules, add_points(totals, points), firsts + deal_firsts, is_complete=True).winners
        shared_wins += len(winners) > 1
        for winner in winners:
            wins[winner] += 1
            winning_points[winner].append(points[winner] + points[winner + 2] if rules.partnership else points[winner])
    return tuple(
        Prospect(
            points_needed=(max(points_of_wins) if lowest_wins else min(points_of_wins)) if points_of_wins else None,
            is_certain_to_win=count == len(endings),
            is_only_possible_winner=count == len(endings) and not shared_wins,
        )
        for points_of_wins, count in zip(winning_points, wins, strict=True)
    )


def endings_of_all_four(rules: HouseRules, king: Seat) -> set[Ending]:
    """All results of a deal of all four contracts: every combination that `capture_contradictions` allows.

    The points of four seats are packed into one number, so that one addition adds all four.
    """
    spare_tricks: dict[int, int] = {}
    diamond_counts = [(counts, _packed(_points_of_counts(rules, counts, NOBODY))) for counts in ALL_DISTRIBUTIONS]
    trick_points = [[_packed(_points_of_counts(rules, NOBODY, _only(seat, n))) for n in range(14)] for seat in SEATS]
    for cards in _card_combinations(rules):
        points = _packed(scorer_of(rules).score(Captures(cards)).points)
        fewest = [[_tricks_needed(king, cards, seat, n) for n in range(14)] for seat in SEATS]
        for counts, diamond_points in diamond_counts:
            tricks_needed = [fewest[seat][counts[seat]] for seat in SEATS]
            if sum(tricks_needed) <= 13:
                least = points + diamond_points + sum([trick_points[seat][tricks_needed[seat]] for seat in SEATS])
                spare_tricks[least] = max(spare_tricks.get(least, 0), 13 - sum(tricks_needed))
    spare_points = [
        [_packed(_points_of_counts(rules, NOBODY, counts)) for counts in _distributions(n)] for n in range(14)
    ]
    return {
        (_unpacked(points), ())
        for points in {least + more for least in spare_tricks for more in spare_points[spare_tricks[least]]}
    }


_FIELD = 1 << 16


def _packed(points: Points) -> int:
    return sum(n * _FIELD**seat for seat, n in zip(SEATS, points, strict=True))


def _unpacked(number: int) -> Points:
    points = []
    for _ in SEATS:
        n = (number + _FIELD // 2) % _FIELD - _FIELD // 2
        points.append(n)
        number = (number - n) // _FIELD
    return BySeat(*points)


def _only(seat: Seat, n: int) -> BySeat[int]:
    return NOBODY.replacing(seat, n)


NOBODY = BySeat(0, 0, 0, 0)
Cards = tuple[tuple[Card, TakenCard], ...]


def _distributions(number: int) -> list[BySeat[int]]:
    return [BySeat(*counts) for counts in product(range(number + 1), repeat=4) if sum(counts) == number]


def _points_of_counts(rules: HouseRules, diamonds: BySeat[int], tricks: BySeat[int]) -> Points:
    return scorer_of(rules).score(Captures((), diamonds, tricks)).points


def _card_combinations(rules: HouseRules) -> Iterator[Cards]:
    """All combinations of takers of the five cards. The queens other than the queen of diamonds are interchangeable.

    Leaders who are not paid are left out: they change no points and can only require more tricks.
    """
    relevant = [
        taken_card
        for taken_card in ALL_TAKEN_CARDS
        if taken_card.led_by is None or taken_card.doubled_by is taken_card.taken_by
    ]
    possible = {
        card: [
            taken_card
            for taken_card in relevant
            if card_capture_refusal(rules, card, taken_card, are_contracts_combined=True, is_after_revoke=False) is None
        ]
        for card in (Card.KING_OF_HEARTS, *QUEENS)
    }
    interchangeable = [queen for queen in QUEENS if queen is not Card.QUEEN_OF_DIAMONDS]
    for of_king, of_diamonds in product(possible[Card.KING_OF_HEARTS], possible[Card.QUEEN_OF_DIAMONDS]):
        for takers in combinations_with_replacement(possible[interchangeable[0]], len(interchangeable)):
            yield (
                (Card.KING_OF_HEARTS, of_king),
                (Card.QUEEN_OF_DIAMONDS, of_diamonds),
                *zip(interchangeable, takers, strict=True),
            )


def _tricks_needed(king: Seat, cards: Cards, seat: Seat, diamonds: int) -> int:
    """The fewest tricks of this seat that cause no contradiction when the others have 13; 14 if there are none."""
    concerned = tuple(entry for entry in cards if seat in {entry[1].taken_by, entry[1].led_by})
    return _fewest_tricks(king, concerned, seat, diamonds)


@cache
def _fewest_tricks(king: Seat, cards: Cards, seat: Seat, diamonds: int) -> int:
    plenty = BySeat(13, 13, 13, 13)
    for tricks in range(14):
        captures = Captures(cards, plenty.replacing(seat, diamonds), plenty.replacing(seat, tricks))
        if not any(True for _ in capture_contradictions(captures, king)):
            return tricks
    return 14
