"""A sign-off made on the scorer's phone is withdrawn with a second tap, until all four have signed."""

import pytest
from flask import Flask

from tests.support.pages import Game, Phone, start
from tests.web.games.sign_off.test_all_kingdoms import (
    WHOLE_GAME,
    entry_kinds,
    form_fields,
    offered_seats,
    sign_off,
    signed_seats,
)
from tests.web.games.sign_off.test_routes import player_tokens
from trexscore.commands.games.record_entry import record_possible_entries
from trexscore.commands.recording import Command, RecordingOutcome
from trexscore.web.games.sign_off import routes


@pytest.fixture
def played(site: Flask) -> Game:
    return start(site, *WHOLE_GAME)


def test_second_tap_withdraws_scorers_sign_off(site: Flask, played: Game) -> None:
    phone = Phone(site)
    sign_off(phone, played.path(), "A")
    page = sign_off(phone, played.path(), "B")
    assert (offered_seats(page), offered_seats(page, "/withdrawal")) == ("CD", "AB")
    fields = form_fields(page, "A", "/withdrawal")
    for _ in range(2):
        page = phone.post(played.path("/sign-off/withdrawal"), fields)
        assert not page.root.find(class_="notice--problem")
    assert signed_seats(played) == {king: ["B"] for king in "ABCD"}
    assert entry_kinds(played) == ["agreed"] * 8 + ["take_back"] * 4
    assert (offered_seats(page), offered_seats(page, "/withdrawal")) == ("ACD", "B")


def test_withdrawal_on_two_phones_at_once_saves_once(
    site: Flask, played: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    first_phone, second_phone = Phone(site), Phone(site)
    sign_off(first_phone, played.path(), "A")
    first_fields, second_fields = (
        form_fields(phone.get(played.path("/sign-off")), "A", "/withdrawal") for phone in (first_phone, second_phone)
    )

    def record_after_second_phone(game_id: int, commands: list[Command]) -> list[RecordingOutcome]:
        monkeypatch.setattr(routes, "record_possible_entries", record_possible_entries)
        second_phone.post(played.path("/sign-off/withdrawal"), second_fields)
        return record_possible_entries(game_id, commands)

    monkeypatch.setattr(routes, "record_possible_entries", record_after_second_phone)
    page = first_phone.post(played.path("/sign-off/withdrawal"), first_fields)
    assert not page.root.find(class_="notice--problem"), "the sign-off is already withdrawn"
    assert entry_kinds(played) == ["agreed"] * 4 + ["take_back"] * 4


def test_complete_sign_off_is_not_withdrawn(site: Flask, played: Game) -> None:
    phone = Phone(site)
    for seat in "ABC":
        sign_off(phone, played.path(), seat)
    fields = form_fields(phone.get(played.path("/sign-off")), "A", "/withdrawal")
    page = sign_off(phone, played.path(), "D")
    assert offered_seats(page, "/withdrawal") == ""
    response = phone.post(played.path("/sign-off/withdrawal"), fields)
    assert response.root.find(class_="notice--problem")
    assert signed_seats(played) == {king: [*"ABCD"] for king in "ABCD"}


def test_player_sign_off_is_not_withdrawn_by_scorer(site: Flask, played: Game) -> None:
    phone = Phone(site)
    sign_off(phone, played.path(), "A")
    fields = form_fields(phone.get(played.path("/sign-off")), "A", "/withdrawal")
    tokens = player_tokens(site, phone, played)
    page = sign_off(Phone(site), f"/g/{tokens['B']}", "B")
    assert offered_seats(page, "/withdrawal") == ""
    assert offered_seats(phone.get(played.path("/sign-off")), "/withdrawal") == "A"
    for link, seat in ((played.token("write"), "B"), (tokens["A"], "A")):
        other_phone = Phone(site)
        fields |= {"csrf_token": other_phone.get(f"/g/{played.token('write')}/sign-off").token, "seat": seat}
        assert other_phone.post(f"/g/{link}/sign-off/withdrawal", fields).status == 403
    assert signed_seats(played) == {king: ["A", "B"] for king in "ABCD"}


def test_withdrawal_needs_current_digest(site: Flask, played: Game) -> None:
    phone = Phone(site)
    sign_off(phone, played.path(), "A")
    fields = form_fields(phone.get(played.path("/sign-off")), "A", "/withdrawal")
    phone.post(played.path("/sign-off/withdrawal"), {**fields, "kingdom_A": "0" * 64})
    assert signed_seats(played) == {"A": ["A"], "B": [], "C": [], "D": []}


@pytest.mark.parametrize("seat", ["", "E", None])
def test_withdrawal_without_seat_is_refused(site: Flask, played: Game, seat: str | None) -> None:
    phone = Phone(site)
    fields = {"csrf_token": phone.token, "kingdom_A": "0" * 64} | ({} if seat is None else {"seat": seat})
    assert phone.post(played.path("/sign-off/withdrawal"), {**fields}).status == 400


def test_kingdom_sign_off_is_withdrawn_on_its_page(site: Flask, played: Game) -> None:
    phone, path = Phone(site), played.path("/kingdoms/C")
    page = phone.post(f"{path}/sign-off", form_fields(phone.get(path), "A", "/kingdoms/C/sign-off"))
    assert signed_seats(played) == {"A": [], "B": [], "C": ["A"], "D": []}
    page = phone.post(played.path("/sign-off/withdrawal"), form_fields(page, "A", "/withdrawal"))
    assert page.path == path
    assert signed_seats(played) == {king: [] for king in "ABCD"}
