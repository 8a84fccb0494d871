"""Captures × points table → the lines that make up a score, and the points they add up to.

Few different things can happen to a card, a count or a finishing order, so each is worked out once and kept:
scoring a deal is then looking up its parts and adding them.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeVar

from trexscore.rules.captures import Captures, TakenCard
from trexscore.rules.cards import IN_A_SUIT, Card, Contract
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.expected import face_value, moved_by
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import NO_POINTS, SEATS, BySeat, Points, Seat
from trexscore.rules.tables.points import Reason, Role, event_of, points_table
from trexscore.rules.validation import card_refusal

K = TypeVar("K")


_STANDARD = HouseRules()
NON_SCORING_OPTIONS: dict[str, Any] = {
    option: getattr(_STANDARD, option)
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
"""Options about who wins, who is king and what the table is reminded of."""


class Line(NamedTuple):
    """One reason why a seat has points: of a card, or of a count (diamonds, tricks; in Trex the place)."""

    seat: Seat
    points: int
    reason: Reason
    contract: Contract
    card: Card | None = None
    count: int | None = None  # type: ignore[assignment]  # nobody counts the fields of a line


class Score(NamedTuple):
    """What captures come to. The lines add up to the points; no line has 0 points."""

    points: Points
    sum: int
    lines: tuple[Line, ...]
    moved: int = 0
    """How far doubled cards move the sum: from the rules and these cards, never from the points."""
    sound: bool = True
    """Whether nothing can be wrong with these parts, each by itself, in whatever deal they occur."""


class _Kept(dict[K, Score], Generic[K]):
    """Scores of parts, each made when it is first looked up. Only sound parts are kept: of those there are few."""

    def __init__(self, make: Callable[[K], Score]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, part: K) -> Score:
        score = self._make(part)
        if score.sound:
            self[part] = score
        return score


class Scorer:
    """What follows from one set of house rules, ready to be looked up."""

    def __init__(self, rules: HouseRules) -> None:
        self._rules = rules
        self._table = points_table(rules)
        self._cards = _Kept(self._card)
        self._diamonds = _Kept(self._counted_diamonds)
        self._tricks = _Kept(self._counted_tricks)
        self._orders = _Kept(self._placed)
        self._face_values: dict[int, int] = {}

    def face_value(self, programme: ContractSet) -> int:
        """What these contracts add up to when nothing is doubled."""
        value = self._face_values.get(programme.bits)
        if value is None:
            value = self._face_values[programme.bits] = face_value(self._rules, programme)
        return value

    def score(self, captures: Captures) -> Score:
        """The points of a deal. Combined contracts are the sum of their parts."""
        cards, diamonds, tricks, trex = captures
        parts = [self._cards[card] for card in cards]
        if diamonds is not None:
            parts.append(self._diamonds[diamonds])
        if tricks is not None:
            parts.append(self._tricks[tricks])
        if trex is not None:
            parts.append(self._orders[trex])
        return parts[0] if len(parts) == 1 else _together(parts)

    def _card(self, reported: tuple[Card, TakenCard]) -> Score:
        card, taken = reported
        contract = Contract.KING_OF_HEARTS if card is Card.KING_OF_HEARTS else Contract.QUEENS
        shares = self._table.cards[card][event_of(taken, partnership=self._table.partnership)]
        lines = tuple(Line(_seat(taken, to), points, reason, contract, card) for to, points, reason in shares)
        strictest = card_refusal(self._rules, card, taken, combined=True, renege=False)
        return _score_of(lines, moved_by(self._rules, card, taken), sound=strictest is None)

    def _counted_diamonds(self, counts: BySeat[int]) -> Score:
        return _counted(Contract.DIAMONDS, counts, self._table.diamond)

    def _counted_tricks(self, counts: BySeat[int]) -> Score:
        return _counted(Contract.COLLECTIONS, counts, self._table.trick)

    def _placed(self, order: BySeat[Seat]) -> Score:
        places = enumerate(zip(order, self._table.trex, strict=True), 1)
        lines = tuple(
            Line(seat, points, "place", Contract.TREX, None, place) for place, (seat, points) in places if points
        )
        return _score_of(lines)


@lru_cache(maxsize=256)
def scorer_of(rules: HouseRules) -> Scorer:
    """The scorer of these house rules, shared by all that give the same points."""
    return _scorer(replace(rules, **NON_SCORING_OPTIONS))


_scorer = lru_cache(maxsize=64)(Scorer)


def _together(parts: list[Score]) -> Score:
    a = b = c = d = all_moved = 0
    all_lines: list[Line] = []
    all_sound = True
    for (e, f, g, h), _, lines, moved, sound in parts:
        a, b, c, d = a + e, b + f, c + g, d + h
        all_lines += lines
        all_moved += moved
        all_sound = all_sound and sound
    return Score(BySeat(a, b, c, d), a + b + c + d, tuple(all_lines), all_moved, all_sound)


def _seat(taken: TakenCard, role: Role) -> Seat:
    if role == "right_of_taker":
        return taken.taken_by.right
    seat = {"taker": taken.taken_by, "holder": taken.doubled_by, "leader": taken.led_by}[role]
    if seat is None:
        msg = f"nobody is the {role} of {taken}"
        raise ValueError(msg)
    return seat


def _counted(contract: Contract, counts: BySeat[int], each: int) -> Score:
    said = zip(SEATS, counts, strict=True)
    lines = tuple(Line(seat, each * count, "plain", contract, None, count) for seat, count in said if each * count)
    return _score_of(lines, sound=sum(counts) == IN_A_SUIT)


def _score_of(lines: tuple[Line, ...], moved: int = 0, *, sound: bool = True) -> Score:
    points = list(NO_POINTS)
    for line in lines:
        points[line.seat] += line.points
    return Score(BySeat(*points), sum(points), lines, moved, sound)
