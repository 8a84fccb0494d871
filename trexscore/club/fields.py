"""Fields of a club's events, beside those of every ledger."""

import unicodedata
import uuid as uuids
from dataclasses import replace
from datetime import date

from trexscore.game.file.names import read_name
from trexscore.ledger.reader import UNREADABLE, Faults, Field, Unreadable, number
from trexscore.rules.refusals import refuse

EARLIEST, LATEST = date(1900, 1, 1), date(2999, 12, 31)
LONGEST_LIST = 1000
"""Members in one entry: more than any club has."""
_LARGEST = 1 << 53


def entry_number() -> Field[int]:
    """The number of a member, a season or a game night: that of an entry."""

    def read(value: object, at: str, faults: Faults) -> int | Unreadable:
        if type(value) is int and 0 <= value < _LARGEST:
            return value
        faults.append(refuse("wrong_type", at, wanted="number"))
        return UNREADABLE

    return Field(read, number().schema)


def entry_numbers() -> Field[tuple[int, ...]]:
    """Numbers, each once."""

    def read(value: object, at: str, faults: Faults) -> tuple[int, ...] | Unreadable:
        if not isinstance(value, list) or len(value) > LONGEST_LIST or any(type(one) is not int for one in value):
            faults.append(refuse("wrong_type", at, wanted="list"))
        elif len(set(value)) < len(value):
            faults.append(refuse("named_twice", at))
        else:
            return tuple(value)
        return UNREADABLE

    return Field(read, {"type": "array", "items": {"type": "integer"}})


def day() -> Field[date]:
    """A day, as ISO 8601 writes it."""

    def read(value: object, at: str, faults: Faults) -> date | Unreadable:
        found = read_day(value)
        if found is None:
            faults.append(refuse("not_a_day", at))
        return UNREADABLE if found is None else found

    return Field(read, {"type": "string", "format": "date"})


def name() -> Field[str]:
    """A name as players have them. One that was stored is given whatever it is."""

    def read(value: object, at: str, faults: Faults) -> str | Unreadable:
        if read_name(value) is None:
            faults.append(refuse("bad_name", at))
        return value if isinstance(value, str) else UNREADABLE

    return Field(read, {"type": "string"})


def line(most: int = 200) -> Field[str]:
    """A text on one line. One that was stored is given whatever it is."""

    def read(value: object, at: str, faults: Faults) -> str | Unreadable:
        if not isinstance(value, str) or len(value) > most or any(map(_breaks_a_line, value)):
            faults.append(refuse("wrong_type", at, wanted="line", most=most))
        return value if isinstance(value, str) else UNREADABLE

    return Field(read, {"type": "string", "maxLength": most})


def reason() -> Field[str]:
    """A line with something in it."""
    plain = line()

    def read(value: object, at: str, faults: Faults) -> str | Unreadable:
        found = plain.read(value, at, faults)
        if isinstance(found, str) and not found.strip():
            faults.append(refuse("reason_missing", at))
        return found

    return replace(plain, read=read)


def uuid() -> Field[str]:
    """A UUID as it is usually written."""

    def read(value: object, at: str, faults: Faults) -> str | Unreadable:
        if isinstance(value, str) and is_uuid(value):
            return value
        faults.append(refuse("wrong_type", at, wanted="uuid"))
        return UNREADABLE

    return Field(read, {"type": "string", "format": "uuid"})


def read_day(value: object) -> date | None:
    """A day as `2026-11-22`; None where it is none, or none in which anybody plays."""
    try:
        found = date.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return found if found is not None and value == found.isoformat() and EARLIEST <= found <= LATEST else None


def is_uuid(value: str) -> bool:
    """Whether it is a UUID in lower case with its hyphens."""
    try:
        return str(uuids.UUID(value)) == value
    except ValueError:
        return False


def _breaks_a_line(character: str) -> bool:
    return unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"}
