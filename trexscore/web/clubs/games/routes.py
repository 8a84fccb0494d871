"""A club's games: the list, and opening one as scorer, owner or referee."""

from collections.abc import Iterable

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from trexscore.club.events.counted_game import GameExcluded
from trexscore.club.members import Member
from trexscore.commands.clubs.replace_game_links import replace_scoring_links_of_game
from trexscore.db import game_states
from trexscore.db.clubs.game_searches import GameFilter, GameSelection, list_page_of_games
from trexscore.db.clubs.game_tokens import find_club_game_token
from trexscore.db.clubs.models import OPEN_END
from trexscore.db.game_links import read_tokens_by_permission
from trexscore.db.league.season_rows import read_member_numbers_in_standings
from trexscore.db.models import db
from trexscore.web.clubs.access import (
    ClubContext,
    open_club,
    require_game_row,
    require_owner_or_admin,
    require_permission,
)
from trexscore.web.clubs.game_nights.tables import club_game_url, may_record_in_game, token_for_reader
from trexscore.web.clubs.games.counting_status import exclusion_entries_by_seq
from trexscore.web.clubs.games.presenter import listed_game, round_number_by_game_uid
from trexscore.web.clubs.members.presenter import sorted_by_name
from trexscore.web.games.device_games import remember_game
from trexscore.web.limits import enforce_limit
from trexscore.web.number_parsing import parse_ascii_number
from trexscore.web.rendering import translate as _

pages = Blueprint("club_games", __name__)
PAGE_SIZE = 25
_ENDPOINT_BY_PAGE = {"agreement": "sign_offs.show", "sheet": "sheet.show"}
"""Pages of a game that `open` may lead to."""


@pages.get("/c/<club_uid>/games")
def index(club_uid: str) -> str:
    """Games, the latest first; filtered by season, member, game night, not counted, or in dispute."""
    club = open_club(club_uid, "standings")
    selections = _offered_selections(club)
    chosen_selection = next(
        (selection for selection in selections if selection == request.args.get("only")), selections[0]
    )
    season, member, night_number = (
        parse_ascii_number(request.args.get(name, "")) for name in ("season", "member", "evening")
    )
    before_sort_key = request.args.get("before", "") or OPEN_END
    member_numbers = club.record.all_numbers_of(member) if member is not None and member in club.record.members else ()
    query = GameFilter(_season_day_range(club, season), night_number, member_numbers, chosen_selection, before_sort_key)
    rows = list_page_of_games(db.session(), club.id, query, PAGE_SIZE + 1)
    page_rows = rows[:PAGE_SIZE]
    states = game_states.read_states_by_game([row.game_id for row in page_rows])
    rounds, exclusions_by_seq = round_number_by_game_uid(club, page_rows), exclusion_entries_by_seq(club, page_rows)
    return render_template(
        "clubs/games/games.html",
        club=club,
        games=[listed_game(club, row, states[row.game_id], rounds, exclusions_by_seq) for row in page_rows],
        earlier=_list_url(club, request.args.get("only"), page_rows[-1].sort_key) if len(rows) > PAGE_SIZE else None,
        season=season,
        member=member,
        seasons=sorted(club.record.seasons.values(), key=lambda item: item.first_day, reverse=True),
        members=sorted_by_name(_members_to_filter_by(club)),
        night_number=night_number if night_number in club.record.game_nights and club.may_see("all") else None,
        only=chosen_selection,
        filter_links=_filter_links(club, selections),
        filtered=any(map(request.args.get, ("season", "member", "evening", "only"))),
    )


@pages.get("/c/<club_uid>/games/<game_uid>/open")
def open_game(club_uid: str, game_uid: str) -> Response:
    """Open the game itself: as scorer, or for admins as owner if the club started it."""
    club = open_club(club_uid)
    row = require_game_row(club, game_uid)
    stored_token = find_club_game_token(db.session(), club.id, game_uid)
    if row.counted_game is None or not may_record_in_game(club, row.counted_game) or stored_token is None:
        return redirect(club_game_url(club, game_uid), 303)
    token = token_for_reader(club, stored_token)
    page = _ENDPOINT_BY_PAGE.get(request.args.get("to", ""), "table.show")
    if page == "sheet.show":
        flash(_("Tap the deal to correct."))
    return remember_game(redirect(url_for(page, token=token), 303), token)


@pages.post("/c/<club_uid>/games/<game_uid>/links")
def replace_links(club_uid: str, game_uid: str) -> Response:
    """Replace the game's owner, scorer and referee links. Those who may reopen the game from the club."""
    club = require_owner_or_admin(club_uid)
    row = require_game_row(club, game_uid)
    enforce_limit("write", f"{club_uid} links")
    replace_scoring_links_of_game(club.id, row.game_id)
    flash(_("The game’s links are replaced. Open it from here."))
    return redirect(club_game_url(club, row.uid), 303)


@pages.get("/c/<club_uid>/games/<game_uid>/referee")
def open_as_referee(club_uid: str, game_uid: str) -> Response:
    """Open the game as its referee, if it has one and the club has its owner link."""
    club = require_permission(club_uid, GameExcluded)
    require_game_row(club, game_uid)
    stored_token = find_club_game_token(db.session(), club.id, game_uid)
    if stored_token is None or stored_token.scope.permission != "own":
        raise NotFound
    token = read_tokens_by_permission(db.session(), stored_token.scope.game_id).get("referee")
    if token is None:
        raise NotFound
    return remember_game(redirect(url_for("table.show", token=token), 303), token)


def _offered_selections(club: ClubContext) -> tuple[GameSelection, ...]:
    """The filters. Readers who see only the standings see only games that count in them."""
    if not club.may_see("all"):
        return ("counting",)
    return ("all", "not_counting", "disputed") if club.may_record(GameExcluded) else ("all", "not_counting")


def _filter_links(club: ClubContext, selections: Iterable[GameSelection]) -> list[tuple[str, str, str]]:
    names = {"all": _("All"), "not_counting": _("Not counted"), "disputed": _("In dispute")}
    return [(code, names[code], _list_url(club, code)) for code in selections if code in names]


def _list_url(club: ClubContext, selection: str | None, before_sort_key: str | None = None) -> str:
    """The list with the present filters, except `selection`; `before_sort_key`: the page after this game."""
    season, member, game_night = (request.args.get(name) or None for name in ("season", "member", "evening"))
    return url_for(
        "club_games.index",
        club_uid=club.uid,
        season=season,
        member=member,
        evening=game_night,
        only=selection or None,
        before=before_sort_key,
    )


def _season_day_range(club: ClubContext, season_number: int | None) -> tuple[str, str] | None:
    season = club.record.seasons.get(season_number or 0)
    return None if season is None else (season.first_day.isoformat(), season.last_day.isoformat())


def _members_to_filter_by(club: ClubContext) -> Iterable[Member]:
    """The members to filter by. Readers who see only the standings get those who are in them."""
    if club.may_see("all"):
        return club.record.unmerged_members
    member_numbers = read_member_numbers_in_standings(db.session(), club.id, club.record.seasons)
    return {*club.record.surviving_members_among(member_numbers)}
