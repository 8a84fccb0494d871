"""A club's evenings, with a row for everybody who was there."""

from collections import Counter
from collections.abc import Iterator

from trexscore.club.game_night import GameNight
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.models import db
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.data.people import named, player_columns
from trexscore.web.clubs.data.sheet import Column, Sheet, Value
from trexscore.web.clubs.members.presenter import by_name
from trexscore.web.rendering import translate as _


def evenings_sheet(club: ClubContext) -> Sheet:
    """The evenings in their order; one at which nobody was, as it is still to come, has a row by itself."""
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
    for evening in sorted(club.record.evenings.values(), key=lambda one: (one.on, one.at or "", one.number)):
        when: list[Value] = [evening.number, evening.on, evening.at, evening.place]
        played = _played(club, evening)
        there = by_name({club.record.who(number) for number in (*_seen(evening), *played)})
        for member in there:
            yield *when, *named(club, [member.number]), played[member.number]
        if not there:
            yield *when, None, None, None


def _seen(evening: GameNight) -> set[int]:
    """Who is ticked, or was there when tables were drawn: whoever has gone home since has been there, too."""
    drawn = {number for draw in evening.draws for four in (*draw.tables, draw.sitting_out) for number in four}
    return drawn | {*evening.present}


def _played(club: ClubContext, evening: GameNight) -> Counter[int]:
    """How many of the evening's games each has sat in."""
    games = game_rows.games_of_night(db.session(), club.club.id, evening.number)
    sat = (number for game in games if game.counted is not None for number in game.counted.played_by)
    return Counter(club.record.who(number).number for number in sat if number is not None)
