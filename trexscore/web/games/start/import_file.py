"""A game from a file, and the token in a pasted link."""

import re
from typing import Any

from trexscore.commands.games.start_game import KeyReused, NotStarted, Started, start_game
from trexscore.game.file.text import NotJson, read_json
from trexscore.i18n.texts.refusals import with_place
from trexscore.rules.refusals import refuse
from trexscore.web.device import device
from trexscore.web.games.card_names import name_cards_as_here
from trexscore.web.language import reader_language

_TOKEN = re.compile(r"(?:^|/g/)([A-Za-z0-9_-]{16,64})(?:[/?#]|$)")


def token_in(text: str) -> str | None:
    """The token of a link, however it was pasted."""
    found = _TOKEN.search(text.strip())
    return None if found is None else found[1]


def bring(text: bytes, key: str | None = None) -> str | list[str]:
    """The new game's link, or what is wrong with the file."""
    language = reader_language()
    try:
        value: Any = read_json(text)
    except NotJson:
        return [with_place(language, refuse("not_json"), ())]
    started = start_game(value, key, device())
    if isinstance(started, KeyReused):
        started = start_game(value, device=device())
    if isinstance(started, NotStarted):
        said = (with_place(language, refusal, started.file.entries) for refusal in started.refusals)
        return list(dict.fromkeys(said))
    return owner_token(started)


def owner_token(started: Started | KeyReused) -> str:
    """The link of a new game, which gets this device's names of the cards."""
    assert isinstance(started, Started)  # noqa: S101 - no key was given the second time
    name_cards_as_here(started.game_id)
    return started.links["own"]
