"""Parses a sheet pasted as text: a table, CSV, or only numbers."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from trexscore.game.file.numbers import clean_number_text
from trexscore.i18n import LANGUAGES
from trexscore.i18n.game_terms import CONTRACT_NAMES
from trexscore.rules.cards import Contract
from trexscore.rules.seats import SEAT_BY_LETTER, SEATS, BySeat
from trexscore.web.paper.sheet_grid import MAX_ROWS, GridRow
from trexscore.web.paper.typed_numbers import is_number_or_blank
from trexscore.web.rendering import translate as _

_MAX_SHOWN_LENGTH = 40
_MAX_CELLS_PER_LINE = 60
"""Of one line. Without another separator every word is a cell; five contracts in full after two names are 30."""
_CELL_SEPARATORS = ("\t", ";", "\u061b", "|", "\u060c", ",")
_CONTRACT_SEPARATOR_PATTERN = re.compile(r"\s*\+\s*")
_ROW_NUMBER_PATTERN = re.compile(r"\d{1,3}[.)]?")
_BRACKETED_NUMBER_PATTERN = re.compile(r"\((\d+)\)")
_POSSIBLE_NUMBER_PATTERN = re.compile(r"[+-]?[\dOolI]+-?")
_DIGIT_BY_MISREAD_LETTER = str.maketrans("OolI", "0011")
"""Letters that text recognition confuses with the digits 0 and 1."""
_CONTRACT_BY_ABBREVIATION = {
    "k": Contract.KING_OF_HEARTS,
    "kh": Contract.KING_OF_HEARTS,
    "q": Contract.QUEENS,
    "d": Contract.DIAMONDS,
    "s": Contract.COLLECTIONS,
    "c": Contract.COLLECTIONS,
    "l": Contract.COLLECTIONS,
    "t": Contract.TREX,
}
"""Abbreviations of contracts. Those that are also letters of seats need a colon after them."""


class UnreadableRows(ValueError):
    """The text is not a grid; the message is a translated sentence."""


def parse_pasted_rows(text: str, names_by_seat: BySeat[str]) -> list[GridRow]:
    """Parse the rows of a text: four numbers each, optionally after king and contract. Raises `UnreadableRows`."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if clean_number_text(line)]
    if lines and _is_header_line(lines[0][1]):
        del lines[0]
    if len(lines) > MAX_ROWS:
        raise UnreadableRows(
            _("Paste at most %(most)s rows. This text has %(rows)s.", rows=len(lines), most=len(SEATS) * 5)
        )
    return [_parse_line(number, line, names_by_seat) for number, line in lines]


def _parse_line(line_number: int, line: str, names_by_seat: BySeat[str]) -> GridRow:
    cells = _split_cells(line)
    if not len(SEATS) <= len(cells) <= _MAX_CELLS_PER_LINE:
        raise UnreadableRows(_("Line %(line)s: enter four numbers, not %(found)s.", line=line_number, found=len(cells)))
    before, totals = cells[: -len(SEATS)], cells[-len(SEATS) :]
    if before and _ROW_NUMBER_PATTERN.fullmatch(clean_number_text(before[0])):
        del before[0]
    totals = [_normalize_number(total)[:_MAX_SHOWN_LENGTH] for total in totals]
    for king, contract in _king_and_contract_splits(before, names_by_seat):
        return GridRow(king, contract, tuple(totals))
    found_text = " ".join(before)[:_MAX_SHOWN_LENGTH]
    raise UnreadableRows(
        _("Line %(line)s: enter a player or a contract instead of “%(found)s”.", line=line_number, found=found_text)
    )


def _split_cells(line: str) -> list[str]:
    """The cells of a line; for a line with too many, one more than allowed."""
    separator = next((character for character in _CELL_SEPARATORS if character in line), None)
    parts = line.split(separator, _MAX_CELLS_PER_LINE + 1)[: _MAX_CELLS_PER_LINE + 1]
    cells = [cell.strip().strip('"').strip() for cell in parts]
    if len(cells) < len(SEATS):
        return [part.strip() for cell in cells for part in cell.split("/", _MAX_CELLS_PER_LINE)]
    return cells


def _normalize_number(text: str) -> str:
    """Normalize a number: brackets mean a loss, and some letters are misread digits."""
    number_text = clean_number_text(text)
    if _POSSIBLE_NUMBER_PATTERN.fullmatch(number_text.strip("()")):
        number_text = number_text.translate(_DIGIT_BY_MISREAD_LETTER)
    number_text = _BRACKETED_NUMBER_PATTERN.sub(r"-\1", number_text)
    return number_text if is_number_or_blank(number_text) else text


def _is_header_line(line: str) -> bool:
    """Whether a line has words in place of numbers."""
    cells = _split_cells(line)
    return len(cells) >= len(SEATS) and not any(
        is_number_or_blank(_normalize_number(cell)) for cell in cells[-len(SEATS) :]
    )


def _king_and_contract_splits(cells: Sequence[str], names_by_seat: BySeat[str]) -> Iterator[tuple[str, str]]:
    """Every way to split the words into king and contract; either may be missing."""
    for split in reversed(range(len(cells) + 1)):
        king = _king_seat_letter(" ".join(cells[:split]), names_by_seat)
        contract = _joined_contract_codes(" ".join(cells[split:]))
        if king is not None and contract is not None:
            yield king, contract


def _king_seat_letter(text: str, names_by_seat: BySeat[str]) -> str | None:
    folded_text = clean_number_text(text).casefold()
    if not folded_text:
        return ""
    for seat in SEATS:
        letters = {language.seat_letters[seat] for language in LANGUAGES.values()}
        if folded_text in {name.casefold() for name in (seat.name, names_by_seat[seat], *letters)}:
            return seat.name
    return None


def _joined_contract_codes(text: str) -> str | None:
    folded_text = clean_number_text(text).casefold()
    if not folded_text:
        return ""
    contracts = [_parse_contract(part) for part in _CONTRACT_SEPARATOR_PATTERN.split(folded_text)]
    return "+".join(contract for contract in contracts if contract is not None) if all(contracts) else None


def _parse_contract(text: str) -> Contract | None:
    name = text.rstrip(":")
    is_short_name = text != name or name.upper() not in SEAT_BY_LETTER
    return _contract_by_name().get(name) or (_CONTRACT_BY_ABBREVIATION.get(name) if is_short_name else None)


@cache
def _contract_by_name() -> dict[str, Contract]:
    """Contracts by their codes and their names in every language."""
    names = {contract.value: contract for contract in Contract}
    for contract in Contract:
        names[contract.value.replace("_", " ")] = contract
        for language in LANGUAGES.values():
            names[language.gettext(CONTRACT_NAMES[contract]).casefold()] = contract
    return names
