"""Looking into a club's entries without trusting them: each look either gives the value or adds a fault."""

import unicodedata
import uuid
from datetime import date
from typing import Any

from trexscore.game.file.names import read_name
from trexscore.game.file.shape import refuse_unknown_fields
from trexscore.ledger.chain import Body
from trexscore.rules.refusals import Refusal, refuse

EARLIEST, LATEST = date(1900, 1, 1), date(2999, 12, 31)
LONGEST_LIST = 1000
"""Members in one entry: more than any club has."""


class Looking:
    """One look into what stands under an entry's kind; `faults` are those found so far."""

    def __init__(self, said: object, at: str, known: tuple[str, ...]) -> None:
        self.at = at
        self.faults: list[Refusal] = []
        self.said: dict[str, Any] = {}
        self.is_object = isinstance(said, dict)
        if isinstance(said, dict):
            self.said = said
            refuse_unknown_fields(said, known, at, self.faults)
        else:
            self.faults.append(refuse("wrong_type", at, wanted="object"))

    def fault(self, code: str, where: str = "", /, **params: object) -> None:
        """One more fault, at a field or at the whole."""
        self.faults.append(refuse(code, f"{self.at}.{where}" if where else self.at, **params))

    def wants(self, field: str) -> bool:
        """Whether a field is there that has to be."""
        if field not in self.said and self.is_object:
            self.fault("missing_field", field, field=field)
        return field in self.said

    def number(self, field: str) -> int | None:
        """A whole number that has to be there."""
        if not self.wants(field):
            return None
        value = self.said[field]
        if type(value) is int and 0 <= value < 1 << 53:
            return value
        self.fault("wrong_type", field, wanted="number")
        return None

    def numbers(self, field: str) -> tuple[int, ...] | None:
        """Whole numbers, each once."""
        if not self.wants(field):
            return None
        value = self.said[field]
        if not isinstance(value, list) or len(value) > LONGEST_LIST or any(type(one) is not int for one in value):
            self.fault("wrong_type", field, wanted="list")
            return None
        if len(set(value)) < len(value):
            self.fault("named_twice", field)
            return None
        return tuple(value)

    def one_of(self, field: str, known: tuple[str, ...], code: str) -> str | None:
        """One of a few words."""
        if not self.wants(field):
            return None
        value = self.said[field]
        if isinstance(value, str) and value in known:
            return value
        self.fault(code, field)
        return None

    def yes_or_no(self, field: str) -> None:
        """True or false, or left out."""
        if not isinstance(self.said.get(field, False), bool):
            self.fault("wrong_type", field, wanted="yes_or_no")

    def day(self, field: str) -> date | None:
        """A day, as ISO 8601 writes it."""
        if not self.wants(field):
            return None
        found = read_day(self.said[field])
        if found is None:
            self.fault("not_a_day", field)
        return found

    def name(self, field: str) -> str | None:
        """A name as players have them."""
        if not self.wants(field):
            return None
        found = read_name(self.said[field])
        if found is None:
            self.fault("bad_name", field)
        return found

    def text(self, field: str, most: int = 200) -> None:
        """A text on one line, or left out."""
        value = self.said.get(field, "")
        if not isinstance(value, str) or len(value) > most or any(map(_breaks_a_line, value)):
            self.fault("wrong_type", field, wanted="line", most=most)

    def seen(self, last_entry: int) -> None:
        """That whoever changes something has seen what was said of it last, if `behind` tells what they have seen."""
        if "behind" in self.said:
            behind = self.number("behind")
            if behind is not None and behind != last_entry:
                self.fault("changed_meanwhile", "behind")

    def uuid(self, field: str) -> str | None:
        """A UUID as it is usually written."""
        if not self.wants(field):
            return None
        value = self.said[field]
        if isinstance(value, str) and is_uuid(value):
            return value
        self.fault("wrong_type", field, wanted="uuid")
        return None


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
        return str(uuid.UUID(value)) == value
    except ValueError:
        return False


def as_stored(kind: str, body: Body) -> Body:
    """An entry with its names as they are stored; what may be none stays for the rules to refuse."""
    said = body.get(kind)
    name = read_name(said.get("name")) if isinstance(said, dict) else None
    return body if name is None else {**body, kind: {**said, "name": name}}  # type: ignore[dict-item]  # it is one


def _breaks_a_line(character: str) -> bool:
    return unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"}
