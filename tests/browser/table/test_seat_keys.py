"""Seats as buttons: a tap on a name acts, a tap on a total explains, and both are large enough."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browser import LOCALES, Phones
from tests.support.browser.finger import Finger
from tests.support.server.running import RunningGame, start_game
from tests.support.tables import KINGDOM
from tests.support.whole_games import whole_game

pytestmark = pytest.mark.browser

SIZES = [(320, 568), (390, 664)]
LONG_NAMES = ["Mohammed Abdulrahman", "Abu Mohammed K", "عبد الرحمن الخطيب", "Bartholomew"]
# Targets of less than 44 pixels, measured from the centre horizontally and vertically up to their visible edges.
_TOO_SMALL = """(keys) => keys.flatMap((node) => {
  node.scrollIntoView({ block: "nearest", behavior: "instant" });
  const box = node.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const hit = (x, y) => { const top = document.elementFromPoint(x, y); return Boolean(top) && node.contains(top); };
  const pixels = (dx, dy) => { let n = 0; while (n < 44 && hit(x + dx * (n + 1), y + dy * (n + 1))) n += 1; return n; };
  const size = hit(x, y) ? Math.min(pixels(-1, 0) + pixels(1, 0), pixels(0, -1) + pixels(0, 1)) + 1 : 0;
  return size < 44 ? [`${node.className} ${node.innerText} ${size}`] : [];
})"""


@pytest.fixture
def game_after_first_kingdom(server: str) -> RunningGame:
    """A game with a finished first kingdom."""
    return start_game(server, deals=KINGDOM)


def game_with_king_to_choose(server: str) -> RunningGame:
    """A game in which the players are about to choose the next king."""
    rules = {"preset": "standard", "options": {"next_king": "agreed"}}
    return start_game(server, players=LONG_NAMES, deals=KINGDOM, house_rules=rules)


@pytest.fixture(scope="module")
def addresses(server: str) -> list[str]:
    """The addresses of pages on which seats are buttons."""
    finished = start_game(server, players=LONG_NAMES, deals=whole_game("standard", 5)["deals"])
    new_game = start_game(server, players=LONG_NAMES)
    return [
        game_with_king_to_choose(server).page(),
        new_game.page("/first-king"),
        *(finished.page(path) for path in ("/sign-off", "/phone", "/corrections/seats", "/kingdoms/A")),
    ]


@pytest.mark.parametrize("locale", LOCALES)
def test_names_and_totals_measure_44_pixels(phones: Phones, addresses: list[str], locale: str) -> None:
    page = phones.page(locale=locale)
    small = {}
    for address in addresses:
        page.goto(address)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            keys = page.locator(".seats :is(.side__action, .side__explain)")
            assert keys.count() >= 3, address
            if too_small := keys.evaluate_all(_TOO_SMALL):
                small[address, width] = too_small
    assert small == {}


def test_king_is_chosen_by_seat(page: Page, server: str) -> None:
    """The next king, and another first king than the drawn one."""
    game = game_with_king_to_choose(server)
    finger = Finger(page)
    page.goto(game.page())
    expect(page.locator(".contract-panel__message")).to_contain_text("Whose kingdom is next?")
    assert [side.get_attribute("class") for side in page.locator(".side:not(.is-tappable)").all()] == ["side side--a"]
    count_colors = "sides => new Set(sides.map((side) => getComputedStyle(side).backgroundColor)).size"
    assert page.locator(".side").evaluate_all(count_colors) == 2
    finger.tap(".side--c .side__explain")
    expect(page).to_have_url(re.compile("/explain/C$"))
    page.go_back()
    finger.tap(".side--c .side__action")
    expect(page.locator(".side--c")).to_have_class(re.compile("is-king"))

    new_game = start_game(server)
    page.goto(new_game.page("/first-king"))
    expect(page.locator(".side--a .side__action")).to_have_count(0)
    finger.tap(".side--c .side__action")
    expect(page).to_have_url(new_game.page())
    expect(page.locator(".side--c")).to_have_class(re.compile("is-king"))
    assert new_game.kinds == ["first_king"]


def test_tap_on_seat_signs_off(page: Page, game_after_first_kingdom: RunningGame) -> None:
    """A second tap removes the sign-off, unless it comes too early."""
    finger = Finger(page)
    page.goto(game_after_first_kingdom.page("/sign-off"))
    key = page.locator(".side--a .side__action")
    finger.tap(key)
    expect(page.locator(".side--a.is-chosen")).to_be_visible()
    key.tap()  # too soon after the page changed
    page.wait_for_timeout(300)
    assert game_after_first_kingdom.kinds.count("take_back") == 0
    finger.tap(key)
    expect(page.locator(".side--a.is-chosen")).to_have_count(0)
    assert game_after_first_kingdom.kinds[-1] == "take_back"

    finger.tap(".side--b .side__explain")
    expect(page).to_have_url(re.compile("/explain/B$"))
    page.go_back()
    for seat in "ABCD":
        finger.tap(f".side--{seat.lower()} .side__action")
        expect(page.locator(f".side--{seat.lower()}.is-chosen")).to_be_visible()
    expect(page.locator(".sign-off__status")).to_contain_text("All four have signed off")
    assert game_after_first_kingdom.state["agreements"][0]["seal"]


def test_phone_owner_and_seats_change_without_script(phones: Phones, game_after_first_kingdom: RunningGame) -> None:
    """The owner of the phone is also chosen and cleared with script. Two seats are swapped."""
    page_without_script = phones.page(java_script_enabled=False)
    for page in (phones.page(), page_without_script):
        page.goto(game_after_first_kingdom.page("/phone"))
        page.get_by_role("button", name="Carine").tap()
        expect(page.locator(".side--c.is-chosen")).to_be_visible()
        page.get_by_role("button", name="Carine").tap()
        expect(page.locator(".is-chosen")).to_have_count(0)

    page_without_script.goto(game_after_first_kingdom.page("/corrections/seats"))
    page_without_script.get_by_role("button", name="Basil").tap()
    expect(page_without_script.locator(".side--b.is-chosen")).to_be_visible()
    page_without_script.get_by_role("button", name="Dani").tap()
    expect(page_without_script.locator(".seats button")).to_have_text(["Amal", "Dani", "Carine", "Basil"])


def test_names_stay_inside_their_seat(phones: Phones, server: str) -> None:
    page = phones.page()
    game = start_game(server, players=LONG_NAMES, deals=KINGDOM)
    names_outside = {}
    for path in ("/phone", "/sign-off", "/corrections/seats", "/links/players"):
        page.goto(game.page(path))
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            if names := page.locator(".seats .side__name").evaluate_all(_OUTSIDE_THEIR_SEAT):
                names_outside[path, width] = names
    assert names_outside == {}


# Names with a corner on another side of the table, and names that are cut off.
_OUTSIDE_THEIR_SEAT = """(names) => names.flatMap((name) => {
  const range = document.createRange();
  range.selectNodeContents(name);
  const box = range.getBoundingClientRect();
  const [left, right, top, bottom] = [box.left + 1, box.right - 1, box.top + 4, box.bottom - 4];
  const side = name.closest('.side');
  name.scrollIntoView({ block: 'center' });
  const moved = range.getBoundingClientRect().top - box.top;
  const corners = [[left, top], [right, top], [left, bottom], [right, bottom]];
  const isOut = corners.some(([x, y]) => !side.contains(document.elementFromPoint(x, y + moved)));
  return isOut || name.scrollWidth > name.clientWidth + 1 ? [name.textContent] : [];
})"""
