"""The cost of validating a club file grows linearly, and known games are not validated again."""

import uuid
from typing import Any

import pytest

from tests.support.clubs.files import eventful_club, exported, import_file
from tests.support.tables import ADJUSTMENT
from tests.support.whole_games import whole_game
from trexscore.commands.club_files import validate_file
from trexscore.commands.club_files.validate_game import BudgetExceeded, StepBudget, validate_game_journal
from trexscore.ledger.chain import GENESIS_DIGEST, EntryDraft, JournalEntry, chain_entry

TAPS = 300


def journal(*more: tuple[str, Any]) -> list[JournalEntry]:
    """A game with these entries after its start."""
    file = whole_game("standard", 1)
    started = {"format": file["format"], "house_rules": file["house_rules"], "first_king": file["first_king"]}
    said = [("started", started), *(("named", {"seat": seat, "name": f"P{seat}"}) for seat in "ABCD"), *more]
    digest, entries = GENESIS_DIGEST, []
    for seq, (kind, body) in enumerate(said, 1):
        one = EntryDraft(str(uuid.UUID(int=seq)), kind, None, None, body)
        entries.append(chain_entry(one, seq, digest, "2026-01-01T00:00:00.000Z"))
        digest = entries[-1].digest
    return entries


def test_undone_entry_costs_less_than_a_fold() -> None:
    entries = journal(*([("adjustment", ADJUSTMENT), ("take_back", None)] * TAPS))
    undone = [
        ("take_back", {"take_back": entry.seq - 1}) if entry.kind == "take_back" else (entry.kind, entry.body)
        for entry in entries[5:]
    ]
    patience = StepBudget()
    before = patience.left
    validate_game_journal(journal(*undone), patience)
    assert before + 1_000 * len(entries) - patience.left < len(entries) * TAPS


def test_import_stops_when_budget_is_used_up() -> None:
    undone = [("take_back", {"take_back": 6 + number}) for number in range(TAPS)]
    patience = StepBudget()
    patience.left = -1_000 * (5 + 2 * TAPS)
    with pytest.raises(BudgetExceeded):
        validate_game_journal(journal(*([("adjustment", ADJUSTMENT)] * TAPS), *undone), patience)


@pytest.mark.usefixtures("app_context")
def test_known_club_is_not_validated_again(monkeypatch: pytest.MonkeyPatch) -> None:
    file = exported(eventful_club())

    def judged(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(validate_file, "validate_game_journal", judged)
    assert import_file(file).previous_state == "same"
