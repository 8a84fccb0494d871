"""Validates the whole journal of a club from elsewhere. None of it is trusted."""

from collections.abc import Iterator, Sequence

from trexscore.club import CLUB_JOURNAL_FORMAT
from trexscore.club.builder import IncrementalClub
from trexscore.club.counted_game import CountedGame
from trexscore.club.events import EVENT_TYPE_BY_KIND
from trexscore.club.events.counted_game import GameCounted, GameExcluded
from trexscore.club.events.creation_and_settings import ClubCreated, SettingsChanged
from trexscore.club.events.members import MemberNamed
from trexscore.club.events.undo import ClubEntryUndone
from trexscore.club.judge import entry_refusals, invariant_refusals
from trexscore.club.record import ClubRecord
from trexscore.club.season_tallies import with_surviving_members
from trexscore.ledger.chain import JournalEntry
from trexscore.ledger.json_reader import shortened_json
from trexscore.rules.refusals import Refusal, refuse

_MAX_UNDOS = 2_000
"""Each undo folds the whole journal once more."""


class InvalidJournal(Exception):
    """The journal is invalid at entry `seq`, for the reasons in `refusals` (may be empty)."""

    def __init__(self, seq: int, *refusals: Refusal) -> None:
        super().__init__(seq, refusals)
        self.seq = seq
        self.refusals = refusals


def validate_club_journal(entries: Sequence[JournalEntry]) -> tuple[ClubRecord, list[str]]:
    """The club, and the uid of every game that it has ever counted. Raises `InvalidJournal`.

    The caller has verified the chain. Only removed names may be missing.
    """
    club = IncrementalClub()
    games = dict[str, CountedGame | None]()
    if sum(entry.kind == ClubEntryUndone.stored_kind for entry in entries) > _MAX_UNDOS:
        raise InvalidJournal(len(entries))
    for entry in entries:
        _validate_and_add_entry(club, entry)
        event = None if entry.body is None else EVENT_TYPE_BY_KIND[entry.kind].load(entry.body)
        if isinstance(event, GameCounted):
            games[event.game_uid] = event.counted_game
        elif isinstance(event, GameExcluded):
            if games.get(event.game_uid) is None:
                raise InvalidJournal(entry.seq, refuse("not_counted", "withdrawn.uid"))
            games[event.game_uid] = None
    last_seq = entries[-1].seq
    if not club.record.members:
        raise InvalidJournal(last_seq, refuse("owner_needed"))
    if any(with_surviving_members(club.record, game).has_member_twice for game in games.values() if game is not None):
        raise InvalidJournal(last_seq, refuse("sits_twice"))
    return club.record, list(games)


def _validate_and_add_entry(club: IncrementalClub, entry: JournalEntry) -> None:
    """Add one more entry. Raises `InvalidJournal`."""
    record_before = club.record
    if entry.body is None:
        if entry.kind != MemberNamed.stored_kind:
            raise InvalidJournal(entry.seq)
    else:
        faults = entry_refusals(record_before, entry.kind, entry.body) or list(_creation_order_refusals(entry))
        if faults:
            raise InvalidJournal(entry.seq, *faults)
    record = club.add_entry(entry.seq, entry.kind, entry.body)
    faults = list(invariant_refusals(record, EVENT_TYPE_BY_KIND[entry.kind]))
    if faults or not _has_valid_author(record, entry.author):
        raise InvalidJournal(entry.seq, *faults)


def _creation_order_refusals(entry: JournalEntry) -> Iterator[Refusal]:
    """The first entry creates the club, the second sets its name, and no later one creates it again."""
    expected_kind = {1: ClubCreated.stored_kind, 2: SettingsChanged.stored_kind}.get(entry.seq)
    if entry.kind != expected_kind and (expected_kind or entry.kind == ClubCreated.stored_kind):
        yield refuse("unknown_field", entry.kind, field=entry.kind)
    elif entry.kind == ClubCreated.stored_kind and entry.body != ClubCreated.body_of({"format": CLUB_JOURNAL_FORMAT}):
        yield refuse("unknown_format", "founded.format", format=shortened_json(entry.body))


def _has_valid_author(record: ClubRecord, author: str | None) -> bool:
    """Whether the author is missing or the number of a member."""
    return author is None or (author.isascii() and author.isdecimal() and int(author) in record.members)
