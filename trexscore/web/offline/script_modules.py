"""Data for a phone that renders the site itself: templates and tables as a script, and texts per language."""

import json
import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from flask import Flask

from trexscore.i18n import LANGUAGES, find_language_by_tag
from trexscore.i18n.rule_book.rule_references import (
    ADJUSTMENT_SLUG,
    DOUBLED_CARDS_SLUG,
    REVOKE_SLUG,
    slug_for_void_reason,
)
from trexscore.i18n.rule_book.source_differences import SLUG_BY_OPTION
from trexscore.i18n.texts.highlights import FACT_TEXTS, HEADLINE_TEXTS
from trexscore.rules.highlights.choice import FACT_RULES, HEADLINE_RULES
from trexscore.rules.house_rules import VOID_REASONS
from trexscore.rules.kings import king_orders_by_next_king
from trexscore.rules.options import all_options_as_json
from trexscore.rules.presets import PRESETS
from trexscore.rules.sources import (
    GRANTING_SOURCES_BY_OPTION_AND_VALUE,
    GRANTING_SOURCES_BY_REASON_AND_VALUE,
    IMPLYING_SOURCES_BY_OPTION_AND_VALUE,
    IMPLYING_SOURCES_BY_REASON_AND_VALUE,
    OPTION_BY_POINTS_REASON,
    POINTS_OPTION_BY_CONTRACT,
    Source,
    sources_of_letters,
)
from trexscore.rules.tables.points import points_table_json
from trexscore.rules.validation import contract_sets_by_combining
from trexscore.web.games.deals.captures_in_url import FROM_POINTS_NOTE
from trexscore.web.games.start.forms import preset_field_values
from trexscore.web.moved_urls import NEW_GAME_PAGE_BY_OLD
from trexscore.web.offline.template_compiler import Sentence, TemplateCompiler
from trexscore.web.offline.texts import js_literal, json_key, plural_expression, texts_module
from trexscore.web.rendering import GLOBAL_MACRO_FILES
from trexscore.web.static_files import static_file_paths, static_file_text, static_url

_MACRO_FOLDER = "_macros/"
_SCRIPT_FOLDER = "js/phone/"
_TEMPLATE_NAME_IN_SCRIPT = re.compile(r'"([\w/]+\.html)"')
_UNCACHED_FILE_PREFIXES = ("js/phone/worker.js", "js/account/", "css/components/account")
"""Not cached: the browser stores the worker itself, and accounts need the server."""
_EXPLAINED_OPTIONS = tuple(
    dict.fromkeys(
        [
            *POINTS_OPTION_BY_CONTRACT.values(),
            *OPTION_BY_POINTS_REASON.values(),
            "winner",
            "tie_break",
            "combining",
            "signs",
        ]
    )
)
"""Options that the phone names as the rule for a number."""


def build_offline_module(app: Flask, module_name: str) -> str:
    """The `site`, or the texts of the language with this tag. Raises `KeyError` for any other name."""
    language = find_language_by_tag(module_name)
    if language is None and module_name != "site":
        raise KeyError(module_name)
    templates, sentences = _compile_templates(app)
    return _site_module(app, templates) if language is None else texts_module(language, sentences)


def _compile_templates(app: Flask) -> tuple[dict[str, str], AbstractSet[Sentence]]:
    """The compiled templates by name, and their sentences: those that scripts name, and all that these refer to.

    Sorted, so that all processes build the same file and phones do not reload it.
    """
    compiler = TemplateCompiler(app.jinja_env)
    compiled: dict[str, str] = {}
    names = {f"{_MACRO_FOLDER}{name}.html" for name in GLOBAL_MACRO_FILES} | _template_names_in_scripts()
    while added := (names | compiler.referenced_names) - compiled.keys():
        compiled |= {name: compiler.compile(name) for name in added}
    return dict(sorted(compiled.items())), compiler.sentences


def _template_names_in_scripts() -> set[str]:
    scripts = (path for path in static_file_paths() if path.startswith(_SCRIPT_FOLDER))
    return {name for path in scripts for name in _TEMPLATE_NAME_IN_SCRIPT.findall(static_file_text(path))}


def _site_module(app: Flask, compiled_templates: Mapping[str, str]) -> str:
    """An ES module with everything that does not depend on the language."""
    compiled = ",\n".join(f"{json.dumps(name)}: {code}" for name, code in compiled_templates.items())
    macros = json.dumps([name for name in compiled_templates if name.startswith(_MACRO_FOLDER)])
    plurals = ", ".join(f"{code}: (n) => Number({plural_expression(language)})" for code, language in LANGUAGES.items())
    cached = [static_url(path) for path in static_file_paths() if not path.startswith(_UNCACHED_FILE_PREFIXES)]
    new_page_by_old_page = {
        old: new for old, new in NEW_GAME_PAGE_BY_OLD.items() if old.isalpha()
    }  # without variables in names
    return (
        f"export const templates = (r) => ({{\n{compiled}\n}});\n"
        f"export const macros = {macros};\n"
        f"export const plurals = {{ {plurals} }};\n"
        f"export const orders = {js_literal(king_orders_by_next_king())};\n"
        f"export const contractSets = {js_literal(contract_sets_by_combining())};\n"
        f"export const addresses = {js_literal({rule.endpoint: rule.rule for rule in app.url_map.iter_rules()})};\n"
        f"export const moved = {js_literal(new_page_by_old_page)};\n"
        f"export const statics = {js_literal(static_url(''))};\n"
        f"export const kept = {js_literal(cached)};\n"
        f"export const presets = {js_literal(_presets_data())};\n"
        f"export const behind = {js_literal(_rule_sources_data())};\n"
        f"export const highlights = {js_literal(_highlights_data())};\n"
    )


def _rule_sources_data() -> dict[str, object]:
    """For each kind of score line: its option, the sources that grant each value, and the rule book slug."""
    return {
        "options": OPTION_BY_POINTS_REASON,
        "counted": {contract.value: option for contract, option in POINTS_OPTION_BY_CONTRACT.items()},
        "granted": {
            option: _sources_by_value(GRANTING_SOURCES_BY_OPTION_AND_VALUE[option])
            for option in (*_EXPLAINED_OPTIONS, "redeals")
        },
        "implied": {
            option: _sources_by_value(letters) for option, letters in IMPLYING_SOURCES_BY_OPTION_AND_VALUE.items()
        },
        "slugs": {option: SLUG_BY_OPTION[option] for option in _EXPLAINED_OPTIONS}
        | {"doubled": DOUBLED_CARDS_SLUG, "own_after_a_revoke": REVOKE_SLUG, "by_agreement": ADJUSTMENT_SLUG},
        "void_told_at": {reason: slug_for_void_reason(reason) for reason in VOID_REASONS},
        "reasons": _sources_by_reason(GRANTING_SOURCES_BY_REASON_AND_VALUE),
        "reasons_implied": _sources_by_reason(IMPLYING_SOURCES_BY_REASON_AND_VALUE),
    }


def _highlights_data() -> dict[str, object]:
    """Highlights of a finished game with their texts, and the note for games entered from totals."""
    return {
        "headlines": [highlight._asdict() for highlight in HEADLINE_RULES],
        "facts": [highlight._asdict() for highlight in FACT_RULES],
        "texts": {
            name: {
                code: (text, None) if isinstance(text, str) else (text.one, text.count_param)
                for code, text in texts.items()
            }
            for name, texts in (("headlines", HEADLINE_TEXTS), ("facts", FACT_TEXTS))
        },
        "from_totals": [language.gettext(FROM_POINTS_NOTE) for language in LANGUAGES.values()],
    }


def _sources_by_value(source_letters_by_value: Mapping[object, str]) -> dict[str, tuple[Source, ...]]:
    return {json_key(value): sources_of_letters(by) for value, by in source_letters_by_value.items()}


def _sources_by_reason(source_letters_by_reason: Mapping[str, tuple[str, str]]) -> dict[str, list[tuple[Source, ...]]]:
    return {key: list(map(sources_of_letters, of_cards)) for key, of_cards in source_letters_by_reason.items()}


def _presets_data() -> dict[str, dict[str, object]]:
    """What a phone needs to start a game of each preset offline."""
    return {
        name: {
            "rules": all_options_as_json(preset.rules),
            "points_table": points_table_json(preset.rules),
            "filled": preset_field_values()[name],
        }
        for name, preset in PRESETS.items()
    }
