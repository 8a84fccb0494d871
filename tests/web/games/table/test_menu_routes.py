"""The menu of a game offers what the link permits, and is the same on every page."""

import pytest
from flask import Flask

from tests.support.pages import Game, Phone, start
from tests.support.tables import KING
from tests.web.games.sign_off.test_routes import player_tokens
from trexscore.i18n import LANGUAGES

SHORT_MENU_PAGES = ("", "/sheet")
"""Pages whose menu links to the full page."""
SCORER_PATHS = {"/deals/new", "/voids/new", "/adjustments/new", "/corrections/names", "/abandon"}
COMMON_PATHS = {"/links", "/flat", "/house-rules"}
FULL_MENU_PATHS = {
    "/history",
    "/chart",
    "/what-if",
    "/rules",
    "/paper",
    "/seal",
    "/print",
    "/game.json",
}
SCORER_FULL_MENU_PATHS = {"/from-points"}


def menu_addresses(phone: Phone, token: str, page: str = "") -> set[str]:
    """The addresses in the menu: paths within the game, and others in full."""
    nav = phone.get(f"/g/{token}{page}").root.find_one("nav", class_="menu")
    return {link.attrs["href"].split("#")[0].split("?")[0].removeprefix(f"/g/{token}") for link in nav.find("a")}


@pytest.fixture
def running(site: Flask) -> Game:
    return start(site, KING)


def test_scorer_menu_offers_all_scorer_pages(site: Flask, running: Game) -> None:
    paths = COMMON_PATHS | SCORER_PATHS | {"/corrections/game", "/settings"}
    for page in SHORT_MENU_PAGES:
        assert menu_addresses(Phone(site), running.write, page) == paths | {"/menu"}
    assert menu_addresses(Phone(site), running.write, "/menu") == paths | FULL_MENU_PATHS | SCORER_FULL_MENU_PATHS


def test_owner_menu_offers_player_links(site: Flask, running: Game) -> None:
    assert "/links/players" in menu_addresses(Phone(site), running.own, "/menu")


def test_menu_of_player_link_says_whose_it_is(site: Flask, running: Game) -> None:
    tokens = player_tokens(site, Phone(site), running)
    titles = [
        Phone(site).get(f"/g/{token}").root.find_one("nav", class_="menu").find("h2")[-1].text
        for token in (tokens["B"], tokens["C"], running.read)
    ]
    assert titles == ["Player link: Basil", "Player link: Carine", "This game"]


def test_view_only_menu_offers_reading_only(site: Flask, running: Game) -> None:
    for page in SHORT_MENU_PAGES:
        assert menu_addresses(Phone(site), running.read, page) == COMMON_PATHS | {"/settings", "/menu"}
    assert menu_addresses(Phone(site), running.read, "/menu") == COMMON_PATHS | FULL_MENU_PATHS | {"/settings"}


def test_player_menu_offers_dispute(site: Flask, running: Game) -> None:
    token = player_tokens(site, Phone(site), running)["B"]
    assert menu_addresses(Phone(site), token) == COMMON_PATHS | {"/corrections/game", "/settings", "/menu"}
    assert "Dispute a deal" in Phone(site).get(f"/g/{token}").root.find_one("nav", class_="menu").text


def test_deal_form_menu_offers_revoke(site: Flask, running: Game) -> None:
    nav = Phone(site).get(running.path("/deals/new?contracts=queens")).root.find_one("nav", class_="menu")
    assert [button.text for button in nav.find("button") if button.attrs.get("popovertarget") == "revoke"] == ["Revoke"]
    assert menu_addresses(Phone(site), running.write, "/deals/new?contracts=queens") == {
        "/voids/new",
        "/adjustments/new",
        "/menu",
    }


def test_menu_of_unknown_game_is_not_found(site: Flask) -> None:
    assert Phone(site).get("/g/nobody/menu").status == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_menu_names_house_rules_and_changes(site: Flask, language: str) -> None:
    changed_game = start(site, house_rules={"preset": "standard", "options": {"diamond_points": 15}})
    plain_game = start(site)
    names = [
        Phone(site, language).get(game.path("/menu")).root.find("span", class_="row__end")[0].text
        for game in (plain_game, changed_game)
    ]
    assert names[0] in names[1]
    assert names[0] != names[1]


def test_menu_offers_first_king_before_first_deal(site: Flask, game: Game, running: Game) -> None:
    assert "/first-king" in menu_addresses(Phone(site), game.write, "/menu")
    assert "/first-king" not in menu_addresses(Phone(site), game.read, "/menu")
    assert "/first-king" not in menu_addresses(Phone(site), running.write, "/menu")
