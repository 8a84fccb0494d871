"""Score sheet, result and history as a browser prints them."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browser import Phones
from tests.support.server.running import RunningGame, start_game
from tests.support.whole_games import whole_game

pytestmark = pytest.mark.browser

PAPERS = ("A4", "Letter")
PAGE_OBJECT = re.compile(rb"/Type\s*/Page\b")
LONG_NAMES = ["Abdulrahman al-Khatib", "Ba", "كارين", "Maximiliane-Dorothea"]
_CUT_OFF = """() => [...document.querySelectorAll('.printed td, .printed th')].flatMap((cell) =>
  cell.scrollWidth > cell.clientWidth + 1 ? [`${cell.textContent.trim()} ${cell.scrollWidth}`] : [])"""


@pytest.fixture(scope="module")
def finished_game(server: str) -> RunningGame:
    return start_game(server, deals=whole_game("standard", 5)["deals"], players=LONG_NAMES)


def printed_page_count(page: Page, paper: str) -> int:
    """The number of printed pages."""
    return len(PAGE_OBJECT.findall(page.pdf(format=paper)))


@pytest.mark.parametrize("locale", ["en-GB", "ar-JO"])
def test_sheet_prints_on_one_page(phones: Phones, finished_game: RunningGame, locale: str) -> None:
    page = phones.page(locale=locale)
    deals = whole_game("partnership", 5)["deals"][:7]
    partners = start_game(finished_game.server, "partnership", players=LONG_NAMES, deals=deals)
    for address in (f"{finished_game.server}/print/blank", finished_game.page("/print"), partners.page("/print")):
        page.goto(address)
        assert [printed_page_count(page, paper) for paper in PAPERS] == [1, 1], address
        page.emulate_media(media="print", color_scheme="dark")
        page.set_viewport_size({"width": 794, "height": 1123})
        assert page.evaluate(_CUT_OFF) == []
        background = "getComputedStyle(document.querySelector('.printed')).backgroundColor"
        assert page.evaluate(background) == "rgb(255, 255, 255)"
        page.emulate_media(media="null")


def test_long_game_prints_on_two_pages(phones: Phones, finished_game: RunningGame) -> None:
    void = {"void": {"reason": "suit_closed_without_jacks"}}
    deals = [entry for deal in whole_game("standard", 5)["deals"] for entry in ({"king": deal["king"], **void}, deal)]
    page = phones.page()
    page.goto(start_game(finished_game.server, deals=deals).page("/print"))
    assert [printed_page_count(page, paper) for paper in PAPERS] == [2, 2]


def test_print_button_prints_preview(phones: Phones, finished_game: RunningGame) -> None:
    page = phones.page()
    page.add_init_script("window.print = () => { document.title = 'printed'; }")
    page.goto(finished_game.page("/print"))
    widths = page.evaluate("""() => [innerWidth, document.querySelector('.printed').getBoundingClientRect().width,
      document.querySelector('.printed').scrollWidth]""")
    assert widths == [390, 390, 390]
    page.locator("[data-print]").click()
    assert page.title() == "printed"


def test_result_prints_on_one_page_without_buttons(phones: Phones, finished_game: RunningGame) -> None:
    """Browsers leave out backgrounds, so no text is white, except in the circle of the first rank."""
    page = phones.page(reduced_motion="reduce")
    page.goto(finished_game.page("/result"))
    page.emulate_media(media="print", color_scheme="dark")
    page.set_viewport_size({"width": 718, "height": 1000})
    for shown in (".side.is-winner .total", ".fact__text", ".standing__total"):
        expect(page.locator(shown).first).to_be_visible()
    for control in (".share-picture__button", ".ending__sheet", ".settle-up"):
        expect(page.locator(control)).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.querySelector('.oct__first')).printColorAdjust") == "exact"
    texts = "[...document.querySelectorAll('.side .total')].map((text) => getComputedStyle(text).color)"
    assert set(page.evaluate(texts)) == {"rgb(0, 0, 0)"}
    assert printed_page_count(page, "A4") == 1
    page.locator(".settle-up").evaluate("(details) => { details.open = true; }")
    expect(page.locator(".payment").first).to_be_visible()


def test_history_prints_whole_entries(phones: Phones, finished_game: RunningGame) -> None:
    page = phones.page()
    page.goto(finished_game.page("/history"))
    page.emulate_media(media="print")
    breaks = "[...document.querySelectorAll('.history-entry')].map((entry) => getComputedStyle(entry).breakInside)"
    assert set(page.evaluate(breaks)) == {"avoid"}
