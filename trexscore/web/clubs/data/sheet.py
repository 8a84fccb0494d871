"""Rows of values, as CSV that opens right in a spreadsheet, and as JSON.

CSV is UTF-8 with a byte-order mark, without which Excel takes it for something else. Cells are parted as spreadsheets
in the reader's language expect it, and a fraction is written as they do: where the comma stands in numbers, semicolons
part the cells. There is no line `sep=`: Excel then forgets that it is UTF-8, and everybody else reads it as a row.
"""

import csv
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from fractions import Fraction
from functools import lru_cache
from io import StringIO
from types import NoneType
from typing import Any, NamedTuple

import msgspec

from trexscore.i18n.language import Language
from trexscore.i18n.marking import N_
from trexscore.league.basis import ratio
from trexscore.league.tally import TWELFTHS

BYTE_ORDER_MARK = "\ufeff"
SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t"}
SEPARATOR_NAMES = {"comma": N_("Comma"), "semicolon": N_("Semicolon"), "tab": N_("Tab")}
_SEPARATOR = {"en": "comma"}
_WITH_COMMA = frozenset({"fr", "de"})
"""Languages whose numbers have a comma: there 12.5 would be opened as the twelfth of May."""
_DIGITS = 4
_BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\u2212")
"""Some programs take the wide forms, and the real minus, for the usual ones."""
_AT_ONCE = 200
_encode = msgspec.json.Encoder().encode
_NO_ISOLATES = dict.fromkeys(map(ord, "\u2068\u2069"))
"""Sentences are told with them; in a heading, by which a column is looked up, nobody sees or types them."""


class Word(NamedTuple):
    """Something that has a code for programs, and is called something by people."""

    code: str
    text: str


Value = str | int | bool | date | Fraction | Word | tuple[Word, ...] | list[int] | None
"""Of a cell. Text is what somebody has typed."""


class Column(NamedTuple):
    """`key` is what programs call it, `heading` what it is called in the reader's language.

    A column `for_programs` alone has no heading, and is in no CSV.
    """

    key: str
    heading: str
    for_programs: bool = False


class Sheet(NamedTuple):
    """Rows, made one after the other while they are sent."""

    columns: tuple[Column, ...]
    rows: Iterable[tuple[Value, ...]]


def separator_of(language: Language, asked: str | None) -> str:
    """What parts the cells: what was asked for, if there is such a thing, or what spreadsheets expect by themselves."""
    return asked if asked in SEPARATORS else _SEPARATOR.get(language.code, "semicolon")


def as_csv(sheet: Sheet, language: Language, separator: str | None = None) -> Iterator[str]:
    """The sheet in pieces. A separator that was asked for goes before that of the language."""
    apart = SEPARATORS[separator_of(language, separator)]
    written = StringIO(newline="")
    writer = csv.writer(written, delimiter=apart, lineterminator="\r\n")
    written.write(BYTE_ORDER_MARK)
    shown = [place for place, column in enumerate(sheet.columns) if not column.for_programs]
    writer.writerow([defused(sheet.columns[place].heading.translate(_NO_ISOLATES)) for place in shown])
    for number, row in enumerate(sheet.rows, 1):
        cells = row if len(shown) == len(row) else [row[place] for place in shown]
        writer.writerow([cell if type(cell) is int else _cell(language, cell) for cell in cells])
        if number % _AT_ONCE == 0:
            yield written.getvalue()
            written.seek(0)
            written.truncate()
    yield written.getvalue()


def as_json(sheet: Sheet, head: dict[str, Any]) -> Iterator[bytes]:
    """The same for programs: an object with what stands in `head`, and the rows."""
    keys = [column.key for column in sheet.columns]
    yield _encode(head)[:-1] + b',"rows":['
    before = b"\n"
    for row in sheet.rows:
        yield before + _encode(dict(zip(keys, map(plain, row), strict=True)))
        before = b",\n"
    yield b"\n]}\n"


def twelfths(share: int) -> int | Fraction:
    """So many twelfths of a place: whole ones, as nearly all are, are written many times faster as numbers."""
    whole, rest = divmod(share, TWELFTHS)
    return ratio(share, TWELFTHS) if rest else whole


def plain(value: Value) -> Any:  # noqa: ANN401 - a JSON value
    """A value as programs read it."""
    if type(value) is int:
        return value
    if isinstance(value, Word):
        return value.code
    if isinstance(value, tuple):
        return [plain(word) for word in value]
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else round(float(value), _DIGITS)
    return value.isoformat() if isinstance(value, date) else value


@lru_cache(maxsize=1024)
def defused(text: str) -> str:
    """A text that no spreadsheet takes for a formula: an apostrophe says that it is text."""
    shown = text.replace("\0", "")
    begins = shown.lstrip(" \u00a0\u200e\u200f\u061c\ufeff")
    return f"'{shown}" if begins.startswith(_BEGINS_A_FORMULA) or shown.startswith("\t") else shown


def _cell(language: Language, value: Value) -> str:
    """Numbers are digits that every program reads, whichever the reader reads."""
    write = _WRITTEN.get(type(value))
    return defused(str(value)) if write is None else write(language, value)


def _fraction(language: Language, value: Fraction) -> str:
    if value.denominator == 1:
        return str(value.numerator)
    text = f"{float(value):.{_DIGITS}f}".rstrip("0")
    return text.replace(".", ",") if language.code in _WITH_COMMA else text


_WRITTEN: dict[type, Callable[[Language, Any], str]] = {
    str: lambda _language, value: defused(value),
    NoneType: lambda _language, _value: "",
    bool: lambda language, value: language.gettext("yes") if value else language.gettext("no"),
    date: lambda _language, value: str(value.isoformat()),
    Fraction: _fraction,
    Word: lambda _language, value: defused(value.text),
    tuple: lambda language, value: defused(language.listed([word.text for word in value])),
}
