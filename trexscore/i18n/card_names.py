"""Names that Arabic tables use for the king of hearts, jacks, aces, and passing.

The catalogue uses the names in `USUAL`; `replace_card_names` replaces them.
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
"""Per term and name code: words of the catalogue and their replacements."""
_PREFIX = "(?:[وف]?(?:[بك]?ال|لل|[بكل])?)"
"""The article and prefixes that Arabic writes as part of the next word."""
_LETTER = "[\u0621-\u0652]"
_SEPARATOR = "."


class CardNames(NamedTuple):
    """The code of each name, one of `CHOICES`."""

    king: str = "sheikh"
    jack: str = "shab"
    ace: str = "as"
    passing: str = "bas"

    def __str__(self) -> str:
        """As stored in cookies and the database."""
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
"""Each name as written."""


def parse_card_names(text: str | None) -> CardNames | None:
    """Parse stored names, or None if they are invalid."""
    codes = (text or "").split(_SEPARATOR)
    return card_names_of(dict(zip(CHOICES, codes, strict=True))) if len(codes) == len(CHOICES) else None


def card_names_of(codes_by_term: Mapping[str, str]) -> CardNames | None:
    """The names with these codes, or None if one is missing or unknown."""
    if all(codes_by_term.get(name) in codes for name, codes in CHOICES.items()):
        return CardNames(*(codes_by_term[name] for name in CHOICES))
    return None


@lru_cache(maxsize=4096)
def replace_card_names(text: str, names: CardNames) -> str:
    """A text of the catalogue with a table's names of the cards."""
    for name, code in zip(CHOICES, names, strict=True):
        for old, new in _STEMS[name][code].items():
            text = _word_pattern(old).sub(rf"\g<1>{new}", text)
    return text


@lru_cache
def _word_pattern(stem: str) -> re.Pattern[str]:
    return re.compile(f"(?<!{_LETTER})({_PREFIX}){stem}(?!{_LETTER})")


def synonyms_of_mentioned_cards(text: str) -> str:
    """All names of every card in the text, so that a search finds it by each."""
    mentioned = [
        codes for codes in CHOICES.values() if any(_word_pattern(SPELLED[code]).search(text) for code in codes)
    ]
    return " ".join(SPELLED[code] for codes in mentioned for code in codes)
