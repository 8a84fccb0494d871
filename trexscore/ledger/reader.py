"""The one strict reader of JSON: every field says once how it is read and how it is described."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final, Generic, Literal, TypeAlias, TypeVar, cast

from trexscore.ledger.schema import Schema, named
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import SEAT_NAMED, Seat

T = TypeVar("T")
LONGEST_TEXT = 500
"""Characters of a reason or a note."""


class _Unreadable(Enum):
    UNREADABLE = auto()


Unreadable: TypeAlias = Literal[_Unreadable.UNREADABLE]
UNREADABLE: Final = _Unreadable.UNREADABLE
"""What a reader gives where nothing can be made of a value. It has added a fault."""
Faults = list[Refusal]


@dataclass(frozen=True, slots=True)
class Field(Generic[T]):
    """How a value is read, and its JSON Schema. `key`: its name in JSON, where Python has another use for that word.

    `read(value, path, faults)` gives the value, or adds faults. `reads_missing`: where a required value is missing, the
    fault is that of a wrong one, not `missing_field`.
    """

    read: Callable[[object, str, Faults], T | Unreadable]
    schema: Schema
    key: str | None = None
    reads_missing: bool = False

    def named(self, key: str) -> "Field[T]":
        """The same field under another name in JSON."""
        return replace(self, key=key)

    def described(self, text: str) -> "Field[T]":
        """The same field with a description in its schema."""
        return replace(self, schema={**self.schema, "description": text})


def refuse_unknown_fields(found: Mapping[str, object], known: Collection[str], at: str, faults: Faults) -> None:
    """Add a fault for every key that is not `known`."""
    faults.extend(refuse("unknown_field", below(at, key), field=key) for key in found if key not in known)


def below(at: str, key: str) -> str:
    """The path of a key in the object at a path."""
    return f"{at}.{key}" if at else key


def number(code: str = "") -> Field[int]:
    """A whole number. `code`: of the fault where it is anything else, or missing."""

    def read(value: object, at: str, faults: Faults) -> int | Unreadable:
        if type(value) is int:
            return value
        faults.append(refuse(code, at) if code else refuse("wrong_type", at, wanted="number"))
        return UNREADABLE

    return Field(read, {"type": "integer"}, reads_missing=bool(code))


def seat() -> Field[Seat]:
    """A seat's letter."""

    def read(value: object, at: str, faults: Faults) -> Seat | Unreadable:
        if not isinstance(value, str):
            faults.append(refuse("wrong_type", at, wanted="seat"))
        elif value not in SEAT_NAMED:
            faults.append(refuse("unknown_seat", at, seat_named=value))
        else:
            return SEAT_NAMED[value]
        return UNREADABLE

    return Field(read, named("Seat"))


def flag() -> Field[bool]:
    """True or false."""

    def read(value: object, at: str, faults: Faults) -> bool | Unreadable:
        if isinstance(value, bool):
            return value
        faults.append(refuse("wrong_type", at, wanted="yes_or_no"))
        return UNREADABLE

    return Field(read, {"type": "boolean"}, reads_missing=True)


def reason() -> Field[str]:
    """A text of at most 500 characters with something in it. A text that was stored is given whatever it is."""

    def read(value: object, at: str, faults: Faults) -> str | Unreadable:
        if not isinstance(value, str) or len(value) > LONGEST_TEXT:
            faults.append(refuse("wrong_type", at, wanted="text"))
        if isinstance(value, str) and not value.strip():
            faults.append(refuse("reason_missing", at))
        return value if isinstance(value, str) else UNREADABLE

    return Field(read, {"type": "string"})


def text(schema: Schema) -> Field[str]:
    """A string of which no more is asked here."""

    def read(value: object, at: str, faults: Faults) -> str | Unreadable:
        if isinstance(value, str):
            return value
        faults.append(refuse("wrong_type", at, wanted="text"))
        return UNREADABLE

    return Field(read, schema)


def one_of(values: Sequence[T], code: str, *, reads_missing: bool = True) -> Field[T]:
    """One of a few values. `code`: of the fault where it is another, and if `reads_missing` where it is missing."""

    def read(value: object, at: str, faults: Faults) -> T | Unreadable:
        for known in values:
            if value == known and type(value) is type(known):
                return known
        faults.append(refuse(code, at))
        return UNREADABLE

    return Field(read, {"enum": list(values)}, reads_missing=reads_missing)


def json_object() -> Field[dict[str, object]]:
    """Any JSON object."""

    def read(value: object, at: str, faults: Faults) -> dict[str, object] | Unreadable:
        if isinstance(value, dict):
            return value
        faults.append(refuse("wrong_type", at, wanted="object"))
        return UNREADABLE

    return Field(read, {"type": "object"})


def anything() -> Field[dict[str, object]]:
    """JSON that is read elsewhere."""

    def read(value: object, _at: str, _faults: Faults) -> dict[str, object] | Unreadable:
        return cast("dict[str, object]", value)

    return Field(read, {})


def nullable(field: Field[T]) -> Field[T | None]:
    """A field that may also be null."""

    def read(value: object, at: str, faults: Faults) -> T | Unreadable | None:
        return None if value is None else field.read(value, at, faults)

    return Field(read, {"anyOf": [field.schema, {"type": "null"}]}, field.key, field.reads_missing)
