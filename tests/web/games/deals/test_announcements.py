"""An announcement, on the table page and in the deal form."""

import pytest
from flask import Flask

from tests.support.in_turn import in_turn
from tests.support.pages import Game, Phone, preset, shown_totals, start


def announce(game: Game, *contracts: str, **doubled: str) -> None:
    game.add_entry({"announced": {"king": "A", "contracts": list(contracts), "doubled": doubled}})


@pytest.mark.parametrize(("permission", "language"), in_turn(["own", "write", "read"]))
def test_announcement_is_shown_on_table(site: Flask, game: Game, permission: str, language: str) -> None:
    announce(game, "queens", spades="D", hearts="B")
    page = Phone(site, language).get(game.path("", permission))
    banner = page.root.find_one("section", class_="announced")
    assert len(banner.find("li")) == 2
    assert "Dani" in banner.text
    assert "Basil" in banner.text
    assert bool(banner.find("a")) == (permission != "read")


def test_announcement_fills_deal_form(phone: Phone, game: Game) -> None:
    announce(game, "queens", spades="D")
    banner = phone.get(game.path()).root.find_one("section", class_="announced")
    form = phone.get(banner.find("a", class_="bar")[0].attrs["href"])
    fields = form.fields("/deals")
    assert (fields["QS_cover"], fields["QS_doubled_by"]) == ("blanket", "D")
    assert (fields["QH_cover"], fields.get("QH_doubled_by")) == ("plain", None)
    takers = {f"Q{suit}_taken_by": "A" for suit in "SHDC"}
    saved = phone.send(form, "/deals", **takers)
    assert shown_totals(saved) == {"A": -125, "B": 0, "C": 0, "D": 25}
    assert not saved.root.find("section", class_="announced")


def test_announcement_is_changed_by_new_one(phone: Phone, game: Game) -> None:
    announce(game, "queens", spades="D")
    announce(game, "king_of_hearts", king_of_hearts="A")
    banner = phone.get(game.path()).root.find_one("section", class_="announced")
    assert "Amal" in banner.find("li")[0].text


def test_announcement_is_undone(phone: Phone, game: Game) -> None:
    announce(game, "trex")
    table = phone.send(phone.get(game.path()), "/undo")
    assert not table.root.find("section", class_="announced")
    assert "undone" in table.root.find_one("section", class_="status").text


def test_combined_contracts_are_announced_together(phone: Phone, site: Flask) -> None:
    game = start(site, **preset("combination"))
    announce(game, "queens", "diamonds", diamonds="B")
    banner = phone.get(game.path()).root.find_one("section", class_="announced")
    form = phone.get(banner.find("a", class_="bar")[0].attrs["href"])
    assert form.fields("/deals")["QD_doubled_by"] == "B"
    assert form.root.find("input", name="diamonds_A")


def test_old_announcement_page_redirects(phone: Phone, game: Game) -> None:
    assert phone.get(game.path("/announcements/new")).path == game.path()
    announce(game, "queens")
    form = phone.get(game.path("/announcements/new"))
    assert form.path == game.path("/deals/new")
    assert form.fields("/deals")["contracts"] == "queens"
    assert phone.get(game.path("/announcements/new", "read")).status == 403
    assert phone.get("/g/nobody/announcements/new").status == 404
