"""Undo, the first king, void deals, and adjustments."""

import re

import pytest
from flask import Flask

from tests.support.in_turn import in_turn
from tests.support.pages import Game, Phone, preset, shown_totals, start
from tests.support.tables import KING
from trexscore.i18n import LANGUAGES
from trexscore.rules.house_rules import VOID_REASONS

ARABIC = re.compile(r"[\u0621-\u064a]")


@pytest.mark.parametrize("language", LANGUAGES)
def test_undo_removes_last_deal(site: Flask, game: Game, language: str) -> None:
    phone = Phone(site, language)
    game.add_entry(KING)
    table = phone.get(game.path())
    assert shown_totals(table)["B"] == -75
    undone = phone.send(table, "/undo")
    assert shown_totals(phone.get(game.path("/sheet")))["B"] == 0
    assert undone.root.find_one("section", class_="status").attrs["data-undone"] == "6"
    assert game.seq() == 7


def test_repeated_undo_is_reported(phone: Phone, game: Game) -> None:
    game.add_entry(KING)
    table = phone.get(game.path())
    phone.send(table, "/undo")
    refused = phone.send(table, "/undo", key="", after="")
    assert refused.root.find("p", class_="status--problem")
    assert game.seq() == 7


def test_undo_after_newer_entry_changes_nothing(phone: Phone, game: Game) -> None:
    game.add_entry(KING)
    table = phone.get(game.path())
    game.add_entry({"adjustment": {"A": 5, "B": -5}, "reason": "agreed"})
    response = phone.send(table, "/undo")
    assert response.root.find("p", class_="status--problem")
    assert game.seq() == 7


@pytest.mark.parametrize("seq", ["", "x", "0", "1", "2", "99", "-6", "6.0", "9" * 400, "²", "٦٦"])
def test_undo_of_invalid_number_is_refused(phone: Phone, game: Game, seq: str) -> None:
    game.add_entry(KING)
    response = phone.send(phone.get(game.path()), "/undo", seq=seq)
    assert response.status == 200
    assert response.root.find("p", class_="status--problem")
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
    ("method", "question"),
    [
        ("seven_of_hearts", "Who holds the 7 of hearts?"),
        ("highest_card", "Who drew the highest card?"),
        ("agreed", "Who is king first?"),
    ],
)
def test_table_asks_for_first_king(site: Flask, method: str, question: str) -> None:
    game = start(site, first_king=None, **preset("standard", first_king=method))
    question_text = Phone(site).get(game.path()).root.find_one("p", class_="contract-panel__message").text
    assert question in question_text
    assert "Whose kingdom is next?" not in question_text


@pytest.mark.parametrize("king", ["E", "", None])
def test_invalid_first_king_is_refused(phone: Phone, game: Game, king: str | None) -> None:
    response = phone.send(phone.get(game.path("/first-king")), "/first-king", king=king)
    assert response.status == 422
    assert response.root.find("p", class_="problem")
    assert game.seq() == 5


@pytest.mark.parametrize("name", ["standard", "howto", "denexa", "german"])
def test_agreed_redeal_reasons_are_listed_first(phone: Phone, site: Flask, name: str) -> None:
    game = start(site, **preset(name))
    reasons = [node.attrs["value"] for node in phone.get(game.path("/voids/new")).root.find("input", name="reason")]
    with site.app_context():
        agreed = Phone(site).client.get(f"/api/games/{game.read}/state").get_json()["rules"]["redeals"]
    assert reasons[: len(agreed)] == agreed
    assert sorted(reasons) == sorted(VOID_REASONS)


def test_void_before_first_king_asks_for_king(site: Flask, phone: Phone) -> None:
    game = start(site, first_king=None)
    page = phone.get(game.path("/voids/new?reason=four_twos"))
    assert page.fields("/voids")["reason"] == "four_twos"
    refused = phone.send(page, "/voids")
    assert (refused.status, refused.problems) == (422, ["Choose whose kingdom it is."])
    assert refused.fields("/voids")["reason"] == "four_twos"
    phone.send(refused, "/voids", king="C")
    assert game.file()["deals"] == [{"king": "C", "void": {"reason": "four_twos"}}]


@pytest.mark.parametrize("reason", VOID_REASONS)
def test_void_deal_is_recorded_with_reason(phone: Phone, game: Game, reason: str) -> None:
    response = phone.send(phone.get(game.path("/voids/new")), "/voids", reason=reason)
    assert game.file()["deals"] == [{"king": "A", "void": {"reason": reason}}]
    expected_path = game.path("/deals/new") if reason == "suit_closed_without_jacks" else game.path()
    assert response.path == expected_path
    assert bool(response.root.find("input", name="trex_1")) == (reason == "suit_closed_without_jacks")
    assert phone.get(game.path("/sheet")).root.find("tr", class_="sheet__note")


def test_void_trex_is_not_reopened_after_trex(phone: Phone, game: Game) -> None:
    game.add_entry({"king": "A", "contracts": ["trex"], "captures": {"trex": ["A", "B", "C", "D"]}})
    response = phone.send(phone.get(game.path("/voids/new")), "/voids", reason="suit_closed_without_jacks")
    assert response.path == game.path()


@pytest.mark.parametrize(("reason", "language"), in_turn([None, "", "boredom"]))
def test_void_needs_known_reason(site: Flask, game: Game, reason: str | None, language: str) -> None:
    phone = Phone(site, language)
    response = phone.send(phone.get(game.path("/voids/new")), "/voids", reason=reason)
    assert response.status == 422
    assert response.field_errors == response.problems != []
    assert all(bool(ARABIC.search(problem)) == (language == "ar") for problem in response.problems)
    assert game.seq() == 5


@pytest.mark.parametrize("loss", ["-30", "\u221230", "٣٠-", "-\u200e30", "- 30", "٣٠ -"])
def test_adjustment_is_recorded(phone: Phone, game: Game, loss: str) -> None:
    form = phone.get(game.path("/adjustments/new"))
    fields = {"points_B": loss, "points_D": "\uff0b30", "reason": "  <b>looked</b> at a trick  "}
    table = phone.send(form, "/adjustments", **fields)
    assert shown_totals(table) == {"A": 0, "B": -30, "C": 0, "D": 30}
    sheet = phone.get(game.path("/sheet"))
    assert "<b>looked</b> at a trick" in sheet.root.find_one("tr", class_="sheet__note").text
    assert not sheet.root.find_one("table").find("b", class_="looked")
    assert "<b>looked" not in sheet.text


INVALID_ADJUSTMENTS = {
    "sum not zero": {"points_A": "-30", "points_B": "20", "reason": "agreed"},
    "reason missing": {"points_A": "-30", "points_B": "30", "reason": ""},
    "reason blank": {"points_A": "-30", "points_B": "30", "reason": " \t "},
    "not a number": {"points_A": "many", "points_B": "30", "reason": "agreed"},
    "fraction": {"points_A": "-0.5", "points_B": "0.5", "reason": "agreed"},
    "too many points": {"points_A": "-2000000", "points_B": "2000000", "reason": "agreed"},
    "huge number": {"points_A": "9" * 600, "points_B": "1", "reason": "agreed"},
    "reason too long": {"points_A": "-30", "points_B": "30", "reason": "x" * 501},
}


@pytest.mark.parametrize(("fault", "language"), in_turn(INVALID_ADJUSTMENTS))
def test_invalid_adjustment_is_refused_and_kept(site: Flask, game: Game, fault: str, language: str) -> None:
    phone = Phone(site, language)
    fields = INVALID_ADJUSTMENTS[fault]
    response = phone.send(phone.get(game.path("/adjustments/new")), "/adjustments", **fields)
    assert response.status == 422
    assert response.problems
    has_no_field = fault == "sum not zero"
    assert set(response.field_errors) == (set() if has_no_field else set(response.problems))
    assert all(bool(ARABIC.search(problem)) == (language == "ar") for problem in response.problems)
    assert response.fields("/adjustments").items() >= fields.items()
    assert game.seq() == 5


@pytest.mark.parametrize("points", ["-2000000", "9" * 600, "many"])
def test_invalid_points_of_adjustment_name_limit(phone: Phone, game: Game, points: str) -> None:
    fields = {"points_A": points, "reason": "agreed"}
    response = phone.send(phone.get(game.path("/adjustments/new")), "/adjustments", **fields)
    limit = "Enter a whole number of points for \u2068Amal\u2069, plus or minus, up to 1000000."
    assert response.field_errors == [limit]
