"""Which language a request is answered in."""

from typing import get_args

from flask import g, request

from trexscore.language import ENGLISH, LANGUAGES, Language
from trexscore.language.language import Digits

LANGUAGE_COOKIE, DIGITS_COOKIE = "language", "digits"
DIGITS: tuple[Digits, ...] = get_args(Digits)


def reader_language() -> Language:
    """The reader's choice, else what the browser asks for."""
    if "language" not in g:
        chosen = LANGUAGES.get(request.cookies.get(LANGUAGE_COOKIE, "")) or asked_language()
        digits = next((one for one in DIGITS if one == request.cookies.get(DIGITS_COOKIE)), chosen.digits)
        g.language = chosen.with_digits(digits)
    language: Language = g.language
    return language


def asked_language() -> Language:
    """The best of the languages that `Accept-Language` names."""
    code = request.accept_languages.best_match(list(LANGUAGES), default=ENGLISH.code)
    return LANGUAGES[code or ENGLISH.code]
