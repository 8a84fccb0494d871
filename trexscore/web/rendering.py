"""Filters and globals of all templates: sentences, numbers, URLs of static files."""

import re
import uuid
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import lru_cache
from typing import TypeVar

from flask import Flask, g, request
from jinja2 import pass_context
from jinja2.ext import Extension
from jinja2.runtime import Context
from markupsafe import Markup, escape
from werkzeug.local import LocalProxy

from trexscore.i18n import LANGUAGES, Language
from trexscore.i18n.game_terms import CARD_NAMES, CONTRACT_NAMES
from trexscore.i18n.language import MINUS
from trexscore.i18n.marking import N_
from trexscore.i18n.name_forms import text_width_centi_ems, widest_word_width_centi_ems
from trexscore.i18n.texts.clubs.club import ROLE_NAMES, ROLE_NOTES
from trexscore.rules.cards import Card, Contract
from trexscore.rules.seats import SEAT_BY_LETTER
from trexscore.web.language import reader_language
from trexscore.web.static_files import static_url

T = TypeVar("T")
THEME_COOKIE = "theme"
_MAX_EXACT_HALF_EMS, _MAX_HALF_EMS = 28, 48
"""Widths in half ems: beyond the first, they are rounded up to multiples of four; the second is the largest."""
_MAX_WORD_CENTI_EMS = 750
"""In hundredths of an em: a longer word does not fit on any side of a small phone's table."""
GLOBAL_MACRO_FILES = ("icons", "cards", "numbers", "seats", "tappable_seat", "fields", "assets")
"""Macros that are global because importing them in each template is slower than calling them."""
_INDENTATION = re.compile(r"\n[ \t]+")
_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"


class _WithoutIndentation(Extension):
    """Drops the indentation of templates: it is for their readers, and pages are lighter without it."""

    def preprocess(self, source: str, _name: str | None, _filename: str | None = None) -> str:
        return _INDENTATION.sub("\n", source)


def init_rendering(app: Flask) -> None:
    environment = app.jinja_env
    environment.trim_blocks = True
    environment.add_extension(_WithoutIndentation)
    environment.filters.update(
        number=_make_reader_filter(format_number),
        points=_make_reader_filter(format_number),
        change=_make_reader_filter(format_points_change),
        seat_letter=_make_reader_filter(localized_seat_letter),
        day=_make_reader_filter(format_day),
        join_names=join_names,
        ems=width_in_ems,
        sized=width_classes,
    )
    environment.globals.update(
        _=translate,
        ngettext=translate_plural,
        pgettext=translate_in_context,
        language=LocalProxy(reader_language),
        languages=tuple((language.code, language.name, language.code) for language in LANGUAGES.values()),
        theme=LocalProxy(reader_theme),
        page_key=LocalProxy(page_entry_key),
        csrf_field=csrf_field,
        static_url=static_url,
        cached_macro=cached_macro,
        contract_name=lambda contract: translate(CONTRACT_NAMES[Contract(contract)]),
        role_name=lambda role: translate(ROLE_NAMES[role]),
        role_note=lambda role: translate(ROLE_NOTES[role]),
        card_name=lambda card: translate(CARD_NAMES[Card(card)]),
    )
    for name in GLOBAL_MACRO_FILES:
        macros = vars(environment.get_template(f"_macros/{name}.html").module)
        environment.globals.update({macro: function for macro, function in macros.items() if not macro.startswith("_")})


def translate(text: str, **params: object) -> str:
    """A sentence in the reader's language."""
    return translate_in(reader_language(), text, **params)


def translate_in(language: Language, text: str, **params: object) -> str:
    """A sentence in a language. Names are isolated, so that they cannot change the direction of the sentence."""
    return _interpolate(language, language.gettext(text), params)


def translate_plural(singular: str, many: str, number: int, **params: object) -> str:
    """A sentence in the plural form of the number, which is `%(num)s` in the text."""
    return translate_plural_in(reader_language(), singular, many, number, **params)


def translate_plural_in(language: Language, singular: str, many: str, number: int, **params: object) -> str:
    """A sentence in the plural form of the number, in a language."""
    return _interpolate(language, language.plural_form(singular, many, number), {"num": number, **params})


def translate_in_context(context: str, text: str, **params: object) -> str:
    """A text whose translation depends on a context."""
    language = reader_language()
    return _interpolate(language, language.pgettext(context, text), params)


def isolate_name(name: str) -> str:
    """A name in Unicode isolates."""
    return f"{_FIRST_STRONG_ISOLATE}{name}{_POP_ISOLATE}"


def join_names(names: Iterable[str], language: Language | None = None) -> str:
    """“A, B and C”. In a list each name is isolated, so that the list follows the direction of the sentence."""
    name_list = [*names]
    return join_with_and(name_list if len(name_list) == 1 else [isolate_name(name) for name in name_list], language)


def join_with_and(items: Sequence[str], language: Language | None = None) -> str:
    """“A, B and C” in a language, by default the reader's. Empty without items."""
    language = language or reader_language()
    *others, last = items or [""]
    if not others:
        return last
    return translate_in(language, N_("%(one)s and %(other)s"), one=language.join_list(others), other=last)


def format_number(number: int) -> Markup:
    """A count or points in the reader's digits: a loss has a minus, a gain no plus."""
    return number_in_bdi(reader_language().number(number))


def format_points_change(change: int) -> Markup:
    """A change of points, with its sign."""
    return number_in_bdi(reader_language().signed_number(change))


def localized_seat_letter(seat: str) -> str:
    """A seat's letter in the reader's language."""
    return reader_language().seat_letter(SEAT_BY_LETTER[seat])


def format_day(day: date | str) -> str:
    """A day, given as a date or as it is stored (2026-11-22)."""
    return reader_language().day(date.fromisoformat(day) if isinstance(day, str) else day)


def width_in_ems(text: str) -> int:
    """The approximate width of a text in em, rounded up."""
    return -(-text_width_centi_ems(text) // 100)


def width_classes(name: str) -> str:
    """The CSS classes for the widths of a name and of its longest word, in half ems."""
    whole, word = text_width_centi_ems(name), widest_word_width_centi_ems(name)
    very_long = " has-very-long-word" if word > _MAX_WORD_CENTI_EMS else ""
    return f" w-{_rounded_half_ems(whole)} l-{_rounded_half_ems(word)}{very_long}"


def _rounded_half_ems(hundredths_of_em: int) -> int:
    exact = -(-hundredths_of_em // 50)
    return exact if exact <= _MAX_EXACT_HALF_EMS else min(-(-exact // 4) * 4, _MAX_HALF_EMS)


def cached_macro(macro: Callable[..., str]) -> Callable[..., str]:
    """Cache a macro whose result only depends on its arguments."""
    return lru_cache(maxsize=512)(macro)


def reader_theme() -> str | None:
    """The theme chosen on this device; None for automatic."""
    theme = request.cookies.get(THEME_COOKIE)
    return theme if theme in {"light", "dark"} else None


def page_entry_key() -> str:
    """The key of the entry that any of the page's small forms records: sending two of them records only one."""
    key: str = g.setdefault("page_key", str(uuid.uuid4()))
    return key


@pass_context
def csrf_field(context: Context) -> Markup:
    """The hidden field of a form without a form class. Its token is the template's `csrf_token()`.

    A page that is cached for all readers has a placeholder there (`games/table/cached_page_placeholders.py`).
    """
    token = context.resolve("csrf_token")()
    return Markup('<input name="csrf_token" type="hidden" value="{}">').format(token)


def _make_reader_filter(format_for_reader: Callable[[T], str]) -> Callable[[Context, T], str]:
    """A filter that depends on the reader. Taking the context keeps Jinja from evaluating it at compile time."""

    @pass_context
    def filter_(_context: Context, value: T) -> str:
        return format_for_reader(value)

    return filter_


@lru_cache(maxsize=4096)
def number_in_bdi(text: str) -> Markup:
    """A number isolated left to right, because in right-to-left text the minus would change sides."""
    return Markup(f'<bdi dir="ltr" class="num">{text}</bdi>')  # noqa: S704


def _interpolate(language: Language, text: str, params: dict[str, object]) -> str:
    if not params:
        return text
    localized_params = {name: _localize_param(language, value) for name, value in params.items()}
    if any(isinstance(value, Markup) for value in localized_params.values()):
        return Markup(escape(text)) % localized_params  # noqa: S704 - escaped on the spot
    return text % localized_params


def _localize_param(language: Language, value: object) -> object:
    if isinstance(value, Markup) or not isinstance(value, str | int):
        return value
    if isinstance(value, str):
        if value.startswith(_FIRST_STRONG_ISOLATE):  # isolated names: a list of them follows the sentence's direction
            return value
        return value if language.direction == "ltr" and value.isascii() else isolate_name(value)
    text = language.number(value)
    return isolate_name(text) if text.startswith(MINUS) else text
