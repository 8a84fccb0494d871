"""The numbers from which the highlights of a game are chosen.

Each number has a name and holds a value for each seat (`"A"`), for each side (a seat, or a pair `"AC"`), or for the
game (`""`). Numbers that the record does not prove are missing.
`static/js/game/highlights.js` computes the same; a test compares both over many games.
"""

from collections.abc import Container, Sequence
from itertools import pairwise
from typing import NamedTuple

from trexscore.rules.captures import Captures
from trexscore.rules.cards import QUEENS, Card, Contract
from trexscore.rules.game import DealScore, Game, ScoreEntry
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEATS, TEAMS, Points, Seat, sums_by_team
from trexscore.rules.tables.points import capture_case_of
from trexscore.rules.winners import points_direction_of

HighlightNumbers = dict[str, dict[str, int]]
WHOLE_GAME_KEY = ""
"""The key of a number of the whole game."""
_MAX_CLOSE_MARGIN = 25
"""Points up to which a game counts as close."""


class _DealWithCaptures(NamedTuple):
    deal_score: DealScore
    captures: Captures


def highlight_numbers(
    rules: HouseRules,
    game: Game,
    score_entries: Sequence[ScoreEntry],
    entry_places_with_unknown_captures: Container[int] = (),
) -> HighlightNumbers:
    """The numbers of a complete game; none if it is not complete.

    `entry_places_with_unknown_captures`: numbers of entries, from 1, whose captures are unknown.
    """
    if not game.is_complete:
        return {}
    deals = [_DealWithCaptures(deal, score_entries[deal.entry_place - 1].captures) for deal in game.deals]
    contracts_with_unknown_captures = {
        contract
        for deal in game.deals
        if deal.entry_place in entry_places_with_unknown_captures
        or score_entries[deal.entry_place - 1].revoke_by is not None
        for contract in deal.contract_set.contracts
    }
    points_direction = points_direction_of(rules)
    adjusted = any(entry.adjustment is not None for entry in score_entries)
    return {
        **_capture_numbers(rules, points_direction, deals, contracts_with_unknown_captures),
        **_deal_and_kingdom_numbers(points_direction, game),
        **(
            {}
            if adjusted or rules.winner == "worst_player_loses"
            else _points_lead_numbers(rules, points_direction, game)
        ),
        **_outcome_numbers(rules, points_direction, game),
    }


def side_keys(rules: HouseRules) -> tuple[str, ...]:
    """The keys of all seats, or of the pairs in a partnership."""
    return tuple(team.name for team in TEAMS) if rules.partnership else tuple(seat.name for seat in SEATS)


def _by_seat_letter(values_by_seat: Sequence[int]) -> dict[str, int]:
    return {seat.name: values_by_seat[seat] for seat in SEATS}


def _capture_numbers(
    rules: HouseRules,
    points_direction: int,
    deals_with_captures: Sequence[_DealWithCaptures],
    contracts_with_unknown_captures: Container[Contract],
) -> HighlightNumbers:
    """Numbers of captures, for each contract whose captures are known in all deals."""
    capture_numbers: HighlightNumbers = {}
    for contract, count in (
        (Contract.KING_OF_HEARTS, _king_of_hearts_numbers),
        (Contract.QUEENS, _queen_numbers),
        (Contract.DIAMONDS, _diamond_numbers),
        (Contract.COLLECTIONS, _trick_numbers),
        (Contract.TREX, _trex_place_numbers),
    ):
        contract_deals = [deal for deal in deals_with_captures if contract in deal.deal_score.contract_set.contracts]
        if contract in contracts_with_unknown_captures or not contract_deals:
            continue
        capture_numbers |= count(contract_deals, rules)
        points = [
            sum(_seat_points_in_contract(deal.deal_score, contract, seat) for deal in contract_deals) for seat in SEATS
        ]
        capture_numbers[f"{contract.value}_points"] = _by_seat_letter(points)
        capture_numbers[f"{contract.value}_cost"] = _by_seat_letter([-points_direction * each for each in points])
    if (
        Contract.KING_OF_HEARTS not in contracts_with_unknown_captures
        and Contract.QUEENS not in contracts_with_unknown_captures
    ):
        capture_numbers |= _doubling_numbers(rules, deals_with_captures)
    return capture_numbers


def _seat_points_in_contract(deal_score: DealScore, contract: Contract, seat: Seat) -> int:
    return sum(line.points for line in deal_score.lines if line.contract is contract and line.seat is seat)


def _seat_counts_by_deal(deals: Sequence[_DealWithCaptures], *counted_cards: Card) -> list[list[int]]:
    """How many of these cards each seat took, deal by deal."""
    takers = ([taken.taken_by for card, taken in deal.captures.cards if card in counted_cards] for deal in deals)
    return [[takers_in_deal.count(seat) for seat in SEATS] for takers_in_deal in takers]


def _sums_by_seat(seat_counts_by_deal: Sequence[Sequence[int]]) -> list[int]:
    return [sum(counts[seat] for counts in seat_counts_by_deal) for seat in SEATS]


def _most_in_one_deal_by_seat(seat_counts_by_deal: Sequence[Sequence[int]]) -> dict[str, int]:
    return _by_seat_letter([max(counts[seat] for counts in seat_counts_by_deal) for seat in SEATS])


def _avoided_card_counts(taken_by_seat: Sequence[int], card_count_in_play: int) -> dict[str, int]:
    """The number of cards in play, for seats that took none of them."""
    return _by_seat_letter([0 if each else card_count_in_play for each in taken_by_seat])


def _king_of_hearts_numbers(deals: Sequence[_DealWithCaptures], _rules: HouseRules) -> HighlightNumbers:
    sums = _sums_by_seat(_seat_counts_by_deal(deals, Card.KING_OF_HEARTS))
    return {"kings": _by_seat_letter(sums), "kings_avoided": _avoided_card_counts(sums, len(deals))}


def _queen_numbers(deals: Sequence[_DealWithCaptures], _rules: HouseRules) -> HighlightNumbers:
    queens_taken_by_deal = _seat_counts_by_deal(deals, *QUEENS)
    sums = _sums_by_seat(queens_taken_by_deal)
    return {
        "queens": _by_seat_letter(sums),
        "queens_in_one": _most_in_one_deal_by_seat(queens_taken_by_deal),
        "queens_avoided": _avoided_card_counts(sums, len(QUEENS) * len(deals)),
    }


def _diamond_numbers(deals: Sequence[_DealWithCaptures], _rules: HouseRules) -> HighlightNumbers:
    diamonds_taken_by_deal = [deal.captures.diamonds or (0, 0, 0, 0) for deal in deals]
    return {
        "diamonds": _by_seat_letter(_sums_by_seat(diamonds_taken_by_deal)),
        "diamonds_in_one": _most_in_one_deal_by_seat(diamonds_taken_by_deal),
    }


def _trick_numbers(deals: Sequence[_DealWithCaptures], _rules: HouseRules) -> HighlightNumbers:
    tricks_taken_by_deal = [deal.captures.tricks or (0, 0, 0, 0) for deal in deals]
    deals_without_trick_by_seat = [sum(counts[seat] == 0 for counts in tricks_taken_by_deal) for seat in SEATS]
    return {
        "tricks": _by_seat_letter(_sums_by_seat(tricks_taken_by_deal)),
        "tricks_in_one": _most_in_one_deal_by_seat(tricks_taken_by_deal),
        "trickless": _by_seat_letter(deals_without_trick_by_seat),
    }


def _trex_place_numbers(deals: Sequence[_DealWithCaptures], rules: HouseRules) -> HighlightNumbers:
    orders = [deal.captures.trex_order for deal in deals if deal.captures.trex_order is not None]
    firsts = [sum(order[0] is seat for order in orders) for seat in SEATS]
    lasts = [sum(order[3] is seat for order in orders) for seat in SEATS]
    return {
        "firsts": _by_seat_letter(firsts),
        "firsts_points": _by_seat_letter([rules.sign * rules.trex_points[0] * each for each in firsts]),
        "lasts": _by_seat_letter(lasts),
        "never_last": _by_seat_letter([0 if each else len(orders) for each in lasts]),
    }


def _doubling_numbers(rules: HouseRules, deals: Sequence[_DealWithCaptures]) -> HighlightNumbers:
    """Doubled cards that an opponent took, and those that their holder took."""
    cards = [taken for deal in deals for _card, taken in deal.captures.cards]
    kinds = [(capture_case_of(taken, partnership=rules.partnership), taken.doubled_by) for taken in cards]
    holders_taking_own_cards = [holder for kind, holder in kinds if kind.startswith("own")]
    return {
        "paid": _by_seat_letter([kinds.count(("doubled", seat)) for seat in SEATS]),
        "own_doubled": _by_seat_letter([holders_taking_own_cards.count(seat) for seat in SEATS]),
    }


def _deal_and_kingdom_numbers(points_direction: int, game: Game) -> HighlightNumbers:
    """Numbers of single deals and kingdoms."""
    merits = [[points_direction * deal.points[seat] for deal in game.deals] for seat in SEATS]
    own_points_by_king = {kingdom.king: kingdom.points[kingdom.king] for kingdom in game.kingdoms}
    best_merits = [max(each) for each in merits]
    worst_merits = [min(each) for each in merits]
    kingdoms_won_by_seat = [
        sum(_is_sole_best(seat, [points_direction * each for each in kingdom.points]) for kingdom in game.kingdoms)
        for seat in SEATS
    ]
    return {
        "best_deal": _by_seat_letter(best_merits),
        "best_deal_points": _by_seat_letter([points_direction * each for each in best_merits]),
        "worst_deal": _by_seat_letter([-each for each in worst_merits]),
        "worst_deal_points": _by_seat_letter([points_direction * each for each in worst_merits]),
        "own_kingdom": {seat.name: points_direction * points for seat, points in own_points_by_king.items()},
        "own_loss": {seat.name: -points_direction * points for seat, points in own_points_by_king.items()},
        "own_kingdom_points": {seat.name: points for seat, points in own_points_by_king.items()},
        "gains": _by_seat_letter([sum(each > 0 for each in merits[seat]) for seat in SEATS]),
        "kingdoms_won": _by_seat_letter(kingdoms_won_by_seat),
        "deals": {WHOLE_GAME_KEY: len(game.deals)},
    }


def _is_sole_best(seat: Seat, values_by_seat: Sequence[int]) -> bool:
    return all(rival is seat or values_by_seat[seat] > values_by_seat[rival] for rival in SEATS)


def _points_lead_numbers(rules: HouseRules, points_direction: int, game: Game) -> HighlightNumbers:
    """The leader after each deal, and the distance of the others."""
    sides = side_keys(rules)
    merits_by_deal = [_merit_totals(rules, points_direction, deal.running_totals) for deal in game.deals]
    leaders = [_sole_best_side_index(merits) for merits in merits_by_deal]
    winners = {winner.value for winner in game.outcome.winners}
    ends_kingdom = [deal.king is not after.king for deal, after in pairwise(game.deals)]
    last_kingdom = len(game.deals) - 1 - ends_kingdom[::-1].index(True) if True in ends_kingdom else 0
    sole_leaders = [leader for leader in leaders if leader is not None]
    lead_numbers: HighlightNumbers = {
        "led": {side: leaders.count(place) for place, side in enumerate(sides)},
        "led_all": {side: len(leaders) * (set(leaders) == {place}) for place, side in enumerate(sides)},
        "behind": {
            side: max(max(merits) - merits[place] for merits in merits_by_deal) for place, side in enumerate(sides)
        },
        "low": {side: max(-merits[place] for merits in merits_by_deal) for place, side in enumerate(sides)},
        "lead_changes": {WHOLE_GAME_KEY: sum(leader != next_leader for leader, next_leader in pairwise(sole_leaders))},
    }
    lead_numbers["low_points"] = {side: -points_direction * low for side, low in lead_numbers["low"].items()}
    if len(winners) == 1 and game.outcome.tie_broken_by is None:
        [winner] = winners
        lead_numbers["late"] = {
            sides[winner]: int(len(merits_by_deal) > 1 and merits_by_deal[-2][winner] < max(merits_by_deal[-2]))
        }
        merits_before_last_kingdom = merits_by_deal[last_kingdom - 1] if last_kingdom else merits_by_deal[0]
        lead_numbers["late_kingdom"] = {
            sides[winner]: int(
                last_kingdom > 0 and merits_before_last_kingdom[winner] < max(merits_before_last_kingdom)
            )
        }
    return lead_numbers


def _merit_totals(rules: HouseRules, points_direction: int, totals: Points) -> list[int]:
    return [points_direction * each for each in (sums_by_team(totals) if rules.partnership else totals)]


def _sole_best_side_index(merit_totals: Sequence[int]) -> int | None:
    best_merit = max(merit_totals)
    return merit_totals.index(best_merit) if merit_totals.count(best_merit) == 1 else None


def _outcome_numbers(rules: HouseRules, points_direction: int, game: Game) -> HighlightNumbers:
    """Numbers of the end: margins, ties, and totals above zero."""
    outcome = game.outcome
    outcome_numbers: HighlightNumbers = {
        "tie_firsts": {WHOLE_GAME_KEY: int(outcome.tie_broken_by == "most_trex_firsts")},
        "tie_deal": {WHOLE_GAME_KEY: int(outcome.tie_broken_by == "deal")},
    }
    if rules.winner == "worst_player_loses":
        return outcome_numbers
    merits = _merit_totals(rules, points_direction, game.totals)
    first, second, *other_merits = sorted(merits, reverse=True)
    outcome_numbers["shared"] = {WHOLE_GAME_KEY: len(outcome.winners) * (len(outcome.winners) > 1)}
    outcome_numbers["spread"] = {WHOLE_GAME_KEY: first - (other_merits or [second])[-1]}
    if first > second:
        winner = side_keys(rules)[merits.index(first)]
        outcome_numbers["margin"] = {winner: first - second}
        outcome_numbers["narrow"] = {winner: _MAX_CLOSE_MARGIN + 1 - (first - second)}
    if points_direction > 0 and rules.sign > 0 and not rules.partnership:  # a pair above zero can have a player below
        sides_above_zero = [side for side, merit in zip(side_keys(rules), merits, strict=True) if merit > 0]
        outcome_numbers["only_above"] = {side: int(len(sides_above_zero) == 1) for side in sides_above_zero}
        outcome_numbers["none_above"] = {WHOLE_GAME_KEY: int(not sides_above_zero)}
    return outcome_numbers
