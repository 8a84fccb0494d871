"""Checks that reasons and notes hide nothing and are visible."""

import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from trexscore.game.file.names import JOINERS_AND_DIRECTION_MARKS, is_refused_name_character, is_visible_character
from trexscore.ledger.json_reader import child_path
from trexscore.rules.refusals import Refusal, refuse

_TEXT_FIELDS = ("reason", "note")
_ALLOWED_WHITESPACE = "\n\r\t"


class _Text(NamedTuple):
    path: str
    field_name: str
    text: str


def hidden_text_refusals(
    content: object, parent_path: str = "", earlier_bodies: Iterable[object] = ()
) -> Iterator[Refusal]:
    """Faults of all reasons and notes in an entry, at any depth.

    Texts of `earlier_bodies` may be repeated: a game file may hold any text, and its entries can be undone, put back
    and corrected.
    """
    faulty = {text: refusal for text in _texts_in(content, parent_path) if (refusal := _text_refusal(text))}
    earlier_texts = {text.text for body in earlier_bodies for text in _texts_in(body)} if faulty else set()
    for text, refusal in faulty.items():
        if text.text not in earlier_texts:
            yield refusal


def _texts_in(value: object, parent_path: str = "") -> Iterator[_Text]:
    """All reasons and notes."""
    if isinstance(value, list):
        for place, item in enumerate(value):
            yield from _texts_in(item, f"{parent_path}.{place}")
    elif isinstance(value, dict):
        for key, item in value.items():
            path = child_path(parent_path, str(key))
            if key in _TEXT_FIELDS and isinstance(item, str):
                yield _Text(path, key, item)
            else:
                yield from _texts_in(item, path)


def _text_refusal(text: _Text) -> Refusal | None:
    if any(map(_is_hidden_character, text.text)):
        return refuse("hidden_text", text.path)
    if text.text.strip() and not any(map(is_visible_character, text.text)):
        return refuse("reason_missing" if text.field_name == "reason" else "hidden_text", text.path)
    return None


def _is_hidden_character(character: str) -> bool:
    """Joiners and direction marks are allowed: Arabic and Persian text needs them."""
    if character in _ALLOWED_WHITESPACE or character in JOINERS_AND_DIRECTION_MARKS:
        return False
    return is_refused_name_character(character) or unicodedata.category(character) == "Cf"
