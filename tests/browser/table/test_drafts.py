"""What is being typed stays: through reloads, closed tabs and killed browsers, until it is written."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.browser.browser import KeptPhone, Phones
from tests.support.browser.finger import Finger
from tests.support.server.running import RunningGame, start_game
from tests.support.tables import Json

pytestmark = pytest.mark.browser

COUNTS: Json = {"diamonds": {"A": 5, "B": 4, "C": 3, "D": 1}}
TREX: Json = {"king": "A", "contracts": ["trex"], "captures": {"trex": ["C", "A", "D", "B"]}}
# A battery is not empty in the very moment of a tap: what reads comes behind what was to be written.
_ON_THE_DISK = """async () => {
  await new Promise((written) => setTimeout(written));
  return (await import('/static/js/lib/durable.js')).keys();
}"""
NAMES = ("Huda", "Karim", "Lina", "Omar")
PUT_DRAFT = """([token, draft]) => fetch(`/api/games/${token}/draft`, {
  method: "PUT", headers: { "Content-Type": "application/json" }, body: JSON.stringify(draft) })"""


def begin(page: Page, game: RunningGame) -> None:
    """Two of the four numbers."""
    page.goto(game.deal_page("diamonds"))
    finger = Finger(page)
    finger.tap('[data-key="5"]')
    finger.tap('[data-key="4"]')


def goes_on(page: Page, game: RunningGame) -> None:
    """The third number is asked for, and that the others came back is said."""
    page.goto(game.deal_page("diamonds"))
    expect(page.locator('[data-count-seat="C"]')).to_have_attribute("data-current", "")
    expect(page.locator("[data-draft-back]")).to_be_visible()


def is_blank(page: Page) -> None:
    expect(page.locator('[data-listening] [data-count-seat="A"]')).to_have_attribute("data-current", "")
    expect(page.locator("[data-draft-back]")).to_be_hidden()


def test_half_a_deal_is_there_again_after_its_tab_its_browser_and_its_battery(
    server: str, kept_phone: KeptPhone
) -> None:
    game = start_game(server)
    page = kept_phone.page()
    begin(page, game)
    page.close()
    goes_on(kept_phone.page(), game)
    kept_phone.close()
    page = kept_phone.page()
    goes_on(page, game)
    Finger(page).tap('[data-key="3"]')
    expect(page.locator("form[data-deal]")).not_to_have_attribute("data-incomplete", "")
    page.evaluate(_ON_THE_DISK)
    kept_phone.kill()
    page = kept_phone.page()
    page.goto(game.deal_page("diamonds"))
    expect(page.locator("form[data-deal]")).not_to_have_attribute("data-incomplete", "")
    Finger(page).save()
    assert [deal["captures"] for deal in game.deals] == [COUNTS]


def test_half_a_deal_is_there_again_after_a_look_at_the_table(page: Page, server: str) -> None:
    game = start_game(server)
    begin(page, game)
    page.locator(".top__back").tap()
    Finger(page).choose(["trex"])
    expect(page.locator("[data-draft-back]")).to_be_hidden()
    goes_on(page, game)


def test_what_came_back_is_let_go_with_one_tap(page: Page, server: str) -> None:
    game = start_game(server)
    begin(page, game)
    goes_on(page, game)
    page.locator("[data-draft-anew]").tap()
    is_blank(page)
    page.reload()
    is_blank(page)


def test_what_reached_the_server_late_is_let_go_too(page: Page, server: str) -> None:
    """On a slow connection, the draft that a page sends when it closes arrives after the next page was made."""
    game = start_game(server)
    with page.expect_request("**/draft") as late:
        begin(page, game)
    shared = late.value.post_data_json
    page.evaluate(PUT_DRAFT, [game.own, None])
    goes_on(page, game)
    page.evaluate(PUT_DRAFT, [game.own, shared])
    page.locator("[data-draft-anew]").tap()
    is_blank(page)
    page.reload()
    is_blank(page)


def test_a_draft_belongs_to_one_game(page: Page, server: str) -> None:
    begin(page, start_game(server))
    page.goto(start_game(server).deal_page("diamonds"))
    is_blank(page)


def test_a_draft_is_gone_once_its_deal_is_saved(page: Page, server: str) -> None:
    game = start_game(server)
    begin(page, game)
    finger = Finger(page)
    finger.tell(COUNTS)
    finger.save()
    with page.expect_navigation():
        finger.tap(".status__undo")
    page.goto(game.deal_page("diamonds"))
    is_blank(page)


def test_a_draft_is_gone_once_another_phone_has_saved_that_deal(phones: Phones, server: str) -> None:
    game = start_game(server)
    page = phones.page()
    begin(page, game)
    seq = game.enter({"king": "A", "contracts": ["diamonds"], "captures": COUNTS})["seq"]
    expect(page.locator('[data-moved-why="written"]')).to_be_visible(timeout=9000)
    page.locator("[data-moved] a").tap()
    expect(page.locator('[data-total-of="A"]')).to_have_text("\u221250")
    game.enter({"take_back": seq})
    page.goto(game.deal_page("diamonds"))
    is_blank(page)


def test_a_form_in_which_nothing_was_told_goes_along_with_the_game(page: Page, server: str) -> None:
    game = start_game(server)
    page.goto(game.deal_page("diamonds"))
    game.enter({"king": "A", "contracts": ["diamonds"], "captures": COUNTS})
    expect(page).to_have_url(re.compile(r"/g/[\w-]+$"), timeout=9000)


def test_what_is_being_told_stays_when_another_phone_saves_another_deal(page: Page, server: str) -> None:
    game = start_game(server)
    begin(page, game)
    game.enter(TREX)
    expect(page.locator('[data-moved-why="other"]')).to_be_visible(timeout=9000)
    page.reload()
    expect(page.locator('[data-count-seat="C"]')).to_have_attribute("data-current", "")
    finger = Finger(page)
    finger.tell(COUNTS)
    finger.save()
    assert [deal["contracts"] for deal in game.deals] == [["trex"], ["diamonds"]]


def test_two_tabs_of_one_game_keep_a_draft_each(phones: Phones, server: str) -> None:
    game = start_game(server)
    one = phones.page()
    begin(one, game)
    other = one.context.new_page()
    other.goto(game.deal_page("trex"))
    Finger(other).tap('[data-trex-seat="C"] .side__in')
    goes_on(one, game)
    other.reload()
    expect(other.locator('[data-place="1"] [data-place-name]')).to_have_text("Carine")
    for page, captures in ((one, COUNTS), (other, TREX["captures"])):
        finger = Finger(page)
        finger.tell(captures)
        finger.tap("[data-save]")
        if page is other:
            expect(page.get_by_role("alert")).to_be_visible()
            finger.save()
    assert [deal["contracts"] for deal in game.deals] == [["diamonds"], ["trex"]]


def test_what_was_announced_meanwhile_holds_over_what_was_told_before(page: Page, server: str) -> None:
    game = start_game(server)
    page.goto(game.deal_page("king_of_hearts"))
    Finger(page).tell({"king_of_hearts": {"taken_by": "B"}})
    game.enter({"announced": {"king": "A", "contracts": ["king_of_hearts"], "doubled": {"king_of_hearts": "C"}}})
    page.goto(game.deal_page("king_of_hearts"))
    expect(page.locator('[data-preview-seat="B"]')).to_have_text("\u2212150")


def test_a_draft_that_arrives_behind_an_announcement_is_not_kept(page: Page, server: str) -> None:
    game = start_game(server)

    def announce_first(route: Route) -> None:
        if "taken_by" in (route.request.post_data or "") and "announced" not in game.kinds:
            game.enter(
                {"announced": {"king": "A", "contracts": ["king_of_hearts"], "doubled": {"king_of_hearts": "C"}}}
            )
        route.continue_()

    page.route("**/draft", announce_first)
    page.goto(game.deal_page("king_of_hearts"))
    with page.expect_response(lambda answer: answer.url.endswith("/draft") and answer.status == 409):
        Finger(page).tell({"king_of_hearts": {"taken_by": "B"}})
    page.unroute("**/draft")
    page.goto(game.deal_page("king_of_hearts"))
    expect(page.locator('[data-preview-seat="B"]')).to_have_text("\u2212150")


@pytest.mark.parametrize("what", ["adjustments", "voids"])
def test_the_smaller_entries_are_kept_until_they_are_written(phones: Phones, server: str, what: str) -> None:
    game = start_game(server)
    page = phones.page()

    def told() -> list[str]:
        found: list[str] = page.locator(
            "main form :is(:checked, [data-agreed], [name=reason]:not([type=radio]))"
        ).evaluate_all("all => all.map(each => each.value)")
        return found

    page.goto(game.page(f"/{what}/new"))
    blank = told()
    if what == "adjustments":
        page.locator('[data-agreed="A"]').fill("-20")
        page.locator('[data-agreed="B"]').fill("20")
        page.locator("[name=reason]").fill("a card fell")
    else:
        page.locator("main form label:has(input)").nth(1).tap()
    typed = told()
    assert typed != blank
    again = page.context.new_page()
    page.close()
    page = again
    page.goto(game.page(f"/{what}/new"))
    expect(page.locator("[data-draft-back]")).to_be_visible()
    assert told() == typed
    with page.expect_navigation():
        page.locator("main form .bar").tap()
    page.goto(game.page(f"/{what}/new"))
    page.wait_for_load_state("networkidle")
    expect(page.locator("[data-draft-back]")).to_be_hidden()
    assert game.kinds


def test_names_that_were_typed_wait_for_the_game_to_start(phones: Phones, server: str) -> None:
    first = phones.page()
    first.goto(f"{server}/games/new")
    for seat, name in zip("ABCD", NAMES, strict=True):
        first.locator(f'[data-player="{seat}"]').fill(name)
    first.locator(".crown", has=first.locator('[data-crown="B"]')).tap()
    page = first.context.new_page()
    first.close()
    page.goto(f"{server}/games/new")
    expect(page.locator("[data-draft-back]")).to_be_visible()
    expect(page.locator('[data-player="D"]')).to_have_value("Omar")
    expect(page.locator('[data-crown="B"]')).to_be_checked()
    with page.expect_navigation():
        page.locator(".new-game .bar").tap()
    expect(page.locator(".side--b")).to_contain_text("Karim")
    page.goto(f"{server}/games/new")
    page.wait_for_load_state("networkidle")
    expect(page.locator('[data-player="A"]')).to_have_value("")


FORBIDS = """for (const name of ['sessionStorage', 'localStorage', 'indexedDB'])
  Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError'); } });"""
IS_FULL = """Storage.prototype.setItem = IDBObjectStore.prototype.put =
  () => { throw new DOMException('full', 'QuotaExceededError'); };"""


@pytest.mark.parametrize("storage", [FORBIDS, IS_FULL], ids=["forbidden", "full"])
def test_deal_is_entered_without_storage(page: Page, server: str, storage: str) -> None:
    page.add_init_script(storage)
    game = start_game(server)
    page.goto(game.page())
    Finger(page).record({"contracts": ["diamonds"], "captures": COUNTS})
    assert [deal["captures"] for deal in game.deals] == [COUNTS]


def test_opening_a_form_forgets_nothing_not_even_for_a_moment(page: Page, server: str) -> None:
    game = start_game(server)
    begin(page, game)
    other = page.context.new_page()
    other.add_init_script('IDBObjectStore.prototype.delete = () => { throw new Error("A draft was forgotten."); };')
    goes_on(other, game)
    other.reload()
    expect(other.locator('[data-count-seat="C"]')).to_have_attribute("data-current", "")
