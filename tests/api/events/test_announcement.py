"""Announcements that the API refuses."""

import pytest

from tests.support.tables import Client, Json, envelope, error_codes, start_game


@pytest.mark.parametrize(
    ("announced", "refusals"),
    [
        ({}, ["missing_field", "missing_field"]),
        ({"king": "A"}, ["missing_field"]),
        ({"contracts": ["queens"]}, ["missing_field"]),
        ({"king": "E", "contracts": ["queens"], "extra": 1}, ["unknown_field", "unknown_seat"]),
        ({"king": "A", "contracts": ["queens"], "doubled": {"king_of_hearts": "B"}}, ["capture_outside_contract"]),
        ({"king": "B", "contracts": ["queens"]}, ["not_this_kings_kingdom"]),
    ],
)
def test_invalid_announcement_is_refused(client: Client, announced: Json, refusals: list[str]) -> None:
    table = start_game(client)
    assert error_codes(table.post_entry(envelope({"announced": announced}))) == refusals
    assert table.state()["seq"] == 5
