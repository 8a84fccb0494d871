"""What a phone needs to draw the site by itself: the templates as a script, and the words of each language."""

import gettext
import json
import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from babel.dates import get_day_names, get_month_names
from flask import Flask

from trexscore import assets
from trexscore.gamefile.house_rules import rules_in_force
from trexscore.language import LANGUAGES, Language
from trexscore.language.catalogue import catalogue
from trexscore.language.differences import PLACE, SAID, SAID_OF_A_CARD
from trexscore.language.explanations import (
    A_CUSTOM,
    CLAIMED,
    DOUBLED_COSTS_TWICE,
    IMPLIED_BY,
    OF_A_CARD,
    OF_A_COUNT,
    OF_A_PLACE,
    OWN_AFTER_A_REVOKE,
    QUESTION_AND_ANSWER,
    RENEGED,
    SETTLED_HERE,
    SO_SAY,
)
from trexscore.language.highlights import FACT, HEADLINE, VERDICTS
from trexscore.language.options import ANSWER, QUESTION
from trexscore.language.rule_book.agreed import BY_AGREEMENT, RENEGE, THROWN_IN_FOR
from trexscore.language.rule_book.behind import (
    AGREED_TOLD_AT,
    NOT_AGREED_BEFORE,
    OTHERS_SAY,
    REVOKE_TOLD_AT,
    TWICE_TOLD_AT,
    others_say,
    void_told_at,
)
from trexscore.language.rule_book.differences import TOLD_AT
from trexscore.language.rule_book.sentences import spoken
from trexscore.language.terms import AT_ANY_TIME, DEADLINE, REFEREE, SECOND_PERSON
from trexscore.language.words import CARD, CONTRACT, PRESET, SOURCE, VOID_REASON
from trexscore.rules.highlights.choice import FACTS, HEADLINES
from trexscore.rules.house_rules import VOID_REASONS
from trexscore.rules.play_table import orders_in_json, programmes_in_json
from trexscore.rules.points_table import table_in_json
from trexscore.rules.presets import PRESETS
from trexscore.rules.sources import BY_LETTER, COUNTED, GRANTED, HANGS_ON, IMPLIED, REASONS, REASONS_IMPLIED
from trexscore.web.forms.new_game import presets_as_filled
from trexscore.web.forms.told import FROM_TOTALS_NOTE
from trexscore.web.phone.templates import Compiler, Sentence, key_of
from trexscore.web.static_files import static_files, static_url

_MACROS = "_macros/"
_OF_THE_SERVER = (
    "account/",
    "clubs/",
    "errors/",
    "what_if/",
    "rules/",
    "corrections/",
    "printed/",
    "paper/",
    "sharing/",
    "games/follow",
    "games/here",
    "games/import",
    "games/abandon",
    "games/terms",
    "games/line",
    "_macros/pictures",
)
"""Templates of pages that only a server shows."""
_NOT_KEPT = ("js/phone/worker.js", "js/account/", "css/components/account")
"""The browser keeps the worker itself; accounts are the server's alone."""
_NUMBERS = 200
"""Among them every form of every language has its numbers."""
_EXPLAINED = tuple(dict.fromkeys([*COUNTED.values(), *HANGS_ON.values(), "winner", "tie_break", "combining", "signs"]))
"""Options that a phone names as the rule behind a number."""
_SAID = re.compile(r'\b_\(\s*"([^"]+)"')


def scripts(app: Flask) -> dict[str, str]:
    """The `site`, and under its code the words of each language."""
    templates, sentences = _compiled(app)
    said = {language.code: _words(language, sentences) for language in LANGUAGES.values()}
    return {"site": _site(app, templates), **said}


def words_in(app: Flask, language: Language) -> str:
    """The words of a language as one reader has it: with a table's names of the cards."""
    return _words(language, _compiled(app)[1])


def _compiled(app: Flask) -> tuple[dict[str, str], AbstractSet[Sentence]]:
    """The templates as script by their names, and the sentences that stand in them."""
    compiler = Compiler(app.jinja_env)
    return {name: compiler.compile(name) for name in _names(app)}, compiler.sentences


def _site(app: Flask, templates: Mapping[str, str]) -> str:
    """An ES module: `templates` of a runtime, `macros`, `plurals`, `orders`, `programmes`, `addresses`, `statics`."""
    compiled = ",\n".join(f"{json.dumps(name)}: {code}" for name, code in templates.items())
    macros = json.dumps([name for name in templates if name.startswith(_MACROS)])
    plurals = ", ".join(f"{code}: (n) => Number({_plural_rule(language)})" for code, language in LANGUAGES.items())
    kept = [static_url(path) for path in static_files() if not path.startswith(_NOT_KEPT)]
    return (
        f"export const templates = (r) => ({{\n{compiled}\n}});\n"
        f"export const macros = {macros};\n"
        f"export const plurals = {{ {plurals} }};\n"
        f"export const orders = {_said(orders_in_json())};\n"
        f"export const programmes = {_said(programmes_in_json())};\n"
        f"export const addresses = {_said(_addresses(app))};\n"
        f"export const statics = {_said(static_url(''))};\n"
        f"export const kept = {_said(kept)};\n"
        f"export const presets = {_said(_presets())};\n"
        f"export const behind = {_said(_behind())};\n"
        f"export const highlights = {_said(_highlights())};\n"
    )


def _words(language: Language, of_templates: AbstractSet[Sentence]) -> str:
    """An ES module: the `language`, what templates and scripts say in it (`sentences`), the field's own `words`."""
    named: dict[str, Mapping[Any, str]] = {
        "contract": CONTRACT,
        "card": CARD,
        "void_reason": VOID_REASON,
        "preset": PRESET,
        "source": SOURCE,
        "question": QUESTION,
        "why_card": OF_A_CARD,
        "why_place": OF_A_PLACE,
        "reneged": RENEGED,
        "renege_rule": RENEGE,
        "said": SAID,
        "said_of_a_card": SAID_OF_A_CARD,
        "rule": {
            "doubled": DOUBLED_COSTS_TWICE,
            "own_after_a_revoke": OWN_AFTER_A_REVOKE,
            "says": QUESTION_AND_ANSWER,
            "so_say": SO_SAY,
            "implied": IMPLIED_BY,
            "settled": SETTLED_HERE,
            "custom": A_CUSTOM,
            "thrown_in_for": THROWN_IN_FOR,
            "not_agreed_before": NOT_AGREED_BEFORE,
            "by_agreement": BY_AGREEMENT,
        },
    }
    sentences: dict[str, str | list[str]] = {text: language.gettext(text) for text in sorted(_said_by_scripts())}
    for function, texts in sorted(of_templates | _said_of_results()):
        sentences[key_of(function, texts)] = _in(language, function, texts)
    by_what: dict[str, Any] = {name: _in_words(language, said) for name, said in named.items()}
    by_what["answer"] = {option: _in_words(language, answers) for option, answers in ANSWER.items()}
    by_what["others"] = {option: _others(language, option) for option in OTHERS_SAY}
    by_what["never"] = language.gettext("Never")
    by_what["why_counted"] = {of.value: _forms(language, one.one, one.many) for of, one in OF_A_COUNT.items()}
    by_what["contracts"] = list(CONTRACT)
    by_what["claimed"] = language.gettext(CLAIMED)
    by_what["terms"] = {
        "second_person": [language.gettext(SECOND_PERSON[so]) for so in (False, True)],
        "referee": [language.gettext(REFEREE[so]) for so in (False, True)],
        "at_any_time": language.gettext(AT_ANY_TIME),
        "deadline": {after: _forms(language, one.one, one.many) for after, one in DEADLINE.items()},
    }
    by_what["places"] = [language.gettext(place) for place in PLACE]
    return (
        f"export const language = {_said(_about(language))};\n"
        f"export const sentences = {_said(sentences)};\n"
        f"export const words = {_said(by_what)};\n"
    )


def _in_words(language: Language, said: Mapping[Any, str]) -> dict[str, str]:
    return {str(of).lower() if isinstance(of, bool) else str(of): language.gettext(text) for of, text in said.items()}


def _others(language: Language, option: str) -> dict[str, list[list[Any]]]:
    """By the JSON of an option's value, what other sources say instead, each with the sources that say it."""
    return {
        _json_of(value): [[list(claim.by), spoken(language, claim.says)] for claim in others_say(option, value)]
        for value in ANSWER[option]
    }


def _behind() -> dict[str, Any]:
    """On which option a line of a score hangs, who grants it by the JSON of the option's value, where it is told of."""
    return {
        "options": HANGS_ON,
        "counted": {contract.value: option for contract, option in COUNTED.items()},
        "granted": {
            option: {_json_of(value): _named(by) for value, by in GRANTED[option].items()}
            for option in (*_EXPLAINED, "redeals")
        },
        "implied": {
            option: {_json_of(value): _named(by) for value, by in values.items()} for option, values in IMPLIED.items()
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


def _said_of_results() -> set[Sentence]:
    """Sentences that the phone says of a finished game, beside those of its templates."""
    said = (*HEADLINE.values(), *FACT.values(), *VERDICTS)
    return {("_", (one,)) if isinstance(one, str) else ("ngettext", (one.one, one.many)) for one in said}


def _by_reason(letters: Mapping[str, tuple[str, str]]) -> dict[str, list[list[str]]]:
    return {key: [_named(of_king), _named(of_queen)] for key, (of_king, of_queen) in letters.items()}


def _json_of(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _named(letters: str) -> list[str]:
    return [BY_LETTER[letter] for letter in letters]


def _about(language: Language) -> dict[str, Any]:
    return {
        "code": language.code,
        "tag": language.tag,
        "name": language.name,
        "locale": language.locale.replace("_", "-"),
        "direction": language.direction,
        "digits": language.digits,
        "letters": "".join(language.letters),
        "comma": language.comma,
        "date": language.date,
        "after_first": language.after_first,
        "months": list(get_month_names(locale=language.locale).values()),
        "short_date": language.short_date,
        "short_months": list(get_month_names("abbreviated", locale=language.locale).values()),
        "short_days": list(get_day_names("abbreviated", locale=language.locale).values()),
    }


def _names(app: Flask) -> list[str]:
    """In one order: a phone would fetch the site anew from every process that put it together otherwise."""
    return sorted(name for name in app.jinja_env.list_templates(["html"]) if not name.startswith(_OF_THE_SERVER))


def _said(value: Any) -> str:  # noqa: ANN401 - any JSON value
    return json.dumps(value, ensure_ascii=False)


def _in(language: Language, function: str, texts: tuple[str, ...]) -> str | list[str]:
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


def _said_by_scripts() -> set[str]:
    """What the phone's own scripts say, in the English that stands in them."""
    scripts = (assets.static() / "js" / "phone").rglob("*.js")
    return {text for path in scripts for text in _SAID.findall(path.read_text(encoding="utf-8"))}


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
