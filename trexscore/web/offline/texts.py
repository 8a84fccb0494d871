"""The texts of one language as a script, for phones that render pages themselves."""

import gettext
import json
import re
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from babel.dates import get_day_names, get_month_names

from trexscore import asset_folders
from trexscore.i18n import Language
from trexscore.i18n.catalogue import catalogue
from trexscore.i18n.game_terms import CARD_NAMES, CONTRACT_NAMES, PRESET_NAMES, RULE_SOURCE_NAMES, VOID_REASON_TEXTS
from trexscore.i18n.rule_book.rule_references import (
    NOT_AGREED_BEFORE_TEXT,
    OPTIONS_SHOWING_OTHER_CLAIMS,
    claims_of_other_sources,
)
from trexscore.i18n.rule_book.sentences import render_sentence
from trexscore.i18n.rule_book.table_rules import ADJUSTMENT_TEXT, VOID_FOR_REASONS_TEXT
from trexscore.i18n.texts.entry_differences import CARD_FIELD_LABELS, FIELD_LABELS, TREX_PLACE_LABELS
from trexscore.i18n.texts.highlights import FACT_TEXTS, HEADLINE_TEXTS, VERDICT_TEXTS
from trexscore.i18n.texts.options import ANSWERS_BY_OPTION, QUESTION_BY_OPTION, RULES_BY_OPTION
from trexscore.i18n.texts.points_explanations import (
    CAPTURE_COUNT_TEXTS,
    CARD_REASON_TEXTS,
    DOUBLED_CARD_RULE_TEXT,
    IMPLYING_RULE_SOURCES_TEXT,
    OWN_CARD_AFTER_REVOKE_TEXT,
    PROJECT_DECISION_TEXT,
    QUESTION_AND_ANSWER_TEXT,
    REDEAL_CLAIM_TEXT,
    REVOKE_PENALTY_TEXTS,
    RULE_SOURCES_TEXT,
    TABLE_CUSTOM_TEXT,
    TREX_PLACE_TEXTS,
)
from trexscore.i18n.texts.policy import DEADLINE_TEXTS, NO_DEADLINE_TEXT, REFEREE_TEXTS, SECOND_PERSON_TEXTS
from trexscore.web.games.table.status_line import TITLES_BY_EVENT_TYPE
from trexscore.web.offline.template_compiler import Sentence, sentence_key

if TYPE_CHECKING:
    from _typeshed import SupportsItems

_PLURAL_SAMPLE_SIZE = 200
"""Enough numbers to meet every plural form of every language."""
_TEXT_IN_SCRIPT_PATTERN = re.compile(r'\b_\(\s*"([^"]+)"')


def texts_module(language: Language, template_sentences: AbstractSet[Sentence]) -> str:
    """An ES module: the `language`, the `sentences` of templates and scripts, and `words` (terms of the game)."""
    texts_by_key: dict[str, SupportsItems[object, str]] = {
        "contract": CONTRACT_NAMES,
        "card": CARD_NAMES,
        "void_reason": VOID_REASON_TEXTS,
        "preset": PRESET_NAMES,
        "short_title": {event.stored_kind: title for event, title in TITLES_BY_EVENT_TYPE.items()},
        "source": RULE_SOURCE_NAMES,
        "question": QUESTION_BY_OPTION,
        "why_card": CARD_REASON_TEXTS,
        "why_place": TREX_PLACE_TEXTS,
        "reneged": REVOKE_PENALTY_TEXTS,
        "revoke_rule": RULES_BY_OPTION["renege"],
        "labels": FIELD_LABELS,
        "labels_of_cards": CARD_FIELD_LABELS,
        "rule": {
            "doubled": DOUBLED_CARD_RULE_TEXT,
            "own_after_a_revoke": OWN_CARD_AFTER_REVOKE_TEXT,
            "says": QUESTION_AND_ANSWER_TEXT,
            "so_say": RULE_SOURCES_TEXT,
            "implied": IMPLYING_RULE_SOURCES_TEXT,
            "settled": PROJECT_DECISION_TEXT,
            "custom": TABLE_CUSTOM_TEXT,
            "thrown_in_for": VOID_FOR_REASONS_TEXT,
            "not_agreed_before": NOT_AGREED_BEFORE_TEXT,
            "by_agreement": ADJUSTMENT_TEXT,
        },
    }
    sentences: dict[str, str | list[str]] = {text: language.gettext(text) for text in sorted(_script_texts())}
    for function, texts in sorted(template_sentences | _result_sentences()):
        sentences[sentence_key(function, texts)] = _translate(language, function, texts)
    words: dict[str, object] = {name: _translate_all(language, key_texts) for name, key_texts in texts_by_key.items()}
    words["answer"] = {option: _translate_all(language, answers) for option, answers in ANSWERS_BY_OPTION.items()}
    words["others"] = {option: _other_claims_by_value(language, option) for option in OPTIONS_SHOWING_OTHER_CLAIMS}
    words["never"] = language.gettext("Never")
    words["why_counted"] = {
        reason.value: _plural_forms(language, plural.one, plural.many) for reason, plural in CAPTURE_COUNT_TEXTS.items()
    }
    words["claimed"] = language.gettext(REDEAL_CLAIM_TEXT)
    words["terms"] = {
        "second_person": [language.gettext(SECOND_PERSON_TEXTS[is_on]) for is_on in (False, True)],
        "referee": [language.gettext(REFEREE_TEXTS[is_on]) for is_on in (False, True)],
        "at_any_time": language.gettext(NO_DEADLINE_TEXT),
        "deadline": {
            after: _plural_forms(language, plural.one, plural.many) for after, plural in DEADLINE_TEXTS.items()
        },
    }
    words["places"] = [language.gettext(place) for place in TREX_PLACE_LABELS]
    return (
        f"export const language = {js_literal(_language_data(language))};\n"
        f"export const sentences = {js_literal(sentences)};\n"
        f"export const words = {js_literal(words)};\n"
    )


def _translate_all(language: Language, text_by_key: "SupportsItems[object, str]") -> dict[str, str]:
    return {
        str(key).lower() if isinstance(key, bool) else str(key): language.gettext(text)
        for key, text in text_by_key.items()
    }


def _other_claims_by_value(language: Language, option: str) -> dict[str, list[list[object]]]:
    """By JSON value of the option: what other sources say instead, and which."""
    return {
        json_key(value): [
            [list(claim.sources), render_sentence(language, claim.sentence)]
            for claim in claims_of_other_sources(option, value)
        ]
        for value in ANSWERS_BY_OPTION[option]
    }


def _result_sentences() -> set[Sentence]:
    """Sentences about a finished game that are in no template."""
    texts = (*HEADLINE_TEXTS.values(), *FACT_TEXTS.values(), *VERDICT_TEXTS)
    return {("_", (text,)) if isinstance(text, str) else ("ngettext", (text.one, text.many)) for text in texts}


def json_key(option_value: object) -> str:
    """An option's value as a key."""
    return json.dumps(option_value, separators=(",", ":"))


def _language_data(language: Language) -> dict[str, object]:
    return {
        "code": language.code,
        "language_tag": language.language_tag,
        "name": language.name,
        "locale": language.locale.replace("_", "-"),
        "direction": language.direction,
        "digits": language.digits,
        "letters": "".join(language.seat_letters),
        "list_comma": language.list_comma,
        "date": language.date_pattern,
        "after_first": language.first_of_month_suffix,
        "months": list(get_month_names(locale=language.locale).values()),
        "short_date": language.short_date_pattern,
        "short_months": list(get_month_names("abbreviated", locale=language.locale).values()),
        "short_days": list(get_day_names("abbreviated", locale=language.locale).values()),
    }


def js_literal(json_value: object) -> str:
    """A JSON value as a JavaScript literal."""
    return json.dumps(json_value, ensure_ascii=False)


def _translate(language: Language, function_name: str, texts: tuple[str, ...]) -> str | list[str]:
    if function_name == "ngettext":
        return _plural_forms(language, *texts)
    return language.pgettext(*texts) if function_name == "pgettext" else language.gettext(*texts)


def _plural_forms(language: Language, singular: str, many: str) -> list[str]:
    """All plural forms of a sentence, in the language's order."""
    form_of = gettext.c2py(plural_expression(language))
    examples = {form_of(number): number for number in reversed(range(_PLURAL_SAMPLE_SIZE))}
    return [language.plural_form(singular, many, examples[form]) for form in sorted(examples)]


def plural_expression(language: Language) -> str:
    """Gettext's plural expression: C, and so JavaScript."""
    header = catalogue(language.code).info().get("plural-forms", "plural=n != 1")
    return header.partition("plural=")[2].rstrip("; ")


def _script_texts() -> set[str]:
    """The English texts in the phone's own scripts."""
    scripts = (asset_folders.static_folder() / "js" / "phone").rglob("*.js")
    return {text for path in scripts for text in _TEXT_IN_SCRIPT_PATTERN.findall(path.read_text(encoding="utf-8"))}
