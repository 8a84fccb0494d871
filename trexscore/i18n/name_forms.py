"""Width of names, and short forms for narrow places.

The phone computes the same (static/js/phone/views/name-forms.js).
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import Final

_NARROW_CHARACTERS: Final = frozenset("iljtfrI.,'’()-| !")
_WIDE_CHARACTERS: Final = frozenset("mwMW@%")
_INCOMPLETE_NAME_WORDS: Final = frozenset(
    {"abu", "abou", "umm", "um", "om", "abd", "al", "el", "ibn", "bin", "ben", "dr", "dr.", "mr", "mr.", "mrs", "mrs."}
    | {"أبو", "ابو", "أم", "ام", "عبد", "ابن", "بن", "آل", "د.", "دكتور", "حاج", "الحاج"}
)
"""Not a name without the next word."""
_FIRST_IDEOGRAPH, _ARABIC_CODE_POINTS, _ARABIC_FORM_CODE_POINTS = 0x2E80, range(0x600, 0x900), range(0xFB50, 0xFF00)
_MAX_UNSHORTENED_CENTI_EMS: Final = 800
_MAX_UNSHORTENED_NARROW_CENTI_EMS: Final = 450
"""Hundredths of an em; names up to this width are not shortened."""
NO_BREAK_SPACE: Final = "\u00a0"
_UNBREAKABLE_PART_PATTERN: Final = re.compile(r"(?:[^\s-]|\u00a0)*-+|(?:[^\s-]|\u00a0)+")
"""A line may break after a hyphen, but not at a no-break space."""


def text_width_centi_ems(text: str) -> int:
    """The approximate width in a bold sans serif, in hundredths of an em."""
    return sum(map(_character_width_centi_ems, text))


def widest_word_width_centi_ems(text: str) -> int:
    """The width of the widest unbreakable part, in hundredths of an em."""
    return max(map(text_width_centi_ems, _UNBREAKABLE_PART_PATTERN.findall(text)), default=0)


def _character_width_centi_ems(character: str) -> int:
    if unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    code = ord(character)
    if code in _ARABIC_CODE_POINTS or code in _ARABIC_FORM_CODE_POINTS:
        return 50
    if code >= _FIRST_IDEOGRAPH:
        return 130
    if character in _NARROW_CHARACTERS:
        return 33
    if character in _WIDE_CHARACTERS:
        return 93
    return 68 if unicodedata.category(character) == "Lu" else 60


def short_name_forms(names: Sequence[str]) -> list[str]:
    """The names, long ones shortened to the first word and an initial (Arabic: the first word).

    Where two players would look alike, one more word is shown, or all.
    """
    return _shortest_unique_forms([_possible_forms(name, _MAX_UNSHORTENED_CENTI_EMS) for name in names])


def narrow_column_name_forms(names: Sequence[str]) -> list[str]:
    """As `short_name_forms` for narrow columns: the first word, if that tells the players apart."""
    return _shortest_unique_forms(
        [_possible_forms(name, _MAX_UNSHORTENED_NARROW_CENTI_EMS, allow_first_name_only=True) for name in names]
    )


def _shortest_unique_forms(possible_forms_of_names: Sequence[Sequence[str]]) -> list[str]:
    """The shortest forms that are unique, or the full names."""
    chosen_form_indexes = [0] * len(possible_forms_of_names)
    while True:
        current_forms = [
            steps[index] for steps, index in zip(possible_forms_of_names, chosen_form_indexes, strict=True)
        ]
        times = Counter(current_forms)
        longer_form_indexes = [
            index + 1 if times[form] > 1 and index + 1 < len(steps) else index
            for form, index, steps in zip(current_forms, chosen_form_indexes, possible_forms_of_names, strict=True)
        ]
        if longer_form_indexes == chosen_form_indexes:
            return current_forms
        chosen_form_indexes = longer_form_indexes


def _possible_forms(name: str, max_unshortened_centi_ems: int, *, allow_first_name_only: bool = False) -> list[str]:
    """From the shortest to the full name."""
    words = [word for word in name.split() if text_width_centi_ems(word)]
    word_count = _first_name_word_count(words)
    if text_width_centi_ems(name) <= max_unshortened_centi_ems or len(words) <= word_count:
        return [name]
    first_name = NO_BREAK_SPACE.join(words[:word_count])
    last_shown_word = words[word_count]
    initial = next(filter(str.isalnum, last_shown_word), last_shown_word[0])
    if ord(initial) in _ARABIC_CODE_POINTS:
        return [first_name, f"{first_name}{NO_BREAK_SPACE}{last_shown_word}", name]
    return [*([first_name] if allow_first_name_only else []), f"{first_name}{NO_BREAK_SPACE}{initial}.", name]


def _first_name_word_count(words: Sequence[str]) -> int:
    """How many words the first name needs."""
    positions = (position for position, word in enumerate(words, 1) if _can_stand_alone(word))
    return next(positions, len(words))


def _can_stand_alone(word: str) -> bool:
    return word.casefold() not in _INCOMPLETE_NAME_WORDS and any(map(str.isalnum, word))
