"""What Arabic tables call the king of hearts, the jacks and the aces, and how they say pass.

The catalogue is written in the names of `USUAL`. A table that uses others has them put in their place.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, get_type_hints

_STEMS: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "king": {
        "sheikh": {},
        "khityar": {"شيخ": "ختيار"},
        "malik": {"شيخ": "ملك"},
        "shayib": {"شيخ": "شايب"},
    },
    "jack": {"shab": {}, "walad": {"شباب": "أولاد", "شب": "ولد"}},
    "ace": {"as": {}, "aas": {"أص": "آس"}},
    "passing": {"bas": {}, "tafwit": {"يقول باص": "يفوّت", "باص": "تفويت"}},
}
"""By what is named and by the name's code, which words of the catalogue are replaced by which."""
_PREFIX = "(?:[وف]?(?:[بك]?ال|لل|[بكل])?)"
"""The article and the short words that Arabic writes together with the word that follows."""
_LETTER = "[\u0621-\u0652]"
_SEPARATOR = "."


class CardNames(NamedTuple):
    """The code of each name, one of `CHOICES`."""

    king: str = "sheikh"
    jack: str = "shab"
    ace: str = "as"
    passing: str = "bas"

    def __str__(self) -> str:
        """As a cookie or a row of the database keeps them."""
        return _SEPARATOR.join(self)


USUAL = CardNames()
CHOICES: Mapping[str, tuple[str, ...]] = {name: tuple(_STEMS[name]) for name in get_type_hints(CardNames)}
SPELLED: Mapping[str, str] = {
    "sheikh": "شيخ",
    "khityar": "ختيار",
    "malik": "ملك",
    "shayib": "شايب",
    "shab": "شب",
    "walad": "ولد",
    "as": "أص",
    "aas": "آس",
    "bas": "باص",
    "tafwit": "يفوّت",
}
"""Each name as its table writes it."""


def read_card_names(text: str | None) -> CardNames | None:
    """The names that a text keeps; None where it keeps none."""
    codes = (text or "").split(_SEPARATOR)
    return card_names_of(dict(zip(CHOICES, codes, strict=True))) if len(codes) == len(CHOICES) else None


def card_names_of(said: Mapping[str, str]) -> CardNames | None:
    """The names whose codes are given; None where one of the four is missing or unknown."""
    if all(said.get(name) in codes for name, codes in CHOICES.items()):
        return CardNames(*(said[name] for name in CHOICES))
    return None


@lru_cache(maxsize=4096)
def renamed(text: str, names: CardNames) -> str:
    """A text of the catalogue with a table's own names of the cards."""
    for name, code in zip(CHOICES, names, strict=True):
        for old, new in _STEMS[name][code].items():
            text = _pattern(old).sub(rf"\g<1>{new}", text)
    return text


@lru_cache
def _pattern(stem: str) -> re.Pattern[str]:
    return re.compile(f"(?<!{_LETTER})({_PREFIX}){stem}(?!{_LETTER})")


def all_names_in(text: str) -> str:
    """For every card that a text names, all names that tables have for it: a search finds it under each."""
    found = [codes for codes in CHOICES.values() if any(_pattern(SPELLED[code]).search(text) for code in codes)]
    return " ".join(SPELLED[code] for codes in found for code in codes)
