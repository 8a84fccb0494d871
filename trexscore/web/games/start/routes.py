"""Starting, listing, importing and archiving games, and opening them by a link."""

import uuid

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from trexscore.commands.games.start_game import start_game
from trexscore.commands.recording import KEY_REUSED_REFUSAL
from trexscore.db.game_links import read_token_scope
from trexscore.ledger.entry_refusal import EntryRefusal
from trexscore.ledger.uuids import parse_uuid
from trexscore.rules.presets import STANDARD_PRESET
from trexscore.web.device import device_label
from trexscore.web.disk_space import enforce_new_game_limits
from trexscore.web.games.access import open_for_reader
from trexscore.web.games.card_names import owner_token_storing_card_names
from trexscore.web.games.device_games import archived_tokens, device_tokens_of_game, remember_game, set_games_archived
from trexscore.web.games.start.forms import NewGameForm, new_game_form_class, preset_field_values
from trexscore.web.games.start.import_file import import_game, token_in
from trexscore.web.games.token_access import load_scope
from trexscore.web.home.presenter import games_on_device, suggested_names
from trexscore.web.limits import client_address_or_network, enforce_limit
from trexscore.web.rendering import translate as _

pages = Blueprint("games", __name__)


@pages.get("/games")
def index() -> str:
    """The games that this device has opened, and the archived ones."""
    games = games_on_device()
    return render_template(
        "games/start/list.html",
        games=[game for game in games if not game.is_archived],
        archived_games=[game for game in games if game.is_archived],
        archived=sorted(archived_tokens()),
    )


@pages.get("/games/new")
def new() -> str:
    """The form of a new game."""
    form = new_game_form_class()(blank=True)
    form.fill_in(STANDARD_PRESET.rules)
    form.key.data = str(uuid.uuid4())
    return _render_new_game_form(form)


@pages.post("/games")
def create() -> Response | tuple[str, int]:
    """Start a game."""
    enforce_new_game_limits()
    form = new_game_form_class()()
    started_game = start_game(form.game_file(), parse_uuid(form.key.data), device_label())
    if started_game == KEY_REUSED_REFUSAL:
        form.key.data = ""
        started_game = start_game(form.game_file(), device=device_label())
    if isinstance(started_game, EntryRefusal):
        form.add_problems(started_game.refusals)
        return _render_new_game_form(form), 422
    return _redirect_to_game(owner_token_storing_card_names(started_game))


@pages.get("/games/file")
def show_import() -> str:
    """The form for a game file."""
    return render_template("games/start/import_game.html", problems=())


@pages.post("/games/file")
def upload() -> Response | tuple[str, int]:
    """Import a game from its file."""
    enforce_new_game_limits()
    file = request.files.get("file")
    problems = import_game(file.read()) if file else [_("Choose a file first.")]
    if isinstance(problems, str):
        return _redirect_to_game(problems)
    return render_template("games/start/import_game.html", problems=problems), 422


@pages.get("/open")
def show_open_link() -> str:
    """How to open another phone's game: scan its code, or paste its link."""
    return render_template("games/start/open_link.html", link="", problem="")


@pages.post("/open")
def open_link() -> Response | tuple[str, int]:
    """Open a game by its link."""
    link = request.form.get("link", "")
    token = token_in(link)
    if token is not None and read_token_scope(token) is not None:
        return _redirect_to_game(token)
    enforce_limit("unknown_token", client_address_or_network())
    problem = _("No game has this link. Copy the whole link, or scan the code on the other phone.")
    return render_template("games/start/open_link.html", link=link, problem=problem), 422


@pages.get("/g/<token>/archive")
def show_game_on_device(token: str) -> str:
    """What this device can do with one of its games: archive it, remove it."""
    game = open_for_reader(token)
    return render_template(
        "games/start/game_on_device.html",
        game=game,
        entry=next((listed for listed in games_on_device() if listed.token == token), None),
        is_archived=token in archived_tokens(),
    )


@pages.post("/g/<token>/archive")
def archive_or_restore(token: str) -> Response:
    """Archive the game on this device, or restore it."""
    archived = request.form.get("archived") == "yes"
    tokens = device_tokens_of_game(load_scope(token).game_id)
    flash(_("Game archived.") if archived else _("Game restored from the archive."))
    return set_games_archived(redirect(url_for("games.index"), 303), tokens, archived=archived)


def _redirect_to_game(token: str) -> Response:
    return remember_game(redirect(url_for("table.show", token=token), 303), token)


def _render_new_game_form(form: NewGameForm) -> str:
    return render_template(
        "games/start/new.html",
        form=form,
        suggested_names=suggested_names(games_on_device()),
        presets=preset_field_values(),
    )
