"""Start a game, empty, from a game file with deals, or as the rematch of another one."""

import uuid
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import rfc8785
from msgspec import to_builtins
from sqlalchemy import select
from sqlalchemy.orm import Session

from trexscore.commands.clock import current_timestamp
from trexscore.commands.recording import KEY_REUSED_REFUSAL
from trexscore.db import game_states
from trexscore.db.game_links import (
    Permission,
    copy_links_to_rematch,
    create_or_delete_referee_link,
    create_standard_links,
    read_tokens_by_permission,
)
from trexscore.db.journals import GAMES
from trexscore.db.models import Game, db
from trexscore.db.transactions import retry_once_on_conflict, write_transaction
from trexscore.game.builder import fold_game
from trexscore.game.events import event_type_of_body
from trexscore.game.events.player_name import PlayerNamed
from trexscore.game.events.policy import PolicyChanged
from trexscore.game.events.start import GameStarted
from trexscore.game.file import GAME_FILE_FORMAT
from trexscore.game.file.game import GameFile, read_game_file
from trexscore.game.policy import NO_POLICY
from trexscore.game.state import state_of
from trexscore.ledger.canonical_json import canonical_digest
from trexscore.ledger.chain import MAX_GAME_ENTRIES, Body, EntryDraft, FoldEntry
from trexscore.ledger.entry_refusal import EntryRefusal
from trexscore.rules.presets import STANDARD_PRESET
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import SEATS

if TYPE_CHECKING:
    from trexscore.game.event import GameEvent

MAX_START_FILE_ENTRIES = MAX_GAME_ENTRIES // 2
"""Of a game file that starts a game."""


class StartedGame(NamedTuple):
    """A started game with its links; `is_new` unless an earlier request started it."""

    game_id: int
    token_by_permission: dict[Permission, str]
    is_new: bool


def start_game(
    game_file_json: object, started_key: str | None = None, device: str | None = None
) -> StartedGame | EntryRefusal:
    """Start a game from the value of a game file (any JSON). Returns its links, including the owner's.

    The same key and file return the same game; with another file, the key is refused (`KEY_REUSED_REFUSAL`).
    """
    digest = game_file_digest(game_file_json)
    if started_key is not None:
        existing_game = _find_started_game_or_refuse(db.session(), started_key, digest)
        if existing_game is not None:
            return existing_game
    game = read_game_file(game_file_json)
    refusals = _start_refusals(game)
    if refusals or digest is None or not isinstance(game_file_json, dict):
        return EntryRefusal(refusals, game.entries)
    new_key = started_key or str(uuid.uuid4())

    def find_or_start() -> StartedGame | EntryRefusal:
        with write_transaction() as session:
            return _find_started_game_or_refuse(session, new_key, digest) or _store_new_game(
                session, game, game_file_json, new_key, digest, device_label=device
            )

    return retry_once_on_conflict(find_or_start)


def start_game_in_transaction(
    session: Session, game_file_json: Body, started_key: str, policy_json: Body | None = None, device: str | None = None
) -> StartedGame | EntryRefusal:
    """Start a game inside a transaction under an unused key, with a policy if given."""
    game, digest = read_game_file(game_file_json), game_file_digest(game_file_json)
    refusals = _start_refusals(game)
    if refusals or digest is None:
        return EntryRefusal(refusals, game.entries)
    return _store_new_game(session, game, game_file_json, started_key, digest, policy_json, device)


def _start_refusals(game_file: GameFile) -> tuple[Refusal, ...]:
    """Why a file cannot start a game. The journal needs room for its deals and for more entries."""
    refusals = game_file.play().refusals
    if not refusals and len(game_file.entries) > MAX_START_FILE_ENTRIES:
        return (refuse("too_many_entries", "game.deals", most=MAX_START_FILE_ENTRIES),)
    return refusals


def game_file_digest(game_file_json: object) -> str | None:
    """Identifies a file's content; None if a number is too large for any game."""
    try:
        return canonical_digest(game_file_json)
    except rfc8785.CanonicalizationError:
        return None


def _find_started_game_or_refuse(
    session: Session, started_key: str, file_digest: str | None
) -> StartedGame | EntryRefusal | None:
    columns = Game.id, Game.started_digest
    row = session.execute(select(*columns).where(Game.started_key == started_key)).one_or_none()
    if row is None:
        return None
    return (
        StartedGame(row.id, read_tokens_by_permission(session, row.id), is_new=False)
        if row.started_digest == file_digest
        else KEY_REUSED_REFUSAL
    )


def _store_new_game(  # noqa: PLR0913, PLR0917 - what a game begins with
    session: Session,
    game_file: GameFile,
    game_file_json: Body,
    started_key: str,
    file_digest: str,
    policy_json: Body | None = None,
    device_label: str | None = None,
) -> StartedGame:
    drafts = list(_first_entry_drafts(game_file, game_file_json, uuid.UUID(started_key)))
    if policy_json is not None:
        policy_key = str(uuid.uuid5(uuid.UUID(started_key), PolicyChanged.stored_kind))
        drafts.append(EntryDraft(policy_key, PolicyChanged.stored_kind, None, None, PolicyChanged.body_of(policy_json)))
    link: Body = {"right": "own", "device": device_label} if device_label else {"right": "own"}
    drafts = [draft._replace(link_json=link) for draft in drafts]
    new_journal = GAMES.create_journal(session, started_key=started_key, started_digest=file_digest, uid=drafts[0].key)
    journal_head = GAMES.append_drafts(session, new_journal, drafts, current_timestamp())
    record = fold_game(
        FoldEntry(seq, draft.kind, draft.body, draft.link_json, draft.key) for seq, draft in enumerate(drafts, 1)
    )
    game_states.store_state(session, journal_head.id, state_of(record, record.play(), journal_head.seq))
    links = create_standard_links(session, journal_head.id)
    create_or_delete_referee_link(session, journal_head.id, has_referee=record.policy.referee)
    return StartedGame(journal_head.id, links, is_new=True)


def _first_entry_drafts(game_file: GameFile, game_file_json: Body, key: uuid.UUID) -> Iterator[EntryDraft]:
    """The start, four names and the deals, one entry each.

    All readers see entry keys, but the start's own key gives access to the game's links. So the keys of entries are
    derived from it and it is not stored.
    """
    start = {
        "format": GAME_FILE_FORMAT,
        "house_rules": game_file_json.get("house_rules", {"preset": STANDARD_PRESET.name}),
    }
    if game_file.first_king is not None:
        start["first_king"] = game_file.first_king.name
    bodies: list[tuple[type[GameEvent], Body]] = [(GameStarted, start)]
    bodies += [
        (PlayerNamed, PlayerNamed.body_of({"seat": seat.name, "name": game_file.player_names[seat]})) for seat in SEATS
    ]
    bodies += [(event_type_of_body(body), body) for body in game_file_json["deals"]]
    for seq, (event, body) in enumerate(bodies, 1):
        yield EntryDraft(str(uuid.uuid5(key, str(seq))), event.stored_kind, None, None, body)


class Rematch(NamedTuple):
    """The next game, and whether this request started it."""

    game_id: int
    is_new: bool


def start_rematch(game_id: int, names_for_removed: Sequence[str], device: str | None = None) -> Rematch | None:
    """Start the rematch of a game: same seats, house rules and policy; the first king is drawn again.

    `names_for_removed` fill in for removed names; returns None if one is another player's name. The key is derived from
    the game's key and keys are unique, so two simultaneous requests get the same game. The links are derived from those
    of the game, with the same permissions.
    """
    return retry_once_on_conflict(partial(_find_or_start_rematch, game_id, names_for_removed, device))


def _find_or_start_rematch(game_id: int, names_for_removed: Sequence[str], device: str | None) -> Rematch | None:
    with write_transaction() as session:
        started_key = session.execute(select(Game.started_key).where(Game.id == game_id)).scalar_one()
        key = str(uuid.uuid5(uuid.UUID(started_key), "rematch"))
        existing_game_id = session.scalar(select(Game.id).where(Game.started_key == key))
        if existing_game_id is not None:
            return Rematch(existing_game_id, is_new=False)
        record = fold_game(GAMES.read_fold_entries(session, game_id))
        players = [
            name or stored_name for name, stored_name in zip(record.player_names, names_for_removed, strict=True)
        ]
        game_file = {
            "format": GAME_FILE_FORMAT,
            "players": players,
            "house_rules": record.house_rules_json,
            "deals": [],
        }
        policy = None if record.policy == NO_POLICY else to_builtins(record.policy)
        started_game = start_game_in_transaction(session, game_file, key, policy, device)
        if not isinstance(started_game, StartedGame):
            return None
        copy_links_to_rematch(session, game_id, started_game.game_id)
        return Rematch(started_game.game_id, is_new=True)
