"""Tablets and desktops: the sheet beside the table, larger text, and forms without large gaps."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table.test_one_screen import LONG_NAMES, faults
from tests.support.browser.browser import LOCALES, Phones
from tests.support.browser.on_screen import broken_words, resize
from tests.support.server.running import RunningGame, start_game
from tests.support.whole_games import whole_game

pytestmark = pytest.mark.browser

SCREENS = [(768, 1024), (820, 1180), (1180, 820), (1440, 900)]
MAX_GAP = 120
_SIZE = "node => parseFloat(getComputedStyle(node).fontSize)"
# The largest vertical gap between texts or targets.
_GAPS = """() => {
  const isText = ({ nodeType, data }) => nodeType === 3 && data.trim();
  const elements = [...document.querySelectorAll('.deal *')];
  const visible = elements.filter((node) => node.checkVisibility() && !node.closest('.vh')
    && (node.matches('.side, .key, .card, .icon, .bar') || [...node.childNodes].some(isText)));
  const boxes = visible.map((node) => node.getBoundingClientRect()).filter(({ width }) => width > 1);
  boxes.sort((box, other) => box.top - other.top);
  let end = document.querySelector('.deal').getBoundingClientRect().top;
  return Math.max(...boxes.map(({ top, bottom }) => {
    const gap = top - end;
    end = Math.max(end, bottom);
    return gap;
  }), innerHeight - end);
}"""


def font_size_of(page: Page, selector: str) -> float:
    font_size: float = page.locator(selector).first.evaluate(_SIZE)
    return font_size


@pytest.fixture(scope="module")
def games(server: str) -> dict[int, RunningGame]:
    """Games by their number of deals; -1 is a game of pairs."""
    single_deals, pair_deals = whole_game("standard", 5)["deals"], whole_game("partnership", 5)["deals"]
    return {n: start_game(server, players=LONG_NAMES, deals=single_deals[:n]) for n in (0, 7, 12, 19)} | {
        -1: start_game(server, "partnership", players=LONG_NAMES, deals=pair_deals[:6])
    }


@pytest.mark.parametrize("locale", LOCALES)
def test_pages_fit_large_screens(phones: Phones, games: dict[int, RunningGame], locale: str) -> None:
    page = phones.page(locale=locale)
    faults_by_deal_count = {}
    for deals, game in games.items():
        page.goto(game.page())
        faults_by_deal_count[deals] = [
            *faults(page, SCREENS),
            *broken_words(page, ".column-name, .sheet__king, .status__name"),
        ]
    assert {deals: page_faults for deals, page_faults in faults_by_deal_count.items() if page_faults} == {}


def test_large_screens_show_sheet_beside_table(phones: Phones, server: str) -> None:
    page = phones.page()
    page.goto(start_game(server, deals=whole_game("standard", 5)["deals"][:12]).page())
    expect(page.locator(".sheet-panel")).to_be_hidden()
    expect(page.locator(".top__sheet")).to_be_visible()
    expect(page.locator(".top").get_by_text("Lay flat")).to_be_hidden()
    phone_sizes = {
        selector: font_size_of(page, selector)
        for selector in (".side--a .total", ".side--a .side__name", ".contract-tile__name")
    }
    for width, height in SCREENS:
        resize(page, width, height)
        expect(page.locator(".sheet-panel .sheet")).to_be_visible()
        expect(page.locator(".oct__sheet-button, .top__sheet").first).to_be_hidden()
        for link in ("Lay flat", "Share"):
            expect(page.locator(".top").get_by_role("link", name=link)).to_be_visible()
        for selector, phone_size in phone_sizes.items():
            assert font_size_of(page, selector) > 1.15 * phone_size, selector
        table_box = page.locator(".seats").bounding_box()
        sheet_box = page.locator(".sheet-panel").bounding_box()
        assert table_box is not None
        assert sheet_box is not None
        assert table_box["x"] + table_box["width"] <= sheet_box["x"] + 1


def test_forms_have_no_gaps(phones: Phones, server: str) -> None:
    page = phones.page()
    gaps = {}
    combined = ["king_of_hearts", "queens", "diamonds", "collections"]
    addresses = [
        start_game(server).deal_page(contract) for contract in ("king_of_hearts", "queens", "diamonds", "trex")
    ]
    for address in [*addresses, start_game(server, "complex_partnership").deal_page(*combined)]:
        page.goto(address)
        for width, height in SCREENS:
            resize(page, width, height)
            gap: float = page.evaluate(_GAPS)
            if gap > MAX_GAP or page.evaluate("document.documentElement.scrollHeight") > height:
                gaps[address.partition("=")[2], width, height] = gap
    assert gaps == {}
