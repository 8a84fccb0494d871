"""Refusals as they are stored: code, path and parameters, so that each reader gets them in their own language."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from trexscore.rules.cards import Card, Contract
from trexscore.rules.contract_set import ContractSet, contract_set_of
from trexscore.rules.game import Entry
from trexscore.rules.refusals import Refusal
from trexscore.rules.seats import SEAT_NAMED, Seat


class StoredRefusal(NamedTuple):
    """A refusal with the contracts of the entry that it is about, as far as they were read."""

    refusal: Refusal
    programme: ContractSet | None

    @classmethod
    def of(cls, refusal: Refusal, entries: Sequence[Entry]) -> "StoredRefusal":
        """A refusal of a game with these entries."""
        is_read = refusal.entry is not None and refusal.entry <= len(entries)
        return cls(refusal, entries[refusal.entry - 1].programme if refusal.entry is not None and is_read else None)

    def as_json(self) -> dict[str, Any]:
        """As it is stored."""
        refusal, programme = self
        return {
            "code": refusal.code,
            "at": refusal.at,
            "params": {name: _as_json(value) for name, value in refusal.params.items()},
            "entry": refusal.entry,
            "contracts": None if programme is None else programme.contracts,
        }

    @classmethod
    def from_json(cls, said: Mapping[str, Any]) -> "StoredRefusal":
        """What `as_json` has written."""
        params = {name: _from_json(value) for name, value in said["params"].items()}
        contracts = said["contracts"]
        programme = None if contracts is None else contract_set_of(tuple(map(Contract, contracts)))
        return cls(Refusal(said["code"], said["at"], params, said["entry"]), programme)


def _as_json(value: object) -> object:
    """Seats, cards and contracts are shown in words of their own, so they are told from text."""
    if isinstance(value, tuple):
        return [_as_json(one) for one in value]
    if isinstance(value, Seat):
        return {"seat": value.name}
    if isinstance(value, Card | Contract):
        return {type(value).__name__.lower(): value.value}
    return value


def _from_json(value: Any) -> object:  # noqa: ANN401 - JSON
    match value:
        case list():
            return tuple(map(_from_json, value))
        case {"seat": name}:
            return SEAT_NAMED[name]
        case {"card": name}:
            return Card(name)
        case {"contract": name}:
            return Contract(name)
    return value
