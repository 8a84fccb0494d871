"""Under which rules points are shown: they are averaged only among games whose rules give the same points."""

from collections.abc import Mapping
from typing import NamedTuple

from flask import request

from trexscore.i18n.texts.statistics import rules_text
from trexscore.web.language import reader_language
from trexscore.web.numbers import whole

_ASKS = ("?", "؟")


class SomeRules(NamedTuple):
    """Rules that can be chosen: as the address names them, as they are called, and how many games there are."""

    place: int
    name: str
    games: int
    chosen: bool


class ChosenRules(NamedTuple):
    """The rules whose points are shown, and all that there are: those of most games first."""

    key: str
    name: str
    all: tuple[SomeRules, ...]


def chosen_rules(games: Mapping[str, int]) -> ChosenRules:
    """The rules that the address asks for, else those of most games."""
    keys = sorted(games, key=lambda key: (-games[key], key))
    asked = whole(request.args.get("rules", "")) or 0
    place = asked if asked < len(keys) else 0
    options = tuple(SomeRules(number, rules_name(key), games[key], number == place) for number, key in enumerate(keys))
    return ChosenRules(keys[place] if keys else "", options[place].name if options else "", options)


def rules_name(key: str) -> str:
    """Rules as players call them, or by what they change."""
    language = reader_language()
    told = rules_text(language, key)
    return told.preset or language.listed([_answered(question, answer) for question, answer in told.differing])


def _answered(question: str, answer: str) -> str:
    """Some options are called by a question, others by a name."""
    return f"{question} {answer}" if question.endswith(_ASKS) else f"{question}: {answer}"
