"""Seats as keys: a tap on a name acts, a tap on a total explains, and both are large enough."""

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
# What a touch reaches within less than 44 pixels: from its middle to the left and right, or up and down.
_TOO_SMALL = """(keys) => keys.flatMap((node) => {
  node.scrollIntoView({ block: "nearest", behavior: "instant" });
  const box = node.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const hit = (x, y) => { const top = document.elementFromPoint(x, y); return Boolean(top) && node.contains(top); };
  const far = (dx, dy) => { let n = 0; while (n < 44 && hit(x + dx * (n + 1), y + dy * (n + 1))) n += 1; return n; };
  const reach = hit(x, y) ? Math.min(far(-1, 0) + far(1, 0), far(0, -1) + far(0, 1)) + 1 : 0;
  return reach < 44 ? [`${node.className} ${node.innerText} ${reach}`] : [];
})"""


@pytest.fixture
def first_kingdom_over(server: str) -> RunningGame:
    """A game with a finished first kingdom."""
    return start_game(server, deals=KINGDOM)


def king_to_be_chosen(server: str) -> RunningGame:
    """A game in which the players choose the next king."""
    rules = {"preset": "standard", "options": {"next_king": "agreed"}}
    return start_game(server, players=LONG_NAMES, deals=KINGDOM, house_rules=rules)


@pytest.fixture(scope="module")
def addresses(server: str) -> list[str]:
    """Pages on which seats are keys."""
    finished = start_game(server, players=LONG_NAMES, deals=whole_game("standard", 5)["deals"])
    new_game = start_game(server, players=LONG_NAMES)
    return [
        king_to_be_chosen(server).page(),
        new_game.page("/first-king"),
        *(finished.page(path) for path in ("/sign-off", "/phone", "/corrections/seats", "/kingdoms/A")),
    ]


@pytest.mark.parametrize("locale", LOCALES)
def test_names_and_numbers_are_44_pixels(phones: Phones, addresses: list[str], locale: str) -> None:
    page = phones.page(locale=locale)
    small = {}
    for address in addresses:
        page.goto(address)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            keys = page.locator(".seats :is(.side__act, .side__explain)")
            assert keys.count() >= 3, address
            if too_small := keys.evaluate_all(_TOO_SMALL):
                small[address, width] = too_small
    assert small == {}


def test_king_is_chosen_by_seat(page: Page, server: str) -> None:
    """The next king, and instead of the drawn one the first."""
    game = king_to_be_chosen(server)
    finger = Finger(page)
    page.goto(game.page())
    expect(page.locator(".deck__ask")).to_contain_text("Whose kingdom is next?")
    assert [side.get_attribute("class") for side in page.locator(".side:not(.is-asked)").all()] == ["side side--a"]
    count_colors = "sides => new Set(sides.map((side) => getComputedStyle(side).backgroundColor)).size"
    assert page.locator(".side").evaluate_all(count_colors) == 2
    finger.tap(".side--c .side__explain")
    expect(page).to_have_url(re.compile("/explain/C$"))
    page.go_back()
    finger.tap(".side--c .side__act")
    expect(page.locator(".side--c")).to_have_class(re.compile("is-king"))

    new_game = start_game(server)
    page.goto(new_game.page("/first-king"))
    expect(page.locator(".side--a .side__act")).to_have_count(0)
    finger.tap(".side--c .side__act")
    expect(page).to_have_url(new_game.page())
    expect(page.locator(".side--c")).to_have_class(re.compile("is-king"))
    assert new_game.kinds == ["first_king"]


def test_tap_on_seat_signs_off(page: Page, first_kingdom_over: RunningGame) -> None:
    """A second tap takes that back, but not a hasty one."""
    finger = Finger(page)
    page.goto(first_kingdom_over.page("/sign-off"))
    key = page.locator(".side--a .side__act")
    finger.tap(key)
    expect(page.locator(".side--a.is-chosen")).to_be_visible()
    key.tap()  # too soon after the page changed
    page.wait_for_timeout(300)
    assert first_kingdom_over.kinds.count("take_back") == 0
    finger.tap(key)
    expect(page.locator(".side--a.is-chosen")).to_have_count(0)
    assert first_kingdom_over.kinds[-1] == "take_back"

    finger.tap(".side--b .side__explain")
    expect(page).to_have_url(re.compile("/explain/B$"))
    page.go_back()
    for seat in "ABCD":
        finger.tap(f".side--{seat.lower()} .side__act")
        expect(page.locator(f".side--{seat.lower()}.is-chosen")).to_be_visible()
    expect(page.locator(".sign-off__status")).to_contain_text("All four have signed off")
    assert first_kingdom_over.state["agreements"][0]["seal"]


def test_phone_owner_and_seats_change_without_script(phones: Phones, first_kingdom_over: RunningGame) -> None:
    """The owner is chosen and cleared, with a script as well; two seats are swapped."""
    bare = phones.page(java_script_enabled=False)
    for page in (phones.page(), bare):
        page.goto(first_kingdom_over.page("/phone"))
        page.get_by_role("button", name="Carine").tap()
        expect(page.locator(".side--c.is-chosen")).to_be_visible()
        page.get_by_role("button", name="Carine").tap()
        expect(page.locator(".is-chosen")).to_have_count(0)

    bare.goto(first_kingdom_over.page("/corrections/seats"))
    bare.get_by_role("button", name="Basil").tap()
    expect(bare.locator(".side--b.is-chosen")).to_be_visible()
    bare.get_by_role("button", name="Dani").tap()
    expect(bare.locator(".seats button")).to_have_text(["Amal", "Dani", "Carine", "Basil"])


def test_names_stay_inside_their_seat(phones: Phones, server: str) -> None:
    page = phones.page()
    game = start_game(server, players=LONG_NAMES, deals=KINGDOM)
    names_outside = {}
    for path in ("/phone", "/sign-off", "/corrections/seats", "/links/players"):
        page.goto(game.page(path))
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            if crossing := page.locator(".seats .side__name").evaluate_all(_CROSSING):
                names_outside[path, width] = crossing
    assert names_outside == {}


# Names of which a corner lies on another side of the table, or that are cut off.
_CROSSING = """(names) => names.flatMap((name) => {
  const words = document.createRange();
  words.selectNodeContents(name);
  const box = words.getBoundingClientRect();
  const [left, right, top, bottom] = [box.left + 1, box.right - 1, box.top + 4, box.bottom - 4];
  const side = name.closest('.side');
  name.scrollIntoView({ block: 'center' });
  const moved = words.getBoundingClientRect().top - box.top;
  const corners = [[left, top], [right, top], [left, bottom], [right, bottom]];
  const isOut = corners.some(([x, y]) => !side.contains(document.elementFromPoint(x, y + moved)));
  return isOut || name.scrollWidth > name.clientWidth + 1 ? [name.textContent] : [];
})"""
