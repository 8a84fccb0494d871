"""Import a whole club: its journal and those of its games unchanged, with rebuilt projections."""

import time
import uuid
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import NamedTuple

from sqlalchemy.orm import Session

from trexscore.commands.club_files.unpublished_club import unpublished_club
from trexscore.commands.club_files.validate_club_file import (
    ClubFileSource,
    InvalidClubFile,
    ValidatedClubFile,
    read_game_journals,
    validate_club_file,
)
from trexscore.commands.games.start_game import game_file_digest
from trexscore.commands.jobs import ProgressCallback, ignore_progress
from trexscore.commands.league.apply_entries import apply_appended_entries
from trexscore.db import game_states
from trexscore.db.batches import write_transaction_then_pause
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.clubs.club_files import JournalComparison, compare_stored_journal, lock_games, store_imported_game
from trexscore.db.clubs.clubs import connect_account, find_member_number, read_account_ids_by_member
from trexscore.db.clubs.escrowed_tokens import restore_game_tokens
from trexscore.db.clubs.game_tokens import create_missing_links
from trexscore.db.clubs.hidden_clubs import MAX_IMPORT_SECONDS, delete_hidden_club, delete_hidden_clubs, replace_club
from trexscore.db.game_links import create_or_delete_referee_link
from trexscore.db.journals import CLUBS, GAMES, JournalGone, Journals
from trexscore.db.models import db
from trexscore.db.transactions import retry_once_on_conflict, write_transaction
from trexscore.game.builder import fold_game
from trexscore.game.events import EVENT_TYPE_BY_KIND
from trexscore.game.events.game_file import GameFileEvent
from trexscore.game.events.player_name import PlayerNamed
from trexscore.game.events.start import GameStarted
from trexscore.game.state import state_of
from trexscore.ledger.chain import JournalEntry, recorded_authorless_digests
from trexscore.rules.refusals import refuse

_GAMES_PER_TRANSACTION = 25
"""Games per transaction, limited so that tables do not wait long for the writer's lock."""


class ImportedClub(NamedTuple):
    """The imported club. `club_comparison`: the club here before, compared with the file."""

    uid: str
    name: str
    club_comparison: JournalComparison
    added_entry_count: int
    """Entries added to the club's journal."""
    game_count_by_comparison: Mapping[JournalComparison, int]


def import_club(
    source: ClubFileSource, owner_account_id: int | None, report_progress: ProgressCallback = ignore_progress
) -> ImportedClub:
    """Import a club file; this account becomes its owner. Raises `InvalidClubFile`, leaving the club as it was before.

    The file must be seekable. Games are written before the club that counts them and cannot be opened until the club is
    there; repeating an interrupted import continues it. A new club is written in short steps, so that no scorer waits
    long, and is hidden until the last one.
    """
    delete_hidden_clubs(time.time() - MAX_IMPORT_SECONDS)
    return retry_once_on_conflict(lambda: _validate_and_import(source, owner_account_id, report_progress))


def _validate_and_import(
    source: ClubFileSource, owner_account_id: int | None, report_progress: ProgressCallback
) -> ImportedClub:
    session = db.session()
    report_progress("check", 0, 0)
    valid_file = validate_club_file(session, source)
    session.rollback()
    head, stored_club = valid_file.file_head, valid_file.compared_club_journal
    adds_entries = stored_club.comparison in ("new", "behind")
    if adds_entries or source.may_extend_journals:
        _write_missing_games(source, valid_file, report_progress)
        report_progress("recalculate", 0, 0)
        _write_club(valid_file, source, owner_account_id)
    return ImportedClub(
        head.uid,
        valid_file.club_record.settings.name,
        stored_club.comparison,
        head.entries - stored_club.last_seq if adds_entries else 0,
        Counter(valid_file.comparison_by_game_uid.values()),
    )


def _write_missing_games(
    source: ClubFileSource, valid_file: ValidatedClubFile, report_progress: ProgressCallback
) -> None:
    """Write the games of the file that are not here or shorter here, in several transactions."""
    comparisons = valid_file.comparison_by_game_uid
    missing_uids = {uid for uid, comparison in comparisons.items() if comparison in ("new", "behind")}
    journals = read_game_journals(source, valid_file.file_head)
    missing_journals = (entries for entries in journals if entries[0].key in missing_uids)
    written_count = 0
    while batch := list(islice(missing_journals, _GAMES_PER_TRANSACTION)):
        _write_game_journals(batch)
        written_count += len(batch)
        report_progress("games", written_count, len(missing_uids))


def _write_game_journals(game_journals: Iterable[list[JournalEntry]]) -> None:
    """Restore new games and append the missing entries of shorter ones."""
    with write_transaction_then_pause() as session:
        longer_journals: list[tuple[int, list[JournalEntry], int]] = []
        for entries in game_journals:
            journal_comparison, number, seq = compare_stored_journal(
                session, GAMES, entries[0].key, [entry.digest for entry in entries], lock=True
            )
            if journal_comparison == "new":
                _store_new_game(session, entries)
            elif journal_comparison == "behind":
                GAMES.insert_chained_entries(session, number, entries[seq:])
                _remove_names_removed_elsewhere(session, GAMES, number, entries, seq)
                _store_state_and_referee_link(session, number, entries)
                longer_journals.append((number, entries, seq))
        for number, entries, seq in longer_journals:  # games before clubs: the order of locks
            for club_id in game_rows.list_ever_counting_club_ids(session, number):
                apply_appended_entries(session, club_id, number, entries, seq)


def _remove_names_removed_elsewhere(
    session: Session, journal_store: Journals, journal_id: int, entries: list[JournalEntry], local_entry_count: int
) -> None:
    """Apply removals of names that happened elsewhere: digests are equal, names are gone."""
    emptied = [entry.seq for entry in entries[:local_entry_count] if entry.body is None]
    journal_store.blank_bodies_and_authors(
        session, journal_id, emptied, [seq for seq in recorded_authorless_digests(entries) if seq <= local_entry_count]
    )


def _store_new_game(session: Session, entries: list[JournalEntry]) -> None:
    """Games get no links before the club exists that stores them."""
    new_game_id = store_imported_game(
        session, entries, started_key=str(uuid.uuid4()), started_digest=_digest_of_start_file(entries)
    )
    _store_state_and_referee_link(session, new_game_id, entries)


def _store_state_and_referee_link(session: Session, game_id: int, entries: list[JournalEntry]) -> None:
    record = fold_game(entry.fold_entry for entry in entries)
    game_states.store_state(session, game_id, state_of(record, record.play(), entries[-1].seq))
    create_or_delete_referee_link(session, game_id, has_referee=record.policy.referee)


def _digest_of_start_file(entries: list[JournalEntry]) -> str:
    """The digest of the file that started the game, so that the same file finds this game."""
    first_entry = entries[0]
    start_entries = [
        entry.fold_entry
        for entry in entries
        if entry.received_at == first_entry.received_at
        and entry.author is None
        and (issubclass(EVENT_TYPE_BY_KIND[entry.kind], GameFileEvent | GameStarted | PlayerNamed))
    ]
    return game_file_digest(fold_game(start_entries).game_file_json()) or first_entry.digest


def _write_club(valid_file: ValidatedClubFile, source: ClubFileSource, owner_account_id: int | None) -> None:
    """Write the club, or its missing entries, while its games are locked and cannot be opened by another club."""
    if valid_file.compared_club_journal.comparison == "new":
        _write_new_club(valid_file, owner_account_id)
    elif valid_file.compared_club_journal.comparison == "behind" and source.may_extend_journals:
        _replace_shorter_club(valid_file, owner_account_id)
    elif source.may_extend_journals:
        _claim_ownerless_club(valid_file, owner_account_id)


def _write_new_club(valid_file: ValidatedClubFile, owner_account_id: int | None) -> None:
    with unpublished_club(valid_file.club_entries) as club, write_transaction() as session:
        lock_games(session, sorted(valid_file.comparison_by_game_uid))
        now = compare_stored_journal(session, CLUBS, valid_file.file_head.uid, [valid_file.file_head.digest], lock=True)
        if now.comparison != "new":
            raise JournalGone(valid_file.file_head.uid)
        club.publish(session, valid_file.file_head.uid)
        _restore_game_links(session, club.club_id, valid_file, owner_account_id)
        if owner_account_id is not None:
            connect_account(session, club.club_id, valid_file.club_record.owner.number, owner_account_id)


def _restore_game_links(
    session: Session, club_id: int, valid_file: ValidatedClubFile, owner_account_id: int | None
) -> None:
    uids = sorted(valid_file.comparison_by_game_uid)
    if owner_account_id is not None:
        restore_game_tokens(session, club_id, uids, valid_file.file_head.digest, owner_account_id)
    create_missing_links(session, club_id, uids)


def _replace_shorter_club(valid_file: ValidatedClubFile, owner_account_id: int | None) -> None:
    """Replace the shorter club with that of the file; the devices of entries written here are kept."""
    uid, digests = valid_file.file_head.uid, [entry.digest for entry in valid_file.club_entries]
    stored_journal = compare_stored_journal(db.session(), CLUBS, uid, digests)
    if stored_journal.comparison != "behind":
        raise JournalGone(uid)
    entries = [
        *CLUBS.read_entries(db.session(), stored_journal.journal_id),
        *valid_file.club_entries[stored_journal.last_seq :],
    ]
    db.session.rollback()
    with unpublished_club(entries) as club, write_transaction() as session:
        lock_games(session, sorted(valid_file.comparison_by_game_uid))
        if compare_stored_journal(session, CLUBS, uid, digests, lock=True) != stored_journal:
            raise JournalGone(uid)
        replace_club(session, stored_journal.journal_id, club.club_id)
        club.publish(session, uid)
        _remove_names_removed_elsewhere(session, CLUBS, club.club_id, valid_file.club_entries, stored_journal.last_seq)
        _restore_game_links(session, club.club_id, valid_file, owner_account_id)
        _connect_owner_if_unclaimed(session, club.club_id, valid_file, owner_account_id)
    delete_hidden_club(stored_journal.journal_id)


def _claim_ownerless_club(valid_file: ValidatedClubFile, owner_account_id: int | None) -> None:
    """Only claim the ownership, if no one owns the club here: the rest is already here."""
    with write_transaction() as session:
        digests = [entry.digest for entry in valid_file.club_entries]
        now = compare_stored_journal(session, CLUBS, valid_file.file_head.uid, digests, lock=True)
        if now.comparison == "new":  # it was deleted since
            raise JournalGone(valid_file.file_head.uid)
        if now.comparison not in ("same", "ahead"):
            raise InvalidClubFile((refuse("club_differs"),))
        _connect_owner_if_unclaimed(session, now.journal_id, valid_file, owner_account_id)


def _connect_owner_if_unclaimed(
    session: Session, club_id: int, valid_file: ValidatedClubFile, owner_account_id: int | None
) -> None:
    owner = valid_file.club_record.owner.number
    if owner_account_id is None or owner in read_account_ids_by_member(session, club_id):
        return
    if find_member_number(session, club_id, owner_account_id) is not None:
        raise InvalidClubFile((refuse("account_is_another"),))
    connect_account(session, club_id, owner, owner_account_id)
