"""How wide a name is, and what is left of a long one where there is no room for it.

The phone works out the same (static/js/phone/views/names.js).
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import Final

_NARROW: Final = frozenset("iljtfrI.,'’()-| !")
_WIDE: Final = frozenset("mwMW@%")
_PARTICLES: Final = frozenset(
    {"abu", "abou", "umm", "um", "om", "abd", "al", "el", "ibn", "bin", "ben", "dr", "dr.", "mr", "mr.", "mrs", "mrs."}
    | {"أبو", "ابو", "أم", "ام", "عبد", "ابن", "بن", "آل", "د.", "دكتور", "حاج", "الحاج"}
)
"""What is no name without the word behind it."""
_FIRST_IDEOGRAPH, _ARABIC, _ARABIC_FORMS = 0x2E80, range(0x600, 0x900), range(0xFB50, 0xFF00)
_ROOM: Final = 800
_ROOM_OF_A_COLUMN: Final = 450
"""In hundredths of an em: a name that is no wider is never shortened."""
_NBSP: Final = "\u00a0"
_WORDS: Final = re.compile(r"(?:[^\s-]|\u00a0)*-+|(?:[^\s-]|\u00a0)+")
"""A line may end after a hyphen, and not at a space that keeps two words together."""


def width_of(text: str) -> int:
    """About how wide a text is in a bold sans serif, in hundredths of an em."""
    return sum(map(_width, text))


def longest_word(text: str) -> int:
    """The width of the widest part that no line break may part, in hundredths of an em."""
    return max(map(width_of, _WORDS.findall(text)), default=0)


def _width(character: str) -> int:
    if unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    code = ord(character)
    if code in _ARABIC or code in _ARABIC_FORMS:
        return 50
    if code >= _FIRST_IDEOGRAPH:
        return 130
    if character in _NARROW:
        return 33
    if character in _WIDE:
        return 93
    return 68 if unicodedata.category(character) == "Lu" else 60


def short_forms(names: Sequence[str]) -> list[str]:
    """The names with the long ones shortened: the first word and an initial, in Arabic the first word.

    Where that would call two players alike, one word more is kept, or all.
    """
    return _told_apart([_forms(name, _ROOM) for name in names])


def column_forms(names: Sequence[str]) -> list[str]:
    """The same for the head of a narrow column: the first word, as long as it tells the players apart."""
    return _told_apart([_forms(name, _ROOM_OF_A_COLUMN, only_first=True) for name in names])


def _told_apart(forms: Sequence[Sequence[str]]) -> list[str]:
    """The first form of each name that no other has."""
    chosen = [0] * len(forms)
    while True:
        now = [steps[place] for steps, place in zip(forms, chosen, strict=True)]
        times = Counter(now)
        longer = [
            place + 1 if times[one] > 1 and place + 1 < len(steps) else place
            for one, place, steps in zip(now, chosen, forms, strict=True)
        ]
        if longer == chosen:
            return now
        chosen = longer


def _forms(name: str, room: int, *, only_first: bool = False) -> list[str]:
    """From the shortest to the whole name."""
    words = [word for word in name.split() if width_of(word)]
    first = _first_name(words)
    if width_of(name) <= room or len(words) <= first:
        return [name]
    begun = _NBSP.join(words[:first])
    rest = words[first]
    initial = next(filter(str.isalnum, rest), rest[0])
    if ord(initial) in _ARABIC:
        return [begun, f"{begun}{_NBSP}{rest}", name]
    return [*([begun] if only_first else []), f"{begun}{_NBSP}{initial}.", name]


def _first_name(words: Sequence[str]) -> int:
    """How many words it takes until one of them is a name by itself."""
    names = (place for place, word in enumerate(words, 1) if _is_name(word))
    return next(names, len(words))


def _is_name(word: str) -> bool:
    return word.casefold() not in _PARTICLES and any(map(str.isalnum, word))
