"""Parses whole numbers as people write and paste them."""

import re

_MINUS_SIGN_PATTERN = re.compile("[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]")
_INVISIBLE_CHARACTER_PATTERN = re.compile("[\u200b\u200e\u200f\u061c\u2066-\u2069\u202a-\u202e\ufeff]")
_NUMBER_PATTERN = re.compile(r"([+\uff0b-]?)\s*(\d+)\s*(-?)")


def clean_number_text(text: str) -> str:
    """The text with ASCII minus signs, without invisible marks and surrounding space."""
    return _MINUS_SIGN_PATTERN.sub("-", _INVISIBLE_CHARACTER_PATTERN.sub("", text)).strip()


def parse_whole_number(text: str, max_digits: int) -> int | None:
    """The number, in any script's digits; None for other text or more than `max_digits` digits.

    A space may follow the sign. The minus may follow the digits, as on many Arabic sheets.
    """
    match = _NUMBER_PATTERN.fullmatch(clean_number_text(text))
    if match is None or len(match[2]) > max_digits or (match[1] and match[3]):
        return None
    return -int(match[2]) if "-" in (match[1], match[3]) else int(match[2])
