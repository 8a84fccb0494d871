"""Points that a club has given or taken beside its games, as pages tell them."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from flask import url_for

from trexscore.club.game_night import GameNight
from trexscore.club.record import ClubRecord
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.members.presenter import title_of
from trexscore.web.language import reader_language
from trexscore.web.rendering import isolated
from trexscore.web.rendering import translate as _

if TYPE_CHECKING:
    from trexscore.web.clubs.standings.presenter import Table


class Given(NamedTuple):
    """Points given or taken at once; `seq`: of the entry, for those who may take it back, else None."""

    said: str
    reason: str
    on: str
    day: str
    points: int
    seq: int | None


def adjustment_text(record: ClubRecord, members: Iterable[int], points: int) -> str:
    """Who is given how many points, in a sentence."""
    names = [isolated(title_of(record.who(one))) for one in members if one in record.members]
    listed, change = reader_language().listed(names), isolated(reader_language().change(points))
    return _("Adjustment for %(names)s: %(points)s", names=listed, points=change)


def sat_out_url(club: ClubContext, evening: GameNight) -> str | None:
    """Where those who sit out are given points, for those who may, in the season of players of that day."""
    season = next((one for one in club.record.seasons_on(evening.on) if not one.rules.partnership), None)
    if season is None or not club.may("adjusted"):
        return None
    return url_for("adjusting.show", uid=club.uid, number=season.number, sat_out=evening.number)


def given_to(club: ClubContext, table: "Table", member: int) -> list[Given]:
    """What was given to a player of a table, as it was known and until the day that the table is of."""
    until = table.past.until if table.past is not None and table.past.known_now else ""
    record = table.record
    given = _given(club, record, table.season.number, record.who(member).number)
    return [one for one in given if not until or one.on <= until]


def given_in(club: ClubContext, season: int) -> list[Given]:
    """All that was given in a season, the latest first."""
    return _given(club, club.record, season)


def _given(club: ClubContext, record: ClubRecord, season: int, member: int | None = None) -> list[Given]:
    may_undo, language = club.may("adjusted"), reader_language()
    return [
        Given(
            adjustment_text(record, one.members if member is None else (member,), one.points),
            one.reason if club.me is not None else "",
            one.on,
            language.day(one.day),
            one.points,
            one.seq if may_undo else None,
        )
        for one in reversed(record.adjustments)
        if one.season == season and member in (None, *(record.who(number).number for number in one.members))
    ]
