"""An entry of `deals`: a deal, a void deal or an adjustment, read from JSON."""

from collections.abc import Mapping, Sequence
from itertools import permutations

from trexscore.game.file.captures import read_captures
from trexscore.ledger.json_reader import (
    Faults,
    add_unknown_field_faults,
    read_object,
    read_reason,
    read_required_seat,
    read_seat_if_present,
    read_text,
)
from trexscore.rules.captures import NO_CAPTURES
from trexscore.rules.cards import Contract
from trexscore.rules.contract_set import CONTRACT_SETS, ContractSet, contract_set_of
from trexscore.rules.game import ScoreEntry
from trexscore.rules.house_rules import MAX_POINTS, VOID_REASONS, VoidReason
from trexscore.rules.options import is_within_points_limit
from trexscore.rules.refusals import refuse
from trexscore.rules.seats import SEAT_BY_LETTER, SEATS, BySeat, Points, Seat

_DEAL_FIELDS = frozenset({"king", "contracts", "captures", "renege", "note"})
_TIE_BREAK_FIELDS = (_DEAL_FIELDS | {"tie_break"}) - {"king"}
_VOID_FIELDS = frozenset({"king", "void", "contracts"})
_ADJUSTMENT_FIELDS = frozenset({"adjustment", "reason"})
_REQUIRED_DEAL_FIELDS = frozenset({"king", "contracts", "captures"})
"""A deal without renege and note."""


def read_score_entry(value: object) -> ScoreEntry:
    """The entry, with every fault that can be seen without the rest of the game."""
    faults: Faults = []
    entry = read_object(value, "", faults)
    if entry is None:
        return ScoreEntry(parsing_faults=tuple(faults))
    if "void" in entry:
        return _read_void_deal(entry, faults)
    if "contracts" in entry:
        return _read_tie_break_deal(entry, faults) if "tie_break" in entry else _read_deal(entry, faults)
    if "adjustment" in entry:
        return _read_adjustment(entry, faults)
    add_unknown_field_faults(entry, _DEAL_FIELDS, "", faults)
    faults.append(refuse("missing_field", "contracts", field="contracts"))
    return ScoreEntry(king=_seat_or_none(entry.get("king")), parsing_faults=tuple(faults))


def _read_deal(entry_content: Mapping[str, object], faults: Faults) -> ScoreEntry:
    king = _seat_or_none(entry_content.get("king")) or read_required_seat(entry_content, "king", "", faults)
    contracts = read_contract_set(entry_content["contracts"], faults)
    captures = NO_CAPTURES
    if contracts is None and entry_content["contracts"] == []:
        pass  # without a contract, captures cannot be checked
    elif "captures" in entry_content:
        captures = read_captures(entry_content["captures"], contracts, faults)
    else:
        faults.append(refuse("missing_field", "captures", field="captures"))
    revoke_by, note = None, ""
    if entry_content.keys() != _REQUIRED_DEAL_FIELDS:
        add_unknown_field_faults(entry_content, _DEAL_FIELDS, "", faults)
        revoke_by = _read_revoke_seat(entry_content, faults)
        note = read_text(entry_content["note"], "note", faults) if "note" in entry_content else ""
    return ScoreEntry(king, contracts, captures, revoke_by, None, None, None, note, tuple(faults))


def _read_tie_break_deal(entry_content: Mapping[str, object], faults: Faults) -> ScoreEntry:
    """A deal after the game. It has no king: one of the tied players names the contract."""
    if entry_content["tie_break"] is not True:
        faults.append(refuse("wrong_type", "tie_break", wanted="true"))
    add_unknown_field_faults(entry_content, _TIE_BREAK_FIELDS, "", faults)
    deal = {name: value for name, value in entry_content.items() if name != "tie_break"}
    return _read_deal({**deal, "king": SEATS[0].name}, faults)._replace(king=None, is_tie_break=True)


def _read_revoke_seat(entry_content: Mapping[str, object], faults: Faults) -> Seat | None:
    if "renege" not in entry_content:
        return None
    revoke = read_object(entry_content["renege"], "renege", faults, ("by",))
    return None if revoke is None else read_required_seat(revoke, "by", "renege", faults)


def _read_void_deal(entry_content: Mapping[str, object], faults: Faults) -> ScoreEntry:
    add_unknown_field_faults(entry_content, _VOID_FIELDS, "", faults)
    king = read_required_seat(entry_content, "king", "", faults)
    contracts = read_contract_set(entry_content["contracts"], faults) if "contracts" in entry_content else None
    reason: VoidReason = "agreed"
    claimed_by = None
    void = read_object(entry_content["void"], "void", faults, ("reason", "claimed_by"))
    if void is not None:
        claimed_by = read_seat_if_present(void, "claimed_by", "void", faults)
        reason = _parse_void_reason(read_reason(void, "void", faults), faults) or reason
    return ScoreEntry(king, contracts, void_reason=reason, redeal_claimed_by=claimed_by, parsing_faults=tuple(faults))


def _parse_void_reason(text: str, faults: Faults) -> VoidReason | None:
    for reason in VOID_REASONS:
        if text == reason:
            return reason
    if text.strip():
        faults.append(refuse("unknown_reason", "void.reason", reason=text))
    return None


def _read_adjustment(entry_content: Mapping[str, object], faults: Faults) -> ScoreEntry:
    add_unknown_field_faults(entry_content, _ADJUSTMENT_FIELDS, "", faults)
    note = read_reason(entry_content, "", faults)
    points: Points = BySeat(0, 0, 0, 0)
    adjustment = read_object(entry_content["adjustment"], "adjustment", faults)
    if adjustment is not None:
        fault_count_before = len(faults)
        points = _read_adjustment_points(adjustment, faults)
        if len(faults) == fault_count_before and sum(points) != 0:
            faults.append(refuse("adjustment_not_zero", "adjustment", total=sum(points)))
    return ScoreEntry(adjustment=points, note=note, parsing_faults=tuple(faults))


def _read_adjustment_points(adjustment: Mapping[str, object], faults: Faults) -> Points:
    moved_points = dict.fromkeys(SEATS, 0)
    for name, points in adjustment.items():
        if name not in SEAT_BY_LETTER:
            faults.append(refuse("unknown_seat", f"adjustment.{name}", seat_named=name))
        elif isinstance(points, int) and is_within_points_limit(points):
            moved_points[SEAT_BY_LETTER[name]] = points
        else:
            seat = SEAT_BY_LETTER[name]
            faults.append(refuse("not_a_whole_number", f"adjustment.{name}", seat=seat, most=MAX_POINTS))
    return BySeat(*moved_points.values())


def read_contract_set(value: object, faults: Faults) -> ContractSet | None:
    """The contracts of a deal. None where they cannot be read."""
    if not isinstance(value, list):
        faults.append(refuse("wrong_type", "contracts", wanted="list"))
        return None
    if not value:
        faults.append(refuse("no_contract", "contracts"))
        return None
    try:
        contracts = _CONTRACT_SET_BY_NAMES.get(tuple(value))
    except TypeError:  # a name is unhashable
        contracts = None
    return contracts if contracts is not None else _read_contracts_one_by_one(value, faults)


CONTRACT_BY_NAME = {contract.value: contract for contract in Contract}
_CONTRACT_SET_BY_NAMES: dict[tuple[str, ...], ContractSet] = {
    names: contract_set
    for contract_set in CONTRACT_SETS
    for names in permutations(contract.value for contract in contract_set.contracts)
}
"""By every valid list of contracts, in any order."""


def _read_contracts_one_by_one(names: Sequence[object], faults: Faults) -> ContractSet | None:
    contracts: list[Contract] = []
    all_readable = True
    for place, name in enumerate(names):
        path = f"contracts.{place}"
        if not isinstance(name, str):
            faults.append(refuse("wrong_type", path, wanted="contract"))
            all_readable = False
        elif name not in CONTRACT_BY_NAME:
            faults.append(refuse("unknown_contract", path, contract_named=name))
            all_readable = False
        elif CONTRACT_BY_NAME[name] in contracts:
            faults.append(refuse("duplicate_contract", path, contract=CONTRACT_BY_NAME[name]))
        else:
            contracts.append(CONTRACT_BY_NAME[name])
    return contract_set_of(tuple(contracts)) if all_readable else None


def _seat_or_none(value: object) -> Seat | None:
    return SEAT_BY_LETTER.get(value) if isinstance(value, str) else None
