"""A strict reader of JSON: a field defines how a value is read, and its JSON Schema."""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final, Generic, Literal, TypeAlias, TypeVar, cast

from trexscore.ledger.schema_parts import Schema, schema_ref
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import SEAT_BY_LETTER, Seat

T = TypeVar("T")
MAX_TEXT_LENGTH = 500
"""Characters of a reason or a note."""
_MAX_SHOWN_JSON_LENGTH = 60


class _InvalidValue(Enum):
    INVALID_VALUE = auto()


InvalidValue: TypeAlias = Literal[_InvalidValue.INVALID_VALUE]
INVALID_VALUE: Final = _InvalidValue.INVALID_VALUE
"""A reader's result for an invalid value. The reader has added a fault."""
Faults = list[Refusal]


@dataclass(frozen=True, slots=True)
class JsonField(Generic[T]):
    """How a value is read, and its JSON Schema. `key`: its JSON key if that is no Python name.

    `read(value, path, faults)` returns the value or adds faults. `treats_missing_as_wrong`: see `missing_is_wrong`;
    else the fault is `missing_field`.
    """

    read: Callable[[object, str, Faults], T | InvalidValue]
    schema: Schema
    key: str | None = None
    treats_missing_as_wrong: bool = False

    def with_key(self, key: str) -> "JsonField[T]":
        """The same field with another JSON key."""
        return replace(self, key=key)

    def with_description(self, text: str) -> "JsonField[T]":
        """The same field with a description in its schema."""
        return replace(self, schema={**self.schema, "description": text})

    def missing_is_wrong(self) -> "JsonField[T]":
        """The same field, where a required value that is missing has the fault of a wrong value."""
        return replace(self, treats_missing_as_wrong=True)

    def or_null(self) -> "JsonField[T | None]":
        """A field that may also be null."""

        def read(value: object, path: str, faults: Faults) -> T | InvalidValue | None:
            return None if value is None else self.read(value, path, faults)

        return JsonField(read, {"anyOf": [self.schema, {"type": "null"}]}, self.key, self.treats_missing_as_wrong)


def add_unknown_field_faults(
    json_object: Mapping[str, object], known_keys: Collection[str], path: str, faults: Faults
) -> None:
    """Add a fault for every key that is not among `known_keys`."""
    faults.extend(
        refuse("unknown_field", child_path(path, key), field=key) for key in json_object if key not in known_keys
    )


def child_path(parent_path: str, key: str) -> str:
    """The path of a key in the object at a path."""
    return f"{parent_path}.{key}" if parent_path else key


def shortened_json(value: object) -> str:
    """A value as JSON, for a sentence: shortened where it is long, and without invisible characters."""
    text = "".join(filter(str.isprintable, json.dumps(value, ensure_ascii=False)))
    return text if len(text) <= _MAX_SHOWN_JSON_LENGTH else f"{text[:_MAX_SHOWN_JSON_LENGTH]}…"


def read_object(
    value: object, path: str, faults: Faults, known_keys: Collection[str] | None = None
) -> dict[str, object] | None:
    """A JSON object; None with a fault for anything else. `known_keys`: any other key is a fault, too."""
    if isinstance(value, dict):
        if known_keys is not None:
            add_unknown_field_faults(value, known_keys, path, faults)
        return value
    faults.append(refuse("wrong_type", path, wanted="object"))
    return None


def parsed_field(
    parse: Callable[[object], T | None], schema: Schema, fault_code: str, **params: object
) -> JsonField[T]:
    """A value that `parse` returns. If it returns None, the value has the fault `fault_code`, with `params`."""

    def read(value: object, path: str, faults: Faults) -> T | InvalidValue:
        parsed_value = parse(value)
        if parsed_value is None:
            faults.append(refuse(fault_code, path, **params))
            return INVALID_VALUE
        return parsed_value

    return JsonField(read, schema)


def number_field(fault_code: str = "") -> JsonField[int]:
    """A whole number. `fault_code`: the fault if it is anything else or missing."""

    def parse(value: object) -> int | None:
        return value if type(value) is int else None

    schema: Schema = {"type": "integer"}
    if fault_code:
        return parsed_field(parse, schema, fault_code).missing_is_wrong()
    return parsed_field(parse, schema, "wrong_type", wanted="number")


def read_seat(value: object, path: str, faults: Faults) -> Seat | None:
    """The seat of a letter; None with a fault for anything else."""
    if not isinstance(value, str):
        faults.append(refuse("wrong_type", path, wanted="seat"))
        return None
    seat = SEAT_BY_LETTER.get(value)
    if seat is None:
        faults.append(refuse("unknown_seat", path, seat_named=value))
    return seat


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
    """A text of at most 500 characters; an empty one with a fault for anything else."""
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
    return _read_nonblank_text(fields["reason"], path, faults)


def _read_nonblank_text(value: object, path: str, faults: Faults) -> str:
    """As `read_text`, with a fault for a blank text, too."""
    text = read_text(value, path, faults)
    if isinstance(value, str) and not value.strip():
        faults.append(refuse("reason_missing", path))
    return text


def seat_field() -> JsonField[Seat]:
    """A seat's letter."""

    def read(value: object, path: str, faults: Faults) -> Seat | InvalidValue:
        return read_seat(value, path, faults) or INVALID_VALUE

    return JsonField(read, schema_ref("Seat"))


def _typed_field(python_type: type[T], type_name: str, schema: Schema) -> JsonField[T]:
    """A value of this Python type. `type_name`: the type's name in the fault of any other value."""

    def parse(value: object) -> T | None:
        return value if isinstance(value, python_type) else None

    return parsed_field(parse, schema, "wrong_type", wanted=type_name)


def flag_field() -> JsonField[bool]:
    """True or false."""
    return _typed_field(bool, "yes_or_no", {"type": "boolean"}).missing_is_wrong()


def reason_field() -> JsonField[str]:
    """A text of 1 to 500 characters. An invalid text is returned in addition to its fault, since stored ones stay."""

    def read(value: object, path: str, faults: Faults) -> str | InvalidValue:
        _read_nonblank_text(value, path, faults)
        return value if isinstance(value, str) else INVALID_VALUE

    return JsonField(read, {"type": "string"})


def text_field_where(
    is_valid: Callable[[str], object], schema: Schema, fault_code: str, **params: object
) -> JsonField[str]:
    """A string for which `is_valid` gives a true value. Any other has the fault `fault_code`, with `params`."""

    def parse(value: object) -> str | None:
        return value if isinstance(value, str) and is_valid(value) else None

    return parsed_field(parse, schema, fault_code, **params)


def text_field(schema: Schema) -> JsonField[str]:
    """A string."""
    return _typed_field(str, "text", schema)


def choice_field(values: Sequence[T], fault_code: str) -> JsonField[T]:
    """One of a few values. `fault_code`: the fault of any other."""

    def parse(value: object) -> T | None:
        return next((allowed for allowed in values if value == allowed and type(value) is type(allowed)), None)

    return parsed_field(parse, {"enum": list(values)}, fault_code)


def object_field() -> JsonField[dict[str, object]]:
    """A JSON object."""
    return _typed_field(dict, "object", {"type": "object"})


def unvalidated_field() -> JsonField[dict[str, object]]:
    """JSON that other code validates."""

    def read(value: object, _at: str, _faults: Faults) -> dict[str, object] | InvalidValue:
        return cast("dict[str, object]", value)

    return JsonField(read, {})
