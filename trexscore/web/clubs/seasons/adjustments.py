"""Point adjustments as pages show them."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import url_for

from trexscore.club.adjustment import Adjustment
from trexscore.club.events.season import SeasonAdjusted
from trexscore.club.game_night import GameNight
from trexscore.club.record import ClubRecord
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.members.presenter import display_name
from trexscore.web.language import reader_language
from trexscore.web.rendering import isolated
from trexscore.web.rendering import translate as _

if TYPE_CHECKING:
    from trexscore.web.clubs.standings.presenter import StandingsPage


def adjustment_text(record: ClubRecord, members: Iterable[int], points: int) -> str:
    """The adjustment in a sentence: who gets how many points."""
    names = [isolated(display_name(record.current_member(member))) for member in members if member in record.members]
    listed_names, signed_number = reader_language().join_list(names), isolated(reader_language().signed_number(points))
    return _("Adjustment for %(names)s: %(points)s", names=listed_names, points=signed_number)


def sitting_out_adjustment_url(club: ClubContext, game_night: GameNight) -> str | None:
    """Where to adjust points for sitting out, in that day's season of players; None if the reader may not."""
    seasons = (season for season in club.record.seasons_on(game_night.on) if not season.rules.partnership)
    season = next(seasons, None)
    if season is None or not club.may_record(SeasonAdjusted):
        return None
    return url_for("season_adjustments.show", uid=club.uid, number=season.number, sat_out=game_night.number)


def adjustments_of_player(standings: "StandingsPage", member_number: int) -> list[Adjustment]:
    """Adjustments of a player in standings; up to their day if they count what is known now."""
    last_game_day = (
        standings.past.last_game_day if standings.past is not None and standings.past.with_later_corrections else ""
    )
    number = standings.record.current_member(member_number).number
    return [
        item
        for item in adjustments_in(standings.record, standings.season.number)
        if number in {standings.record.current_member(each).number for each in item.members}
        and (not last_game_day or item.on <= last_game_day)
    ]


def adjustments_in(record: ClubRecord, season_number: int) -> list[Adjustment]:
    """All adjustments of a season, the latest first."""
    return [item for item in reversed(record.adjustments) if item.season_number == season_number]
