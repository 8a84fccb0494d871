"""Looking into JSON values without trusting them: each look either gives the value or adds a fault."""

from collections.abc import Collection
from typing import Any

from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import SEAT_NAMED, Seat

LONGEST_TEXT = 500
"""Characters of a reason or a note."""


def read_object(value: object, at: str, faults: list[Refusal]) -> dict[str, Any] | None:
    """A JSON object."""
    if isinstance(value, dict):
        return value
    faults.append(refuse("wrong_type", at, wanted="object"))
    return None


def refuse_unknown_fields(found: dict[str, Any], known: Collection[str], at: str, faults: list[Refusal]) -> None:
    """Every key that does not belong here."""
    faults.extend(refuse("unknown_field", f"{at}.{key}" if at else key, field=key) for key in found if key not in known)


def read_seat(value: object, at: str, faults: list[Refusal]) -> Seat | None:
    """A seat's letter."""
    if not isinstance(value, str):
        faults.append(refuse("wrong_type", at, wanted="seat"))
        return None
    seat = SEAT_NAMED.get(value)
    if seat is None:
        faults.append(refuse("unknown_seat", at, seat_named=value))
    return seat


def required_seat(found: dict[str, Any], key: str, at: str, faults: list[Refusal]) -> Seat | None:
    """The seat under a key that has to be there."""
    path = f"{at}.{key}" if at else key
    if key not in found:
        faults.append(refuse("missing_field", path, field=key))
        return None
    return read_seat(found[key], path, faults)


def optional_seat(found: dict[str, Any], key: str, at: str, faults: list[Refusal]) -> Seat | None:
    """The seat under a key that may be left out; if it stands there, it has to be a seat."""
    return read_seat(found[key], f"{at}.{key}" if at else key, faults) if key in found else None


def read_text(value: object, at: str, faults: list[Refusal]) -> str:
    """A text of at most 500 characters."""
    if isinstance(value, str) and len(value) <= LONGEST_TEXT:
        return value
    faults.append(refuse("wrong_type", at, wanted="text"))
    return ""


def read_reason(found: dict[str, Any], at: str, faults: list[Refusal]) -> str:
    """The reason under its key; a blank one is none."""
    path = f"{at}.reason" if at else "reason"
    if "reason" not in found:
        faults.append(refuse("missing_field", path, field="reason"))
        return ""
    reason = read_text(found["reason"], path, faults)
    if isinstance(found["reason"], str) and not found["reason"].strip():
        faults.append(refuse("reason_missing", path))
    return reason
