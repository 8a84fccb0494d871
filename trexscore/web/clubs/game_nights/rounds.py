"""A game night as a whole: its rounds, and what everybody has won in them."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, tzinfo
from typing import NamedTuple

from babel.dates import format_time

from trexscore.club.game_night import GameNight
from trexscore.club.record import ClubRecord
from trexscore.club.rounds import Rounds, rounds_of_night
from trexscore.club.season_shares import as_they_are
from trexscore.commands.clock import local
from trexscore.db.clubs.counted_games import GameRow
from trexscore.game.file.names import alphabetical
from trexscore.web.clubs.members.presenter import title_of
from trexscore.web.language import reader_language


class NightLine(NamedTuple):
    """Somebody's points of a night; `won`: nobody has more."""

    rank: int
    tied: bool
    name: str
    points: int
    games: int
    won: bool


def night_result(record: ClubRecord, games: Iterable[GameRow]) -> list[NightLine]:
    """The points of a night by member, the most first: of the games that are over, as standings add them up."""
    points, played = Counter[int](), Counter[int]()
    for row in games:
        counted, came = row.counted, row.came_to
        if counted is None or came.result is None or not (came.complete or "unfinished" in counted.although):
            continue
        for member, won in zip(as_they_are(record, counted).members, came.result.points, strict=True):
            if member is not None:
                points[member] += won
                played[member] += 1
    everybody = [*points.values()]
    lines = [
        NightLine(
            1 + sum(other > total for other in everybody),
            everybody.count(total) > 1,
            title_of(record.members[member]),
            total,
            played[member],
            total == max(everybody),
        )
        for member, total in points.items()
    ]
    return sorted(lines, key=lambda line: (line.rank, alphabetical(line.name)))


def rounds_at(record: ClubRecord, evening: GameNight, games: Iterable[GameRow]) -> Rounds:
    """The rounds of a night by its games, in whatever order they come."""
    ordered = sorted(games, key=lambda row: row.sort)
    return rounds_of_night(record, evening, [row.counted for row in ordered if row.counted is not None])


def time_of_day(moment: str, zone: tzinfo | None) -> str:
    """A moment of the journal as a clock in the room shows it."""
    language = reader_language()
    here = local(datetime.fromisoformat(moment), zone)
    return language.in_digits(format_time(here, "HH:mm", locale=language.locale))
