"""Validate a club file before anything is written: every chain, every entry, and what is already here."""

import codecs
from collections.abc import Callable, Iterator, Sequence
from typing import IO, NamedTuple, NoReturn, TypeVar

from sqlalchemy.orm import Session

from trexscore.club.file.lines import (
    CLUB_FILE_FORMAT,
    ClubFileHead,
    NotAClubFile,
    read_entry_line,
    read_game_line,
    read_head_and_game_count,
)
from trexscore.club.file.packing import ContentTooLong, DamagedFile, unpack_lines
from trexscore.club.file.validate_journal import InvalidJournal, validate_club_journal
from trexscore.club.record import ClubRecord
from trexscore.commands.club_files.validate_game_journal import (
    BudgetExceeded,
    InvalidGameJournal,
    StepBudget,
    validate_game_journal,
)
from trexscore.db.clubs.club_files import ComparedStoredJournal, JournalComparison, compare_stored_journal
from trexscore.db.journals import CLUBS, GAMES
from trexscore.game.anonymization import unexplained_empty_entry_faults
from trexscore.ledger.chain import JournalEntry, chain_faults
from trexscore.rules.refusals import Refusal, refuse

T = TypeVar("T")
_MAX_REPORTED_FAULTS = 20


class InvalidClubFile(Exception):
    """The file is refused, with all reasons found."""

    def __init__(self, refusals: Sequence[Refusal]) -> None:
        super().__init__(refusals)
        self.refusals = tuple(refusals)


class ValidatedClubFile(NamedTuple):
    """A valid file, and how its club and games compare with those here."""

    file_head: ClubFileHead
    club_entries: list[JournalEntry]
    club_record: ClubRecord
    compared_club_journal: ComparedStoredJournal
    comparison_by_game_uid: dict[str, JournalComparison]


class ClubFileSource(NamedTuple):
    """A club file that can be read repeatedly. `may_extend_journals`: it may extend journals here.

    A chain proves the order of entries, not who wrote them: anyone can append. So only the operator may extend.
    """

    file: IO[bytes]
    max_unpacked_bytes: int
    may_extend_journals: bool = False

    def numbered_lines(self) -> Iterator[tuple[int, bytes]]:
        self.file.seek(0)
        return enumerate(unpack_lines(self.file, self.max_unpacked_bytes), 1)


def validate_club_file(session: Session, source: ClubFileSource) -> ValidatedClubFile:
    """Read the whole file. Raises `InvalidClubFile`."""
    try:
        return _validate_lines(session, source, source.numbered_lines())
    except ContentTooLong:
        _refuse_file(refuse("club_file_too_long"))
    except DamagedFile:
        _refuse_file(refuse("club_file_cut_off"))
    except BudgetExceeded:
        _refuse_file(refuse("club_file_too_much"))


def read_game_journals(source: ClubFileSource, file_head: ClubFileHead) -> Iterator[list[JournalEntry]]:
    """The games of a validated file."""
    for number, line in source.numbered_lines():
        if number > 1 + file_head.entries:
            yield read_game_line(line)


def _validate_lines(
    session: Session, source: ClubFileSource, numbered_lines: Iterator[tuple[int, bytes]]
) -> ValidatedClubFile:
    head, game_count = _read_head_and_game_count(numbered_lines)
    entries = _read_club_entries(head, numbered_lines)
    try:
        record, counted = validate_club_journal(entries)
    except InvalidJournal as fault:
        raise InvalidClubFile((refuse("club_entry_unfit", entry=fault.seq), *fault.refusals)) from fault
    club = compare_stored_journal(session, CLUBS, head.uid, [entry.digest for entry in entries])
    faults: list[Refusal] = []
    if club.comparison == "other":
        faults.append(refuse("club_differs"))
    elif club.comparison == "behind" and not source.may_extend_journals:
        faults.append(refuse("club_is_behind"))
    missing_game_uids = dict.fromkeys(counted)
    games: dict[str, JournalComparison] = {}
    judge = _GameValidator(session, StepBudget(), club.comparison in ("same", "ahead"), source.may_extend_journals)
    for number, line in numbered_lines:
        game_entries = _parse_line(read_game_line, number, line)
        uid = game_entries[0].key
        if uid not in missing_game_uids or len(games) >= game_count:
            _refuse_file(refuse("club_file_line", line=number))
        del missing_game_uids[uid]
        games[uid], hindrance = judge.validate_and_compare_game(game_entries)
        faults += () if hindrance is None else (hindrance,)
        if len(faults) >= _MAX_REPORTED_FAULTS:
            raise InvalidClubFile(faults)
    if len(games) < game_count:
        _refuse_file(refuse("club_file_cut_off"))
    if missing_game_uids:
        faults.append(refuse("counted_game_missing", game=next(iter(missing_game_uids))))
    if faults:
        raise InvalidClubFile(faults)
    return ValidatedClubFile(head, entries, record, club, games)


class _GameValidator(NamedTuple):
    """Validates games. `is_club_up_to_date`: the club is here and counts them."""

    session: Session
    step_budget: StepBudget
    is_club_up_to_date: bool
    may_extend_journals: bool

    def validate_and_compare_game(self, entries: list[JournalEntry]) -> tuple[JournalComparison, Refusal | None]:
        """How a game compares with the one here, and why it cannot be imported.

        Knowing the beginning of another's game must not give access to the rest of it by counting it.
        """
        uid = entries[0].key
        broken_seq = _first_broken_or_repeated_seq(entries) or next(
            (blank.seq for blank in unexplained_empty_entry_faults(entries)), None
        )
        if broken_seq is not None:
            return "other", refuse("game_chain_broken", game=uid, entry=broken_seq)
        digests = [entry.digest for entry in entries]
        journal_comparison = compare_stored_journal(self.session, GAMES, uid, digests).comparison
        try:
            if journal_comparison not in ("same", "ahead"):  # those were validated when they were written here
                validate_game_journal(entries, self.step_budget)
        except InvalidGameJournal as fault:
            return "other", refuse("game_entry_unfit", game=uid, entry=fault.seq)
        return journal_comparison, self._import_refusal(journal_comparison, uid)

    def _import_refusal(self, comparison: JournalComparison, game_uid: str) -> Refusal | None:
        refusal_code_by_error = {"other": "game_differs"}
        if not self.may_extend_journals:
            refusal_code_by_error |= {"behind": "game_is_behind"} | (
                {} if self.is_club_up_to_date else {"ahead": "game_is_ahead"}
            )
        return refuse(refusal_code_by_error[comparison], game=game_uid) if comparison in refusal_code_by_error else None


def _read_head_and_game_count(numbered_lines: Iterator[tuple[int, bytes]]) -> tuple[ClubFileHead, int]:
    _number, line = next(numbered_lines, (0, b""))
    try:
        return read_head_and_game_count(line.removeprefix(codecs.BOM_UTF8))  # an editor may have added it
    except NotAClubFile as fault:
        if str(fault).startswith("trexscore-club-file/") and str(fault) != CLUB_FILE_FORMAT:
            _refuse_file(refuse("unknown_club_file_format", format=str(fault)))
        _refuse_file(refuse("not_a_club_file"))


def _read_club_entries(file_head: ClubFileHead, numbered_lines: Iterator[tuple[int, bytes]]) -> list[JournalEntry]:
    entries: list[JournalEntry] = []
    for _ in range(file_head.entries):
        number, line = next(numbered_lines, (0, None))
        if line is None:
            _refuse_file(refuse("club_file_cut_off"))
        entries.append(_parse_line(read_entry_line, number, line))
    broken_seq = _first_broken_or_repeated_seq(entries)
    if broken_seq is not None:
        _refuse_file(refuse("club_chain_broken", entry=broken_seq))
    if entries[-1].digest != file_head.digest:
        _refuse_file(refuse("club_chain_broken", entry=file_head.entries))
    return entries


def _parse_line(parse: Callable[[bytes], T], line_number: int, raw_line: bytes) -> T:
    try:
        return parse(raw_line)
    except NotAClubFile:
        _refuse_file(refuse("club_file_line", line=line_number))


def _first_broken_or_repeated_seq(entries: list[JournalEntry]) -> int | None:
    """The first entry with a broken chain; or the last one if a key is repeated."""
    try:
        fault = next(chain_faults(entries), None)
    except RecursionError:
        return entries[-1].seq
    if fault is not None:
        return fault.seq
    return entries[-1].seq if len({entry.key for entry in entries}) < len(entries) else None


def _refuse_file(refusal: Refusal) -> NoReturn:
    raise InvalidClubFile((refusal,))
