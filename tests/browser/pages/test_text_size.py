"""Pages with text of twice the size, or in a font with wide letters."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table.test_one_screen import faults
from tests.support.browser.browser import LOCALES, Phones
from tests.support.browser.finger import Finger
from tests.support.browser.on_screen import enlarge, resize
from tests.support.server.running import start_game
from tests.support.tables import NAMES
from tests.support.whole_games import whole_game

pytestmark = pytest.mark.browser

WIDE_FONTS = ("DejaVu Sans", "DejaVu Serif")
TEXTS_BY_PATH = {
    "": (".side--a .side__name", ".side--a .total"),
    "/sheet": (".column-name", ".sheet__row td", ".sheet__king"),
    "/deals/new?contracts=diamonds": (".points-preview__name", ".points-preview__row--total .points-preview__cell"),
}
LABELS_BY_PATH = {
    "": (".top__title", ".status", ".contract-tile__name"),
    "/deals/new?contracts=diamonds": (".top__end", ".question__remaining", ".tally__name", ".bar__note"),
}
_IS_INSTALLED = """font => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d');
  const width = (family) => { canvas.font = `40px ${family}`; return canvas.measureText('Collections').width; };
  return ['serif', 'monospace'].every((other) => width(`'${font}', ${other}`) !== width(other));
}"""
_SIZE = "node => parseFloat(getComputedStyle(node).fontSize)"
# Numbers and names that overflow their column.
_OVERFLOWING = """() => [
  ...document.querySelectorAll('.sheet td, .points-preview__row > *, .key, .contract-tile__name'),
].flatMap((box) => {
  if (!box.checkVisibility() || box.colSpan > 1) return [];
  const { left, right } = box.getBoundingClientRect();
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement.closest('.vh, .points-preview__name, .column-name')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].filter(({ width }) => width > 1);
    if (lines.some((line) => line.left < left - 1 || line.right > right + 1)) return [box.textContent.trim()];
  }
  return [];
})"""


def sizes(page: Page, selectors: tuple[str, ...]) -> list[float]:
    return [page.locator(selector).first.evaluate(_SIZE) for selector in selectors]


def test_enlarged_text_grows_more_than_labels(phones: Phones, server: str) -> None:
    page = phones.page(viewport={"width": 390, "height": 664})
    game = start_game(server, deals=whole_game("standard", 5)["deals"][:6])
    for path, selectors in TEXTS_BY_PATH.items():
        page.goto(game.page(path))
        sizes_before = sizes(page, selectors)
        enlarge(page, 200)
        grown = [enlarged_size / size for size, enlarged_size in zip(sizes_before, sizes(page, selectors), strict=True)]
        assert min(grown) > 1.12, (path, grown)
    for path, selectors in LABELS_BY_PATH.items():
        page.goto(game.page(path))
        sizes_before = sizes(page, selectors)
        enlarge(page, 200)
        grown = [enlarged_size / size for size, enlarged_size in zip(sizes_before, sizes(page, selectors), strict=True)]
        assert max(grown) < 1.35, (path, grown)


def test_forms_stay_usable_with_large_text(phones: Phones, server: str) -> None:
    faults_by_form = {}
    for locale in LOCALES:
        page = phones.page(locale=locale, viewport={"width": 390, "height": 664})
        game = start_game(server)
        finger = Finger(page)
        for contract, captures in (
            ("diamonds", {"diamonds": {"A": 5, "B": 4, "C": 3, "D": 1}}),
            ("king_of_hearts", {"king_of_hearts": {"taken_by": "B"}}),
        ):
            page.goto(game.deal_page(contract))
            enlarge(page, 200)
            form_faults = page.evaluate(_OVERFLOWING)
            height = page.evaluate("document.documentElement.scrollHeight")
            faults_by_form[locale, contract] = [*form_faults, *([f"{height} high"] if height >= 1250 else [])]
            finger.enter_captures(captures)
            finger.save()
        assert len(game.deals) == 2, locale
    assert {form: form_faults for form, form_faults in faults_by_form.items() if form_faults} == {}


def test_note_beside_question_stays_in_its_line_with_large_text(phones: Phones, server: str) -> None:
    cut_off = []
    for locale in LOCALES:
        page = phones.page(locale=locale, viewport={"width": 390, "height": 664})
        page.goto(start_game(server).deal_page("king_of_hearts"))
        enlarge(page, 200)
        Finger(page).tap("[data-substep][data-current] .oct__button")
        note = page.locator('[data-current] .question__note[data-question="holder"]').bounding_box()
        line = page.locator("[data-current] .question:visible").bounding_box()
        assert note is not None
        assert line is not None
        if note["y"] < line["y"] or note["y"] + note["height"] > line["y"] + line["height"]:
            cut_off.append(locale)
    assert cut_off == []


def test_combined_deals_keep_their_words_with_large_text(phones: Phones, server: str) -> None:
    page = phones.page(viewport={"width": 390, "height": 664})
    page.goto(start_game(server, "complex", deals=whole_game("complex", 7)["deals"]).page("/explain/A"))
    enlarge(page, 200)
    heights = page.locator(".explain__deal").evaluate_all("deals => deals.map((deal) => deal.clientHeight)")
    assert len(heights) == 8
    assert max(heights) < 200
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_pages_fit_wide_fonts(phones: Phones, server: str) -> None:
    page = phones.page(bypass_csp=True)
    single_deals, pair_deals = whole_game("standard", 5)["deals"], whole_game("partnership", 5)["deals"]
    games = [start_game(server, deals=single_deals[:n]) for n in (6, 12)]
    games.append(start_game(server, "partnership", players=[*NAMES[:3], "Mohammed"], deals=pair_deals[:3]))
    faults_by_page = {}
    for number, game in enumerate(games):
        remaining = game.state["result"]["remaining"][game.state["result"]["next_king"]]
        for path in ("", "/sheet", f"/deals/new?contracts={remaining[-1]}", f"/deals/new?contracts={remaining[0]}"):
            page.goto(game.page(path))
            for font in WIDE_FONTS:
                style = page.add_style_tag(content=f"* {{ font-family: '{font}', sans-serif !important; }}")
                assert page.evaluate(_IS_INSTALLED, font), f"{font} is not installed (Debian: fonts-dejavu-core)"
                faults_by_page[font, number, path] = faults_on_small_phones(page, is_table=not path)
                style.evaluate("style => style.remove()")
    assert {page_key: page_faults for page_key, page_faults in faults_by_page.items() if page_faults} == {}
    expect(page.locator("html")).to_have_attribute("lang", "en")


def faults_on_small_phones(page: Page, *, is_table: bool) -> list[str]:
    """The faults of a page on small phones."""
    problems = faults(page, [(320, 568), (390, 664)]) if is_table else []
    for width in (320, 390):
        resize(page, width, 664)
        problems += page.evaluate(_OVERFLOWING)
        problems += ["too wide"] if page.evaluate("document.documentElement.scrollWidth") > width else []
    return problems
