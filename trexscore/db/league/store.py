"""Where a league's rows are kept while an entry is followed: in the database, or in memory while a club is rebuilt.

`StoredLeague` is the database. What belongs together is read and written together, so that the last deal of a game
takes a few statements and not hundreds.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from sqlalchemy.orm import Session

from trexscore.club.season_shares import Share
from trexscore.db import games
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.clubs.counted_games import GameRow
from trexscore.db.clubs.models import OPEN_END
from trexscore.db.league import results as league_rows
from trexscore.db.league import results_by_day as played_rows
from trexscore.db.league import standings as standing_rows
from trexscore.db.league.results import Since
from trexscore.db.league.results_by_day import OnDay, Two
from trexscore.league.basis import Basis
from trexscore.league.tally import NOTHING, Tally


class Read(NamedTuple):
    """Which single games a season looks at; `fewer`: of their points fewer are better."""

    basis: Basis
    fewer: bool


class Change(NamedTuple):
    """What somebody has changes: since when by season, which entry causes it, and which games seasons look at.

    `added`: of those who have gained games and lost none, the points of these.
    """

    since: Since
    cause: Mapping[str, Any]
    looked_at: Mapping[int, Read]
    added: Mapping[Share, Sequence[int]]


class LeagueStore(Protocol):
    """The rows of one club's league."""

    def named(self, uid: str) -> games.Named | None:
        """The game with this public name."""

    def game(self, uid: str) -> GameRow | None:
        """A game that the club has ever counted."""

    def games_between(self, first: str = "", last: str = OPEN_END) -> Iterable[GameRow]:
        """Every game of those days, in their order."""

    def games_with(self, members: Collection[int]) -> Iterable[GameRow]:
        """Every game that is counted for one of these, or in which one of them sat, in their order."""

    def put_game(self, row: GameRow, *, counting: bool) -> None:
        """Keep the last word on a game, and whether it gives something."""

    def put_result(self, row: GameRow, *, counting: bool) -> None:
        """Keep what a game comes to now, and whether it gives something."""

    def mark_counting(self, game_id: int, *, counting: bool) -> None:
        """From now on a game gives something, or nothing."""

    def mark_in_club(self, game_id: int) -> None:
        """From now on clubs are told what is written in this game."""

    def parts_of_game(self, game_id: int) -> Mapping[Share, Tally]:
        """What a game gives now."""

    def end_parts(self, game_id: int, shares: Iterable[Share], since: Since) -> None:
        """What a game has given to these ends."""

    def add_parts(self, row: GameRow, parts: Mapping[Share, Tally], since: Since) -> None:
        """What a game gives from now on."""

    def change_played(self, changes: Mapping[OnDay, Tally]) -> None:
        """The games of these days give so much more."""

    def change_faced(self, changes: Mapping[tuple[Two, str], Sequence[int]]) -> None:
        """Two have finished so much more often ahead, level and behind in games of these days."""

    def last_change(self, season: int) -> str:
        """When the standings of a season changed last."""

    def shares_in(self, season: int) -> Iterable[Share]:
        """Everybody who has something in a season, in the order in which it was written."""

    def change_standings(self, more: Mapping[Share, Tally], change: Change) -> None:
        """These have so much more from now on."""

    def change_meetings(self, more: Mapping[Two, Sequence[int]], since: Since) -> None:
        """These have finished so much more often ahead, level and behind."""


class StoredLeague:
    """The rows as the database has them."""

    def __init__(self, session: Session, club_id: int) -> None:
        self.session, self.club_id = session, club_id

    def named(self, uid: str) -> games.Named | None:
        return games.game_named(self.session, uid)

    def game(self, uid: str) -> GameRow | None:
        return game_rows.game_row(self.session, self.club_id, uid)

    def games_between(self, first: str = "", last: str = OPEN_END) -> Iterable[GameRow]:
        return game_rows.games_between(self.session, self.club_id, first, last)

    def games_with(self, members: Collection[int]) -> Iterable[GameRow]:
        return game_rows.games_with(self.session, self.club_id, members)

    def put_game(self, row: GameRow, *, counting: bool) -> None:
        game_rows.put_game(self.session, self.club_id, row, counting=counting)

    def put_result(self, row: GameRow, *, counting: bool) -> None:
        game_rows.put_result(self.session, self.club_id, row, counting=counting)

    def mark_counting(self, game_id: int, *, counting: bool) -> None:
        game_rows.mark_counting(self.session, self.club_id, game_id, counting=counting)

    def mark_in_club(self, game_id: int) -> None:
        games.mark_in_club(self.session, game_id)

    def parts_of_game(self, game_id: int) -> Mapping[Share, Tally]:
        return league_rows.parts_of_game(self.session, self.club_id, game_id)

    def end_parts(self, game_id: int, shares: Iterable[Share], since: Since) -> None:
        league_rows.end_parts(self.session, self.club_id, game_id, shares, since)

    def add_parts(self, row: GameRow, parts: Mapping[Share, Tally], since: Since) -> None:
        league_rows.add_parts(self.session, self.club_id, row, parts, since)

    def change_played(self, changes: Mapping[OnDay, Tally]) -> None:
        played_rows.change_played(self.session, self.club_id, changes)

    def change_faced(self, changes: Mapping[tuple[Two, str], Sequence[int]]) -> None:
        played_rows.change_faced(self.session, self.club_id, changes)

    def last_change(self, season: int) -> str:
        return league_rows.last_change(self.session, self.club_id, season)

    def shares_in(self, season: int) -> Iterable[Share]:
        return league_rows.shares_in(self.session, self.club_id, season)

    def change_standings(self, more: Mapping[Share, Tally], change: Change) -> None:
        has = league_rows.held_by(self.session, self.club_id, more)
        rows = [
            self._standing(has.get(share, league_rows.Held(share, NOTHING, ())), tally, change)
            for share, tally in more.items()
        ]
        league_rows.change_standings(self.session, self.club_id, rows)

    def _standing(self, has: league_rows.Held, more: Tally, change: Change) -> league_rows.StandingRow:
        since = change.since[has.share.season]
        points = self._points(has, change)
        return league_rows.StandingRow(has.share, has.tally + more, points, since, OPEN_END, change.cause)

    def _points(self, has: league_rows.Held, change: Change) -> tuple[int, ...]:
        """The points that the season looks at. The best with some more are the best of what was best and of these."""
        share, looked = has.share, change.looked_at.get(has.share.season)
        if looked is None:
            return ()
        if looked.basis.of is None and share in change.added:
            found = sorted((*has.points, *change.added[share]), reverse=not looked.fewer)
            return tuple(found[: looked.basis.best])
        return tuple(league_rows.best_points(self.session, self.club_id, share, looked.basis, fewer=looked.fewer))

    def change_meetings(self, more: Mapping[Two, Sequence[int]], since: Since) -> None:
        standing_rows.change_meetings(self.session, self.club_id, more, since)
