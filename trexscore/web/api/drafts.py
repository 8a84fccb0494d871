"""A deal that is being entered: what is known of it so far, beside the journal."""

import zlib
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from trexscore.game.file.names import read_name
from trexscore.rules.cards import IN_A_SUIT

Letter = Literal["A", "B", "C", "D"]
_Suit = Literal["hearts", "spades", "diamonds", "clubs"]
_Name = Literal["king_of_hearts", "queens", "diamonds", "collections", "trex"]
_Counts = dict[Letter, Annotated[int, msgspec.Meta(ge=0, le=IN_A_SUIT)]]


class _Card(msgspec.Struct, forbid_unknown_fields=True):
    taken_by: Letter | UnsetType = UNSET
    doubled_by: Letter | UnsetType = UNSET
    led_by: Letter | UnsetType = UNSET


class _Captures(msgspec.Struct, forbid_unknown_fields=True):
    king_of_hearts: _Card | UnsetType = UNSET
    queens: dict[_Suit, _Card] | UnsetType = UNSET
    diamonds: _Counts | UnsetType = UNSET
    tricks: _Counts | UnsetType = UNSET
    trex: Annotated[list[Letter], msgspec.Meta(max_length=4)] | UnsetType = UNSET


class _Draft(msgspec.Struct, forbid_unknown_fields=True):
    king: Letter
    contracts: Annotated[list[_Name], msgspec.Meta(min_length=1, max_length=5)]
    captures: _Captures
    after: int | UnsetType = UNSET
    author: object = None
    device: object = None


class _Kept(msgspec.Struct, omit_defaults=True):
    version: str
    king: Letter
    contracts: list[_Name]
    captures: _Captures
    author: str | None = None
    device: str | None = None


class Draft(NamedTuple):
    """What a form says of an unfinished deal: its version, its JSON, and the last entry that it has seen, if told."""

    version: str
    kept: str | None
    after: int | None = None


NO_DRAFT = Draft("", None)


def read_draft(value: object) -> Draft:
    """A draft as a form sends it. Raises `msgspec.ValidationError`."""
    if value is None:
        return NO_DRAFT
    said = msgspec.convert(value, _Draft)
    kept = _Kept("", said.king, said.contracts, said.captures, read_name(said.author), read_name(said.device))
    kept.version = f"{zlib.crc32(msgspec.json.encode(kept)):08x}"
    return Draft(kept.version, msgspec.json.encode(kept).decode(), None if said.after is UNSET else said.after)
