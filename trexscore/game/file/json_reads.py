"""Checked reads of JSON values. Each returns the value, or None (a text: "") and adds a fault."""

from collections.abc import Mapping

from trexscore.ledger.json_reader import MAX_TEXT_LENGTH, Faults, child_path, read_seat
from trexscore.rules.refusals import refuse
from trexscore.rules.seats import Seat


def read_required_seat(fields: Mapping[str, object], key: str, path: str, faults: Faults) -> Seat | None:
    """The seat under a required key."""
    if key not in fields:
        faults.append(refuse("missing_field", child_path(path, key), field=key))
        return None
    return read_seat(fields[key], child_path(path, key), faults)


def read_seat_if_present(fields: Mapping[str, object], key: str, path: str, faults: Faults) -> Seat | None:
    """The seat under an optional key. Null is a fault."""
    return read_seat(fields[key], child_path(path, key), faults) if key in fields else None


def read_text(value: object, path: str, faults: Faults) -> str:
    """A text of at most 500 characters."""
    if isinstance(value, str) and len(value) <= MAX_TEXT_LENGTH:
        return value
    faults.append(refuse("wrong_type", path, wanted="text"))
    return ""


def read_reason(fields: Mapping[str, object], path: str, faults: Faults) -> str:
    """The required text under `reason`. A blank one is a fault."""
    path = child_path(path, "reason")
    if "reason" not in fields:
        faults.append(refuse("missing_field", path, field="reason"))
        return ""
    value = fields["reason"]
    reason = read_text(value, path, faults)
    if isinstance(value, str) and not value.strip():
        faults.append(refuse("reason_missing", path))
    return reason
