"""Point adjustments as pages show them."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import url_for

from trexscore.club.adjustment import Adjustment
from trexscore.club.events.season import SeasonAdjusted
from trexscore.club.game_night import GameNight
from trexscore.club.record import ClubRecord
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.members.presenter import title_of
from trexscore.web.language import reader_language
from trexscore.web.rendering import isolated
from trexscore.web.rendering import translate as _

if TYPE_CHECKING:
    from trexscore.web.clubs.standings.presenter import Table


def adjustment_text(record: ClubRecord, members: Iterable[int], points: int) -> str:
    """The adjustment in a sentence: who gets how many points."""
    names = [isolated(title_of(record.current_member(member))) for member in members if member in record.members]
    listed_names, change = reader_language().join_list(names), isolated(reader_language().change(points))
    return _("Adjustment for %(names)s: %(points)s", names=listed_names, points=change)


def sat_out_url(club: ClubContext, evening: GameNight) -> str | None:
    """Where to adjust points for sitting out, in that day's season of players; None if the reader may not."""
    seasons = (season for season in club.record.seasons_on(evening.on) if not season.rules.partnership)
    season = next(seasons, None)
    if season is None or not club.may(SeasonAdjusted):
        return None
    return url_for("season_adjustments.show", uid=club.uid, number=season.number, sat_out=evening.number)


def adjustments_of_player(table: "Table", member: int) -> list[Adjustment]:
    """Adjustments of a player in a table; up to the table's day if that counts what is known now."""
    until = table.past.until if table.past is not None and table.past.known_now else ""
    number = table.record.current_member(member).number
    return [
        item
        for item in adjustments_in(table.record, table.season.number)
        if number in {table.record.current_member(each).number for each in item.members}
        and (not until or item.on <= until)
    ]


def adjustments_in(record: ClubRecord, season: int) -> list[Adjustment]:
    """All adjustments of a season, the latest first."""
    return [item for item in reversed(record.adjustments) if item.season == season]
