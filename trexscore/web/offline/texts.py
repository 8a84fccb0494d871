"""The texts of one language as a script, for phones that draw pages by themselves."""

import gettext
import json
import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from babel.dates import get_day_names, get_month_names

from trexscore import assets
from trexscore.i18n import Language
from trexscore.i18n.catalogue import catalogue
from trexscore.i18n.rule_book.agreed import BY_AGREEMENT, RENEGE, THROWN_IN_FOR
from trexscore.i18n.rule_book.behind import (
    NOT_AGREED_BEFORE,
    OTHERS_SAY,
    other_sources,
)
from trexscore.i18n.rule_book.sentences import render_sentence
from trexscore.i18n.texts.differences import PLACE, SAID, SAID_OF_A_CARD
from trexscore.i18n.texts.explanations import (
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
from trexscore.i18n.texts.highlights import FACT, HEADLINE, VERDICTS
from trexscore.i18n.texts.options import ANSWER, QUESTION
from trexscore.i18n.texts.policy import AT_ANY_TIME, DEADLINE, REFEREE, SECOND_PERSON
from trexscore.i18n.words import CARD, CONTRACT, PRESET, SOURCE, VOID_REASON
from trexscore.web.offline.templates import Sentence, key_of

_NUMBERS = 200
"""Among them every form of every language has its numbers."""
_SAID = re.compile(r'\b_\(\s*"([^"]+)"')


def texts_of(language: Language, of_templates: AbstractSet[Sentence]) -> str:
    """An ES module: the `language`, the `sentences` of templates and scripts, and the field's own `words`."""
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
    sentences: dict[str, str | list[str]] = {text: language.gettext(text) for text in sorted(_of_scripts())}
    for function, texts in sorted(of_templates | _of_results()):
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
        f"export const language = {literal(_about(language))};\n"
        f"export const sentences = {literal(sentences)};\n"
        f"export const words = {literal(by_what)};\n"
    )


def _in_words(language: Language, said: Mapping[Any, str]) -> dict[str, str]:
    return {str(of).lower() if isinstance(of, bool) else str(of): language.gettext(text) for of, text in said.items()}


def _others(language: Language, option: str) -> dict[str, list[list[Any]]]:
    """By the JSON of an option's value, what other sources say instead, each with the sources that say it."""
    return {
        json_key(value): [
            [list(claim.by), render_sentence(language, claim.says)] for claim in other_sources(option, value)
        ]
        for value in ANSWER[option]
    }


def _of_results() -> set[Sentence]:
    """Sentences that the phone says of a finished game, beside those of its templates."""
    said = (*HEADLINE.values(), *FACT.values(), *VERDICTS)
    return {("_", (one,)) if isinstance(one, str) else ("ngettext", (one.one, one.many)) for one in said}


def json_key(value: object) -> str:
    """An option's value as a key."""
    return json.dumps(value, separators=(",", ":"))


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


def literal(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """A value as a script writes it."""
    return json.dumps(value, ensure_ascii=False)


def _in(language: Language, function: str, texts: tuple[str, ...]) -> str | list[str]:
    if function == "ngettext":
        return _forms(language, *texts)
    return language.pgettext(*texts) if function == "pgettext" else language.gettext(*texts)


def _forms(language: Language, one: str, many: str) -> list[str]:
    """Every form of a sentence, in the order in which the language counts them."""
    form_of = gettext.c2py(plural_rule(language))
    examples = {form_of(number): number for number in reversed(range(_NUMBERS))}
    return [language.plural(one, many, examples[form]) for form in sorted(examples)]


def plural_rule(language: Language) -> str:
    """Which form a number asks for, as gettext says it: C, and so JavaScript."""
    said = catalogue(language.code).info().get("plural-forms", "plural=n != 1")
    return said.partition("plural=")[2].rstrip("; ")


def _of_scripts() -> set[str]:
    """What the phone's own scripts say, in the English that stands in them."""
    scripts = (assets.static() / "js" / "phone").rglob("*.js")
    return {text for path in scripts for text in _SAID.findall(path.read_text(encoding="utf-8"))}
