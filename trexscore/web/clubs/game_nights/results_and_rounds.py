"""A game night as a whole: its rounds, and each player's points."""

from collections import Counter
from collections.abc import Iterable
from datetime import tzinfo
from typing import NamedTuple

from babel.dates import format_time

from trexscore.club.game_night import GameNight
from trexscore.club.record import ClubRecord
from trexscore.club.rounds import RoundNumbersOfNight, round_numbers_of_night
from trexscore.club.season_tallies import with_surviving_members
from trexscore.commands.clock import timestamp_to_local_time
from trexscore.db.clubs.counted_games import ClubGameRow
from trexscore.game.file.names import name_sort_key
from trexscore.web.clubs.members.presenter import display_name
from trexscore.web.language import reader_language


class NightResultLine(NamedTuple):
    """A player's points of a night; `is_winner`: no one has more."""

    rank: int
    is_tied: bool
    name: str
    points: int
    game_count: int
    is_winner: bool


def night_result_lines(record: ClubRecord, game_rows: Iterable[ClubGameRow]) -> list[NightResultLine]:
    """The points of a night by member, highest first. Counts finished games, and attributes points as standings do."""
    points, played = Counter[int](), Counter[int]()
    for row in game_rows:
        counted, outcome = row.counted_game, row.outcome
        if counted is None or outcome.result is None or not (outcome.complete or counted.counts_if_unfinished):
            continue
        for member, points_won in zip(
            with_surviving_members(record, counted).credited_member_numbers, outcome.result.points, strict=True
        ):
            if member is not None:
                points[member] += points_won
                played[member] += 1
    all_points = [*points.values()]
    lines = [
        NightResultLine(
            1 + sum(other > total for other in all_points),
            all_points.count(total) > 1,
            display_name(record.members[member]),
            total,
            played[member],
            total == max(all_points),
        )
        for member, total in points.items()
    ]
    return sorted(lines, key=lambda line: (line.rank, name_sort_key(line.name)))


def night_round_numbers(
    record: ClubRecord, game_night: GameNight, game_rows: Iterable[ClubGameRow]
) -> RoundNumbersOfNight:
    """The rounds of a night. The games may be in any order."""
    ordered = sorted(game_rows, key=lambda row: row.sort_key)
    return round_numbers_of_night(
        record, game_night, [row.counted_game for row in ordered if row.counted_game is not None]
    )


def time_of_day_text(timestamp: str, zone: tzinfo | None) -> str:
    """A timestamp of the journal as the local time of day."""
    language = reader_language()
    local_time = timestamp_to_local_time(timestamp, zone)
    return language.in_digits(format_time(local_time, "HH:mm", locale=language.locale))
