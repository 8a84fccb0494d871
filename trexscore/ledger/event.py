"""What an event is: the statement of one entry, read once from its JSON body into a typed value."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Annotated, Any, ClassVar, NamedTuple, Self, get_args, get_origin

from trexscore.ledger.chain import Body
from trexscore.ledger.reader import UNREADABLE, Faults, Field, below, refuse_unknown_fields
from trexscore.ledger.schema import Schema, closed
from trexscore.rules.refusals import Refusal, refuse


class UnreadableEventError(ValueError):
    """A stored entry says nothing that its kind can say: somebody has changed it."""


class Spec(NamedTuple):
    """One field of an event: its attribute, its name in JSON, how it is read, and whether it has to be there."""

    attribute: str
    key: str
    field: Field[Any]
    required: bool


@dataclass(frozen=True, kw_only=True)
class Event:
    """An event. A subclass is a frozen dataclass whose fields are `Annotated[type, Field]`.

    `wire`: the kind under which it is stored. A body holds the fields under that name, or beside each other if `flat`.
    """

    wire: ClassVar[str]
    flat: ClassVar[bool] = False

    said: Body
    """What the body says, as it was sent."""

    @classmethod
    def parse(cls, body: Body) -> tuple[Self | None, Faults]:
        """Read a body: the event, unless something that it needs cannot be read, and every fault of its shape."""
        faults: Faults = []
        keys = [spec.key for spec in specs(cls)]
        refuse_unknown_fields(body, keys if cls.flat else (cls.wire,), "", faults)
        said = body if cls.flat else body.get(cls.wire)
        at = "" if cls.flat else cls.wire
        if not isinstance(said, dict):
            faults.append(refuse("wrong_type", at, wanted="object"))
            return None, faults
        if not cls.flat:
            refuse_unknown_fields(said, keys, at, faults)
        values = dict(_read(cls, said, at, faults))
        if any(value is UNREADABLE for value in values.values()):
            return None, faults
        event = cls(said=said, **values)
        faults += event.faults()
        return event, faults

    @classmethod
    def normalized(cls, body: Body) -> Body:
        """The body as it is stored."""
        return body

    @classmethod
    def load(cls, body: Body) -> Self:
        """Read a stored body, which had no faults when it was written. Raises `UnreadableEventError`."""
        event, faults = cls.parse(body)
        if event is None:
            raise UnreadableEventError(cls.wire, faults)
        return event

    @classmethod
    def load_said(cls, said: Mapping[str, object]) -> Self:
        """The same of what stands under the event's kind."""
        return cls.load({cls.wire: dict(said)})

    def faults(self) -> Iterable[Refusal]:
        """What is wrong with fields that can each be read."""
        return ()

    @classmethod
    def schema_name(cls) -> str:
        """The name of its JSON Schema."""
        return cls.wire.title().replace("_", "")

    @classmethod
    def schema(cls) -> Schema:
        """The JSON Schema of a body."""
        required = {spec.key: spec.field.schema for spec in specs(cls) if spec.required}
        optional = {spec.key: spec.field.schema for spec in specs(cls) if not spec.required}
        found = closed(required, **optional)
        return found if cls.flat else closed({cls.wire: found})


_SPECS: dict[type[Event], tuple[Spec, ...]] = {}


def specs(event: type[Event]) -> tuple[Spec, ...]:
    """The fields of an event, in order."""
    if event not in _SPECS:
        _SPECS[event] = tuple(_specs(event))
    return _SPECS[event]


def _specs(event: type[Event]) -> Iterator[Spec]:
    for one in fields(event):
        if get_origin(one.type) is Annotated:
            field = next(value for value in get_args(one.type) if isinstance(value, Field))
            yield Spec(one.name, field.key or one.name, field, one.default is MISSING)


def _read(event: type[Event], said: Body, at: str, faults: Faults) -> Iterator[tuple[str, Any]]:
    """The value of each field that is there, or has to be."""
    for attribute, key, field, required in specs(event):
        path = below(at, key)
        if key in said:
            yield attribute, field.read(said[key], path, faults)
        elif required and field.reads_missing:
            yield attribute, field.read(None, path, faults)
        elif required:
            faults.append(refuse("missing_field", path, field=key))
            yield attribute, UNREADABLE
