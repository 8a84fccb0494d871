"""Read names from a pasted list: from a chat or a spreadsheet, or typed one per line."""

import re
import string

MAX_NAMES = 200
"""Members added at once."""
_MAX_LINE_LENGTH = 500
"""Longer lines contain no name."""
_INVISIBLE_CHARACTERS = "\ufeff\u061c\u200e\u200f\u202a\u202b\u202c\u2066\u2067\u2068\u2069"
"""Invisible characters, which phones put around copied text."""
_LIST_SEPARATOR_PATTERN = re.compile("[,;\u060c\u061b]")
_KEYCAP = "[0-9]\ufe0f?\u20e3"
_TELEPHONE = r"[+(]?\d(?:[ ()./\u2010-\u2013-]*\d){6,}"
_TELEPHONE_SEPARATOR = rf"[\s:,;\u060c\u061b()–—{_INVISIBLE_CHARACTERS}-]"
_NAME_PREFIX_PATTERN = re.compile(
    rf"[-–—•·▪◦‣●~]|\* |(?:{_KEYCAP})+|{_TELEPHONE}(?:{_TELEPHONE_SEPARATOR}+|$)|\d{{1,3}}(?: ?[-–.)/\u0640]+| )"
)
"""Before a name: a bullet, a telephone number, or a number with a separator: “7ala” is a name, “7. Ala” the seventh."""
_OPTIONAL_INVISIBLES = f"[{_INVISIBLE_CHARACTERS}]*"
_DATE_SEPARATOR = f"{_OPTIONAL_INVISIBLES}[./-]{_OPTIONAL_INVISIBLES}"
_DATE = rf"\d{{1,4}}{_DATE_SEPARATOR}\d{{1,2}}(?:{_DATE_SEPARATOR}\d{{2,4}})?"
_TIME = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?"
_SENDER = "[^:]{1,60}: ?"
_CHAT_PREFIX_PATTERN = re.compile(
    rf"\[{_OPTIONAL_INVISIBLES}{_DATE}{_OPTIONAL_INVISIBLES}[,،]? {_OPTIONAL_INVISIBLES}{_TIME}[^\[\]]{{0,12}}\] ?"
    rf"(?:{_SENDER})?"
    rf"|{_DATE}{_OPTIONAL_INVISIBLES}[,،]? {_OPTIONAL_INVISIBLES}{_TIME}[^-–:\[\]]{{0,12}}[-–] {_SENDER}"
)
"""What WhatsApp puts before a copied message: day, time and sender, in brackets or with a dash."""
_TELEPHONE_SUFFIX_PATTERN = re.compile(rf"{_TELEPHONE_SEPARATOR}+{_TELEPHONE}{_TELEPHONE_SEPARATOR}*$")


def parse_pasted_names(text: str) -> list[str]:
    """The names in a text, in order. The club decides later whether each is valid."""
    lines = [line for line in map(_without_chat_header, text.splitlines()) if _normalize_spaces(line)]
    if len(lines) == 1:
        lines = _LIST_SEPARATOR_PATTERN.split(lines[0])
    return [name for name in map(_clean_name, lines) if name]


def _without_chat_header(line: str) -> str:
    tidy = _normalize_spaces(line)
    return tidy[match.end() :] if (match := _CHAT_PREFIX_PATTERN.match(tidy)) else line


def _clean_name(line: str) -> str:
    """The name without its surroundings: cells with numbers or addresses, numbering, bullets, telephone numbers."""
    cells = line.split("\t")
    if len(cells) > 1:
        cells = [cell for cell in cells if "@" not in cell and any(map(str.isalpha, cell))]
    name = _normalize_spaces(" ".join(map(_normalize_spaces, cells))[:_MAX_LINE_LENGTH])
    while (
        match := _CHAT_PREFIX_PATTERN.match(name)
        or _NAME_PREFIX_PATTERN.match(name)
        or _TELEPHONE_SUFFIX_PATTERN.search(name)
    ):
        name = _normalize_spaces(name[: match.start()] or name[match.end() :])
    return name


def _normalize_spaces(text: str) -> str:
    return " ".join(text.split()).strip(string.whitespace + _INVISIBLE_CHARACTERS)
