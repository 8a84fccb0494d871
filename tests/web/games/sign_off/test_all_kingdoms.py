"""Sign-off of a whole game: one tap for each player, on one phone or on four."""

import json
import threading
from typing import Any

import pytest
from flask import Flask

from tests.api.events.test_sign_off import OTHER_KING
from tests.support.html import Node
from tests.support.pages import Answer, Game, Phone, start
from tests.support.tables import KING, KINGDOM
from tests.support.whole_games import whole_game
from tests.web.games.sign_off.test_routes import player_tokens

BOTH_DATABASES = pytest.mark.parametrize("site", ["sqlite", "postgresql"], indirect=True)
WHOLE = whole_game("standard", 5)["deals"]
NOT_YET, AGREE = "No one has signed off yet", "Sign-off"


@pytest.fixture
def played(site: Flask) -> Game:
    return start(site, *WHOLE)


def kinds(game: Game) -> list[str]:
    entries = json.loads(game.site.test_client().get(f"/api/games/{game.read}/journal").text)["entries"]
    return [one["kind"] for one in entries if one["kind"] not in {"started", "named", "deal"}]


def signed_seats(game: Game) -> dict[str, list[str]]:
    """The seats that signed off each kingdom."""
    state = json.loads(game.site.test_client().get(f"/api/games/{game.read}/state").text)
    return {one["king"]: one["seats"] for one in state["agreements"]}


def form_of(page: Answer, seat: str, action: str = "/sign-off") -> dict[str, Any]:
    """The fields that a tap on a seat sends."""
    (form,) = [one for one in forms(page, action) if one.find("input", name="seat", value=seat)]
    return {node.attrs["name"]: node.attrs["value"] for node in form.find("input")}


def forms(page: Answer, action: str) -> list[Node]:
    return [one for one in page.root.find("form") if one.attrs["action"].endswith(action)]


def offered(page: Answer, action: str = "/sign-off") -> str:
    """The seats that can sign off on this page."""
    return "".join(one.one("input", name="seat").attrs["value"] for one in forms(page, action))


def sign_off(phone: Phone, path: str, seat: str) -> Answer:
    return phone.post(f"{path}/sign-off", form_of(phone.get(f"{path}/sign-off"), seat))


@BOTH_DATABASES
def test_four_taps_sign_off_whole_game(site: Flask, played: Game) -> None:
    phone = Phone(site)
    for left, seat in zip(("BCD", "CD", "D", ""), "ABCD", strict=True):
        page = sign_off(phone, played.path(), seat)
        assert (page.path, offered(page)) == (played.path("/sign-off"), left)
    assert kinds(played) == ["agreed"] * 16
    assert signed_seats(played) == {king: [*"ABCD"] for king in "ABCD"}
    assert page.root.one("h1").text == "Signed off by all four"
    state = json.loads(site.test_client().get(f"/api/games/{played.read}/state").text)
    for one in state["agreements"]:
        assert one["seal"] in page.text


def test_player_signs_off_with_one_tap(site: Flask, played: Game) -> None:
    tokens = player_tokens(site, Phone(site), played)
    for seat, token in tokens.items():
        phone = Phone(site, "ar")
        assert offered(phone.get(f"/g/{token}/sign-off")) == seat
        assert offered(sign_off(phone, f"/g/{token}", seat)) == ""
    assert signed_seats(played) == {king: [*"ABCD"] for king in "ABCD"}


def test_player_link_signs_off_for_its_player_only(site: Flask, played: Game) -> None:
    tokens = player_tokens(site, Phone(site), played)
    phone = Phone(site)
    said = form_of(phone.get(f"/g/{tokens['B']}/sign-off"), "B") | {"seat": "C"}
    assert phone.post(f"/g/{tokens['B']}/sign-off", said).status == 403
    assert kinds(played) == []


def test_view_only_link_shows_sign_off(site: Flask, played: Game) -> None:
    phone = Phone(site)
    said = form_of(phone.get(played.path("/sign-off")), "A")
    page = phone.get(played.path("/sign-off", "read"))
    assert (page.status, offered(page)) == (200, "")
    assert "not yet" in page.text
    assert phone.post(played.path("/sign-off", "read"), said).status == 403
    stranger = f"/g/{'A' * 22}/sign-off"
    assert (phone.get(stranger).status, phone.post(stranger, said).status) == (404, 404)
    assert kinds(played) == []


def test_referee_cannot_sign_off(site: Flask, played: Game) -> None:
    played.add_entry({"terms": {"referee": True}})
    phone = Phone(site)
    page = phone.get(played.path("/links?link=referee", "own"))
    address = page.root.one("input", id="address").attrs["value"]
    assert offered(phone.get(f"/g/{address.rpartition('/')[2]}/sign-off")) == ""


def test_same_sign_off_twice_saves_once(site: Flask, played: Game) -> None:
    phone = Phone(site)
    said = form_of(phone.get(played.path("/sign-off")), "A")
    for _ in range(2):
        answer = phone.post(played.path("/sign-off"), said)
        assert (answer.status, answer.root.find(class_="notice--problem")) == (200, [])
    assert kinds(played) == ["agreed"] * 4


def test_sign_off_on_two_phones_saves_once(site: Flask, played: Game) -> None:
    one, other = Phone(site), Phone(site)
    forms = [form_of(phone.get(played.path("/sign-off")), "A") for phone in (one, other)]
    one.post(played.path("/sign-off"), forms[0])
    answer = other.post(played.path("/sign-off"), forms[1])
    assert not answer.root.find(class_="notice--problem"), "they have what they wanted"
    assert kinds(played) == ["agreed"] * 4


def test_changed_kingdom_is_not_signed_off(site: Flask, played: Game) -> None:
    phone = Phone(site)
    said = form_of(phone.get(played.path("/sign-off")), "B")
    king = next(deal for deal in WHOLE if deal["contracts"] == ["king_of_hearts"])
    taken = {**king["captures"]["king_of_hearts"]}
    taken["taken_by"] = next(seat for seat in "ABCD" if seat != taken["taken_by"])
    changed = {"seq": 6 + WHOLE.index(king), "entry": {**king, "captures": {"king_of_hearts": taken}}}
    played.add_entry({"corrected": {"reason": "typed", "changes": [changed]}})
    page = phone.post(played.path("/sign-off"), said)
    (problem,) = page.root.find(class_="notice--problem")
    assert "has changed. Check it again." in problem.text
    others = [one for one in "ABCD" if one != king["king"]]
    assert signed_seats(played) == {king["king"]: []} | {king: ["B"] for king in others}
    assert "One kingdom left" in page.text
    assert {name[-1] for name in form_of(page, "B") if name.startswith("kingdom_")} == {king["king"]}
    sign_off(phone, played.path(), "B")
    assert signed_seats(played) == {king: ["B"] for king in "ABCD"}


@BOTH_DATABASES
def test_concurrent_sign_offs_all_count(site: Flask, played: Game) -> None:
    phones = {seat: Phone(site) for seat in "ABCD"}
    said = {seat: form_of(phone.get(played.path("/sign-off")), seat) for seat, phone in phones.items()}
    gate = threading.Barrier(len(phones))

    def agree(seat: str) -> None:
        gate.wait()
        phones[seat].post(played.path("/sign-off"), said[seat], follow=False)

    threads = [threading.Thread(target=agree, args=[seat]) for seat in phones]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert signed_seats(played) == {king: [*"ABCD"] for king in "ABCD"}


def test_finished_kingdoms_of_running_game_are_signed_off(site: Flask) -> None:
    game, phone = start(site, *WHOLE[:7]), Phone(site)
    king = WHOLE[0]["king"]
    for seat in "ABCD":
        page = sign_off(phone, game.path(), seat)
    assert signed_seats(game) == {king: [*"ABCD"]}
    assert "All four have signed off every finished kingdom." in page.text
    assert not page.root.find("tfoot"), "the totals hold more than these kingdoms"
    assert page.root.one("a", class_="top__back").attrs["href"] == game.path()


def test_unfinished_kingdom_cannot_be_signed_off(site: Flask) -> None:
    game, phone = start(site, KING), Phone(site)
    page = phone.get(game.path("/sign-off"))
    assert "No finished kingdoms yet" in page.text
    assert not page.root.one("main").find("form")
    assert AGREE not in phone.get(game.path("/sheet")).text


@pytest.mark.parametrize("said", [{}, {"seat": "A"}, {"seat": "X", "kingdom_A": "0" * 64}, {"kingdom_A": "0" * 64}])
def test_invalid_sign_off_is_refused(site: Flask, played: Game, said: dict[str, str]) -> None:
    phone = Phone(site)
    proof = phone.token
    assert phone.post(played.path("/sign-off"), {"csrf_token": proof, **said}).status == 400


def test_sign_off_needs_current_digests(site: Flask, played: Game) -> None:
    phone = Phone(site)
    said = form_of(phone.get(played.path("/sign-off")), "A")
    phone.post(played.path("/sign-off"), {**said, "kingdom_A": "0" * 64, "kingdom_B": "x"})
    assert signed_seats(played) == {"A": [], "B": [], "C": ["A"], "D": ["A"]}


def test_disputed_kingdom_can_be_signed_off(site: Flask, played: Game) -> None:
    phone, disputed = Phone(site), "has an open dispute."
    assert disputed not in phone.get(played.path("/sign-off")).text
    played.add_entry({"disputed": {"seat": "B", "about": 7, "reason": "no"}})
    page = phone.get(played.path("/sign-off"))
    (row,) = page.root.find("a", class_="row--disputed")
    assert disputed in row.text
    assert "It can be signed off while the dispute is open." in row.text
    assert row.attrs["href"] == played.path("/deals/7") + "#disputes"
    sign_off(phone, played.path(), "A")
    assert signed_seats(played) == {king: ["A"] for king in "ABCD"}


def test_unconfirmed_entry_blocks_sign_off(site: Flask) -> None:
    game, phone = start(site, *KINGDOM[:4]), Phone(site)
    game.add_entry({"terms": {"second_person": True}})
    waiting = game.add_entry(KINGDOM[4])
    page = sign_off(phone, game.path(), "A")
    assert "waiting for confirmation by a second person" in page.root.one(class_="notice--problem").text
    game.add_entry({"confirmed": {"seq": waiting, "seat": "C"}})
    sign_off(phone, game.path(), "A")
    assert signed_seats(game) == {"A": ["A"]}


def test_sign_off_links_to_kingdoms_with_sums(site: Flask) -> None:
    game, phone = start(site, *KINGDOM), Phone(site)
    row = phone.get(game.path("/sign-off")).root.one("tr", class_="sign-off-grid__row")
    on_the_sheet = phone.get(game.path("/sheet")).root.find("tr", class_="sheet__row--sum")[0]
    sums = [cell.text for cell in on_the_sheet.find("td")[1:]]
    assert [cell.find("bdi")[0].text for cell in row.find("td", class_="sign-off-grid__cell")] == sums
    assert row.one("a").attrs["href"] == game.path("/kingdoms/A")


def test_result_and_sheet_count_sign_offs(site: Flask, played: Game) -> None:
    phone = Phone(site)
    for taps, told in enumerate((NOT_YET, "One of the four has signed off", "2 of the four have signed off")):
        for path in ("/result", "/sheet"):
            page = phone.get(played.path(path))
            (row,) = [one for one in page.root.find("a", class_="row") if AGREE in one.text and not one.inside("nav")]
            assert told in row.text
            assert row.attrs["href"] == played.path("/sign-off")
        sign_off(phone, played.path(), "ABCD"[taps])


def test_correction_cancels_sign_offs(site: Flask) -> None:
    game, phone = start(site, *KINGDOM), Phone(site)
    sign_off(phone, game.path(), "A")
    game.add_entry({"corrected": {"reason": "typed", "changes": [OTHER_KING]}})
    assert NOT_YET in phone.get(game.path("/sheet")).text
    assert offered(phone.get(game.path("/sign-off"))) == "ABCD"


def test_sign_off_shows_kingdoms_left(site: Flask, played: Game) -> None:
    phone = Phone(site)
    phone.post(played.path("/kingdoms/C/sign-off"), form_of(phone.get(played.path("/kingdoms/C")), "A", "/sign-off"))
    side = phone.get(played.path("/sign-off")).root.find(class_="side--a")[0]
    assert "3 kingdoms left" in side.text
