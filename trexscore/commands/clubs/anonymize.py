"""Remove a person's name from a club, its journal and its games permanently. Results and chains stay.

Imported games that wait for review are dropped if they name the person. Free text (reasons, notes, places) stays.
"""

import uuid
from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from trexscore.club.builder import fold_club
from trexscore.club.counted_game import CountedGame, parse_counted_game
from trexscore.club.events import FOLDED_KINDS
from trexscore.club.events.counted_game import GameCounted
from trexscore.club.events.members import MemberAnonymized, MemberNamed
from trexscore.commands.clock import current_timestamp
from trexscore.commands.clubs.record_entry import record_club_entry_in_transaction
from trexscore.commands.recording import Command, Recorded, RecordingOutcome
from trexscore.db import game_states
from trexscore.db.clubs import game_imports
from trexscore.db.clubs.clubs import cancel_invitations, disconnect_accounts
from trexscore.db.clubs.models import ClubGame
from trexscore.db.journals import CLUBS, GAMES, JournalHead
from trexscore.db.models import GameEntry, db
from trexscore.db.transactions import write_transaction
from trexscore.game.anonymization import find_entries_to_anonymize
from trexscore.game.builder import fold_game
from trexscore.game.events.player_name import NamesRemoved
from trexscore.game.file.names import name_key
from trexscore.game.state import state_of
from trexscore.ledger.chain import EntryDraft
from trexscore.rules.seats import SEATS, Seat


class GamePresence(NamedTuple):
    """A person in a game: their original seats, and whether they played or were counted in it."""

    original_seats: frozenset[Seat]
    has_taken_part: bool


NO_PRESENCE = GamePresence(frozenset(), has_taken_part=False)


class TracedPerson(NamedTuple):
    """A person to be removed, and by id all games that may name them."""

    member_numbers: frozenset[int]
    naming_seqs: tuple[int, ...]
    """Sequence numbers of the club's entries that name them."""
    name_keys: frozenset[str]
    presence_by_game_id: Mapping[int, GamePresence]

    @property
    def game_count(self) -> int:
        """The number of games in which they played or were counted."""
        return sum(sat.has_taken_part for sat in self.presence_by_game_id.values())


def anonymize_member(club_id: int, command: Command) -> RecordingOutcome:
    """Record that a member is removed (`MemberAnonymized`) and remove their names, in one transaction.

    Locks waiting imports, then games by ascending id, then the club, as everywhere. The games are collected before they
    are locked; if more were counted since, it starts over.
    """
    removal, _faults = MemberAnonymized.parse(command.body)
    while True:
        db.session.rollback()
        games = (
            set[int]()
            if removal is None
            else {*trace_person(db.session(), club_id, removal.member_number).presence_by_game_id}
        )
        with write_transaction() as session:
            game_imports.lock_imports(session, club_id)
            for game_id in sorted(games):
                GAMES.lock(session, game_id)
            journal_head = CLUBS.lock(session, club_id)
            person = None if removal is None else trace_person(session, club_id, removal.member_number)
            if person is not None and not games.issuperset(person.presence_by_game_id):
                continue
            outcome = record_club_entry_in_transaction(session, journal_head, command)
            if isinstance(outcome, Recorded) and outcome.is_new and person is not None:
                _remove_names_and_membership(session, club_id, person, command.key)
            return outcome


def trace_person(session: Session, club_id: int, member_number: int) -> TracedPerson:
    """All that a club stores about a member, merged members included."""
    record = fold_club(CLUBS.read_kinds_and_bodies(session, club_id, kinds=FOLDED_KINDS))
    merged_member_numbers = (
        record.all_numbers_of(member_number) if member_number in record.members else frozenset[int]()
    )
    namings = [
        (seq, naming.name)
        for seq, _kind, body in CLUBS.read_kinds_and_bodies(session, club_id, kinds=(MemberNamed.stored_kind,))
        if body is not None and (naming := MemberNamed.load(body)).member_number in merged_member_numbers
    ]
    names = frozenset(name_key(name) for _seq, name in namings)
    games = _presence_by_counted_game_id(session, club_id, merged_member_numbers) if merged_member_numbers else {}
    scored_games = {
        game_id: NO_PRESENCE for game_id in _ids_of_games_authored_by(session, club_id, names) if game_id not in games
    }
    return TracedPerson(merged_member_numbers, tuple(seq for seq, _name in namings), names, {**scored_games, **games})


def _presence_by_counted_game_id(
    session: Session, club_id: int, member_numbers: frozenset[int]
) -> dict[int, GamePresence]:
    """The games ever counted with or for these members, with their seats in the latest counting entry."""
    latest_counted_games: dict[str, CountedGame] = {}
    uids: set[str] = set()
    for _seq, _kind, body in CLUBS.read_kinds_and_bodies(session, club_id, kinds=(GameCounted.stored_kind,)):
        counted_game = parse_counted_game((body or {})[GameCounted.stored_kind])
        latest_counted_games[counted_game.game_uid] = counted_game
        if not member_numbers.isdisjoint((*counted_game.credited_member_numbers, *counted_game.playing_member_numbers)):
            uids.add(counted_game.game_uid)
    rows = session.execute(select(ClubGame.game_id, ClubGame.uid).where(ClubGame.club_id == club_id))
    ids = {row.uid: row.game_id for row in rows}
    return {
        ids[uid]: GamePresence(
            frozenset(
                seat for seat in SEATS if latest_counted_games[uid].playing_member_numbers[seat] in member_numbers
            ),
            has_taken_part=True,
        )
        for uid in uids & ids.keys()
    }


def _ids_of_games_authored_by(session: Session, club_id: int, name_keys: frozenset[str]) -> list[int]:
    """The club's games with entries by an author of one of these names."""
    rows = session.execute(
        select(GameEntry.game_id, GameEntry.author)
        .join(ClubGame, ClubGame.game_id == GameEntry.game_id)
        .where(ClubGame.club_id == club_id, GameEntry.author.is_not(None))
        .distinct()
    )
    return [row.game_id for row in rows if name_key(row.author) in name_keys]


def _remove_names_and_membership(session: Session, club_id: int, person: TracedPerson, removal_key: str) -> None:
    received_at = current_timestamp()
    CLUBS.blank_bodies_and_authors(session, club_id, body_seqs=person.naming_seqs)
    game_imports.delete_waiting_games_naming(session, club_id, person.name_keys)
    for game_id in person.presence_by_game_id:
        anonymize_in_game(session, game_id, person, removal_key, received_at)
    disconnect_accounts(session, club_id, person.member_numbers)
    cancel_invitations(session, club_id, person.member_numbers)


def anonymize_in_game(session: Session, game_id: int, person: TracedPerson, removal_key: str, received_at: str) -> None:
    """Remove a person's names from the entries of a locked game and append an entry that records it.

    The new entry makes everyone who watches the game reload it.
    """
    entries, sat = GAMES.read_entries(session, game_id), person.presence_by_game_id[game_id]
    traces = find_entries_to_anonymize(entries, person.name_keys, sat.original_seats, has_played=sat.has_taken_part)
    if not any(traces):
        return
    draft = EntryDraft(
        str(uuid.uuid5(uuid.UUID(removal_key), entries[0].key)),
        NamesRemoved.stored_kind,
        None,
        None,
        traces.removal_body(entries),
    )
    journal_head = GAMES.append_drafts(
        session, JournalHead(game_id, entries[-1].seq, entries[-1].digest), [draft], received_at
    )
    GAMES.blank_bodies_and_authors(session, game_id, traces.naming_seqs, traces.authored_seqs)
    record = fold_game(GAMES.read_fold_entries(session, game_id))
    game_states.store_state(session, game_id, state_of(record, record.play(), journal_head.seq))
