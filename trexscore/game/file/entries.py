"""An entry of `deals`: a deal, a void deal or an adjustment, read from JSON."""

from itertools import permutations
from typing import Any

from trexscore.game.file.captures import read_captures
from trexscore.game.file.shape import (
    optional_seat,
    read_object,
    read_reason,
    read_text,
    refuse_unknown_fields,
    required_seat,
)
from trexscore.rules.captures import NOTHING_TAKEN
from trexscore.rules.cards import Contract
from trexscore.rules.contract_set import CONTRACT_SETS, ContractSet, contract_set_of
from trexscore.rules.game import Entry
from trexscore.rules.house_rules import VOID_REASONS, VoidReason
from trexscore.rules.options import is_points
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import SEAT_NAMED, SEATS, BySeat, Points, Seat

_DEAL_FIELDS = frozenset({"king", "contracts", "captures", "renege", "note"})
_TIE_BREAK_FIELDS = (_DEAL_FIELDS | {"tie_break"}) - {"king"}
_VOID_FIELDS = frozenset({"king", "void", "contracts"})
_ADJUSTMENT_FIELDS = frozenset({"adjustment", "reason"})
_BARE_DEAL = frozenset({"king", "contracts", "captures"})
"""A deal without renege and note."""


def read_entry(found: object) -> Entry:
    """The entry, with every fault that can be seen without knowing the rest of the game."""
    faults: list[Refusal] = []
    said = read_object(found, "", faults)
    if said is None:
        return Entry(faults=tuple(faults))
    if "void" in said:
        return _read_void(said, faults)
    if "contracts" in said:
        return _read_tie_break(said, faults) if "tie_break" in said else _read_deal(said, faults)
    if "adjustment" in said:
        return _read_adjustment(said, faults)
    refuse_unknown_fields(said, _DEAL_FIELDS, "", faults)
    faults.append(refuse("missing_field", "contracts", field="contracts"))
    return Entry(king=_known_seat(said.get("king")), faults=tuple(faults))


def _read_deal(said: dict[str, Any], faults: list[Refusal]) -> Entry:
    king = _known_seat(said.get("king")) or required_seat(said, "king", "", faults)
    programme = read_contracts(said["contracts"], faults)
    captures = NOTHING_TAKEN
    if programme is None and said["contracts"] == []:
        pass  # without a contract there is nothing that captures could be held against
    elif "captures" in said:
        captures = read_captures(said["captures"], programme, faults)
    else:
        faults.append(refuse("missing_field", "captures", field="captures"))
    renege_by, note = None, ""
    if said.keys() != _BARE_DEAL:
        refuse_unknown_fields(said, _DEAL_FIELDS, "", faults)
        renege_by = _read_renege(said, faults)
        note = read_text(said["note"], "note", faults) if "note" in said else ""
    return Entry(king, programme, captures, renege_by, None, None, None, note, tuple(faults))


def _read_tie_break(said: dict[str, Any], faults: list[Refusal]) -> Entry:
    """A deal behind the game, which has no king: one of those tied names the contract."""
    if said["tie_break"] is not True:
        faults.append(refuse("wrong_type", "tie_break", wanted="true"))
    refuse_unknown_fields(said, _TIE_BREAK_FIELDS, "", faults)
    of_deal = {name: value for name, value in said.items() if name not in ("king", "tie_break")}
    read = _read_deal({**of_deal, "king": SEATS[0].name}, faults)
    return read._replace(king=None, tie_break=True)


def _read_renege(said: dict[str, Any], faults: list[Refusal]) -> Seat | None:
    if "renege" not in said:
        return None
    renege = read_object(said["renege"], "renege", faults)
    if renege is None:
        return None
    refuse_unknown_fields(renege, ("by",), "renege", faults)
    return required_seat(renege, "by", "renege", faults)


def _read_void(said: dict[str, Any], faults: list[Refusal]) -> Entry:
    refuse_unknown_fields(said, _VOID_FIELDS, "", faults)
    king = required_seat(said, "king", "", faults)
    programme = read_contracts(said["contracts"], faults) if "contracts" in said else None
    reason: VoidReason = "agreed"
    claimed_by = None
    void = read_object(said["void"], "void", faults)
    if void is not None:
        refuse_unknown_fields(void, ("reason", "claimed_by"), "void", faults)
        claimed_by = optional_seat(void, "claimed_by", "void", faults)
        reason = _void_reason(read_reason(void, "void", faults), faults) or reason
    return Entry(king, programme, void_reason=reason, claimed_by=claimed_by, faults=tuple(faults))


def _void_reason(said: str, faults: list[Refusal]) -> VoidReason | None:
    for reason in VOID_REASONS:
        if said == reason:
            return reason
    if said.strip():
        faults.append(refuse("unknown_reason", "void.reason", reason=said))
    return None


def _read_adjustment(said: dict[str, Any], faults: list[Refusal]) -> Entry:
    refuse_unknown_fields(said, _ADJUSTMENT_FIELDS, "", faults)
    note = read_reason(said, "", faults)
    points: Points = BySeat(0, 0, 0, 0)
    moved = read_object(said["adjustment"], "adjustment", faults)
    if moved is not None:
        before = len(faults)
        points = _moved(moved, faults)
        if len(faults) == before and sum(points) != 0:
            faults.append(refuse("adjustment_not_zero", "adjustment", total=sum(points)))
    return Entry(adjustment=points, note=note, faults=tuple(faults))


def _moved(moved: dict[str, Any], faults: list[Refusal]) -> Points:
    for name, points in moved.items():
        if name not in SEAT_NAMED:
            faults.append(refuse("unknown_seat", f"adjustment.{name}", seat_named=name))
        elif not is_points(points):
            faults.append(refuse("not_a_whole_number", f"adjustment.{name}", seat=SEAT_NAMED[name]))
    return BySeat(*(points if is_points(points := moved.get(seat.name, 0)) else 0 for seat in SEATS))


def read_contracts(found: object, faults: list[Refusal]) -> ContractSet | None:
    """The contracts of a deal as a set. None where they cannot be read."""
    if not isinstance(found, list):
        faults.append(refuse("wrong_type", "contracts", wanted="list"))
        return None
    if not found:
        faults.append(refuse("no_contract", "contracts"))
        return None
    try:
        programme = _PROGRAMME_NAMED.get(tuple(found))
    except TypeError:  # something unhashable stands where a name should
        programme = None
    return programme if programme is not None else _read_contracts_slowly(found, faults)


_CONTRACT_NAMED = {contract.value: contract for contract in Contract}
_PROGRAMME_NAMED = {
    names: programme
    for programme in CONTRACT_SETS
    for names in permutations(contract.value for contract in programme.contracts)
}
"""Every faultless list of contracts, in whatever order they are named."""


def _read_contracts_slowly(names: list[Any], faults: list[Refusal]) -> ContractSet | None:
    contracts: list[Contract] = []
    readable = True
    for place, name in enumerate(names):
        at = f"contracts.{place}"
        if not isinstance(name, str):
            faults.append(refuse("wrong_type", at, wanted="contract"))
            readable = False
        elif name not in _CONTRACT_NAMED:
            faults.append(refuse("unknown_contract", at, contract_named=name))
            readable = False
        elif _CONTRACT_NAMED[name] in contracts:
            faults.append(refuse("duplicate_contract", at, contract=_CONTRACT_NAMED[name]))
        else:
            contracts.append(_CONTRACT_NAMED[name])
    return contract_set_of(tuple(contracts)) if readable else None


def _known_seat(value: object) -> Seat | None:
    return SEAT_NAMED.get(value) if isinstance(value, str) else None
