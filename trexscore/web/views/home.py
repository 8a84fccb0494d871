"""The games of this device, as the first page and the list show them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import select

from trexscore.gamefile.names import compared
from trexscore.storage.models import Board, Entry, Link, db
from trexscore.web.games_here import tokens_here
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _
from trexscore.web.views.game import game_view, names_of

_MOST_NAMES = 12
_decode = msgspec.json.Decoder().decode


@dataclass(frozen=True, slots=True)
class GameHere:
    """A game that this device has opened."""

    token: str
    title: str
    note: str
    complete: bool
    known: tuple[str, ...]
    """Of its four those who have a name: an erased one has none to offer for the next game."""


def games_here() -> list[GameHere]:
    """The device's games, the latest first; links that have been cancelled are left out."""
    tokens = tokens_here()
    columns = Link.token, Link.game_id, Board.state, Entry.received_at
    rows = db.session.execute(
        select(*columns)
        .join(Board, Board.game_id == Link.game_id)
        .join(Entry, (Entry.game_id == Link.game_id) & (Entry.seq == 1))
        .where(Link.token.in_(tokens))
    ).all()
    found = {token: (game_id, state, started) for token, game_id, state, started in rows}
    games: dict[int, GameHere] = {}
    for token in tokens:
        if token in found:
            game_id, state, started = found[token]
            games.setdefault(game_id, _game(token, _decode(state), started))
    return list(games.values())


def known_names(games: Iterable[GameHere]) -> list[str]:
    """The names of those games, each once."""
    names = {compared(name): name for game in games for name in game.known}
    return list(names.values())[:_MOST_NAMES]


def _game(token: str, state: dict[str, Any], started: str) -> GameHere:
    game = game_view(token, "read", state)
    known = tuple(filter(None, state["players"]))
    listed = reader_language().listed(names_of(state["players"]))
    day = _day(started)
    if game.complete:
        won = reader_language().listed([winner.name for winner in game.winners])
        return GameHere(
            token,
            _("The game of %(day)s", day=day),
            _("%(names)s: won by %(winners)s", names=listed, winners=won),
            complete=True,
            known=known,
        )
    note = _("%(names)s: deal %(number)s", names=listed, number=game.deal_number)
    return GameHere(token, _("Go on with the game of %(day)s", day=day), note, complete=False, known=known)


def _day(started: str) -> str:
    """The day on which it began, by the server's own calendar."""
    begun = datetime.fromisoformat(started).astimezone()
    recent = (datetime.now().astimezone().date() - begun.date()).days < 7  # noqa: PLR2004 - a week
    language = reader_language()
    return language.day(begun, "EEEE" if recent else None)
