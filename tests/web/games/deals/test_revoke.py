"""A revoke: recorded in the deal form, charged with the remaining cards, and shown afterwards."""

import json
from urllib.parse import quote

import pytest
from flask import Flask

from tests.support.pages import Answer, Game, Phone, preset, start
from tests.support.tables import DIAMONDS, TREX, Json
from trexscore.i18n import LANGUAGES

BOOKED: Json = {
    **DIAMONDS,
    "captures": {"diamonds": {"A": 2, "B": 10, "C": 1, "D": 0}},
    "renege": {"by": "B"},
    "note": "Charged: Diamonds: 6.",
}
BY_THEN = {"diamonds_A": "2", "diamonds_B": "4", "diamonds_C": "1"}
CONTROL = "section"


def form(phone: Phone, game: Game, contracts: str = "diamonds", more: str = "") -> Answer:
    return phone.get(game.path(f"/deals/new?contracts={contracts}{more}"))


def charged_text(page: Answer) -> str:
    """What the form says is charged to whom, without the marks that isolate names."""
    return page.root.one("p", class_="renege__booked").text.translate({0x2068: None, 0x2069: None})


def test_revoke_charges_remaining_cards(phone: Phone, game: Game) -> None:
    page = phone.send(form(phone, game), "/deals", **BY_THEN, renege="B", preview="1")
    assert charged_text(page) == "Charged to Basil: Diamonds: 6"
    assert page.fields("/deals")["diamonds_B"] == "4"
    assert page.fields("/deals")["diamonds_D"] == ""
    pencil = [cell.text for cell in page.root.find(data_preview_seat="B")]
    assert pencil == ["\u2212100"]
    phone.send(page, "/deals")
    assert game.file()["deals"] == [BOOKED]


def test_revoke_is_removed_with_one_tap(phone: Phone, game: Game) -> None:
    page = phone.send(form(phone, game), "/deals", **BY_THEN, renege="B", preview="1")
    page = phone.send(page, "/deals", renege="", preview="1")
    assert charged_text(page) == ""
    phone.send(page, "/deals")
    assert game.file()["deals"] == [{**DIAMONDS, "captures": {"diamonds": {"A": 2, "B": 4, "C": 1, "D": 6}}}]


def test_revoke_charges_doubled_cards(phone: Phone, game: Game) -> None:
    said = {
        "QS_taken_by": "A",
        "QH_cover": "blanket",
        "QH_doubled_by": "D",
        "QC_cover": "blanket",
        "QC_doubled_by": "C",
    }
    page = phone.send(form(phone, game, "queens"), "/deals", **said, renege="C", preview="1")
    assert charged_text(page) == "Charged to Carine: queen of hearts, queen of diamonds, queen of clubs"
    phone.send(page, "/deals")
    [deal] = game.file()["deals"]
    assert deal["captures"]["queens"] == {
        "spades": {"taken_by": "A"},
        "hearts": {"taken_by": "C", "doubled_by": "D"},
        "diamonds": {"taken_by": "C"},
        "clubs": {"taken_by": "C", "doubled_by": "C"},
    }
    [seat] = [
        one
        for one in phone.get(game.path("/deals/6")).root.find("section", class_="why__seat")
        if "Dani" in one.one("h2").text
    ]
    assert "+25" in seat.text


def test_revoke_needs_no_leader_for_charged_card(site: Flask, phone: Phone) -> None:
    game = start(site, **preset("denexa"))
    said = {"KH_cover": "blanket", "KH_doubled_by": "B", "renege": "B"}
    phone.send(form(phone, game, "king_of_hearts"), "/deals", **said)
    assert game.file()["deals"][0]["captures"] == {"king_of_hearts": {"taken_by": "B", "doubled_by": "B"}}
    again = phone.get(game.path("/deals/6/correct")).form("/deals/6/correct")
    assert "data-incomplete" not in again.attrs


def test_revoke_still_asks_leader_of_taken_card(site: Flask, phone: Phone) -> None:
    game = start(site, **preset("denexa"))
    said = {"KH_cover": "blanket", "KH_doubled_by": "B", "KH_taken_by": "B", "KH_led_by": "A", "renege": "C"}
    phone.send(form(phone, game, "king_of_hearts"), "/deals", **said)
    [deal] = game.file()["deals"]
    assert deal["captures"]["king_of_hearts"]["led_by"] == "A"
    assert "note" not in deal


def test_revoke_charges_whole_deal_by_rule(site: Flask, phone: Phone) -> None:
    game = start(site, **preset("complex", renege="whole_deal_to_offender"))
    contracts = "king_of_hearts%2Bqueens%2Bdiamonds%2Bcollections"
    said = {"KH_taken_by": "A", "diamonds_A": "13", "tricks_A": "13"}
    page = phone.send(form(phone, game, contracts), "/deals", **said, renege="D", preview="1")
    assert charged_text(page) == "Charged to Dani: the whole deal"
    phone.send(page, "/deals")
    [deal] = game.file()["deals"]
    assert deal["captures"]["king_of_hearts"] == {"taken_by": "D"}
    assert deal["captures"]["tricks"] == {"A": 0, "B": 0, "C": 0, "D": 13}
    assert "note" not in deal


@pytest.mark.parametrize(("rules", "contract"), [("rest_to_offender", "trex"), ("none", "diamonds")])
def test_revoke_is_not_asked_without_charge(site: Flask, phone: Phone, rules: str, contract: str) -> None:
    game = start(site, **preset("standard", renege=rules))
    page = form(phone, game, contract, "&renege=B")
    assert not page.root.find(CONTROL, class_="renege")
    captures = {"trex_1": "C", "trex_2": "A", "trex_3": "D"} if contract == "trex" else BY_THEN
    phone.send(page, "/deals", **captures, renege="B")
    assert "renege" not in game.file()["deals"][0]


@pytest.mark.parametrize(("more", "chosen"), [("&renege=B", "B"), ("&renege=who", ""), ("&renege=%3Cb%3E", "")])
def test_revoke_question_opens_by_address(phone: Phone, game: Game, more: str, chosen: str) -> None:
    page = form(phone, game, more=more)
    assert "popover" not in page.root.one(CONTROL, class_="renege").attrs
    assert page.fields("/deals")["renege"] == chosen
    assert "popover" in form(phone, game).root.one(CONTROL, class_="renege").attrs


@pytest.mark.parametrize("said", ["E", "<b>", "A" * 9999])
def test_revoke_of_unknown_seat_is_refused(phone: Phone, game: Game, said: str) -> None:
    answer = phone.send(form(phone, game), "/deals", **BY_THEN, renege=said)
    assert answer.status == 422
    assert answer.problems
    assert game.seq() == 5


def test_revoke_with_too_many_cards_is_refused(phone: Phone, game: Game) -> None:
    answer = phone.send(form(phone, game), "/deals", diamonds_A="9", diamonds_C="9", renege="B")
    assert answer.status == 422
    assert answer.problems
    assert game.seq() == 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_revoke_is_shown_in_deal_sheet_and_history(site: Flask, language: str) -> None:
    game = start(site, BOOKED)
    phone = Phone(site, language)
    why = phone.get(game.path("/deals/6", "read"))
    said = why.root.one("section", class_="why__renege")
    assert "Basil" in said.one("h2").text
    assert said.one("a").attrs["href"] == game.path("/rules", "read") + "#suit-not-followed"
    assert why.root.one("p", class_="why__note").text == BOOKED["note"]
    assert phone.get(game.path("/sheet", "read")).root.find(class_="sheet__reneged")
    notes = [
        note.text for note in phone.get(game.path("/history", "read")).root.find("p", class_="history-entry__note")
    ]
    assert notes == [said.one("h2").text, BOOKED["note"]]


def test_revoke_in_trex_charges_nothing(site: Flask, phone: Phone) -> None:
    game = start(site, {**TREX, "renege": {"by": "B"}})
    text = phone.get(game.path("/deals/6")).root.one("section", class_="why__renege").one("h2").text
    assert text == "\u2068Basil\u2069 revoked."


def changed_entry(review: Answer) -> Json:
    [change] = json.loads(review.root.find("input", name="changes")[0].attrs["value"])
    entry: Json = change["entry"]
    return entry


def test_correction_adds_revoke(site: Flask, phone: Phone) -> None:
    game = start(site, DIAMONDS)
    review = phone.send(phone.get(game.path("/deals/6/correct")), "/deals/6/correct", renege="C", diamonds_D="")
    entry = changed_entry(review)
    assert entry["captures"] == {"diamonds": {"A": 5, "B": 4, "C": 4, "D": 0}}
    assert (entry["renege"], entry["note"]) == ({"by": "C"}, "Charged: Diamonds: 1.")
    assert "Who revoked" in review.root.one("table", class_="difference").text


def test_other_correction_keeps_revoke(site: Flask, phone: Phone) -> None:
    game = start(site, BOOKED)
    page = phone.get(game.path("/deals/6/correct"))
    assert charged_text(page) == "Nothing left to charge to Basil"
    review = phone.send(page, "/deals/6/correct", diamonds_A="1")
    assert changed_entry(review) == {**BOOKED, "captures": {"diamonds": {"A": 1, "B": 11, "C": 1, "D": 0}}}


def test_correction_removes_revoke_and_its_note(site: Flask, phone: Phone) -> None:
    game = start(site, BOOKED)
    page = phone.send(phone.get(game.path("/deals/6/correct")), "/deals/6/correct", renege="")
    assert changed_entry(page) == {name: said for name, said in BOOKED.items() if name not in ("renege", "note")}
    phone.send(page, "/corrections", usual="agreed")
    assert not phone.get(game.path("/deals/6")).root.find("section", class_="why__renege")


@pytest.mark.parametrize("rules", ["none", "rest_to_offender"])
def test_correction_keeps_revoke_not_asked_for(site: Flask, phone: Phone, rules: str) -> None:
    deal = {**TREX, "renege": {"by": "B"}, "note": "he passed"}
    game = start(site, deal, **preset("standard", renege=rules))
    review = phone.send(phone.get(game.path("/deals/6/correct")), "/deals/6/correct", trex_1="A", trex_2="C")
    assert changed_entry(review) == {**deal, "captures": {"trex": ["A", "C", "D", "B"]}}


def test_revoke_request_passes_from_table_to_form(site: Flask, phone: Phone) -> None:
    table = phone.get(start(site).path("/deals/new?renege=who"))
    assert "then tap the player who revoked" in table.root.one("section", class_="status").text
    [diamonds] = table.root.find("a", data_contract="diamonds")
    assert "popover" not in phone.get(diamonds.attrs["href"]).root.one(CONTROL, class_="renege").attrs


def test_revoke_request_passes_king_and_contract_choice(site: Flask, phone: Phone) -> None:
    game = start(site, first_king=None, **preset("combination", next_king="agreed"))
    table = phone.get(game.path("/deals/new?renege=who"))
    [king] = table.root.find("a", data_king="C")
    chosen = phone.get(king.attrs["href"])
    page = phone.send(chosen, "/deals/new", contracts=["queens", "diamonds"])
    assert page.fields("/deals")["king"] == "C"
    assert "popover" not in page.root.one(CONTROL, class_="renege").attrs


def test_revoke_request_uses_announced_deal(phone: Phone, game: Game) -> None:
    game.add_entry({"announced": {"king": "A", "contracts": ["queens"], "doubled": {"hearts": "B"}}})
    page = phone.get(game.path("/deals/new?renege=who"))
    assert page.fields("/deals")["contracts"] == "queens"
    assert page.fields("/deals")["QH_doubled_by"] == "B"


@pytest.mark.parametrize("what", ["/deals/new?renege=who", "/voids/new?reason=misdeal", "/deals/6/correct"])
def test_view_only_link_records_nothing(site: Flask, phone: Phone, what: str) -> None:
    game = start(site, BOOKED)
    assert phone.get(game.path(what, "read")).status == 403
    assert phone.get("/g/" + "A" * 22 + what).status == 404


def test_void_claim_is_recorded_and_shown(phone: Phone, game: Game) -> None:
    phone.send(phone.get(game.path("/voids/new?reason=four_twos")), "/voids", claimed_by="D")
    assert game.file()["deals"] == [{"king": "A", "void": {"reason": "four_twos", "claimed_by": "D"}}]
    for page in ("/sheet", "/history", "/deals/6"):
        assert "Dani" in "".join(
            node.text
            for name in ("sheet__note", "history-entry__note", "why__note")
            for node in phone.get(game.path(page)).root.find(class_=name)
        )


def test_requested_void_reason_is_first_and_chosen(phone: Phone, game: Game) -> None:
    page = phone.get(game.path("/voids/new?reason=queens_split_evenly"))
    first = page.root.find("label", class_="reason")[0]
    assert "checked" in first.one("input", value="queens_split_evenly").attrs
    others = page.root.one("details", class_="void__others")
    assert others.one("summary").text == "Reasons not agreed on at this table"
    assert "queens_split_evenly" not in [node.attrs["value"] for node in others.find("input")]
    assert page.fields("/voids")["reason"] == "queens_split_evenly"
    assert "reason" not in phone.get(game.path(f"/voids/new?reason={quote('<b>')}")).fields("/voids")


def test_void_claim_of_unknown_seat_is_refused(phone: Phone, game: Game) -> None:
    answer = phone.send(phone.get(game.path("/voids/new")), "/voids", reason="misdeal", claimed_by="<b>")
    assert (answer.status, game.seq()) == (422, 5)
    assert answer.problems == answer.in_place
