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
    ValidFrom,
    best_points,
    read_current_sums,
    replace_standings,
)
from trexscore.league.basis import Basis
from trexscore.league.tally import EMPTY_TALLY, Tally


class SingleGameBasis(NamedTuple):
    """Which single games a season's rules need; `fewer`: fewer points are better."""

    basis: Basis
    fewer: bool


class StandingsChange(NamedTuple):
    """A change of standings: its time by season, its cause, and the single games that seasons need.

    `added`: the points of new games, for players who gained games and lost none.
    """

    since: ValidFrom
    cause: StoredCause
    single_game_bases: Mapping[int, SingleGameBasis]
    added: Mapping[SeasonPlayer, Sequence[int]]


def change_standings(
    session: Session, club_id: int, more: Mapping[SeasonPlayer, Tally], change: StandingsChange
) -> None:
    """Add these results to the standings. An empty tally gives a new row as well, with the cause of the change."""
    if not more:
        return
    current = read_current_sums(session, club_id, more)
    rows: list[StandingRow] = []
    for share, tally in more.items():
        before = current.get(share, StandingSum(share, EMPTY_TALLY, ()))
        points = _points(session, club_id, before, change)
        since = change.since[share.season]
        rows.append(StandingRow(share, before.tally + tally, points, since, OPEN_END, change.cause))
    replace_standings(session, club_id, rows)


def _points(session: Session, club_id: int, before: StandingSum, change: StandingsChange) -> tuple[int, ...]:
    """The points that the season's rules need. The new best are among the old best and the added ones."""
    share, needed = before.share, change.single_game_bases.get(before.share.season)
    if needed is None:
        return ()
    if needed.basis.of is None and share in change.added:
        points = sorted((*before.points, *change.added[share]), reverse=not needed.fewer)
        return tuple(points[: needed.basis.best])
    return tuple(best_points(session, club_id, share, needed.basis, fewer=needed.fewer))
