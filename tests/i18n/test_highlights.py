"""Sentences about a finished game."""

import re

import pytest

from trexscore.i18n.marking import Plural
from trexscore.i18n.texts.highlights import FACT_TEXTS, HEADLINE_TEXTS

SINGULAR_VERB = re.compile(r"%\(name\)s (is|was|has|wins|loses)\b")


@pytest.mark.parametrize("code", [*HEADLINE_TEXTS, *FACT_TEXTS])
def test_highlight_fits_player_and_pair(code: str) -> None:
    text = {**FACT_TEXTS, **HEADLINE_TEXTS}[code]
    forms = (text.one, text.many) if isinstance(text, Plural) else (text,)
    assert not any(map(SINGULAR_VERB.search, forms)), forms
