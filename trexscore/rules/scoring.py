"""Captures × points table → the lines of a score and their sum.

Few different things can happen to a card, a count or a finishing order, so the score of each part is cached.
Scoring a deal adds up the scores of its parts.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from typing import Generic, NamedTuple, TypeVar

from trexscore.rules.captures import Captures, TakenCard
from trexscore.rules.cards import CARDS_PER_SUIT, Card, Contract
from trexscore.rules.contract_set import CONTRACT_SETS
from trexscore.rules.expected_sum import doubling_sum_change, undoubled_sum
from trexscore.rules.house_rules import HouseRules, OptionValue
from trexscore.rules.seats import NO_POINTS, SEATS, BySeat, Points, Seat
from trexscore.rules.tables.points import CaptureRole, PointsReason, capture_case_of, points_table
from trexscore.rules.validation import card_capture_refusal

CapturePart = TypeVar("CapturePart")


_STANDARD_RULES = HouseRules()
NON_SCORING_OPTION_DEFAULTS: dict[str, OptionValue] = {
    option: getattr(_STANDARD_RULES, option)
    for option in (
        "winner",
        "tie_break",
        "first_king",
        "next_king",
        "play_direction",
        "redeals",
        "renege",
        "hearts_lead",
        "forced_discard",
        "exposed_twos",
        "unfinished_game",
    )
}
"""Options that do not change the points of a deal, at their defaults."""


class ScoreLine(NamedTuple):
    """Points of a seat for one reason: a card, or a count (diamonds, tricks; in Trex the place)."""

    seat: Seat
    points: int
    reason: PointsReason
    contract: Contract
    card: Card | None = None
    count: int | None = None  # type: ignore[assignment]  # shadows tuple.count, which is never used on a ScoreLine


class Score(NamedTuple):
    """The score of captures. The lines add up to the points; no line has 0 points."""

    points: Points
    sum: int
    lines: tuple[ScoreLine, ...]
    doubling_sum_change: int = 0
    """How far doubled cards move the sum: computed from the rules and the cards, never from the points."""
    has_valid_parts: bool = True
    """Whether each part is valid by itself in any deal."""


class _ScoreByPartCache(dict[CapturePart, Score], Generic[CapturePart]):
    """Scores of parts, computed on first use. Only valid parts are cached: of those there are few."""

    def __init__(self, score_part: Callable[[CapturePart], Score]) -> None:
        super().__init__()
        self._make = score_part

    def __missing__(self, part: CapturePart) -> Score:
        score = self._make(part)
        if score.has_valid_parts:
            self[part] = score
        return score


class Scorer:
    """Scores captures under one set of house rules."""

    def __init__(self, rules: HouseRules) -> None:
        self._rules = rules
        self._table = points_table(rules)
        self._cards = _ScoreByPartCache(self._score_card)
        self._diamonds = _ScoreByPartCache[BySeat[int]](partial(_score_counts, Contract.DIAMONDS, self._table.diamond))
        self._tricks = _ScoreByPartCache[BySeat[int]](partial(_score_counts, Contract.COLLECTIONS, self._table.trick))
        self._orders = _ScoreByPartCache(self._score_trex_order)
        self.undoubled_sums_by_bits = tuple(undoubled_sum(rules, contract_set) for contract_set in CONTRACT_SETS)
        """The sum of each contract set if nothing is doubled."""

    def score(self, captures: Captures) -> Score:
        """The score of a deal. Combined contracts are the sum of their parts."""
        cards, diamonds, tricks, trex = captures
        point_parts = [self._cards[card] for card in cards]
        if diamonds is not None:
            point_parts.append(self._diamonds[diamonds])
        if tricks is not None:
            point_parts.append(self._tricks[tricks])
        if trex is not None:
            point_parts.append(self._orders[trex])
        return point_parts[0] if len(point_parts) == 1 else _sum_scores(point_parts)

    def _score_card(self, card_and_taken_card: tuple[Card, TakenCard]) -> Score:
        card, taken = card_and_taken_card
        contract = Contract.KING_OF_HEARTS if card is Card.KING_OF_HEARTS else Contract.QUEENS
        shares = self._table.card_shares[card][capture_case_of(taken, partnership=self._table.partnership)]
        lines = tuple(
            ScoreLine(_seat_in_role(taken, to), points, reason, contract, card) for to, points, reason in shares
        )
        strictest = card_capture_refusal(self._rules, card, taken, are_contracts_combined=True, is_after_revoke=False)
        return _score_of_lines(lines, doubling_sum_change(self._rules, card, taken), has_valid_parts=strictest is None)

    def _score_trex_order(self, seats_in_order: BySeat[Seat]) -> Score:
        finish_seat_and_points = enumerate(zip(seats_in_order, self._table.trex, strict=True), 1)
        lines = tuple(
            ScoreLine(seat, points, "place", Contract.TREX, None, place)
            for place, (seat, points) in finish_seat_and_points
            if points
        )
        return _score_of_lines(lines)


@lru_cache(maxsize=256)
def scorer_of(rules: HouseRules) -> Scorer:
    """The scorer of these house rules, shared by all rules with the same points."""
    return _cached_scorer(replace(rules, **NON_SCORING_OPTION_DEFAULTS))


_cached_scorer = lru_cache(maxsize=64)(Scorer)


def _sum_scores(part_scores: list[Score]) -> Score:
    a = b = c = d = sum_changes = 0
    all_lines: list[ScoreLine] = []
    all_sound = True
    for (e, f, g, h), _, lines, sum_change, sound in part_scores:
        a, b, c, d = a + e, b + f, c + g, d + h
        all_lines += lines
        sum_changes += sum_change
        all_sound = all_sound and sound
    return Score(BySeat(a, b, c, d), a + b + c + d, tuple(all_lines), sum_changes, all_sound)


def _seat_in_role(taken_card: TakenCard, role: CaptureRole) -> Seat:
    if role == "right_of_taker":
        return taken_card.taken_by.right
    seat = {"taker": taken_card.taken_by, "holder": taken_card.doubled_by, "leader": taken_card.led_by}[role]
    if seat is None:
        msg = f"nobody is the {role} of {taken_card}"
        raise ValueError(msg)
    return seat


def _score_counts(contract: Contract, points_each: int, counts_by_seat: BySeat[int]) -> Score:
    count_by_seat = zip(SEATS, counts_by_seat, strict=True)
    lines = tuple(
        ScoreLine(seat, points_each * count, "plain", contract, None, count)
        for seat, count in count_by_seat
        if points_each * count
    )
    return _score_of_lines(lines, has_valid_parts=sum(counts_by_seat) == CARDS_PER_SUIT)


def _score_of_lines(lines: tuple[ScoreLine, ...], sum_change: int = 0, *, has_valid_parts: bool = True) -> Score:
    points = list(NO_POINTS)
    for line in lines:
        points[line.seat] += line.points
    return Score(BySeat(*points), sum(points), lines, sum_change, has_valid_parts)
