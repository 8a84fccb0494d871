"""The statistical facts of a scored game, for each of the four seats."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from trexscore.league.number_tuples import EMPTY_SAMPLE, ByContract, Sample, by_contract, sample_of
from trexscore.league.statistics.comebacks import SeatComeback, seat_comebacks
from trexscore.league.statistics.comparable_rules import comparable_rules_key
from trexscore.league.statistics.facts import CardsTakenSamples, Counts, DoublingCounts, Facts, PointSums
from trexscore.rules.captures import Captures
from trexscore.rules.cards import QUEENS, Card, Contract
from trexscore.rules.game import DealScore, Game, ScoreEntry
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.scoring import scorer_of
from trexscore.rules.seats import SEATS, BySeat, Points, Seat, subtract_points
from trexscore.rules.validation import may_double_in_single_contract
from trexscore.rules.winners import points_direction_of

CountsByPlace = tuple[int, int, int, int]


class _DoubledCard(NamedTuple):
    """A doubled card, and the points that its doubling changed for each of the four."""

    taken_by: Seat
    held_by: Seat
    points_changed: Points


class _DealForFacts(NamedTuple):
    """A counted deal; points are signed so that more is better."""

    king: Seat
    contracts: tuple[Contract, ...]
    points_by_contract: dict[Contract, list[int]]
    captures: Captures
    doubled_cards: tuple[_DoubledCard, ...]
    has_doublable_card: bool
    revoke_by: Seat | None


def facts_by_seat(
    rules: HouseRules, entries: Sequence[ScoreEntry], game: Game, best_finishes: BySeat[int] | None = None
) -> BySeat[Facts]:
    """The facts of each seat, as far as the game has been played. `entries` are those that `game` was scored from.

    The entries are needed for captures and doublings, which score lines show only if they gave points.
    `best_finishes`: of shared ones the best; None if the game has no result.
    """
    points_direction = points_direction_of(rules)
    deals = [_deal_for_facts(rules, points_direction, deal, entries[deal.entry_place - 1]) for deal in game.deals]
    comebacks = seat_comebacks(rules, points_direction, game, best_finishes)
    return BySeat(*(_seat_facts(rules, points_direction, game, deals, comebacks[seat], seat) for seat in SEATS))


def _seat_facts(  # noqa: PLR0913, PLR0917 - all inputs of the facts of a seat
    rules: HouseRules,
    points_direction: int,
    game: Game,
    deals: Sequence[_DealForFacts],
    comeback: SeatComeback,
    seat: Seat,
) -> Facts:
    counts = Counts(
        games=1,
        complete_games=int(game.is_complete),
        finish_counts=_counts_by_place(() if comeback.best_finish is None else (comeback.best_finish,)),
        deals=len(deals),
        deals_without_trex=sum(Contract.TREX not in deal.contracts for deal in deals),
        revokes=sum(deal.revoke_by is seat for deal in deals),
        own_kingdoms_begun=int(seat in game.kingdoms_progress.kings_so_far),
        first_contract_counts=_first_contract_counts(deals, seat),
        cards_taken=_cards_taken(deals, seat),
        trex_place_counts=_counts_by_place(
            deal.captures.trex_order.index(seat) + 1 for deal in deals if deal.captures.trex_order is not None
        ),
        doubling_counts=_doubling_counts(rules, deals, seat),
        behind_after=comeback.behind_after,
        won_from_behind=comeback.won_from_behind,
        comebacks=int(comeback.comeback_points is not None),
        furthest_behind_after=comeback.furthest_behind_after,
    )
    as_doubler, as_taker, as_bystander = _points_changed_by_doubling(deals, seat)
    by_deals = sum(deal.points[seat] for deal in game.deals)
    own_kingdom_points = [
        kingdom.points[seat] * points_direction
        for kingdom in game.kingdoms
        if kingdom.king is seat and kingdom.is_complete
    ]
    points = PointSums(
        as_king_by_contract=_points_by_contract(deals, seat, as_king=True),
        not_as_king_by_contract=_points_by_contract(deals, seat, as_king=False),
        own_kingdom_points=sample_of(own_kingdom_points),
        game_points=sample_of([game.totals[seat] * points_direction] if game.is_complete else ()),
        as_doubler=as_doubler,
        as_doubled_card_taker=as_taker,
        as_doubling_bystander=as_bystander,
        adjustment_points=(game.totals[seat] - by_deals) * points_direction,
        comeback_points=EMPTY_SAMPLE if comeback.comeback_points is None else sample_of((comeback.comeback_points,)),
    )
    return Facts(comparable_rules_key(rules), counts, points)


def _deal_for_facts(
    rules: HouseRules, points_direction: int, deal_score: DealScore, score_entry: ScoreEntry
) -> _DealForFacts:
    points = {contract: [0, 0, 0, 0] for contract in deal_score.contract_set.contracts}
    for line in deal_score.lines:
        points[line.contract][line.seat] += line.points * points_direction
    combined_without_doubling = len(deal_score.contract_set.contracts) > 1 and not rules.doubling_when_combined
    return _DealForFacts(
        king=deal_score.king,
        contracts=deal_score.contract_set.contracts,
        points_by_contract=points,
        captures=score_entry.captures,
        doubled_cards=tuple(_doubled_cards(rules, points_direction, score_entry.captures)),
        has_doublable_card=not combined_without_doubling
        and any(may_double_in_single_contract(rules, card) for card, _ in score_entry.captures.cards),
        revoke_by=score_entry.revoke_by,
    )


def _doubled_cards(rules: HouseRules, points_direction: int, captures: Captures) -> Iterator[_DoubledCard]:
    score = scorer_of(rules).score
    for card, capture in captures.cards:
        if capture.doubled_by is not None:
            doubled, plain = (
                score(Captures(((card, each),))).points for each in (capture, capture._replace(doubled_by=None))
            )
            points_changed = subtract_points(doubled, plain).map(lambda points: points * points_direction)
            yield _DoubledCard(capture.taken_by, capture.doubled_by, points_changed)


def _first_contract_counts(deals: Sequence[_DealForFacts], seat: Seat) -> ByContract[int]:
    first_contracts = next((deal.contracts for deal in deals if deal.king is seat), ())
    return by_contract(lambda contract: int(contract in first_contracts))


def _cards_taken(deals: Sequence[_DealForFacts], seat: Seat) -> CardsTakenSamples:
    captures = [deal.captures for deal in deals]
    cards = [dict(deal_captures.cards) for deal_captures in captures]
    return CardsTakenSamples(
        sample_of(int(deal[Card.KING_OF_HEARTS].taken_by is seat) for deal in cards if Card.KING_OF_HEARTS in deal),
        sample_of(sum(deal[card].taken_by is seat for card in QUEENS) for deal in cards if QUEENS[0] in deal),
        sample_of(deal.diamonds[seat] for deal in captures if deal.diamonds is not None),
        sample_of(deal.tricks[seat] for deal in captures if deal.tricks is not None),
    )


def _doubling_counts(rules: HouseRules, deals: Sequence[_DealForFacts], seat: Seat) -> DoublingCounts:
    cards = [card for deal in deals for card in deal.doubled_cards]
    takers = [card.taken_by for card in cards if card.held_by is seat]
    to_partner = takers.count(seat.partner) if rules.partnership else 0
    backfired = takers.count(seat)
    return DoublingCounts(
        deals_with_doublable_card=sum(deal.has_doublable_card for deal in deals),
        paid_off=len(takers) - backfired - to_partner,
        backfired=backfired,
        to_partner=to_partner,
        others_cards_taken=sum(card.taken_by is seat and card.held_by is not seat for card in cards),
    )


def _points_changed_by_doubling(deals: Sequence[_DealForFacts], seat: Seat) -> tuple[Sample, Sample, int]:
    """The points that doubling changed for a seat: as the holder, as the taker of another's card, and as neither."""
    cards = [card for deal in deals for card in deal.doubled_cards]
    points_of_held_cards = [card.points_changed[seat] for card in cards if card.held_by is seat]
    points_of_taken_cards = [card.points_changed[seat] for card in cards if card.taken_by is seat is not card.held_by]
    points_changed = sum(card.points_changed[seat] for card in cards)
    return (
        sample_of(points_of_held_cards),
        sample_of(points_of_taken_cards),
        points_changed - sum(points_of_held_cards) - sum(points_of_taken_cards),
    )


def _points_by_contract(deals: Sequence[_DealForFacts], seat: Seat, *, as_king: bool) -> ByContract[Sample]:
    own_deal_points = [deal.points_by_contract for deal in deals if (deal.king is seat) is as_king]
    return by_contract(
        lambda contract: sample_of(points[contract][seat] for points in own_deal_points if contract in points)
    )


def _counts_by_place(places: Iterable[int]) -> CountsByPlace:
    all_places = tuple(places)
    return all_places.count(1), all_places.count(2), all_places.count(3), all_places.count(4)
