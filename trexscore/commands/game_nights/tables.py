"""The tables of an evening as they are now: who sits there, and the game that they play."""

from typing import NamedTuple

from sqlalchemy.orm import Session

from trexscore.club.game_night import DrawnTable, GameNight
from trexscore.club.record import ClubRecord
from trexscore.club.season_shares import as_they_are
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.clubs.counted_games import GameRow
from trexscore.db.journals import CLUBS
from trexscore.rules.seats import SEATS, BySeat, Seat


class TableNow(NamedTuple):
    """A table. `number` is the one on it; `nth` says which of its games `game` is, 0 before the first."""

    drawn: DrawnTable
    seats: BySeat[int]
    """Who sits where: as its game has them, else as they were drawn."""
    number: int
    nth: int
    game: GameRow | None
    gone: tuple[int, ...]
    """Who of its four has gone home."""

    @property
    def plays(self) -> bool:
        """Whether its game goes on: nobody is drawn away from it."""
        game = self.game
        if game is None or game.counted is None:
            return False
        return not game.came_to.complete and "unfinished" not in game.counted.although


def tables_now(
    session: Session, club_id: int, club_uid: str, record: ClubRecord, evening: GameNight
) -> tuple[TableNow, ...]:
    """The tables of the draw that holds, in its order. One with a game keeps its number, whatever is drawn next."""
    drawn = evening.tables
    last = _last_games(session, club_id, club_uid, drawn)
    games = game_rows.games_named(session, club_id, [uid for _nth, uid in last.values()])
    rows = [games.get(last[table][1]) if table in last else None for table in drawn]
    fixed = [row.counted.table if row is not None and row.counted is not None else None for row in rows]
    free = iter(number for number in range(1, 2 * len(drawn) + 1) if number not in fixed)
    return tuple(
        TableNow(
            table,
            _seated(record, table.seats, row),
            number or next(free),
            last[table][0] if table in last else 0,
            row,
            evening.gone_from(table.seats),
        )
        for table, number, row in zip(drawn, fixed, rows, strict=True)
    )


def _seated(record: ClubRecord, drawn: BySeat[int], row: GameRow | None) -> BySeat[int]:
    """The four of a table on the chairs for which its game names them; who is not named takes one that is left."""
    counted = None if row is None else row.counted
    if counted is None:
        return drawn
    now, missing, chairs = as_they_are(record, counted), list(drawn), dict[Seat, int]()
    for four in (now.members, now.played_by):
        for seat, who in zip(SEATS, four, strict=True):
            if who in missing and seat not in chairs:
                missing.remove(who)
                chairs[seat] = who
    return BySeat(*(chairs[seat] if seat in chairs else missing.pop(0) for seat in SEATS))


def _last_games(
    session: Session, club_id: int, club_uid: str, drawn: tuple[DrawnTable, ...]
) -> dict[DrawnTable, tuple[int, str]]:
    """For each table that has had a game: how many, and the last one's uid."""
    last: dict[DrawnTable, tuple[int, str]] = {}
    asked, nth = list(drawn), 1
    while asked:
        keys = {table.key_of_game(club_uid, nth): table for table in asked}
        found = CLUBS.under(session, club_id, list(keys), "game")
        last |= {keys[key]: (nth, body["game"]["uid"]) for key, body in found.items()}
        asked, nth = [keys[key] for key in found], nth + 1
    return last
