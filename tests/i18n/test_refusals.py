"""Every refusal code in the source has a sentence, which uses only the given parameters."""

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from tests.support.games import deal_of, game_of, refusals
from tests.support.tree import ROOT
from trexscore.i18n.language import LANGUAGES
from trexscore.i18n.marking import Plural
from trexscore.i18n.texts.refusals import REFUSAL_TEXTS, WANTED_TYPE_TEXTS, refusal_text
from trexscore.rules.refusals import refuse

CODE_POSITIONS = {
    "refuse": 0,
    "refuse_entry": 0,
    "choice_field": 1,
    "name_field_with_fault": 1,
    "parsed_field": 2,
    "text_field_where": 2,
}
"""Functions that create refusals, and the position of their argument with the code."""


class RefusalCall(NamedTuple):
    """A call in the source that creates a refusal."""

    location: str
    code: str
    params: dict[str, ast.expr]


def _refusal_calls() -> Iterator[RefusalCall]:
    """Calls of refusal functions with a literal code."""
    for path in sorted((ROOT / "trexscore").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            function_name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            position = CODE_POSITIONS.get(function_name)
            code = None if position is None or len(node.args) <= position else node.args[position]
            if isinstance(code, ast.Constant) and isinstance(code.value, str):
                params = {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg is not None}
                yield RefusalCall(f"{path.relative_to(ROOT)}:{node.lineno}", code.value, params)


CALLS = list(_refusal_calls())


def test_refusal_calls_are_found() -> None:
    assert {"diamonds_not_13", "owner_needed", "unknown_role", "not_counted", "bad_name", "not_a_time"} <= {
        call.code for call in CALLS
    }


def test_every_refusal_code_has_sentence() -> None:
    missing = {call.code for call in CALLS} - {*REFUSAL_TEXTS, "wrong_type"}
    assert not missing


def test_every_wanted_value_is_named() -> None:
    params = (call.params.get("wanted") for call in CALLS)
    value_names = {param.value for param in params if isinstance(param, ast.Constant)}
    assert "line" in value_names
    assert value_names <= {*WANTED_TYPE_TEXTS}


@pytest.mark.parametrize("call", CALLS, ids=[f"{call.code} at {call.location}" for call in CALLS])
def test_sentence_uses_only_given_parameters(call: RefusalCall) -> None:
    value_name = call.params.get("wanted")
    sentence = (
        WANTED_TYPE_TEXTS[str(value_name.value)]
        if isinstance(value_name, ast.Constant)
        else REFUSAL_TEXTS.get(call.code, "")
    )
    texts = (sentence.one, sentence.many) if isinstance(sentence, Plural) else (sentence,)
    assert {name for text in texts for name in re.findall(r"%\((\w+)\)s", text)} <= {*call.params}


@pytest.mark.parametrize("language", LANGUAGES)
def test_club_refusals_are_translated(language: str) -> None:
    codes = {call.code for call in CALLS if "trexscore/club/" in call.location or "commands/clubs/" in call.location}
    for code in codes - {"wrong_type", "unknown_field", "missing_field", "unknown_seat"}:
        sentence = REFUSAL_TEXTS[code]
        assert isinstance(sentence, str)
        translated = refusal_text(LANGUAGES[language], refuse(code))
        assert (translated == sentence) is (language == "en")


def test_contract_of_captures_is_named_in_readers_language() -> None:
    (refusal,) = [
        fault
        for fault in refusals(
            game_of(deal_of("trex", ["A", "B", "C", "D"]) | {"captures": {"trex": ["A", "B", "C", "D"], "tricks": {}}})
        )
        if fault.code == "capture_outside_contract"
    ]
    assert refusal_text(LANGUAGES["en"], refusal).endswith("Collections.")
    assert "لطوش" in refusal_text(LANGUAGES["ar"], refusal)
