"""Plural messages have the correct form for every number in each language."""

import re

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from tests.support.tree import ROOT
from trexscore.i18n.catalogue import catalogue

NUMBERS = [0, 1, 2, 3, 11, 99, 100, 102]

PLACEHOLDER = re.compile(r"%\((\w+)\)s")

COUNTED = ["num", "count", "entries", "cards", "tricks", "needed", "minutes", "rows"]
"""Placeholders of numbers that select the plural form; other placeholders contain names and points."""

IN_WORDS = {"ar": {0, 1, 2}, "de": {1}, "fr": set()}
"""Numbers that a plural form may write as a word. French has none, because 0 and 1 share a form."""

NOUN = re.compile(r"%\(\w+\)s\s+(?:لـ)?([^\s،.:؛؟]+)")
"""The counted noun in Arabic: the word after the number."""

NOT_COUNTED = {"هنا", "من", "آخر", "آخرين", "ديناري", "غيرهم"}
"""Words after a number that are not nouns counted by it, or have one form."""


def messages(language: str) -> list[Message]:
    with (ROOT / "trexscore" / "translations" / f"{language}.po").open("rb") as file:
        return [message for message in read_po(file, locale=language) if message.id and message.pluralizable]


def number_placeholder(message: Message) -> str | None:
    """The placeholder of the number; None in messages without it (a list of names)."""
    names = PLACEHOLDER.findall(message.id[1])
    return next((name for name in COUNTED if name in names), None)


def form(language: str, message: Message, number: int) -> str:
    return catalogue(language).ngettext(message.id[0], message.id[1], number)


@pytest.mark.parametrize("language", ["ar", "fr", "de"])
@pytest.mark.parametrize("number", NUMBERS)
def test_every_plural_form_contains_its_number(language: str, number: int) -> None:
    for message in messages(language):
        text, name = form(language, message, number), number_placeholder(message)
        assert text.strip(), message.id
        if name and number not in IN_WORDS[language]:
            assert f"%({name})s" in text, f"{number}: {text}"


def counted_nouns(number: int) -> list[str]:
    """The Arabic nouns counted with this number, in each message that has it."""
    texts_and_placeholders = [(form("ar", message, number), number_placeholder(message)) for message in messages("ar")]
    matches = [NOUN.search(text[text.index(f"%({name})s") :]) for text, name in texts_and_placeholders if name]
    return [match[1] for match in matches if match]


@pytest.mark.parametrize("number", [11, 99])
def test_arabic_11_to_99_take_accusative(number: int) -> None:
    others = [noun for noun in counted_nouns(number) if not noun.endswith(("ة", "ًا"))]
    assert set(others) <= NOT_COUNTED


@pytest.mark.parametrize("number", [100, 102])
def test_arabic_hundreds_take_genitive(number: int) -> None:
    assert not [noun for noun in counted_nouns(number) if noun.endswith(("ًا", "اً"))]
