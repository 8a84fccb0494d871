"""Checks that reasons and notes hide nothing and are visible."""

import unicodedata
from collections.abc import Iterator

from trexscore.game.file.names import JOINERS_AND_DIRECTION_MARKS, is_refused_name_character, is_visible_character
from trexscore.ledger.json_reader import child_path
from trexscore.rules.refusals import Refusal, refuse

_TEXT_FIELDS = ("reason", "note")
_ALLOWED_WHITESPACE = "\n\r\t"


def hidden_text_refusals(value: object, parent_path: str = "") -> Iterator[Refusal]:
    """Faults of all reasons and notes in an entry, at any depth."""
    if isinstance(value, list):
        for place, item in enumerate(value):
            yield from hidden_text_refusals(item, f"{parent_path}.{place}")
    elif isinstance(value, dict):
        for key, item in value.items():
            path = child_path(parent_path, str(key))
            if key in _TEXT_FIELDS and isinstance(item, str):
                yield from _text_refusals(item, key, path)
            else:
                yield from hidden_text_refusals(item, path)


def _text_refusals(text: str, key: str, path: str) -> Iterator[Refusal]:
    if any(map(_is_hidden_character, text)):
        yield refuse("hidden_text", path)
    elif text.strip() and not any(map(is_visible_character, text)):
        yield refuse("reason_missing" if key == "reason" else "hidden_text", path)


def _is_hidden_character(character: str) -> bool:
    """Joiners and direction marks are allowed: Arabic and Persian text needs them."""
    if character in _ALLOWED_WHITESPACE or character in JOINERS_AND_DIRECTION_MARKS:
        return False
    return is_refused_name_character(character) or unicodedata.category(character) == "Cf"
