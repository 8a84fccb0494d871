"""Every entry stores the permission of its link, covered by its digest."""

import pytest

from tests.support.tables import COLLECTIONS, DIAMONDS, TREX, Client, Json, Table, envelope, start_game
from trexscore.ledger.chain import body_digest


@pytest.fixture
def table(client: Client) -> Table:
    return start_game(client)


def _last_entry(table: Table) -> Json:
    return table.journal()[-1]


def test_entry_names_permission_of_its_link(table: Table) -> None:
    for token, permission in ((table.own, "own"), (table.write, "write")):
        entry = DIAMONDS if permission == "own" else TREX
        assert table.post_entry(envelope(entry, table.state()["seq"], device="Tablet"), token).status_code == 201
        assert _last_entry(table)["by"] == {"right": permission, "device": "Tablet"}
        assert _last_entry(table)["device"] == "Tablet"


def test_start_is_by_owner(table: Table) -> None:
    assert all(entry["by"] == {"right": "own"} for entry in table.journal())


def test_client_cannot_set_permission(table: Table) -> None:
    response = table.post_entry(envelope(DIAMONDS, by={"right": "referee"}))
    assert response.status_code == 422


def test_digest_covers_permission_and_device(table: Table) -> None:
    table.post_entry(envelope(DIAMONDS, device="Tablet"))
    entry = _last_entry(table)
    digested = (entry["author"], entry["made_at"], entry["body"])
    assert entry["body_digest"] == body_digest(*digested, entry["by"])
    assert entry["body_digest"] not in {
        body_digest(*digested),
        body_digest(*digested, {"right": "own"}),
        body_digest(*digested, {**entry["by"], "right": "seat"}),
    }


def test_repeated_entry_through_other_link_is_same(table: Table) -> None:
    body = envelope(COLLECTIONS, device="Tablet")
    assert table.post_entry(body).status_code == 201
    again = table.post_entry({**body, "device": "Phone"}, table.write)
    assert (again.status_code, again.json["seq"]) == (200, 6)


def test_etag_contains_last_digest(client: Client, table: Table) -> None:
    tag = client.get(table.path("/state")).headers["ETag"]
    assert table.record_entry(DIAMONDS)
    assert client.get(table.path("/state")).headers["ETag"] != tag
    assert _last_entry(table)["digest"][:32] in client.get(table.path("/state")).headers["ETag"]
