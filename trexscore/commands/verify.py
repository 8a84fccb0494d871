"""Does every journal hold, and do the derived rows say what it says?"""

from collections.abc import Iterator

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from trexscore.commands.club_files.validate_game import not_permitted
from trexscore.db.game_states import UNFIT, has_open_dispute
from trexscore.db.journals import GAMES, Journals
from trexscore.db.models import Board, Game, db
from trexscore.game.builder import fold
from trexscore.game.state import state_of
from trexscore.ledger.chain import ChainFault, JournalEntry, blanked, chain_faults


def verify_all() -> Iterator[tuple[int, list[ChainFault]]]:
    """Every game's number, and where it does not hold."""
    session = db.session()
    columns = Game.id, Game.uid, Game.last_seq, Game.last_digest
    for game_id, uid, last_seq, last_digest in session.execute(select(*columns).order_by(Game.id)).all():
        entries = GAMES.journal(session, game_id)
        found = [
            *breaks_of_game(entries),
            *lost_tail(entries, last_seq, last_digest),
            *_derived(game_id, entries),
        ]
        yield game_id, [*found, *_name(entries, uid)]


def breaks_of_game(entries: list[JournalEntry]) -> list[ChainFault]:
    """Where a game's journal does not hold by itself. Who was allowed to write what is asked of a whole chain."""
    return [*chain_faults(entries), *blanked(entries)] or [*not_permitted(entries)]


def broken_chains(journals: Journals, session: Session) -> Iterator[int]:
    """The numbers of the journals whose entries are not what was written, or do not end where they should."""
    head = journals.heads.c
    for number, last_seq, last_digest in session.execute(select(head.id, head.last_seq, head.last_digest)).all():
        entries = journals.journal(session, number)
        if any(chain_faults(entries)) or any(lost_tail(entries, last_seq, last_digest)):
            yield number


def lost_tail(entries: list[JournalEntry], last_seq: int, last_digest: str) -> Iterator[ChainFault]:
    """Whether the journal ends where its head says: `last_seq` and `last_digest`."""
    if not entries or (entries[-1].seq, entries[-1].digest) != (last_seq, last_digest):
        yield ChainFault(last_seq, "lost_tail")


def _name(entries: list[JournalEntry], uid: str) -> Iterator[ChainFault]:
    if entries and entries[0].key != uid:
        yield ChainFault(entries[0].seq, "misnamed")


def _derived(game_id: int, entries: list[JournalEntry]) -> Iterator[ChainFault]:
    """The board has to be what the fold of the journal gives; a record that cannot be played is unfit."""
    columns = Board.seq, Board.state, Board.has_open_dispute
    board = db.session.execute(select(*columns).where(Board.game_id == game_id)).one_or_none()
    last = entries[-1].seq if entries else 0
    try:
        record = fold(entry.told for entry in entries)
        played = record.play()
        state = state_of(record, played, last)
        due = (last, msgspec.json.decode(msgspec.json.encode(state)), has_open_dispute(state))
    except UNFIT:
        yield ChainFault(last, "unfit")
        return
    if played.refusals:
        yield ChainFault(last, "unfit")
    if board is None or (board.seq, _values(board.state), board.has_open_dispute) != due:
        yield ChainFault(last, "derived")


def _values(text: str) -> object:
    """None where the text is no JSON any more."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return None
