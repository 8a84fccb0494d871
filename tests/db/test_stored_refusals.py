"""Refusals are stored without words: read again, they give the same sentences in every language."""

import json

import pytest

from tests.support.games import cases
from trexscore.db.stored_refusals import StoredRefusal
from trexscore.game.file.game import read_game_file
from trexscore.i18n import LANGUAGES
from trexscore.i18n.texts.refusals import refusal_text_with_entry, refusal_text_with_entry_contracts
from trexscore.rules.refusals import refuse

FAULTS = cases("faults")


@pytest.mark.parametrize("code", LANGUAGES)
def test_stored_refusal_gives_same_sentence(code: str) -> None:
    language, refusal_count = LANGUAGES[code], 0
    for case in FAULTS:
        file = read_game_file(case["game"])
        for refusal in file.play().refusals:
            stored = json.loads(json.dumps(StoredRefusal.from_refusal(refusal, file.entries).as_json()))
            sentence = refusal_text_with_entry_contracts(language, *StoredRefusal.from_json(stored))
            assert sentence == refusal_text_with_entry(language, refusal, file.entries), case["why"]
            refusal_count += 1
    assert refusal_count >= len(FAULTS)


def test_numbers_of_any_length_are_stored() -> None:
    refusal = refuse("diamonds_not_13", total=10**30)
    stored = json.dumps(StoredRefusal.from_refusal(refusal, ()).as_json())
    assert StoredRefusal.from_json(json.loads(stored)).refusal == refusal
