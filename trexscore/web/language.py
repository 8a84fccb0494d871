"""Which language a request is answered in."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import get_args

from flask import Flask, request

from trexscore.i18n import ENGLISH, LANGUAGES, Language
from trexscore.i18n.card_names import USUAL, CardNames, read_card_names
from trexscore.i18n.language import Digits

LANGUAGE_COOKIE, DIGITS_COOKIE, CARD_NAMES_COOKIE = "language", "digits", "card_names"
DIGITS: tuple[Digits, ...] = get_args(Digits)


_reader: ContextVar[Language | None] = ContextVar("reader", default=None)


def init_language(app: Flask) -> None:
    """Forget the reader before at each request: a page asks hundreds of times, so it has to cost nothing."""
    app.before_request(_forget)


def reader_language() -> Language:
    """The reader's choice, else what the browser asks for."""
    language = _reader.get()
    if language is None:
        chosen = LANGUAGES.get(request.cookies.get(LANGUAGE_COOKIE, "")) or request_language()
        digits = next((one for one in DIGITS if one == request.cookies.get(DIGITS_COOKIE)), chosen.digits)
        names = read_card_names(request.cookies.get(CARD_NAMES_COOKIE)) or USUAL
        language = chosen.with_digits(digits).with_card_names(names)
        _reader.set(language)
    return language


def read_with(names: CardNames) -> bool:
    """Answer the rest of this request with a table's names of the cards; False where the reader has these anyway."""
    language = reader_language()
    named = language.with_card_names(names)
    _reader.set(named)
    return named != language


@contextmanager
def reading_as(code: str, digits: Digits) -> Iterator[None]:
    """Within this, the reader is one who reads this language: for work that is done where nobody asks for a page."""
    token = _reader.set(LANGUAGES[code].with_digits(digits))
    try:
        yield
    finally:
        _reader.reset(token)


def request_language() -> Language:
    """The first, by preference, of the languages that `Accept-Language` names, in whichever country's kind."""
    codes = (tag.partition("-")[0].lower() for tag, quality in request.accept_languages if quality)
    return next((LANGUAGES[code] for code in codes if code in LANGUAGES), ENGLISH)


def _forget() -> None:
    _reader.set(None)
