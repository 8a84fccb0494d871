"""All four agree on a whole game: one tap for each, on one phone or on four."""

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
from tests.web.games.sign_off.test_routes import seats_of

BOTH_DATABASES = pytest.mark.parametrize("site", ["sqlite", "postgresql"], indirect=True)
WHOLE = whole_game("standard", 5)["deals"]
NOT_YET, AGREE = "No one has signed off yet", "Sign-off"


@pytest.fixture
def played(site: Flask) -> Game:
    return start(site, *WHOLE)


def kinds(game: Game) -> list[str]:
    entries = json.loads(game.site.test_client().get(f"/api/games/{game.read}/journal").text)["entries"]
    return [one["kind"] for one in entries if one["kind"] not in {"started", "named", "deal"}]


def agreed(game: Game) -> dict[str, list[str]]:
    """Who agrees on which kingdom, as it stands."""
    state = json.loads(game.site.test_client().get(f"/api/games/{game.read}/state").text)
    return {one["king"]: one["seats"] for one in state["agreements"]}


def form_of(page: Answer, seat: str, action: str = "/sign-off") -> dict[str, Any]:
    """What a tap on a seat sends."""
    (form,) = [one for one in forms(page, action) if one.find("input", name="seat", value=seat)]
    return {node.attrs["name"]: node.attrs["value"] for node in form.find("input")}


def forms(page: Answer, action: str) -> list[Node]:
    return [one for one in page.root.find("form") if one.attrs["action"].endswith(action)]


def offered(page: Answer, action: str = "/sign-off") -> str:
    """The seats that can sign off on this page."""
    return "".join(one.one("input", name="seat").attrs["value"] for one in forms(page, action))


def tap(phone: Phone, path: str, seat: str) -> Answer:
    return phone.post(f"{path}/sign-off", form_of(phone.get(f"{path}/sign-off"), seat))


@BOTH_DATABASES
def test_four_taps_on_one_phone_agree_on_the_whole_game(site: Flask, played: Game) -> None:
    phone = Phone(site)
    for left, seat in zip(("BCD", "CD", "D", ""), "ABCD", strict=True):
        page = tap(phone, played.path(), seat)
        assert (page.path, offered(page)) == (played.path("/sign-off"), left)
    assert kinds(played) == ["agreed"] * 16
    assert agreed(played) == {king: [*"ABCD"] for king in "ABCD"}
    assert page.root.one("h1").text == "Signed off by all four"
    state = json.loads(site.test_client().get(f"/api/games/{played.read}/state").text)
    for one in state["agreements"]:
        assert one["seal"] in page.text


def test_each_of_the_four_agrees_with_one_tap_on_their_own_phone(site: Flask, played: Game) -> None:
    tokens = seats_of(site, Phone(site), played)
    for seat, token in tokens.items():
        phone = Phone(site, "ar")
        assert offered(phone.get(f"/g/{token}/sign-off")) == seat
        assert offered(tap(phone, f"/g/{token}", seat)) == ""
    assert agreed(played) == {king: [*"ABCD"] for king in "ABCD"}


def test_a_players_link_agrees_for_nobody_else(site: Flask, played: Game) -> None:
    tokens = seats_of(site, Phone(site), played)
    phone = Phone(site)
    said = form_of(phone.get(f"/g/{tokens['B']}/sign-off"), "B") | {"seat": "C"}
    assert phone.post(f"/g/{tokens['B']}/sign-off", said).status == 403
    assert kinds(played) == []


def test_a_reader_sees_who_agrees_and_says_nothing_and_a_stranger_sees_nothing(site: Flask, played: Game) -> None:
    phone = Phone(site)
    said = form_of(phone.get(played.path("/sign-off")), "A")
    page = phone.get(played.path("/sign-off", "read"))
    assert (page.status, offered(page)) == (200, "")
    assert "not yet" in page.text
    assert phone.post(played.path("/sign-off", "read"), said).status == 403
    stranger = f"/g/{'A' * 22}/sign-off"
    assert (phone.get(stranger).status, phone.post(stranger, said).status) == (404, 404)
    assert kinds(played) == []


def test_a_referee_rules_and_agrees_for_nobody(site: Flask, played: Game) -> None:
    played.say({"terms": {"referee": True}})
    phone = Phone(site)
    page = phone.get(played.path("/links?link=referee", "own"))
    address = page.root.one("input", id="address").attrs["value"]
    assert offered(phone.get(f"/g/{address.rpartition('/')[2]}/sign-off")) == ""


def test_the_same_tap_sent_twice_is_said_once(site: Flask, played: Game) -> None:
    phone = Phone(site)
    said = form_of(phone.get(played.path("/sign-off")), "A")
    for _ in range(2):
        answer = phone.post(played.path("/sign-off"), said)
        assert (answer.status, answer.root.find(class_="notice--problem")) == (200, [])
    assert kinds(played) == ["agreed"] * 4


def test_two_phones_that_speak_for_the_same_player_say_it_once(site: Flask, played: Game) -> None:
    one, other = Phone(site), Phone(site)
    forms = [form_of(phone.get(played.path("/sign-off")), "A") for phone in (one, other)]
    one.post(played.path("/sign-off"), forms[0])
    answer = other.post(played.path("/sign-off"), forms[1])
    assert not answer.root.find(class_="notice--problem"), "they have what they wanted"
    assert kinds(played) == ["agreed"] * 4


def test_a_kingdom_that_was_put_right_meanwhile_is_not_agreed_on_and_that_is_said(site: Flask, played: Game) -> None:
    phone = Phone(site)
    said = form_of(phone.get(played.path("/sign-off")), "B")
    king = next(deal for deal in WHOLE if deal["contracts"] == ["king_of_hearts"])
    taken = {**king["captures"]["king_of_hearts"]}
    taken["taken_by"] = next(seat for seat in "ABCD" if seat != taken["taken_by"])
    changed = {"seq": 6 + WHOLE.index(king), "entry": {**king, "captures": {"king_of_hearts": taken}}}
    played.say({"corrected": {"reason": "typed", "changes": [changed]}})
    page = phone.post(played.path("/sign-off"), said)
    (problem,) = page.root.find(class_="notice--problem")
    assert "has changed. Check it again." in problem.text
    others = [one for one in "ABCD" if one != king["king"]]
    assert agreed(played) == {king["king"]: []} | {king: ["B"] for king in others}
    assert "One kingdom left" in page.text
    assert {name[-1] for name in form_of(page, "B") if name.startswith("kingdom_")} == {king["king"]}
    tap(phone, played.path(), "B")
    assert agreed(played) == {king: ["B"] for king in "ABCD"}


@BOTH_DATABASES
def test_four_who_tap_at_once_are_all_heard(site: Flask, played: Game) -> None:
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
    assert agreed(played) == {king: [*"ABCD"] for king in "ABCD"}


def test_while_a_game_goes_on_what_is_over_can_be_agreed_on(site: Flask) -> None:
    game, phone = start(site, *WHOLE[:7]), Phone(site)
    king = WHOLE[0]["king"]
    for seat in "ABCD":
        page = tap(phone, game.path(), seat)
    assert agreed(game) == {king: [*"ABCD"]}
    assert "All four have signed off every finished kingdom." in page.text
    assert not page.root.find("tfoot"), "the totals hold more than these kingdoms"
    assert page.root.one("a", class_="top__back").attrs["href"] == game.path()


def test_before_a_kingdom_is_over_there_is_nothing_to_agree_on(site: Flask) -> None:
    game, phone = start(site, KING), Phone(site)
    page = phone.get(game.path("/sign-off"))
    assert "No finished kingdoms yet" in page.text
    assert not page.root.one("main").find("form")
    assert AGREE not in phone.get(game.path("/sheet")).text


@pytest.mark.parametrize("said", [{}, {"seat": "A"}, {"seat": "X", "kingdom_A": "0" * 64}, {"kingdom_A": "0" * 64}])
def test_a_tap_that_says_nothing_is_refused(site: Flask, played: Game, said: dict[str, str]) -> None:
    phone = Phone(site)
    proof = phone.token
    assert phone.post(played.path("/sign-off"), {"csrf_token": proof, **said}).status == 400


def test_what_nobody_was_shown_is_agreed_on_by_nobody(site: Flask, played: Game) -> None:
    phone = Phone(site)
    said = form_of(phone.get(played.path("/sign-off")), "A")
    phone.post(played.path("/sign-off"), {**said, "kingdom_A": "0" * 64, "kingdom_B": "x"})
    assert agreed(played) == {"A": [], "B": [], "C": ["A"], "D": ["A"]}


def test_what_is_disputed_is_marked_and_can_be_agreed_on_all_the_same(site: Flask, played: Game) -> None:
    phone, disputed = Phone(site), "has an open dispute."
    assert disputed not in phone.get(played.path("/sign-off")).text
    played.say({"disputed": {"seat": "B", "about": 7, "reason": "no"}})
    page = phone.get(played.path("/sign-off"))
    (row,) = page.root.find("a", class_="row--disputed")
    assert disputed in row.text
    assert "It can be signed off while the dispute is open." in row.text
    assert row.attrs["href"] == played.path("/deals/7") + "#disputes"
    tap(phone, played.path(), "A")
    assert agreed(played) == {king: ["A"] for king in "ABCD"}


def test_what_waits_for_a_second_person_is_not_agreed_on_before(site: Flask) -> None:
    game, phone = start(site, *KINGDOM[:4]), Phone(site)
    game.say({"terms": {"second_person": True}})
    waiting = game.say(KINGDOM[4])
    page = tap(phone, game.path(), "A")
    assert "waiting for confirmation by a second person" in page.root.one(class_="notice--problem").text
    game.say({"confirmed": {"seq": waiting, "seat": "C"}})
    tap(phone, game.path(), "A")
    assert agreed(game) == {"A": ["A"]}


def test_each_kingdom_leads_to_its_own_page_with_the_sums_of_the_four(site: Flask) -> None:
    game, phone = start(site, *KINGDOM), Phone(site)
    row = phone.get(game.path("/sign-off")).root.one("tr", class_="accord__row")
    on_the_sheet = phone.get(game.path("/sheet")).root.find("tr", class_="sheet__row--sum")[0]
    sums = [cell.text for cell in on_the_sheet.find("td")[1:]]
    assert [cell.find("bdi")[0].text for cell in row.find("td", class_="accord__cell")] == sums
    assert row.one("a").attrs["href"] == game.path("/kingdoms/A")


def test_result_and_sheet_lead_there_and_say_how_many_have_agreed(site: Flask, played: Game) -> None:
    phone = Phone(site)
    for taps, told in enumerate((NOT_YET, "One of the four has signed off", "2 of the four have signed off")):
        for path in ("/result", "/sheet"):
            page = phone.get(played.path(path))
            (row,) = [one for one in page.root.find("a", class_="row") if AGREE in one.text and not one.inside("nav")]
            assert told in row.text
            assert row.attrs["href"] == played.path("/sign-off")
        tap(phone, played.path(), "ABCD"[taps])


def test_a_correction_makes_all_four_look_again(site: Flask) -> None:
    game, phone = start(site, *KINGDOM), Phone(site)
    tap(phone, game.path(), "A")
    game.say({"corrected": {"reason": "typed", "changes": [OTHER_KING]}})
    assert NOT_YET in phone.get(game.path("/sheet")).text
    assert offered(phone.get(game.path("/sign-off"))) == "ABCD"


def test_a_players_note_says_how_many_kingdoms_are_left(site: Flask, played: Game) -> None:
    phone = Phone(site)
    phone.post(played.path("/kingdoms/C/sign-off"), form_of(phone.get(played.path("/kingdoms/C")), "A", "/sign-off"))
    side = phone.get(played.path("/sign-off")).root.find(class_="side--a")[0]
    assert "3 kingdoms left" in side.text
