"""Player names are corrected on every page."""

import pytest
from flask import Flask

from tests.support.pages import Game, Phone, start
from tests.support.tables import DIAMONDS, TREX
from tests.web.games.sign_off.test_routes import player_tokens


@pytest.fixture
def played(site: Flask) -> Game:
    return start(site, DIAMONDS, TREX)


def rename(phone: Phone, game: Game, seat: str, name: str) -> str:
    """Change the name of a seat: the text of the next page."""
    page = phone.get(game.path("/corrections/names"))
    response = phone.send(page, "/corrections/names", **{f"name_{seat}": name})
    assert response.status == (422 if response.problems else 200)
    return " ".join(response.problems) or response.root.find_one(class_="notice").text


def test_corrected_name_appears_on_every_page(phone: Phone, played: Game) -> None:
    assert "Everything else stays" in rename(phone, played, "B", "  Basem ")
    assert played.file()["players"] == ["Amal", "Basem", "Carine", "Dani"]
    for path in ("", "/sheet", "/deals/6", "/explain/B", "/corrections/seats"):
        page = phone.get(played.path(path)).text
        assert "Basem" in page
        assert "Basil" not in page
    history = phone.get(played.path("/history")).root
    assert "Name corrected: Basem" in history.find_one("li", id="entry-8").text
    assert "Basem −40" in history.find_one("li", id="entry-6").find_one(class_="history-entry__points").text


def test_corrected_name_changes_nothing_else(phone: Phone, played: Game) -> None:
    before = played.file()
    rename(phone, played, "A", "Amaal")
    assert played.file() == {**before, "players": ["Amaal", "Basil", "Carine", "Dani"]}


def test_corrected_name_follows_its_player(phone: Phone, played: Game) -> None:
    played.add_entry(
        {"corrected": {"reason": "sat wrongly", "changes": [{"seats": {"B": "C", "C": "B"}, "deals": True}]}}
    )
    rename(phone, played, "C", "Basem")
    history = phone.get(played.path("/history")).root
    assert "Basem −40" in history.find_one("li", id="entry-6").find_one(class_="history-entry__points").text


@pytest.mark.parametrize(
    ("name", "refusal"),
    [
        ("AMAL", "same name"),
        ("", "can’t be a name"),
        ("\u202eevil", "can’t be a name"),
        ("x" * 41, "can’t be a name"),
        ("\u200b", "can’t be a name"),
    ],
)
def test_invalid_name_is_refused(phone: Phone, played: Game, name: str, refusal: str) -> None:
    assert refusal in rename(phone, played, "B", name)
    assert played.file()["players"] == ["Amal", "Basil", "Carine", "Dani"]


def test_unchanged_names_save_nothing(phone: Phone, played: Game) -> None:
    page = phone.get(played.path("/corrections/names"))
    assert phone.send(page, "/corrections/names", name_B=" Basil ").status == 200
    assert played.seq() == 7


def test_several_names_are_saved_once(phone: Phone, played: Game) -> None:
    page = phone.get(played.path("/corrections/names"))
    for _ in range(2):
        phone.send(page, "/corrections/names", name_A="Amaal", name_D="Dana")
    assert played.file()["players"] == ["Amaal", "Basil", "Carine", "Dana"]
    assert played.seq() == 9


def test_refused_name_keeps_other_fields(phone: Phone, played: Game) -> None:
    page = phone.get(played.path("/corrections/names"))
    response = phone.send(page, "/corrections/names", name_A="Basil", name_B="Omar")
    assert response.status == 422
    assert response.root.find_one("input", name="name_A").attrs["aria-invalid"] == "true"
    assert response.root.find_one("input", name="name_B").attrs["value"] == "Omar"
    assert phone.send(response, "/corrections/names", name_A="Amaal").status == 200
    assert played.file()["players"] == ["Amaal", "Omar", "Carine", "Dani"]


def test_exchanged_names_become_seat_correction(phone: Phone, played: Game) -> None:
    page = phone.get(played.path("/corrections/names"))
    seat_form = phone.send(page, "/corrections/names", name_A="Basil", name_B="Amal")
    assert seat_form.path == played.path("/corrections/seats")
    assert [node.text for node in seat_form.root.find("button", name="tapped")] == ["Basil", "Amal", "Carine", "Dani"]
    assert played.seq() == 7
    review = phone.send(seat_form, "/corrections/seats", points="seats")
    assert review.path == played.path("/corrections/new")


def test_name_form_reports_newer_entry(phone: Phone, played: Game) -> None:
    page = phone.get(played.path("/corrections/names"))
    played.add_entry({"seat": "C", "name": "Karin"})
    response = phone.send(page, "/corrections/names", name_A="Amaal")
    assert response.status == 422
    assert played.file()["players"] == ["Amal", "Basil", "Karin", "Dani"]


def test_player_link_cannot_change_names(site: Flask, phone: Phone, played: Game) -> None:
    link = player_tokens(site, phone, played)["B"]
    assert phone.get(f"/g/{link}/corrections/names").status == 403
    assert "Player name" not in phone.get(f"/g/{link}/corrections/game").text
