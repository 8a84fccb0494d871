"""A list of names as it is pasted: out of a chat, out of a spreadsheet, or typed one below the other."""

import re
import string

MOST_NAMES = 200
"""Names that are let in at once."""
_LONGEST_LINE = 500
"""Whatever is longer holds no name anyway."""
_MARKS = "\ufeff\u061c\u200e\u200f\u202a\u202b\u202c\u2066\u2067\u2068\u2069"
"""Nobody sees them, and phones put them around what is copied."""
_COMMAS = re.compile("[,;\u060c\u061b]")
_DIGIT_OF_A_KEY = "[0-9]\ufe0f?\u20e3"
_TELEPHONE = r"[+(]?\d(?:[ ()./\u2010-\u2013-]*\d){6,}"
_APART = rf"[\s:,;\u060c\u061b()–—{_MARKS}-]"
_IN_FRONT = re.compile(
    rf"[-–—•·▪◦‣●~]|\* |(?:{_DIGIT_OF_A_KEY})+|{_TELEPHONE}(?:{_APART}+|$)|\d{{1,3}}(?: ?[-–.)/\u0640]+| )"
)
"""In front: a bullet, a telephone number, or a number and what parts it from the name; “7ala” is a name, “7. Ala” the
seventh."""
_UNSEEN = f"[{_MARKS}]*"
_DATE = rf"\d{{1,4}}{_UNSEEN}[./-]{_UNSEEN}\d{{1,2}}(?:{_UNSEEN}[./-]{_UNSEEN}\d{{2,4}})?"
_TIME = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?"
_SENDER = "[^:]{1,60}: ?"
_FROM_CHAT = re.compile(
    rf"\[{_UNSEEN}{_DATE}{_UNSEEN}[,،]? {_UNSEEN}{_TIME}[^\[\]]{{0,12}}\] ?(?:{_SENDER})?"
    rf"|{_DATE}{_UNSEEN}[,،]? {_UNSEEN}{_TIME}[^-–:\[\]]{{0,12}}[-–] {_SENDER}"
)
"""What WhatsApp puts in front of a copied message: day, time and sender, in brackets or with a dash."""
_BEHIND = re.compile(rf"{_APART}+{_TELEPHONE}{_APART}*$")


def names_pasted(text: str) -> list[str]:
    """What stands for names in a text, in its order; whether each may be one is for the club to say."""
    lines = [line for line in map(_message_in, text.splitlines()) if _tidy(line)]
    if len(lines) == 1:
        lines = _COMMAS.split(lines[0])
    return [name for name in map(_name_in, lines) if name]


def _message_in(line: str) -> str:
    tidy = _tidy(line)
    return tidy[found.end() :] if (found := _FROM_CHAT.match(tidy)) else line


def _name_in(line: str) -> str:
    """Without what stands around a name: cells with numbers and addresses, then numbering, bullets, telephones."""
    cells = line.split("\t")
    if len(cells) > 1:
        cells = [cell for cell in cells if "@" not in cell and any(map(str.isalpha, cell))]
    name = _tidy(" ".join(map(_tidy, cells))[:_LONGEST_LINE])
    while found := _FROM_CHAT.match(name) or _IN_FRONT.match(name) or _BEHIND.search(name):
        name = _tidy(name[: found.start()] or name[found.end() :])
    return name


def _tidy(text: str) -> str:
    return " ".join(text.split()).strip(string.whitespace + _MARKS)
