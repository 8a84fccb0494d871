"""Which language a request is answered in."""

from flask import g, request

from trexscore.language import ENGLISH, LANGUAGES, Language

COOKIE = "language"
CHOICES = {
    "en": LANGUAGES["en"],
    "ar": LANGUAGES["ar"].with_digits("arab"),
    "ar-latn": LANGUAGES["ar"].with_digits("latn"),
}
"""What a reader can choose: a language, and for Arabic its digits."""


def reader_language() -> Language:
    """The reader's choice, else what the browser asks for."""
    if "language" not in g:
        chosen = CHOICES.get(request.cookies.get(COOKIE, ""))
        g.language = chosen or asked_language()
    language: Language = g.language
    return language


def asked_language() -> Language:
    """The best of the languages that `Accept-Language` names."""
    code = request.accept_languages.best_match(list(LANGUAGES), default=ENGLISH.code)
    return LANGUAGES[code or ENGLISH.code]
