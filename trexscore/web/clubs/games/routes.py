"""A club's games: all of them listed; opened by those who play, score or rule in them."""

from collections.abc import Iterable
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import Forbidden, NotFound
from werkzeug.wrappers import Response

from trexscore.club.members import Member
from trexscore.commands.clubs.revoke_links import replace_game_links
from trexscore.db import game_states
from trexscore.db.clubs.game_tokens import tokens_of
from trexscore.db.clubs.listed_games import Only, Wanted, listed_games
from trexscore.db.clubs.models import OPEN_END
from trexscore.db.league.results import players_now
from trexscore.db.models import db
from trexscore.db.tokens import links_of
from trexscore.web.accounts.session import no_store
from trexscore.web.clubs.access import ClubContext, open_club, require_admin
from trexscore.web.clubs.game_nights.tables import game_url, may_open, token_for_reader
from trexscore.web.clubs.games.access import game_of
from trexscore.web.clubs.games.forms import WhichForm
from trexscore.web.clubs.games.game import withdrawals
from trexscore.web.clubs.games.presenter import listed_game, rounds_listed
from trexscore.web.clubs.members.presenter import by_name, title_of
from trexscore.web.games.choices import choices
from trexscore.web.games.recent import remember
from trexscore.web.limits import count
from trexscore.web.numbers import whole
from trexscore.web.rendering import translate as _

pages = no_store(Blueprint("club_games", __name__))
A_PAGE = 25
_PAGES = {"agreement": "agreements.show", "sheet": "sheet.show"}
"""Where else in a game the way into it may lead."""


@pages.get("/c/<uid>/games")
def index(uid: str) -> str:
    """The games, the latest first; those of a season, of a member, of an evening, that do not count, in dispute."""
    club = open_club(uid, "standings")
    only = _only(club)
    season, member = whole(request.args.get("season", "")), whole(request.args.get("member", ""))
    evening = whole(request.args.get("evening", ""))
    before = request.args.get("before", "") or OPEN_END
    wanted = Wanted(_days(club, season), evening, _numbers(club, member), only, before)
    rows = listed_games(db.session(), club.club.id, wanted, A_PAGE + 1)
    shown = rows[:A_PAGE]
    states = game_states.states([row.game_id for row in shown])
    rounds, said = rounds_listed(club, shown), withdrawals(club, shown)
    kept: dict[str, Any] = {
        name: value for name in ("season", "member", "evening", "only") if (value := request.args.get(name))
    }
    return render_template(
        "clubs/games/games.html",
        club=club,
        games=[listed_game(club, row, states[row.game_id], rounds, said) for row in shown],
        earlier=url_for("club_games.index", uid=uid, **kept, before=shown[-1].sort) if len(rows) > A_PAGE else None,
        form=_which(club, season, member),
        evening=evening if evening in club.record.evenings and club.shows("all") else None,
        only=only,
        onlys=_onlys(club, {name: value for name, value in kept.items() if name != "only"}),
        filtered=len(kept) > 0,
        brings=club.may("game"),
    )


@pages.get("/c/<uid>/games/<game>/open")
def open(uid: str, game: str) -> Response:  # noqa: A001 - the page is called so
    """To the game itself: to keep its score, and for club admins, as its owner where the club started it."""
    club = open_club(uid)
    row = game_of(club, game)
    kept = tokens_of(db.session(), club.club.id, game)
    if row.counted is None or not may_open(club, row.counted) or kept is None:
        return redirect(game_url(club, game), 303)
    token = token_for_reader(club, kept)
    page = _PAGES.get(request.args.get("to", ""), "table.show")
    if page == "sheet.show":
        flash(_("Tap the deal to correct."))
    return remember(redirect(url_for(page, token=token), 303), token)


@pages.post("/c/<uid>/games/<game>/links")
def replace_links(uid: str, game: str) -> Response:
    """Replace the links by which the game is owned, scored and refereed. Whoever may opens it again from the club."""
    club = require_admin(uid)
    row = game_of(club, game)
    count("write", f"{uid} links")
    replace_game_links(club.club.id, row.game_id)
    flash(_("The game’s links are replaced. Open it from here."))
    return redirect(game_url(club, row.uid), 303)


@pages.get("/c/<uid>/games/<game>/referee")
def rule(uid: str, game: str) -> Response:
    """To the game as its referee, where it has one and the club holds its owner’s link."""
    club = open_club(uid)
    if club.me is None:
        raise NotFound
    if not club.may("withdrawn"):
        raise Forbidden
    game_of(club, game)
    kept = tokens_of(db.session(), club.club.id, game)
    own = kept if kept is not None and kept.scope.may == "own" else None
    token = None if own is None else links_of(db.session(), own.scope.game_id).get("referee")
    if token is None:
        raise NotFound
    return remember(redirect(url_for("table.show", token=token), 303), token)


def _only(club: ClubContext) -> Only:
    """Who sees no more than the standings sees the games behind them, and no others."""
    if not club.shows("all"):
        return "counting"
    said = request.args.get("only", "")
    if said == "disputed" and club.may("withdrawn"):
        return "disputed"
    return "not_counting" if said == "not_counting" else "all"


def _onlys(club: ClubContext, kept: dict[str, Any]) -> list[tuple[str, str, str]]:
    words = {"all": _("All"), "not_counting": _("Not counted"), "disputed": _("In dispute")}
    if not club.shows("all"):
        return []
    offered = ("all", "not_counting", *(("disputed",) if club.may("withdrawn") else ()))
    return [(one, words[one], url_for("club_games.index", uid=club.uid, **kept, only=one)) for one in offered]


def _days(club: ClubContext, number: int | None) -> tuple[str, str] | None:
    season = club.record.seasons.get(number or 0)
    return None if season is None else (season.begins.isoformat(), season.ends.isoformat())


def _numbers(club: ClubContext, number: int | None) -> tuple[int, ...]:
    """All numbers under which somebody has played: also those of whom they turned out to be."""
    members = club.record.members
    if number is None or number not in members:
        return ()
    wanted = club.record.who(number).number
    return tuple(one for one in members if club.record.who(one).number == wanted)


def _people(club: ClubContext) -> Iterable[Member]:
    """Who can be filtered by. Outsiders who see only the standings are offered those who are in them, nobody else."""
    if club.shows("all"):
        return club.record.people
    numbers = players_now(db.session(), club.club.id, club.record.seasons)
    return {club.record.who(number).number: club.record.who(number) for number in numbers}.values()


def _which(club: ClubContext, season: int | None, member: int | None) -> WhichForm:
    form = WhichForm(blank=True)
    seasons = sorted(club.record.seasons.values(), key=lambda one: one.begins, reverse=True)
    form.season.choices = choices([("", _("All seasons")), *((str(one.number), one.name) for one in seasons)])
    people = by_name(_people(club))
    form.member.choices = choices([("", _("Everyone")), *((str(one.number), title_of(one)) for one in people)])
    form.season.data, form.member.data = str(season or ""), str(member or "")
    return form
