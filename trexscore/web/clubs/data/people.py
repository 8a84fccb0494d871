"""The columns that say of whom a row is."""

from collections.abc import Iterable

from trexscore.club.game_seats import NOBODY
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.data.sheet import Column, Value
from trexscore.web.clubs.members.presenter import title_of
from trexscore.web.rendering import translate as _


def player_columns() -> tuple[Column, ...]:
    """Of a player."""
    return Column("member", _("Number")), Column("name", _("Name"))


def partner_columns() -> tuple[Column, ...]:
    """Of the second of a pair."""
    return Column("partner", _("Partner’s number")), Column("partner_name", _("Partner"))


def named(club: ClubContext, numbers: Iterable[int]) -> list[Value]:
    """What stands in these columns: a number and a name for each, nothing for nobody."""
    members = club.record.members
    return [
        value
        for number in numbers
        for value in ((None, None) if number == NOBODY else (number, title_of(members[number])))
    ]
