"""Names that Arabic tables use for the king of hearts, jacks, aces, and passing.

The catalogue uses the names in `DEFAULT_CARD_NAMES`; `replace_card_names` replaces them.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, get_type_hints

_STEM_REPLACEMENTS: Mapping[str, Mapping[str, Mapping[str, str]]] = {
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
_ARABIC_PREFIX = "(?:[وف]?(?:[بك]?ال|لل|[بكل])?)"
"""The article and prefixes that Arabic writes as part of the next word."""
_ARABIC_LETTER = "[\u0621-\u0652]"
_CODE_SEPARATOR = "."


class CardNameChoices(NamedTuple):
    """The code of each name, one of `NAME_CODES_BY_TERM`."""

    king: str = "sheikh"
    jack: str = "shab"
    ace: str = "as"
    passing: str = "bas"

    def __str__(self) -> str:
        """As stored in cookies and the database."""
        return _CODE_SEPARATOR.join(self)


DEFAULT_CARD_NAMES = CardNameChoices()
NAME_CODES_BY_TERM: Mapping[str, tuple[str, ...]] = {
    name: tuple(_STEM_REPLACEMENTS[name]) for name in get_type_hints(CardNameChoices)
}
SPELLING_BY_NAME_CODE: Mapping[str, str] = {
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


def parse_card_names(stored_names: str | None) -> CardNameChoices | None:
    """Parse stored names, or None if they are invalid."""
    codes = (stored_names or "").split(_CODE_SEPARATOR)
    if len(codes) == len(NAME_CODES_BY_TERM):
        return card_names_of(dict(zip(NAME_CODES_BY_TERM, codes, strict=True)))
    return None


def card_names_of(code_by_term: Mapping[str, str]) -> CardNameChoices | None:
    """The names with these codes, or None if one is missing or unknown."""
    if all(code_by_term.get(name) in codes for name, codes in NAME_CODES_BY_TERM.items()):
        return CardNameChoices(*(code_by_term[name] for name in NAME_CODES_BY_TERM))
    return None


@lru_cache(maxsize=4096)
def replace_card_names(text: str, card_names: CardNameChoices) -> str:
    """A text of the catalogue with a table's names of the cards."""
    for name, code in zip(NAME_CODES_BY_TERM, card_names, strict=True):
        for old, new in _STEM_REPLACEMENTS[name][code].items():
            text = _whole_word_pattern(old).sub(rf"\g<1>{new}", text)
    return text


@lru_cache
def _whole_word_pattern(stem: str) -> re.Pattern[str]:
    return re.compile(f"(?<!{_ARABIC_LETTER})({_ARABIC_PREFIX}){stem}(?!{_ARABIC_LETTER})")


def synonyms_of_mentioned_cards(text: str) -> str:
    """All names of every card in the text, so that a search finds it by each."""
    mentioned = [
        codes
        for codes in NAME_CODES_BY_TERM.values()
        if any(_whole_word_pattern(SPELLING_BY_NAME_CODE[code]).search(text) for code in codes)
    ]
    return " ".join(SPELLING_BY_NAME_CODE[code] for codes in mentioned for code in codes)
