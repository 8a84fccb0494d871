"""The templates, words and addresses of the site as one script in the reader's language."""

import gettext
import json
import re
from typing import TYPE_CHECKING, Any

from flask import Flask

from trexscore import assets
from trexscore.language import Language
from trexscore.language.catalogue import catalogue
from trexscore.language.words import CARD, CONTRACT, VOID_REASON, WRITTEN
from trexscore.rules.play_table import orders_in_json, programmes_in_json
from trexscore.web.phone.templates import Compiler
from trexscore.web.static_files import static_url

if TYPE_CHECKING:
    from collections.abc import Mapping

_MACROS = "_macros/"
_OF_THE_SERVER = ("errors/",)
"""Templates of pages that only a server shows."""
_NUMBERS = 200
"""Among them every form of every language has its numbers."""
_SCRIPTS = ("js/phone/views.js",)
_SAID = re.compile(r'\b_\("([^"]+)"')


def script(app: Flask, language: Language) -> str:
    """An ES module: `templates` of a runtime, `language`, `sentences`, `addresses`, `statics`."""
    compiler = Compiler(app.jinja_env, lambda function, texts: _translated(language, function, texts))
    names = [name for name in app.jinja_env.list_templates(["html"]) if not name.startswith(_OF_THE_SERVER)]
    compiled = ",\n".join(f"{json.dumps(name)}: {compiler.compile(name)}" for name in names)
    macros = json.dumps([name for name in names if name.startswith(_MACROS)])
    return (
        f"export const templates = (r) => ({{\n{compiled}\n}});\n"
        f"export const macros = {macros};\n"
        f"export const language = {_said(_about(language))};\n"
        f"export const plural = (n) => Number({_plural_rule(language)});\n"
        f"export const sentences = {_said(_sentences(language))};\n"
        f"export const orders = {_said(orders_in_json())};\n"
        f"export const programmes = {_said(programmes_in_json())};\n"
        f"export const words = {_said(_words(language))};\n"
        f"export const addresses = {_said(_addresses(app))};\n"
        f"export const statics = {_said(static_url(''))};\n"
    )


def _said(value: Any) -> str:  # noqa: ANN401 - any JSON value
    return json.dumps(value, ensure_ascii=False)


def _about(language: Language) -> dict[str, Any]:
    return {
        "code": language.code,
        "name": language.name,
        "direction": language.direction,
        "digits": language.digits,
        "letters": "".join(language.letters),
        "comma": language.comma,
    }


def _translated(language: Language, function: str, texts: tuple[str, ...]) -> str | list[str]:
    if function == "ngettext":
        return _forms(language, *texts)
    return language.pgettext(*texts) if function == "pgettext" else language.gettext(*texts)


def _forms(language: Language, one: str, many: str) -> list[str]:
    """Every form of a sentence, in the order in which the language counts them."""
    form_of = gettext.c2py(_plural_rule(language))
    examples = {form_of(number): number for number in reversed(range(_NUMBERS))}
    return [language.plural(one, many, examples[form]) for form in sorted(examples)]


def _plural_rule(language: Language) -> str:
    """Which form a number asks for, as gettext says it: C, and so JavaScript."""
    said = catalogue(language.code).info().get("plural-forms", "plural=n != 1")
    return said.partition("plural=")[2].rstrip("; ")


def _sentences(language: Language) -> dict[str, Any]:
    """What the phone's own scripts say, by the English that stands in them."""
    texts = {text for path in _SCRIPTS for text in _SAID.findall((assets.static() / path).read_text(encoding="utf-8"))}
    return {text: language.gettext(text) for text in sorted(texts)}


def _words(language: Language) -> dict[str, dict[str, str]]:
    """The field's own words, by what they stand for."""
    named: dict[str, Mapping[Any, str]] = {
        "contract": CONTRACT,
        "written": WRITTEN,
        "card": CARD,
        "void_reason": VOID_REASON,
    }
    return {name: {str(of): language.gettext(text) for of, text in said.items()} for name, said in named.items()}


def _addresses(app: Flask) -> dict[str, str]:
    """The address of every page, by the name under which templates ask for it."""
    return {rule.endpoint: rule.rule for rule in app.url_map.iter_rules()}
