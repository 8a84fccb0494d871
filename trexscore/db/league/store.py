"""Where a league's rows are stored while an entry is applied: in the database, or in memory during a rebuild.

`StoredLeague` is the database. Related rows are read and written together, so that the last deal of a game takes a few
statements, not hundreds.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from sqlalchemy import delete
from sqlalchemy.orm import Session

from trexscore.club.season_tallies import SeasonPlayer
from trexscore.db import games
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.clubs.counted_games import GameRow
from trexscore.db.clubs.models import OPEN_END
from trexscore.db.league import results as league_rows
from trexscore.db.league import results_by_day as played_rows
from trexscore.db.league import standings as standing_rows
from trexscore.db.league.results import StoredCause, ValidFrom
from trexscore.db.league.results_by_day import PlayerDay, PlayerPairing
from trexscore.db.models import Base
from trexscore.league.basis import Basis
from trexscore.league.tally import EMPTY_TALLY, Tally

_DERIVED = (
    "result_by_period",
    "head_to_head_by_period",
    "season_result",
    "standing",
    "head_to_head",
    "club_game_member",
    "club_game",
)


class NeededPoints(NamedTuple):
    """Which single games a season's rules need; `fewer`: fewer points are better."""

    basis: Basis
    fewer: bool


class StandingsChange(NamedTuple):
    """A change of standings: its time by season, its cause, and the single games that seasons need.

    `added`: the points of new games, for players who gained games and lost none.
    """

    since: ValidFrom
    cause: StoredCause
    needed_points: Mapping[int, NeededPoints]
    added: Mapping[SeasonPlayer, Sequence[int]]


class LeagueStore(Protocol):
    """The rows of one club's league."""

    def find_known_game(self, uid: str) -> games.KnownGame | None:
        """Find a game by its uid."""

    def game(self, uid: str) -> GameRow | None:
        """Find a game that the club counts, or did so earlier."""

    def games_between(self, first: str = "", last: str = OPEN_END) -> Iterable[GameRow]:
        """Return the games of these days in order."""

    def games_with(self, members: Collection[int]) -> Iterable[GameRow]:
        """Return the games that name one of these members for a seat, in order."""

    def put_game(self, row: GameRow, *, counting: bool) -> None:
        """Store how a game is counted, and whether it counts in a season."""

    def put_result(self, row: GameRow, *, counting: bool) -> None:
        """Store a game's outcome, and whether it counts in a season."""

    def mark_counting(self, game_id: int, *, counting: bool) -> None:
        """Store whether a game counts in a season."""

    def mark_in_club(self, game_id: int) -> None:
        """Mark a game so that its entries update clubs."""

    def parts_of_game(self, game_id: int) -> Mapping[SeasonPlayer, Tally]:
        """Return a game's current results."""

    def end_parts(self, game_id: int, shares: Iterable[SeasonPlayer], since: ValidFrom) -> None:
        """End current results of a game."""

    def add_parts(self, row: GameRow, parts: Mapping[SeasonPlayer, Tally], since: ValidFrom) -> None:
        """Add results of a game."""

    def change_played(self, changes: Mapping[PlayerDay, Tally]) -> None:
        """Add to the sums by day and month."""

    def change_faced(self, changes: Mapping[tuple[PlayerPairing, str], Sequence[int]]) -> None:
        """Add to the counts of finishes ahead, level and behind, by day and month."""

    def last_change(self, season: int) -> str:
        """Return when the standings of a season last changed."""

    def shares_in(self, season: int) -> Iterable[SeasonPlayer]:
        """Return everyone with a row in a season, in the order of writing."""

    def change_standings(self, more: Mapping[SeasonPlayer, Tally], change: StandingsChange) -> None:
        """Add these results to the standings."""

    def change_meetings(self, more: Mapping[PlayerPairing, Sequence[int]], since: ValidFrom) -> None:
        """Add to the counts of finishes ahead, level and behind in the season."""


class StoredLeague:
    """The rows in the database."""

    def __init__(self, session: Session, club_id: int) -> None:
        self.session, self.club_id = session, club_id

    def find_known_game(self, uid: str) -> games.KnownGame | None:
        return games.find_game(self.session, uid)

    def game(self, uid: str) -> GameRow | None:
        return game_rows.find_game_row(self.session, self.club_id, uid)

    def games_between(self, first: str = "", last: str = OPEN_END) -> Iterable[GameRow]:
        return game_rows.list_game_rows_between(self.session, self.club_id, first, last)

    def games_with(self, members: Collection[int]) -> Iterable[GameRow]:
        return game_rows.list_game_rows_naming(self.session, self.club_id, members)

    def put_game(self, row: GameRow, *, counting: bool) -> None:
        game_rows.store_game_row(self.session, self.club_id, row, counting=counting)

    def put_result(self, row: GameRow, *, counting: bool) -> None:
        game_rows.store_game_outcome_row(self.session, self.club_id, row, counting=counting)

    def mark_counting(self, game_id: int, *, counting: bool) -> None:
        game_rows.mark_counting(self.session, self.club_id, game_id, counting=counting)

    def mark_in_club(self, game_id: int) -> None:
        games.mark_in_club(self.session, game_id)

    def parts_of_game(self, game_id: int) -> Mapping[SeasonPlayer, Tally]:
        return league_rows.parts_of_game(self.session, self.club_id, game_id)

    def end_parts(self, game_id: int, shares: Iterable[SeasonPlayer], since: ValidFrom) -> None:
        league_rows.end_parts(self.session, self.club_id, game_id, shares, since)

    def add_parts(self, row: GameRow, parts: Mapping[SeasonPlayer, Tally], since: ValidFrom) -> None:
        league_rows.add_parts(self.session, self.club_id, row, parts, since)

    def change_played(self, changes: Mapping[PlayerDay, Tally]) -> None:
        played_rows.change_played(self.session, self.club_id, changes)

    def change_faced(self, changes: Mapping[tuple[PlayerPairing, str], Sequence[int]]) -> None:
        played_rows.change_faced(self.session, self.club_id, changes)

    def last_change(self, season: int) -> str:
        return league_rows.read_last_change(self.session, self.club_id, season)

    def shares_in(self, season: int) -> Iterable[SeasonPlayer]:
        return league_rows.shares_in(self.session, self.club_id, season)

    def change_standings(self, more: Mapping[SeasonPlayer, Tally], change: StandingsChange) -> None:
        held = league_rows.read_current_sums(self.session, self.club_id, more)
        rows = [
            self._standing(held.get(share, league_rows.StandingSum(share, EMPTY_TALLY, ())), tally, change)
            for share, tally in more.items()
        ]
        league_rows.change_standings(self.session, self.club_id, rows)

    def _standing(self, held: league_rows.StandingSum, more: Tally, change: StandingsChange) -> league_rows.StandingRow:
        since = change.since[held.share.season]
        points = self._points(held, change)
        return league_rows.StandingRow(held.share, held.tally + more, points, since, OPEN_END, change.cause)

    def _points(self, held: league_rows.StandingSum, change: StandingsChange) -> tuple[int, ...]:
        """The points that the season's rules need. The new best are among the old best and the added ones."""
        share, needed = held.share, change.needed_points.get(held.share.season)
        if needed is None:
            return ()
        if needed.basis.of is None and share in change.added:
            points = sorted((*held.points, *change.added[share]), reverse=not needed.fewer)
            return tuple(points[: needed.basis.best])
        return tuple(league_rows.best_points(self.session, self.club_id, share, needed.basis, fewer=needed.fewer))

    def change_meetings(self, more: Mapping[PlayerPairing, Sequence[int]], since: ValidFrom) -> None:
        standing_rows.change_meetings(self.session, self.club_id, more, since)


def delete_results(session: Session, club_id: int) -> None:
    """Delete all derived rows, before they are rebuilt."""
    for table in (Base.metadata.tables[name] for name in _DERIVED):
        session.execute(delete(table).where(table.c.club_id == club_id))
