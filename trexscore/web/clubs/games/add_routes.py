"""Add a game that was not played at a game night: by its link, or from its file."""

from functools import partial

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from trexscore.club.events.counted_game import GameCounted
from trexscore.club.fields import parse_day
from trexscore.club.game_outcome import outcome_of
from trexscore.commands.clock import game_night_date, timestamp_to_local_time
from trexscore.commands.clubs.count_game import AddedGameLink
from trexscore.db import game_states
from trexscore.db.clubs.counted_games import find_game_row, find_same_result_games
from trexscore.db.game_links import TokenScope, read_token_scope
from trexscore.db.games import find_game_by_uid, read_game_identity
from trexscore.db.models import db
from trexscore.web.clubs.access import ClubContext, require_permission
from trexscore.web.clubs.game_nights.tables import club_game_url
from trexscore.web.clubs.games.counted_game_form import save_counted_game, set_form_choices
from trexscore.web.clubs.games.forms import CountGameForm, FindGameForm
from trexscore.web.clubs.games.presenter import not_counting_notes
from trexscore.web.disk_space import enforce_new_game_limits
from trexscore.web.games.access import load_record
from trexscore.web.games.device_games import remember_game
from trexscore.web.games.seats import names_of
from trexscore.web.games.start.import_file import import_game, token_in
from trexscore.web.limits import client_address_or_network, enforce_limit
from trexscore.web.rendering import format_day
from trexscore.web.rendering import translate as _

pages = Blueprint("add_game", __name__)


@pages.get("/c/<club_uid>/games/new")
def new(club_uid: str) -> str:
    """The form for a link or a file."""
    club = require_permission(club_uid, GameCounted)
    return render_template("clubs/games/add_game.html", club=club, form=FindGameForm(blank=True))


@pages.post("/c/<club_uid>/games/new")
def find_or_import_game(club_uid: str) -> Response | tuple[str, int]:
    """Find the game by its link; a file starts a new game."""
    club = require_permission(club_uid, GameCounted)
    form = FindGameForm()
    file = request.files.get("file")
    text = file.read() if file else (form.pasted.data or "").strip().encode()
    if text:
        enforce_new_game_limits()
        imported = import_game(text, form.entry_key)
        if isinstance(imported, str):
            return remember_game(
                redirect(url_for("add_game.match_players", club_uid=club_uid, token=imported), 303), imported
            )
        form.problems = imported
    else:
        token = token_in(form.link.data or "")
        if token is not None and read_token_scope(token) is not None:
            return redirect(url_for("add_game.match_players", club_uid=club_uid, token=token), 303)
        enforce_limit("unknown_token", client_address_or_network())
        form.problems = [_("No game has this link. Copy the whole link, or scan the code on the other phone.")]
    return render_template("clubs/games/add_game.html", club=club, form=form), 422


@pages.get("/c/<club_uid>/games/from/<token>")
def match_players(club_uid: str, token: str) -> Response | str:
    """Match its players to members, and choose its day."""
    club = require_permission(club_uid, GameCounted)
    token_scope = _require_known_token(token)
    game_uid = read_game_identity(db.session(), token_scope.game_id).uid
    counted_row = find_game_row(db.session(), club.id, game_uid)
    if counted_row is not None and counted_row.counted_game is not None:
        flash(_("The club already counts this game."))
        return redirect(club_game_url(club, game_uid), 303)
    game = find_game_by_uid(db.session(), game_uid)
    if game is None:
        raise NotFound
    form = CountGameForm(blank=True)
    day = game_night_date(timestamp_to_local_time(game.started_at, club.zone))
    form.preselect_members(load_record(token_scope.game_id).name_by_original_seat, club.record)
    form.on.data = day.isoformat()
    form.game_night.data = next(
        (str(night.number) for night in club.record.game_nights.values() if night.day == day), ""
    )
    return _add_page(club, token, token_scope, form)


@pages.post("/c/<club_uid>/games/from/<token>")
def count_game(club_uid: str, token: str) -> Response | tuple[str, int] | str:
    """Count the game."""
    club = require_permission(club_uid, GameCounted)
    token_scope = _require_known_token(token)
    form, link = CountGameForm(), AddedGameLink(token, token_scope.permission)
    form_page = partial(_add_page, club, token, token_scope, form)
    return save_counted_game(club, token_scope.game_id, form, form_page, link)


def _require_known_token(token: str) -> TokenScope:
    scope = read_token_scope(token)
    if scope is None:
        enforce_limit("unknown_token", client_address_or_network())
        raise NotFound
    return scope


def _add_page(club: ClubContext, token: str, token_scope: TokenScope, form: CountGameForm) -> str:
    record = load_record(token_scope.game_id)
    outcome = outcome_of(record, record.play().game)
    set_form_choices(club, form, outcome)
    state = game_states.read_states_by_game([token_scope.game_id])[token_scope.game_id]
    day = parse_day(form.on.data or "")
    notes = [] if day is None else not_counting_notes(club.record, day, outcome, state)
    if token_scope.permission in ("own", "write"):
        notes.append(
            _("This link can save deals. The club keeps it for the four players, its scorers and its referees.")
        )
    game_uid = read_game_identity(db.session(), token_scope.game_id).uid
    if find_game_row(db.session(), club.id, game_uid) is not None:
        notes.insert(0, _("The club counted this game before, then excluded it."))
    same_result_games = [
        twin for twin in find_same_result_games(db.session(), club.id, outcome) if twin.game_id != token_scope.game_id
    ]
    return render_template(
        "clubs/games/counted_game_form.html",
        club=club,
        title=_("Players of this game"),
        action=url_for("add_game.count_game", club_uid=club.uid, token=token),
        back_url=url_for("add_game.new", club_uid=club.uid),
        back_label=_("Back"),
        submit_label=_("Add game to club"),
        seats=form.current_seat_fields(record.original_seat_by_seat, names_of(record.player_names)),
        notes=notes,
        same_result_games=[
            (club_game_url(club, twin.uid), format_day(twin.sort_key[:10])) for twin in same_result_games
        ],
        form=form,
    )
