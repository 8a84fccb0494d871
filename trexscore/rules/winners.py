"""Who wins under the house rules."""

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEATS, TEAMS, BySeat, Points, Seat, Team, sums_by_team

Side = TypeVar("Side", Seat, Team)


class Outcome(NamedTuple):
    """The winners in order of seats or teams; none while the game is not complete."""

    winners: tuple[Seat, ...] | tuple[Team, ...]
    tie_broken_by: str | None

    @property
    def winning_seats(self) -> tuple[Seat, ...]:
        """The seats of the winners; both seats of a winning team."""
        sides = ((winner, winner + 2) if isinstance(winner, Team) else (winner,) for winner in self.winners)
        return tuple(SEATS[seat] for side in sides for seat in side)


NO_OUTCOME = Outcome((), None)


class FinishRange(NamedTuple):
    """A finish, from `first` to `last`: those tied for second and third have 2 to 3."""

    first: int
    last: int

    @property
    def is_shared(self) -> bool:
        return self.last > self.first


class _Merit(NamedTuple):
    """A sort key: `total` (higher is better), then `trex_first_count` if the house rules use them.

    `total`: the signed points; where the worst player loses, 0 for the worst side and 1 for others.
    Last, `tie_break_deal_points`: the points of each tie-break deal for those tied for the win.
    """

    total: int
    trex_first_count: int
    tie_break_deal_points: tuple[int, ...] = ()


def points_direction_of(rules: HouseRules) -> int:
    """+1 if more points are better, −1 if fewer are."""
    if rules.winner == "worst_player_loses":
        return rules.sign
    return -1 if rules.winner == "lowest_total" else 1


AnyMerit = TypeVar("AnyMerit", tuple[bool, int], _Merit)


def finishes_of_merits(merits: Sequence[AnyMerit]) -> list[FinishRange]:
    """The finish of each merit; the greatest is first."""
    return [
        FinishRange(1 + sum(rival > merit for rival in merits), sum(rival >= merit for rival in merits))
        for merit in merits
    ]


def outcome_of(
    rules: HouseRules,
    totals: Points,
    trex_first_seats: Sequence[Seat],
    tie_break_deal_points: Sequence[Points] = (),
    *,
    is_complete: bool,
) -> Outcome:
    """The winners of a game with these totals.

    `trex_first_seats`: the seats that went out first in Trex. `tie_break_deal_points`: the points of tie-break deals.
    """
    if not is_complete:
        return NO_OUTCOME
    merits = _merits(rules, totals, trex_first_seats, tie_break_deal_points)
    return _outcome_of_merits(TEAMS, merits) if rules.partnership else _outcome_of_merits(SEATS, merits)


def may_break_tie(rules: HouseRules, winner_count: int) -> bool:
    """Whether a tie-break deal may follow: first place is tied, and the house rules break ties."""
    return _are_ties_broken(rules) and winner_count > 1


def finishes_of(
    rules: HouseRules, totals: Points, trex_first_seats: Sequence[Seat], tie_break_deal_points: Sequence[Points] = ()
) -> BySeat[FinishRange]:
    """The finish of each seat; partners share one of two. Winners finish first.

    Tie-breakers for the win also decide the lower finishes.
    """
    finishes = finishes_of_merits(_merits(rules, totals, trex_first_seats, tie_break_deal_points))
    return BySeat(*(finishes[seat % len(finishes)] for seat in SEATS))


def _merits(
    rules: HouseRules, totals: Points, trex_first_seats: Sequence[Seat], tie_break_deal_points: Sequence[Points]
) -> list[_Merit]:
    """The merit of each seat, or of each team in a partnership."""
    breaks_ties = _are_ties_broken(rules)
    firsts = BySeat(*(trex_first_seats.count(seat) if breaks_ties else 0 for seat in SEATS))
    merits = list(map(_Merit, _merit_totals(rules, totals), _sums_by_side(rules, firsts)))
    for points in tie_break_deal_points if breaks_ties else ():
        merits = _merits_after_tie_break_deal(merits, _sums_by_side(rules, points), rules.sign)
    return merits


def _sums_by_side(rules: HouseRules, values_by_seat: BySeat[int]) -> Sequence[int]:
    """The values of the seats, or in a partnership their sums by team."""
    return sums_by_team(values_by_seat) if rules.partnership else values_by_seat


def _are_ties_broken(rules: HouseRules) -> bool:
    """Whether ties are broken: never if all but the worst player win."""
    return rules.tie_break == "most_trex_firsts" and (rules.partnership or rules.winner != "worst_player_loses")


def _merits_after_tie_break_deal(
    merits: Sequence[_Merit], points_by_side: Sequence[int], points_sign: int
) -> list[_Merit]:
    """Add a tie-break deal. It only counts for those tied for the win before it."""
    best_merit = max(merits)
    if merits.count(best_merit) == 1:
        return list(merits)
    return [
        merit._replace(tie_break_deal_points=(*merit.tie_break_deal_points, points_sign * gained))
        if merit == best_merit
        else merit
        for merit, gained in zip(merits, points_by_side, strict=True)
    ]


def _merit_totals(rules: HouseRules, totals: Points) -> list[int]:
    """The total of each side, the best highest. Where the worst player loses: 0 for the worst sides, 1 for others."""
    points_direction = points_direction_of(rules)
    if rules.winner != "worst_player_loses":
        return [points_direction * total for total in _sums_by_side(rules, totals)]
    side_count, worst = 2 if rules.partnership else 4, min(points_direction * total for total in totals)
    losing = {seat % side_count for seat in SEATS if points_direction * totals[seat] == worst}
    return [int(side not in losing) for side in range(side_count)]


def _outcome_of_merits(sides: tuple[Side, ...], merits: Sequence[_Merit]) -> Outcome:
    """The winners. Sides that remain tied after `tie_break` share the win."""
    best_merit = max(merits)
    tied_side_count = sum(merit.total == best_merit.total for merit in merits)
    winners = tuple(side for side in sides if merits[side] == best_merit)
    if len(winners) == tied_side_count:
        return Outcome(winners, None)
    by_firsts = sum(merit[:2] == best_merit[:2] for merit in merits)
    return Outcome(winners, "deal" if len(winners) < by_firsts else "most_trex_firsts")
