"""Sentences with what fills them: the book is written in no language, and read in each."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from trexscore.i18n.language import Language
from trexscore.i18n.rule_book.topics import Topic

_LEFT_TO_RIGHT, _POP_ISOLATE = "\u2066", "\u2069"
_NOTHING: Mapping[str, object] = MappingProxyType({})


class Change(int):
    """Points that somebody gains or loses, written with their sign."""


class Sentence(NamedTuple):
    """A text marked for the catalogue, and its parameters: numbers, points, other sentences, or several of them."""

    text: str
    params: Mapping[str, object] = _NOTHING
    about: tuple[Topic, ...] = ()

    def on(self, *topics: Topic) -> "Sentence":
        """The same sentence, found by the names of these subjects as well."""
        return self._replace(about=topics)


def said(text: str, **params: object) -> Sentence:
    """A sentence about something."""
    return Sentence(text, params)


def render_sentence(language: Language, sentence: Sentence) -> str:
    """The sentence in a language."""
    params = {name: shown(language, value) for name, value in sentence.params.items()}
    return language.gettext(sentence.text, **params)


def shown(language: Language, value: object) -> str:
    """A parameter as a sentence holds it. Signs are isolated: in right-to-left text they would change sides."""
    if isinstance(value, Sentence):
        return render_sentence(language, value)
    if isinstance(value, tuple):
        return language.listed([shown(language, item) for item in value])
    if isinstance(value, Change):
        return _isolated(language.change(value))
    if isinstance(value, int):
        return _isolated(language.number(value)) if value < 0 else language.number(value)
    return str(value)


def _isolated(text: str) -> str:
    return f"{_LEFT_TO_RIGHT}{text}{_POP_ISOLATE}"
