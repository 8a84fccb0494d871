"""What every template can use: sentences, numbers, addresses of static files."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from flask import Flask, request
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape
from werkzeug.local import LocalProxy

from trexscore.i18n import LANGUAGES, Language
from trexscore.i18n.language import MINUS
from trexscore.i18n.name_forms import longest_word, width_of
from trexscore.i18n.texts.club import ROLE, ROLE_NOTE
from trexscore.i18n.words import CARD, CONTRACT
from trexscore.rules.cards import Card, Contract
from trexscore.rules.seats import SEAT_NAMED
from trexscore.web.language import reader_language
from trexscore.web.static_files import static_url

THEME_COOKIE = "theme"
_LONG_WORDS = (12, 10, 8)
_COARSE, _WIDEST = 28, 48
"""In halves of an em: beyond the first every fourth is told apart, beyond the second none."""
_ENDLESS = 750
"""In hundredths of an em: a word that no side of a small phone's table has room for."""
_MACROS = ("icons", "cards", "numbers", "seats", "keypad")
"""Drawings that every template may use: importing them in each would cost more than drawing them."""
_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"


def init_rendering(app: Flask) -> None:
    """Set the template environment up."""
    environment = app.jinja_env
    environment.trim_blocks = environment.lstrip_blocks = True
    environment.filters.update(
        number=_asking_the_reader(number),
        points=_asking_the_reader(points),
        change=_asking_the_reader(change),
        letter=_asking_the_reader(letter),
        fit=fit,
        ems=ems,
        sized=sized,
    )
    environment.globals.update(
        _=translate,
        ngettext=translate_plural,
        pgettext=translate_in_context,
        language=LocalProxy(reader_language),
        languages=tuple((one.code, one.name, one.code) for one in LANGUAGES.values()),
        theme=LocalProxy(reader_theme),
        static_url=static_url,
        kept=kept,
        contract_name=lambda contract: translate(CONTRACT[Contract(contract)]),
        role_name=lambda role: translate(ROLE[role]),
        role_note=lambda role: translate(ROLE_NOTE[role]),
        card_name=lambda card: translate(CARD[Card(card)]),
    )
    for name in _MACROS:
        macros = vars(environment.get_template(f"_macros/{name}.html").module)
        environment.globals.update({macro: drawn for macro, drawn in macros.items() if not macro.startswith("_")})


def translate(text: str, **params: object) -> str:
    """A sentence in the reader's language."""
    return said_in(reader_language(), text, **params)


def said_in(language: Language, text: str, **params: object) -> str:
    """A sentence in any language. Names are isolated, so that they cannot turn the sentence round."""
    return _filled(language, language.gettext(text), params)


def translate_plural(one: str, many: str, number: int, **params: object) -> str:
    """A sentence in the form that the number asks for; the number itself is `%(num)s`."""
    return plural_in(reader_language(), one, many, number, **params)


def plural_in(language: Language, one: str, many: str, number: int, **params: object) -> str:
    """The same in any language."""
    return _filled(language, language.plural(one, many, number), {"num": number, **params})


def translate_in_context(context: str, text: str, **params: object) -> str:
    """A text that means different things in different places."""
    language = reader_language()
    return _filled(language, language.pgettext(context, text), params)


def isolated(name: str) -> str:
    """A name, as it can stand in any sentence."""
    return f"{_FIRST_STRONG_ISOLATE}{name}{_POP_ISOLATE}"


def number(value: int) -> Markup:
    """A count in the reader's digits."""
    return bdi(reader_language().number(value))


def points(value: int) -> Markup:
    """A standing: a loss has its minus, a gain no plus."""
    return bdi(reader_language().number(value))


def change(value: int) -> Markup:
    """A change of points, with its sign."""
    return bdi(reader_language().change(value))


def letter(seat: str) -> str:
    """A seat's letter in the reader's language."""
    return reader_language().letter(SEAT_NAMED[seat])


def fit(name: str, lines: int = 0) -> str:
    """The class that makes a name small enough: no word of it is broken, and it takes no more than so many lines."""
    longest = max(map(len, name.split()), default=0)
    if lines:
        longest = max(longest, -(-len(name) // lines))
    return next((f" fit-{least}" for least in _LONG_WORDS if longest >= least), "")


def ems(text: str) -> int:
    """About how wide a text is, in em, rounded up."""
    return -(-width_of(text) // 100)


def sized(name: str) -> str:
    """The classes that tell a style sheet how wide a name and its longest word are, in halves of an em."""
    whole, word = width_of(name), longest_word(name)
    return f" w-{_halves(whole)} l-{_halves(word)}" + (" is-endless" if word > _ENDLESS else "")


def _halves(width: int) -> int:
    exact = -(-width // 50)
    return exact if exact <= _COARSE else min(-(-exact // 4) * 4, _WIDEST)


def kept(draw: Callable[..., str]) -> Callable[..., str]:
    """A macro whose drawing hangs on nothing but its arguments, drawn once for each of them."""
    return lru_cache(maxsize=512)(draw)


def reader_theme() -> str | None:
    """Paper or night, where the reader has chosen."""
    theme = request.cookies.get(THEME_COOKIE)
    return theme if theme in {"light", "dark"} else None


def _asking_the_reader(write: Callable[[Any], str]) -> Callable[[Context, Any], str]:
    """A filter whose answer hangs on the reader: taking the context keeps Jinja from working it out beforehand."""

    @pass_context
    def filter_(_context: Context, value: Any) -> str:  # noqa: ANN401 - whatever the filter takes
        return write(value)

    return filter_


@lru_cache(maxsize=4096)
def bdi(text: str) -> Markup:
    """Isolated left to right: in right-to-left text the minus would change sides. `text` is a number."""
    return Markup(f'<bdi dir="ltr" class="num">{text}</bdi>')  # noqa: S704


def _filled(language: Language, text: str, params: dict[str, object]) -> str:
    if not params:
        return text
    shown = {name: _shown(language, value) for name, value in params.items()}
    if any(isinstance(value, Markup) for value in shown.values()):
        return Markup(escape(text)) % shown  # noqa: S704 - escaped on the spot
    return text % shown


def _shown(language: Language, value: object) -> object:
    if isinstance(value, Markup) or not isinstance(value, str | int):
        return value
    if isinstance(value, str):
        if value.startswith(_FIRST_STRONG_ISOLATE):  # isolated names: a list of them follows the sentence's direction
            return value
        return value if language.direction == "ltr" and value.isascii() else isolated(value)
    text = language.number(value)
    return isolated(text) if text.startswith(MINUS) else text
