"""Record entries in a club's journal."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from sqlalchemy.orm import Session

from trexscore.club.builder import ClubFoldEntry, IncrementalClub, fold_club
from trexscore.club.events import EVENT_TYPE_BY_KIND, FOLDED_KINDS, event_type_of_body, load_event
from trexscore.club.events.counted_game import GameCounted, GameExcluded
from trexscore.club.events.game_night import GameNightPlanned
from trexscore.club.events.members import MembersMerged
from trexscore.club.events.undo import ClubEntryUndone
from trexscore.club.judge import entry_refusals, invariant_refusals, judge_entry
from trexscore.club.permissions import may_record
from trexscore.club.record import ClubRecord
from trexscore.club.season_tallies import with_surviving_members
from trexscore.commands.clock import current_timestamp
from trexscore.commands.clubs.replace_game_links import replace_scoring_links_of_demoted
from trexscore.commands.league.apply_entries import apply_club_entry
from trexscore.commands.league.standings import LeagueUpdateContext
from trexscore.commands.recording import Command, NotAllowed, RecordingContext, RecordingOutcome, Rollback, record_once
from trexscore.db.accounts import delete_password_reset_links
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.clubs.clubs import ClubHead, cancel_invitations, read_account_ids_by_member, read_club_record
from trexscore.db.games import find_game_by_uid
from trexscore.db.journals import CLUBS, GAMES, JournalHead
from trexscore.db.league.season_rows import StoredCause
from trexscore.db.transactions import write_transaction
from trexscore.ledger.chain import Body, EntryDraft
from trexscore.ledger.entry_refusal import EntryRefusal
from trexscore.rules.refusals import Refusal, refuse


def record_club_entry(club_id: int, command: Command) -> RecordingOutcome:
    """Record an entry. One about a game locks the game first, so that nothing is added to it while it is counted."""
    with write_transaction() as session:
        if event_type_of_body(command.body).is_about_game:
            _lock_game_of_entry(session, command.body)
        return record_club_entry_in_transaction(session, CLUBS.lock(session, club_id), command)


def record_club_entry_in_transaction(
    session: Session, club_journal_head: JournalHead, command: Command, *, permitted_by_link: bool = False
) -> RecordingOutcome:
    """As `record_club_entry`, at a locked end in a transaction. `permitted_by_link`: a link permits it, not a role."""
    recording = RecordingContext(session, club_journal_head, _draft_of_command(command), current_timestamp())
    return record_once(
        CLUBS,
        recording,
        command,
        partial(_judge, member_number=None if permitted_by_link else command.member_number),
        _update_links_and_league,
    )


class _ClubChange(NamedTuple):
    record_before: ClubRecord
    record_after: ClubRecord


def _judge(context: RecordingContext, *, member_number: int | None) -> _ClubChange | EntryRefusal | NotAllowed:
    """The permission, then the rules. Without a member, a link permits the entry."""
    session, journal_head, draft, _received_at = context
    entries = _read_folded_entries(session, journal_head.id)
    record_before = fold_club(entries)
    if member_number is not None and not may_record(
        record_before, record_before.surviving_member(member_number), draft.kind, draft.body
    ):
        return NotAllowed()
    verdict = _club_after_draft(session, journal_head, record_before, entries, draft)
    return verdict if isinstance(verdict, EntryRefusal) else _ClubChange(record_before, verdict)


def _update_links_and_league(context: RecordingContext, club_change: _ClubChange) -> None:
    session, journal_head, draft, _received_at = context
    before, after = club_change
    _cancel_links_of_promoted(session, journal_head.id, before, after, draft.kind)
    replace_scoring_links_of_demoted(session, journal_head.id, before, after, draft.kind)
    _update_league(context, club_change)


def _update_league(context: RecordingContext, club_change: _ClubChange) -> None:
    session, journal_head, draft, received_at = context
    cause = StoredCause(club=journal_head.seq, kind=draft.kind)
    league = LeagueUpdateContext(session, journal_head, club_change.record_after, received_at, cause)
    apply_club_entry(league, draft.kind, draft.body, club_change.record_before)


def record_club_entries(session: Session, club_journal_head: JournalHead, commands: Sequence[Command]) -> None:
    """Record entries with a single fold of the club, each judged after those before it. Raises `Rollback`.

    The entries concern no single game, have new keys and come from one device. `club_journal_head` is locked.
    """
    club = IncrementalClub(_read_folded_entries(session, club_journal_head.id))
    before, received_at = (
        read_club_record(club_journal_head),
        current_timestamp(),
    )  # `club.record` changes with each entry
    drafts = [
        _judge_and_add_to_club(club, command, seq) for seq, command in enumerate(commands, club_journal_head.seq + 1)
    ]
    club_journal_head = CLUBS.append_drafts(session, club_journal_head, drafts, received_at, commands[0].device)
    _update_league(
        RecordingContext(session, club_journal_head, drafts[-1], received_at), _ClubChange(before, club.record)
    )


def _judge_and_add_to_club(club: IncrementalClub, command: Command, seq: int) -> EntryDraft:
    """The entry of a command, after adding it to the club."""
    draft, before = _draft_of_command(command), club.record
    if not may_record(before, before.surviving_member(command.member_number), draft.kind, draft.body):
        raise Rollback(NotAllowed())
    faults = entry_refusals(before, draft.kind, draft.body)
    faults = faults or list(
        invariant_refusals(club.add_entry(seq, draft.kind, draft.body), EVENT_TYPE_BY_KIND[draft.kind])
    )
    if faults:
        raise Rollback(EntryRefusal(tuple(faults)))
    return draft


def club_after_entry(session: Session, club_head: ClubHead, body: Body) -> ClubRecord | EntryRefusal:
    """The club after an entry that is not recorded, or why it is not possible."""
    entries = _read_folded_entries(session, club_head.id)
    return _club_after_draft(session, club_head, fold_club(entries), entries, _draft_of_command(Command("", body)))


def refusals_of_club_entry(session: Session, club_head: ClubHead, body: Body) -> tuple[Refusal, ...]:
    """Why an entry is not possible now."""
    verdict = club_after_entry(session, club_head, body)
    return verdict.refusals if isinstance(verdict, EntryRefusal) else ()


def _draft_of_command(command: Command) -> EntryDraft:
    return command.entry_draft(event_type_of_body(command.body))


def _read_folded_entries(session: Session, club_id: int) -> list[ClubFoldEntry]:
    return CLUBS.read_kinds_and_bodies(session, club_id, kinds=FOLDED_KINDS)


def _club_after_draft(
    session: Session,
    club_head: ClubHead | JournalHead,
    club_record: ClubRecord,
    folded_entries: list[ClubFoldEntry],
    entry_draft: EntryDraft,
) -> ClubRecord | EntryRefusal:
    """The club after an entry, or why it is not possible."""
    verdict = judge_entry(club_record, folded_entries, entry_draft.kind, entry_draft.body, club_head.seq + 1)
    if isinstance(verdict, EntryRefusal):
        return verdict
    fault = _refusal_from_stored_games(session, club_head.id, verdict, entry_draft)
    return verdict if fault is None else EntryRefusal((fault,))


def _refusal_from_stored_games(
    session: Session, club_id: int, club_after: ClubRecord, entry_draft: EntryDraft
) -> Refusal | None:
    """Why a game cannot be counted or excluded, members cannot be merged, or a game night cannot be undone."""
    event = load_event(entry_draft.kind, entry_draft.body)
    if isinstance(event, GameCounted) and find_game_by_uid(session, event.game_uid) is None:
        return refuse("unknown_game", f"{GameCounted.stored_kind}.game_uid")
    if isinstance(event, GameExcluded):
        row = game_rows.find_game_row(session, club_id, event.game_uid)
        if row is None or row.counted_game is None:
            return refuse("not_counted", f"{GameExcluded.stored_kind}.uid")
    if isinstance(event, MembersMerged):
        rows = game_rows.list_game_rows_naming(session, club_id, club_after.all_numbers_of(event.surviving_number))
        games = (with_surviving_members(club_after, row.counted_game) for row in rows if row.counted_game is not None)
        if any(game.has_member_twice for game in games):
            return refuse("sits_twice", MembersMerged.stored_kind)
    if (
        isinstance(event, ClubEntryUndone)
        and club_after.event_type_by_seq[event.undone_seq] is GameNightPlanned
        and event.undone_seq not in club_after.game_nights
        and game_rows.list_game_rows_of_night(session, club_id, event.undone_seq)
    ):
        return refuse("evening_has_games", ClubEntryUndone.stored_kind)
    return None


def _cancel_links_of_promoted(
    session: Session, club_id: int, record_before: ClubRecord, record_after: ClubRecord, entry_kind: str
) -> None:
    """Cancel invitations and password links of members who became admins: they were made for a lesser role.

    Undoing a merge can also restore a role.
    """
    if not EVENT_TYPE_BY_KIND[entry_kind].can_give_permissions:
        return
    promoted = {
        number
        for number in record_before.members
        if record_after.surviving_member(number).is_leader
        and record_after.surviving_member(number).role != record_before.surviving_member(number).role
    }
    promoted_member_numbers = frozenset[int]().union(*map(record_after.all_numbers_of, promoted))
    if promoted_member_numbers:
        cancel_invitations(session, club_id, promoted_member_numbers)
        claims = read_account_ids_by_member(session, club_id)
        delete_password_reset_links(session, [claims[number] for number in promoted_member_numbers & claims.keys()])


def _lock_game_of_entry(session: Session, body: Body) -> None:
    """Lock the game that an entry is about, if it exists."""
    (content,) = body.values()
    uid = content.get("uid") if isinstance(content, dict) else None
    game = find_game_by_uid(session, uid) if isinstance(uid, str) else None
    if game is not None:
        GAMES.lock(session, game.id)
