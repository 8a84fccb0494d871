"""Bars and rows cover no targets, also on short screens."""

from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browser import LOCALES, Phones
from tests.support.browser.finger import Finger
from tests.support.server.running import start_game
from tests.support.tables import DIAMONDS, KING
from tests.support.whole_games import whole_game

pytestmark = pytest.mark.browser

SHORT_SCREENS = [(320, 568), (390, 664), (390, 844)]


def test_save_bar_covers_no_question(page: Page, server: str) -> None:
    """In a form opened from the table, and in one that opened after a saved deal."""
    saved_deal = {"king": "A", "contracts": ["collections"], "captures": {"tricks": {"A": 13, "B": 0, "C": 0, "D": 0}}}
    sizes_by_form = {}
    for contract, after_save in product(("king_of_hearts", "queens", "diamonds", "trex"), (False, True)):
        game = start_game(server)
        page.goto(game.deal_page(contract) + (f"&saved={game.record_entry(saved_deal)['seq']}" if after_save else ""))
        assert page.locator("[data-saved]").count() == after_save
        sizes_by_form[contract, after_save] = _sizes_with_covered_question(page, SHORT_SCREENS)
    assert {form: sizes for form, sizes in sizes_by_form.items() if sizes} == {}


def _sizes_with_covered_question(page: Page, screens: list[tuple[int, int]]) -> list[str]:
    """The screens on which the bar covers the question or leaves the screen."""
    covered_sizes = []
    for width, height in screens:
        page.set_viewport_size({"width": width, "height": height})
        question = page.locator("[data-step][data-current] :is(.seats--input, .keys):visible").last.bounding_box()
        bar = page.locator("[data-save]").bounding_box()
        assert question is not None
        assert bar is not None
        if question["y"] + question["height"] > bar["y"] + 1 or bar["y"] + bar["height"] > height + 1:
            covered_sizes.append(f"{width}x{height}")
    return covered_sizes


def test_save_bar_covers_no_revoke_question(phones: Phones, server: str) -> None:
    """Before and after the offender is tapped, and after a queen is doubled."""
    page = phones.page(locale="de-DE")
    players = ["Abdulrahman al-Khatib", "Ba", "كارين", "Maximiliane-Dorothea"]
    screens = SHORT_SCREENS[1:]
    sizes_by_form = {}
    for contracts in (("queens",), ("diamonds",), ("king_of_hearts", "queens", "diamonds")):
        page.goto(f"{start_game(server, 'combination', players=players).deal_page(*contracts)}&renege=ask")
        sizes_by_form[contracts, "asked"] = _sizes_with_covered_question(page, screens)
        page.locator('.revoke__seat:has([value="B"])').tap()
        sizes_by_form[contracts, "charged"] = _sizes_with_covered_question(page, screens)
        if contracts == ("queens",):
            page.locator("[data-step][data-current] [data-substep][data-current] .oct__button").tap()
            assert page.locator("[data-substep=holder][data-current]:visible").count() == 1
            sizes_by_form[contracts, "doubled"] = _sizes_with_covered_question(page, screens)
    assert {form: sizes for form, sizes in sizes_by_form.items() if sizes} == {}


def test_notice_of_changed_game_covers_only_the_header(phones: Phones, server: str) -> None:
    covered_names = {}
    for locale in LOCALES:
        page = phones.page(locale=locale)
        game = start_game(server)
        page.goto(game.deal_page("diamonds"))
        Finger(page).tap('[data-key="5"]')
        for deal, reason in ((KING, "other"), (DIAMONDS, "recorded")):
            game.record_entry(deal)
            expect(page.locator(f'[data-game-changed-reason="{reason}"]')).to_be_visible(timeout=9000)
            for width, height in SHORT_SCREENS:
                page.set_viewport_size({"width": width, "height": height})
                notice = page.locator("[data-game-changed]").bounding_box()
                names = page.locator(".points-preview__head").bounding_box()
                assert notice is not None
                assert names is not None
                covered = notice["y"] + notice["height"] - names["y"]
                if covered > 1:
                    covered_names[locale, reason, width, height] = covered
    assert covered_names == {}


# Elements on the screen whose centre is covered by something else.
_COVERED = """selector => [...document.querySelectorAll(selector)].flatMap((node) => {
  const { left, right, top, bottom } = node.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const isOnScreen = y > 0 && y < innerHeight;
  const isHit = isOnScreen && (node.closest('section') ?? node).contains(document.elementFromPoint(x, y));
  return isOnScreen && !isHit ? [node.textContent.trim()] : [];
})"""


def test_status_line_covers_no_choice(phones: Phones, server: str) -> None:
    deals = whole_game("standard", 5)["deals"]
    disputed_game = start_game(server, deals=deals[:6])
    disputed_game.record_entry({"terms": {"second_person": True}})
    disputed_game.record_entry(deals[6])
    disputed_game.record_entry({"disputed": {"seat": "B", "about": 6, "reason": "it was Carine"}})
    page = phones.page(viewport={"width": 390, "height": 844})
    page.goto(disputed_game.page())
    expect(page.locator(".top__count")).to_have_text("2")
    assert page.locator(".contract-tile").count() == 3
    assert page.evaluate(_COVERED, ".contract-tile__link, .status__action, .top__menu") == []
    page.locator("button.top__menu").tap()
    assert page.locator(".pending__row").count() == 2
    assert page.evaluate(_COVERED, ".pending__row, .menu .row") == []
