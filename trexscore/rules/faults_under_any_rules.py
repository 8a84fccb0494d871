"""Faults of a record under any house rules."""

from collections.abc import Sequence

from trexscore.rules.game import ScoreEntry
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.validation import capture_contradictions, combines_trex, refusals_of_wrong_counts


def refusals_under_any_rules(score_entries: Sequence[ScoreEntry]) -> tuple[Refusal, ...]:
    """The faults that a record has under any house rules."""
    return tuple(
        fault.in_entry(number) for number, entry in enumerate(score_entries, 1) for fault in _faults_of_entry(entry)
    )


def _faults_of_entry(score_entry: ScoreEntry) -> list[Refusal]:
    faults = list(score_entry.parsing_faults)
    contract_set = score_entry.contract_set
    if contract_set is not None and combines_trex(contract_set) and not score_entry.names_contract_twice:
        faults.append(refuse("trex_stands_alone", "contracts", contracts=contract_set.contracts))
    if score_entry.is_deal or score_entry.is_tie_break:
        faults += refusals_of_wrong_counts(score_entry.captures)
        if not faults and score_entry.king is not None:
            faults += capture_contradictions(score_entry.captures, score_entry.king)
    return faults
