"""The same record under other house rules: what every deal would have come to, and who would be first.

Points alone: the record stays valid under its own rules, and the others judge neither the order of kings nor what is
combined. A card that may not be doubled there counts as plain. Where the others pay the leader of a trick that nobody
noted, whoever can have led it is tried, so that points are ranges and more than one end is possible.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache, reduce
from itertools import product
from typing import NamedTuple

from trexscore.rules.captures import Captures
from trexscore.rules.cards import Card
from trexscore.rules.game import DealScore, Entry, Game
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.options import NAMES
from trexscore.rules.scoring import NON_SCORING_OPTIONS, scorer_of
from trexscore.rules.seats import NO_POINTS, SEATS, BySeat, Points, Seat, add, by_team, subtract
from trexscore.rules.validation import card_refusal, contradictions
from trexscore.rules.winners import Outcome, outcome_of

MATTERING = tuple(
    name for name in NAMES if name in ("winner", "tie_break") or name not in (*NON_SCORING_OPTIONS, "combining")
)
"""The options that something hangs on here."""


class Span(NamedTuple):
    """The fewest points and the most; one number where both are the same."""

    low: int
    high: int


class DealThen(NamedTuple):
    """A deal as it counts, and what it would have come to."""

    now: DealScore
    then: BySeat[Span]

    @property
    def differs(self) -> bool:
        """Whether it would, or could, have come to something else."""
        return any(span != (points, points) for span, points in zip(self.then, self.now.points, strict=True))


class WhatIf(NamedTuple):
    """What a record comes to under other rules."""

    deals: tuple[DealThen, ...]
    totals: BySeat[Span]
    teams: tuple[Span, ...] | None
    outcomes: tuple[Outcome, ...]
    """Who is first, in every way that can be; while the game goes on, who would be if it ended now."""


def what_if(rules: HouseRules, entries: Sequence[Entry], game: Game) -> WhatIf:
    """The game that these entries come to, under these rules instead of its own."""
    ways = tuple(_ways(rules, deal.king, entries[deal.entry - 1]) for deal in game.deals)
    agreed = reduce(subtract, (deal.points for deal in game.deals), game.totals)
    ends = _ends(agreed, ways)
    tie_breaks = [deal.points for deal in game.tie_breaks]
    outcomes = {outcome_of(rules, totals, game.trex_firsts, tie_breaks, complete=True) for totals in ends}
    return WhatIf(
        deals=tuple(DealThen(deal, BySeat(*_spans(way))) for deal, way in zip(game.deals, ways, strict=True)),
        totals=BySeat(*_spans(ends)),
        teams=_spans(map(by_team, ends)) if rules.partnership else None,
        outcomes=tuple(sorted(outcomes, key=lambda outcome: outcome.winners)),
    )


def same_winners(one: Outcome, other: Outcome) -> bool:
    """Whether the same have won. Where only one of the two is won by teams, a winner is as good as their team."""
    if _by_teams(one) == _by_teams(other):
        return one.winners == other.winners
    return _teams(one) == _teams(other)


def _ways(rules: HouseRules, king: Seat, entry: Entry) -> frozenset[Points]:
    """All that this deal can come to: several, where it hangs on leaders whom nobody noted."""
    combined = entry.programme is not None and len(entry.programme.contracts) > 1
    renege = entry.renege_by is not None
    cards, unknown = [], []
    for card, said in entry.captures.cards:
        taken, refusal = said, card_refusal(rules, card, said, combined=combined, renege=renege)
        if refusal is not None and refusal.code == "leader_missing":
            unknown.append(card)
        elif refusal is not None:
            taken = taken._replace(doubled_by=None)
        cards.append((card, taken))
    score = scorer_of(rules).score
    led = _led(entry.captures._replace(cards=tuple(cards)), king, tuple(unknown))
    return frozenset(score(captures).points for captures in led)


@lru_cache(maxsize=64)
def _led(captures: Captures, king: Seat, unknown: tuple[Card, ...]) -> tuple[Captures, ...]:
    """The captures with every leader of these cards who can have been. Several presets ask the same."""
    choices = [
        [(card, taken._replace(led_by=seat)) for seat in SEATS] if card in unknown else [(card, taken)]
        for card, taken in captures.cards
    ]
    tried = (captures._replace(cards=cards) for cards in product(*choices))
    return tuple(one for one in tried if not any(True for _ in contradictions(one, king)))


def _ends(agreed: Points, ways: Sequence[frozenset[Points]]) -> list[Points]:
    """All totals that can be, on top of what was agreed."""
    open_ways = tuple(way for way in ways if len(way) > 1)
    certain = (points for way in ways if len(way) == 1 for points in way)
    settled = reduce(add, certain, agreed)
    return [add(settled, points) for points in _sums(open_ways)]


@lru_cache(maxsize=4)
def _sums(ways: tuple[frozenset[Points], ...]) -> frozenset[Points]:
    """All that several deals can come to together. Several presets ask the same."""
    sums = frozenset({NO_POINTS})
    for way in ways:
        sums = frozenset(add(total, points) for total in sums for points in way)
    return sums


def _spans(ways: Iterable[Iterable[int]]) -> tuple[Span, ...]:
    return tuple(Span(min(points), max(points)) for points in zip(*ways, strict=True))


def _by_teams(outcome: Outcome) -> bool:
    return not all(isinstance(winner, Seat) for winner in outcome.winners)


def _teams(outcome: Outcome) -> set[int]:
    """The teams that have won, or whose players have: seats of a team are two apart."""
    return {winner % 2 for winner in outcome.winners}
