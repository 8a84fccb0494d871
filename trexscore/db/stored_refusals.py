"""Refusals stored as code, path and parameters, so that each reader sees them in their own language."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from trexscore.rules.cards import Card, Contract
from trexscore.rules.contract_set import ContractSet, contract_set_of
from trexscore.rules.game import ScoreEntry
from trexscore.rules.refusals import Refusal
from trexscore.rules.seats import SEAT_BY_LETTER, Seat


class _RefusalJson(msgspec.Struct):
    code: str
    at: str
    params: dict[str, object]
    entry_place: int | None = msgspec.field(name="entry")
    contracts: tuple[Contract, ...] | None


class StoredRefusal(NamedTuple):
    """A refusal with the contracts of the refused entry, as far as they could be read."""

    refusal: Refusal
    contract_set: ContractSet | None

    @classmethod
    def from_refusal(cls, refusal: Refusal, score_entries: Sequence[ScoreEntry]) -> "StoredRefusal":
        """Add the contracts to a refusal of a game with these entries."""
        if refusal.entry_place is None or refusal.entry_place > len(score_entries):
            return cls(refusal, None)
        return cls(refusal, score_entries[refusal.entry_place - 1].contract_set)

    def as_json(self) -> dict[str, object]:
        """Return it in the stored form."""
        refusal, contract_set = self
        return {
            "code": refusal.code,
            "at": refusal.path,
            "params": {name: _param_to_json(value) for name, value in refusal.params.items()},
            "entry": refusal.entry_place,
            "contracts": None if contract_set is None else contract_set.contracts,
        }

    @classmethod
    def from_json(cls, stored_json: object) -> "StoredRefusal":
        """Read the result of `as_json`."""
        refusal_json = msgspec.convert(stored_json, _RefusalJson)
        params = {name: _param_from_json(value) for name, value in refusal_json.params.items()}
        contracts = refusal_json.contracts
        contract_set = None if contracts is None else contract_set_of(contracts)
        return cls(Refusal(refusal_json.code, refusal_json.at, params, refusal_json.entry_place), contract_set)


def _param_to_json(value: object) -> object:
    """Tag seats, cards and contracts, which readers see in words of their language."""
    if isinstance(value, tuple):
        return [_param_to_json(item) for item in value]
    if isinstance(value, Seat):
        return {"seat": value.name}
    if isinstance(value, Card | Contract):
        return {type(value).__name__.lower(): value.value}
    return value


def _param_from_json(value: object) -> object:
    match value:
        case list():
            return tuple(map(_param_from_json, value))
        case {"seat": str(name)}:
            return SEAT_BY_LETTER[name]
        case {"card": name}:
            return Card(name)
        case {"contract": name}:
            return Contract(name)
    return value
