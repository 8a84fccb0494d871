"""What is looked at in a club file grows with the file, and what is here already is not looked at again."""

import uuid
from typing import Any

import pytest

from tests.support.clubs.files import bring, exported, lively
from tests.support.tables import MOVED
from tests.support.whole_games import whole_game
from trexscore.commands.club_files import validate_file as look_through
from trexscore.commands.club_files.validate_game import BudgetExceeded, StepBudget, validated_game
from trexscore.ledger.chain import GENESIS_DIGEST, EntryDraft, JournalEntry, chain_entry

TAPS = 300


def journal(*more: tuple[str, Any]) -> list[JournalEntry]:
    """A game with these entries behind its beginning."""
    file = whole_game("standard", 1)
    started = {"format": file["format"], "house_rules": file["house_rules"], "first_king": file["first_king"]}
    said = [("started", started), *(("named", {"seat": seat, "name": f"P{seat}"}) for seat in "ABCD"), *more]
    digest, entries = GENESIS_DIGEST, []
    for seq, (kind, body) in enumerate(said, 1):
        one = EntryDraft(str(uuid.UUID(int=seq)), kind, None, None, body)
        entries.append(chain_entry(one, seq, digest, "2026-01-01T00:00:00.000Z"))
        digest = entries[-1].digest
    return entries


def test_each_undone_entry_costs_a_fraction_of_a_fold() -> None:
    entries = journal(*([("adjustment", MOVED), ("take_back", None)] * TAPS))
    undone = [
        ("take_back", {"take_back": entry.seq - 1}) if entry.kind == "take_back" else (entry.kind, entry.body)
        for entry in entries[5:]
    ]
    patience = StepBudget()
    before = patience.left
    validated_game(journal(*undone), patience)
    assert before + 1_000 * len(entries) - patience.left < len(entries) * TAPS


def test_a_game_that_asks_for_too_much_ends_the_import() -> None:
    undone = [("take_back", {"take_back": 6 + number}) for number in range(TAPS)]
    patience = StepBudget()
    patience.left = -1_000 * (5 + 2 * TAPS)
    with pytest.raises(BudgetExceeded):
        validated_game(journal(*([("adjustment", MOVED)] * TAPS), *undone), patience)


@pytest.mark.usefixtures("inside")
def test_what_is_here_already_is_not_judged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    file = exported(lively())

    def judged(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(look_through, "validated_game", judged)
    assert bring(file).previous_state == "same"
