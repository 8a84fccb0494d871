"""Reasons and notes that people can read: nothing in them is hidden, and there is something to see."""

import unicodedata
from collections.abc import Iterator

from trexscore.game.file.names import JOINERS_AND_MARKS, is_refused, is_visible
from trexscore.rules.refusals import Refusal, refuse

_TEXTS = ("reason", "note")
_LINES = "\n\r\t"


def text_refusals(found: object, at: str = "") -> Iterator[Refusal]:
    """What is hidden in the reasons and notes of an entry, wherever they stand in it."""
    if isinstance(found, list):
        for place, value in enumerate(found):
            yield from text_refusals(value, f"{at}.{place}")
    elif isinstance(found, dict):
        for key, value in found.items():
            path = f"{at}.{key}" if at else str(key)
            if key in _TEXTS and isinstance(value, str):
                yield from _of_text(value, key, path)
            else:
                yield from text_refusals(value, path)


def _of_text(text: str, key: str, at: str) -> Iterator[Refusal]:
    if any(map(_is_hidden, text)):
        yield refuse("hidden_text", at)
    elif text.strip() and not any(map(is_visible, text)):
        yield refuse("reason_missing" if key == "reason" else "hidden_text", at)


def _is_hidden(character: str) -> bool:
    """Joiners and direction marks are part of how Arabic and Persian are written."""
    if character in _LINES or character in JOINERS_AND_MARKS:
        return False
    return is_refused(character) or unicodedata.category(character) == "Cf"
