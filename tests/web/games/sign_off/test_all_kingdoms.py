"""Sign-off of a whole game with one tap per player, on one phone or several."""

import json
import threading
from typing import Any

import pytest
from flask import Flask

from tests.api.events.test_sign_off import OTHER_KING
from tests.support.html import Node
from tests.support.pages import Game, Phone, Response, start
from tests.support.tables import KING, KINGDOM
from tests.support.whole_games import whole_game
from tests.web.games.sign_off.test_routes import player_tokens

BOTH_DATABASES = pytest.mark.parametrize("site", ["sqlite", "postgresql"], indirect=True)
WHOLE_GAME = whole_game("standard", 5)["deals"]
NOT_YET, SIGN_OFF = "No one has signed off yet", "Sign-off"


@pytest.fixture
def played(site: Flask) -> Game:
    return start(site, *WHOLE_GAME)


def entry_kinds(game: Game) -> list[str]:
    entries = json.loads(game.site.test_client().get(f"/api/games/{game.read}/journal").text)["entries"]
    return [entry["kind"] for entry in entries if entry["kind"] not in {"started", "named", "deal"}]


def signed_seats(game: Game) -> dict[str, list[str]]:
    """The seats that signed off each kingdom."""
    state = json.loads(game.site.test_client().get(f"/api/games/{game.read}/state").text)
    return {kingdom["king"]: kingdom["seats"] for kingdom in state["agreements"]}


def form_fields(page: Response, seat: str, action: str = "/sign-off") -> dict[str, Any]:
    """The fields that a tap on a seat sends."""
    (form,) = [node for node in forms(page, action) if node.find("input", name="seat", value=seat)]
    return {node.attrs["name"]: node.attrs["value"] for node in form.find("input")}


def forms(page: Response, action: str) -> list[Node]:
    return [form for form in page.root.find("form") if form.attrs["action"].endswith(action)]


def offered_seats(page: Response, action: str = "/sign-off") -> str:
    """The seats that can sign off on this page."""
    return "".join(form.find_one("input", name="seat").attrs["value"] for form in forms(page, action))


def sign_off(phone: Phone, path: str, seat: str) -> Response:
    return phone.post(f"{path}/sign-off", form_fields(phone.get(f"{path}/sign-off"), seat))


@BOTH_DATABASES
def test_four_taps_sign_off_whole_game(site: Flask, played: Game) -> None:
    phone = Phone(site)
    for seats_left, seat in zip(("BCD", "CD", "D", ""), "ABCD", strict=True):
        page = sign_off(phone, played.path(), seat)
        assert (page.path, offered_seats(page)) == (played.path("/sign-off"), seats_left)
    assert entry_kinds(played) == ["agreed"] * 16
    assert signed_seats(played) == {king: [*"ABCD"] for king in "ABCD"}
    assert page.root.find_one("h1").text == "Signed off by all four"
    state = json.loads(site.test_client().get(f"/api/games/{played.read}/state").text)
    for kingdom in state["agreements"]:
        assert kingdom["seal"] in page.text


def test_player_signs_off_with_one_tap(site: Flask, played: Game) -> None:
    tokens = player_tokens(site, Phone(site), played)
    for seat, token in tokens.items():
        phone = Phone(site, "ar")
        assert offered_seats(phone.get(f"/g/{token}/sign-off")) == seat
        assert offered_seats(sign_off(phone, f"/g/{token}", seat)) == ""
    assert signed_seats(played) == {king: [*"ABCD"] for king in "ABCD"}


def test_player_link_signs_off_for_its_player_only(site: Flask, played: Game) -> None:
    tokens = player_tokens(site, Phone(site), played)
    phone = Phone(site)
    fields = form_fields(phone.get(f"/g/{tokens['B']}/sign-off"), "B") | {"seat": "C"}
    assert phone.post(f"/g/{tokens['B']}/sign-off", fields).status == 403
    assert entry_kinds(played) == []


def test_view_only_link_shows_sign_off(site: Flask, played: Game) -> None:
    phone = Phone(site)
    fields = form_fields(phone.get(played.path("/sign-off")), "A")
    page = phone.get(played.path("/sign-off", "read"))
    assert (page.status, offered_seats(page)) == (200, "")
    assert "not yet" in page.text
    assert phone.post(played.path("/sign-off", "read"), fields).status == 403
    unknown_path = f"/g/{'A' * 22}/sign-off"
    assert (phone.get(unknown_path).status, phone.post(unknown_path, fields).status) == (404, 404)
    assert entry_kinds(played) == []


def test_referee_cannot_sign_off(site: Flask, played: Game) -> None:
    played.add_entry({"terms": {"referee": True}})
    phone = Phone(site)
    page = phone.get(played.path("/links?link=referee", "own"))
    address = page.root.find_one("input", id="address").attrs["value"]
    assert offered_seats(phone.get(f"/g/{address.rpartition('/')[2]}/sign-off")) == ""


def test_same_sign_off_twice_saves_once(site: Flask, played: Game) -> None:
    phone = Phone(site)
    fields = form_fields(phone.get(played.path("/sign-off")), "A")
    for _ in range(2):
        response = phone.post(played.path("/sign-off"), fields)
        assert (response.status, response.root.find(class_="notice--problem")) == (200, [])
    assert entry_kinds(played) == ["agreed"] * 4


def test_sign_off_on_two_phones_saves_once(site: Flask, played: Game) -> None:
    first_phone, second_phone = Phone(site), Phone(site)
    phone_fields = [form_fields(phone.get(played.path("/sign-off")), "A") for phone in (first_phone, second_phone)]
    first_phone.post(played.path("/sign-off"), phone_fields[0])
    response = second_phone.post(played.path("/sign-off"), phone_fields[1])
    assert not response.root.find(class_="notice--problem"), "the sign-off is already saved"
    assert entry_kinds(played) == ["agreed"] * 4


def test_changed_kingdom_is_not_signed_off(site: Flask, played: Game) -> None:
    phone = Phone(site)
    fields = form_fields(phone.get(played.path("/sign-off")), "B")
    king_deal = next(deal for deal in WHOLE_GAME if deal["contracts"] == ["king_of_hearts"])
    king_capture = {**king_deal["captures"]["king_of_hearts"]}
    king_capture["taken_by"] = next(seat for seat in "ABCD" if seat != king_capture["taken_by"])
    change = {
        "seq": 6 + WHOLE_GAME.index(king_deal),
        "entry": {**king_deal, "captures": {"king_of_hearts": king_capture}},
    }
    played.add_entry({"corrected": {"reason": "typed", "changes": [change]}})
    page = phone.post(played.path("/sign-off"), fields)
    (problem,) = page.root.find(class_="notice--problem")
    assert "has changed. Check it again." in problem.text
    other_kings = [seat for seat in "ABCD" if seat != king_deal["king"]]
    assert signed_seats(played) == {king_deal["king"]: []} | {king: ["B"] for king in other_kings}
    assert "One kingdom left" in page.text
    assert {name[-1] for name in form_fields(page, "B") if name.startswith("kingdom_")} == {king_deal["king"]}
    sign_off(phone, played.path(), "B")
    assert signed_seats(played) == {king: ["B"] for king in "ABCD"}


@BOTH_DATABASES
def test_concurrent_sign_offs_all_count(site: Flask, played: Game) -> None:
    phones = {seat: Phone(site) for seat in "ABCD"}
    fields_by_seat = {seat: form_fields(phone.get(played.path("/sign-off")), seat) for seat, phone in phones.items()}
    barrier = threading.Barrier(len(phones))

    def send_sign_off(seat: str) -> None:
        barrier.wait()
        phones[seat].post(played.path("/sign-off"), fields_by_seat[seat], follow=False)

    threads = [threading.Thread(target=send_sign_off, args=[seat]) for seat in phones]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert signed_seats(played) == {king: [*"ABCD"] for king in "ABCD"}


def test_finished_kingdoms_of_running_game_are_signed_off(site: Flask) -> None:
    game, phone = start(site, *WHOLE_GAME[:7]), Phone(site)
    king = WHOLE_GAME[0]["king"]
    for seat in "ABCD":
        page = sign_off(phone, game.path(), seat)
    assert signed_seats(game) == {king: [*"ABCD"]}
    assert "All four have signed off every finished kingdom." in page.text
    assert not page.root.find("tfoot"), "the totals include other kingdoms"
    assert page.root.find_one("a", class_="top__back").attrs["href"] == game.path()


def test_unfinished_kingdom_cannot_be_signed_off(site: Flask) -> None:
    game, phone = start(site, KING), Phone(site)
    page = phone.get(game.path("/sign-off"))
    assert "No finished kingdoms yet" in page.text
    assert not page.root.find_one("main").find("form")
    assert SIGN_OFF not in phone.get(game.path("/sheet")).text


@pytest.mark.parametrize("fields", [{}, {"seat": "A"}, {"seat": "X", "kingdom_A": "0" * 64}, {"kingdom_A": "0" * 64}])
def test_invalid_sign_off_is_refused(site: Flask, played: Game, fields: dict[str, str]) -> None:
    phone = Phone(site)
    csrf_token = phone.token
    assert phone.post(played.path("/sign-off"), {"csrf_token": csrf_token, **fields}).status == 400


def test_sign_off_needs_current_digests(site: Flask, played: Game) -> None:
    phone = Phone(site)
    fields = form_fields(phone.get(played.path("/sign-off")), "A")
    phone.post(played.path("/sign-off"), {**fields, "kingdom_A": "0" * 64, "kingdom_B": "x"})
    assert signed_seats(played) == {"A": [], "B": [], "C": ["A"], "D": ["A"]}


def test_disputed_kingdom_can_be_signed_off(site: Flask, played: Game) -> None:
    phone, message = Phone(site), "has an open dispute."
    assert message not in phone.get(played.path("/sign-off")).text
    played.add_entry({"disputed": {"seat": "B", "about": 7, "reason": "no"}})
    page = phone.get(played.path("/sign-off"))
    (row,) = page.root.find("a", class_="row--disputed")
    assert message in row.text
    assert "The kingdom can be signed off while the dispute is open." in row.text
    assert row.attrs["href"] == played.path("/deals/7") + "#disputes"
    sign_off(phone, played.path(), "A")
    assert signed_seats(played) == {king: ["A"] for king in "ABCD"}


def test_unconfirmed_entry_blocks_sign_off(site: Flask) -> None:
    game, phone = start(site, *KINGDOM[:4]), Phone(site)
    game.add_entry({"terms": {"second_person": True}})
    seq = game.add_entry(KINGDOM[4])
    page = sign_off(phone, game.path(), "A")
    assert "waiting for confirmation by a second person" in page.root.find_one(class_="notice--problem").text
    game.add_entry({"confirmed": {"seq": seq, "seat": "C"}})
    sign_off(phone, game.path(), "A")
    assert signed_seats(game) == {"A": ["A"]}


def test_sign_off_links_to_kingdoms_with_sums(site: Flask) -> None:
    game, phone = start(site, *KINGDOM), Phone(site)
    row = phone.get(game.path("/sign-off")).root.find_one("tr", class_="sign-off-grid__row")
    sheet_row = phone.get(game.path("/sheet")).root.find("tr", class_="sheet__row--sum")[0]
    sums = [cell.text for cell in sheet_row.find("td")[1:]]
    assert [cell.find("bdi")[0].text for cell in row.find("td", class_="sign-off-grid__cell")] == sums
    assert row.find_one("a").attrs["href"] == game.path("/kingdoms/A")


def test_result_and_sheet_count_sign_offs(site: Flask, played: Game) -> None:
    phone = Phone(site)
    for tap_count, text in enumerate((NOT_YET, "One of the four has signed off", "2 of the four have signed off")):
        for path in ("/result", "/sheet"):
            page = phone.get(played.path(path))
            (row,) = [
                link for link in page.root.find("a", class_="row") if SIGN_OFF in link.text and not link.inside("nav")
            ]
            assert text in row.text
            assert row.attrs["href"] == played.path("/sign-off")
        sign_off(phone, played.path(), "ABCD"[tap_count])


def test_correction_cancels_sign_offs(site: Flask) -> None:
    game, phone = start(site, *KINGDOM), Phone(site)
    sign_off(phone, game.path(), "A")
    game.add_entry({"corrected": {"reason": "typed", "changes": [OTHER_KING]}})
    assert NOT_YET in phone.get(game.path("/sheet")).text
    assert offered_seats(phone.get(game.path("/sign-off"))) == "ABCD"


def test_sign_off_shows_kingdoms_left(site: Flask, played: Game) -> None:
    phone = Phone(site)
    phone.post(
        played.path("/kingdoms/C/sign-off"), form_fields(phone.get(played.path("/kingdoms/C")), "A", "/sign-off")
    )
    side = phone.get(played.path("/sign-off")).root.find(class_="side--a")[0]
    assert "3 kingdoms left" in side.text
