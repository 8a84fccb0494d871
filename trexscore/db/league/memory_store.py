"""A league's rows in memory, for rebuilding a club: read thousands of times, written in large batches.

Values that can still change are in memory: a sum per player, counts per two players, the results of each game.
Rows of the history are written as soon as there are many of them, in the order in which they were made.
"""

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice

from sqlalchemy import Table, bindparam, insert, update
from sqlalchemy.orm import Session

from trexscore.club.season_tallies import SeasonPlayer
from trexscore.db.batches import RunStatement, statement_runner
from trexscore.db.clubs.counted_games import GameRow, game_values, member_values
from trexscore.db.clubs.models import DAY_LENGTH, OPEN_END
from trexscore.db.games import KnownGame, mark_all_in_club
from trexscore.db.league.results import StandingRow, ValidFrom, part_values, standing_values
from trexscore.db.league.results_by_day import (
    PlayerDay,
    PlayerPairing,
    faced_by_period,
    faced_values,
    pairing_key,
    played_by_period,
    played_values,
)
from trexscore.db.league.standings import meeting_values
from trexscore.db.league.store import NeededPoints, StandingsChange
from trexscore.db.models import Base
from trexscore.db.upserts import is_key, key_parameters
from trexscore.league.meetings import add_counts
from trexscore.league.tally import EMPTY_TALLY, Tally

_BATCH = 10_000
"""Rows in memory before they are written."""
_WRITTEN = -1
_TABLES = Base.metadata.tables


class LeagueInMemory:
    """The rows of a club that has none yet. `known` maps uids to its games. `write` writes everything but the games."""

    def __init__(self, put: RunStatement, club_id: int, known: Mapping[str, KnownGame]) -> None:
        self.put, self.club_id, self.known = put, club_id, known
        self.games: dict[str, GameRow] = {}
        self.parts: dict[int, dict[SeasonPlayer, Tally]] = defaultdict(dict)
        self.placed: dict[int, str] = {}
        """Sort keys of the games with results."""
        self.points: dict[SeasonPlayer, _Points] = defaultdict(_Points)
        self.tallies: dict[SeasonPlayer, Tally] = defaultdict(lambda: EMPTY_TALLY)
        self.played: dict[tuple[SeasonPlayer, str], Tally] = defaultdict(lambda: EMPTY_TALLY)
        self.faced: dict[tuple[PlayerPairing, str], Sequence[int]] = {}
        self.met: dict[PlayerPairing, Sequence[int]] = {}
        self.changed: dict[int, str] = {}
        of_game = ("season", "member", "partner")
        of_two = ("season", "member", "partner", "opponent", "opponent_partner")
        self.part_rows = _History(put, club_id, _TABLES["season_result"], ("game_id", *of_game))
        self.standing_rows = _History(put, club_id, _TABLES["standing"], of_game)
        self.meeting_rows = _History(put, club_id, _TABLES["head_to_head"], of_two)

    def find_known_game(self, uid: str) -> KnownGame | None:
        return self.known.get(uid)

    def game(self, uid: str) -> GameRow | None:
        return self.games.get(uid)

    def games_between(self, first: str = "", last: str = OPEN_END) -> Iterable[GameRow]:
        rows = [row for row in self.games.values() if first <= row.sort_key[:DAY_LENGTH] <= last]
        return sorted(rows, key=lambda row: row.sort_key)

    def games_with(self, members: Collection[int]) -> Iterable[GameRow]:
        member_ids = {*members}
        return [
            row
            for row in self.games_between()
            if (counted := row.counted) is not None
            and not member_ids.isdisjoint((*counted.members, *counted.played_by))
        ]

    def put_game(self, row: GameRow, *, counting: bool) -> None:  # noqa: ARG002 - follows from the results at the end
        self.games[row.uid] = row

    put_result = put_game

    def mark_counting(self, game_id: int, *, counting: bool) -> None:
        """Do nothing: this follows from the results at the end."""

    def mark_in_club(self, game_id: int) -> None:
        """Do nothing: all games are marked at the end."""

    def parts_of_game(self, game_id: int) -> Mapping[SeasonPlayer, Tally]:
        return {**self.parts[game_id]}

    def end_parts(self, game_id: int, shares: Iterable[SeasonPlayer], since: ValidFrom) -> None:
        for share in shares:
            self.points[share].remove(self.placed[game_id], self.parts[game_id].pop(share).points)
            self.part_rows.end((game_id, *share), since[share.season])

    def add_parts(self, row: GameRow, parts: Mapping[SeasonPlayer, Tally], since: ValidFrom) -> None:
        self.placed[row.game_id] = row.sort_key
        for share, values in zip(parts, part_values(self.club_id, row, parts, since), strict=True):
            self.parts[row.game_id][share] = parts[share]
            self.points[share].add(row.sort_key, parts[share].points)
            self.part_rows.begin((row.game_id, *share), values)

    def change_played(self, changes: Mapping[PlayerDay, Tally]) -> None:
        for key, tally in played_by_period(changes).items():
            self.played[key] += tally

    def change_faced(self, changes: Mapping[tuple[PlayerPairing, str], Sequence[int]]) -> None:
        for key, times in faced_by_period(changes).items():
            self.faced[key] = add_counts(self.faced.get(key, (0, 0, 0)), times)

    def last_change(self, season: int) -> str:
        return self.changed.get(season, "")

    def shares_in(self, season: int) -> Iterable[SeasonPlayer]:
        return [SeasonPlayer(*key) for key in self.standing_rows.held if key[0] == season]

    def change_standings(self, more: Mapping[SeasonPlayer, Tally], change: StandingsChange) -> None:
        for share, tally in more.items():
            self.tallies[share] += tally
            since = change.since[share.season]
            self.changed[share.season] = max(since, self.last_change(share.season))
            points = self.points[share].best(change.needed_points.get(share.season))
            row = StandingRow(share, self.tallies[share], points, since, OPEN_END, change.cause)
            self.standing_rows.end(share, since)
            self.standing_rows.begin(share, standing_values(self.club_id, row))

    def change_meetings(self, more: Mapping[PlayerPairing, Sequence[int]], since: ValidFrom) -> None:
        for two, times in more.items():
            self.met[two] = add_counts(self.met.get(two, (0, 0, 0)), times)
            key, start = tuple(pairing_key(two).values()), since[two[0].season]
            self.meeting_rows.end(key, start)
            self.meeting_rows.begin(key, meeting_values(self.club_id, two, self.met[two], start))

    def write(self) -> None:
        """Write everything that is not written yet, except the games."""
        for history in (self.part_rows, self.standing_rows, self.meeting_rows):
            history.write()
        club_id = self.club_id
        played = (played_values(club_id, *key, tally) for key, tally in self.played.items() if tally != EMPTY_TALLY)
        faced = (faced_values(club_id, *key, times) for key, times in self.faced.items() if any(times))
        insert_many(self.put, _TABLES["result_by_period"], played)
        insert_many(self.put, _TABLES["head_to_head_by_period"], faced)
        members = (values for row in self.games.values() for values in member_values(club_id, row))
        insert_many(self.put, _TABLES["club_game_member"], members)
        for values_by_key in (self.points, self.tallies, self.played, self.faced, self.met):
            values_by_key.clear()  # only the games are still needed, perhaps much later

    def put_games(self, put: RunStatement) -> None:
        """Insert the games."""
        games = (
            game_values(self.club_id, row, counting=bool(self.parts.get(row.game_id))) for row in self.games.values()
        )
        insert_many(put, _TABLES["club_game"], games)

    def write_games(self, session: Session) -> None:
        """Insert the games and mark them, so that their entries update the club from now on."""
        self.put_games(statement_runner(session))
        mark_all_in_club(session, [row.game_id for row in self.games.values()])


def insert_many(put: RunStatement, table: Table, rows: Iterable[Mapping[str, object]]) -> None:
    """Insert rows in batches, never all of them in memory."""
    remaining = iter(rows)
    while batch := list(islice(remaining, _BATCH)):
        put(insert(table), batch)


class _History:
    """Rows of a table, each valid until the next one with its key. Written in the order of their start."""

    def __init__(self, put: RunStatement, club_id: int, table: Table, key: Sequence[str]) -> None:
        self.put, self.club_id, self.table, self.key = put, club_id, table, key
        self.rows: list[dict[str, object]] = []
        self.ends: list[dict[str, object]] = []
        """Ends of rows that are written already: key and time."""
        self.held: dict[tuple[int, ...], int] = {}
        """Maps the key of each current row to its index in `rows`, or `_WRITTEN`; in the order of their start."""

    def end(self, key: tuple[int, ...], since: str) -> None:
        """End the current row with this key, if any."""
        index = self.held.pop(key, None)
        if index == _WRITTEN:
            self.ends.append({**key_parameters(dict(zip(self.key, key, strict=True))), "then": since})
        elif index is not None:
            self.rows[index]["valid_to"] = since

    def begin(self, key: tuple[int, ...], values: dict[str, object]) -> None:
        """Start a new row."""
        self.held[key] = len(self.rows)
        self.rows.append(values)
        if len(self.rows) >= _BATCH:
            self.write()

    def write(self) -> None:
        """Write the new rows, and the ends of rows that were written earlier."""
        if self.ends:
            is_current = self.table.c.club_id == self.club_id, self.table.c.valid_to == OPEN_END
            statement = update(self.table).where(*is_current, *is_key(self.table, self.key))
            self.put(statement.values(valid_to=bindparam("then")), self.ends)
        if self.rows:
            self.put(insert(self.table), self.rows)
        self.held = dict.fromkeys(self.held, _WRITTEN)
        self.rows, self.ends = [], []


class _Points:
    """The points of a player's games, in the order of the games and sorted."""

    def __init__(self) -> None:
        self.in_order: list[tuple[str, int]] = []
        self.sorted: list[int] = []

    def add(self, place: str, points: int) -> None:
        """Add a game."""
        insort(self.in_order, (place, points))
        insort(self.sorted, points)

    def remove(self, place: str, points: int) -> None:
        """Remove a game."""
        del self.in_order[bisect_left(self.in_order, (place, points))]
        del self.sorted[bisect_left(self.sorted, points)]

    def best(self, needed: NeededPoints | None) -> tuple[int, ...]:
        """Return the points that the season's rules need, like `best_points`."""
        if needed is None:
            return ()
        if needed.basis.of is not None:
            return tuple(points for _, points in self.in_order[: needed.basis.of])
        most = needed.basis.best
        return tuple(self.sorted[:most] if needed.fewer else self.sorted[: -most - 1 : -1])
