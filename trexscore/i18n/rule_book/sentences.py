"""Sentences with parameters, independent of a language until rendered."""

from collections.abc import Mapping
from typing import NamedTuple

from trexscore.i18n.language import Language

_LEFT_TO_RIGHT_ISOLATE, _POP_ISOLATE = "\u2066", "\u2069"


class SignedPoints(int):
    """Points gained or lost, written with a sign."""


class Sentence(NamedTuple):
    """A text marked for the catalogue. Parameters: numbers, points, sentences, or tuples of them."""

    message: str
    params: Mapping[str, object] = {}
    topics: tuple[str, ...] = ()
    """Topics of `topic_synonyms.json`."""

    def with_topics(self, *topics: str) -> "Sentence":
        """The sentence, which search also finds by the names of these topics."""
        return self._replace(topics=topics)


def make_sentence(message: str, **params: object) -> Sentence:
    """A sentence with parameters."""
    return Sentence(message, params)


def render_sentence(language: Language, sentence: Sentence) -> str:
    """The sentence in a language."""
    params = {name: render_param(language, value) for name, value in sentence.params.items()}
    return language.gettext(sentence.message, **params)


def render_param(language: Language, value: object) -> str:
    """A parameter as text. Signed numbers are isolated, or they would move in right-to-left text."""
    if isinstance(value, Sentence):
        return render_sentence(language, value)
    if isinstance(value, tuple):
        return language.join_list([render_param(language, item) for item in value])
    if isinstance(value, SignedPoints):
        return _isolate_left_to_right(language.signed_number(value))
    if isinstance(value, int):
        return _isolate_left_to_right(language.number(value)) if value < 0 else language.number(value)
    return str(value)


def _isolate_left_to_right(text: str) -> str:
    return f"{_LEFT_TO_RIGHT_ISOLATE}{text}{_POP_ISOLATE}"
