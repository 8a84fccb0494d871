"""A game is a fold over what was reported, deal after deal."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from trexscore.rules.captures import NOTHING_TAKEN, Captures
from trexscore.rules.expected import expected_sum, face_value
from trexscore.rules.house_rules import HouseRules, VoidReason
from trexscore.rules.kings import Kings, candidates, next_king
from trexscore.rules.possible import combining_refusal, contradictions, part_refusals
from trexscore.rules.programme import Programme
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.scoring import Line, scorer_of
from trexscore.rules.seats import NO_POINTS, SEATS, BySeat, Points, Seat, add, by_team
from trexscore.rules.winners import Outcome, outcome_of


class Entry(NamedTuple):
    """One thing reported: a deal, a void deal (`void_reason`) or an adjustment (`adjustment`).

    `faults` are those found while reading it. A king or contracts that could not be read are None.
    """

    king: Seat | None = None
    programme: Programme | None = None
    captures: Captures = NOTHING_TAKEN
    renege_by: Seat | None = None
    void_reason: VoidReason | None = None
    claimed_by: Seat | None = None
    adjustment: Points | None = None
    note: str = ""
    faults: tuple[Refusal, ...] = ()

    @property
    def is_deal(self) -> bool:
        """Whether cards were played out, so that points and contracts count."""
        return self.void_reason is None and self.adjustment is None


class DealScore(NamedTuple):
    """A counted deal. `entry` is its place in the record, `number` its place among counted deals, both from 1."""

    number: int
    entry: int
    king: Seat
    programme: Programme
    points: Points
    sum: int
    running: Points
    left: BySeat[Programme]
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
    candidates: tuple[Seat, ...]
    outcome: Outcome


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
    combining = None if entry.programme is None else combining_refusal(rules, entry.programme)
    faults = (_out_of_order(rules, game.kings, entry), combining)
    return [fault for fault in faults if fault is not None]


class _Table:
    """The running state of one fold; nobody sees it but `play`."""

    def __init__(self, rules: HouseRules, first_king: Seat | None) -> None:
        self.rules = rules
        self.score = scorer_of(rules).score
        self.kings = Kings(first_king)
        self.order_is_known = True
        self.totals = NO_POINTS
        self.deals: list[DealScore] = []
        self.kingdoms: dict[Seat, tuple[Points, int]] = {}
        self.trex_firsts: list[Seat] = []
        self.refusals: list[Refusal] = []

    def take(self, place: int, entry: Entry) -> None:
        faults = list(entry.faults)
        if entry.adjustment is not None:
            if not faults:
                self.totals = add(self.totals, entry.adjustment)
        else:
            faults += self._deal_refusals(entry)
            played = entry if entry.is_deal else None
            if played and not faults:
                self._count(place, entry)
            elif played and self.order_is_known and entry.king is not None and entry.programme is not None:
                self.kings = self.kings.after(entry.king, entry.programme)
        self.refusals += (fault.in_entry(place) for fault in faults)

    def _deal_refusals(self, entry: Entry) -> list[Refusal]:
        faults = self._order_refusals(entry)
        if entry.programme is not None:
            combining = combining_refusal(self.rules, entry.programme)
            if combining is not None:
                faults.append(combining)
        if entry.is_deal:
            combined = entry.programme is not None and len(entry.programme.contracts) > 1
            faults += part_refusals(
                self.rules, entry.captures, combined=combined, renege=entry.renege_by is not None
            )
            if combined and not faults and not entry.faults and entry.king is not None:
                faults += contradictions(entry.captures, entry.king)
        return faults

    def _order_refusals(self, entry: Entry) -> list[Refusal]:
        """Of wrong king, used contract and game over only the record's first is said: the rest would follow from it."""
        if not self.order_is_known:
            return []
        if self.kings.first is None and entry.king is not None and not self.kings.begun:
            self.kings = self.kings._replace(first=entry.king)
        fault = _out_of_order(self.rules, self.kings, entry)
        if fault is not None or (entry.is_deal and (entry.programme is None or entry.king is None)):
            self.order_is_known = False
        return [] if fault is None else [fault]

    def _count(self, place: int, entry: Entry) -> None:
        king, programme, captures = entry.king, entry.programme, entry.captures
        if king is None or programme is None:
            return
        points, lines = self.score(captures)
        self.kings = self.kings.after(king, programme)
        self.totals = add(self.totals, points)
        earned, expected = self.kingdoms.get(king, (NO_POINTS, 0))
        self.kingdoms[king] = add(earned, points), expected + _expected(self.rules, programme, captures)
        if captures.trex is not None:
            self.trex_firsts.append(captures.trex[0])
        number = len(self.deals) + 1
        self.deals.append(
            DealScore(number, place, king, programme, points, sum(points), self.totals, self.kings.left, lines)
        )

    def game(self) -> Game:
        rules, kings = self.rules, self.kings
        kingdoms = tuple(
            KingdomScore(king, points, sum(points), expected, not kings.left[king].contracts)
            for king, (points, expected) in self.kingdoms.items()
        )
        return Game(
            deals=tuple(self.deals),
            kings=kings,
            kingdoms=kingdoms,
            totals=self.totals,
            teams=by_team(self.totals) if rules.partnership else None,
            complete=kings.complete,
            next_king=next_king(rules, kings),
            candidates=candidates(rules, kings),
            outcome=outcome_of(rules, self.totals, self.trex_firsts, complete=kings.complete),
        )


def _out_of_order(rules: HouseRules, kings: Kings, entry: Entry) -> Refusal | None:
    seats = candidates(rules, kings)
    if not seats:
        return refuse("game_over")
    if entry.king is None:
        return None
    if entry.king not in seats:
        return refuse("not_this_kings_kingdom", "king", king=entry.king, candidates=seats)
    if entry.programme is None:
        return None
    used = entry.programme.without(kings.left[entry.king])
    return refuse("contract_used", "contracts", king=entry.king, contracts=used.contracts) if used.contracts else None


_face_value = lru_cache(maxsize=4096)(face_value)


def _expected(rules: HouseRules, programme: Programme, captures: Captures) -> int:
    """Most deals have nothing doubled: their face value is looked up."""
    if any(taken.doubled_by is not None for _, taken in captures.cards):
        return expected_sum(rules, programme, captures)
    return _face_value(rules, programme)


def still_to_come(rules: HouseRules, game: Game) -> int:
    """Points that the running king's remaining contracts add up to, undoubled."""
    king = game.kings.running
    return 0 if king is None else face_value(rules, game.kings.left[king])


def seats_in_order(points: Points) -> tuple[Seat, ...]:
    """The seats, highest points first; ties in seat order."""
    return tuple(sorted(SEATS, key=lambda seat: -points[seat]))
