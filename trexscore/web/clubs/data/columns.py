"""Columns of tables of data. Each is described once: CSV, JSON, and the API's values with their schemas derive from it.

A column reads one value of a row. Programs know it by its name, which never changes; people by its heading.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import wraps
from typing import Generic, NamedTuple, Never, ParamSpec, Protocol, TypeAlias, TypeVar

from trexscore.club.members import Member
from trexscore.i18n.marking import N_
from trexscore.i18n.words import CARD
from trexscore.ledger.schema import BOOLEAN, INTEGER, TEXT, Schema, or_null, response_object
from trexscore.rules.cards import Card
from trexscore.rules.seats import SEATS, Seat
from trexscore.web.clubs.members.presenter import title_of
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _

DAY: Schema = {"type": "string", "format": "date"}
NUMBER: Schema = {"type": "number"}
POSITIVE: Schema = {"type": "integer", "minimum": 1}
MAYBE_BOOLEAN, MAYBE_INTEGER, MAYBE_NUMBER, MAYBE_TEXT = map(or_null, (BOOLEAN, INTEGER, NUMBER, TEXT))
DIGITS = 4
"""Decimal places of fractions."""


class Word(NamedTuple):
    """A value with a code for programs and a text for people."""

    code: str
    text: str


Value: TypeAlias = "str | int | float | date | Fraction | Word | Sequence[Value] | Mapping[str, Value] | None"
"""What a column reads. Text was typed by people."""
P = ParamSpec("P")
R = TypeVar("R")
R_contra = TypeVar("R_contra", contravariant=True)


@dataclass(frozen=True)
class Column(Generic[R_contra]):
    """`name`, `schema` and what `read` gives are public. A column without a heading is for programs, and in no CSV."""

    name: str
    schema: Schema
    read: Callable[[R_contra], Value]
    heading: str = ""
    about: Seat | Card | None = None
    """The seat or the card that the heading names."""

    @property
    def title(self) -> str:
        """The heading in the reader's language."""
        if isinstance(self.about, Seat):
            return _(self.heading, seat=reader_language().letter(self.about))
        return _(self.heading) if self.about is None else _(self.heading, card=_(CARD[self.about]))


class Sheet(NamedTuple):
    """A table: its columns, and for each row the values in their order. Rows are made while they are sent."""

    columns: tuple[Column[Never], ...]
    rows: Iterable[tuple[Value, ...]]


def sheet_of(columns: Iterable[Column[R]], rows: Iterable[R]) -> Sheet:
    """The table of these rows."""
    columns = tuple(columns)
    readers = [column.read for column in columns]
    return Sheet(columns, (tuple([read(row) for read in readers]) for row in rows))


def sheet(columns: Iterable[Column[R]]) -> Callable[[Callable[P, Iterable[R]]], Callable[P, Sheet]]:
    """Turn a function that gives the rows of a table with these columns into one that gives the table."""

    def decorate(rows_of: Callable[P, Iterable[R]]) -> Callable[P, Sheet]:
        @wraps(rows_of)
        def made(*args: P.args, **kwargs: P.kwargs) -> Sheet:
            return sheet_of(columns, rows_of(*args, **kwargs))

        return made

    return decorate


def object_of(columns: Iterable[Column[R]], row: R) -> dict[str, Value]:
    """A row as a JSON object."""
    return {column.name: plain(column.read(row)) for column in columns}


def schema_of(columns: Iterable[Column[Never]]) -> Schema:
    """The JSON Schema of what `object_of` gives."""
    return response_object({column.name: column.schema for column in columns})


def plain(value: Value) -> Value:
    """A value as JSON."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, Word):
        return value.code
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else round(float(value), DIGITS)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {name: plain(part) for name, part in value.items()}
    return [plain(part) for part in value]


def seat_columns(name: str, schema: Schema, read: Callable[[R, Seat], Value], heading: str) -> tuple[Column[R], ...]:
    """A column for each seat."""

    def column(seat: Seat) -> Column[R]:
        return Column(f"{name}_{seat.name.lower()}", schema, lambda row: read(row, seat), heading, seat)

    return tuple(map(column, SEATS))


class OfPeople(Protocol):
    """A row about members: a player, a pair, or two of these that met."""

    @property
    def people(self) -> Sequence[Member]: ...


def people_columns(place: int, number: tuple[str, str], name: tuple[str, str]) -> tuple[Column[OfPeople], ...]:
    """Number and name of the member at this place of a row, if there is one; each with its own name and heading."""
    return (
        Column(number[0], MAYBE_INTEGER, lambda row: _person(row, place, lambda member: member.number), number[1]),
        Column(name[0], MAYBE_TEXT, lambda row: _person(row, place, title_of), name[1]),
    )


def _person(row: OfPeople, place: int, read: Callable[[Member], int | str]) -> int | str | None:
    return read(row.people[place]) if place < len(row.people) else None


PLAYER = people_columns(0, ("member", N_("Number")), ("name", N_("Name")))
PARTNER = people_columns(1, ("partner", N_("Partner’s number")), ("partner_name", N_("Partner")))
