"""Count a game in a club, correct who played in a counted one, or mark it as abandoned."""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from sqlalchemy.orm import Session

from trexscore.club.counted_game import CountedGame, parse_counted_game
from trexscore.club.events.counted_game import GameCounted
from trexscore.club.events.members import MemberJoined
from trexscore.club.game_outcome import outcome_of
from trexscore.club.judge import entry_refusals
from trexscore.club.members import Member
from trexscore.club.record import ClubRecord
from trexscore.commands.clubs.add_member import append_joining_and_naming
from trexscore.commands.clubs.record_entry import record_club_entry_in_transaction
from trexscore.commands.league.preview import RecountedGame, StandingsPreview, preview_standings
from trexscore.commands.league.standings import game_sort_key
from trexscore.commands.recording import Command, RecordingFailure, RecordingOutcome, all_or_nothing, require_recorded
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.clubs.clubs import ClubHead, read_club_record
from trexscore.db.clubs.game_tokens import store_game_token_if_unclaimed
from trexscore.db.games import find_game_by_uid, read_game_identity
from trexscore.db.journals import CLUBS, GAMES
from trexscore.db.transactions import write_transaction
from trexscore.game.builder import fold_game
from trexscore.ledger.chain import Body
from trexscore.ledger.entry_refusal import EntryRefusal, refuse_entry
from trexscore.rules.seats import SEATS, BySeat, Seat

NewGuest = Literal["new"]
NEW_GUEST: NewGuest = "new"
SeatHolder = int | None | NewGuest
"""A member number, None for a non-member, or a guest who is added under the name in the game."""


class CountDraft(NamedTuple):
    """The `credited_members` who get the points of a game, who played it (`playing_members`), and when.

    Seats are original seats, which identify the players even if the seating was corrected later.
    """

    credited_members: BySeat[SeatHolder]
    playing_members: BySeat[SeatHolder]
    played_on: str
    night_number: int | None
    table_number: int | None
    overridden_obstacles: Sequence[str] = ()
    overridden_obstacles_when_loaded: Sequence[str] | None = None
    """The overrides shown in the form; only the differences are applied to the current ones."""
    rules_override_season_numbers: Sequence[int] | None = None
    """Seasons that admit the game although its house rules differ; None for all."""
    last_seen_seq: int | None = None
    """The last entry about the game that the client has seen."""


class AddedGameLink(NamedTuple):
    """The link of an added game. The club stores one that may write."""

    token: str
    permission: str


def count_or_correct_game(
    club_head: ClubHead,
    bodyless_command: Command,
    game_id: int,
    draft: CountDraft,
    added_game_link: AddedGameLink | None = None,
) -> game_rows.ClubGameRow | RecordingFailure:
    """Write everything or nothing. With a link, the game must not be counted; without one, it must be.

    `bodyless_command` holds the author and the key.
    """
    return all_or_nothing(
        lambda session: _count_game_in_transaction(
            session, club_head, bodyless_command, game_id, draft, added_game_link
        )
    )


def _count_game_in_transaction(  # noqa: PLR0913, PLR0917 - the parts of one transaction
    session: Session,
    club_head: ClubHead,
    bodyless_command: Command,
    game_id: int,
    draft: CountDraft,
    added_link: AddedGameLink | None,
) -> game_rows.ClubGameRow | EntryRefusal:
    GAMES.lock(session, game_id)  # before the club, as in every transaction
    CLUBS.lock(session, club_head.id)
    uid = read_game_identity(session, game_id).uid
    counting = bodyless_command.derived_command(GameCounted.stored_kind)
    row = game_rows.find_game_row(session, club_head.id, uid)
    if CLUBS.read_bodies_by_key(session, club_head.id, [counting.key], GameCounted.stored_kind) and row is not None:
        return row
    is_counted = row is not None and row.counted_game is not None
    if added_link is not None and is_counted:
        return refuse_entry("counted_already", GameCounted.stored_kind)
    if added_link is None and not is_counted:
        return refuse_entry("not_counted", GameCounted.stored_kind)
    if row is not None and draft.last_seen_seq not in {None, row.seq}:
        return refuse_entry("changed_meanwhile", GameCounted.stored_kind)
    members_by_seat = _add_guests_and_seat_players(session, club_head.id, bodyless_command, game_id, draft)
    journal_head = CLUBS.lock(session, club_head.id)
    if row is not None and row.counted_game_in_original_seats is not None:
        members_by_seat = _keep_numbers_from_before_merges(
            read_club_record(journal_head), row.counted_game_in_original_seats, members_by_seat
        )
    body = GameCounted.body_of(_counting_entry_content(uid, draft, members_by_seat, row))
    require_recorded(record_club_entry_in_transaction(session, journal_head, counting._replace(body=body)))
    if added_link is not None and added_link.permission in ("own", "write"):
        store_game_token_if_unclaimed(session, club_head.id, added_link.token)
    return game_rows.read_game_row(session, club_head.id, game_id)


def mark_abandoned_or_continued(
    club_id: int, bodyless_command: Command, game_id: int, *, is_continued: bool
) -> RecordingOutcome | None:
    """Record it, or return None if the game already has this state.

    The counted game is read under the lock, so that concurrent corrections are not lost.
    """
    with write_transaction() as session:
        GAMES.lock(session, game_id)
        journal_head = CLUBS.lock(session, club_id)
        counted_game = game_rows.read_game_row(session, club_id, game_id).counted_game
        if counted_game is None:
            return refuse_entry("not_counted", GameCounted.stored_kind)
        if is_continued != counted_game.counts_if_unfinished:
            return None
        entry_content = counted_game._replace(
            overridden_obstacles=counted_game.overridden_obstacles ^ {"unfinished"}
        ).as_entry_content()
        return record_club_entry_in_transaction(
            session, journal_head, bodyless_command._replace(body=GameCounted.body_of(entry_content))
        )


class _MembersBySeat(NamedTuple):
    """Who gets the points of each original seat and who played there, as member numbers; None for a non-member."""

    credited_member_numbers: BySeat[int | None]
    playing_member_numbers: BySeat[int | None]


def _add_guests_and_seat_players(
    session: Session, club_id: int, bodyless_command: Command, game_id: int, draft: CountDraft
) -> _MembersBySeat:
    """Add new guests and return everyone's seat. Raises `Rollback`."""
    guests: dict[Seat, int] = {}
    new_guests = [seat for seat in SEATS if NEW_GUEST in (draft.credited_members[seat], draft.playing_members[seat])]
    names = fold_game(GAMES.read_fold_entries(session, game_id)).name_by_original_seat if new_guests else None
    for seat in new_guests:
        joining = bodyless_command.derived_command(f"guest {seat.name}", MemberJoined.body_of({"role": "guest"}))
        name = names[seat] if names is not None else None
        guests[seat] = append_joining_and_naming(session, CLUBS.lock(session, club_id), joining, name or "").seq

    def number_of(seat: Seat, player: SeatHolder) -> int | None:
        return guests[seat] if player == NEW_GUEST else player

    return _members_by_seat(draft, number_of)


def _members_by_seat(draft: CountDraft, number_of_holder: Callable[[Seat, SeatHolder], int | None]) -> _MembersBySeat:
    return _MembersBySeat(
        *(BySeat(*map(number_of_holder, SEATS, players)) for players in (draft.credited_members, draft.playing_members))
    )


def _keep_numbers_from_before_merges(
    club_record: ClubRecord, counted_game_in_original_seats: CountedGame, members_by_seat: _MembersBySeat
) -> _MembersBySeat:
    """Keep the member number used before, so that undoing a merge restores each member's games."""

    def stable_number(old: int | None, new: int | None) -> int | None:
        if old is None or new is None or new not in club_record.members:
            return new
        return old if club_record.surviving_member(old) is club_record.surviving_member(new) else new

    earlier_counted_game = counted_game_in_original_seats
    return _MembersBySeat(
        earlier_counted_game.credited_member_numbers.zip(members_by_seat.credited_member_numbers, stable_number),
        earlier_counted_game.playing_member_numbers.zip(members_by_seat.playing_member_numbers, stable_number),
    )


def _merged_overridden_obstacles(draft: CountDraft, row_before: game_rows.ClubGameRow | None) -> frozenset[str]:
    """The requested flags, merged with changes made since the form was loaded."""
    requested_obstacles = frozenset(draft.overridden_obstacles)
    if draft.overridden_obstacles_when_loaded is None or row_before is None or row_before.counted_game is None:
        return requested_obstacles
    obstacles_when_loaded = frozenset(draft.overridden_obstacles_when_loaded)
    return row_before.counted_game.overridden_obstacles - (obstacles_when_loaded - requested_obstacles) | (
        requested_obstacles - obstacles_when_loaded
    )


def _rules_override_season_numbers(draft: CountDraft, row_before: game_rows.ClubGameRow | None) -> Sequence[int] | None:
    """Where the override of the house rules applies; as stored if the request does not override them."""
    if "house_rules" in draft.overridden_obstacles or row_before is None or row_before.counted_game is None:
        return draft.rules_override_season_numbers
    stored_season_numbers = row_before.counted_game.rules_override_season_numbers
    return None if stored_season_numbers is None else sorted(stored_season_numbers)


def _counting_entry_content(
    game_uid: str, draft: CountDraft, members_by_seat: _MembersBySeat, row_before: game_rows.ClubGameRow | None
) -> Body:
    flags = _merged_overridden_obstacles(draft, row_before)
    seasons = _rules_override_season_numbers(draft, row_before) if "house_rules" in flags else None
    return {
        "uid": game_uid,
        "seats": members_by_seat.credited_member_numbers.by_letter(),
        "substitutes": {
            seat.name: members_by_seat.playing_member_numbers[seat]
            for seat in SEATS
            if members_by_seat.playing_member_numbers[seat] != members_by_seat.credited_member_numbers[seat]
        },
        "on": draft.played_on,
        "evening": draft.night_number,
        "table": draft.table_number,
        "although": sorted(flags),
        **({} if seasons is None else {"seasons": sorted(seasons)}),
    }


def preview_counting_game(
    session: Session, club_head: ClubHead, game_id: int, draft: CountDraft
) -> tuple[StandingsPreview, ClubRecord]:
    """What counting the game would change, and the club with its new guests. Empty if it is not possible."""
    record = read_club_record(club_head)
    uid = read_game_identity(session, game_id).uid
    game = find_game_by_uid(session, uid)
    row_before = game_rows.find_game_row(session, club_head.id, uid)
    journal = fold_game(GAMES.read_fold_entries(session, game_id))
    members = dict(record.members)

    def number_of(seat: Seat, player: SeatHolder) -> int | None:
        if player != NEW_GUEST:
            return player
        new_member_number = club_head.seq + 1 + seat
        members[new_member_number] = Member(new_member_number, "guest", journal.name_by_original_seat[seat])
        return new_member_number

    members_by_seat = _members_by_seat(draft, number_of)
    record_with_guests = record._replace(members=members)
    entry_content = _counting_entry_content(uid, draft, members_by_seat, row_before)
    if game is None or entry_refusals(record_with_guests, GameCounted.stored_kind, GameCounted.body_of(entry_content)):
        return StandingsPreview(()), record_with_guests
    outcome = outcome_of(journal, journal.play().game) if row_before is None else row_before.outcome
    row = game_rows.ClubGameRow(
        game_id, uid, 0, 0, game_sort_key(entry_content, game.started_at), parse_counted_game(entry_content), outcome
    )
    return preview_standings(
        session, club_head.id, record, record_with_guests, [RecountedGame(row_before, row)]
    ), record_with_guests
