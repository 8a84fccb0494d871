"""The games of this device for the home page and the list of games."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from trexscore.commands.clock import timestamp_to_local_time
from trexscore.db.game_links import read_linked_games, read_token_scope
from trexscore.db.game_states import decode_state
from trexscore.db.models import db
from trexscore.game.file.names import name_key
from trexscore.web.device import device_time_zone
from trexscore.web.games.device_games import archived_tokens, device_tokens
from trexscore.web.games.seats import SeatView, SideView, team_names
from trexscore.web.games.view import GameView, game_view
from trexscore.web.language import reader_language
from trexscore.web.rendering import join_names

_MAX_SUGGESTED_NAMES = 12
_RECORDING_PERMISSIONS = "own", "write"
"""Permissions whose links a game is listed with, even if the device has opened another link later."""
_MAX_NAMED_SIDES = 2
"""If more share first place, they are not named."""


@dataclass(frozen=True, slots=True)
class StartTime:
    """When a game began, in the reader's time zone: `relative_day` and `time`, or the `date` if it is empty."""

    relative_day: Literal["today", "yesterday", ""]
    time: str
    date: str


@dataclass(frozen=True, slots=True)
class LeadOrResult:
    """Who leads, has won or has lost, and the points. `player_count`: the number of players in `joined_names`."""

    status: Literal["leads", "won", "lost", "tied"]
    joined_names: str
    player_count: int
    total: int


@dataclass(frozen=True, slots=True)
class GameOnDevice:
    """A game that this device has opened."""

    token: str
    short_side_names: tuple[str, ...]
    """The short names of four players, or of two pairs."""
    in_pairs: bool
    start_time: StartTime
    deal_number: int
    max_deals_in_game: int | None
    """None if the kings decide how many there are."""
    lead_or_result: LeadOrResult | None
    is_complete: bool
    is_archived: bool
    may_start_rematch: bool
    player_names: tuple[str, ...]
    """The names of its players without removed ones, as suggestions for the next game."""


def games_on_device() -> list[GameOnDevice]:
    """The device's games, the latest first, each with the link that allows most. Cancelled links are left out."""
    archived, linked_games = archived_tokens(), read_linked_games(db.session(), device_tokens())
    tokens_by_game: dict[int, list[str]] = {}
    for token in filter(linked_games.__contains__, device_tokens()):
        tokens_by_game.setdefault(linked_games[token].game_id, []).append(token)
    games = []
    for tokens in tokens_by_game.values():
        by_permission = {linked_games[token].permission: token for token in reversed(tokens)}
        token = next((by_permission[kind] for kind in _RECORDING_PERMISSIONS if kind in by_permission), tokens[0])
        linked = linked_games[token]
        game = game_view(token, linked.permission, decode_state(linked.state_json))
        games.append(_game_on_device(game, linked.started_at, is_archived=token in archived))
    return games


def suggested_names(games: Iterable[GameOnDevice]) -> list[str]:
    """The names of players in these games, each once."""
    names = {name_key(name): name for game in games for name in game.player_names}
    return list(names.values())[:_MAX_SUGGESTED_NAMES]


def find_rematch_candidate(games: Sequence[GameOnDevice]) -> GameOnDevice | None:
    """The game that can be played again with one tap: the last complete one, unless its players already play.

    A club's game is none: its next one starts at the game night.
    """
    games = [game for game in games if not game.is_archived]
    last_complete_game = next((game for game in games if game.is_complete), None)
    names_in_unfinished_games = [game.player_names for game in games if not game.is_complete]
    if (
        last_complete_game is None
        or not last_complete_game.may_start_rematch
        or last_complete_game.player_names in names_in_unfinished_games
    ):
        return None
    scope = read_token_scope(last_complete_game.token)
    return last_complete_game if scope is not None and not scope.in_club else None


def _game_on_device(game: GameView, started_at: str, *, is_archived: bool) -> GameOnDevice:
    players = tuple(filter(None, game.state.players))
    short_names = [seat.short for seat in game.seats]
    return GameOnDevice(
        token=game.token,
        short_side_names=team_names(short_names) if game.partnership else tuple(short_names),
        in_pairs=game.partnership,
        start_time=_start_time(started_at),
        deal_number=game.deal_number,
        max_deals_in_game=None if game.rules.combining == "any" else game.max_deals_in_game,
        lead_or_result=_lead_or_result(game),
        is_complete=game.complete,
        is_archived=is_archived,
        may_start_rematch=game.can_write and len(players) == len(game.seats),
        player_names=players,
    )


def _lead_or_result(game: GameView) -> LeadOrResult | None:
    """Who leads or has won; None before anything is scored."""
    if not game.complete:
        named_sides = [side for side in game.sides if side.rank == 1]
        return _lead_or_result_of(game, "leads", named_sides) if named_sides else None
    winners = list(game.winners)
    if len({side.total for side in winners}) > 1:  # if all but the worst player win, name the loser
        return _lead_or_result_of(game, "lost", [side for side in game.sides if side not in winners])
    return _lead_or_result_of(game, "won", winners)


def _lead_or_result_of(
    game: GameView, status: Literal["leads", "won", "lost"], named_sides: Sequence[SeatView | SideView]
) -> LeadOrResult:
    short_names = [side.short for side in named_sides]
    if len(short_names) > (1 if game.partnership else _MAX_NAMED_SIDES):
        return LeadOrResult("tied", "", len(short_names), named_sides[0].total)
    return LeadOrResult(
        status, join_names(short_names), len(short_names) * (2 if game.partnership else 1), named_sides[0].total
    )


def _start_time(started_at: str) -> StartTime:
    language, zone = reader_language(), device_time_zone()
    begun, now = timestamp_to_local_time(started_at, zone), datetime.now().astimezone(zone)
    days = {now.date(): "today", now.date() - timedelta(days=1): "yesterday"}
    pattern = language.short_date_pattern
    if begun.year == now.year:
        pattern = f"EEE {pattern.removesuffix(' y')}"
    return StartTime(
        days.get(begun.date(), ""),  # type: ignore[arg-type]
        language.in_digits(f"{begun:%H:%M}"),
        language.day(begun, pattern),
    )
