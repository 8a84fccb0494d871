"""The columns that identify a row's player, and their values."""

from collections.abc import Iterable

from trexscore.club.game_seats import NO_MEMBER
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.data.sheet import Column, Value
from trexscore.web.clubs.members.presenter import title_of
from trexscore.web.rendering import translate as _


def player_columns() -> tuple[Column, ...]:
    """The columns of a player."""
    return Column("member", _("Number")), Column("name", _("Name"))


def partner_columns() -> tuple[Column, ...]:
    """The columns of the second player of a pair."""
    return Column("partner", _("Partner’s number")), Column("partner_name", _("Partner"))


def name_values(club: ClubContext, numbers: Iterable[int]) -> list[Value]:
    """The values of these columns: number and name of each; empty for `NOBODY`."""
    members = club.record.members
    return [
        value
        for number in numbers
        for value in ((None, None) if number == NO_MEMBER else (number, title_of(members[number])))
    ]
