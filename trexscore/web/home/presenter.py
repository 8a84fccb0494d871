"""The games of this device, as the first page and the list show them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, cast

from sqlalchemy import select

from trexscore.commands.clock import local
from trexscore.db.game_states import decode_state
from trexscore.db.models import Board, Entry, Link, db
from trexscore.db.tokens import Permission, scope_of
from trexscore.game.file.names import compared
from trexscore.web.games.recent import archived_here, tokens_here
from trexscore.web.games.seats import SeatView, Standing
from trexscore.web.games.view import GameView, game_view
from trexscore.web.language import reader_language
from trexscore.web.rendering import isolated
from trexscore.web.rendering import translate as _
from trexscore.web.time_zone import zone_here

_MOST_NAMES = 12
_MOST_NAMED = 2
"""More than that share a place without being named."""


@dataclass(frozen=True, slots=True)
class Moment:
    """When a game began, by the clocks of its reader: today and yesterday with the time, else the `date`."""

    day: Literal["today", "yesterday", ""]
    time: str
    date: str


@dataclass(frozen=True, slots=True)
class Lead:
    """Who is in front, or has won or lost, with how many points; `people` is how many they are."""

    how: Literal["leads", "won", "lost", "tied"]
    names: str
    people: int
    points: int


@dataclass(frozen=True, slots=True)
class GameHere:
    """A game that this device has opened."""

    token: str
    names: tuple[str, ...]
    """Four players, short; or two pairs, each a sentence in the page's direction."""
    pairs: bool
    began: Moment
    deal_number: int
    deals_in_game: int | None
    """None where the kings decide how many there are."""
    lead: Lead | None
    complete: bool
    archived: bool
    may_start_again: bool
    known: tuple[str, ...]
    """Of its four those who have a name: an erased one has none to offer for the next game."""


def games_here() -> list[GameHere]:
    """The device's games, the latest first; links that have been cancelled are left out."""
    tokens, archived = tokens_here(), archived_here()
    columns = Link.token, Link.may, Link.game_id, Board.state, Entry.received_at
    rows = db.session.execute(
        select(*columns)
        .join(Board, Board.game_id == Link.game_id)
        .join(Entry, (Entry.game_id == Link.game_id) & (Entry.seq == 1))
        .where(Link.token.in_(tokens))
    ).all()
    found = {token: (may, game_id, state, started) for token, may, game_id, state, started in rows}
    games: dict[int, GameHere] = {}
    for token in tokens:
        if token in found:
            may, game_id, state, started = found[token]
            if game_id not in games:
                game = game_view(token, cast("Permission", may), decode_state(state))
                games[game_id] = _game(game, started, archived=token in archived)
    return list(games.values())


def known_names(games: Iterable[GameHere]) -> list[str]:
    """The names of those games, each once."""
    names = {compared(name): name for game in games for name in game.known}
    return list(names.values())[:_MOST_NAMES]


def same_four(games: Sequence[GameHere]) -> GameHere | None:
    """The game whose four may play again with one tap: the last one finished, unless they are playing already.

    A game that a club counts is none: its next one starts at the club's game night.
    """
    games = [game for game in games if not game.archived]
    last = next((game for game in games if game.complete), None)
    playing = [game.known for game in games if not game.complete]
    if last is None or not last.may_start_again or last.known in playing:
        return None
    scope = scope_of(last.token)
    return last if scope is not None and not scope.in_club else None


def _game(game: GameView, started: str, *, archived: bool) -> GameHere:
    players = tuple(filter(None, game.state.players))
    short = [seat.short for seat in game.seats]
    return GameHere(
        token=game.token,
        names=_pairs(short) if game.partnership else tuple(short),
        pairs=game.partnership,
        began=_moment(started),
        deal_number=game.deal_number,
        deals_in_game=None if game.rules.combining == "any" else game.deals_in_game,
        lead=_lead(game),
        complete=game.complete,
        archived=archived,
        may_start_again=game.can_write and len(players) == len(game.seats),
        known=players,
    )


def _pairs(names: Sequence[str]) -> tuple[str, ...]:
    one, two, three, four = names
    return _("%(one)s and %(other)s", one=one, other=three), _("%(one)s and %(other)s", one=two, other=four)


def _lead(game: GameView) -> Lead | None:
    """Nobody before anything is scored."""
    sides: Sequence[SeatView | Standing] = game.teams if game.partnership else game.seats
    if not game.complete:
        front = [side for side in sides if side.rank == 1]
        return _led(game, "leads", front) if front else None
    won = list(game.winners)
    if len({side.total for side in won}) > 1:  # where all but the worst win, the worst is the news
        return _led(game, "lost", [side for side in sides if side not in won])
    return _led(game, "won", won)


def _led(game: GameView, how: Literal["leads", "won", "lost"], front: Sequence[SeatView | Standing]) -> Lead:
    sides: Sequence[SeatView | Standing] = game.teams if game.partnership else game.seats
    names = _pairs([seat.column for seat in game.seats]) if game.partnership else [seat.short for seat in game.seats]
    named = [name for name, side in zip(names, sides, strict=True) if side in front]
    if len(named) > (1 if game.partnership else _MOST_NAMED):
        return Lead("tied", "", len(named), front[0].total)
    listed = named[0] if len(named) == 1 else reader_language().listed([isolated(name) for name in named])
    return Lead(how, listed, len(named) * (2 if game.partnership else 1), front[0].total)


def _moment(started: str) -> Moment:
    language, zone = reader_language(), zone_here()
    begun, now = local(datetime.fromisoformat(started), zone), datetime.now().astimezone(zone)
    days = {now.date(): "today", now.date() - timedelta(days=1): "yesterday"}
    pattern = language.short_date if begun.year != now.year else f"EEE {language.short_date.removesuffix(' y')}"
    return Moment(
        days.get(begun.date(), ""),  # type: ignore[arg-type]
        language.in_digits(f"{begun:%H:%M}"),
        language.day(begun, pattern),
    )
