"""One language per test case, for tests in which the language does not matter."""

from collections.abc import Iterable
from itertools import cycle
from typing import Any

from trexscore.i18n import LANGUAGES


def in_turn(cases: Iterable[Any]) -> list[tuple[Any, ...]]:
    """Add a language to each case: the languages in rotation."""
    return [
        (*(case if isinstance(case, tuple) else (case,)), language) for case, language in zip(cases, cycle(LANGUAGES))
    ]
