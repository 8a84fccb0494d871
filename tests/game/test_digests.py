"""Digests, calculated independently from the description in the API documentation."""

import hashlib
import json

from tests.support.databases import both_databases
from tests.support.tables import ADJUSTMENT, ANNOUNCED, DIAMONDS, MADE_AT, VOID, Client, Json, envelope, start_game
from trexscore.ledger.chain import ChainedFields, JournalEntry, body_digest, chain_digest, chain_faults


def _canonical(value: Json) -> bytes:
    """RFC 8785 for values without fractions and without keys outside ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def _sha256(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()


@both_databases
def test_digest_follows_its_description(client: Client) -> None:
    table = start_game(client, players=["أمل", "باسل", "Carine", "Dani"], deals=[ADJUSTMENT])
    for entry in (VOID, ANNOUNCED, DIAMONDS):
        table.record_entry(entry)
    table.record_entry({"take_back": 6})
    previous = "0" * 64
    journal = table.journal()
    assert [entry["kind"] for entry in journal] == [
        "started",
        *["named"] * 4,
        "adjustment",
        "void",
        "announced",
        "deal",
        "take_back",
    ]
    for seq, entry in enumerate(journal, 1):
        assert entry["seq"] == seq
        digest_of_body = _sha256(_canonical({name: entry[name] for name in ("author", "by", "made_at", "body")}))
        assert entry["body_digest"] == digest_of_body
        parts = [previous, str(seq), entry["key"], entry["kind"], entry["received_at"], digest_of_body]
        previous = _sha256("\n".join(parts).encode())
        assert entry["digest"] == previous


def test_names_are_in_entries_of_their_own(client: Client) -> None:
    journal = start_game(client).journal()
    assert "Amal" not in json.dumps(journal[0])
    assert [entry["body"] for entry in journal[1:]] == [
        {"seat": seat, "name": name} for seat, name in zip("ABCD", ("Amal", "Basil", "Carine", "Dani"), strict=True)
    ]


def test_entry_keeps_author_time_and_body(client: Client) -> None:
    table = start_game(client)
    body = envelope(DIAMONDS, author="Basil")
    table.post_entry(body)
    entry = table.journal()[-1]
    assert (entry["author"], entry["made_at"], entry["body"], entry["key"]) == ("Basil", MADE_AT, DIAMONDS, body["key"])


def _chain(length: int) -> list[JournalEntry]:
    entries: list[JournalEntry] = []
    previous = "0" * 64
    for seq in range(1, length + 1):
        body = {"seat": "A", "name": f"Number {seq}"}
        digest_of_body = body_digest(None, None, body)
        chained_fields = ChainedFields(seq, f"key-{seq}", "named", "2026-11-20T19:14:03.000Z", digest_of_body)
        previous = chain_digest(previous, chained_fields)
        entries.append(
            JournalEntry(
                seq,
                chained_fields.entry_key,
                "named",
                None,
                None,
                chained_fields.received_at,
                body,
                digest_of_body,
                previous,
            )
        )
    return entries


def test_complete_chain_has_no_faults() -> None:
    assert list(chain_faults(_chain(5))) == []


def test_chain_with_removed_name_is_valid() -> None:
    chain = _chain(5)
    chain[2] = chain[2]._replace(author=None, body=None)
    assert list(chain_faults(chain)) == []


def test_tampering_breaks_chain_at_its_entry() -> None:
    chain = _chain(5)
    missing = [*chain[:2], *chain[3:]]
    assert [(fault.seq, fault.code) for fault in chain_faults(missing)] == [(3, "missing"), (4, "altered")]
    renamed = [*chain[:2], chain[2]._replace(body={"seat": "A", "name": "Another"}), *chain[3:]]
    assert [(fault.seq, fault.code) for fault in chain_faults(renamed)] == [(3, "altered_body")]
    later = [*chain[:2], chain[2]._replace(received_at="2027-01-01T00:00:00.000Z"), *chain[3:]]
    assert [(fault.seq, fault.code) for fault in chain_faults(later)] == [(3, "altered")]
