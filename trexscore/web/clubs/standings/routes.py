"""A season's standings, now and on any past day; the games of each row, and the change log."""

from flask import Blueprint, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from trexscore.club.counted_game import NO_MEMBER
from trexscore.club.events.season import SeasonPointsAdjusted
from trexscore.club.season_tallies import SeasonPlayer
from trexscore.commands.clock import today
from trexscore.db.league.season_rows import ever_had_standing_row
from trexscore.db.models import db
from trexscore.web.clubs.access import ClubContext, open_club, require_season
from trexscore.web.clubs.games.presenter import not_counting_games_url
from trexscore.web.clubs.season_standings import requested_past_day, requests_invalid_day
from trexscore.web.clubs.seasons.presenter import basis_and_tie_break_explanations, season_rule_texts, zone_offset_text
from trexscore.web.clubs.standings.change_log import change_log_page
from trexscore.web.clubs.standings.presenter import season_standings, season_standings_page
from trexscore.web.clubs.standings.row_games import adjustments_of_player, row_games_page
from trexscore.web.clubs.standings_row_texts import player_or_pair_name, row_games_url
from trexscore.web.clubs.statistics.ratings import player_url
from trexscore.web.number_parsing import parse_ascii_number

pages = Blueprint("standings", __name__)


@pages.get("/c/<club_uid>/seasons/<int:season_number>")
def show(club_uid: str, season_number: int) -> str:
    """The standings, now or on a past day. Before the season was created: from what is known today."""
    club = open_club(club_uid, "standings")
    season = require_season(club, season_number)
    past = requested_past_day(request.args, club.zone)
    first_row_or_all = None if request.args.get("all") else parse_ascii_number(request.args.get("from", "")) or 0
    standings = season_standings_page(club, season_number, past, first_row_or_all)
    return render_template(
        "clubs/standings/standings.html",
        club=club,
        season=season,
        standings=standings,
        is_early=standings.past_day != past,
        requests_invalid_day=requests_invalid_day(request.args),
        zone=zone_offset_text(club.zone),
        today=today(club.zone),
        left_out=not_counting_games_url(club, season) if standings.is_empty and standings.past_day is None else "",
        rules=season_rule_texts(standings.season),
        meanings=basis_and_tie_break_explanations(standings.season),
    )


@pages.get("/c/<club_uid>/seasons/<int:season_number>/players/<int:member_number>")
def player_games(club_uid: str, season_number: int, member_number: int) -> str | Response:
    """The games of a player's row."""
    club = open_club(club_uid, "standings")
    return _row_page(club, SeasonPlayer(season_number, member_number, NO_MEMBER))


@pages.get("/c/<club_uid>/seasons/<int:season_number>/pairs/<int:member_number>-<int:partner_number>")
def pair_games(club_uid: str, season_number: int, member_number: int, partner_number: int) -> str | Response:
    """The games of a pair's row."""
    club = open_club(club_uid, "standings")
    if member_number >= partner_number or member_number == NO_MEMBER:
        raise NotFound
    return _row_page(club, SeasonPlayer(season_number, member_number, partner_number))


@pages.get("/c/<club_uid>/seasons/<int:season_number>/changes")
def change_log(club_uid: str, season_number: int) -> str:
    """What changed in the standings, when and why, the latest first."""
    club = open_club(club_uid, "standings")
    season = require_season(club, season_number)
    log = change_log_page(club, season, request.args.get("before", ""))
    return render_template("clubs/standings/change_log.html", club=club, season=season, log=log)


def _adjustment_url(club: ClubContext, season_player: SeasonPlayer) -> str | None:
    """Where to adjust points, for those who may."""
    if season_player.partner != NO_MEMBER or not club.may_record(SeasonPointsAdjusted):
        return None
    return url_for(
        "season_adjustments.show", club_uid=club.uid, season_number=season_player.season, member=season_player.member
    )


def _row_page(club: ClubContext, season_player: SeasonPlayer) -> str | Response:
    season = require_season(club, season_player.season)
    if not club.record.members.keys() >= {season_player.member, season_player.partner} - {NO_MEMBER}:
        raise NotFound  # also numbers that no database holds
    if not ever_had_standing_row(db.session(), club.id, season_player):
        raise NotFound
    standings = season_standings(
        club, season_player.season, requested_past_day(request.args, club.zone), only_season_player=season_player
    )
    first_index = parse_ascii_number(request.args.get("from", "")) or 0
    games_page = row_games_page(club, standings, season_player, first_index)
    return render_template(
        "clubs/standings/row_games.html",
        club=club,
        season=season,
        standings=standings,
        title=player_or_pair_name(club, season_player),
        url=row_games_url(club.uid, season_player, standings.past_day),
        line=next(iter((*standings.ranked, *standings.unranked, *standings.guests)), None),
        person_url=player_url(club, (season_player.member, season_player.partner)) if club.may_see("all") else None,
        adjustments=adjustments_of_player(standings, season_player.member)
        if season_player.partner == NO_MEMBER
        else [],
        adjust_url=_adjustment_url(club, season_player),
        groups=games_page.groups,
        next_offset=games_page.next_offset,
    )
