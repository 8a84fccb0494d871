"""Tables of data, as CSV that spreadsheets open correctly, and as JSON.

CSV is UTF-8 with a byte-order mark, without which Excel assumes another encoding. Separators and decimal marks are
those of spreadsheets in the reader's language: semicolons where numbers have a decimal comma. There is no line `sep=`:
it makes Excel ignore UTF-8, and other programs read it as a row.
"""

import csv
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from io import StringIO

import msgspec

from trexscore.i18n.language import Language
from trexscore.i18n.marking import N_
from trexscore.web.clubs.data.columns import DECIMAL_PLACES, CodedText, ColumnValue, Dataset, json_value

BYTE_ORDER_MARK = "\ufeff"
SEPARATOR_BY_NAME = {"comma": ",", "semicolon": ";", "tab": "\t"}
SEPARATOR_TEXTS = {"comma": N_("Comma"), "semicolon": N_("Semicolon"), "tab": N_("Tab")}
_SEPARATOR_NAME_BY_LANGUAGE = {"en": "comma"}
_DECIMAL_COMMA_LANGUAGES = frozenset({"fr", "de"})
"""Languages with a decimal comma, where a spreadsheet would read 12.5 as 12 May."""
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\u2212")
"""Some programs treat the wide forms and the real minus like the ASCII characters."""
_ROWS_PER_CHUNK = 200
_encode_json = msgspec.json.Encoder().encode
_ISOLATE_REMOVAL_TABLE = dict.fromkeys(map(ord, "\u2068\u2069"))
"""Texts contain them; in headings, by which columns are looked up, they would be invisible and cannot be typed."""


def separator_name_of(language: Language, requested_name: str | None) -> str:
    """The requested separator, if it is known, else the one that spreadsheets in this language expect."""
    return (
        requested_name
        if requested_name in SEPARATOR_BY_NAME
        else _SEPARATOR_NAME_BY_LANGUAGE.get(language.code, "semicolon")
    )


def csv_chunks(dataset: Dataset, language: Language, separator_name: str | None = None) -> Iterator[str]:
    """The dataset in pieces. A requested `separator_name` takes precedence over the language's."""
    delimiter = SEPARATOR_BY_NAME[separator_name_of(language, separator_name)]
    buffer = StringIO(newline="")
    writer = csv.writer(buffer, delimiter=delimiter, lineterminator="\r\n")
    buffer.write(BYTE_ORDER_MARK)
    shown_column_positions = [position for position, column in enumerate(dataset.columns) if column.heading]
    writer.writerow(
        [
            escape_formula(dataset.columns[position].translated_heading.translate(_ISOLATE_REMOVAL_TABLE))
            for position in shown_column_positions
        ]
    )
    for number, row in enumerate(dataset.rows, 1):
        cells = (
            row if len(shown_column_positions) == len(row) else [row[position] for position in shown_column_positions]
        )
        writer.writerow([cell if type(cell) is int else _csv_cell(language, cell) for cell in cells])
        if number % _ROWS_PER_CHUNK == 0:
            yield buffer.getvalue()
            buffer.seek(0)
            buffer.truncate()
    yield buffer.getvalue()


def json_chunks(dataset: Dataset, metadata: dict[str, object]) -> Iterator[bytes]:
    """The dataset for programs: an object with the fields of `metadata`, and the rows."""
    names = [column.name for column in dataset.columns]
    yield _encode_json(metadata)[:-1] + b',"rows":['
    prefix = b"\n"
    for row in dataset.rows:
        yield prefix + _encode_json(dict(zip(names, map(json_value, row), strict=True)))
        prefix = b",\n"
    yield b"\n]}\n"


@lru_cache(maxsize=1024)
def escape_formula(text: str) -> str:
    """A text that no spreadsheet takes for a formula: an apostrophe marks it as text."""
    visible_text = text.replace("\0", "")
    begins = visible_text.lstrip(" \u00a0\u200e\u200f\u061c\ufeff")
    return f"'{visible_text}" if begins.startswith(_FORMULA_STARTS) or visible_text.startswith("\t") else visible_text


def _csv_cell(language: Language, value: ColumnValue) -> str:
    """A cell as CSV. Numbers are ASCII digits, which every program reads."""
    if isinstance(value, Fraction):
        return _csv_number(language, value)
    if isinstance(value, bool):
        text = language.gettext("yes") if value else language.gettext("no")
    elif isinstance(value, CodedText):
        text = value.text
    elif isinstance(value, tuple | list):
        text = language.join_list([word.text for word in value if isinstance(word, CodedText)])
    else:
        text = "" if value is None else str(value)
    return escape_formula(text)


def _csv_number(language: Language, value: Fraction) -> str:
    if value.denominator == 1:
        return str(value.numerator)
    text = f"{float(value):.{DECIMAL_PLACES}f}".rstrip("0")
    return text.replace(".", ",") if language.code in _DECIMAL_COMMA_LANGUAGES else text
