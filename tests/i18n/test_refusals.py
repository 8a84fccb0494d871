"""Every refusal code in the source has a sentence, with exactly the parameters it is given."""

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from tests.support.tree import ROOT
from trexscore.i18n.language import LANGUAGES
from trexscore.i18n.marking import Plural
from trexscore.i18n.texts.refusals import SENTENCE, WANTED, refusal_text
from trexscore.rules.refusals import refuse


class RefusalCall(NamedTuple):
    """A call in the source that refuses something."""

    where: str
    code: str
    params: dict[str, ast.expr]


def _refusal_calls() -> Iterator[RefusalCall]:
    """Calls of `refuse`, `refuse_entry` and `one_of` whose code is written there."""
    for path in sorted((ROOT / "trexscore").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            place = {"refuse": 0, "refuse_entry": 0, "one_of": 1}.get(called)
            code = None if place is None or len(node.args) <= place else node.args[place]
            if isinstance(code, ast.Constant) and isinstance(code.value, str):
                params = {named.arg: named.value for named in node.keywords if named.arg is not None}
                yield RefusalCall(f"{path.relative_to(ROOT)}:{node.lineno}", code.value, params)


CALLS = list(_refusal_calls())


def test_refusal_calls_are_found() -> None:
    assert {"diamonds_not_13", "owner_needed", "unknown_role", "not_counted"} <= {one.code for one in CALLS}


def test_every_refusal_code_has_sentence() -> None:
    untold = {one.code for one in CALLS} - {*SENTENCE, "wrong_type"}
    assert not untold


def test_every_wanted_value_is_named() -> None:
    params = (one.params.get("wanted") for one in CALLS)
    wanted = {param.value for param in params if isinstance(param, ast.Constant)}
    assert "line" in wanted
    assert wanted <= {*WANTED}


@pytest.mark.parametrize("one", CALLS, ids=[f"{one.code} at {one.where}" for one in CALLS])
def test_sentence_uses_only_given_parameters(one: RefusalCall) -> None:
    wanted = one.params.get("wanted")
    said = WANTED[str(wanted.value)] if isinstance(wanted, ast.Constant) else SENTENCE.get(one.code, "")
    texts = (said.one, said.other) if isinstance(said, Plural) else (said,)
    assert {name for text in texts for name in re.findall(r"%\((\w+)\)s", text)} <= {*one.params}


@pytest.mark.parametrize("language", LANGUAGES)
def test_club_refusals_are_translated(language: str) -> None:
    codes = {one.code for one in CALLS if "trexscore/club/" in one.where or "commands/clubs/" in one.where}
    for code in codes - {"wrong_type", "unknown_field", "missing_field", "unknown_seat"}:
        said = SENTENCE[code]
        assert isinstance(said, str)
        told = refusal_text(LANGUAGES[language], refuse(code))
        assert (told == said) is (language == "en")
