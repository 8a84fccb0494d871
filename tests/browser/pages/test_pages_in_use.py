"""Pages in use: a deal form that is incomplete or refused, the result, and rows that can be tapped."""

import pytest

from tests.support.browser.browser import LOCALES, Phones
from tests.support.browser.finger import Finger
from tests.support.browser.on_screen import resize
from tests.support.browser.page_checks import axe_faults, covered_targets, with_axe
from tests.support.server.running import ARABIC_NAMES, RunningGame, start_game
from tests.support.tables import KING
from tests.support.whole_games import whole_game

pytestmark = pytest.mark.browser

LONG_NAMES = ["Abdulrahman al-Khatib", "Ba", "كارين", "Maximiliane-Dorothea"]
DEALS = ("king_of_hearts", "queens", "diamonds", "collections", "trex")


def test_result_targets_are_not_covered(phones: Phones, server: str) -> None:
    game = start_game(server, players=ARABIC_NAMES, deals=whole_game("standard", 5)["deals"])
    page = with_axe(phones.page())
    for width, height in ((390, 844), (412, 823), (360, 740)):
        resize(page, width, height)
        page.goto(game.page("/result"))
        assert covered_targets(page) == [], (width, height)


def test_axe_finds_nothing_in_unfinished_deals(phones: Phones, game: RunningGame) -> None:
    locale = "ar-JO"
    page = with_axe(phones.page(locale=locale, reduced_motion="reduce"))
    finger = Finger(page)
    problems: list[str] = []
    for contract in DEALS:
        page.goto(game.deal_page(contract))
        page.locator("form[data-deal]").evaluate("form => form.submit()")  # bypasses the script
        page.get_by_role("alert").wait_for()
        problems += axe_faults(page, locale)
    queens = {suit: {"taken_by": "B"} for suit in ("hearts", "spades", "diamonds", "clubs")}
    page.goto(game.deal_page("queens"))
    finger.tap("[data-step][data-current] [data-substep='taker'] .oct__button")
    problems += axe_faults(page, locale)
    finger.tap("[data-step][data-current] [data-substep='holder'] [data-side='C'] .side__content")
    finger.enter_captures({"queens": queens})
    problems += axe_faults(page, locale)
    page.goto(game.deal_page("diamonds"))
    finger.tap('[data-key="6"]')
    problems += axe_faults(page, locale)
    page.goto(game.deal_page("trex"))
    finger.tap('[data-trex-seat="A"] .side__content')
    problems += axe_faults(page, locale)
    assert problems == []


def test_save_bar_stays_on_one_line(phones: Phones, server: str) -> None:
    address = start_game(server, players=LONG_NAMES).deal_page("collections")
    line_counts = {}
    for locale in LOCALES:
        page = phones.page(locale=locale)
        page.goto(address)
        resize(page, 320, 844)
        Finger(page).enter_captures({"tricks": {"A": 4, "B": 4, "C": 3, "D": 2}})  # the bar lists all four changes
        label = page.locator("[data-save] .bar__label")
        for width in (320, 390):
            resize(page, width, 844)
            height = label.evaluate("label => label.clientHeight / parseFloat(getComputedStyle(label).lineHeight)")
            line_counts[locale, width] = round(height)
    assert {screen: count for screen, count in line_counts.items() if count != 1} == {}


def test_whole_row_can_be_tapped(phones: Phones, server: str) -> None:
    game = start_game(server, deals=whole_game("standard", 5)["deals"][:7])
    assert game.deals[0]["contracts"] == KING["contracts"]
    page = phones.page()
    for path, cells in (("/explain/A", ".explain__rows td"), ("/kingdoms/A", ".kingdom td:has(.num)")):
        page.goto(game.page(path))
        page.locator(cells).nth(5).click(force=True)  # the link covers the number
        page.wait_for_url(game.page("/deals/*"))
