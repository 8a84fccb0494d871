"""Difficult names in all pairs: no word is broken, and nothing overlaps."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browser import Phones
from tests.support.browser.on_screen import broken_words, misplaced_texts, resize
from tests.support.server.running import RunningGame, start_game
from tests.support.whole_games import whole_game

pytestmark = pytest.mark.browser

NAMES = [
    "Abdulrahman Mohammed Khatib",
    "محمد عبدالرحمن الطويل الخطيب",
    "Sami 2",
    "🦊 Abu Ali 🎴",
    "\u200fSami\u200e (ليلى)",
    "Q",
    "1234567",
    "Zoe\u0301 مُحَمَّدٌ",
    "漢字山田太郎",
    "WWWWWWWWWWWW",
]
SCREENS = [(320, 568), (390, 664)]
NAME_ELEMENTS = (
    ".side__name, .team__name, .status__name, .points-preview__name, .column-name, .sheet__king, .sheet__team-name, "
    ".top__king"
)
# For each pair: whether the first name is read before the last, on one line or two.
_ORDER = """() => [...document.querySelectorAll('.team__name, .sheet__team-name a, .standing__name')].map((pair) => {
  if (!pair.checkVisibility()) return true;
  const walker = document.createTreeWalker(pair, NodeFilter.SHOW_TEXT);
  const node = walker.nextNode();
  const isRight = document.dir === 'rtl';
  const starts = [...node.data.matchAll(/[^\\u2068\\u2069]+/gu)].filter(({ 0: part }) => part.trim());
  const box = ({ 0: part, index }) => {
    const range = document.createRange();
    range.setStart(node, index);
    range.setEnd(node, index + part.length);
    return range.getClientRects()[0];
  };
  if (starts.length < 2) return true;
  const [first, last] = [box(starts[0]), box(starts.at(-1))];
  if (last.top + last.bottom > first.top + first.bottom + first.height) return true;
  return isRight ? first.right > last.right : first.left < last.left;
})"""


def tables_of_all_pairs() -> Iterator[list[str]]:
    """Tables of four names in which each name is once the partner of every other."""
    fixed, *rotating = range(len(NAMES))
    for shift in range(len(rotating)):
        order = [fixed, *rotating[shift:], *rotating[:shift]]
        pairs = [(order[index], order[-1 - index]) for index in range(len(NAMES) // 2)]
        for pair, opponents in ((pairs[0], pairs[1]), (pairs[2], pairs[3]), (pairs[4], pairs[0])):
            yield [NAMES[seat] for seat in (pair[0], opponents[0], pair[1], opponents[1])]


def faults(page: Page, *, is_table: bool) -> list[str]:
    problems = []
    for width, height in SCREENS:
        resize(page, width, height)
        screen_faults = broken_words(page, NAME_ELEMENTS)
        screen_faults += misplaced_texts(page) if is_table else []
        screen_faults += ["scrolls"] if page.evaluate("document.documentElement.scrollWidth") > width else []
        screen_faults += [] if all(page.evaluate(_ORDER)) else ["partners in the wrong order"]
        problems += [f"{width}: {fault}" for fault in screen_faults]
    return problems


def pages_of(game: RunningGame) -> dict[str, str]:
    state = game.state["result"]
    contract = state["remaining"][state["next_king"]][0]
    return {"table": game.page(), "sheet": game.page("/sheet"), "deal": game.deal_page(contract)}


def test_tables_cover_every_pair() -> None:
    pairs = {frozenset(pair) for table in tables_of_all_pairs() for pair in (table[::2], table[1::2])}
    assert len(pairs) == 45


@pytest.mark.parametrize("locale", ["en-GB", "ar-JO"])
def test_difficult_names_fit_every_page(phones: Phones, server: str, locale: str) -> None:
    deals = whole_game("partnership", 5)["deals"]
    page = phones.page(locale=locale)
    faults_by_page = {}
    for number, names in enumerate(tables_of_all_pairs()):
        if number % 2 == (locale == "ar-JO"):  # each language gets every second table
            continue
        preset = "standard" if number % 3 == 0 else "partnership"
        deals_of_preset = deals if preset == "partnership" else whole_game("standard", 5)["deals"]
        game = start_game(server, preset, players=names, deals=deals_of_preset[: number % 19])
        for page_name, address in pages_of(game).items():
            page.goto(address)
            faults_by_page[page_name, *names] = faults(page, is_table=page_name == "table")
    assert {page_key: page_faults for page_key, page_faults in faults_by_page.items() if page_faults} == {}


def test_partners_keep_their_order_on_screen(phones: Phones, server: str) -> None:
    deals = whole_game("partnership", 5)["deals"]
    game = start_game(server, "partnership", players=["Sami 2", "Omar", "ليلى", "Dani"], deals=deals[:2])
    finished = start_game(server, "partnership", players=["Omar", "ليلى", "Dani", "Sami 2"], deals=deals)
    for locale, expected, direction in (("en-GB", "Sami 2 and ليلى", "ltr"), ("ar-JO", "Sami 2 وليلى", "rtl")):
        page = phones.page(locale=locale)
        for path, selector in (("", ".team__name"), ("/sheet", ".sheet__team-name a")):
            page.goto(game.page(path))
            team_name = page.locator(selector).first
            text = (team_name.text_content() or "").translate(dict.fromkeys([0x2068, 0x2069]))
            assert text.strip() == expected
            assert team_name.evaluate("name => getComputedStyle(name).direction") == direction
            assert all(page.evaluate(_ORDER)), (locale, path)
        page.goto(finished.page("/result"))
        expect(page.locator(".standing__name")).to_have_count(2)
        assert all(page.evaluate(_ORDER)), locale


def test_new_game_has_equal_names_without_totals(phones: Phones, server: str) -> None:
    page = phones.page(locale="ar-JO")
    game = start_game(server, players=["أبو خليل", "ليلى", "محمد", "سامي"])
    for address, selector in (
        (game.deal_page("queens"), ".points-preview__name"),
        (game.page("/sheet"), ".column-name"),
    ):
        page.goto(address)
        sizes = page.locator(selector).evaluate_all("names => names.map((name) => getComputedStyle(name).fontSize)")
        assert len(set(sizes)) == 1
    for path in ("", "/flat"):
        page.goto(game.page(path))
        expect(page.locator(".side__name")).to_have_count(4)
        expect(page.locator(".seats .total")).to_have_count(0)


def test_deal_form_in_landscape_shows_whole_names(page: Page, server: str) -> None:
    """The line of points has half the width there."""
    game = start_game(server, players=["Dani", "Abdulrahman", "Maximiliane", "محمد عبدالرحمن"])
    resize(page, 844, 390)
    page.goto(game.deal_page("diamonds"))
    names = page.locator(".points-preview__name").all()
    assert [name.inner_text() for name in names if name.evaluate("(node) => node.scrollWidth > node.clientWidth")] == []
