"""Import a whole club: its journal and those of its games unchanged, with rebuilt projections."""

import time
import uuid
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from trexscore.commands.club_files.stage_import import staged_club
from trexscore.commands.club_files.validate_file import InvalidFile, Source, ValidFile, games_in, validate_file
from trexscore.commands.games.start_game import file_digest
from trexscore.commands.jobs import Progress, ignore_progress
from trexscore.commands.league.projections import apply_longer_game
from trexscore.db import game_states as boards
from trexscore.db.batches import write_step
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.clubs.club_files import JournalComparison, compare_journal, lock_games_by_uid, restore_game
from trexscore.db.clubs.clubs import connect_account, find_member_number, read_member_accounts
from trexscore.db.clubs.escrowed_tokens import restore_tokens
from trexscore.db.clubs.game_tokens import create_missing_links
from trexscore.db.clubs.staged_imports import LONGEST_IMPORT_SECONDS, delete_staged_club, delete_staged_clubs
from trexscore.db.journals import CLUBS, GAMES, JournalGone, Journals, write_transaction
from trexscore.db.models import db
from trexscore.db.tokens import sync_referee_token
from trexscore.game.builder import fold
from trexscore.game.events import EVENTS
from trexscore.game.events.deal import GameFileEvent
from trexscore.game.events.player_name import PlayerNamed
from trexscore.game.events.start import GameStarted
from trexscore.game.state import state_of
from trexscore.ledger.chain import JournalEntry, remainder_digests
from trexscore.rules.refusals import refuse

_AT_ONCE = 25
"""Games per transaction, limited so that tables do not wait long for the writer's lock."""


class ImportedClub(NamedTuple):
    """The imported club. `was`: its state here before, compared with the file; `games`: counts by that state."""

    uid: str
    name: str
    previous_state: JournalComparison
    entries: int
    """Entries added to the club's journal."""
    games: Mapping[JournalComparison, int]


def import_club(source: Source, account_id: int | None, progress: Progress = ignore_progress) -> ImportedClub:
    """Import a club file; this account becomes its owner. Raises `InvalidFile`, leaving the club as it was before.

    The file must be seekable. Games are written before the club that counts them and cannot be opened until the club is
    there; repeating an interrupted import continues it. A new club is written in short steps, so that no scorer waits
    long, and is hidden until the last one.
    """
    delete_staged_clubs(time.time() - LONGEST_IMPORT_SECONDS)
    try:
        return _import(source, account_id, progress)
    except (IntegrityError, JournalGone):  # someone imported the same club at the same time
        return _import(source, account_id, progress)


def _import(source: Source, account_id: int | None, progress: Progress) -> ImportedClub:
    session = db.session()
    progress("check", 0, 0)
    looked = validate_file(session, source)
    session.rollback()
    if looked.club.comparison in ("new", "behind") or source.extends:
        to_write, written = _to_write(source, looked), 0
        missing = sum(here in ("new", "behind") for here in looked.games.values())
        while some := list(islice(to_write, _AT_ONCE)):
            _write_games(some)
            written += len(some)
            progress("games", written, missing)
        progress("recalculate", 0, 0)
        _write_club(looked, source, account_id)
    added = looked.head.entries - looked.club.seq if looked.club.comparison in ("new", "behind") else 0
    games = Counter(looked.games.values())
    return ImportedClub(looked.head.uid, looked.record.settings.name, looked.club.comparison, added, games)


def _to_write(source: Source, looked: ValidFile) -> Iterator[list[JournalEntry]]:
    return (entries for entries in games_in(source, looked.head) if looked.games[entries[0].key] in ("new", "behind"))


def _write_games(games: Iterable[list[JournalEntry]]) -> None:
    """Restore new games and append the missing entries of shorter ones."""
    with write_step() as session:
        longer: list[tuple[int, list[JournalEntry], int]] = []
        for entries in games:
            here, number, seq = compare_journal(
                session, GAMES, entries[0].key, [entry.digest for entry in entries], lock=True
            )
            if here == "new":
                _restore(session, entries)
            elif here == "behind":
                GAMES.insert_chained_entries(session, number, entries[seq:])
                _erase_here(session, GAMES, number, entries, seq)
                _set_up(session, number, entries, is_new=False)
                longer.append((number, entries, seq))
        for number, entries, seq in longer:  # games before clubs: the order of locks
            for club_id in game_rows.list_counting_club_ids(session, number):
                apply_longer_game(session, club_id, number, entries, seq)


def _erase_here(session: Session, journals: Journals, number: int, entries: list[JournalEntry], here: int) -> None:
    """Apply removals of names that happened elsewhere: digests are equal, names are gone."""
    emptied = [entry.seq for entry in entries[:here] if entry.body is None]
    journals.remove_names(session, number, emptied, [seq for seq in remainder_digests(entries) if seq <= here])


def _restore(session: Session, entries: list[JournalEntry]) -> None:
    """Games get no links before the club exists that stores them."""
    number = restore_game(session, entries, started_key=str(uuid.uuid4()), started_digest=_started_digest(entries))
    _set_up(session, number, entries, is_new=True)


def _set_up(session: Session, number: int, entries: list[JournalEntry], *, is_new: bool) -> None:
    record = fold(entry.fold_entry for entry in entries)
    state = state_of(record, record.play(), entries[-1].seq)
    (boards.insert_state if is_new else boards.update_state)(session, number, state)
    sync_referee_token(session, number, has_referee=record.policy.referee)


def _started_digest(entries: list[JournalEntry]) -> str:
    """The digest of the file that started the game, so that the same file finds this game."""
    first = entries[0]
    begun = [
        entry.fold_entry
        for entry in entries
        if entry.received_at == first.received_at
        and entry.author is None
        and (issubclass(EVENTS[entry.kind], GameFileEvent | GameStarted | PlayerNamed))
    ]
    return file_digest(fold(begun).game_file()) or first.digest


def _write_club(looked: ValidFile, source: Source, account_id: int | None) -> None:
    """Write the club, or its missing entries, while its games are locked and cannot be opened by another club."""
    if looked.club.comparison == "new":
        _write_new(looked, account_id)
    elif looked.club.comparison == "behind" and source.extends:
        _write_longer(looked, account_id)
    elif source.extends:
        _write_owner(looked, account_id)


def _write_new(looked: ValidFile, account_id: int | None) -> None:
    with staged_club(looked.entries) as club, write_transaction() as session:
        lock_games_by_uid(session, sorted(looked.games))
        if compare_journal(session, CLUBS, looked.head.uid, [looked.head.digest], lock=True).comparison != "new":
            raise JournalGone(looked.head.uid)
        club.show(session, looked.head.uid)
        _give_games(session, club.id, looked, account_id)
        if account_id is not None:
            connect_account(session, club.id, looked.record.owner.number, account_id)


def _give_games(session: Session, number: int, looked: ValidFile, account_id: int | None) -> None:
    if account_id is not None:
        restore_tokens(session, number, sorted(looked.games), looked.head.digest, account_id)
    create_missing_links(session, number, sorted(looked.games))


def _write_longer(looked: ValidFile, account_id: int | None) -> None:
    """Replace the shorter club with that of the file; the devices of entries written here are kept."""
    uid, digests = looked.head.uid, [entry.digest for entry in looked.entries]
    before = compare_journal(db.session(), CLUBS, uid, digests)
    if before.comparison != "behind":
        raise JournalGone(uid)
    entries = [*CLUBS.read_entries(db.session(), before.number), *looked.entries[before.seq :]]
    db.session.rollback()
    with staged_club(entries) as club, write_transaction() as session:
        lock_games_by_uid(session, sorted(looked.games))
        if compare_journal(session, CLUBS, uid, digests, lock=True) != before:
            raise JournalGone(uid)
        club.replace(session, before.number, uid)
        _erase_here(session, CLUBS, club.id, looked.entries, before.seq)
        _give_games(session, club.id, looked, account_id)
        _claim_owner(session, club.id, looked, account_id)
    delete_staged_club(before.number)


def _write_owner(looked: ValidFile, account_id: int | None) -> None:
    """Only claim the ownership, if no one owns the club here: the rest is already here."""
    with write_transaction() as session:
        digests = [entry.digest for entry in looked.entries]
        now = compare_journal(session, CLUBS, looked.head.uid, digests, lock=True)
        if now.comparison == "new":  # it was deleted since
            raise JournalGone(looked.head.uid)
        if now.comparison not in ("same", "ahead"):
            raise InvalidFile((refuse("club_differs"),))
        _claim_owner(session, now.number, looked, account_id)


def _claim_owner(session: Session, number: int, looked: ValidFile, account_id: int | None) -> None:
    owner = looked.record.owner.number
    if account_id is None or owner in read_member_accounts(session, number):
        return
    if find_member_number(session, number, account_id) is not None:
        raise InvalidFile((refuse("account_is_another"),))
    connect_account(session, number, owner, account_id)
