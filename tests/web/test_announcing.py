"""Announcing the contract and the doubled cards, and what becomes of it."""

import pytest
from flask import Flask

from tests.support.pages import Answer, Game, Phone, preset, start, totals_on
from trexscore.language import LANGUAGES


def announce(phone: Phone, game: Game, contracts: str | list[str], **holders: str) -> Answer:
    said = {f"holder_{card}": seat for card, seat in holders.items()}
    return phone.send(phone.get(game.path("/announcements/new")), "/announcements", contracts=contracts, **said)


@pytest.mark.parametrize("right", ["own", "write", "read"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_announced_stands_on_the_table_page(site: Flask, game: Game, right: str, language: str) -> None:
    announce(Phone(site), game, "queens", QS="D", QH="B")
    page = Phone(site, language).get(game.path("", right))
    banner = page.root.one("section", class_="announced")
    assert len(banner.find("li")) == 2
    assert "Dani" in banner.text
    assert "Basil" in banner.text
    assert bool(banner.find("a")) == (right != "read")


def test_the_deal_form_is_filled_in_from_it(phone: Phone, game: Game) -> None:
    table = announce(phone, game, "queens", QS="D")
    form = phone.get(table.root.one("section", class_="announced").find("a", class_="bar")[0].attrs["href"])
    said = form.fields("/deals")
    assert (said["QS_cover"], said["QS_doubled_by"]) == ("blanket", "D")
    assert (said["QH_cover"], said.get("QH_doubled_by")) == ("plain", None)
    takers = {f"Q{suit}_taken_by": "A" for suit in "SHDC"}
    saved = phone.send(form, "/deals", **takers)
    assert totals_on(saved) == {"A": -125, "B": 0, "C": 0, "D": 25}
    assert not saved.root.find("section", class_="announced")


def test_cards_of_other_contracts_do_not_count(phone: Phone, game: Game) -> None:
    announce(phone, game, "king_of_hearts", KH="C", QS="D")
    banner = phone.get(game.path()).root.one("section", class_="announced")
    assert [item.text for item in banner.find("li")] == [
        item.text for item in banner.find("li") if "Carine" in item.text
    ]


def test_an_announcement_can_be_changed(phone: Phone, game: Game) -> None:
    announce(phone, game, "queens", QS="D")
    form = phone.get(game.path("/announcements/new"))
    said = form.fields("/announcements")
    assert said["contracts"] == "queens"
    assert said["holder_QS"] == "D"
    phone.send(form, "/announcements", contracts="king_of_hearts", holder_QS="", holder_KH="A")
    banner = phone.get(game.path()).root.one("section", class_="announced")
    assert "Amal" in banner.find("li")[0].text


def test_an_announcement_can_be_taken_back(phone: Phone, game: Game) -> None:
    table = announce(phone, game, "trex")
    back = phone.send(table, "/taking-back")
    assert not back.root.find("section", class_="announced")
    assert "undone" in back.root.one("section", class_="status").text


def test_contracts_that_are_combined_are_announced_together(phone: Phone, site: Flask) -> None:
    game = start(site, **preset("combination"))
    table = announce(phone, game, ["queens", "diamonds"], QD="B")
    form = phone.get(table.root.one("section", class_="announced").find("a", class_="bar")[0].attrs["href"])
    assert form.fields("/deals")["QD_doubled_by"] == "B"
    assert form.root.find("input", name="diamonds_A")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("said", [{}, {"contracts": "hearts"}, {"contracts": ["trex", "queens"]}])
def test_what_cannot_be_announced_is_refused(
    site: Flask, game: Game, said: dict[str, str | list[str]], language: str
) -> None:
    phone = Phone(site, language)
    answer = phone.send(phone.get(game.path("/announcements/new")), "/announcements", **said)
    assert answer.status == 422
    assert answer.problems
    assert game.seq() == 5


def test_a_forged_holder_is_refused(phone: Phone, game: Game) -> None:
    answer = announce(phone, game, "king_of_hearts", KH="E")
    assert answer.status == 422
    assert answer.problems
    assert game.seq() == 5


def test_nobody_is_asked_who_doubles_where_nothing_is_doubled(phone: Phone, site: Flask) -> None:
    game = start(site, **preset("no_doubling"))
    assert not phone.get(game.path("/announcements/new")).root.find("section", class_="blankets")


def test_while_nobody_knows_who_is_king_nothing_is_offered_that_needs_one(phone: Phone, site: Flask) -> None:
    game = start(site, first_king=None)
    asked = phone.get(game.path())
    assert [
        link for link in asked.root.find("a") if link.attrs["href"].endswith(("/announcements/new", "/voids/new"))
    ] == []
    named = phone.get(game.path("?king=C"))
    links = [link.attrs["href"] for link in named.root.find("a") if "/new?king=C" in link.attrs["href"]]
    links = [link for link in links if "contracts" not in link]
    assert {link.rpartition("/g/")[2].partition("/")[2] for link in links} == {
        "announcements/new?king=C",
        "voids/new?king=C",
    }
    form = phone.get(next(link for link in links if "announcements" in link))
    phone.send(form, "/announcements", contracts=["queens"])
    assert game.say({"take_back": game.seq()})


def test_all_four_are_announced_with_one_tap(phone: Phone, site: Flask) -> None:
    game = start(site, **preset("complex"))
    form = phone.get(game.path("/announcements/new"))
    tiles = [one.attrs["value"] for one in form.root.find("input", name="contracts")]
    assert tiles == ["trex", "king_of_hearts+queens+diamonds+collections"]
    table = phone.send(form, "/announcements", contracts=tiles[1:], holder_KH="B")
    assert "All four in one" in table.root.one("section", class_="announced").text
    again = phone.get(game.path("/announcements/new"))
    assert [
        one.attrs["value"] for one in again.root.find("input", name="contracts") if "checked" in one.attrs
    ] == tiles[1:]
