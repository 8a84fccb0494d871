"""Player links, opened on a player's phone."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browser import Phones
from tests.support.server.running import RunningGame, start_game

pytestmark = pytest.mark.browser


@pytest.fixture
def game(server: str) -> RunningGame:
    return start_game(server)


def player_links(phones: Phones, game: RunningGame) -> list[str]:
    """Create the four player links on the owner's page; return their addresses."""
    page = phones.page()
    page.goto(game.page("/links/players"))
    page.get_by_role("button", name="Create the four links").click()
    expect(page.locator("a.side__action")).to_have_count(4)
    return [link_of(page, game, seat) for seat in "ABCD"]


def link_of(page: Page, game: RunningGame, seat: str) -> str:
    page.goto(game.page(f"/links?link={seat}"))
    return page.locator("#address").input_value()


def test_opened_player_link_is_confirmed_automatically(phones: Phones, game: RunningGame) -> None:
    basils_link = player_links(phones, game)[1]
    page = phones.page()
    with page.expect_response(lambda response: response.url.endswith("/opened")):
        page.goto(basils_link)
    expect(page.locator("form[data-opens-link]")).to_have_count(0)
    owner_page = phones.page()
    owner_page.goto(game.page("/links/players"))
    expect(owner_page.locator("[data-side=B]")).to_have_class(re.compile("is-chosen"))
    owner_page.locator("[data-side=B] a").click()
    expect(owner_page.get_by_text("has opened it")).to_be_visible()
    assert basils_link not in owner_page.content()


def test_opened_player_link_is_confirmed_by_button(phones: Phones, game: RunningGame) -> None:
    basils_link = player_links(phones, game)[1]
    page = phones.page(java_script_enabled=False)
    page.goto(basils_link)
    assert "own_links" not in game.state
    page.get_by_role("button", name="Use this link").click()
    assert game.state["own_links"] == ["B"]
    expect(page.get_by_role("button", name="Use this link")).to_have_count(0)
