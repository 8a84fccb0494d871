"""A league's rows in memory, for a club that is rebuilt: asked for thousands of times, written in large batches.

What may still change is kept here: a row for everybody and every two, and of each game what it gives. Rows of the
history are written as soon as there are many of them, in the order in which they were made.
"""

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from sqlalchemy import Table, bindparam, insert, update
from sqlalchemy.orm import Session

from trexscore.club.season_shares import Share
from trexscore.db.batches import Put, insert_in_batch
from trexscore.db.clubs.counted_games import GameRow, game_values, member_values
from trexscore.db.clubs.models import DAY, OPEN_END
from trexscore.db.games import Named, mark_all_in_club
from trexscore.db.league.results import Since, StandingRow, part_values, standing_values
from trexscore.db.league.results_by_day import (
    OnDay,
    Two,
    faced_in_spans,
    faced_values,
    played_in_spans,
    played_values,
)
from trexscore.db.league.standings import meeting_values
from trexscore.db.league.store import Change, Read
from trexscore.db.models import Base
from trexscore.league.meetings import together
from trexscore.league.tally import NOTHING, Tally

_AT_ONCE = 10_000
"""Rows held before they are written."""
_WRITTEN = -1
_TABLES = Base.metadata.tables


class LeagueInMemory:
    """The rows of a club that has none. `known` are its games by their public names. All is there behind `write`."""

    def __init__(self, put: Put, club_id: int, known: Mapping[str, Named]) -> None:
        self.put, self.club_id, self.known = put, club_id, known
        self.games: dict[str, GameRow] = {}
        self.parts: dict[int, dict[Share, Tally]] = defaultdict(dict)
        self.placed: dict[int, str] = {}
        """Where a game that gives something has its place."""
        self.points: dict[Share, _Points] = defaultdict(_Points)
        self.tallies: dict[Share, Tally] = defaultdict(lambda: NOTHING)
        self.played: dict[tuple[Share, str], Tally] = defaultdict(lambda: NOTHING)
        self.faced: dict[tuple[Two, str], Sequence[int]] = {}
        self.met: dict[Two, Sequence[int]] = {}
        self.changed: dict[int, str] = {}
        of_game = ("season", "member", "partner")
        of_two = ("season", "member", "partner", "other", "other_partner")
        self.part_rows = _History(put, club_id, _TABLES["part"], ("game_id", *of_game))
        self.standing_rows = _History(put, club_id, _TABLES["standing"], of_game)
        self.meeting_rows = _History(put, club_id, _TABLES["meeting"], of_two)

    def named(self, uid: str) -> Named | None:
        return self.known.get(uid)

    def game(self, uid: str) -> GameRow | None:
        return self.games.get(uid)

    def games_between(self, first: str = "", last: str = OPEN_END) -> Iterable[GameRow]:
        held = [row for row in self.games.values() if first <= row.sort[:DAY] <= last]
        return sorted(held, key=lambda row: row.sort)

    def games_with(self, members: Collection[int]) -> Iterable[GameRow]:
        wanted = {*members}
        return [
            row
            for row in self.games_between()
            if (counted := row.counted) is not None and not wanted.isdisjoint((*counted.members, *counted.played_by))
        ]

    def put_game(self, row: GameRow, *, counting: bool) -> None:  # noqa: ARG002 - at the end, that is what it gives
        self.games[row.uid] = row

    put_result = put_game

    def mark_counting(self, game_id: int, *, counting: bool) -> None:
        """Nothing: whether a game counts is what it gives at the end."""

    def mark_in_club(self, game_id: int) -> None:
        """All are marked at the end."""

    def parts_of_game(self, game_id: int) -> Mapping[Share, Tally]:
        return {**self.parts[game_id]}

    def end_parts(self, game_id: int, shares: Iterable[Share], since: Since) -> None:
        for share in shares:
            self.points[share].remove(self.placed[game_id], self.parts[game_id].pop(share).points)
            self.part_rows.end((game_id, *share), since[share.season])

    def add_parts(self, row: GameRow, parts: Mapping[Share, Tally], since: Since) -> None:
        self.placed[row.game_id] = row.sort
        for share, values in zip(parts, part_values(self.club_id, row, parts, since), strict=True):
            self.parts[row.game_id][share] = parts[share]
            self.points[share].add(row.sort, parts[share].points)
            self.part_rows.begin(values)

    def change_played(self, changes: Mapping[OnDay, Tally]) -> None:
        for one, more in played_in_spans(changes).items():
            self.played[one] += more

    def change_faced(self, changes: Mapping[tuple[Two, str], Sequence[int]]) -> None:
        for one, more in faced_in_spans(changes).items():
            self.faced[one] = together(self.faced.get(one, (0, 0, 0)), more)

    def last_change(self, season: int) -> str:
        return self.changed.get(season, "")

    def shares_in(self, season: int) -> Iterable[Share]:
        return [Share(*key) for key in self.standing_rows.held if key[0] == season]

    def change_standings(self, more: Mapping[Share, Tally], change: Change) -> None:
        for share, tally in more.items():
            self.tallies[share] += tally
            since = change.since[share.season]
            self.changed[share.season] = max(since, self.last_change(share.season))
            points = self.points[share].best(change.looked_at.get(share.season))
            row = StandingRow(share, self.tallies[share], points, since, OPEN_END, change.cause)
            self.standing_rows.end(share, since)
            self.standing_rows.begin(standing_values(self.club_id, row))

    def change_meetings(self, more: Mapping[Two, Sequence[int]], since: Since) -> None:
        for two, times in more.items():
            self.met[two] = together(self.met.get(two, (0, 0, 0)), times)
            values = meeting_values(self.club_id, two, self.met[two], since[two[0].season])
            self.meeting_rows.end(self.meeting_rows.key_of(values), values["since"])
            self.meeting_rows.begin(values)

    def write(self) -> None:
        """Write all that has not been written, but for the games."""
        for history in (self.part_rows, self.standing_rows, self.meeting_rows):
            history.write()
        club_id = self.club_id
        played = (played_values(club_id, *one, tally) for one, tally in self.played.items() if tally != NOTHING)
        faced = (faced_values(club_id, *one, times) for one, times in self.faced.items() if any(times))
        insert_many(self.put, _TABLES["played"], played)
        insert_many(self.put, _TABLES["faced"], faced)
        members = (values for row in self.games.values() for values in member_values(club_id, row))
        insert_many(self.put, _TABLES["club_game_member"], members)
        for written in (self.points, self.tallies, self.played, self.faced, self.met):
            written.clear()  # the games alone are still to be written, perhaps much later

    def put_games(self, put: Put) -> None:
        """The games alone, as they are stored."""
        games = (
            game_values(self.club_id, row, counting=bool(self.parts.get(row.game_id))) for row in self.games.values()
        )
        insert_many(put, _TABLES["club_game"], games)

    def write_games(self, session: Session) -> None:
        """Behind this, whoever writes in one of the games tells the club."""
        self.put_games(insert_in_batch(session))
        mark_all_in_club(session, [row.game_id for row in self.games.values()])


def insert_many(put: Put, table: Table, rows: Iterable[Mapping[str, Any]]) -> None:
    """Insert rows in batches, never all of them in memory."""
    left = iter(rows)
    while some := list(islice(left, _AT_ONCE)):
        put(insert(table), some)


class _History:
    """Rows of a table, each of which holds until the next of its key. Written in the order in which they began."""

    def __init__(self, put: Put, club_id: int, table: Table, key: Sequence[str]) -> None:
        self.put, self.club_id, self.table, self.key = put, club_id, table, key
        self.rows: list[dict[str, Any]] = []
        self.ends: list[dict[str, Any]] = []
        """Of rows that are written: by their key, until when they held."""
        self.held: dict[tuple[int, ...], int] = {}
        """Where the row of a key stands that holds; in the order in which they began."""

    def key_of(self, values: Mapping[str, Any]) -> tuple[int, ...]:
        """The key of a row."""
        return tuple(values[name] for name in self.key)

    def end(self, key: tuple[int, ...], since: str) -> None:
        """What has held until now, if anything, ends."""
        place = self.held.pop(key, None)
        if place == _WRITTEN:
            self.ends.append({**{f"of_{name}": n for name, n in zip(self.key, key, strict=True)}, "then": since})
        elif place is not None:
            self.rows[place]["until"] = since

    def begin(self, values: dict[str, Any]) -> None:
        """From now on this holds."""
        self.held[self.key_of(values)] = len(self.rows)
        self.rows.append(values)
        if len(self.rows) >= _AT_ONCE:
            self.write()

    def write(self) -> None:
        """Write what has begun, and what has ended of that which was written before."""
        if self.ends:
            ours = [self.table.c[name] == bindparam(f"of_{name}") for name in self.key]
            over = update(self.table).where(self.table.c.club_id == self.club_id, self.table.c.until == OPEN_END, *ours)
            self.put(over.values(until=bindparam("then")), self.ends)
        if self.rows:
            self.put(insert(self.table), self.rows)
        self.held = dict.fromkeys(self.held, _WRITTEN)
        self.rows, self.ends = [], []


class _Points:
    """The points of somebody's games, by their places and by what they are."""

    def __init__(self) -> None:
        self.by_place: list[tuple[str, int]] = []
        self.sorted: list[int] = []

    def add(self, place: str, points: int) -> None:
        """A game counts."""
        insort(self.by_place, (place, points))
        insort(self.sorted, points)

    def remove(self, place: str, points: int) -> None:
        """A game counts no longer."""
        del self.by_place[bisect_left(self.by_place, (place, points))]
        del self.sorted[bisect_left(self.sorted, points)]

    def best(self, looked: Read | None) -> tuple[int, ...]:
        """The points that a season has to look at: as `league_rows.best_points` finds them."""
        if looked is None:
            return ()
        if looked.basis.of is not None:
            return tuple(points for _, points in self.by_place[: looked.basis.of])
        most = looked.basis.best
        return tuple(self.sorted[:most] if looked.fewer else self.sorted[: -most - 1 : -1])
