"""Undo, the first king, void deals, and adjustments."""

import re

import pytest
from flask import Flask

from tests.support.in_turn import in_turn
from tests.support.pages import Game, Phone, preset, start, totals_on
from tests.support.tables import KING
from trexscore.i18n import LANGUAGES
from trexscore.rules.house_rules import VOID_REASONS

ARABIC = re.compile(r"[\u0621-\u064a]")


@pytest.mark.parametrize("language", LANGUAGES)
def test_undo_removes_last_deal(site: Flask, game: Game, language: str) -> None:
    phone = Phone(site, language)
    game.add_entry(KING)
    table = phone.get(game.path())
    assert totals_on(table)["B"] == -75
    back = phone.send(table, "/undo")
    assert totals_on(phone.get(game.path("/sheet")))["B"] == 0
    assert back.root.one("section", class_="status").attrs["data-undone"] == "6"
    assert game.seq() == 7


def test_repeated_undo_is_reported(phone: Phone, game: Game) -> None:
    game.add_entry(KING)
    old = phone.get(game.path())
    phone.send(old, "/undo")
    again = phone.send(old, "/undo", key="", after="")
    assert again.root.find("p", class_="status--problem")
    assert game.seq() == 7


def test_undo_after_newer_entry_changes_nothing(phone: Phone, game: Game) -> None:
    game.add_entry(KING)
    old = phone.get(game.path())
    game.add_entry({"adjustment": {"A": 5, "B": -5}, "reason": "agreed"})
    answer = phone.send(old, "/undo")
    assert answer.root.find("p", class_="status--problem")
    assert game.seq() == 7


@pytest.mark.parametrize("seq", ["", "x", "0", "1", "2", "99", "-6", "6.0", "9" * 400, "²", "٦٦"])
def test_undo_of_invalid_number_is_refused(phone: Phone, game: Game, seq: str) -> None:
    game.add_entry(KING)
    answer = phone.send(phone.get(game.path()), "/undo", seq=seq)
    assert answer.status == 200
    assert answer.root.find("p", class_="status--problem")
    assert game.seq() == 6


@pytest.mark.parametrize("language", LANGUAGES)
def test_first_king_is_changed_before_first_deal(site: Flask, game: Game, language: str) -> None:
    phone = Phone(site, language)
    form = phone.get(phone.get(game.path("/menu")).root.find("a", href=game.path("/first-king"))[0].attrs["href"])
    assert [node.attrs["value"] for node in form.root.find("button", name="king")] == ["B", "C", "D"]
    phone.send(form, "/first-king", king="C")
    assert game.file()["first_king"] == "C"
    game.add_entry({**KING, "king": "C"})
    menu = phone.get(game.path("/menu"))
    assert not menu.root.find("a", href=game.path("/first-king"))
    refused = phone.send(form, "/first-king", king="D", key="", after="")
    assert refused.status == 422
    assert refused.root.find("p", class_="problem")
    assert game.file()["first_king"] == "C"


@pytest.mark.parametrize(
    ("found", "question"),
    [
        ("seven_of_hearts", "Who holds the 7 of hearts?"),
        ("highest_card", "Who drew the highest card?"),
        ("agreed", "Who is king first?"),
    ],
)
def test_table_asks_for_first_king(site: Flask, found: str, question: str) -> None:
    game = start(site, first_king=None, **preset("standard", first_king=found))
    asked = Phone(site).get(game.path()).root.one("p", class_="deck__ask").text
    assert question in asked
    assert "Whose kingdom is next?" not in asked


@pytest.mark.parametrize("king", ["E", "", None])
def test_invalid_first_king_is_refused(phone: Phone, game: Game, king: str | None) -> None:
    answer = phone.send(phone.get(game.path("/first-king")), "/first-king", king=king)
    assert answer.status == 422
    assert answer.root.find("p", class_="problem")
    assert game.seq() == 5


@pytest.mark.parametrize("name", ["standard", "howto", "denexa", "german"])
def test_agreed_redeal_reasons_are_listed_first(phone: Phone, site: Flask, name: str) -> None:
    game = start(site, **preset(name))
    reasons = [node.attrs["value"] for node in phone.get(game.path("/voids/new")).root.find("input", name="reason")]
    with site.app_context():
        granted = Phone(site).client.get(f"/api/games/{game.read}/state").get_json()["rules"]["redeals"]
    assert reasons[: len(granted)] == granted
    assert sorted(reasons) == sorted(VOID_REASONS)


def test_void_before_first_king_asks_for_king(site: Flask, phone: Phone) -> None:
    game = start(site, first_king=None)
    page = phone.get(game.path("/voids/new?reason=four_twos"))
    assert page.fields("/voids")["reason"] == "four_twos"
    again = phone.send(page, "/voids")
    assert (again.status, again.problems) == (422, ["Choose whose kingdom it is."])
    assert again.fields("/voids")["reason"] == "four_twos"
    phone.send(again, "/voids", king="C")
    assert game.file()["deals"] == [{"king": "C", "void": {"reason": "four_twos"}}]


@pytest.mark.parametrize("reason", VOID_REASONS)
def test_void_deal_is_recorded_with_reason(phone: Phone, game: Game, reason: str) -> None:
    after = phone.send(phone.get(game.path("/voids/new")), "/voids", reason=reason)
    assert game.file()["deals"] == [{"king": "A", "void": {"reason": reason}}]
    goes_on = game.path("/deals/new") if reason == "suit_closed_without_jacks" else game.path()
    assert after.path == goes_on
    assert bool(after.root.find("input", name="trex_1")) == (reason == "suit_closed_without_jacks")
    assert phone.get(game.path("/sheet")).root.find("tr", class_="sheet__note")


def test_void_trex_is_not_reopened_after_trex(phone: Phone, game: Game) -> None:
    game.add_entry({"king": "A", "contracts": ["trex"], "captures": {"trex": ["A", "B", "C", "D"]}})
    after = phone.send(phone.get(game.path("/voids/new")), "/voids", reason="suit_closed_without_jacks")
    assert after.path == game.path()


@pytest.mark.parametrize(("reason", "language"), in_turn([None, "", "boredom"]))
def test_void_needs_known_reason(site: Flask, game: Game, reason: str | None, language: str) -> None:
    phone = Phone(site, language)
    answer = phone.send(phone.get(game.path("/voids/new")), "/voids", reason=reason)
    assert answer.status == 422
    assert answer.in_place == answer.problems != []
    assert all(bool(ARABIC.search(one)) == (language == "ar") for one in answer.problems)
    assert game.seq() == 5


@pytest.mark.parametrize("loss", ["-30", "\u221230", "٣٠-", "-\u200e30"])
def test_adjustment_is_recorded(phone: Phone, game: Game, loss: str) -> None:
    form = phone.get(game.path("/adjustments/new"))
    said = {"points_B": loss, "points_D": "+٣٠", "reason": "  <b>looked</b> at a trick  "}
    table = phone.send(form, "/adjustments", **said)
    assert totals_on(table) == {"A": 0, "B": -30, "C": 0, "D": 30}
    sheet = phone.get(game.path("/sheet"))
    assert "<b>looked</b> at a trick" in sheet.root.one("tr", class_="sheet__note").text
    assert not sheet.root.one("table").find("b", class_="looked")
    assert "<b>looked" not in sheet.text


INVALID_ADJUSTMENTS = {
    "not zero": {"points_A": "-30", "points_B": "20", "reason": "agreed"},
    "no reason": {"points_A": "-30", "points_B": "30", "reason": ""},
    "a blank reason": {"points_A": "-30", "points_B": "30", "reason": " \t "},
    "no number": {"points_A": "many", "points_B": "30", "reason": "agreed"},
    "half a point": {"points_A": "-0.5", "points_B": "0.5", "reason": "agreed"},
    "too many": {"points_A": "-2000000", "points_B": "2000000", "reason": "agreed"},
    "beyond all measure": {"points_A": "9" * 600, "points_B": "1", "reason": "agreed"},
    "a reason like a book": {"points_A": "-30", "points_B": "30", "reason": "x" * 501},
}


@pytest.mark.parametrize(("fault", "language"), in_turn(INVALID_ADJUSTMENTS))
def test_invalid_adjustment_is_refused_and_kept(site: Flask, game: Game, fault: str, language: str) -> None:
    phone = Phone(site, language)
    said = INVALID_ADJUSTMENTS[fault]
    answer = phone.send(phone.get(game.path("/adjustments/new")), "/adjustments", **said)
    assert answer.status == 422
    assert answer.problems
    of_all_four = fault == "not zero"
    assert set(answer.in_place) == (set() if of_all_four else set(answer.problems))
    assert all(bool(ARABIC.search(one)) == (language == "ar") for one in answer.problems)
    assert answer.fields("/adjustments").items() >= said.items()
    assert game.seq() == 5
