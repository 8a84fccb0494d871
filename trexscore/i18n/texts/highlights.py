"""Highlights of a finished game as sentences."""

import msgspec

from trexscore.i18n.marking import N_n, Plural
from trexscore.i18n.text_files import read_texts

HAS_WON_TEXT = N_n("%(names)s has won", "%(names)s have won", "people")
WINS_BY_TEXT = N_n("%(names)s wins by %(points)s", "%(names)s win by %(points)s", "people")
WINS_TIE_BREAK_TEXT = N_n("%(names)s wins the tiebreaker", "%(names)s win the tiebreaker", "people")
VERDICT_TEXTS = (HAS_WON_TEXT, WINS_BY_TEXT, WINS_TIE_BREAK_TEXT)
"""Who won; `people` is the number of winners."""


class _HighlightTexts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    headlines: dict[str, str | Plural]
    """`name` is a player or a pair."""
    facts: dict[str, str | Plural]
    """Shown small, under the number that they explain."""


_TEXTS = read_texts(__file__, _HighlightTexts)
HEADLINE_TEXTS, FACT_TEXTS = _TEXTS.headlines, _TEXTS.facts
