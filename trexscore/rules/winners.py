"""Who has won, under the house rules' idea of winning."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEATS, TEAMS, Points, Seat, Team, by_team

S = TypeVar("S", Seat, Team)


class Outcome(NamedTuple):
    """The winners, in order of seats or teams; empty while the game is not complete."""

    winners: tuple[Seat, ...] | tuple[Team, ...]
    tie_broken_by: str | None


NOBODY_YET = Outcome((), None)


def outcome_of(rules: HouseRules, totals: Points, trex_firsts: Sequence[Seat], *, complete: bool) -> Outcome:
    """The winners of a game with these totals. `trex_firsts` are the seats that went out first in Trex."""
    if not complete:
        return NOBODY_YET
    if rules.partnership:
        return _teams(rules, totals, trex_firsts)
    if rules.winner == "worst_player_loses":
        worst = _worst(rules, totals)
        # All four equally bad: nobody can be said to have lost, so all share.
        return Outcome(tuple(seat for seat in SEATS if seat not in worst) or SEATS, None)
    best = _best(rules, totals)
    tied = tuple(seat for seat in SEATS if totals[seat] == best)
    return _broken(rules, tied, trex_firsts.count)


def _teams(rules: HouseRules, totals: Points, trex_firsts: Sequence[Seat]) -> Outcome:
    if rules.winner == "worst_player_loses":
        losing = {_team(seat) for seat in _worst(rules, totals)}
        tied = tuple(team for team in TEAMS if team not in losing) or TEAMS
    else:
        sums = by_team(totals)
        best = min(sums) if rules.winner == "lowest_total" else max(sums)
        tied = tuple(team for team in TEAMS if sums[team] == best)
    return _broken(rules, tied, [_team(seat) for seat in trex_firsts].count)


def _broken(rules: HouseRules, tied: tuple[S, ...], firsts: Callable[[S], int]) -> Outcome:
    """`tie_break`, among those tied; still tied, they share."""
    if rules.tie_break != "most_trex_firsts":
        return Outcome(tied, None)
    most = max(map(firsts, tied))
    kept = tuple(one for one in tied if firsts(one) == most)
    return Outcome(kept, "most_trex_firsts" if len(kept) < len(tied) else None)


def _best(rules: HouseRules, totals: Points) -> int:
    return min(totals) if rules.winner == "lowest_total" else max(totals)


def _worst(rules: HouseRules, totals: Points) -> tuple[Seat, ...]:
    """The seats with the worst total: the lowest, or under reversed signs the highest."""
    worst = max(totals) if rules.signs == "reversed" else min(totals)
    return tuple(seat for seat in SEATS if totals[seat] == worst)


def _team(seat: Seat) -> Team:
    return TEAMS[seat % 2]
