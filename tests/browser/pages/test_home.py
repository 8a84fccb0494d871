"""The home page and the form of a new game on common phones, online and offline."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browser import Phones
from tests.support.browser.finger import Finger
from tests.support.browser.offline import UNSENT_STATUS, WITH_WORKER, open_for_offline, sync_online, wait_for_worker
from tests.support.browser.on_screen import resize
from tests.support.server.running import game_of, start_game
from tests.support.whole_games import whole_game

pytestmark = pytest.mark.browser

SIZES = [(390, 664), (320, 568)]
LANGUAGES = ("en", "fr", "de", "ar")
NAMES = ("Layla", "Omar", "Mohammed Abdulrahman", "Sami")
OTHER_NAMES = ("Rana", "Hadi", "Tarek", "Nour")
_COVERED_TARGETS = """() => [...document.querySelectorAll('.crown, .seats .name, .bar')].filter((node) => {
  const { left, right, top, bottom } = node.getBoundingClientRect();
  const topElement = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return bottom > innerHeight || !(node.contains(topElement) || topElement?.contains(node));
}).map((node) => node.outerHTML)"""
_MAIN_LINES = """() => {
  const main = document.querySelector('main').cloneNode(true);
  for (const node of main.querySelectorAll('[data-unsent], [name=csrf_token], [name=key]')) node.remove();
  for (const node of main.querySelectorAll('[data-archived]')) node.removeAttribute('data-archived');
  return main.innerHTML.split('\\n').filter(Boolean);
}"""


def open_three_games(page: Page, server: str, open_page: Callable[[Page, str], object] = Page.goto) -> None:
    """Open a game of pairs, a finished game and a running one on the phone."""
    deals = whole_game("standard", 5)["deals"]
    pairs = start_game(server, "partnership", players=list(NAMES), deals=whole_game("partnership", 3)["deals"])
    finished = start_game(server, players=list(NAMES), deals=deals)
    for game in (pairs, finished, start_game(server, players=list(OTHER_NAMES), deals=deals[:11])):
        open_page(page, game.page())


def each_size(page: Page, address: str) -> Iterator[tuple[int, int]]:
    """Open a page on each size of phone."""
    for size in SIZES:
        resize(page, *size)
        page.goto(address)
        yield size


def test_home_fits_and_is_same_offline(phones: Phones, server: str) -> None:
    """In every language, three games fit without scrolling, and lists are the same offline; settings and seats, too."""
    page = phones.page(viewport={"width": SIZES[0][0], "height": SIZES[0][1]}, **WITH_WORKER)
    open_three_games(page, server, open_for_offline)
    archived = start_game(server, players=["Zaid", "Huda", "Lina", "Karim"])
    for address in (archived.page(), server):
        open_for_offline(page, address)
    page.goto(archived.page("/archive"))
    page.locator("main form button").first.tap()
    expect(page).to_have_url(re.compile("/games$"))
    for language in LANGUAGES:
        page.context.add_cookies([{"name": "language", "value": language, "url": server}])
        open_for_offline(page, server)
        wait_for_worker(page, language)
        check_home(page, server, language)
        if language == "en":
            check_settings_offline(page, server)
        if language != LANGUAGES[-1]:
            page.goto(server)
            sync_online(page)
    check_seats_offline(page, server)


def check_home(page: Page, server: str, language: str) -> None:
    """Check the pages with lists of games, online and then offline."""
    lines_by_path = {}
    for path in ("/games", "/"):
        page.goto(f"{server}{path}")
        page.wait_for_load_state("networkidle")
        expect(page.locator("html")).to_have_attribute("lang", language)
        lines_by_path[path] = page.evaluate(_MAIN_LINES)
    assert "Zaid" not in "".join(lines_by_path["/"])
    expect(page.locator(".recent .listed-game")).to_have_count(3)
    expect(page.locator(".same-four__button")).to_be_in_viewport(ratio=1)
    size = page.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]")
    assert size == [664, 390], language
    page.context.set_offline(True)
    page.goto(server)
    expect(page.locator(UNSENT_STATUS)).to_be_visible()
    assert page.evaluate(_MAIN_LINES) == lines_by_path["/"], language
    page.goto(f"{server}/games")
    expect(page.locator(".list__title")).to_have_count(1)
    assert page.locator(".listed-game").all_inner_texts()[-1].startswith("Zaid"), language


def check_settings_offline(page: Page, server: str) -> None:
    """Offline, only settings of the device can be changed."""
    page.goto(f"{server}/settings?from=//evil.example")
    expect(page.locator(".settings__offline")).to_contain_text("go online")
    expect(page.locator("form")).to_have_count(0)
    expect(page.locator(".top__back")).to_have_attribute("href", "/")
    expect(page.locator('[data-preference="awake"]')).to_be_visible()


def check_seats_offline(page: Page, server: str) -> None:
    """Offline, seats without a name get numbers, in Arabic too."""
    page.goto(f"{server}/games/new")
    expect(page.locator("html")).to_have_attribute("lang", "ar")
    placeholders = [field.get_attribute("placeholder") for field in page.locator(".seats .name").all()]
    page.locator('[data-player="B"]').fill("هدى")
    Finger(page).tap(".new-game .bar")
    expect(page.locator(".side--a .side__name")).to_have_text(str(placeholders[0]))


@pytest.mark.parametrize("size", SIZES)
def test_last_enter_key_does_not_start_game(phones: Phones, server: str, size: tuple[int, int]) -> None:
    page = phones.page(viewport={"width": size[0], "height": size[1]})
    page.goto(f"{server}/games/new")
    assert page.evaluate(_COVERED_TARGETS) == []
    finger = Finger(page)
    finger.tap('[data-player="A"]')
    for name in OTHER_NAMES:
        hint = page.locator(":focus").get_attribute("enterkeyhint")
        assert hint == ("done" if name == OTHER_NAMES[-1] else "next")
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(page.locator(":focus")).to_have_count(0)
    expect(page).to_have_url(re.compile("/games/new$"))
    finger.tap(page.locator(".crown").nth(1))
    expect(page.locator("[data-first-king-text]")).to_have_text("First king: Hadi")
    finger.tap(".new-game .bar")
    expect(page).to_have_url(re.compile(r"/g/[\w-]+$"))
    game = game_of(page.url)
    assert (game.file["players"], game.file["first_king"], finger.taps) == (list(OTHER_NAMES), "B", 3)


@pytest.mark.parametrize("size", SIZES)
def test_recent_names_start_game_with_six_taps(phones: Phones, server: str, size: tuple[int, int]) -> None:
    page = phones.page(viewport={"width": size[0], "height": size[1]})
    open_three_games(page, server)
    page.goto(f"{server}/games/new")
    assert page.evaluate(_COVERED_TARGETS) == []
    finger = Finger(page)
    for name in OTHER_NAMES:
        expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)
        finger.tap(page.get_by_role("button", name=name, exact=True))
    finger.tap(page.locator(".crown").nth(0))
    assert page.evaluate("scrollY") == 0
    finger.tap(".new-game .bar")
    expect(page).to_have_url(re.compile(r"/g/[\w-]+$"))
    assert (sorted(game_of(page.url).file["players"]), finger.taps) == (sorted(OTHER_NAMES), 6)


def test_house_rules_open_at_top_and_mark_partners(page: Page, server: str) -> None:
    read_colors = (
        """() => [...document.querySelectorAll('.side')].map((side) => getComputedStyle(side).backgroundColor)"""
    )
    for size in each_size(page, f"{server}/games/new"):
        assert len(set(page.evaluate(read_colors))) == 1
        expect(page.locator(".new-game__pairs")).to_be_hidden()
        Finger(page).tap(".rules__summary")
        expect(page.get_by_text("Which cards may be doubled?")).to_be_in_viewport(ratio=1)
        top = page.evaluate("document.querySelector('.rules').getBoundingClientRect().top")
        assert top == pytest.approx(0, abs=1), size
    page.locator("[data-preset]").select_option("complex_partnership")
    color_a, color_b, color_c, color_d = page.evaluate(read_colors)
    assert (color_a, color_b) == (color_c, color_d)
    assert color_a != color_b
    expect(page.locator(".new-game__pairs")).to_be_visible()
    expect(page.locator("[data-deals-note]")).to_have_text("8 deals")


def test_rematch_tapped_twice_creates_one_game(page: Page, server: str) -> None:
    page.goto(start_game(server, players=list(NAMES), deals=whole_game("standard", 5)["deals"]).page())
    page.goto(server)
    page.locator(".same-four__button").evaluate("button => { button.click(); button.click(); }")
    expect(page).to_have_url(re.compile(r"/g/[\w-]+$"))
    page.goto(f"{server}/games")
    expect(page.locator(".list__game")).to_have_count(2)
