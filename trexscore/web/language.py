"""The language of a response."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import get_args

from flask import Flask, request

from trexscore.i18n import ENGLISH, LANGUAGES, Language
from trexscore.i18n.card_names import DEFAULT_CARD_NAMES, CardNameChoices, parse_card_names
from trexscore.i18n.language import Digits

LANGUAGE_COOKIE, DIGITS_COOKIE, CARD_NAMES_COOKIE = "language", "digits", "card_names"
DIGIT_CHOICES: tuple[Digits, ...] = get_args(Digits)


_reader_language_var: ContextVar[Language | None] = ContextVar("reader", default=None)


def init_language(app: Flask) -> None:
    """Reset the cached language at each request. It is cached because a page reads it hundreds of times."""
    app.before_request(_reset_reader_language)


def reader_language() -> Language:
    """The language chosen on this device, else the browser's."""
    language = _reader_language_var.get()
    if language is None:
        chosen_language = LANGUAGES.get(request.cookies.get(LANGUAGE_COOKIE, "")) or language_of_accept_header()
        digits = next(
            (choice for choice in DIGIT_CHOICES if choice == request.cookies.get(DIGITS_COOKIE)), chosen_language.digits
        )
        names = parse_card_names(request.cookies.get(CARD_NAMES_COOKIE)) or DEFAULT_CARD_NAMES
        language = chosen_language.with_digits(digits).with_card_names(names)
        _reader_language_var.set(language)
    return language


def use_card_names(card_names: CardNameChoices) -> bool:
    """Use a table's names of cards for the rest of this request. False if the reader has the same names."""
    language = reader_language()
    language_with_card_names = language.with_card_names(card_names)
    _reader_language_var.set(language_with_card_names)
    return language_with_card_names != language


@contextmanager
def override_reader_language(language_code: str, digits: Digits) -> Iterator[None]:
    """Sets the reader's language for work outside of a request."""
    token = _reader_language_var.set(LANGUAGES[language_code].with_digits(digits))
    try:
        yield
    finally:
        _reader_language_var.reset(token)


def language_of_accept_header() -> Language:
    """The first known language of `Accept-Language` by preference, ignoring its country."""
    codes = (tag.partition("-")[0].lower() for tag, quality in request.accept_languages if quality)
    return next((LANGUAGES[code] for code in codes if code in LANGUAGES), ENGLISH)


def _reset_reader_language() -> None:
    _reader_language_var.set(None)
