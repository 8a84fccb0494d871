"""A game is a fold over what was reported, deal after deal."""

from collections.abc import Sequence
from typing import NamedTuple

from trexscore.rules.captures import NOTHING_TAKEN, Captures
from trexscore.rules.contract_set import FULL, NOTHING, ContractSet
from trexscore.rules.house_rules import HouseRules, VoidReason
from trexscore.rules.kings import Kings, candidates
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.scoring import Line, Score, scorer_of
from trexscore.rules.seats import NO_POINTS, BySeat, Points, Seat, add, by_team, subtract
from trexscore.rules.validation import (
    card_refusal,
    combining_refusals,
    contradictions,
    sum_refusals,
)
from trexscore.rules.winners import Outcome, may_break_tie, outcome_of


class Entry(NamedTuple):
    """One thing reported: a deal, a void deal (`void_reason`), an adjustment (`adjustment`) or a tie-break deal.

    `faults` are those found while reading it. A king or contracts that could not be read are None.
    """

    king: Seat | None = None
    programme: ContractSet | None = None
    captures: Captures = NOTHING_TAKEN
    renege_by: Seat | None = None
    void_reason: VoidReason | None = None
    claimed_by: Seat | None = None
    adjustment: Points | None = None
    note: str = ""
    faults: tuple[Refusal, ...] = ()
    tie_break: bool = False
    """A deal behind the game, which only decides who has won of those who are tied."""

    @property
    def is_deal(self) -> bool:
        """Whether cards were played out, so that points and contracts count."""
        return self.void_reason is None and self.adjustment is None and not self.tie_break

    @property
    def names_one_twice(self) -> bool:
        """Whether a contract is named twice: that alone is then said of its contracts."""
        return bool(self.faults) and any(fault.code == "duplicate_contract" for fault in self.faults)


class DealScore(NamedTuple):
    """A counted deal. `entry` is its place in the record, `number` its place among counted deals, both from 1."""

    number: int
    entry: int
    king: Seat
    programme: ContractSet
    points: Points
    sum: int
    running: Points
    left: BySeat[ContractSet]
    lines: tuple[Line, ...]


class TieBreak(NamedTuple):
    """A tie-break deal. `entry` is its place in the record; its points are in no total."""

    entry: int
    programme: ContractSet
    points: Points
    sum: int
    lines: tuple[Line, ...]


class KingdomScore(NamedTuple):
    """A kingdom that has begun. `sum` and `expected_sum` come by different ways and must agree."""

    king: Seat
    points: Points
    sum: int
    expected_sum: int
    complete: bool


class Game(NamedTuple):
    """The state of a game after all its entries."""

    deals: tuple[DealScore, ...]
    kings: Kings
    kingdoms: tuple[KingdomScore, ...]
    totals: Points
    teams: tuple[int, int] | None
    complete: bool
    next_king: Seat | None
    """The king of the next deal; None where several may be, or none."""
    candidates: tuple[Seat, ...]
    outcome: Outcome
    trex_firsts: tuple[Seat, ...]
    """Who went out first, in every Trex so far."""
    tie_breaks: tuple[TieBreak, ...] = ()


class Played(NamedTuple):
    """What a record comes to; where it has refusals, the game leaves out what they concern."""

    game: Game
    refusals: tuple[Refusal, ...]


def play(rules: HouseRules, first_king: Seat | None, entries: Sequence[Entry]) -> Played:
    """Play a record through: every fault in it, and the game as far as it is sound."""
    table = _Table(rules, first_king)
    for place, entry in enumerate(entries, 1):
        table.take(place, entry)
    return Played(table.game(), tuple(table.refusals))


def order_refusals(rules: HouseRules, game: Game, entry: Entry) -> list[Refusal]:
    """Why this king may not play these contracts next."""
    fault = _out_of_order(rules, game.kings, entry)
    combining = () if entry.programme is None else combining_refusals(rules.combining)[entry.programme.bits]
    return [*(() if fault is None else (fault,)), *combining]


class _Table:
    """The running state of one fold; nobody sees it but `play`."""

    def __init__(self, rules: HouseRules, first_king: Seat | None) -> None:
        self.rules = rules
        self.scorer = scorer_of(rules)
        self.combining = combining_refusals(rules.combining)
        self.first_king = first_king
        self.begun: list[Seat] = []
        self.before: list[Points] = []
        """The totals when each kingdom began, with the adjustments since: those belong to no kingdom."""
        self.left = list(FULL)
        self.order_is_known = True
        self.totals = NO_POINTS
        self.deals: list[DealScore] = []
        self.expected = [0, 0, 0, 0]
        """What each kingdom must add up to so far."""
        self.trex_firsts: list[Seat] = []
        self.tie_breaks: list[TieBreak] = []
        self.refusals: list[Refusal] = []

    @property
    def kings(self) -> Kings:
        """How far the kingdoms have come."""
        return Kings(self.first_king, tuple(self.begun), BySeat(*self.left))

    def take(self, place: int, entry: Entry) -> None:
        if entry.adjustment is not None:
            faults = self._adjust(entry.adjustment, entry.faults)
        elif entry.void_reason is not None:
            faults = entry.faults + self._contract_refusals(entry)
        elif entry.tie_break:
            faults = self._break_tie(place, entry)
        else:
            faults = self._take_deal(place, entry)
        if faults:
            self.refusals += (fault.in_entry(place) for fault in faults)

    def _adjust(self, points: Points, faults: tuple[Refusal, ...]) -> tuple[Refusal, ...]:
        if not faults:
            self.totals = add(self.totals, points)
            self.before = [add(before, points) for before in self.before]
        return faults

    def _break_tie(self, place: int, entry: Entry) -> tuple[Refusal, ...]:
        """Score a tie-break deal unless it has faults, which are given back."""
        faults = entry.faults
        if self.order_is_known:
            faults += self._no_tie_to_break()
        if entry.programme is not None and len(entry.programme.contracts) > 1:
            faults += (refuse("combining_off", "contracts", contracts=entry.programme.contracts),)
        score = self.scorer.score(entry.captures)
        if not score.sound:
            faults += _part_refusals(self.rules, entry)
        if not faults and entry.programme is not None:
            self.tie_breaks.append(TieBreak(place, entry.programme, score.points, score.sum, score.lines))
        return faults

    def _no_tie_to_break(self) -> tuple[Refusal, ...]:
        if not self.kings.complete:
            return (refuse("unknown_field", "tie_break", field="tie_break"),)
        if may_break_tie(self.rules, len(self._outcome().winners)):
            return ()
        self.order_is_known = False
        return (refuse("game_over"),)

    def _outcome(self) -> Outcome:
        points = [deal.points for deal in self.tie_breaks]
        return outcome_of(self.rules, self.totals, self.trex_firsts, points, complete=self.kings.complete)

    def _take_deal(self, place: int, entry: Entry) -> tuple[Refusal, ...]:
        """Count the deal unless it has faults, which are given back."""
        king, programme, captures = entry.king, entry.programme, entry.captures
        score = self.scorer.score(captures)
        faults = entry.faults + self._contract_refusals(entry)
        if not score.sound:
            faults += _part_refusals(self.rules, entry)
        if king is None or programme is None:
            return faults
        if not faults and len(programme.contracts) > 1:
            faults = tuple(contradictions(captures, king))
        if not faults or self.order_is_known:
            self._play(king, programme)
        if not faults:
            self._count(place, king, programme, score)
            if captures.trex is not None:
                self.trex_firsts.append(captures.trex[0])
        return faults

    def _play(self, king: Seat, programme: ContractSet) -> None:
        if king not in self.begun:
            self.begun.append(king)
            self.before.append(self.totals)
        self.left[king] = self.left[king].without(programme)

    def _goes_on(self, king: Seat, programme: ContractSet) -> bool:
        """Whether this king's kingdom is running, and all these contracts are still to come in it."""
        return bool(self.begun) and self.begun[-1] is king and not programme.bits & ~self.left[king].bits

    def _contract_refusals(self, entry: Entry) -> tuple[Refusal, ...]:
        """Why this king may not play these contracts together, or not now."""
        king, programme = entry.king, entry.programme
        if programme is None or entry.names_one_twice:
            combining: tuple[Refusal, ...] = ()
        else:
            combining = self.combining[programme.bits]
        if king is not None and programme is not None and self._goes_on(king, programme):
            return combining
        return self._order_refusals(entry) + combining if self.order_is_known else combining

    def _order_refusals(self, entry: Entry) -> tuple[Refusal, ...]:
        """Of wrong king, used contract and game over only the record's first is said: the rest would follow from it."""
        if self.first_king is None and not self.begun:
            self.first_king = entry.king
        fault = _out_of_order(self.rules, self.kings, entry)
        if fault is not None or (entry.is_deal and (entry.programme is None or entry.king is None)):
            self.order_is_known = False
        return () if fault is None else (fault,)

    def _count(self, place: int, king: Seat, programme: ContractSet, score: Score) -> None:
        points, total, lines, moved, _ = score
        self.totals = running = add(self.totals, points)
        self.expected[king] += self.scorer.face_value(programme) + moved
        number = len(self.deals) + 1
        self.deals.append(DealScore(number, place, king, programme, points, total, running, BySeat(*self.left), lines))

    def game(self) -> Game:
        rules, kings = self.rules, self.kings
        complete, seats = kings.complete, candidates(rules, kings)
        return Game(
            deals=tuple(self.deals),
            kings=kings,
            kingdoms=tuple(map(self._kingdom, self.begun, self.before, [*self.before[1:], self.totals])),
            totals=self.totals,
            teams=by_team(self.totals) if rules.partnership else None,
            complete=complete,
            next_king=seats[0] if len(seats) == 1 else None,
            candidates=seats,
            outcome=self._outcome(),
            trex_firsts=tuple(self.trex_firsts),
            tie_breaks=tuple(self.tie_breaks),
        )

    def _kingdom(self, king: Seat, before: Points, after: Points) -> KingdomScore:
        points = subtract(after, before)
        return KingdomScore(king, points, sum(points), self.expected[king], self.left[king] is NOTHING)


def _out_of_order(rules: HouseRules, kings: Kings, entry: Entry) -> Refusal | None:
    seats = candidates(rules, kings)
    if not seats:
        return refuse("game_over")
    if entry.king is None:
        return None
    if entry.king not in seats:
        return refuse("not_this_kings_kingdom", "king", king=entry.king, candidates=seats)
    if entry.programme is None or entry.names_one_twice:
        return None
    used = entry.programme.without(kings.left[entry.king])
    return refuse("contract_used", "contracts", king=entry.king, contracts=used.contracts) if used.contracts else None


def _part_refusals(rules: HouseRules, entry: Entry) -> tuple[Refusal, ...]:
    """What is wrong with single parts. Where reading has found a fault, the same thing is not refused once more."""
    combined = entry.programme is not None and len(entry.programme.contracts) > 1
    renege = entry.renege_by is not None
    already = {fault.at for fault in entry.faults}
    of_cards = (
        card_refusal(rules, card, taken, combined=combined, renege=renege) for card, taken in entry.captures.cards
    )
    found = (fault for fault in of_cards if fault is not None and fault.at not in already)
    return (*found, *sum_refusals(entry.captures))
