"""A club's game nights, a row for each player who attended."""

from collections import Counter
from collections.abc import Iterator

from trexscore.club.game_night import GameNight
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.models import db
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.data.player_columns import name_values, player_columns
from trexscore.web.clubs.data.sheet import Column, Sheet, Value
from trexscore.web.clubs.members.presenter import by_name
from trexscore.web.rendering import translate as _


def evenings_sheet(club: ClubContext) -> Sheet:
    """Game nights by date. A night without players has a row of its own."""
    columns = (
        Column("evening", _("Game night")),
        Column("on", _("Day")),
        Column("at", _("Starts at")),
        Column("place", _("Location")),
        *player_columns(),
        Column("games", _("Games")),
    )
    return Sheet(columns, _rows(club))


def _rows(club: ClubContext) -> Iterator[tuple[Value, ...]]:
    for evening in sorted(
        club.record.game_nights.values(), key=lambda night: (night.on, night.starts_at or "", night.number)
    ):
        when: list[Value] = [evening.number, evening.on, evening.starts_at, evening.place]
        played = _played(club, evening)
        members = by_name({club.record.current_member(number) for number in (*_attended(evening), *played)})
        for member in members:
            yield *when, *name_values(club, [member.number]), played[member.number]
        if not members:
            yield *when, None, None, None


def _attended(evening: GameNight) -> set[int]:
    """Members who are checked in, or were at a draw: they may have left since."""
    drawn = {number for draw in evening.draws for group in (*draw.tables, draw.sitting_out) for number in group}
    return drawn | {*evening.present}


def _played(club: ClubContext, evening: GameNight) -> Counter[int]:
    games = game_rows.games_of_night(db.session(), club.club.id, evening.number)
    players = (number for game in games if game.counted is not None for number in game.counted.played_by)
    return Counter(club.record.current_member(number).number for number in players if number is not None)
