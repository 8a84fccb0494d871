"""Test cases in one language each, where the language is not tested."""

from collections.abc import Iterable
from itertools import cycle
from typing import Any

from trexscore.i18n import LANGUAGES


def in_turn(cases: Iterable[Any]) -> list[tuple[Any, ...]]:
    """The first case in the first language, the next in the next."""
    return [
        (*(case if isinstance(case, tuple) else (case,)), language) for case, language in zip(cases, cycle(LANGUAGES))
    ]
