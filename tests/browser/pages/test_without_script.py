"""A game on a phone without JavaScript."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.browser.browser import Phones
from tests.support.browser.finger import SUIT_OF
from tests.support.server.running import RunningGame, game_of, start_game
from tests.support.tables import NAMES, Json

pytestmark = pytest.mark.browser

DEALS: list[Json] = [
    {"contracts": ["king_of_hearts"], "captures": {"king_of_hearts": {"taken_by": "B", "doubled_by": "C"}}},
    {
        "contracts": ["queens"],
        "captures": {
            "queens": {
                "hearts": {"taken_by": "A"},
                "spades": {"taken_by": "D", "doubled_by": "D"},
                "diamonds": {"taken_by": "B"},
                "clubs": {"taken_by": "B", "doubled_by": "A"},
            }
        },
    },
    {"contracts": ["diamonds"], "captures": {"diamonds": {"A": 10, "B": 0, "C": 3, "D": 0}}},
    {"contracts": ["collections"], "captures": {"tricks": {"A": 4, "B": 4, "C": 3, "D": 2}}},
    {"contracts": ["trex"], "captures": {"trex": ["C", "A", "D", "B"]}},
]


@pytest.fixture
def plain_page(phones: Phones) -> Page:
    return phones.page(java_script_enabled=False)


def expect_table(page: Page) -> None:
    expect(page).to_have_url(re.compile(r"/g/[\w-]+$"))


def fill_form(page: Page, captures: Json) -> None:
    """Fill in every step of the form. Without script, all steps are visible."""
    expect(page.locator("form[data-deal]")).to_be_visible()
    for step in page.locator("[data-step]").all():
        kind = step.get_attribute("data-kind")
        if kind == "count":
            counts = captures[step.get_attribute("data-counted") or ""]
            for seat in "ABC":  # the last count is derived
                step.locator(f'[data-count-seat="{seat}"] input').fill(str(counts[seat]))
        elif kind == "order":
            for place, seat in enumerate(captures["trex"][:3], 1):  # the last place is derived
                step.locator(f'[data-order-place="{place}"] label', has=page.locator(f'[value="{seat}"]')).tap()
        else:
            _fill_card(page, step, captures)


def _fill_card(page: Page, step: Locator, captures: Json) -> None:
    suit = SUIT_OF.get(step.get_attribute("data-card") or "")
    card = captures["queens"][suit] if suit else captures["king_of_hearts"]
    step.locator(f'[data-substep="taker"] [data-side="{card["taken_by"]}"] .side__content').tap()
    if "doubled_by" in card:
        step.locator(".cover", has=page.locator('[data-cover="blanket"]')).tap()
        step.locator(f'[data-substep="holder"] [data-side="{card["doubled_by"]}"] .side__content').tap()


def record(page: Page, game: RunningGame, deal: Json) -> None:
    page.goto(game.page())
    page.locator(f'[data-contract="{deal["contracts"][0]}"]').tap()
    fill_form(page, deal["captures"])
    page.locator("[data-save]").tap()
    expect(page.locator("[data-saved]")).to_be_visible()


def test_game_starts_without_script(plain_page: Page, server: str) -> None:
    plain_page.goto(f"{server}/games/new")
    for seat, name in zip("ABCD", NAMES, strict=True):
        plain_page.locator(f'[data-player="{seat}"]').fill(name)
    plain_page.locator(".crown", has=plain_page.locator('[data-crown="C"]')).tap()
    plain_page.locator('[data-player="D"]').press("Enter")  # Enter in the last field does not start the game
    plain_page.locator(".new-game .bar").tap()
    expect_table(plain_page)
    game = game_of(plain_page.url)
    assert game.file["players"] == NAMES
    assert game.state["result"]["next_king"] == "C"


def test_deal_of_each_contract_is_recorded(plain_page: Page, server: str) -> None:
    game = start_game(server)
    for deal in DEALS:
        record(plain_page, game, deal)
    assert [deal["captures"] for deal in game.deals] == [deal["captures"] for deal in DEALS]
    expect(plain_page.locator(".sheet__sum-proof")).to_have_count(1)


def test_points_are_shown_before_they_are_saved(plain_page: Page, server: str) -> None:
    game = start_game(server)
    plain_page.goto(game.deal_page("king_of_hearts"))
    fill_form(plain_page, DEALS[0]["captures"])
    plain_page.locator(".preview-button").tap()
    expect(plain_page.locator('[data-preview-seat="B"]')).to_have_text("\u2212150")
    expect(plain_page.locator('[data-preview-total="C"]')).to_have_text("75")
    expect(plain_page.locator('[data-substep="taker"] [data-seat="B"]')).to_be_checked()
    assert game.deals == []


def test_refused_form_keeps_its_values(plain_page: Page, server: str) -> None:
    game = start_game(server)
    plain_page.goto(game.deal_page("diamonds"))
    plain_page.locator('[data-count-seat="A"] input').fill("9")
    plain_page.locator('[data-count-seat="B"] input').fill("9")
    plain_page.locator("[data-save]").tap()
    expect(plain_page.get_by_role("alert")).to_be_visible()
    expect(plain_page.locator('[data-count-seat="A"] input')).to_have_value("9")
    assert game.deals == []


def test_last_deal_is_undone(plain_page: Page, server: str) -> None:
    game = start_game(server)
    record(plain_page, game, DEALS[2])
    plain_page.locator(".status__undo").tap()
    expect_table(plain_page)
    assert game.deals == []
    expect(plain_page.locator('[data-contract="diamonds"]')).to_be_visible()


def test_deal_is_voided(plain_page: Page, server: str) -> None:
    game = start_game(server)
    plain_page.goto(game.page("/voids/new"))
    plain_page.locator(".reason").first.tap()
    plain_page.locator(".bars .bar").tap()
    expect_table(plain_page)
    assert game.kinds == ["void"]
