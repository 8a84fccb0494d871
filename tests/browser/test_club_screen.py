"""The screen of an evening, read across the room: with any names, everybody's points are there."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.support.accounts import sign_up
from tests.support.browser.browser import Phones, shows_in_time
from tests.support.clubs.club import DAY, found, uid_of_file
from tests.support.server.server import LiveServer
from tests.support.sites import site_in
from tests.support.whole_games import whole_game
from trexscore.commands.accounts import account_called
from trexscore.commands.clubs.links import give_link

pytestmark = pytest.mark.browser
LONG = ["Maximiliane von Hohenberg-Lichtenstein-S", "عبد الرحمن بن خالد الأيوبي الطويل", "Jo", "W" * 40]
OUTSIDE = """() => [...document.querySelectorAll('.tile-line__points, .tile-line .icon--crown, .tile-line__won')]
  .filter((each) => {
    const own = each.getBoundingClientRect(), tile = each.closest('.tile-table').getBoundingClientRect();
    return own.left < tile.left || own.right > tile.right;
  }).map((each) => each.parentElement.textContent)"""

CUT = """() => [...document.querySelectorAll('.is-plays .tile-table__kingdom')].filter((each) => {
    const own = each.getBoundingClientRect(), line = each.parentElement.getBoundingClientRect();
    const seen = own.top < line.bottom - 2;
    return seen && (each.scrollWidth > each.clientWidth || own.left < line.left - 1 || own.right > line.right + 1);
  }).map((each) => each.textContent)"""


@pytest.fixture(scope="module", params=[2, 15])
def screen(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    """The address of a screen with so many tables, and how many."""
    server = LiveServer(tmp_path_factory.mktemp("screen") / "data")
    server.start()
    with site_in(server.data_folder) as site:
        sign_up(site, "basil", "Basil")
        with site.app_context():
            account = account_called("basil")
            assert account is not None
            club = found(account[0])
            evening = club.say("evening", {"on": DAY})
            for table in range(request.param):
                file = whole_game("standard", table, LONG)
                file["deals"] = file["deals"][: 20 - table % 3]
                club.count(uid_of_file(file), [3, None, None, None], evening=evening, table=table + 1)
            link = give_link(club.id, "screen")
    try:
        yield f"{server.url}/screen/{link}", request.param
    finally:
        server.stop()


@pytest.mark.parametrize("locale", ["ar-JO", "en-GB"])
@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080), (390, 844)])
def test_long_names_push_nobodys_points_off_the_screen(
    phones: Phones, screen: tuple[str, int], locale: str, width: int, height: int
) -> None:
    address, tables = screen
    page = phones.page(locale=locale, viewport={"width": width, "height": height})
    page.goto(address)
    expect(page.locator(".tile-line__points")).to_have_count(4 * tables)
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(CUT) == [], "whose kingdom it is stands there whole, or the crown alone says it"
    assert page.evaluate("document.documentElement.scrollWidth") <= width


COUNTED = "const ask = fetch; window.asked = 0; window.fetch = (...all) => { window.asked += 1; return ask(...all); }"
THREE_TIMES_BACK = """() => {
  for (let time = 0; time < 3; time += 1) dispatchEvent(new Event('online'));
  return window.asked;
}"""


@pytest.fixture
def lone(phones: Phones, screen: tuple[str, int]) -> Page:
    """The screen, which counts how often it asks, and whose questions nobody answers."""
    page = phones.page()
    page.clock.install()
    page.add_init_script(COUNTED)
    page.goto(screen[0])
    expect(page.locator("[data-screen]")).to_be_visible()
    page.route("**/screen/*", lambda _route: None)
    return page


def test_a_screen_whose_questions_nobody_answers_says_so_until_one_is(lone: Page) -> None:
    away = lone.locator("[data-screen-away]")
    expect(away).to_be_hidden()
    shows_in_time(lone, away)
    lone.unroute("**/screen/*")
    lone.evaluate("dispatchEvent(new Event('online'))")
    expect(away).to_be_hidden()


def test_a_screen_asks_one_question_at_a_time_however_often_reception_comes_back(lone: Page) -> None:
    assert lone.evaluate(THREE_TIMES_BACK) == 1
