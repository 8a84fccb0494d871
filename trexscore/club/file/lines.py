"""The club file: a whole club as lines of JSON, first its own journal, then those of its games.

docs/club-file.md describes it. It holds no derived data and no permissions.
"""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal

import msgspec

from trexscore.club.events import EVENT_TYPE_BY_KIND as CLUB_EVENTS
from trexscore.game import JOURNAL_FORMAT
from trexscore.game.events import EVENT_TYPE_BY_KIND as GAME_EVENTS
from trexscore.ledger.chain import MAX_GAME_ENTRIES, Body, JournalEntry

CLUB_FILE_FORMAT = "trexscore-club-file/1"
MAX_GAMES_PER_CLUB = 100_000
MAX_CLUB_ENTRIES, MAX_GAME_ENTRIES_WITH_REMOVALS = 200_000, MAX_GAME_ENTRIES + 100
"""Entries of one journal, limited by what can be validated. A full game can still have names removed, hence the
hundred more.
"""

_UID_PATTERN = re.compile(r"[A-Za-z0-9_-]{22}")
_encode_json = msgspec.json.Encoder().encode
_Seq = Annotated[int, msgspec.Meta(ge=1, le=MAX_CLUB_ENTRIES)]
_Uuid = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\Z")]
_Digest = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}\\Z")]
_ShortText = Annotated[str, msgspec.Meta(max_length=40, pattern="^[^\\x00-\\x1f\\x7f]*\\Z")]
_Timestamp = Annotated[
    str, msgspec.Meta(pattern="^[1-8][0-9]{3}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z\\Z")
]


class NotAClubFile(ValueError):
    """A line does not have the expected format."""


class _EntryLink(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    right: Literal["own", "write", "seat", "referee"]
    seat: Literal["A", "B", "C", "D"] | None = None
    device: _ShortText | None = None


class _Entry(msgspec.Struct, forbid_unknown_fields=True):
    seq: _Seq
    key: _Uuid
    kind: Annotated[str, msgspec.Meta(max_length=16)]
    author: _ShortText | None
    made_at: _ShortText | None
    received_at: _Timestamp
    body: Body | None
    body_digest: _Digest
    digest: _Digest
    device: _ShortText | None = None
    by: _EntryLink | None = None


class _Journal(msgspec.Struct, forbid_unknown_fields=True):
    format: str
    entries: Annotated[list[_Entry], msgspec.Meta(min_length=1, max_length=MAX_GAME_ENTRIES_WITH_REMOVALS)]


class ClubFileHead(msgspec.Struct, forbid_unknown_fields=True):
    """The club in the first line, with the length and last digest of its journal."""

    uid: str
    entries: Annotated[int, msgspec.Meta(ge=1, le=MAX_CLUB_ENTRIES)]
    digest: _Digest


class _FirstLine(msgspec.Struct, forbid_unknown_fields=True):
    format: str
    club: ClubFileHead
    games: Annotated[int, msgspec.Meta(ge=0, le=MAX_GAMES_PER_CLUB)]


_decode_head = msgspec.json.Decoder(_FirstLine).decode
_decode_entry = msgspec.json.Decoder(_Entry).decode
_decode_journal = msgspec.json.Decoder(_Journal).decode
_DECODING_ERRORS = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


def head_line(head: ClubFileHead, game_count: int) -> bytes:
    return _encode_json(_FirstLine(CLUB_FILE_FORMAT, head, game_count))


def entry_line(entry: JournalEntry) -> bytes:
    """An entry of the club's journal."""
    return _encode_json(entry.as_json())


def game_line(entries: Sequence[JournalEntry]) -> bytes:
    """A game's whole journal, in the form that the API gives it."""
    return _encode_json({"format": JOURNAL_FORMAT, "entries": [entry.as_json() for entry in entries]})


def read_head_and_game_count(raw_line: bytes) -> tuple[ClubFileHead, int]:
    """The head, and the number of games. Raises `NotAClubFile`, with the format that the line names, if any."""
    try:
        parsed_head = _decode_head(raw_line)
    except _DECODING_ERRORS as fault:
        raise NotAClubFile(_format_of(raw_line)) from fault
    if parsed_head.format != CLUB_FILE_FORMAT:
        raise NotAClubFile(parsed_head.format)
    if not _UID_PATTERN.fullmatch(parsed_head.club.uid):
        raise NotAClubFile
    return parsed_head.club, parsed_head.games


def read_entry_line(raw_line: bytes) -> JournalEntry:
    """Parse an entry of the club's journal. Raises `NotAClubFile`."""
    try:
        return _to_journal_entry(_decode_entry(raw_line), tuple(CLUB_EVENTS))
    except _DECODING_ERRORS as fault:
        raise NotAClubFile from fault


def read_game_line(raw_line: bytes) -> list[JournalEntry]:
    """Parse a game's journal. Raises `NotAClubFile`."""
    try:
        parsed_journal = _decode_journal(raw_line)
    except _DECODING_ERRORS as fault:
        raise NotAClubFile from fault
    if parsed_journal.format != JOURNAL_FORMAT:
        raise NotAClubFile
    return [_to_journal_entry(entry, tuple(GAME_EVENTS)) for entry in parsed_journal.entries]


def _to_journal_entry(parsed_entry: _Entry, allowed_kinds: Sequence[str]) -> JournalEntry:
    if parsed_entry.kind not in allowed_kinds or not _has_possible_times(parsed_entry):
        raise NotAClubFile
    entry = JournalEntry(*msgspec.structs.astuple(parsed_entry))
    if parsed_entry.by is None:
        return entry
    return entry._replace(link_json=msgspec.to_builtins(parsed_entry.by), device=parsed_entry.by.device)


def _has_possible_times(parsed_entry: _Entry) -> bool:
    """Whether pages can show the times of the entry. Neither form nor digests keep a file from naming 30 February."""
    times = parsed_entry.received_at, parsed_entry.made_at
    try:
        return all(time is None or datetime.fromisoformat(time) for time in times)
    except ValueError:
        return False


def _format_of(raw_line: bytes) -> str:
    try:
        line_json = msgspec.json.decode(raw_line)
    except _DECODING_ERRORS:
        return ""
    name = line_json.get("format") if isinstance(line_json, dict) else None
    return name[:60] if isinstance(name, str) else ""
