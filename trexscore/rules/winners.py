"""Who has won, under the house rules' idea of winning."""

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEATS, TEAMS, BySeat, Points, Seat, Team, by_team

S = TypeVar("S", Seat, Team)


class Outcome(NamedTuple):
    """The winners, in order of seats or teams; empty while the game is not complete."""

    winners: tuple[Seat, ...] | tuple[Team, ...]
    tie_broken_by: str | None


NOBODY_YET = Outcome((), None)


class Place(NamedTuple):
    """The place of somebody in an order; equals share theirs: second and third together are 2 to 3."""

    first: int
    last: int

    @property
    def shared(self) -> bool:
        """Whether somebody else has the same place."""
        return self.last > self.first


class _Merit(NamedTuple):
    """What puts one before another: first of all `good`, then `trex_firsts`, where house rules look at them.

    Last of all `tie_breaks`: the points of each tie-break deal, where the win hung on it.
    """

    good: int
    trex_firsts: int
    tie_breaks: tuple[int, ...] = ()


def standing_order(rules: HouseRules) -> int:
    """+1 where more points are better, −1 where fewer are."""
    if rules.winner == "worst_player_loses":
        return rules.sign
    return -1 if rules.winner == "lowest_total" else 1


M = TypeVar("M", int, _Merit)


def ranked(merits: Sequence[M]) -> list[Place]:
    """The place of each, the greatest merit first."""
    return [Place(1 + sum(other > one for other in merits), sum(other >= one for other in merits)) for one in merits]


def outcome_of(
    rules: HouseRules,
    totals: Points,
    trex_firsts: Sequence[Seat],
    tie_breaks: Sequence[Points] = (),
    *,
    complete: bool,
) -> Outcome:
    """The winners of a game with these totals.

    `trex_firsts` are the seats that went out first in Trex, `tie_breaks` what tie-break deals gave to each seat.
    """
    if not complete:
        return NOBODY_YET
    merits = _merits(rules, totals, trex_firsts, tie_breaks)
    return _on_top(TEAMS, merits) if rules.partnership else _on_top(SEATS, merits)


def may_break_tie(rules: HouseRules, winners: int) -> bool:
    """Whether a tie-break deal may follow: first place is still tied, and the house rules tell equals apart."""
    return rules.tie_break == "most_trex_firsts" and winners > 1 and _told_apart(rules)


def places_of(
    rules: HouseRules, totals: Points, trex_firsts: Sequence[Seat], tie_breaks: Sequence[Points] = ()
) -> BySeat[Place]:
    """Where each seat has finished, partners together as one of two; those who win are on place 1.

    What decides between equals for the win does so for the places below, too.
    """
    places = ranked(_merits(rules, totals, trex_firsts, tie_breaks))
    return BySeat(*(places[seat % len(places)] for seat in SEATS))


def _merits(
    rules: HouseRules, totals: Points, trex_firsts: Sequence[Seat], tie_breaks: Sequence[Points]
) -> list[_Merit]:
    """One for each seat or, where partners are played, for each team."""
    firsts = [trex_firsts.count(seat) if rules.tie_break == "most_trex_firsts" else 0 for seat in SEATS]
    worst_loses = rules.winner == "worst_player_loses"
    good: Sequence[int]
    if rules.partnership:
        good = _spared(rules, totals, TEAMS) if worst_loses else by_team(totals)
        firsts = [firsts[team] + firsts[team + 2] for team in TEAMS]
    else:
        good = _spared(rules, totals, SEATS) if worst_loses else totals
    order = 1 if worst_loses else standing_order(rules)
    told_apart = _told_apart(rules)
    merits = [_Merit(order * one, first if told_apart else 0) for one, first in zip(good, firsts, strict=True)]
    for points in tie_breaks if rules.tie_break == "most_trex_firsts" and told_apart else ():
        merits = _with_tie_break(merits, by_team(points) if rules.partnership else points, rules.sign)
    return merits


def _told_apart(rules: HouseRules) -> bool:
    """Where all but the worst have won, equals among them are not told apart."""
    return rules.partnership or rules.winner != "worst_player_loses"


def _with_tie_break(merits: Sequence[_Merit], points: Sequence[int], sign: int) -> list[_Merit]:
    """The deal counts for those alone who were tied for the win in front of it."""
    best = max(merits)
    if merits.count(best) == 1:
        return list(merits)
    return [
        one._replace(tie_breaks=(*one.tie_breaks, sign * gained)) if one == best else one
        for one, gained in zip(merits, points, strict=True)
    ]


def _spared(rules: HouseRules, totals: Points, sides: Sequence[S]) -> list[int]:
    """1 for each side that the worst total is not on, else 0."""
    order = standing_order(rules)
    worst = min(order * total for total in totals)
    losing = {seat % len(sides) for seat in SEATS if order * totals[seat] == worst}
    return [int(side not in losing) for side in sides]


def _on_top(sides: tuple[S, ...], merits: Sequence[_Merit]) -> Outcome:
    """`tie_break`, among those tied; still tied, they share."""
    best = max(merits)
    tied = sum(merit.good == best.good for merit in merits)
    winners = tuple(side for side in sides if merits[side] == best)
    if len(winners) == tied:
        return Outcome(winners, None)
    by_firsts = sum(merit[:2] == best[:2] for merit in merits)
    return Outcome(winners, "deal" if len(winners) < by_firsts else "most_trex_firsts")
