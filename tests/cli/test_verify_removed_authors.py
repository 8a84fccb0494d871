"""A journal with removed authors still proves the content of their entries."""

import json

import pytest

from tests.support.saved_journals import ONE_VALID_OUTPUT, VALID_JOURNAL, Journal, proof_of
from tests.support.server.command import run_trexscore
from tests.support.tables import TREX
from trexscore.ledger.chain import EntryDraft, authorless_body_digest, chain_entry


def journal_without_author() -> Journal:
    """A valid journal without the author Basil, and the entry that proves the content of the others."""
    saved_journal = json.loads(json.dumps(VALID_JOURNAL))
    content_entries = [entry for entry in saved_journal["entries"] if entry["kind"] != "named"]
    authors = {
        str(saved_entry["seq"]): authorless_body_digest(saved_entry["made_at"], saved_entry["body"])
        for saved_entry in content_entries
    }
    body = {"erased": {"names": [2, 3, 4, 5], "authors": authors}}
    last = saved_journal["entries"][-1]
    entry = chain_entry(EntryDraft("key 9", "erased", None, None, body), 9, last["digest"], "2026-11-21T19:14:04.000Z")
    for saved_entry in saved_journal["entries"]:
        saved_entry["author"] = None
        saved_entry["body"] = None if saved_entry["kind"] == "named" else saved_entry["body"]
    saved_journal["entries"].append(entry.as_json())
    return dict(saved_journal)


def test_later_entry_vouches_for_entries_without_author() -> None:
    result = run_trexscore("verify", "-", stdin=json.dumps(journal_without_author()))
    assert result.returncode == 0
    assert "-: the author of entry 6 was removed; entry 9 vouches for the rest.\n" in result.stdout
    assert result.stdout.endswith(ONE_VALID_OUTPUT)
    assert proof_of(journal_without_author())["vouched"] == [{"entry": seq, "by": 9} for seq in (1, 6, 7, 8)]


@pytest.mark.parametrize(
    ("entry", "field", "value", "code"),
    [
        (6, "body", TREX, "altered_body"),
        (6, "made_at", "2026-11-20T22:14:03+02:00", "altered_body"),
        (6, "author", "Carine", "altered_body"),
        (9, "body", {"erased": {"names": [], "authors": {}}}, "altered_body"),
        (9, "body", {"erased": {"names": [], "authors": {"6": "0" * 64}}}, "altered_body"),
        (9, "body", {"erased": {"authors": {"x": 1, "6": None, "99": "", "\u0666": ""}}}, "altered_body"),
        (9, "body", {"erased": [6]}, "altered_body"),
        (9, "body", None, "altered_body"),
    ],
)
def test_change_in_vouched_entry_or_voucher_is_found(entry: int, field: str, value: object, code: str) -> None:
    changed_journal = journal_without_author()
    changed_journal["entries"][entry - 1][field] = value
    result = run_trexscore("verify", "--json", "-", stdin=json.dumps(changed_journal))
    assert result.returncode == 1
    assert {"entry": 6, "code": code} in [
        {name: fault[name] for name in ("entry", "code")} for fault in json.loads(result.stdout)["breaks"]
    ]


def test_earlier_entry_does_not_vouch() -> None:
    changed_journal = journal_without_author()
    changed_journal["entries"].insert(0, changed_journal["entries"].pop())
    assert run_trexscore("verify", "-", stdin=json.dumps(changed_journal)).returncode == 1
