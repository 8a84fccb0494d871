"""The base class of events: the content of one entry, parsed from its JSON body into a typed value."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Annotated, ClassVar, NamedTuple, Self, dataclass_transform, get_args, get_origin

from trexscore.ledger.chain import Body
from trexscore.ledger.json_reader import INVALID_VALUE, Faults, JsonField, add_unknown_field_faults, child_path
from trexscore.ledger.schema_parts import Schema, request_object
from trexscore.rules.refusals import Refusal, refuse


class UnreadableEventError(ValueError):
    """A stored entry does not fit its kind: it was altered."""


class FieldSpec(NamedTuple):
    """One field of an event: its attribute, its JSON key, its reader, and whether it is required."""

    attribute_name: str
    key: str
    json_field: JsonField[object]
    is_required: bool


@dataclass_transform(frozen_default=True, kw_only_default=True)
class _FrozenDataclass:
    """Makes every subclass a frozen dataclass with keyword arguments."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, kw_only=True)(cls)


class Event(_FrozenDataclass):
    """An event. Its fields are `Annotated[type, JsonField]`; every subclass is a frozen dataclass.

    `stored_kind`: the stored kind. A body holds the fields below this key, or at the top level if `has_flat_body`.
    """

    stored_kind: ClassVar[str]
    has_flat_body: ClassVar[bool] = False

    content: Body
    """The fields as JSON, as they were sent."""

    @classmethod
    def parse(cls, body: Body) -> tuple[Self | None, Faults]:
        """Parse a body: the event, or None if a field could not be read, and all faults."""
        faults: Faults = []
        keys = [spec.key for spec in field_specs(cls)]
        add_unknown_field_faults(body, keys if cls.has_flat_body else (cls.stored_kind,), "", faults)
        content = body if cls.has_flat_body else body.get(cls.stored_kind)
        prefix = "" if cls.has_flat_body else cls.stored_kind
        if not isinstance(content, dict):
            faults.append(refuse("wrong_type", prefix, wanted="object"))
            return None, faults
        if not cls.has_flat_body:
            add_unknown_field_faults(content, keys, prefix, faults)
        value_by_field = dict(_read_fields(cls, content, prefix, faults))
        if any(value is INVALID_VALUE for value in value_by_field.values()):
            return None, faults
        event = cls(content=content, **value_by_field)
        faults += event.faults_after_reading()
        return event, faults

    @classmethod
    def normalized_body(cls, body: Body) -> Body:
        """The body as it is stored."""
        return body

    @classmethod
    def load(cls, body: Body) -> Self:
        """Parse a stored body, which was valid when it was recorded. Raises `UnreadableEventError`."""
        event, faults = cls.parse(body)
        if event is None:
            raise UnreadableEventError(cls.stored_kind, faults)
        return event

    @classmethod
    def body_of(cls, content: Mapping[str, object]) -> Body:
        """The body with these fields, as a client would send it. Nothing is checked."""
        return dict(content) if cls.has_flat_body else {cls.stored_kind: dict(content)}

    @classmethod
    def flat_body_of(cls, kind_value: object) -> Body:
        """The body of a flat event whose first field has the event's kind as its key. Nothing is checked."""
        return {cls.stored_kind: kind_value}

    def faults_after_reading(self) -> Iterable[Refusal]:
        """Faults of fields that could each be read."""
        return ()

    @classmethod
    def schema_name(cls) -> str:
        """The name of its JSON Schema."""
        return cls.stored_kind.title().replace("_", "")

    @classmethod
    def schema(cls) -> Schema:
        """The JSON Schema of a body."""
        required_schema_by_key = {spec.key: spec.json_field.schema for spec in field_specs(cls) if spec.is_required}
        optional = {spec.key: spec.json_field.schema for spec in field_specs(cls) if not spec.is_required}
        fields_schema = request_object(required_schema_by_key, **optional)
        return fields_schema if cls.has_flat_body else request_object({cls.stored_kind: fields_schema})


_FIELD_SPECS_CACHE: dict[type[Event], tuple[FieldSpec, ...]] = {}


def field_specs(event_class: type[Event]) -> tuple[FieldSpec, ...]:
    """The fields of an event, in order."""
    if event_class not in _FIELD_SPECS_CACHE:
        _FIELD_SPECS_CACHE[event_class] = tuple(
            FieldSpec(declared.name, field.key or declared.name, field, declared.default is MISSING)
            for declared in fields(event_class)
            if get_origin(declared.type) is Annotated
            for field in get_args(declared.type)
            if isinstance(field, JsonField)
        )
    return _FIELD_SPECS_CACHE[event_class]


def _read_fields(
    event_class: type[Event], content: Body, path_prefix: str, faults: Faults
) -> Iterator[tuple[str, object]]:
    """The value of each field that is present or required."""
    for attribute, key, field, required in field_specs(event_class):
        path = child_path(path_prefix, key)
        if key in content:
            yield attribute, field.read(content[key], path, faults)
        elif required and field.treats_missing_as_wrong:
            yield attribute, field.read(None, path, faults)
        elif required:
            faults.append(refuse("missing_field", path, field=key))
            yield attribute, INVALID_VALUE
