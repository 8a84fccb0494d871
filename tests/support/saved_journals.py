"""Saved journals, and proofs from `trexscore verify`."""

import json
from typing import Any

from tests.support.server.command import DIAMONDS, EMPTY_GAME, run_trexscore
from trexscore.ledger.chain import GENESIS_DIGEST, EntryDraft, chain_entry

ONE_VALID_OUTPUT = "Valid journals: 1 of 1.\n"
Journal = dict[str, Any]


def journal(*bodies: tuple[str, dict[str, Any]]) -> Journal:
    """A journal as the API returns it."""
    start_body = {name: EMPTY_GAME[name] for name in ("format", "first_king")} | {"house_rules": {"preset": "standard"}}
    names = [("named", {"seat": seat, "name": name}) for seat, name in zip("ABCD", EMPTY_GAME["players"], strict=True)]
    entries: list[Journal] = []
    digest = GENESIS_DIGEST
    for seq, (kind, body) in enumerate([("started", start_body), *names, *bodies], 1):
        draft = EntryDraft(f"key {seq}", kind, "Basil", "2026-11-20T21:14:03+02:00", body)
        entry = chain_entry(draft, seq, digest, "2026-11-20T19:14:04.000Z")
        entries.append(entry.as_json())
        digest = entry.digest
    return {"format": "trexscore-journal/1", "entries": entries}


VALID_JOURNAL = journal(("deal", DIAMONDS), ("take_back", {"take_back": 6}), ("deal", DIAMONDS))


def proof_of(saved_journal: Journal) -> dict[str, Any]:
    """The proof from `verify` to compare a journal with."""
    proof: dict[str, Any] = json.loads(run_trexscore("verify", "--json", "-", stdin=json.dumps(saved_journal)).stdout)[
        "proofs"
    ][0]
    return proof
