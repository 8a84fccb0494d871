"""Names of any kind are not cut off, and start where their column starts."""

from typing import Any

import pytest

from tests.support.browser.browser import Phones
from tests.support.browser.game_pages import FRESH, RUNNING
from tests.support.browser.on_screen import resize
from tests.support.browser.page_checks import open_page
from tests.support.server.running import start_game
from tests.support.whole_games import whole_game

pytestmark = pytest.mark.browser

NAME_SETS = {
    "similar": ["Ali", "Mohammad", "Ahmad", "Mohammed"],
    "long": ["Abdulrahmanbinkhalidalsaud", "محمد عبد الرحمن بن خالد الطويل", "W" * 40, "Dr. Omar (Jr.)"],
}
PAGES = tuple(dict.fromkeys((*RUNNING, *FRESH)))
# Names that are cut off or reach into the octagon, and the width of the page.
_CUT_OFF = """() => {
  const cut = [...document.querySelectorAll('.seats .side__name, .segment > span')].flatMap((name) => {
    const box = name.getBoundingClientRect();
    const oct = name.closest('.seats')?.querySelector('.oct').getBoundingClientRect();
    const outside = box.left < -0.5 || box.right > innerWidth + 0.5;
    const inside = oct && box.bottom > oct.top + oct.height * 0.3 && box.top < oct.bottom - oct.height * 0.3
      && box.right > oct.left + 1 && box.left < oct.right - 1;
    return name.checkVisibility() && box.width && (outside || inside) ? [name.textContent] : [];
  });
  return [cut, document.documentElement.scrollWidth];
}"""

# The distance of each name from the edge where lines start in this language.
_GAPS = """names => names.map((node) => {
  const range = document.createRange();
  range.selectNodeContents(node);
  const [box, line] = [node.getBoundingClientRect(), range.getBoundingClientRect()];
  return document.dir === 'rtl' ? box.right - line.right : line.left - box.left;
})"""

# The text of each name, whether it is cut off, and its number of lines.
_LINES = """names => names.map((node) => {
  const range = document.createRange();
  range.selectNodeContents(node);
  const lines = new Set([...range.getClientRects()].map(({ top }) => top));
  return [node.textContent, node.scrollWidth > node.clientWidth + 1, lines.size];
})"""


@pytest.mark.parametrize(("name_set", "locale"), list(zip(NAME_SETS, ("en-GB", "ar-JO"), strict=True)))
def test_names_are_not_cut_off(phones: Phones, server: str, locale: str, name_set: str) -> None:
    game = start_game(server, "partnership", players=NAME_SETS[name_set])
    page = phones.page(locale=locale)
    faults: dict[Any, Any] = {}
    for address in [game.server, *map(game.page, PAGES)]:
        open_page(page, address)
        for width in (320, 390):
            resize(page, width, 844)
            cut, page_width = page.evaluate(_CUT_OFF)
            if cut or page_width > width:
                faults[address, width] = cut, page_width
    assert faults == {}


def test_names_start_at_their_column(phones: Phones, server: str) -> None:
    names = ["W" * 40, "John محمد", "٣ علي", "🦊 Abu Ali 2"]
    game = start_game(server, players=names, deals=whole_game("standard", 3)["deals"])
    faults: dict[Any, Any] = {}
    for locale in ("en-GB", "ar-JO"):
        page = phones.page(locale=locale)
        for address in (game.page("/sheet"), game.page("/adjustments/new"), f"{server}/games", game.page("/result")):
            page.goto(address)
            cut, page_width = page.evaluate(_CUT_OFF)
            if cut or page_width > 390:
                faults[locale, address] = cut, page_width
        gaps = page.locator(".standing__name").evaluate_all(_GAPS)
        assert len(gaps) == 4
        assert [gap for gap in gaps if abs(gap) > 1] == [], locale
    assert faults == {}


@pytest.mark.parametrize(
    ("names", "shown_lines"),
    [
        (["Maximilian-Alexander", "Mohammed Khatib", "Mohammed Saleh", "عبد الرحمن الخطيب"], 2),
        (["Abdulrahman", "Maximilian", "Mohammed", "عبدالرحمن"], 1),
    ],
)
def test_names_above_what_if_are_not_cut_off(phones: Phones, server: str, names: list[str], shown_lines: int) -> None:
    page = phones.page()
    game = start_game(server, players=names, deals=whole_game("standard", 3)["deals"])
    for path in ("/what-if", "/what-if?preset=complex"):
        page.goto(game.page(path))
        shown = page.locator(".column-name").evaluate_all(_LINES)
        assert len({text for text, *_ in shown}) == 4
        assert [text for text, is_cut, lines in shown if is_cut or lines > shown_lines] == []


def test_kings_beside_sign_offs_are_not_cut_off(phones: Phones, server: str) -> None:
    names = ["Maximilian-Alexander", "Mohammed Khatib", "عبدالرحمن الخطيب", "Christopher"]
    page = phones.page()
    page.goto(start_game(server, players=names, deals=whole_game("standard", 3)["deals"]).page("/sign-off"))
    kings = page.locator(".sign-off-grid__row .sheet__king")
    widths = kings.evaluate_all("kings => kings.map((king) => [king.scrollWidth, king.clientWidth])")
    assert len(widths) == 4
    assert [needed for needed, available in widths if needed > available + 1] == []


def test_names_of_kings_are_not_cut_off(phones: Phones, server: str) -> None:
    page = phones.page()
    game = start_game(server, players=["Abdulrahman", "Maximilian", "Christopher", "Mohammed"])
    for path, king in (("/sheet", ".sheet__king"), ("/deals/new?contracts=trex", ".is-king > .points-preview__name")):
        page.goto(game.page(path))
        (width, room), *_ = page.locator(king).evaluate_all("(all) => all.map((n) => [n.scrollWidth, n.clientWidth])")
        assert width <= room + 1, path
