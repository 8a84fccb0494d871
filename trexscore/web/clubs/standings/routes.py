"""A season's standings, now and on any past day; the games of each row, and the change log."""

from flask import Blueprint, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from trexscore.club.events.season import SeasonAdjusted
from trexscore.club.season import Season
from trexscore.club.season_tallies import NO_PARTNER, SeasonPlayer
from trexscore.commands.clock import today
from trexscore.db.clubs.game_searches import GameFilter, game_page
from trexscore.db.league.results import ever_had_standing_row
from trexscore.db.models import db
from trexscore.web.accounts.session import no_store
from trexscore.web.clubs.access import ClubContext, open_club, require_season
from trexscore.web.clubs.seasons.adjustments import adjustments_of_player
from trexscore.web.clubs.seasons.presenter import basis_and_tie_break_explanations, season_rule_texts, zone_offset_text
from trexscore.web.clubs.standings.change_log import change_log_page
from trexscore.web.clubs.standings.past_day import requested_past_day, requests_invalid_day
from trexscore.web.clubs.standings.presenter import (
    joined_names,
    row_games_url,
    row_names,
    season_standings,
    season_standings_page,
)
from trexscore.web.clubs.standings.row_games import row_games_page
from trexscore.web.numbers import parse_whole

pages = no_store(Blueprint("standings", __name__))


@pages.get("/c/<uid>/seasons/<int:number>")
def show(uid: str, number: int) -> str:
    """The standings, now or on a past day. Before the season was created: from what is known today."""
    club = open_club(uid, "standings")
    season = require_season(club, number)
    past = requested_past_day(request.args, club.zone)
    first = None if request.args.get("all") else parse_whole(request.args.get("from", "")) or 0
    table = season_standings_page(club, number, past, first)
    if table is None:
        raise NotFound
    return render_template(
        "clubs/standings/standings.html",
        club=club,
        season=season,
        table=table,
        is_early=table.past != past,
        requests_invalid_day=requests_invalid_day(request.args),
        zone=zone_offset_text(club.zone),
        today=today(club.zone),
        left_out=_not_counting_url(club, season) if table.is_empty and table.past is None else "",
        rules=season_rule_texts(table.season),
        meanings=basis_and_tie_break_explanations(table.season),
    )


def _not_counting_url(club: ClubContext, season: Season) -> str:
    """The list of the season's games that do not count; empty if there are none or the reader may not see them."""
    days = season.begins.isoformat(), season.ends.isoformat()
    query = GameFilter(days, only="not_counting")
    if not (club.may_see("all") and game_page(db.session(), club.club.id, query, 1)):
        return ""
    return url_for("club_games.index", uid=club.uid, season=season.number, only=query.only)


@pages.get("/c/<uid>/seasons/<int:number>/players/<int:member>")
def player(uid: str, number: int, member: int) -> str | Response:
    """The games of a player's row."""
    club = open_club(uid, "standings")
    return _row_page(club, SeasonPlayer(number, member, NO_PARTNER))


@pages.get("/c/<uid>/seasons/<int:number>/pairs/<int:one>-<int:other>")
def pair(uid: str, number: int, one: int, other: int) -> str | Response:
    """The games of a pair's row."""
    club = open_club(uid, "standings")
    if one >= other or one == NO_PARTNER:
        raise NotFound
    return _row_page(club, SeasonPlayer(number, one, other))


@pages.get("/c/<uid>/seasons/<int:number>/changes")
def changes(uid: str, number: int) -> str:
    """What changed in the standings, when and why, the latest first."""
    club = open_club(uid, "standings")
    season = require_season(club, number)
    log = change_log_page(club, season, request.args.get("before", ""))
    return render_template("clubs/standings/changes.html", club=club, season=season, changes=log)


def _statistics_url(club: ClubContext, share: SeasonPlayer) -> str | None:
    """Rating and statistics of the row's player or pair, for readers who see the whole club."""
    if not club.may_see("all"):
        return None
    if share.partner == NO_PARTNER:
        return url_for("players.show", uid=club.uid, number=share.member)
    return url_for("players.pair", uid=club.uid, one=share.member, other=share.partner)


def _adjustment_url(club: ClubContext, share: SeasonPlayer) -> str | None:
    """Where to adjust points, for those who may."""
    if share.partner != NO_PARTNER or not club.may_record(SeasonAdjusted):
        return None
    return url_for("season_adjustments.show", uid=club.uid, number=share.season, member=share.member)


def _row_page(club: ClubContext, share: SeasonPlayer) -> str | Response:
    season = require_season(club, share.season)
    if not club.record.members.keys() >= {share.member, share.partner} - {NO_PARTNER}:
        raise NotFound  # also numbers that no database holds
    if not ever_had_standing_row(db.session(), club.club.id, share):
        raise NotFound
    table = season_standings(club, share.season, requested_past_day(request.args, club.zone), share=share)
    if table is None:
        raise NotFound
    url = row_games_url(club.uid, share, table.past)
    return render_template(
        "clubs/standings/row_games.html",
        club=club,
        season=season,
        table=table,
        title=joined_names(row_names(club, share)),
        url=url,
        line=next((line for line in (*table.ranked, *table.unranked, *table.guests) if line.url == url), None),
        person_url=_statistics_url(club, share),
        adjustments=adjustments_of_player(table, share.member) if share.partner == NO_PARTNER else [],
        adjust_url=_adjustment_url(club, share),
        page=row_games_page(club, table, share, parse_whole(request.args.get("from", "")) or 0),
    )
