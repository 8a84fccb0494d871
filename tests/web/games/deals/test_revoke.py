"""A revoke: recorded in the deal form, charged with the remaining cards, and shown afterwards."""

import json
from urllib.parse import quote

import pytest
from flask import Flask

from tests.support.pages import Game, Phone, Response, preset, start
from tests.support.tables import DIAMONDS, TREX, Json
from trexscore.i18n import LANGUAGES

CHARGED_DEAL: Json = {
    **DIAMONDS,
    "captures": {"diamonds": {"A": 2, "B": 10, "C": 1, "D": 0}},
    "renege": {"by": "B"},
    "note": "Charged: Diamonds: 6.",
}
CAPTURES_BEFORE_REVOKE = {"diamonds_A": "2", "diamonds_B": "4", "diamonds_C": "1"}
QUESTION_TAG = "section"


def deal_form(phone: Phone, game: Game, contracts: str = "diamonds", query: str = "") -> Response:
    return phone.get(game.path(f"/deals/new?contracts={contracts}{query}"))


def charged_text(page: Response) -> str:
    """The charge that the form shows, without the isolate characters around names."""
    return page.root.find_one("p", class_="revoke__charged").text.translate({0x2068: None, 0x2069: None})


def test_revoke_charges_remaining_cards(phone: Phone, game: Game) -> None:
    page = phone.send(deal_form(phone, game), "/deals", **CAPTURES_BEFORE_REVOKE, renege="B", preview="1")
    assert charged_text(page) == "Charged to Basil: Diamonds: 6"
    assert page.fields("/deals")["diamonds_B"] == "4"
    assert page.fields("/deals")["diamonds_D"] == ""
    preview_points = [cell.text for cell in page.root.find(data_preview_seat="B")]
    assert preview_points == ["\u2212100"]
    phone.send(page, "/deals")
    assert game.file()["deals"] == [CHARGED_DEAL]


def test_revoke_is_removed_with_one_tap(phone: Phone, game: Game) -> None:
    page = phone.send(deal_form(phone, game), "/deals", **CAPTURES_BEFORE_REVOKE, renege="B", preview="1")
    page = phone.send(page, "/deals", renege="", preview="1")
    assert charged_text(page) == ""
    phone.send(page, "/deals")
    assert game.file()["deals"] == [{**DIAMONDS, "captures": {"diamonds": {"A": 2, "B": 4, "C": 1, "D": 6}}}]


def test_revoke_charges_doubled_cards(phone: Phone, game: Game) -> None:
    fields = {
        "QS_taken_by": "A",
        "QH_cover": "blanket",
        "QH_doubled_by": "D",
        "QC_cover": "blanket",
        "QC_doubled_by": "C",
    }
    page = phone.send(deal_form(phone, game, "queens"), "/deals", **fields, renege="C", preview="1")
    assert charged_text(page) == "Charged to Carine: queen of hearts, queen of diamonds, queen of clubs"
    phone.send(page, "/deals")
    [deal] = game.file()["deals"]
    assert deal["captures"]["queens"] == {
        "spades": {"taken_by": "A"},
        "hearts": {"taken_by": "C", "doubled_by": "D"},
        "diamonds": {"taken_by": "C"},
        "clubs": {"taken_by": "C", "doubled_by": "C"},
    }
    [section] = [
        node
        for node in phone.get(game.path("/deals/6")).root.find("section", class_="explain__seat")
        if "Dani" in node.find_one("h2").text
    ]
    assert "+25" in section.text


def test_revoke_needs_no_leader_for_charged_card(site: Flask, phone: Phone) -> None:
    game = start(site, **preset("denexa"))
    fields = {"KH_cover": "blanket", "KH_doubled_by": "B", "renege": "B"}
    phone.send(deal_form(phone, game, "king_of_hearts"), "/deals", **fields)
    assert game.file()["deals"][0]["captures"] == {"king_of_hearts": {"taken_by": "B", "doubled_by": "B"}}
    correction_form = phone.get(game.path("/deals/6/correct")).form("/deals/6/correct")
    assert "data-incomplete" not in correction_form.attrs


def test_revoke_still_asks_leader_of_taken_card(site: Flask, phone: Phone) -> None:
    game = start(site, **preset("denexa"))
    fields = {"KH_cover": "blanket", "KH_doubled_by": "B", "KH_taken_by": "B", "KH_led_by": "A", "renege": "C"}
    phone.send(deal_form(phone, game, "king_of_hearts"), "/deals", **fields)
    [deal] = game.file()["deals"]
    assert deal["captures"]["king_of_hearts"]["led_by"] == "A"
    assert "note" not in deal


def test_revoke_charges_whole_deal_by_rule(site: Flask, phone: Phone) -> None:
    game = start(site, **preset("complex", renege="whole_deal_to_offender"))
    contracts = "king_of_hearts%2Bqueens%2Bdiamonds%2Bcollections"
    fields = {"KH_taken_by": "A", "diamonds_A": "13", "tricks_A": "13"}
    page = phone.send(deal_form(phone, game, contracts), "/deals", **fields, renege="D", preview="1")
    assert charged_text(page) == "Charged to Dani: the whole deal"
    phone.send(page, "/deals")
    [deal] = game.file()["deals"]
    assert deal["captures"]["king_of_hearts"] == {"taken_by": "D"}
    assert deal["captures"]["tricks"] == {"A": 0, "B": 0, "C": 0, "D": 13}
    assert "note" not in deal


@pytest.mark.parametrize(("rules", "contract"), [("rest_to_offender", "trex"), ("none", "diamonds")])
def test_revoke_is_not_asked_without_charge(site: Flask, phone: Phone, rules: str, contract: str) -> None:
    game = start(site, **preset("standard", renege=rules))
    page = deal_form(phone, game, contract, "&renege=B")
    assert not page.root.find(QUESTION_TAG, class_="revoke")
    captures = {"trex_1": "C", "trex_2": "A", "trex_3": "D"} if contract == "trex" else CAPTURES_BEFORE_REVOKE
    phone.send(page, "/deals", **captures, renege="B")
    assert "renege" not in game.file()["deals"][0]


@pytest.mark.parametrize(("query", "chosen"), [("&renege=B", "B"), ("&renege=ask", ""), ("&renege=%3Cb%3E", "")])
def test_revoke_question_opens_by_address(phone: Phone, game: Game, query: str, chosen: str) -> None:
    page = deal_form(phone, game, query=query)
    assert "popover" not in page.root.find_one(QUESTION_TAG, class_="revoke").attrs
    assert page.fields("/deals")["renege"] == chosen
    assert "popover" in deal_form(phone, game).root.find_one(QUESTION_TAG, class_="revoke").attrs


@pytest.mark.parametrize("seat", ["E", "<b>", "A" * 9999])
def test_revoke_of_unknown_seat_is_refused(phone: Phone, game: Game, seat: str) -> None:
    response = phone.send(deal_form(phone, game), "/deals", **CAPTURES_BEFORE_REVOKE, renege=seat)
    assert response.status == 422
    assert response.problems
    assert game.seq() == 5


def test_revoke_with_too_many_cards_is_refused(phone: Phone, game: Game) -> None:
    response = phone.send(deal_form(phone, game), "/deals", diamonds_A="9", diamonds_C="9", renege="B")
    assert response.status == 422
    assert response.problems
    assert game.seq() == 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_revoke_is_shown_in_deal_sheet_and_history(site: Flask, language: str) -> None:
    game = start(site, CHARGED_DEAL)
    phone = Phone(site, language)
    page = phone.get(game.path("/deals/6", "read"))
    section = page.root.find_one("section", class_="explain__revoke")
    assert "Basil" in section.find_one("h2").text
    assert section.find_one("a").attrs["href"] == game.path("/rules", "read") + "#suit-not-followed"
    assert page.root.find_one("p", class_="explain__note").text == CHARGED_DEAL["note"]
    assert phone.get(game.path("/sheet", "read")).root.find(class_="sheet__revoke")
    notes = [
        note.text for note in phone.get(game.path("/history", "read")).root.find("p", class_="history-entry__note")
    ]
    assert notes == [section.find_one("h2").text, CHARGED_DEAL["note"]]


def test_revoke_in_trex_charges_nothing(site: Flask, phone: Phone) -> None:
    game = start(site, {**TREX, "renege": {"by": "B"}})
    text = phone.get(game.path("/deals/6")).root.find_one("section", class_="explain__revoke").find_one("h2").text
    assert text == "\u2068Basil\u2069 revoked."


def changed_entry(review: Response) -> Json:
    [change] = json.loads(review.root.find("input", name="changes")[0].attrs["value"])
    entry: Json = change["entry"]
    return entry


def test_correction_adds_revoke(site: Flask, phone: Phone) -> None:
    game = start(site, DIAMONDS)
    review = phone.send(phone.get(game.path("/deals/6/correct")), "/deals/6/correct", renege="C", diamonds_D="")
    entry = changed_entry(review)
    assert entry["captures"] == {"diamonds": {"A": 5, "B": 4, "C": 4, "D": 0}}
    assert (entry["renege"], entry["note"]) == ({"by": "C"}, "Charged: Diamonds: 1.")
    assert "Who revoked" in review.root.find_one("table", class_="difference").text


def test_other_correction_keeps_revoke(site: Flask, phone: Phone) -> None:
    game = start(site, CHARGED_DEAL)
    page = phone.get(game.path("/deals/6/correct"))
    assert charged_text(page) == "Nothing left to charge to Basil"
    review = phone.send(page, "/deals/6/correct", diamonds_A="1")
    assert changed_entry(review) == {**CHARGED_DEAL, "captures": {"diamonds": {"A": 1, "B": 11, "C": 1, "D": 0}}}


def test_correction_removes_revoke_and_its_note(site: Flask, phone: Phone) -> None:
    game = start(site, CHARGED_DEAL)
    page = phone.send(phone.get(game.path("/deals/6/correct")), "/deals/6/correct", renege="")
    assert changed_entry(page) == {
        name: value for name, value in CHARGED_DEAL.items() if name not in ("renege", "note")
    }
    phone.send(page, "/corrections", usual="agreed")
    assert not phone.get(game.path("/deals/6")).root.find("section", class_="explain__revoke")


@pytest.mark.parametrize("rules", ["none", "rest_to_offender"])
def test_correction_keeps_revoke_not_asked_for(site: Flask, phone: Phone, rules: str) -> None:
    deal = {**TREX, "renege": {"by": "B"}, "note": "he passed"}
    game = start(site, deal, **preset("standard", renege=rules))
    review = phone.send(phone.get(game.path("/deals/6/correct")), "/deals/6/correct", trex_1="A", trex_2="C")
    assert changed_entry(review) == {**deal, "captures": {"trex": ["A", "C", "D", "B"]}}


def test_revoke_request_passes_from_table_to_form(site: Flask, phone: Phone) -> None:
    table = phone.get(start(site).path("/deals/new?renege=ask"))
    assert "then tap the player who revoked" in table.root.find_one("section", class_="status").text
    [diamonds] = table.root.find("a", data_contract="diamonds")
    assert "popover" not in phone.get(diamonds.attrs["href"]).root.find_one(QUESTION_TAG, class_="revoke").attrs


def test_revoke_request_passes_king_and_contract_choice(site: Flask, phone: Phone) -> None:
    game = start(site, first_king=None, **preset("combination", next_king="agreed"))
    table = phone.get(game.path("/deals/new?renege=ask"))
    [king] = table.root.find("a", data_king="C")
    contract_page = phone.get(king.attrs["href"])
    page = phone.send(contract_page, "/deals/new", contracts=["queens", "diamonds"])
    assert page.fields("/deals")["king"] == "C"
    assert "popover" not in page.root.find_one(QUESTION_TAG, class_="revoke").attrs


def test_revoke_request_uses_announced_deal(phone: Phone, game: Game) -> None:
    game.add_entry({"announced": {"king": "A", "contracts": ["queens"], "doubled": {"hearts": "B"}}})
    page = phone.get(game.path("/deals/new?renege=ask"))
    assert page.fields("/deals")["contracts"] == "queens"
    assert page.fields("/deals")["QH_doubled_by"] == "B"


@pytest.mark.parametrize("path", ["/deals/new?renege=ask", "/voids/new?reason=misdeal", "/deals/6/correct"])
def test_view_only_link_records_nothing(site: Flask, phone: Phone, path: str) -> None:
    game = start(site, CHARGED_DEAL)
    assert phone.get(game.path(path, "read")).status == 403
    assert phone.get("/g/" + "A" * 22 + path).status == 404


def test_void_claim_is_recorded_and_shown(phone: Phone, game: Game) -> None:
    phone.send(phone.get(game.path("/voids/new?reason=four_twos")), "/voids", claimed_by="D")
    assert game.file()["deals"] == [{"king": "A", "void": {"reason": "four_twos", "claimed_by": "D"}}]
    for page in ("/sheet", "/history", "/deals/6"):
        assert "Dani" in "".join(
            node.text
            for name in ("sheet__note", "history-entry__note", "explain__note")
            for node in phone.get(game.path(page)).root.find(class_=name)
        )


def test_requested_void_reason_is_first_and_chosen(phone: Phone, game: Game) -> None:
    page = phone.get(game.path("/voids/new?reason=queens_split_evenly"))
    first_reason = page.root.find("label", class_="reason")[0]
    assert "checked" in first_reason.find_one("input", value="queens_split_evenly").attrs
    other_reasons = page.root.find_one("details", class_="void__more-reasons")
    assert other_reasons.find_one("summary").text == "Reasons not agreed on at this table"
    assert "queens_split_evenly" not in [node.attrs["value"] for node in other_reasons.find("input")]
    assert page.fields("/voids")["reason"] == "queens_split_evenly"
    assert "reason" not in phone.get(game.path(f"/voids/new?reason={quote('<b>')}")).fields("/voids")


def test_void_claim_of_unknown_seat_is_refused(phone: Phone, game: Game) -> None:
    response = phone.send(phone.get(game.path("/voids/new")), "/voids", reason="misdeal", claimed_by="<b>")
    assert (response.status, game.seq()) == (422, 5)
    assert response.problems == response.field_errors
