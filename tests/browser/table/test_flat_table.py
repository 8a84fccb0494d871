"""The flat table view: every total faces its player, the octagon faces the king."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browser import Phones, until
from tests.support.browser.on_screen import out_of_place, out_of_reach, resize, scrolls
from tests.support.server.running import ARABIC_NAMES, RunningGame, start_game
from tests.support.tables import DIAMONDS, KING
from tests.support.whole_games import whole_game

pytestmark = pytest.mark.browser

SCREENS = [(844, 390), (667, 375), (568, 320), (390, 664), (360, 640), (820, 1180), (1180, 820), (1440, 900)]
LONG = ["Abdulrahman Alkhatib Omar", "محمد عبد الرحمن الخطيب", "Maximiliane-Dorothea H.", "Jean-Christophe"]
READ = ".side__name, .total, .rank, .flat__team, .flat__cards"
TAPPED = ".flat__close, .status__undo"
TURNED = {"A": "none", "B": "-90deg", "C": "180deg", "D": "90deg"}
_ROTATIONS = "() => [...document.querySelectorAll('.side__in')].map((each) => getComputedStyle(each).rotate)"
_CORNERS = """() => [...document.querySelectorAll('.flat__do')].flatMap((corner) => {
  const at = corner.querySelector('.icon').getBoundingClientRect();
  const meets = ({ left, right, top, bottom }) =>
    left < at.right && at.left < right && top < at.bottom && at.top < bottom;
  const read = [...document.querySelectorAll('.side__name, .total, .rank, .flat__team, .flat__card')];
  return read.filter((each) => meets(each.getBoundingClientRect())).map((each) => each.textContent.trim());
})"""


def faults(page: Page) -> list[str]:
    found = []
    for width, height in SCREENS:
        resize(page, width, height)
        wrong = [*out_of_place(page, READ), *out_of_reach(page, TAPPED), *page.evaluate(_CORNERS)]
        wrong += ["scrolls"] if scrolls(page) else []
        found += [f"{width}x{height}: {one}" for one in wrong]
    return found


def open_flat_table(page: Page, game: RunningGame, token: str = "") -> Page:
    """The flat table of the game, once it reacts to taps."""
    page.goto(game.page("/flat", token))
    page.locator("html[data-calm]").wait_for()
    return page


@pytest.fixture(scope="module")
def games(server: str) -> dict[str, dict[str, RunningGame]]:
    """In each locale: a new game, a finished one, and one in each kingdom, of four and of pairs."""
    plain, paired = whole_game("standard", 5)["deals"], whole_game("partnership", 5)["deals"]
    alike = {
        "new": start_game(server, players=LONG),
        "over": start_game(server, players=LONG, deals=plain),
        **{f"pairs {n}": start_game(server, "partnership", players=LONG, deals=paired[: 5 * n + 2]) for n in range(4)},
    }
    return {
        locale: {
            f"king {king}": start_game(server, players=names, deals=plain[: 5 * n + 2]) for n, king in enumerate("ABCD")
        }
        | alike
        for locale, names in (("en-GB", LONG), ("ar-JO", ARABIC_NAMES))
    }


@pytest.mark.parametrize(("locale", "digits"), [("en-GB", "latn"), ("ar-JO", "arab")])
def test_flat_table_fits_and_faces_everyone(
    phones: Phones, server: str, games: dict[str, dict[str, RunningGame]], locale: str, digits: str
) -> None:
    """Every screen; totals face their players, the octagon faces the king."""
    page = phones.page(locale=locale)
    page.context.add_cookies([{"name": "digits", "value": digits, "url": server}])
    found = {}
    for name, game in games[locale].items():
        page.goto(game.page("/flat"))
        found[name] = faults(page)
        if name.startswith("king"):
            found[name] += _turned_away(page, king=name[-1])
        if name == "new":
            found[name] += _turned_away(page, king="A")
    for played, king in ((5, "B"), (10, "C"), (15, "D")):
        page.goto(start_game(server, deals=whole_game("standard", 5)["deals"][:played]).page("/flat"))
        found[f"after {played}"] = _turned_away(page, king)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def _turned_away(page: Page, king: str) -> list[str]:
    resize(page, 390, 844)
    middle = page.locator("[data-faces]")
    turned = middle.evaluate("middle => [middle.dataset.faces, getComputedStyle(middle).rotate]")
    rotations = page.evaluate(_ROTATIONS)
    wrong = [] if rotations == list(TURNED.values()) else [f"sides turned by {rotations}"]
    return wrong if turned == [king, TURNED[king]] else [*wrong, f"octagon faces {turned}, not {king}"]


def test_total_is_one_left_to_right_run(phones: Phones, server: str) -> None:
    page = phones.page(locale="ar-JO")
    page.goto(start_game(server, players=ARABIC_NAMES, deals=[KING]).page("/flat"))
    runs = page.locator(".total .num").evaluate_all(
        "all => all.map((one) => [one.childNodes.length, getComputedStyle(one).direction, "
        "getComputedStyle(one).unicodeBidi, getComputedStyle(one).whiteSpace])"
    )
    assert runs == [[1, "ltr", "isolate", "nowrap"]] * 4
    assert "\u2212\u0667\u0665" in page.locator(".total .num").all_text_contents()


def test_flat_table_offers_ways_back_and_undo(phones: Phones, server: str) -> None:
    """It keeps the screen on. A tap on a side does nothing, and a view-only link offers no Undo."""
    game = start_game(server, deals=[KING, DIAMONDS])
    page = open_flat_table(phones.page(), game)
    expect(page.locator('script[src$="device/wake-lock.js"]')).to_have_count(1)
    page.locator(".side--a .side__in").tap()
    page.wait_for_timeout(200)
    expect(page).to_have_url(game.page("/flat"))
    page.locator(".oct__back").tap()
    expect(page).to_have_url(game.page())
    page.locator("html[data-calm]").wait_for()
    page.locator("button.top__menu").tap()
    page.get_by_role("link", name="Lay flat").tap()
    page.wait_for_url(game.page("/flat"))
    open_flat_table(page, game).locator(".flat__close").tap()
    expect(page).to_have_url(game.page())

    open_flat_table(page, game).locator(".status__undo").tap()
    expect(page).to_have_url(game.page())
    expect(page.locator(".status")).to_contain_text("undone")
    assert len(game.deals) == 1

    open_flat_table(page, game, game.read)
    expect(page.locator('[data-total-of="B"]')).to_have_text("\u221275")
    expect(page.locator(".status__undo")).to_have_count(0)


def test_flat_table_follows_game_and_turns(phones: Phones, server: str) -> None:
    deals = whole_game("standard", 5)["deals"]
    game = start_game(server, deals=deals[:4])
    page = open_flat_table(phones.page(), game, game.read)
    expect(page.locator(".flat__card:not(.is-played)")).to_have_count(1)
    page.evaluate("""() => {
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (frames, options) {
        window.turned = [...(window.turned ?? []), frames.map(({ rotate }) => rotate)];
        return animate.call(this, frames, options);
      };
    }""")
    game.enter(deals[4])
    expect(page.locator("[data-faces]")).to_have_attribute("data-faces", "B", timeout=10_000)
    until(page, "window.turned?.length === 1")
    assert page.evaluate("window.turned") == [["0deg", "-90deg"]]
    for seat, total in game.totals.items():
        expect(page.locator(f'[data-total-of="{seat}"]')).to_have_text(str(total).replace("-", "\u2212"))
