"""The flat table: every total faces its player, and the octagon faces the king."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browser import Phones, wait_for_expression
from tests.support.browser.on_screen import enlarge, misplaced_texts, resize, scrolls, untappable_targets
from tests.support.server.running import ARABIC_NAMES, RunningGame, start_game
from tests.support.tables import DIAMONDS, KING
from tests.support.whole_games import whole_game

pytestmark = pytest.mark.browser

SCREENS = [(844, 390), (667, 375), (568, 320), (390, 664), (360, 640), (820, 1180), (1180, 820), (1440, 900)]
LONG_NAMES = ["Abdulrahman Alkhatib Omar", "محمد عبد الرحمن الخطيب", "Maximiliane-Dorothea H.", "Jean-Christophe"]
TEXTS = ".side__name, .total, .rank, .flat__team, .flat__cards"
BUTTONS = ".flat__close, .status__undo"
ROTATION_BY_KING = {"A": "none", "B": "-90deg", "C": "180deg", "D": "90deg"}
_ROTATIONS = "() => [...document.querySelectorAll('.side__content')].map((node) => getComputedStyle(node).rotate)"
_TEXTS_UNDER_BUTTONS = """() => [...document.querySelectorAll('.flat__action')].flatMap((button) => {
  const icon = button.querySelector('.icon').getBoundingClientRect();
  const meets = ({ left, right, top, bottom }) =>
    left < icon.right && icon.left < right && top < icon.bottom && icon.top < bottom;
  const texts = [...document.querySelectorAll('.side__name, .total, .rank, .flat__team, .flat__card')];
  return texts.filter((node) => meets(node.getBoundingClientRect())).map((node) => node.textContent.trim());
})"""


def faults(page: Page) -> list[str]:
    problems = []
    for width, height in SCREENS:
        resize(page, width, height)
        faults_on_screen = [
            *misplaced_texts(page, TEXTS),
            *untappable_targets(page, BUTTONS),
            *page.evaluate(_TEXTS_UNDER_BUTTONS),
        ]
        faults_on_screen += ["scrolls"] if scrolls(page) else []
        problems += [f"{width}x{height}: {fault}" for fault in faults_on_screen]
    return problems


def open_flat_table(page: Page, game: RunningGame, token: str = "") -> Page:
    """Open the flat table, and wait until it accepts taps."""
    page.goto(game.page("/flat", token))
    page.locator("html[data-accepts-taps]").wait_for()
    return page


@pytest.fixture(scope="module")
def games(server: str) -> dict[str, dict[str, RunningGame]]:
    """For each locale: a new game, a finished one, and a game in each kingdom, of single players and of pairs."""
    single_deals, pair_deals = whole_game("standard", 5)["deals"], whole_game("partnership", 5)["deals"]
    common_games = {
        "new": start_game(server, players=LONG_NAMES),
        "over": start_game(server, players=LONG_NAMES, deals=single_deals),
        **{
            f"pairs {n}": start_game(server, "partnership", players=LONG_NAMES, deals=pair_deals[: 5 * n + 2])
            for n in range(4)
        },
    }
    return {
        locale: {
            f"king {king}": start_game(server, players=names, deals=single_deals[: 5 * n + 2])
            for n, king in enumerate("ABCD")
        }
        | common_games
        for locale, names in (("en-GB", LONG_NAMES), ("ar-JO", ARABIC_NAMES))
    }


@pytest.mark.parametrize(("locale", "digits"), [("en-GB", "latn"), ("ar-JO", "arab")])
def test_flat_table_fits_and_faces_players(
    phones: Phones, server: str, games: dict[str, dict[str, RunningGame]], locale: str, digits: str
) -> None:
    """On every screen. Totals face their players, and the octagon faces the king."""
    page = phones.page(locale=locale)
    page.context.add_cookies([{"name": "digits", "value": digits, "url": server}])
    faults_by_game = {}
    for name, game in games[locale].items():
        page.goto(game.page("/flat"))
        faults_by_game[name] = faults(page)
        if name.startswith("king"):
            faults_by_game[name] += _orientation_faults(page, king=name[-1])
        if name == "new":
            faults_by_game[name] += _orientation_faults(page, king="A")
    for deal_count, king in ((5, "B"), (10, "C"), (15, "D")):
        page.goto(start_game(server, deals=whole_game("standard", 5)["deals"][:deal_count]).page("/flat"))
        faults_by_game[f"after {deal_count}"] = _orientation_faults(page, king)
    assert {name: game_faults for name, game_faults in faults_by_game.items() if game_faults} == {}


def _orientation_faults(page: Page, king: str) -> list[str]:
    resize(page, 390, 844)
    octagon = page.locator("[data-facing-seat]")
    facing = octagon.evaluate("octagon => [octagon.dataset.facingSeat, getComputedStyle(octagon).rotate]")
    rotations = page.evaluate(_ROTATIONS)
    wrong_rotations = [] if rotations == list(ROTATION_BY_KING.values()) else [f"sides turned by {rotations}"]
    return (
        wrong_rotations
        if facing == [king, ROTATION_BY_KING[king]]
        else [*wrong_rotations, f"octagon faces {facing}, not {king}"]
    )


def test_total_is_one_left_to_right_run(phones: Phones, server: str) -> None:
    page = phones.page(locale="ar-JO")
    page.goto(start_game(server, players=ARABIC_NAMES, deals=[KING]).page("/flat"))
    runs = page.locator(".total .num").evaluate_all(
        "totals => totals.map((total) => [total.childNodes.length, getComputedStyle(total).direction, "
        "getComputedStyle(total).unicodeBidi, getComputedStyle(total).whiteSpace])"
    )
    assert runs == [[1, "ltr", "isolate", "nowrap"]] * 4
    assert "\u2212\u0667\u0665" in page.locator(".total .num").all_text_contents()


@pytest.mark.parametrize("locale", ["en-GB", "ar-JO"])
def test_flat_table_fits_with_large_text(phones: Phones, server: str, locale: str) -> None:
    page = phones.page(locale=locale, viewport={"width": 390, "height": 664})
    faults_by_game = {}
    for preset_name in ("standard", "partnership", "complex_partnership"):
        open_flat_table(page, start_game(server, preset_name, deals=whole_game(preset_name, 7)["deals"][:5]))
        enlarge(page, 200)
        faults_by_game[preset_name] = misplaced_texts(page)
    assert [name for name, faults in faults_by_game.items() if faults] == [], faults_by_game


def test_flat_table_offers_back_and_undo(phones: Phones, server: str) -> None:
    """It keeps the screen on. Sides do not react to taps, and a view-only link offers no Undo."""
    game = start_game(server, deals=[KING, DIAMONDS])
    page = open_flat_table(phones.page(), game)
    expect(page.locator('script[src$="device/wake-lock.js"]')).to_have_count(1)
    page.locator(".side--a .side__content").tap()
    page.wait_for_timeout(200)
    expect(page).to_have_url(game.page("/flat"))
    page.locator(".oct__back").tap()
    expect(page).to_have_url(game.page())
    page.locator("html[data-accepts-taps]").wait_for()
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
    game.record_entry(deals[4])
    expect(page.locator("[data-facing-seat]")).to_have_attribute("data-facing-seat", "B", timeout=10_000)
    wait_for_expression(page, "window.turned?.length === 1")
    assert page.evaluate("window.turned") == [["0deg", "-90deg"]]
    for seat, total in game.totals.items():
        expect(page.locator(f'[data-total-of="{seat}"]')).to_have_text(str(total).replace("-", "\u2212"))
