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
from trexscore.i18n.game_terms import CARD_NAMES
from trexscore.i18n.marking import N_
from trexscore.ledger.schema_parts import BOOLEAN, INTEGER, TEXT, Schema, or_null, response_object
from trexscore.rules.cards import Card
from trexscore.rules.seats import SEATS, Seat
from trexscore.web.clubs.members.presenter import display_name
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _

DAY_SCHEMA: Schema = {"type": "string", "format": "date"}
NUMBER_SCHEMA: Schema = {"type": "number"}
POSITIVE_INTEGER_SCHEMA: Schema = {"type": "integer", "minimum": 1}
MAYBE_BOOLEAN, MAYBE_INTEGER, MAYBE_NUMBER, MAYBE_TEXT = map(or_null, (BOOLEAN, INTEGER, NUMBER_SCHEMA, TEXT))
_ALREADY_JSON_TYPES = (str, int, float, list, dict, type(None))
DECIMAL_PLACES = 4
"""Decimal places of fractions."""


class CodedText(NamedTuple):
    """A value with a code for programs and a text for people."""

    code: str
    text: str


ColumnValue: TypeAlias = (
    "str | int | float | date | Fraction | CodedText | Sequence[ColumnValue] | Mapping[str, ColumnValue] | None"
)
"""What a column reads. Text was typed by people."""
P = ParamSpec("P")
Row = TypeVar("Row")
Row_contra = TypeVar("Row_contra", contravariant=True)


@dataclass(frozen=True)
class Column(Generic[Row_contra]):
    """`name`, `schema` and what `value_of` gives are public. A column without a heading is for programs, not in CSV."""

    name: str
    schema: Schema
    value_of: Callable[[Row_contra], ColumnValue]
    heading: str = ""
    heading_subject: Seat | Card | None = None
    """The seat or the card that the heading names."""

    @property
    def translated_heading(self) -> str:
        """The heading in the reader's language."""
        if isinstance(self.heading_subject, Seat):
            return _(self.heading, seat=reader_language().seat_letter(self.heading_subject))
        return (
            _(self.heading)
            if self.heading_subject is None
            else _(self.heading, card=_(CARD_NAMES[self.heading_subject]))
        )


class Dataset(NamedTuple):
    """A table: its columns, and for each row the values in their order. Rows are made while they are sent."""

    columns: tuple[Column[Never], ...]
    rows: Iterable[tuple[ColumnValue, ...]]


def build_dataset(columns: Iterable[Column[Row]], rows: Iterable[Row]) -> Dataset:
    """The table of these rows."""
    columns = tuple(columns)
    readers = [column.value_of for column in columns]
    return Dataset(columns, (tuple([read(row) for read in readers]) for row in rows))


def dataset_decorator(columns: Iterable[Column[Row]]) -> Callable[[Callable[P, Iterable[Row]]], Callable[P, Dataset]]:
    """Turn a function that gives the rows of a table with these columns into one that gives the table."""

    def decorate(rows_of: Callable[P, Iterable[Row]]) -> Callable[P, Dataset]:
        @wraps(rows_of)
        def build(*args: P.args, **kwargs: P.kwargs) -> Dataset:
            return build_dataset(columns, rows_of(*args, **kwargs))

        return build

    return decorate


def json_object_of(columns: Iterable[Column[Row]], row: Row) -> dict[str, ColumnValue]:
    """A row as a JSON object."""
    return {column.name: json_value(column.value_of(row)) for column in columns}


def row_schema(columns: Iterable[Column[Never]]) -> Schema:
    """The JSON Schema of what `json_object_of` gives."""
    return response_object({column.name: column.schema for column in columns})


def json_value(value: ColumnValue) -> ColumnValue:
    """A value as JSON. A list or a dict is JSON already; any other sequence or mapping is converted."""
    if isinstance(value, _ALREADY_JSON_TYPES):
        return value
    if isinstance(value, CodedText):
        return value.code
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else round(float(value), DECIMAL_PLACES)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {name: json_value(part) for name, part in value.items()}
    return [json_value(part) for part in value]


def seat_columns(
    name_prefix: str, schema: Schema, read_value: Callable[[Row, Seat], ColumnValue], heading: str
) -> tuple[Column[Row], ...]:
    """A column for each seat."""

    def column(seat: Seat) -> Column[Row]:
        return Column(f"{name_prefix}_{seat.name.lower()}", schema, lambda row: read_value(row, seat), heading, seat)

    return tuple(map(column, SEATS))


class RowAboutMembers(Protocol):
    """A row about members: a player, a pair, or two of these that met."""

    @property
    def members(self) -> Sequence[Member]: ...


def member_columns(
    position: int, number_column_name_and_heading: tuple[str, str], name_column_name_and_heading: tuple[str, str]
) -> tuple[Column[RowAboutMembers], ...]:
    """Number and name of the member at this place of a row, if there is one; each with its own name and heading."""
    return (
        Column(
            number_column_name_and_heading[0],
            MAYBE_INTEGER,
            lambda row: _member_value(row, position, lambda member: member.number),
            number_column_name_and_heading[1],
        ),
        Column(
            name_column_name_and_heading[0],
            MAYBE_TEXT,
            lambda row: _member_value(row, position, display_name),
            name_column_name_and_heading[1],
        ),
    )


def _member_value(row: RowAboutMembers, position: int, read_value: Callable[[Member], int | str]) -> int | str | None:
    return read_value(row.members[position]) if position < len(row.members) else None


PLAYER_COLUMNS = member_columns(0, ("member", N_("Number")), ("name", N_("Name")))
PARTNER_COLUMNS = member_columns(1, ("partner", N_("Partner’s number")), ("partner_name", N_("Partner")))
