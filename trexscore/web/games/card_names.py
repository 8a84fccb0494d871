"""A table's names of the cards: shown to everyone who opens the table, and remembered by their phones."""

from flask import after_this_request
from werkzeug.wrappers import Response

from trexscore.commands.games.start_game import StartedGame
from trexscore.commands.games.unjournaled import set_card_names
from trexscore.i18n.card_names import DEFAULT_CARD_NAMES, CardNameChoices, parse_card_names
from trexscore.web.cookies import set_lasting_cookie
from trexscore.web.language import CARD_NAMES_COOKIE, reader_language, use_card_names


def use_stored_card_names(stored_card_names: str | None) -> None:
    """Use the card names stored with a game for this request, and by a cookie for later ones."""
    if stored_card_names is None:  # runs every two seconds: most tables store none
        return
    names = parse_card_names(stored_card_names)
    if names is not None and use_card_names(names):
        after_this_request(lambda response: set_card_names_cookie(response, names))


def set_card_names_cookie(response: Response, names: CardNameChoices) -> Response:
    """Set the cookie by which this device remembers the names."""
    set_lasting_cookie(response, CARD_NAMES_COOKIE, str(names))
    return response


def store_device_card_names(game_id: int) -> None:
    """Store this device's names with a game that it starts, unless they are the usual ones."""
    names = reader_language().card_names
    if names != DEFAULT_CARD_NAMES:
        set_card_names(game_id, str(names))


def owner_token_storing_card_names(started: StartedGame) -> str:
    """The owner token of a new game. Stores this device's card names with the game."""
    store_device_card_names(started.game_id)
    return started.token_by_permission["own"]
