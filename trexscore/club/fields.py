"""Fields of club events, in addition to those of `ledger.json_reader`."""

import unicodedata
from dataclasses import replace
from datetime import date

from trexscore.game.fields import name_field_with_fault
from trexscore.ledger.json_reader import (
    INVALID_VALUE,
    Faults,
    InvalidValue,
    JsonField,
    number_field,
    parsed_field,
    text_field_where,
)
from trexscore.ledger.uuids import is_canonical_uuid
from trexscore.rules.refusals import refuse

MIN_DATE, MAX_DATE = date(1900, 1, 1), date(2999, 12, 31)
MAX_MEMBERS_PER_ENTRY = 1000
"""Members in one entry: more than any club has."""
_SAFE_INTEGER_LIMIT = 1 << 53


def entry_number_field() -> JsonField[int]:
    """The number of a member, a season or a game night: that of its first entry."""
    return whole_number_field()


def whole_number_field() -> JsonField[int]:
    """A whole number that is not negative."""

    def parse(value: object) -> int | None:
        return value if type(value) is int and 0 <= value < _SAFE_INTEGER_LIMIT else None

    return parsed_field(parse, number_field().schema, "wrong_type", wanted="number")


def entry_numbers_field() -> JsonField[tuple[int, ...]]:
    """Distinct numbers of entries."""

    def read(value: object, path: str, faults: Faults) -> tuple[int, ...] | InvalidValue:
        if (
            not isinstance(value, list)
            or len(value) > MAX_MEMBERS_PER_ENTRY
            or any(type(number) is not int for number in value)
        ):
            faults.append(refuse("wrong_type", path, wanted="list"))
        elif len(set(value)) < len(value):
            faults.append(refuse("named_twice", path))
        else:
            return tuple(value)
        return INVALID_VALUE

    return JsonField(read, {"type": "array", "items": {"type": "integer"}})


def day_field() -> JsonField[date]:
    """An ISO 8601 date."""
    return parsed_field(parse_day, {"type": "string", "format": "date"}, "not_a_day")


def name_field() -> JsonField[str]:
    """The name of a player, a season or the club."""
    return name_field_with_fault({"type": "string"}, "bad_name")


def single_line_field(max_length: int = 200) -> JsonField[str]:
    """A text on one line. An invalid stored text is returned together with its refusal."""

    def read(value: object, path: str, faults: Faults) -> str | InvalidValue:
        if not isinstance(value, str) or len(value) > max_length or any(map(_is_forbidden_on_line, value)):
            faults.append(refuse("wrong_type", path, wanted="line", most=max_length))
        return value if isinstance(value, str) else INVALID_VALUE

    return JsonField(read, {"type": "string", "maxLength": max_length})


def reason_field() -> JsonField[str]:
    """A line that is not blank."""
    line_field = single_line_field()

    def read(value: object, path: str, faults: Faults) -> str | InvalidValue:
        parsed_reason = line_field.read(value, path, faults)
        if isinstance(parsed_reason, str) and not parsed_reason.strip():
            faults.append(refuse("reason_missing", path))
        return parsed_reason

    return replace(line_field, read=read)


def uuid_field() -> JsonField[str]:
    """A UUID, lower case with hyphens."""
    return text_field_where(is_canonical_uuid, {"type": "string", "format": "uuid"}, "wrong_type", wanted="uuid")


def parse_day(value: object) -> date | None:
    """Parse a date such as `2026-11-22`; None if it is malformed, or before 1900 or after 2999."""
    try:
        parsed_day = date.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return (
        parsed_day
        if parsed_day is not None and value == parsed_day.isoformat() and MIN_DATE <= parsed_day <= MAX_DATE
        else None
    )


def _is_forbidden_on_line(character: str) -> bool:
    return unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"}
