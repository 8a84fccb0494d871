"""Which players were behind after each kingdom, and won in spite of it."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from trexscore.league.statistics.facts import CountsAfterKingdoms
from trexscore.rules.game import Game
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEATS, BySeat, Points, sums_by_team

MIN_COMEBACK_POINTS = 50
"""Points behind at worst for a comeback: nearly every winner is a little behind at some time."""
_KINGDOMS_BEFORE_LAST = 3
"""After the fourth kingdom the game is over."""


class SeatComeback(NamedTuple):
    """When a seat was behind. `comeback_points`: the most points that it was behind in a game that it won."""

    best_finish: int | None
    behind_after: CountsAfterKingdoms
    won_from_behind: CountsAfterKingdoms
    furthest_behind_after: CountsAfterKingdoms
    comeback_points: int | None


def seat_comebacks(
    rules: HouseRules, points_direction: int, game: Game, best_finishes: BySeat[int] | None
) -> BySeat[SeatComeback]:
    """The comeback of each seat. Only complete games count as behind, and only games with places as won."""
    totals_after_kingdoms = _totals_after_kingdoms(game) if game.is_complete else []
    deficits = [
        _deficits(rules, totals.map(lambda points: points * points_direction)) for totals in totals_after_kingdoms
    ]
    return BySeat(
        *(
            _comeback_of_seat(
                [row[seat] for row in deficits],
                None if best_finishes is None else best_finishes[seat],
                is_game_complete=game.is_complete,
            )
            for seat in SEATS
        )
    )


def _totals_after_kingdoms(game: Game) -> list[Points]:
    """The totals after each of the first three kingdoms."""
    kingdoms = groupby(game.deals, key=lambda deal: deal.king)
    return [list(deals)[-1].running_totals for _, deals in kingdoms][:_KINGDOMS_BEFORE_LAST]


def _deficits(rules: HouseRules, totals: Points) -> BySeat[int]:
    """Points that each seat (with its partner) is behind the leader; where the last loses, only the last is behind."""
    sides = 2 if rules.partnership else 4
    if rules.winner == "worst_player_loses":
        scores = [min(totals[side::sides]) for side in range(sides)]
        targets = [min(_scores_of_others(scores, side)) for side in range(sides)]
    else:
        scores = list(sums_by_team(totals) if rules.partnership else totals)
        targets = [max(_scores_of_others(scores, side)) for side in range(sides)]
    return BySeat(*(max(0, targets[seat % sides] - scores[seat % sides]) for seat in SEATS))


def _scores_of_others(scores: Sequence[int], own_side: int) -> list[int]:
    return [*scores[:own_side], *scores[own_side + 1 :]]


def _comeback_of_seat(deficits: Sequence[int], best_finish: int | None, *, is_game_complete: bool) -> SeatComeback:
    largest_deficit = max(deficits, default=0)
    has_won = is_game_complete and best_finish == 1
    came_back = has_won and largest_deficit >= MIN_COMEBACK_POINTS
    counts_when_behind = CountsAfterKingdoms(*(int(points > 0) for points in deficits))
    latest_kingdom = max((number for number, points in enumerate(deficits) if points == largest_deficit), default=0)
    return SeatComeback(
        best_finish=best_finish,
        behind_after=counts_when_behind,
        won_from_behind=counts_when_behind if has_won else CountsAfterKingdoms(),
        furthest_behind_after=CountsAfterKingdoms(
            *(int(number == latest_kingdom) for number in range(_KINGDOMS_BEFORE_LAST))
        )
        if came_back
        else CountsAfterKingdoms(),
        comeback_points=largest_deficit if came_back else None,
    )
