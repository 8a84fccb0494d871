"""Corrections through the pages: choosing an entry, changing it, the preview, and the reason."""

import json
from urllib.parse import quote

import pytest
from flask import Flask

from tests.support.corrections import href_of_link
from tests.support.pages import Game, Phone, Response, capture_fields, start
from tests.support.tables import ADJUSTMENT, COLLECTIONS, DIAMONDS, TREX, VOID, Json

CORRECTED_DIAMONDS: Json = {**DIAMONDS, "captures": {"diamonds": {"A": 4, "B": 5, "C": 3, "D": 1}}}


@pytest.fixture
def played(site: Flask) -> Game:
    return start(site, DIAMONDS, TREX)


def preview_captures(phone: Phone, game: Game, path: str, captures: Json) -> Response:
    """Open the form of a correction, enter the captures, and preview the changes."""
    page = phone.get(game.path(path))
    action = path.partition("?")[0]
    return phone.send(page, action, **capture_fields(captures))


def preview_changes(phone: Phone, game: Game, *changes: Json) -> Response:
    return phone.get(game.path(f"/corrections/new?changes={quote(json.dumps(changes))}"))


def test_correction_is_previewed_before_saving(phone: Phone, played: Game) -> None:
    page = preview_captures(phone, played, "/deals/6/correct", CORRECTED_DIAMONDS["captures"])
    rows = [
        [cell.text for cell in row.find("td")] for row in page.root.find_one("table", class_="difference").find("tr")
    ]
    assert rows[1:] == [["5", "", "4"], ["4", "", "5"]]
    assert played.seq() == 7
    phone.send(page, played.path("/corrections"), usual="counted")
    assert played.file()["deals"] == [CORRECTED_DIAMONDS, TREX]
    assert "Recounted" in phone.get(played.path("/deals/6")).root.find_one("main").text


def test_correction_form_shows_recorded_deal(phone: Phone, played: Game) -> None:
    page = phone.get(played.path("/deals/6/correct"))
    assert [field.attrs["value"] for field in page.root.find("input", **{"data-count": ""})] == ["5", "4", "3", "1"]


def test_repeated_contract_is_shown_and_removed(phone: Phone, played: Game) -> None:
    page = preview_captures(phone, played, "/deals/6/correct?contracts=trex", TREX["captures"])
    assert "has already played: Trex." in page.root.find_one("main").text
    assert not page.root.find("form")[0].find("button")
    addresses = {node.text: node.attrs["href"] for node in page.root.find("a", class_="button")}
    page = phone.get(addresses["Remove entry"])
    assert "Trex does not count" in page.root.find_one("main").text
    phone.send(page, played.path("/corrections"), usual="typed")
    assert played.file()["deals"] == [TREX]


def test_two_deals_are_corrected_at_once(phone: Phone, played: Game) -> None:
    page = preview_captures(phone, played, "/deals/6/correct?contracts=trex", TREX["captures"])
    address = next(
        node.attrs["href"] for node in page.root.find("a", class_="button") if node.text == "Correct as well"
    )
    form = phone.get(address)
    changes = form.root.find("input", name="changes")[0].attrs["value"]
    page = preview_captures(
        phone, played, f"/deals/7/correct?contracts=diamonds&changes={quote(changes)}", DIAMONDS["captures"]
    )
    phone.send(page, played.path("/corrections"), reason="we mixed them up")
    assert played.file()["deals"] == [TREX, DIAMONDS]
    assert played.seq() == 8


def test_conflicting_deals_are_both_named(phone: Phone, played: Game) -> None:
    page = preview_captures(phone, played, "/deals/7/correct?contracts=diamonds", DIAMONDS["captures"])
    own_deal, other_deal = page.root.find("li", class_="impossible__deal")
    assert "being corrected" in own_deal.text
    assert [node.text for node in own_deal.find("a")] == ["Change again"]
    assert "Deal 1, Amal’s kingdom" in other_deal.text
    assert [node.text for node in other_deal.find("a")] == ["Correct as well", "Remove entry"]
    assert "/deals/6/dispute" in href_of_link(page, "Correct as well")
    form = phone.get(href_of_link(page, "Correct as well"))
    assert (
        form.root.find_one("a", class_="top__back").attrs["href"].startswith(played.path("/corrections/new?changes="))
    )
    changes = quote(form.root.find("input", name="changes")[0].attrs["value"])
    page = preview_captures(phone, played, f"/deals/6/correct?contracts=trex&changes={changes}", TREX["captures"])
    phone.send(page, played.path("/corrections"), usual="typed")
    assert played.file()["deals"] == [TREX, DIAMONDS]


def test_deal_of_wrong_king_is_named_with_conflict(phone: Phone, played: Game) -> None:
    page = preview_captures(phone, played, "/deals/7/correct?king=C", TREX["captures"])
    own_deal, other_deal = page.root.find("li", class_="impossible__deal")
    assert "Carine’s kingdom" in own_deal.text
    assert "being corrected" in own_deal.text
    assert "Diamonds" in other_deal.text


def test_missing_deal_is_added(phone: Phone, played: Game) -> None:
    address = "/corrections/missing/entry?before=7&contracts=collections"
    assert phone.get(played.path(address)).root.find_one(class_="top__end").text == "Deal 2"
    page = preview_captures(phone, played, address, COLLECTIONS["captures"])
    phone.send(page, played.path("/corrections"), usual="typed")
    assert played.file()["deals"] == [DIAMONDS, COLLECTIONS, TREX]


def test_wrong_king_of_first_deal_is_corrected(site: Flask, phone: Phone) -> None:
    game = start(site, DIAMONDS, first_king=None)
    page = preview_captures(phone, game, "/deals/6/correct?king=C", DIAMONDS["captures"])
    phone.send(page, game.path("/corrections"), usual="typed")
    assert game.file()["deals"][0]["king"] == "C"


@pytest.mark.parametrize(("entry", "seq"), [(VOID, 6), (ADJUSTMENT, 6), (DIAMONDS, 6)])
def test_entry_is_removed_by_correction(site: Flask, phone: Phone, entry: Json, seq: int) -> None:
    game = start(site, entry)
    page = phone.get(game.path(f"/deals/{seq}/dispute"))
    address = next(node.attrs["href"] for node in page.root.find("a", class_="row") if "Remove this entry" in node.text)
    phone.send(phone.get(address), game.path("/corrections"), usual="typed")
    assert game.file()["deals"] == []


def test_correction_needs_reason(phone: Phone, played: Game) -> None:
    page = preview_changes(phone, played, {"seq": 6, "entry": CORRECTED_DIAMONDS})
    response = phone.send(page, played.path("/corrections"), usual=None)
    assert response.status == 422
    assert "Enter a reason." in response.text
    assert played.seq() == 7


def test_unchanged_correction_cannot_be_saved(phone: Phone, played: Game) -> None:
    page = preview_changes(phone, played, {"seq": 6, "entry": DIAMONDS})
    assert "This matches the saved version" in page.text
    assert not page.root.find("button", class_="bar")


@pytest.mark.parametrize("changes", ["", "x", "{}", "[7]", '[{"seq":99,"entry":null}]', "[" * 3000, '[{"seq":6}]'])
def test_invalid_changes_lead_to_sheet(phone: Phone, played: Game, changes: str) -> None:
    response = phone.get(played.path(f"/corrections/new?changes={quote(changes)}"))
    assert (response.status, response.path) == (200, played.path("/sheet"))
    assert phone.get(played.path(f"/deals/6/wrong?changes={quote(changes)}")).status == 200


def test_unknown_contract_leads_to_question(phone: Phone, played: Game) -> None:
    assert phone.get(played.path("/deals/6/correct?contracts=poker")).path == played.path("/deals/6/dispute")


def test_concurrent_entry_needs_second_confirmation(phone: Phone, played: Game) -> None:
    page = preview_changes(phone, played, {"seq": 6, "entry": CORRECTED_DIAMONDS})
    played.add_entry({"adjustment": {"A": 5, "B": -5}, "reason": "agreed"})
    response = phone.send(page, played.path("/corrections"), usual="typed")
    assert response.status == 422
    assert "Someone else saved an entry" in response.text
    phone.send(response, played.path("/corrections"), usual="typed")
    assert played.file()["deals"][0] == CORRECTED_DIAMONDS


def test_exported_journal_equals_api(site: Flask, phone: Phone, played: Game) -> None:
    exported = phone.get(played.path("/journal.json")).text
    response = site.test_client().get(f"/api/games/{played.token('read')}/journal")
    assert json.loads(exported) == response.json
