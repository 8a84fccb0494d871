"""The club file: a whole club as lines of JSON, its own journal first and then those of its games.

docs/club-file.md describes it. What is derived stands in none of it, and neither does any right.
"""

import re
from collections.abc import Sequence
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from trexscore.club.events import EVENTS as CLUB_EVENTS
from trexscore.game import FORMAT as JOURNAL_FORMAT
from trexscore.game.events import EVENTS as GAME_EVENTS
from trexscore.ledger.chain import MOST_ENTRIES, JournalEntry

FORMAT = "trexscore-club-file/1"
MOST_GAMES = 100_000
MOST_OF_CLUB, MOST_OF_GAME = 200_000, MOST_ENTRIES + 100
"""Entries of one journal: no more than can be looked through. Erasing is told of also behind the last entry of a game.
"""

_UID = re.compile(r"[A-Za-z0-9_-]{22}")
_encode = msgspec.json.Encoder().encode
_Seq = Annotated[int, msgspec.Meta(ge=1, le=MOST_OF_CLUB)]
_Uuid = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\Z")]
_Digest = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}\\Z")]
_Short = Annotated[str, msgspec.Meta(max_length=40, pattern="^[^\\x00-\\x1f\\x7f]*\\Z")]
_Time = Annotated[str, msgspec.Meta(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z\\Z")]


class NotAClubFile(ValueError):
    """A line is not what the format asks for."""


class Head(NamedTuple):
    """The first line: which club, how long its journal is and how it ends, and how many games follow it."""

    uid: str
    entries: int
    digest: str
    games: int


class _By(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    right: Literal["own", "write", "seat", "referee"]
    seat: Literal["A", "B", "C", "D"] | None = None
    device: _Short | None = None


class _Entry(msgspec.Struct, forbid_unknown_fields=True):
    seq: _Seq
    key: _Uuid
    kind: Annotated[str, msgspec.Meta(max_length=16)]
    author: _Short | None
    made_at: _Short | None
    received_at: _Time
    body: dict[str, Any] | None
    body_digest: _Digest
    digest: _Digest
    device: _Short | None = None
    by: _By | None = None


class _Journal(msgspec.Struct, forbid_unknown_fields=True):
    format: str
    entries: Annotated[list[_Entry], msgspec.Meta(min_length=1, max_length=MOST_OF_GAME)]


class _Club(msgspec.Struct, forbid_unknown_fields=True):
    uid: str
    entries: Annotated[int, msgspec.Meta(ge=1, le=MOST_OF_CLUB)]
    digest: _Digest


class _Head(msgspec.Struct, forbid_unknown_fields=True):
    format: str
    club: _Club
    games: Annotated[int, msgspec.Meta(ge=0, le=MOST_GAMES)]


_head = msgspec.json.Decoder(_Head).decode
_entry = msgspec.json.Decoder(_Entry).decode
_journal = msgspec.json.Decoder(_Journal).decode
_UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


def head_line(head: Head) -> bytes:
    """The first line."""
    club = {"uid": head.uid, "entries": head.entries, "digest": head.digest}
    return _encode({"format": FORMAT, "club": club, "games": head.games})


def entry_line(entry: JournalEntry) -> bytes:
    """An entry of the club's journal."""
    return _encode(entry.as_json())


def game_line(entries: Sequence[JournalEntry]) -> bytes:
    """A game: its whole journal, as the interface gives it."""
    return _encode({"format": JOURNAL_FORMAT, "entries": [entry.as_json() for entry in entries]})


def read_head(line: bytes) -> Head:
    """What a first line says. Raises `NotAClubFile`, with the format where one is named."""
    try:
        said = _head(line)
    except _UNREADABLE as fault:
        raise NotAClubFile(_format_of(line)) from fault
    if said.format != FORMAT:
        raise NotAClubFile(said.format)
    if not _UID.fullmatch(said.club.uid):
        raise NotAClubFile
    return Head(said.club.uid, said.club.entries, said.club.digest, said.games)


def read_entry_line(line: bytes) -> JournalEntry:
    """An entry of the club's journal. Raises `NotAClubFile`."""
    try:
        return _as_entry(_entry(line), tuple(CLUB_EVENTS))
    except _UNREADABLE as fault:
        raise NotAClubFile from fault


def read_game_line(line: bytes) -> list[JournalEntry]:
    """A game's journal. Raises `NotAClubFile`."""
    try:
        said = _journal(line)
    except _UNREADABLE as fault:
        raise NotAClubFile from fault
    if said.format != JOURNAL_FORMAT:
        raise NotAClubFile
    return [_as_entry(entry, tuple(GAME_EVENTS)) for entry in said.entries]


def _as_entry(said: _Entry, kinds: Sequence[str]) -> JournalEntry:
    if said.kind not in kinds:
        raise NotAClubFile
    entry = JournalEntry(*msgspec.structs.astuple(said))
    if said.by is None:
        return entry
    return entry._replace(by=msgspec.to_builtins(said.by), device=said.by.device)


def _format_of(line: bytes) -> str:
    try:
        said = msgspec.json.decode(line)
    except _UNREADABLE:
        return ""
    found = said.get("format") if isinstance(said, dict) else None
    return found[:60] if isinstance(found, str) else ""
