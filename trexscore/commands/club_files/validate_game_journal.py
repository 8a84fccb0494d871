"""Validate a game's whole journal that was written elsewhere; nothing is trusted."""

import re
import sys
from collections.abc import Iterator, Sequence

from trexscore.db.game_states import FOLD_ERRORS
from trexscore.game.event import link_from_json
from trexscore.game.events import event_type_of_body, event_type_of_kind
from trexscore.game.events.dispute import DisputeRaised
from trexscore.game.events.game_file import GameFileEvent, PointsAdjusted
from trexscore.game.events.player_name import NamesRemoved, PlayerNamed
from trexscore.game.events.sign_off_and_confirmation import KingdomSigned
from trexscore.game.events.start import GameStarted
from trexscore.game.file import GAME_FILE_FORMAT
from trexscore.game.file.entries import read_score_entry
from trexscore.game.file.house_rules import read_house_rules
from trexscore.game.file.names import read_name
from trexscore.game.judge import judge_entry
from trexscore.game.permissions import may_write
from trexscore.game.replay import Replay
from trexscore.game.state import state_of
from trexscore.ledger.chain import Body, FoldEntry, JournalEntry, JournalFault, name_removal_content
from trexscore.ledger.entry_refusal import EntryRefusal
from trexscore.rules.seats import SEAT_BY_LETTER, SEATS

_INITIAL_ENTRY_COUNT = 1 + len(SEATS)
"""Entries that every game begins with: the start and four names."""
_NAME_REMOVAL_FIELDS = frozenset({"names", "authors", "marks"})
_DIGEST_PATTERN = re.compile(r"[0-9a-f]{64}")
_BUDGET_STEPS_PER_FILE, _BUDGET_STEPS_PER_ENTRY = 200_000, 1_000
"""Steps (about a microsecond each) for a file, and additional steps per entry of its games."""
_FOLD_STEPS_PER_ENTRY, _PLAY_STEPS_PER_ENTRY = 3, 3
"""Steps to fold an entry, and to play it."""
FoldEntries = list[FoldEntry]


class InvalidGameJournal(Exception):
    """The journal is invalid, at this entry."""

    def __init__(self, seq: int) -> None:
        super().__init__(seq)
        self.seq = seq


class StepBudget:
    """Limits the work for one file, against hostile games."""

    def __init__(self, left: int = _BUDGET_STEPS_PER_FILE) -> None:
        self.left = left

    def earn(self, entry_count: int) -> None:
        """Add the budget of a game of so many entries."""
        self.left += _BUDGET_STEPS_PER_ENTRY * entry_count

    def spend(self, step_count: int) -> None:
        """Use up steps before working. Raises `BudgetExceeded`."""
        self.left -= step_count
        if self.left < 0:
            raise BudgetExceeded


class BudgetExceeded(Exception):
    """The file needs more work than any real club."""


def validate_game_journal(entries: Sequence[JournalEntry], budget: StepBudget) -> None:
    """Validate a journal whose chain was verified before. Raises `InvalidGameJournal` and `BudgetExceeded`."""
    fold_entries: FoldEntries = [entry.fold_entry for entry in entries]
    last_seq = entries[-1].seq
    if not _has_valid_start(fold_entries):
        raise InvalidGameJournal(min(last_seq, _INITIAL_ENTRY_COUNT))
    budget.earn(len(entries))
    validator = _JournalValidator(fold_entries, entries, budget)
    for index in range(_INITIAL_ENTRY_COUNT, len(fold_entries)):
        if not validator.was_possible_at(index):
            raise InvalidGameJournal(index + 1)
    try:
        record = validator.replay.record_after(last_seq)
        played_game = record.play()
        state_of(record, played_game, last_seq)
    except (*FOLD_ERRORS, RecursionError) as fault:
        raise InvalidGameJournal(last_seq) from fault
    if played_game.refusals:
        raise InvalidGameJournal(last_seq)


def _has_valid_start(fold_entries: FoldEntries) -> bool:
    """Whether the journal begins as every game does. Names may have been removed."""
    kinds = [entry.kind for entry in fold_entries[:_INITIAL_ENTRY_COUNT]]
    if kinds != [GameStarted.stored_kind, *[PlayerNamed.stored_kind] * len(SEATS)]:
        return False
    start, *names = (entry.body for entry in fold_entries[:_INITIAL_ENTRY_COUNT])
    event, faults = GameStarted.parse(start or {})
    if (
        event is None
        or faults
        or event.format != GAME_FILE_FORMAT
        or read_house_rules(event.house_rules_json, []) is None
    ):
        return False
    return all(map(_is_valid_or_removed_naming, names, SEAT_BY_LETTER))


def _is_valid_or_removed_naming(body: Body | None, seat_letter: str) -> bool:
    if body is None:
        return True
    name = body.get("name")
    return body == {"seat": seat_letter, "name": name} and name is not None and read_name(name) == name


def permission_and_time_faults(entries: Sequence[JournalEntry]) -> Iterator[JournalFault]:
    """Entries that their link was not permitted to write at that point, and times that go back.

    Entries without a link were written by earlier versions and are skipped.
    """
    validator = _JournalValidator([entry.fold_entry for entry in entries], entries, StepBudget(sys.maxsize))
    for index, entry in enumerate(entries):
        if entry.link_json is None:
            continue
        if index and entry.received_at < entries[index - 1].received_at:
            yield JournalFault(entry.seq, "backwards")
        if entry.body is not None and not (
            validator.was_possible_at(index) if index >= _INITIAL_ENTRY_COUNT else _link_may_write(entry)
        ):
            yield JournalFault(entry.seq, "not_permitted")


def _link_may_write(entry: JournalEntry) -> bool:
    link = link_from_json(entry.link_json)
    return link is not None and may_write(link, entry.kind, entry.body or {})


class _JournalValidator:
    """Validates a journal entry by entry, with one growing fold."""

    def __init__(self, folded: FoldEntries, entries: Sequence[JournalEntry], budget: StepBudget) -> None:
        self.entries, self.budget = entries, budget
        self.replay = Replay(folded)
        self.first_sign_off = next(
            (index for index, entry in enumerate(folded) if entry.kind == KingdomSigned.stored_kind), len(folded)
        )
        """Index of the first sign-off. Later adjustments can change signed-off kingdoms."""

    def was_possible_at(self, entry_index: int) -> bool:
        """Whether the entry was possible when it was written. Deals are only parsed; they are played at the end."""
        entry = self.entries[entry_index]
        body = entry.body
        if body is None:
            return event_type_of_kind(entry.kind).body_removable
        if entry.kind == NamesRemoved.stored_kind:
            return entry.author is None and len(body) == 1 and _is_valid_name_removal(entry, self.entries[:entry_index])
        try:
            event = event_type_of_body(body)
            if event.stored_kind != entry.kind or (entry.link_json is not None and not _link_may_write(entry)):
                return False
            moves_what_is_signed = (
                event is PointsAdjusted and entry.link_json is not None and entry_index > self.first_sign_off
            )
            if issubclass(event, GameFileEvent) and not moves_what_is_signed:
                return not read_score_entry(body).parsing_faults
            return self._is_accepted_by_judge(entry_index, entry)
        except (*FOLD_ERRORS, RecursionError):
            return False

    def _is_accepted_by_judge(self, entry_index: int, entry: JournalEntry) -> bool:
        """Judge one entry; the fold restarts for disputes and for some undone entries."""
        record = self.replay.record_after(entry_index)
        begins_again = entry.kind == DisputeRaised.stored_kind or self.replay.restarts_fold_at(entry.seq)
        fold_steps = _FOLD_STEPS_PER_ENTRY * entry_index if begins_again else 0
        self.budget.spend(
            fold_steps + 2 * self.replay.recorded_file_entry_count + _PLAY_STEPS_PER_ENTRY * len(record.counted_entries)
        )
        return not isinstance(judge_entry(self.replay, entry.seq), EntryRefusal)


def _is_valid_name_removal(entry: JournalEntry, earlier_entries: Sequence[JournalEntry]) -> bool:
    """Whether the names that a removal lists are gone. The chain proves the rest."""
    removal = name_removal_content(entry)
    if not {"names", "authors"} <= removal.keys() <= _NAME_REMOVAL_FIELDS:
        return False
    names, authors, marks = removal["names"], removal["authors"], removal.get("marks", {})
    emptied = {earlier.seq for earlier in earlier_entries if earlier.body is None}
    unsigned = {str(earlier.seq) for earlier in earlier_entries if earlier.author is None}
    return (
        isinstance(marks, dict)
        and isinstance(names, list)
        and all(type(seq) is int and seq in emptied for seq in names)
        and isinstance(authors, dict)
        and authors.keys() <= unsigned
        and all(isinstance(digest, str) and _DIGEST_PATTERN.fullmatch(digest) for digest in authors.values())
    )
