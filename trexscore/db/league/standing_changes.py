"""Add results to the standings, with the points of the single games that a season's rules need."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy.orm import Session

from trexscore.club.season import Season
from trexscore.club.season_tallies import SeasonPlayer
from trexscore.db.clubs.models import OPEN_END
from trexscore.db.league.season_rows import (
    StandingRow,
    StandingSum,
    StoredCause,
    ValidFromBySeason,
    read_current_standing_sums,
    read_points_of_needed_games,
    replace_standings,
)
from trexscore.league.tally import EMPTY_TALLY, Tally


class StandingsChange(NamedTuple):
    """A change of standings: its time by season, its cause, and the seasons, some of which need single games.

    `added_game_points`: the points of new games, for players who gained games and lost none.
    """

    valid_from_by_season: ValidFromBySeason
    cause: StoredCause
    season_by_number: Mapping[int, Season]
    added_game_points: Mapping[SeasonPlayer, Sequence[int]]


def add_to_standings(
    session: Session,
    club_id: int,
    added_tally_by_player: Mapping[SeasonPlayer, Tally],
    standings_change: StandingsChange,
) -> None:
    """Add these results to the standings. An empty tally gives a new row as well, with the cause of the change."""
    if not added_tally_by_player:
        return
    current_sums = read_current_standing_sums(session, club_id, added_tally_by_player)
    rows: list[StandingRow] = []
    for player, tally in added_tally_by_player.items():
        sum_before = current_sums.get(player, StandingSum(player, EMPTY_TALLY, ()))
        points = _updated_single_game_points(session, club_id, sum_before, standings_change)
        valid_from = standings_change.valid_from_by_season[player.season]
        rows.append(StandingRow(player, sum_before.tally + tally, points, valid_from, OPEN_END, standings_change.cause))
    replace_standings(session, club_id, rows)


def _updated_single_game_points(
    session: Session, club_id: int, standing_before: StandingSum, standings_change: StandingsChange
) -> tuple[int, ...]:
    """The points that the season's rules need. The new best are among the old best and the added ones."""
    player, season = standing_before.player, standings_change.season_by_number.get(standing_before.player.season)
    basis = season and season.season_rules.basis_selecting_needed_games
    if season is None or basis is None:
        return ()
    if basis.considered_game_count is None and player in standings_change.added_game_points:
        points = (*standing_before.single_game_points, *standings_change.added_game_points[player])
        return tuple(
            sorted(points, reverse=season.season_rules.better_points_direction == "more")[: basis.best_game_count]
        )
    return read_points_of_needed_games(session, club_id, player, season.season_rules)
