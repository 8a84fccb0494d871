"""A player's link, as their phone opens it."""

import pytest
from playwright.sync_api import expect

from tests.support.browser import Phones
from tests.support.running import RunningGame, start_game

pytestmark = pytest.mark.browser


@pytest.fixture
def game(server: str) -> RunningGame:
    return start_game(server)


def given(phones: Phones, game: RunningGame) -> list[str]:
    """The four players' links, from the owner's page."""
    page = phones.page()
    page.goto(game.page("/links"))
    page.get_by_role("button", name="Make the four links").click()
    fields = page.locator("input[readonly]")
    expect(fields).to_have_count(6)  # behind those of the table and of the readers
    return [one.input_value() for one in fields.all()][-4:]


def test_a_phone_says_by_itself_that_it_has_opened_its_link(phones: Phones, game: RunningGame) -> None:
    basil = given(phones, game)[1]
    page = phones.page()
    with page.expect_response(lambda answer: answer.url.endswith("/opened")):
        page.goto(basil)
    expect(page.locator("form[data-opens-link]")).to_have_count(0)
    owner = phones.page()
    owner.goto(game.page("/links"))
    expect(owner.get_by_text("has opened it")).to_be_visible()
    assert basil not in [one.input_value() for one in owner.locator("input[readonly]").all()]


def test_without_script_a_button_says_so(phones: Phones, game: RunningGame) -> None:
    basil = given(phones, game)[1]
    page = phones.page(java_script_enabled=False)
    page.goto(basil)
    assert "own_links" not in game.state
    page.get_by_role("button", name="Use this link").click()
    assert game.state["own_links"] == ["B"]
    expect(page.get_by_role("button", name="Use this link")).to_have_count(0)
