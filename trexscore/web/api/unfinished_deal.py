"""The deal that is being entered, stored beside the journal."""

import re
import zlib
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from trexscore.game.file.names import read_name
from trexscore.rules.cards import CARDS_PER_SUIT

SeatLetter = Literal["A", "B", "C", "D"]
_SuitName = Literal["hearts", "spades", "diamonds", "clubs"]
_ContractName = Literal["king_of_hearts", "queens", "diamonds", "collections", "trex"]
_CountsBySeat = dict[SeatLetter, Annotated[int, msgspec.Meta(ge=0, le=CARDS_PER_SUIT)]]


class _TakenCardSoFar(msgspec.Struct, forbid_unknown_fields=True):
    taken_by: SeatLetter | UnsetType = UNSET
    doubled_by: SeatLetter | UnsetType = UNSET
    led_by: SeatLetter | UnsetType = UNSET


class _CapturesSoFar(msgspec.Struct, forbid_unknown_fields=True):
    king_of_hearts: _TakenCardSoFar | UnsetType = UNSET
    queens: dict[_SuitName, _TakenCardSoFar] | UnsetType = UNSET
    diamonds: _CountsBySeat | UnsetType = UNSET
    tricks: _CountsBySeat | UnsetType = UNSET
    trex: Annotated[list[SeatLetter], msgspec.Meta(max_length=4)] | UnsetType = UNSET


class _SentDraft(msgspec.Struct, forbid_unknown_fields=True):
    king: SeatLetter
    contracts: Annotated[list[_ContractName], msgspec.Meta(min_length=1, max_length=5)]
    captures: _CapturesSoFar
    after: int | UnsetType = UNSET
    author: object = None
    device: object = None


class _StoredDraft(msgspec.Struct, omit_defaults=True):
    version: str
    king: SeatLetter
    contracts: list[_ContractName]
    captures: _CapturesSoFar
    author: str | None = None
    device: str | None = None


class UnfinishedDeal(NamedTuple):
    """An unfinished deal: its version, its JSON, and the last entry that the client has seen, if given."""

    version: str
    stored_json: str | None
    last_seen_seq: int | None = None


_PATH_IN_ERROR_PATTERN = re.compile(r"`\$\.([\w.]+)")
NO_UNFINISHED_DEAL = UnfinishedDeal("", None)


def parse_unfinished_deal(request_json: object) -> UnfinishedDeal:
    """Parse a draft. Raises `msgspec.ValidationError`."""
    if request_json is None:
        return NO_UNFINISHED_DEAL
    sent_draft = msgspec.convert(request_json, _SentDraft)
    draft_to_store = _StoredDraft(
        "",
        sent_draft.king,
        sent_draft.contracts,
        sent_draft.captures,
        read_name(sent_draft.author),
        read_name(sent_draft.device),
    )
    draft_to_store.version = f"{zlib.crc32(msgspec.json.encode(draft_to_store)):08x}"
    return UnfinishedDeal(
        draft_to_store.version,
        msgspec.json.encode(draft_to_store).decode(),
        None if sent_draft.after is UNSET else sent_draft.after,
    )


def path_of_fault(fault: msgspec.ValidationError) -> str:
    """Where in a draft the fault is, without keys and positions; empty for the draft itself."""
    match = _PATH_IN_ERROR_PATTERN.search(str(fault))
    return "" if match is None else match[1]
