"""A game as a file, and its deletion or the permanent removal of a name, after a page that says what stays."""

import json

from flask import Blueprint, Response, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response as BaseResponse

from trexscore.commands.games.delete_game import (
    EverCountedByClub,
    delete_game_unless_counted,
    remove_player_name_unless_counted,
)
from trexscore.db.clubs.counted_games import list_ever_counting_club_ids
from trexscore.db.models import db
from trexscore.rules.seats import SEAT_BY_LETTER
from trexscore.web.games.access import load_record, open_for_owner, requested_seat
from trexscore.web.games.device_games import device_tokens_of_game, forget_games
from trexscore.web.games.token_access import load_scope
from trexscore.web.limits import enforce_limit
from trexscore.web.rendering import translate as _

pages = Blueprint("files", __name__)


@pages.get("/g/<token>/game.json")
def download(token: str) -> Response:
    """Download the game file."""
    text = json.dumps(load_record(load_scope(token).game_id).game_file_json(), ensure_ascii=False, indent=1)
    headers = {"Content-Disposition": 'attachment; filename="trex-game.json"'}
    return Response(text + "\n", headers=headers, content_type="application/json")


@pages.get("/g/<token>/delete")
def show_names_and_deletion(token: str) -> str:
    """What can be deleted and what stays; or why nothing can be."""
    game = open_for_owner(token)
    names = [(seat.seat, name) for seat, name in zip(game.seats, game.state.players, strict=True) if name]
    return render_template(
        "games/files/names_and_deletion.html",
        game=game,
        names=names,
        counted=bool(list_ever_counting_club_ids(db.session(), game.game_id)),
    )


@pages.post("/g/<token>/delete")
def delete(token: str) -> BaseResponse:
    """Delete the game."""
    game = open_for_owner(token)
    enforce_limit("write", token)
    tokens = device_tokens_of_game(game.game_id)
    try:
        delete_game_unless_counted(game.game_id)
    except EverCountedByClub:
        return redirect(url_for("files.show_names_and_deletion", token=token), 303)
    flash(_("The game is deleted."))
    return forget_games(redirect(url_for("games.index"), 303), tokens)


@pages.post("/g/<token>/names/removal")
def remove_name(token: str) -> BaseResponse:
    """Remove a player's name permanently."""
    game = open_for_owner(token)
    enforce_limit("write", token)
    seat = SEAT_BY_LETTER[requested_seat(token)]
    try:
        if remove_player_name_unless_counted(game.game_id, seat):
            flash(_("The name is removed. All points stay."))
    except EverCountedByClub:
        pass
    return redirect(url_for("files.show_names_and_deletion", token=token), 303)
