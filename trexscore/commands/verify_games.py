"""Verify every game's journal and the rows derived from it."""

from collections.abc import Iterator

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from trexscore.commands.club_files.validate_game_journal import permission_and_time_faults
from trexscore.db.game_states import FOLD_ERRORS, has_open_dispute
from trexscore.db.journals import GAMES, Journals
from trexscore.db.models import Game, GameState, db
from trexscore.game.anonymization import unexplained_empty_entry_faults
from trexscore.game.builder import fold_game
from trexscore.game.state import state_of
from trexscore.ledger.chain import JournalEntry, JournalFault, chain_faults


def verify_games() -> Iterator[tuple[int, list[JournalFault]]]:
    """Yields every game's id and its faults."""
    session = db.session()
    for game_id in session.scalars(select(Game.id).order_by(Game.id)).all():
        yield game_id, verify_game(session, game_id)


def verify_game(session: Session, game_id: int) -> list[JournalFault]:
    columns = Game.uid, Game.last_seq, Game.last_digest
    uid, last_seq, last_digest = session.execute(select(*columns).where(Game.id == game_id)).one()
    entries = GAMES.read_entries(session, game_id)
    return [
        *game_journal_faults(entries),
        *journal_end_faults(entries, last_seq, last_digest),
        *_stored_state_faults(game_id, entries),
        *(JournalFault(entry.seq, "misnamed") for entry in entries[:1] if entry.key != uid),
    ]


def game_journal_faults(entries: list[JournalEntry]) -> list[JournalFault]:
    """Faults inside a game's journal. Permissions are checked only if the chain is intact."""
    return [*chain_faults(entries), *unexplained_empty_entry_faults(entries)] or [*permission_and_time_faults(entries)]


def ids_of_broken_journals(journal_store: Journals, session: Session) -> Iterator[int]:
    """Ids of the journals whose entries were altered or whose end does not match the head."""
    head = journal_store.heads.c
    for journal_id, last_seq, last_digest in session.execute(select(head.id, head.last_seq, head.last_digest)).all():
        entries = journal_store.read_entries(session, journal_id)
        if any(chain_faults(entries)) or any(journal_end_faults(entries, last_seq, last_digest)):
            yield journal_id


def journal_end_faults(
    entries: list[JournalEntry], expected_last_seq: int, expected_last_digest: str
) -> Iterator[JournalFault]:
    """A fault unless the journal ends with `expected_last_seq` and `expected_last_digest`."""
    if not entries or (entries[-1].seq, entries[-1].digest) != (expected_last_seq, expected_last_digest):
        yield JournalFault(expected_last_seq, "lost_tail")


def _stored_state_faults(game_id: int, entries: list[JournalEntry]) -> Iterator[JournalFault]:
    """The stored state must equal the fold of the journal; a journal that cannot be played is `unfit`."""
    columns = GameState.seq, GameState.state, GameState.has_open_dispute
    stored_state = db.session.execute(select(*columns).where(GameState.game_id == game_id)).one_or_none()
    last_seq = entries[-1].seq if entries else 0
    try:
        record = fold_game(entry.fold_entry for entry in entries)
        played_game = record.play()
        state = state_of(record, played_game, last_seq)
        expected_state = (last_seq, msgspec.json.decode(msgspec.json.encode(state)), has_open_dispute(state))
    except FOLD_ERRORS:
        yield JournalFault(last_seq, "unfit")
        return
    if played_game.refusals:
        yield JournalFault(last_seq, "unfit")
    if (
        stored_state is None
        or (stored_state.seq, _json_value_or_none(stored_state.state), stored_state.has_open_dispute) != expected_state
    ):
        yield JournalFault(last_seq, "derived")


def _json_value_or_none(text: str) -> object:
    """The JSON value, or None if the text is no longer JSON."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return None
