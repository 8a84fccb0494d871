"""The referee: settles and puts right with a link of their own, records nothing, and is not overruled by the table."""

import pytest

from tests.api.events.test_policy import objection, put_right, referee, say, seats, set_terms
from tests.support.tables import DIAMONDS, KINGDOM, MOVED, Client, Json, Table, codes, start


def test_the_referee_breaks_a_seal_and_nobody_else_speaks_as_the_referee(client: Client) -> None:
    table = start(client, deals=KINGDOM)
    set_terms(table, referee=True)
    for seat in "ABCD":
        say(table, {"agreed": {"kingdom": "A", "seat": seat, "digest": table.state()["agreements"][0]["digest"]}})
    assert table.state()["agreements"][0]["seal"]
    ruling = put_right(6, behind=["referee"])
    for token in (table.own, table.write, table.read, seats(table)["A"]):
        assert say(table, ruling, token).status_code == 403
    assert codes(say(table, put_right(6))) == ["kingdom_agreed"]
    assert say(table, ruling, referee(table)).status_code == 201
    assert table.state()["agreements"][0]["seal"] is None


def test_the_referee_records_no_deals_and_sets_no_terms(table: Table) -> None:
    set_terms(table, referee=True)
    token = referee(table)
    others: list[Json] = [{"take_back": 6}, {"terms": {}}, {"disputed": {"seat": "A", "reason": "x"}}]
    for entry in [DIAMONDS, MOVED, put_right(6), *others]:
        assert say(table, entry, token).status_code == 403
    assert table.client.get(table.path("/state", token)).json["may"] == "referee"


def test_the_referee_settles_a_dispute_and_it_says_so(table: Table) -> None:
    set_terms(table, referee=True)
    seq = table.enter(DIAMONDS)["seq"]
    dispute = table.enter(
        {"disputed": {"seat": "B", "about": seq, "reason": "x", "changes": put_right(seq)["corrected"]["changes"]}}
    )["seq"]
    ruling: Json = {"settled": {"dispute": dispute, "as": "proposed", "by": "referee"}}
    assert say(table, ruling, table.own).status_code == 403
    assert codes(say(table, ruling, referee(table))) == ["missing_field"]
    ruling["settled"]["reason"] = "I counted the tricks"
    withdrawn = {"settled": {"dispute": dispute, "as": "withdrawn", "seat": "B", "by": "referee", "reason": "x"}}
    assert codes(say(table, withdrawn, referee(table))) == ["not_yours_to_withdraw"]
    assert say(table, ruling, referee(table)).status_code == 201
    assert table.state()["disputes"][0]["by_referee"]
    assert table.state()["disputes"][0]["end_reason"] == "I counted the tricks"
    assert table.state()["result"]["deals"][0]["points"]["A"] == -40


def test_a_referee_who_is_no_more_has_no_link(table: Table) -> None:
    set_terms(table, referee=True)
    token = referee(table)
    set_terms(table, referee=True, second_person=True)
    assert referee(table) == token
    set_terms(table)
    assert table.client.get(table.path("/state", token)).status_code == 404


def test_what_the_referee_has_put_right_is_not_undone_by_the_table(table: Table) -> None:
    set_terms(table, referee=True)
    table.enter(DIAMONDS)
    assert say(table, put_right(7, behind=["referee"]), referee(table)).status_code == 201
    assert codes(say(table, {"take_back": 8})) == ["ruled_by_referee"]
    assert codes(say(table, {"take_back": 7})) == ["ruled_by_referee"]
    assert codes(say(table, put_right(7, DIAMONDS))) == ["ruled_by_referee"]
    assert say(table, put_right(7, DIAMONDS, ["referee"]), referee(table)).status_code == 201
    assert say(table, put_right(7, behind=[*"ABCD"])).status_code == 201


@pytest.mark.parametrize("end", ["proposed", "as_it_stands"])
def test_what_the_referee_has_settled_is_not_undone_by_the_table(table: Table, end: str) -> None:
    set_terms(table, referee=True)
    table.enter(DIAMONDS)
    table.enter(objection(7))
    settled = {"settled": {"dispute": 8, "as": end, "by": "referee", "reason": "I saw it"}}
    assert say(table, settled, referee(table)).status_code == 201
    assert codes(say(table, {"take_back": 9})) == ["ruled_by_referee"]
    other = {**DIAMONDS, "captures": {"diamonds": {"A": 0, "B": 0, "C": 0, "D": 13}}}
    assert codes(say(table, put_right(7, other))) == ["ruled_by_referee"]
    assert codes(say(table, {"take_back": 7})) == ["ruled_by_referee"]
