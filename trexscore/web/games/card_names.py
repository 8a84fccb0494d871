"""A table's names of the cards: everyone who opens the table reads them, and their phone keeps them."""

from flask import after_this_request
from werkzeug.wrappers import Response

from trexscore.db.games import name_cards
from trexscore.db.journals import writing
from trexscore.i18n.card_names import USUAL, CardNames, read_card_names
from trexscore.web.games.recent import set_cookie
from trexscore.web.language import CARD_NAMES_COOKIE, read_with, reader_language


def follow_table(kept: str | None) -> None:
    """Read the rest of this request, and every later one, with the names that a game's row keeps."""
    names = None if kept is None else read_card_names(kept)  # asked every two seconds: most tables keep none
    if names is not None and read_with(names):
        after_this_request(lambda response: keep_here(response, names))


def keep_here(response: Response, names: CardNames) -> Response:
    """Keep the names on this device."""
    set_cookie(response, CARD_NAMES_COOKIE, str(names))
    return response


def name_cards_as_here(game_id: int) -> None:
    """Give a new game the names of the device that starts it."""
    names = reader_language().card_names
    if names != USUAL:
        name_cards_at(game_id, names)


def name_cards_at(game_id: int, names: CardNames) -> None:
    """Give a game names that everybody who opens it reads."""
    with writing() as session:
        name_cards(session, game_id, str(names))
