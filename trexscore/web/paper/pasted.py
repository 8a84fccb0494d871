"""A sheet that was pasted as text: from a table, as CSV, or just the numbers."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from trexscore.game.file.numbers import plain
from trexscore.i18n import LANGUAGES
from trexscore.i18n.words import CONTRACT
from trexscore.rules.cards import Contract
from trexscore.rules.seats import SEAT_NAMED, SEATS, BySeat
from trexscore.web.paper.forms import MOST_ROWS, GridRow
from trexscore.web.paper.typed import is_total
from trexscore.web.rendering import translate as _

_SHOWN = 40
_MOST_CELLS = 60
"""Of one line. Words are cells too where nothing else parts them; five contracts in full after two names are 30."""
_SEPARATORS = ("\t", ";", "\u061b", "|", "\u060c", ",")
_JOINED = re.compile(r"\s*\+\s*")
_NUMBER_OF_ROW = re.compile(r"\d{1,3}[.)]?")
_IN_BRACKETS = re.compile(r"\((\d+)\)")
_LIKE_A_NUMBER = re.compile(r"[+-]?[\dOolI]+-?")
_MISREAD = str.maketrans("OolI", "0011")
"""What text recognition makes of a nought and a one."""
_SHORT = {
    "k": Contract.KING_OF_HEARTS,
    "kh": Contract.KING_OF_HEARTS,
    "q": Contract.QUEENS,
    "d": Contract.DIAMONDS,
    "s": Contract.COLLECTIONS,
    "c": Contract.COLLECTIONS,
    "l": Contract.COLLECTIONS,
    "t": Contract.TREX,
}
"""Contracts as people shorten them; those that are letters of seats as well, with a colon behind."""


class NotRows(ValueError):
    """The text cannot be put into a grid; what it says is a sentence for its reader."""


def rows_pasted(text: str, names: BySeat[str]) -> list[GridRow]:
    """The rows of a text: four numbers each, with king and contract in front where they are known."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if plain(line)]
    if lines and _is_header(lines[0][1]):
        del lines[0]
    if len(lines) > MOST_ROWS:
        raise NotRows(_("Paste at most %(most)s rows. This text has %(rows)s.", rows=len(lines), most=len(SEATS) * 5))
    return [_row(number, line, names) for number, line in lines]


def _row(number: int, line: str, names: BySeat[str]) -> GridRow:
    cells = _cells(line)
    if not len(SEATS) <= len(cells) <= _MOST_CELLS:
        raise NotRows(_("Line %(line)s: enter four numbers, not %(found)s.", line=number, found=len(cells)))
    before, totals = cells[: -len(SEATS)], cells[-len(SEATS) :]
    if before and _NUMBER_OF_ROW.fullmatch(plain(before[0])):
        del before[0]
    totals = [_number(total)[:_SHOWN] for total in totals]
    for king, contract in _named(before, names):
        return GridRow(king, contract, tuple(totals))
    found = " ".join(before)[:_SHOWN]
    raise NotRows(_("Line %(line)s: enter a player or a contract instead of “%(found)s”.", line=number, found=found))


def _cells(line: str) -> list[str]:
    """The cells of a line; one more than there can be where it has too many."""
    separator = next((one for one in _SEPARATORS if one in line), None)
    parts = line.split(separator, _MOST_CELLS + 1)[: _MOST_CELLS + 1]
    cells = [cell.strip().strip('"').strip() for cell in parts]
    if len(cells) < len(SEATS):
        return [part.strip() for cell in cells for part in cell.split("/", _MOST_CELLS)]
    return cells


def _number(text: str) -> str:
    """A number as it was meant: a loss in brackets, letters that look like digits."""
    said = plain(text)
    if _LIKE_A_NUMBER.fullmatch(said.strip("()")):
        said = said.translate(_MISREAD)
    said = _IN_BRACKETS.sub(r"-\1", said)
    return said if is_total(said) else text


def _is_header(line: str) -> bool:
    """Whether words stand where numbers would."""
    cells = _cells(line)
    return len(cells) >= len(SEATS) and not any(is_total(_number(cell)) for cell in cells[-len(SEATS) :])


def _named(words: Sequence[str], names: BySeat[str]) -> Iterator[tuple[str, str]]:
    """King and contract, wherever the words part; either may be missing."""
    for place in reversed(range(len(words) + 1)):
        king, contract = _king(" ".join(words[:place]), names), _contracts(" ".join(words[place:]))
        if king is not None and contract is not None:
            yield king, contract


def _king(text: str, names: BySeat[str]) -> str | None:
    said = plain(text).casefold()
    if not said:
        return ""
    for seat in SEATS:
        letters = {language.letters[seat] for language in LANGUAGES.values()}
        if said in {name.casefold() for name in (seat.name, names[seat], *letters)}:
            return seat.name
    return None


def _contracts(text: str) -> str | None:
    said = plain(text).casefold()
    if not said:
        return ""
    contracts = [_contract(part) for part in _JOINED.split(said)]
    return "+".join(one for one in contracts if one is not None) if all(contracts) else None


def _contract(text: str) -> Contract | None:
    name = text.rstrip(":")
    short = text != name or name.upper() not in SEAT_NAMED
    return _contract_named().get(name) or (_SHORT.get(name) if short else None)


@cache
def _contract_named() -> dict[str, Contract]:
    """By everything that a contract is called, in whichever language."""
    named = {contract.value: contract for contract in Contract}
    for contract in Contract:
        named[contract.value.replace("_", " ")] = contract
        for language in LANGUAGES.values():
            named[language.gettext(CONTRACT[contract]).casefold()] = contract
    return named
