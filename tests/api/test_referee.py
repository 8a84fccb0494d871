"""The referee link resolves disputes and corrects entries, records no deals, and is not overruled."""

import pytest

from tests.api.events.test_policy import correction_of, dispute_of, player_tokens, record, referee_token, set_policy
from tests.support.tables import ADJUSTMENT, DIAMONDS, KINGDOM, Client, Json, Table, error_codes, start_game


def test_only_referee_breaks_seal_as_referee(client: Client) -> None:
    table = start_game(client, deals=KINGDOM)
    set_policy(table, referee=True)
    for seat in "ABCD":
        record(table, {"agreed": {"kingdom": "A", "seat": seat, "digest": table.state()["agreements"][0]["digest"]}})
    assert table.state()["agreements"][0]["seal"]
    ruling = correction_of(6, approvers=["referee"])
    for token in (table.own, table.write, table.read, player_tokens(table)["A"]):
        assert record(table, ruling, token).status_code == 403
    assert error_codes(record(table, correction_of(6))) == ["kingdom_agreed"]
    assert record(table, ruling, referee_token(table)).status_code == 201
    assert table.state()["agreements"][0]["seal"] is None


def test_referee_records_no_deals_and_sets_no_policy(table: Table) -> None:
    set_policy(table, referee=True)
    token = referee_token(table)
    others: list[Json] = [{"take_back": 6}, {"terms": {}}, {"disputed": {"seat": "A", "reason": "x"}}]
    for entry in [DIAMONDS, ADJUSTMENT, correction_of(6), *others]:
        assert record(table, entry, token).status_code == 403
    assert table.client.get(table.path("/state", token)).json["may"] == "referee"


def test_referee_resolves_dispute_with_reason(table: Table) -> None:
    set_policy(table, referee=True)
    seq = table.record_entry(DIAMONDS)["seq"]
    dispute = table.record_entry(
        {"disputed": {"seat": "B", "about": seq, "reason": "x", "changes": correction_of(seq)["corrected"]["changes"]}}
    )["seq"]
    ruling: Json = {"settled": {"dispute": dispute, "as": "proposed", "by": "referee"}}
    assert record(table, ruling, table.own).status_code == 403
    assert error_codes(record(table, ruling, referee_token(table))) == ["missing_field"]
    ruling["settled"]["reason"] = "I counted the tricks"
    withdrawn = {"settled": {"dispute": dispute, "as": "withdrawn", "seat": "B", "by": "referee", "reason": "x"}}
    assert error_codes(record(table, withdrawn, referee_token(table))) == ["not_yours_to_withdraw"]
    assert record(table, ruling, referee_token(table)).status_code == 201
    assert table.state()["disputes"][0]["by_referee"]
    assert table.state()["disputes"][0]["end_reason"] == "I counted the tricks"
    assert table.state()["result"]["deals"][0]["points"]["A"] == -40


def test_dismissed_referee_loses_link(table: Table) -> None:
    set_policy(table, referee=True)
    token = referee_token(table)
    set_policy(table, referee=True, second_person=True)
    assert referee_token(table) == token
    set_policy(table)
    assert table.client.get(table.path("/state", token)).status_code == 404


def test_ruling_of_referee_cannot_be_undone(table: Table) -> None:
    set_policy(table, referee=True)
    table.record_entry(DIAMONDS)
    assert record(table, correction_of(7, approvers=["referee"]), referee_token(table)).status_code == 201
    assert error_codes(record(table, {"take_back": 8})) == ["ruled_by_referee"]
    assert error_codes(record(table, {"take_back": 7})) == ["ruled_by_referee"]
    assert error_codes(record(table, correction_of(7, DIAMONDS))) == ["ruled_by_referee"]
    assert record(table, correction_of(7, DIAMONDS, ["referee"]), referee_token(table)).status_code == 201
    assert record(table, correction_of(7, approvers=[*"ABCD"])).status_code == 201


@pytest.mark.parametrize("end", ["proposed", "as_it_stands"])
def test_dispute_resolved_by_referee_stays_resolved(table: Table, end: str) -> None:
    set_policy(table, referee=True)
    table.record_entry(DIAMONDS)
    table.record_entry(dispute_of(7))
    ruling = {"settled": {"dispute": 8, "as": end, "by": "referee", "reason": "I saw it"}}
    assert record(table, ruling, referee_token(table)).status_code == 201
    assert error_codes(record(table, {"take_back": 9})) == ["ruled_by_referee"]
    other = {**DIAMONDS, "captures": {"diamonds": {"A": 0, "B": 0, "C": 0, "D": 13}}}
    assert error_codes(record(table, correction_of(7, other))) == ["ruled_by_referee"]
    assert error_codes(record(table, {"take_back": 7})) == ["ruled_by_referee"]
