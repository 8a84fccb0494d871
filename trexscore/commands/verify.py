"""Verify every game's journal and the rows derived from it."""

from collections.abc import Iterator

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from trexscore.commands.club_files.validate_game import permission_faults
from trexscore.db.game_states import FOLD_ERRORS, has_open_dispute
from trexscore.db.journals import GAMES, Journals
from trexscore.db.models import Game, GameState, db
from trexscore.game.anonymization import find_unexplained_empty_entries
from trexscore.game.builder import fold
from trexscore.game.state import state_of
from trexscore.ledger.chain import ChainFault, JournalEntry, chain_faults


def verify_games() -> Iterator[tuple[int, list[ChainFault]]]:
    """Yields every game's id and its faults."""
    session = db.session()
    columns = Game.id, Game.uid, Game.last_seq, Game.last_digest
    for game_id, uid, last_seq, last_digest in session.execute(select(*columns).order_by(Game.id)).all():
        entries = GAMES.read_entries(session, game_id)
        faults = [
            *game_journal_faults(entries),
            *journal_end_faults(entries, last_seq, last_digest),
            *_derived_faults(game_id, entries),
        ]
        yield game_id, [*faults, *_uid_fault(entries, uid)]


def game_journal_faults(entries: list[JournalEntry]) -> list[ChainFault]:
    """Faults inside a game's journal. Permissions are checked only if the chain is intact."""
    return [*chain_faults(entries), *find_unexplained_empty_entries(entries)] or [*permission_faults(entries)]


def journals_with_faults(journals: Journals, session: Session) -> Iterator[int]:
    """Ids of the journals whose entries were altered or whose end does not match the head."""
    head = journals.heads.c
    for journal_id, last_seq, last_digest in session.execute(select(head.id, head.last_seq, head.last_digest)).all():
        entries = journals.read_entries(session, journal_id)
        if any(chain_faults(entries)) or any(journal_end_faults(entries, last_seq, last_digest)):
            yield journal_id


def journal_end_faults(entries: list[JournalEntry], last_seq: int, last_digest: str) -> Iterator[ChainFault]:
    """A fault unless the journal ends with `last_seq` and `last_digest`."""
    if not entries or (entries[-1].seq, entries[-1].digest) != (last_seq, last_digest):
        yield ChainFault(last_seq, "lost_tail")


def _uid_fault(entries: list[JournalEntry], uid: str) -> Iterator[ChainFault]:
    if entries and entries[0].key != uid:
        yield ChainFault(entries[0].seq, "misnamed")


def _derived_faults(game_id: int, entries: list[JournalEntry]) -> Iterator[ChainFault]:
    """The stored state must equal the fold of the journal; a journal that cannot be played is `unfit`."""
    columns = GameState.seq, GameState.state, GameState.has_open_dispute
    stored = db.session.execute(select(*columns).where(GameState.game_id == game_id)).one_or_none()
    last = entries[-1].seq if entries else 0
    try:
        record = fold(entry.fold_entry for entry in entries)
        played = record.play()
        state = state_of(record, played, last)
        expected = (last, msgspec.json.decode(msgspec.json.encode(state)), has_open_dispute(state))
    except FOLD_ERRORS:
        yield ChainFault(last, "unfit")
        return
    if played.refusals:
        yield ChainFault(last, "unfit")
    if stored is None or (stored.seq, _decode_or_none(stored.state), stored.has_open_dispute) != expected:
        yield ChainFault(last, "derived")


def _decode_or_none(text: str) -> object:
    """The JSON value, or None if the text is no longer JSON."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return None
