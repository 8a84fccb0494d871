"""The cost of validating a club file grows linearly, and known games are not validated again."""

import uuid
from typing import Any

import pytest

from tests.support.clubs.files import eventful_club, export_club, import_file
from tests.support.tables import ADJUSTMENT
from tests.support.whole_games import whole_game
from trexscore.commands.club_files import validate_club_file
from trexscore.commands.club_files.validate_game_journal import BudgetExceeded, StepBudget, validate_game_journal
from trexscore.ledger.chain import GENESIS_DIGEST, EntryDraft, JournalEntry, chain_entry

UNDO_COUNT = 300


def journal(*more: tuple[str, Any]) -> list[JournalEntry]:
    """A game with these entries after its start."""
    file = whole_game("standard", 1)
    started = {"format": file["format"], "house_rules": file["house_rules"], "first_king": file["first_king"]}
    events = [("started", started), *(("named", {"seat": seat, "name": f"P{seat}"}) for seat in "ABCD"), *more]
    digest, entries = GENESIS_DIGEST, []
    for seq, (kind, body) in enumerate(events, 1):
        draft = EntryDraft(str(uuid.UUID(int=seq)), kind, None, None, body)
        entries.append(chain_entry(draft, seq, digest, "2026-01-01T00:00:00.000Z"))
        digest = entries[-1].digest
    return entries


def test_undone_entry_costs_less_than_a_fold() -> None:
    entries = journal(*([("adjustment", ADJUSTMENT), ("take_back", None)] * UNDO_COUNT))
    undone = [
        ("take_back", {"take_back": entry.seq - 1}) if entry.kind == "take_back" else (entry.kind, entry.body)
        for entry in entries[5:]
    ]
    budget = StepBudget()
    before = budget.left
    validate_game_journal(journal(*undone), budget)
    assert before + 1_000 * len(entries) - budget.left < len(entries) * UNDO_COUNT


def test_import_stops_when_budget_is_used_up() -> None:
    undone = [("take_back", {"take_back": 6 + number}) for number in range(UNDO_COUNT)]
    budget = StepBudget()
    budget.left = -1_000 * (5 + 2 * UNDO_COUNT)
    with pytest.raises(BudgetExceeded):
        validate_game_journal(journal(*([("adjustment", ADJUSTMENT)] * UNDO_COUNT), *undone), budget)


@pytest.mark.usefixtures("app_context")
def test_known_club_is_not_validated_again(monkeypatch: pytest.MonkeyPatch) -> None:
    file = export_club(eventful_club())

    def fail(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(validate_club_file, "validate_game_journal", fail)
    assert import_file(file).club_comparison == "same"
