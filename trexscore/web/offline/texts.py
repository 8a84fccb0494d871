"""The texts of one language as a script, for phones that render pages themselves."""

import gettext
import json
import re
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from babel.dates import get_day_names, get_month_names

from trexscore import assets
from trexscore.i18n import Language
from trexscore.i18n.catalogue import catalogue
from trexscore.i18n.game_terms import CARD, CONTRACT, PRESET, SOURCE, VOID_REASON
from trexscore.i18n.rule_book.rule_references import (
    NOT_AGREED_BEFORE,
    OPTIONS_WITH_OTHER_CLAIMS,
    claims_of_other_sources,
)
from trexscore.i18n.rule_book.sentences import render_sentence
from trexscore.i18n.rule_book.table_rules import BY_AGREEMENT, RENEGE, VOID_FOR
from trexscore.i18n.texts.entry_differences import LABELS, LABELS_OF_CARDS, PLACE
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
    REVOKED,
    SETTLED_HERE,
    SO_SAY,
)
from trexscore.i18n.texts.highlights import FACT, HEADLINE, VERDICTS
from trexscore.i18n.texts.options import ANSWER, QUESTION
from trexscore.i18n.texts.policy import AT_ANY_TIME, DEADLINE, REFEREE, SECOND_PERSON
from trexscore.web.offline.template_compiler import Sentence, sentence_key

if TYPE_CHECKING:
    from _typeshed import SupportsItems

_NUMBERS = 200
"""Enough numbers to meet every plural form of every language."""
_TEXT_IN_SCRIPT = re.compile(r'\b_\(\s*"([^"]+)"')


def texts_module(language: Language, template_sentences: AbstractSet[Sentence]) -> str:
    """An ES module: the `language`, the `sentences` of templates and scripts, and `words` (terms of the game)."""
    texts_by_key: dict[str, SupportsItems[object, str]] = {
        "contract": CONTRACT,
        "card": CARD,
        "void_reason": VOID_REASON,
        "preset": PRESET,
        "source": SOURCE,
        "question": QUESTION,
        "why_card": OF_A_CARD,
        "why_place": OF_A_PLACE,
        "reneged": REVOKED,
        "renege_rule": RENEGE,
        "labels": LABELS,
        "labels_of_cards": LABELS_OF_CARDS,
        "rule": {
            "doubled": DOUBLED_COSTS_TWICE,
            "own_after_a_revoke": OWN_AFTER_A_REVOKE,
            "says": QUESTION_AND_ANSWER,
            "so_say": SO_SAY,
            "implied": IMPLIED_BY,
            "settled": SETTLED_HERE,
            "custom": A_CUSTOM,
            "thrown_in_for": VOID_FOR,
            "not_agreed_before": NOT_AGREED_BEFORE,
            "by_agreement": BY_AGREEMENT,
        },
    }
    sentences: dict[str, str | list[str]] = {text: language.gettext(text) for text in sorted(_script_texts())}
    for function, texts in sorted(template_sentences | _result_sentences()):
        sentences[sentence_key(function, texts)] = _translate(language, function, texts)
    words: dict[str, object] = {name: _translate_all(language, key_texts) for name, key_texts in texts_by_key.items()}
    words["answer"] = {option: _translate_all(language, answers) for option, answers in ANSWER.items()}
    words["others"] = {option: _other_claims(language, option) for option in OPTIONS_WITH_OTHER_CLAIMS}
    words["never"] = language.gettext("Never")
    words["why_counted"] = {
        reason.value: _plural_forms(language, plural.one, plural.other) for reason, plural in OF_A_COUNT.items()
    }
    words["claimed"] = language.gettext(CLAIMED)
    words["terms"] = {
        "second_person": [language.gettext(SECOND_PERSON[is_on]) for is_on in (False, True)],
        "referee": [language.gettext(REFEREE[is_on]) for is_on in (False, True)],
        "at_any_time": language.gettext(AT_ANY_TIME),
        "deadline": {after: _plural_forms(language, plural.one, plural.other) for after, plural in DEADLINE.items()},
    }
    words["places"] = [language.gettext(place) for place in PLACE]
    return (
        f"export const language = {js_literal(_language_data(language))};\n"
        f"export const sentences = {js_literal(sentences)};\n"
        f"export const words = {js_literal(words)};\n"
    )


def _translate_all(language: Language, texts: "SupportsItems[object, str]") -> dict[str, str]:
    return {
        str(key).lower() if isinstance(key, bool) else str(key): language.gettext(text) for key, text in texts.items()
    }


def _other_claims(language: Language, option: str) -> dict[str, list[list[object]]]:
    """By JSON value of the option: what other sources say instead, and which."""
    return {
        json_key(value): [
            [list(claim.sources), render_sentence(language, claim.sentence)]
            for claim in claims_of_other_sources(option, value)
        ]
        for value in ANSWER[option]
    }


def _result_sentences() -> set[Sentence]:
    """Sentences about a finished game that are in no template."""
    texts = (*HEADLINE.values(), *FACT.values(), *VERDICTS)
    return {("_", (text,)) if isinstance(text, str) else ("ngettext", (text.one, text.other)) for text in texts}


def json_key(value: object) -> str:
    """An option's value as a key."""
    return json.dumps(value, separators=(",", ":"))


def _language_data(language: Language) -> dict[str, object]:
    return {
        "code": language.code,
        "language_tag": language.language_tag,
        "name": language.name,
        "locale": language.locale.replace("_", "-"),
        "direction": language.direction,
        "digits": language.digits,
        "letters": "".join(language.letters),
        "comma": language.comma,
        "date": language.date_pattern,
        "after_first": language.first_of_month_suffix,
        "months": list(get_month_names(locale=language.locale).values()),
        "short_date": language.short_date_pattern,
        "short_months": list(get_month_names("abbreviated", locale=language.locale).values()),
        "short_days": list(get_day_names("abbreviated", locale=language.locale).values()),
    }


def js_literal(value: object) -> str:
    """A JSON value as a JavaScript literal."""
    return json.dumps(value, ensure_ascii=False)


def _translate(language: Language, function: str, texts: tuple[str, ...]) -> str | list[str]:
    if function == "ngettext":
        return _plural_forms(language, *texts)
    return language.pgettext(*texts) if function == "pgettext" else language.gettext(*texts)


def _plural_forms(language: Language, singular: str, many: str) -> list[str]:
    """All plural forms of a sentence, in the language's order."""
    form_of = gettext.c2py(plural_rule(language))
    examples = {form_of(number): number for number in reversed(range(_NUMBERS))}
    return [language.plural(singular, many, examples[form]) for form in sorted(examples)]


def plural_rule(language: Language) -> str:
    """Gettext's plural expression: C, and so JavaScript."""
    header = catalogue(language.code).info().get("plural-forms", "plural=n != 1")
    return header.partition("plural=")[2].rstrip("; ")


def _script_texts() -> set[str]:
    """The English texts in the phone's own scripts."""
    scripts = (assets.static_folder() / "js" / "phone").rglob("*.js")
    return {text for path in scripts for text in _TEXT_IN_SCRIPT.findall(path.read_text(encoding="utf-8"))}
