"""What a phone needs to draw the site by itself: templates and tables as a script, and the texts of each language."""

import json
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from flask import Flask

from trexscore.game.file.house_rules import rules_in_force
from trexscore.i18n import LANGUAGES, Language
from trexscore.i18n.rule_book.behind import (
    AGREED_TOLD_AT,
    REVOKE_TOLD_AT,
    TWICE_TOLD_AT,
    void_told_at,
)
from trexscore.i18n.rule_book.differences import TOLD_AT
from trexscore.i18n.texts.highlights import FACT, HEADLINE
from trexscore.rules.highlights.choice import FACTS, HEADLINES
from trexscore.rules.house_rules import VOID_REASONS
from trexscore.rules.presets import PRESETS
from trexscore.rules.sources import BY_LETTER, COUNTED, GRANTED, HANGS_ON, IMPLIED, REASONS, REASONS_IMPLIED
from trexscore.rules.tables.play import orders_in_json, programmes_in_json
from trexscore.rules.tables.points import table_in_json
from trexscore.web.games.deals.captures_in_url import FROM_TOTALS_NOTE
from trexscore.web.games.start.forms import presets_as_filled
from trexscore.web.offline.templates import Compiler, Sentence
from trexscore.web.offline.texts import json_key, literal, plural_rule, texts_of
from trexscore.web.static_files import static_files, static_url

_MACROS = "_macros/"
_OF_THE_SERVER = (
    "accounts/",
    "clubs/",
    "errors/",
    "games/corrections/",
    "games/deals/abandon",
    "games/from_points/",
    "games/links/",
    "games/printed/",
    "games/sheet/abandoned",
    "games/sheet/line",
    "games/sign_off/terms",
    "games/start/follow",
    "games/start/here",
    "games/start/import",
    "games/what_if/",
    "paper/",
    "rule_book/",
    "_macros/pictures",
)
"""Templates of pages that only a server shows."""
_NOT_KEPT = ("js/phone/worker.js", "js/account/", "css/components/account")
"""The browser keeps the worker itself; accounts are the server's alone."""
_EXPLAINED = tuple(dict.fromkeys([*COUNTED.values(), *HANGS_ON.values(), "winner", "tie_break", "combining", "signs"]))
"""Options that a phone names as the rule behind a number."""


def scripts(app: Flask) -> dict[str, str]:
    """The `site`, and under its code the words of each language."""
    templates, sentences = _compiled(app)
    said = {language.code: texts_of(language, sentences) for language in LANGUAGES.values()}
    return {"site": _site(app, templates), **said}


def words_in(app: Flask, language: Language) -> str:
    """The words of a language as one reader has it: with a table's names of the cards."""
    return texts_of(language, _compiled(app)[1])


def _compiled(app: Flask) -> tuple[dict[str, str], AbstractSet[Sentence]]:
    """The templates as script by their names, and the sentences that stand in them."""
    compiler = Compiler(app.jinja_env)
    return {name: compiler.compile(name) for name in _names(app)}, compiler.sentences


def _site(app: Flask, templates: Mapping[str, str]) -> str:
    """An ES module: `templates` of a runtime, `macros`, `plurals`, `orders`, `programmes`, `addresses`, `statics`."""
    compiled = ",\n".join(f"{json.dumps(name)}: {code}" for name, code in templates.items())
    macros = json.dumps([name for name in templates if name.startswith(_MACROS)])
    plurals = ", ".join(f"{code}: (n) => Number({plural_rule(language)})" for code, language in LANGUAGES.items())
    kept = [static_url(path) for path in static_files() if not path.startswith(_NOT_KEPT)]
    return (
        f"export const templates = (r) => ({{\n{compiled}\n}});\n"
        f"export const macros = {macros};\n"
        f"export const plurals = {{ {plurals} }};\n"
        f"export const orders = {literal(orders_in_json())};\n"
        f"export const programmes = {literal(programmes_in_json())};\n"
        f"export const addresses = {literal(_addresses(app))};\n"
        f"export const statics = {literal(static_url(''))};\n"
        f"export const kept = {literal(kept)};\n"
        f"export const presets = {literal(_presets())};\n"
        f"export const behind = {literal(_behind())};\n"
        f"export const highlights = {literal(_highlights())};\n"
    )


def _behind() -> dict[str, Any]:
    """On which option a line of a score hangs, who grants it by the JSON of the option's value, where it is told of."""
    return {
        "options": HANGS_ON,
        "counted": {contract.value: option for contract, option in COUNTED.items()},
        "granted": {
            option: {json_key(value): _named(by) for value, by in GRANTED[option].items()}
            for option in (*_EXPLAINED, "redeals")
        },
        "implied": {
            option: {json_key(value): _named(by) for value, by in values.items()} for option, values in IMPLIED.items()
        },
        "told_at": {option: TOLD_AT[option] for option in _EXPLAINED}
        | {"doubled": TWICE_TOLD_AT, "own_after_a_revoke": REVOKE_TOLD_AT, "by_agreement": AGREED_TOLD_AT},
        "void_told_at": {reason: void_told_at(reason) for reason in VOID_REASONS},
        "reasons": _by_reason(REASONS),
        "reasons_implied": _by_reason(REASONS_IMPLIED),
    }


def _highlights() -> dict[str, Any]:
    """What may be told of a finished game, in which words, and what is noted where only points were known."""
    return {
        "headlines": [one._asdict() for one in HEADLINES],
        "facts": [one._asdict() for one in FACTS],
        "said": {
            name: {code: (said, None) if isinstance(said, str) else (said.one, said.by) for code, said in of.items()}
            for name, of in (("headlines", HEADLINE), ("facts", FACT))
        },
        "from_totals": [language.gettext(FROM_TOTALS_NOTE) for language in LANGUAGES.values()],
    }


def _by_reason(letters: Mapping[str, tuple[str, str]]) -> dict[str, list[list[str]]]:
    return {key: [_named(of_king), _named(of_queen)] for key, (of_king, of_queen) in letters.items()}


def _named(letters: str) -> list[str]:
    return [BY_LETTER[letter] for letter in letters]


def _names(app: Flask) -> list[str]:
    """In one order: a phone would fetch the site anew from every process that put it together otherwise."""
    return sorted(name for name in app.jinja_env.list_templates(["html"]) if not name.startswith(_OF_THE_SERVER))


def _presets() -> dict[str, dict[str, Any]]:
    """With what a game of each preset is played on: a phone may begin one without reception."""
    return {
        name: {
            "rules": rules_in_force(preset.rules),
            "points_table": table_in_json(preset.rules),
            "filled": presets_as_filled()[name],
        }
        for name, preset in PRESETS.items()
    }


def _addresses(app: Flask) -> dict[str, str]:
    """The address of every page, by the name under which templates ask for it."""
    return {rule.endpoint: rule.rule for rule in app.url_map.iter_rules()}
