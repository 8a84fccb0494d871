"""Names that are hard to set, each beside every other: no word is broken, nothing overlaps."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browser import Phones
from tests.support.browser.on_screen import broken_words, out_of_place, resize
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
SHOWN = (
    ".side__name, .team__name, .status__name, .ledger__called, .column-name, .sheet__king, .sheet__teamname, .top__king"
)
# Where each of a pair's two names begins to be read, in one line or in two.
_ORDER = """() => [...document.querySelectorAll('.team__name, .sheet__teamname a')].map((pair) => {
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
  const [one, other] = [box(starts[0]), box(starts.at(-1))];
  if (other.top + other.bottom > one.top + one.bottom + one.height) return true;
  return isRight ? one.right > other.right : one.left < other.left;
})"""


def tables_of_all_pairs() -> Iterator[list[str]]:
    """Tables of four names, until each has been the partner of every other."""
    fixed, *others = range(len(NAMES))
    for turn in range(len(others)):
        order = [fixed, *others[turn:], *others[:turn]]
        pairs = [(order[place], order[-1 - place]) for place in range(len(NAMES) // 2)]
        for one, other in ((pairs[0], pairs[1]), (pairs[2], pairs[3]), (pairs[4], pairs[0])):
            yield [NAMES[seat] for seat in (one[0], other[0], one[1], other[1])]


def faults(page: Page, *, is_table: bool) -> list[str]:
    found = []
    for width, height in SCREENS:
        resize(page, width, height)
        wrong = broken_words(page, SHOWN)
        wrong += out_of_place(page) if is_table else []
        wrong += ["scrolls"] if page.evaluate("document.documentElement.scrollWidth") > width else []
        wrong += [] if all(page.evaluate(_ORDER)) else ["partners turned round"]
        found += [f"{width}: {one}" for one in wrong]
    return found


def pages_of(game: RunningGame) -> dict[str, str]:
    state = game.state["result"]
    contract = state["remaining"][state["next_king"]][0]
    return {"table": game.page(), "sheet": game.page("/sheet"), "ledger": game.deal_page(contract)}


def test_tables_cover_every_pair() -> None:
    met = {frozenset(pair) for table in tables_of_all_pairs() for pair in (table[::2], table[1::2])}
    assert len(met) == 45


@pytest.mark.parametrize("locale", ["en-GB", "ar-JO"])
def test_difficult_names_fit_every_page(phones: Phones, server: str, locale: str) -> None:
    deals = whole_game("partnership", 5)["deals"]
    page = phones.page(locale=locale)
    found = {}
    for number, names in enumerate(tables_of_all_pairs()):
        if number % 2 == (locale == "ar-JO"):  # each language has every second table
            continue
        preset = "standard" if number % 3 == 0 else "partnership"
        played = deals if preset == "partnership" else whole_game("standard", 5)["deals"]
        game = start_game(server, preset, players=names, deals=played[: number % 19])
        for what, address in pages_of(game).items():
            page.goto(address)
            found[what, *names] = faults(page, is_table=what == "table")
    assert {where: wrong for where, wrong in found.items() if wrong} == {}


def test_partners_keep_their_order_on_screen(phones: Phones, server: str) -> None:
    deals = whole_game("partnership", 5)["deals"][:2]
    game = start_game(server, "partnership", players=["Sami 2", "Omar", "ليلى", "Dani"], deals=deals)
    for locale, said, direction in (("en-GB", "Sami 2 and ليلى", "ltr"), ("ar-JO", "Sami 2 وليلى", "rtl")):
        page = phones.page(locale=locale)
        for what, where in (("", ".team__name"), ("/sheet", ".sheet__teamname a")):
            page.goto(game.page(what))
            first = page.locator(where).first
            shown = (first.text_content() or "").translate(dict.fromkeys([0x2068, 0x2069]))
            assert shown.strip() == said
            assert first.evaluate("each => getComputedStyle(each).direction") == direction
            assert all(page.evaluate(_ORDER)), (locale, what)


def test_fresh_game_has_alike_names_and_no_totals(phones: Phones, server: str) -> None:
    page = phones.page(locale="ar-JO")
    game = start_game(server, players=["أبو خليل", "ليلى", "محمد", "سامي"])
    for address, where in ((game.deal_page("queens"), ".ledger__called"), (game.page("/sheet"), ".column-name")):
        page.goto(address)
        sizes = page.locator(where).evaluate_all("all => all.map((one) => getComputedStyle(one).fontSize)")
        assert len(set(sizes)) == 1
    for what in ("", "/flat"):
        page.goto(game.page(what))
        expect(page.locator(".side__name")).to_have_count(4)
        expect(page.locator(".seats .total")).to_have_count(0)
