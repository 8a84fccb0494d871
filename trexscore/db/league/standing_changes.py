"""Add results to the standings, with the points of the single games that a season's rules need."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy.orm import Session

from trexscore.club.season_tallies import SeasonPlayer
from trexscore.db.clubs.models import OPEN_END
from trexscore.db.league.results import (
    StandingRow,
    StandingSum,
    StoredCause,
    ValidFromBySeason,
    read_current_standing_sums,
    read_points_for_basis,
    replace_standings,
)
from trexscore.league.basis import Basis
from trexscore.league.tally import EMPTY_TALLY, Tally


class BestGamesRule(NamedTuple):
    """Which best games a season's rules need; `fewer_is_better`: fewer points are better."""

    basis: Basis
    fewer_is_better: bool


class StandingsChange(NamedTuple):
    """A change of standings: its time by season, its cause, and the single games that seasons need.

    `added_points`: the points of new games, for players who gained games and lost none.
    """

    valid_from: ValidFromBySeason
    cause: StoredCause
    best_games_rules: Mapping[int, BestGamesRule]
    added_points: Mapping[SeasonPlayer, Sequence[int]]


def add_to_standings(
    session: Session, club_id: int, additions: Mapping[SeasonPlayer, Tally], change: StandingsChange
) -> None:
    """Add these results to the standings. An empty tally gives a new row as well, with the cause of the change."""
    if not additions:
        return
    current = read_current_standing_sums(session, club_id, additions)
    rows: list[StandingRow] = []
    for player, tally in additions.items():
        before = current.get(player, StandingSum(player, EMPTY_TALLY, ()))
        points = _updated_single_game_points(session, club_id, before, change)
        valid_from = change.valid_from[player.season]
        rows.append(StandingRow(player, before.tally + tally, points, valid_from, OPEN_END, change.cause))
    replace_standings(session, club_id, rows)


def _updated_single_game_points(
    session: Session, club_id: int, before: StandingSum, change: StandingsChange
) -> tuple[int, ...]:
    """The points that the season's rules need. The new best are among the old best and the added ones."""
    player, rule = before.player, change.best_games_rules.get(before.player.season)
    if rule is None:
        return ()
    if rule.basis.of is None and player in change.added_points:
        points = sorted((*before.single_game_points, *change.added_points[player]), reverse=not rule.fewer_is_better)
        return tuple(points[: rule.basis.best])
    return tuple(read_points_for_basis(session, club_id, player, rule.basis, fewer_is_better=rule.fewer_is_better))
