"""A game is a fold over its entries."""

from collections.abc import Sequence
from typing import NamedTuple

from trexscore.rules.captures import NO_CAPTURES, Captures
from trexscore.rules.contract_set import ALL_CONTRACTS_LEFT, NO_CONTRACTS, ContractSet
from trexscore.rules.house_rules import HouseRules, VoidReason
from trexscore.rules.kings import KingdomsProgress, possible_next_kings
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.scoring import Score, ScoreLine, scorer_of
from trexscore.rules.seats import NO_POINTS, BySeat, Points, Seat, add_points, subtract_points, sums_by_team
from trexscore.rules.validation import (
    capture_contradictions,
    card_capture_refusal,
    combining_refusals_by_bits,
    refusals_of_wrong_counts,
)
from trexscore.rules.winners import Outcome, may_break_tie, outcome_of


class ScoreEntry(NamedTuple):
    """An entry of a game file: a deal, a void deal (`void_reason`), an adjustment (`adjustment`) or a tiebreaker.

    `parsing_faults` were found while parsing it. A king or contracts that could not be parsed are None.
    """

    king: Seat | None = None
    contract_set: ContractSet | None = None
    captures: Captures = NO_CAPTURES
    revoke_by: Seat | None = None
    void_reason: VoidReason | None = None
    redeal_claimed_by: Seat | None = None
    adjustment: Points | None = None
    note: str = ""
    parsing_faults: tuple[Refusal, ...] = ()
    is_tie_break: bool = False
    """Whether it is a deal after the game, which only decides between tied winners."""

    @property
    def is_deal(self) -> bool:
        """Whether it is a deal whose points and contracts count."""
        return self.void_reason is None and self.adjustment is None and not self.is_tie_break

    @property
    def names_contract_twice(self) -> bool:
        """Whether a contract is named twice. Other faults of its contracts are then not reported."""
        return bool(self.parsing_faults) and any(fault.code == "duplicate_contract" for fault in self.parsing_faults)


class DealScore(NamedTuple):
    """A counted deal. `entry_place` is its number in the record, `number` that among counted deals, both from 1."""

    number: int
    entry_place: int
    king: Seat
    contract_set: ContractSet
    points: Points
    sum: int
    running_totals: Points
    contracts_left_by_king: BySeat[ContractSet]
    lines: tuple[ScoreLine, ...]


class TieBreakDealScore(NamedTuple):
    """A tie-break deal. `entry_place` is its number in the record. Its points are in no total."""

    entry_place: int
    contract_set: ContractSet
    points: Points
    sum: int
    lines: tuple[ScoreLine, ...]


class KingdomScore(NamedTuple):
    """A kingdom that has begun. `sum` and `expected_sum` are computed in two ways and must agree."""

    king: Seat
    points: Points
    sum: int
    expected_sum: int
    is_complete: bool


class Game(NamedTuple):
    """The state of a game after its last entry."""

    deals: tuple[DealScore, ...]
    kingdoms_progress: KingdomsProgress
    kingdoms: tuple[KingdomScore, ...]
    totals: Points
    team_totals: tuple[int, int] | None
    is_complete: bool
    next_deal_king: Seat | None
    """The king of the next deal; None if there are several candidates, or none."""
    possible_next_kings: tuple[Seat, ...]
    outcome: Outcome
    trex_first_seats: tuple[Seat, ...]
    """The seat that went out first, for each Trex so far."""
    tie_break_deals: tuple[TieBreakDealScore, ...] = ()


class GameWithRefusals(NamedTuple):
    """The game of a record, and the refusals of its entries. Entries with refusals are not in the game."""

    game: Game
    refusals: tuple[Refusal, ...]


def score_game(rules: HouseRules, first_king: Seat | None, score_entries: Sequence[ScoreEntry]) -> GameWithRefusals:
    """Play all entries of a record. Entries with faults are refused and not counted."""
    fold = _GameFold(rules, first_king)
    for entry_place, entry in enumerate(score_entries, 1):
        fold.apply(entry_place, entry)
    return GameWithRefusals(fold.game(), tuple(fold.refusals))


def king_and_contract_refusals(rules: HouseRules, game: Game, proposed_deal: ScoreEntry) -> list[Refusal]:
    """Why this king may not play these contracts next."""
    fault = _next_deal_refusal(rules, game.kingdoms_progress, proposed_deal)
    contract_set = proposed_deal.contract_set
    combining_refusals = () if contract_set is None else combining_refusals_by_bits(rules.combining)[contract_set.bits]
    return [*(() if fault is None else (fault,)), *combining_refusals]


class _GameFold:
    """The state of `score_game` between two entries."""

    def __init__(self, rules: HouseRules, first_king: Seat | None) -> None:
        self.rules = rules
        self.scorer = scorer_of(rules)
        self.combining = combining_refusals_by_bits(rules.combining)
        self.first_king = first_king
        self.begun: list[Seat] = []
        self.start_totals: list[Points] = []
        """The totals when each kingdom began. Later adjustments are added: they belong to no kingdom."""
        self.left = list(ALL_CONTRACTS_LEFT)
        self.order_is_known = True
        self.totals = NO_POINTS
        self.deals: list[DealScore] = []
        self.expected = [0, 0, 0, 0]
        """The expected sum of each king's kingdom so far."""
        self.trex_first_seats: list[Seat] = []
        self.tie_breaks: list[TieBreakDealScore] = []
        self.refusals: list[Refusal] = []

    @property
    def kingdoms_progress(self) -> KingdomsProgress:
        return KingdomsProgress(self.first_king, tuple(self.begun), BySeat(*self.left))

    def apply(self, entry_place: int, entry: ScoreEntry) -> None:
        if entry.adjustment is not None:
            faults = self._apply_adjustment(entry.adjustment, entry.parsing_faults)
        elif entry.void_reason is not None:
            faults = entry.parsing_faults + self._contract_refusals(entry)
        elif entry.is_tie_break:
            faults = self._apply_tie_break(entry_place, entry)
        else:
            faults = self._apply_deal(entry_place, entry)
        if faults:
            self.refusals += (fault.in_entry(entry_place) for fault in faults)

    def _apply_adjustment(self, points: Points, parsing_faults: tuple[Refusal, ...]) -> tuple[Refusal, ...]:
        if not parsing_faults:
            self.totals = add_points(self.totals, points)
            self.start_totals = [add_points(totals, points) for totals in self.start_totals]
        return parsing_faults

    def _apply_tie_break(self, entry_place: int, entry: ScoreEntry) -> tuple[Refusal, ...]:
        """Score a tie-break deal, or return its faults."""
        faults = entry.parsing_faults
        if self.order_is_known:
            faults += self._tie_break_refusals()
        if entry.contract_set is not None and len(entry.contract_set.contracts) > 1:
            faults += (refuse("combining_off", "contracts", contracts=entry.contract_set.contracts),)
        score = self.scorer.score(entry.captures)
        if not score.has_valid_parts:
            faults += _capture_refusals(self.rules, entry)
        if not faults and (contract_set := entry.contract_set) is not None:
            self.tie_breaks.append(TieBreakDealScore(entry_place, contract_set, score.points, score.sum, score.lines))
        return faults

    def _tie_break_refusals(self) -> tuple[Refusal, ...]:
        if not self.kingdoms_progress.is_complete:
            return (refuse("unknown_field", "tie_break", field="tie_break"),)
        if may_break_tie(self.rules, len(self._outcome().winners)):
            return ()
        self.order_is_known = False
        return (refuse("game_over"),)

    def _outcome(self) -> Outcome:
        points = [deal.points for deal in self.tie_breaks]
        complete = self.kingdoms_progress.is_complete
        return outcome_of(self.rules, self.totals, self.trex_first_seats, points, is_complete=complete)

    def _apply_deal(self, entry_place: int, entry: ScoreEntry) -> tuple[Refusal, ...]:
        """Count a deal, or return its faults."""
        king, contract_set, captures = entry.king, entry.contract_set, entry.captures
        score = self.scorer.score(captures)
        faults = entry.parsing_faults + self._contract_refusals(entry)
        if not score.has_valid_parts:
            faults += _capture_refusals(self.rules, entry)
        if king is None or contract_set is None:
            return faults
        if not faults and len(contract_set.contracts) > 1:
            faults = tuple(capture_contradictions(captures, king))
        if not faults or self.order_is_known:
            self._mark_contracts_played(king, contract_set)
        if not faults:
            self._add_deal_score(entry_place, king, contract_set, score)
            if captures.trex_order is not None:
                self.trex_first_seats.append(captures.trex_order[0])
        return faults

    def _mark_contracts_played(self, king: Seat, contract_set: ContractSet) -> None:
        if king not in self.begun:
            self.begun.append(king)
            self.start_totals.append(self.totals)
        self.left[king] = self.left[king].without(contract_set)

    def _continues_kingdom(self, king: Seat, contract_set: ContractSet) -> bool:
        """Whether this king's kingdom is running and has all these contracts left."""
        return bool(self.begun) and self.begun[-1] is king and not contract_set.bits & ~self.left[king].bits

    def _contract_refusals(self, entry: ScoreEntry) -> tuple[Refusal, ...]:
        """Why these contracts cannot be combined, or this king cannot play them now."""
        king, contract_set = entry.king, entry.contract_set
        if contract_set is None or entry.names_contract_twice:
            combining_refusals: tuple[Refusal, ...] = ()
        else:
            combining_refusals = self.combining[contract_set.bits]
        if king is not None and contract_set is not None and self._continues_kingdom(king, contract_set):
            return combining_refusals
        return self._check_king_and_contracts(entry) + combining_refusals if self.order_is_known else combining_refusals

    def _check_king_and_contracts(self, entry: ScoreEntry) -> tuple[Refusal, ...]:
        """A wrong king, a used contract or the end of the game. Only the record's first: it would cause all others."""
        if self.first_king is None and not self.begun:
            self.first_king = entry.king
        fault = _next_deal_refusal(self.rules, self.kingdoms_progress, entry)
        if fault is not None or (entry.is_deal and (entry.contract_set is None or entry.king is None)):
            self.order_is_known = False
        return () if fault is None else (fault,)

    def _add_deal_score(self, entry_place: int, king: Seat, contract_set: ContractSet, score: Score) -> None:
        points, total, lines, moved, _ = score
        self.totals = running = add_points(self.totals, points)
        self.expected[king] += self.scorer.undoubled_sums_by_bits[contract_set.bits] + moved
        number, left = len(self.deals) + 1, BySeat(*self.left)
        self.deals.append(DealScore(number, entry_place, king, contract_set, points, total, running, left, lines))

    def game(self) -> Game:
        kingdoms_progress = self.kingdoms_progress
        next_kings = possible_next_kings(self.rules, kingdoms_progress)
        return Game(
            deals=tuple(self.deals),
            kingdoms_progress=kingdoms_progress,
            kingdoms=tuple(
                map(self._kingdom_score, self.begun, self.start_totals, [*self.start_totals[1:], self.totals])
            ),
            totals=self.totals,
            team_totals=sums_by_team(self.totals) if self.rules.partnership else None,
            is_complete=kingdoms_progress.is_complete,
            next_deal_king=next_kings[0] if len(next_kings) == 1 else None,
            possible_next_kings=next_kings,
            outcome=self._outcome(),
            trex_first_seats=tuple(self.trex_first_seats),
            tie_break_deals=tuple(self.tie_breaks),
        )

    def _kingdom_score(self, king: Seat, totals_before: Points, totals_after: Points) -> KingdomScore:
        points = subtract_points(totals_after, totals_before)
        return KingdomScore(king, points, sum(points), self.expected[king], self.left[king] is NO_CONTRACTS)


def _next_deal_refusal(rules: HouseRules, kingdoms_progress: KingdomsProgress, entry: ScoreEntry) -> Refusal | None:
    seats = possible_next_kings(rules, kingdoms_progress)
    if not seats:
        return refuse("game_over")
    if entry.king is None:
        return None
    if entry.king not in seats:
        return refuse("not_this_kings_kingdom", "king", king=entry.king, candidates=seats)
    if entry.contract_set is None or entry.names_contract_twice:
        return None
    used = entry.contract_set.without(kingdoms_progress.contracts_left_by_king[entry.king])
    return refuse("contract_used", "contracts", king=entry.king, contracts=used.contracts) if used.contracts else None


def _capture_refusals(rules: HouseRules, entry: ScoreEntry) -> tuple[Refusal, ...]:
    """Faults of single cards and counts, except at paths where parsing has found a fault."""
    is_combined_deal = entry.contract_set is not None and len(entry.contract_set.contracts) > 1
    revoked = entry.revoke_by is not None
    faulty_paths = {fault.path for fault in entry.parsing_faults}
    card_faults = (
        card_capture_refusal(rules, card, taken, are_contracts_combined=is_combined_deal, is_after_revoke=revoked)
        for card, taken in entry.captures.cards
    )
    new_faults = (fault for fault in card_faults if fault is not None and fault.path not in faulty_paths)
    return (*new_faults, *refusals_of_wrong_counts(entry.captures))
