"""A record under other house rules: the points of every deal, and who would be first.

Only points change: the order of kings and combined contracts are not validated again. A card that cannot be doubled
under the other rules counts as not doubled. If they pay a leader who was not recorded, every possible leader is tried,
so points are ranges and several outcomes are possible.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache, reduce
from itertools import product
from typing import NamedTuple

from trexscore.rules.captures import Captures
from trexscore.rules.cards import Card
from trexscore.rules.game import DealScore, Game, ScoreEntry
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.options import OPTION_NAMES
from trexscore.rules.scoring import NON_SCORING_OPTION_DEFAULTS, scorer_of
from trexscore.rules.seats import NO_POINTS, SEATS, BySeat, Points, Seat, add_points, subtract_points, sums_by_team
from trexscore.rules.validation import capture_contradictions, card_capture_refusal
from trexscore.rules.winners import Outcome, outcome_of

RESULT_CHANGING_OPTIONS = tuple(
    name
    for name in OPTION_NAMES
    if name in ("winner", "tie_break") or name not in (*NON_SCORING_OPTION_DEFAULTS, "combining")
)
"""The options that can change the result."""


class PointsRange(NamedTuple):
    """The fewest and the most points."""

    low: int
    high: int


class DealComparison(NamedTuple):
    """A counted deal, and its points under the other rules."""

    deal_score: DealScore
    points_under_other_rules: BySeat[PointsRange]

    @property
    def differs(self) -> bool:
        """Whether its points would, or could, differ."""
        return any(
            span != (points, points)
            for span, points in zip(self.points_under_other_rules, self.deal_score.points, strict=True)
        )


class WhatIfResult(NamedTuple):
    """The result of a record under other rules."""

    deal_comparisons: tuple[DealComparison, ...]
    totals: BySeat[PointsRange]
    team_totals: tuple[PointsRange, ...] | None
    outcomes: tuple[Outcome, ...]
    """Every possible outcome; of a running game, as if it ended now."""


def result_under_other_rules(other_rules: HouseRules, score_entries: Sequence[ScoreEntry], game: Game) -> WhatIfResult:
    """The result of a game's entries under these rules."""
    possible_points_by_deal = tuple(
        _possible_deal_points(other_rules, deal.king, score_entries[deal.entry_place - 1]) for deal in game.deals
    )
    adjustment = reduce(subtract_points, (deal.points for deal in game.deals), game.totals)
    final_totals = _possible_totals(adjustment, possible_points_by_deal)
    tie_breaks = [deal.points for deal in game.tie_break_deals]
    outcomes = {
        outcome_of(other_rules, totals, game.trex_first_seats, tie_breaks, is_complete=True) for totals in final_totals
    }
    return WhatIfResult(
        deal_comparisons=tuple(
            DealComparison(deal, BySeat(*_points_ranges(way)))
            for deal, way in zip(game.deals, possible_points_by_deal, strict=True)
        ),
        totals=BySeat(*_points_ranges(final_totals)),
        team_totals=_points_ranges(map(sums_by_team, final_totals)) if other_rules.partnership else None,
        outcomes=tuple(sorted(outcomes, key=lambda outcome: outcome.winners)),
    )


def have_same_winners(first: Outcome, second: Outcome) -> bool:
    """Whether the winners are the same. If only one outcome has teams, a winner stands for their team."""
    if len({type(winner) for winner in (*first.winners, *second.winners)}) == 1:
        return first.winners == second.winners
    first_teams, second_teams = ({seat.team for seat in outcome.winning_seats} for outcome in (first, second))
    return first_teams == second_teams


def _possible_deal_points(what_if_rules: HouseRules, king: Seat, score_entry: ScoreEntry) -> frozenset[Points]:
    """All possible points of this deal: several if they depend on leaders who were not recorded."""
    is_combined_deal = score_entry.contract_set is not None and len(score_entry.contract_set.contracts) > 1
    revoked = score_entry.revoke_by is not None
    cards, unknown = [], []
    for card, taken in score_entry.captures.cards:
        refusal = card_capture_refusal(
            what_if_rules, card, taken, are_contracts_combined=is_combined_deal, is_after_revoke=revoked
        )
        if refusal is not None and refusal.code == "leader_missing":
            unknown.append(card)
        elif refusal is not None:
            cards.append((card, taken._replace(doubled_by=None)))
            continue
        cards.append((card, taken))
    score = scorer_of(what_if_rules).score
    led = _with_possible_leaders(score_entry.captures._replace(cards=tuple(cards)), king, tuple(unknown))
    return frozenset(score(captures).points for captures in led)


@lru_cache(maxsize=64)
def _with_possible_leaders(
    reported_captures: Captures, king: Seat, cards_without_leader: tuple[Card, ...]
) -> tuple[Captures, ...]:
    """The captures with every possible leader of these cards. Cached because presets share them."""
    choices = [
        [(card, taken._replace(led_by=seat)) for seat in SEATS] if card in cards_without_leader else [(card, taken)]
        for card, taken in reported_captures.cards
    ]
    candidates = (reported_captures._replace(cards=cards) for cards in product(*choices))
    return tuple(captures for captures in candidates if not any(True for _ in capture_contradictions(captures, king)))


def _possible_totals(
    points_outside_deals: Points, possible_points_by_deal: Sequence[frozenset[Points]]
) -> list[Points]:
    """All possible totals. `points_outside_deals`: points that come from no deal."""
    undecided = tuple(points_of_deal for points_of_deal in possible_points_by_deal if len(points_of_deal) > 1)
    decided = (
        points for points_of_deal in possible_points_by_deal if len(points_of_deal) == 1 for points in points_of_deal
    )
    certain_points = reduce(add_points, decided, points_outside_deals)
    return [add_points(certain_points, points) for points in _possible_sums(undecided)]


@lru_cache(maxsize=4)
def _possible_sums(possible_points_by_deal: tuple[frozenset[Points], ...]) -> frozenset[Points]:
    """All possible sums of several deals. Cached because presets share them."""
    sums = frozenset({NO_POINTS})
    for points_of_deal in possible_points_by_deal:
        sums = frozenset(add_points(total, points) for total in sums for points in points_of_deal)
    return sums


def _points_ranges(possible_points: Iterable[Iterable[int]]) -> tuple[PointsRange, ...]:
    return tuple(PointsRange(min(points), max(points)) for points in zip(*possible_points, strict=True))
