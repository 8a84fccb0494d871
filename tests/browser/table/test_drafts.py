"""Drafts of deals and other entries survive reloads, closed tabs and killed browsers until they are saved."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.browser.browser import PersistentPhone, Phones
from tests.support.browser.finger import Finger
from tests.support.server.running import RunningGame, start_game
from tests.support.tables import Json

pytestmark = pytest.mark.browser

COUNTS: Json = {"diamonds": {"A": 5, "B": 4, "C": 3, "D": 1}}
TREX: Json = {"king": "A", "contracts": ["trex"], "captures": {"trex": ["C", "A", "D", "B"]}}
# Reading the drafts waits for pending writes, so that the browser is not killed during one.
_READ_DRAFT_KEYS = """async () => {
  await new Promise((resolve) => setTimeout(resolve));
  return (await import('/static/js/lib/draft-store.js')).getDraftKeys();
}"""
ANNOUNCED_KING: Json = {"announced": {"king": "A", "contracts": ["king_of_hearts"], "doubled": {"king_of_hearts": "C"}}}
NAMES = ("Huda", "Karim", "Lina", "Omar")
FORBID_DELETE = 'IDBObjectStore.prototype.delete = () => { throw new Error("A draft was deleted."); };'
FORBID_STORAGE = """for (const name of ['sessionStorage', 'localStorage', 'indexedDB'])
  Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError'); } });"""
FILL_STORAGE = """Storage.prototype.setItem = IDBObjectStore.prototype.put =
  () => { throw new DOMException('full', 'QuotaExceededError'); };"""
PUT_DRAFT = """([token, draft]) => fetch(`/api/games/${token}/draft`, {
  method: "PUT", headers: { "Content-Type": "application/json" }, body: JSON.stringify(draft) })"""


def begin_diamonds(page: Page, game: RunningGame) -> None:
    """Open the form of diamonds and enter two of the four counts."""
    page.goto(game.deal_page("diamonds"))
    enter_two_counts(Finger(page))


def enter_two_counts(finger: Finger) -> None:
    finger.tap('[data-key="5"]')
    finger.tap('[data-key="4"]')


def expect_draft(page: Page, game: RunningGame) -> None:
    """Open the form of diamonds: it asks for the third count and reports the restored draft."""
    page.goto(game.deal_page("diamonds"))
    expect(page.locator('[data-count-seat="C"]')).to_have_attribute("data-current", "")
    expect(page.locator("[data-draft-restored]")).to_be_visible()


def expect_blank(page: Page) -> None:
    expect(page.locator('[data-script-ready] [data-count-seat="A"]')).to_have_attribute("data-current", "")
    expect(page.locator("[data-draft-restored]")).to_be_hidden()


def test_draft_survives_closed_tab_and_browser(server: str, persistent_phone: PersistentPhone) -> None:
    game = start_game(server)
    page = persistent_phone.page()
    begin_diamonds(page, game)
    page.close()
    expect_draft(persistent_phone.page(), game)
    persistent_phone.close()
    page = persistent_phone.page()
    expect_draft(page, game)
    Finger(page).tap('[data-key="3"]')
    expect(page.locator("form[data-deal]")).not_to_have_attribute("data-incomplete", "")
    page.evaluate(_READ_DRAFT_KEYS)
    persistent_phone.kill()
    page = persistent_phone.page()
    page.goto(game.deal_page("diamonds"))
    expect(page.locator("form[data-deal]")).not_to_have_attribute("data-incomplete", "")
    Finger(page).save()
    assert [deal["captures"] for deal in game.deals] == [COUNTS]


def test_draft_stays_until_discarded_or_saved(page: Page, server: str) -> None:
    """It survives visits to the table, another form and a second tab. Another game does not show it."""
    game = start_game(server)
    begin_diamonds(page, game)
    page.locator(".top__back").tap()
    finger = Finger(page)
    finger.choose(["trex"])
    expect(page.locator("[data-draft-restored]")).to_be_hidden()
    expect_draft(page, game)
    page.goto(start_game(server).deal_page("diamonds"))
    expect_blank(page)

    second_tab = page.context.new_page()
    second_tab.add_init_script(FORBID_DELETE)
    expect_draft(second_tab, game)
    second_tab.reload()
    expect(second_tab.locator('[data-count-seat="C"]')).to_have_attribute("data-current", "")
    second_tab.close()

    expect_draft(page, game)
    _discard(page)

    finger.enter_captures(COUNTS)
    finger.save()
    with page.expect_navigation():
        finger.tap(".status__undo")
    page.goto(game.deal_page("diamonds"))
    expect_blank(page)


def _discard(page: Page) -> None:
    page.locator("[data-draft-restart]").tap()
    expect_blank(page)
    page.reload()
    expect_blank(page)


def test_late_draft_is_discarded_too(page: Page, server: str) -> None:
    """On a slow connection, the draft that a page sends on closing arrives after the next page was rendered."""
    game = start_game(server)
    with page.expect_request("**/draft") as draft_request:
        begin_diamonds(page, game)
    shared = draft_request.value.post_data_json
    page.evaluate(PUT_DRAFT, [game.own, None])
    expect_draft(page, game)
    page.evaluate(PUT_DRAFT, [game.own, shared])
    _discard(page)


def test_form_follows_deals_of_other_phone(page: Page, server: str) -> None:
    """An empty form leads to the table. A draft is deleted only if its own contract was saved."""
    game = start_game(server)
    saved = {"king": "A", "contracts": ["diamonds"], "captures": COUNTS}
    page.goto(game.deal_page("diamonds"))
    seq = game.record_entry(saved)["seq"]
    expect(page).to_have_url(re.compile(r"/g/[\w-]+$"), timeout=9000)
    game.record_entry({"take_back": seq})

    begin_diamonds(page, game)
    seq = game.record_entry(saved)["seq"]
    expect(page.locator('[data-game-changed-reason="recorded"]')).to_be_visible(timeout=9000)
    page.locator("[data-game-changed] a").tap()
    expect(page.locator('[data-total-of="A"]')).to_have_text("\u221250")
    game.record_entry({"take_back": seq})
    page.goto(game.deal_page("diamonds"))
    expect_blank(page)

    finger = Finger(page)
    enter_two_counts(finger)
    game.record_entry(TREX)
    expect(page.locator('[data-game-changed-reason="other"]')).to_be_visible(timeout=9000)
    page.reload()
    expect(page.locator('[data-count-seat="C"]')).to_have_attribute("data-current", "")
    finger.enter_captures(COUNTS)
    finger.save()
    assert [deal["contracts"] for deal in game.deals] == [["trex"], ["diamonds"]]


def test_tabs_keep_separate_drafts(phones: Phones, server: str) -> None:
    game = start_game(server)
    first_tab = phones.page()
    begin_diamonds(first_tab, game)
    second_tab = first_tab.context.new_page()
    second_tab.goto(game.deal_page("trex"))
    Finger(second_tab).tap('[data-trex-seat="C"] .side__content')
    expect_draft(first_tab, game)
    second_tab.reload()
    expect(second_tab.locator('[data-place="1"] [data-place-name]')).to_have_text("Carine")
    for page, captures in ((first_tab, COUNTS), (second_tab, TREX["captures"])):
        finger = Finger(page)
        finger.enter_captures(captures)
        finger.tap("[data-save]")
        if page is second_tab:
            expect(page.get_by_role("alert")).to_be_visible()
            finger.save()
    assert [deal["contracts"] for deal in game.deals] == [["diamonds"], ["trex"]]


def test_announcement_overrides_drafts(page: Page, server: str) -> None:
    """It overrides an older draft, and the server refuses a draft that is sent later."""
    game = start_game(server)
    page.goto(game.deal_page("king_of_hearts"))
    finger = Finger(page)
    finger.enter_captures({"king_of_hearts": {"taken_by": "B"}})
    game.record_entry(ANNOUNCED_KING)
    page.goto(game.deal_page("king_of_hearts"))
    expect(page.locator('[data-preview-seat="B"]')).to_have_text("\u2212150")

    other_game = start_game(server)

    def announce_first(route: Route) -> None:
        if "taken_by" in (route.request.post_data or "") and "announced" not in other_game.kinds:
            other_game.record_entry(ANNOUNCED_KING)
        route.continue_()

    page.route("**/draft", announce_first)
    page.goto(other_game.deal_page("king_of_hearts"))
    with page.expect_response(lambda response: response.url.endswith("/draft") and response.status == 409):
        finger.enter_captures({"king_of_hearts": {"taken_by": "B"}})
    page.unroute("**/draft")
    page.goto(other_game.deal_page("king_of_hearts"))
    expect(page.locator('[data-preview-seat="B"]')).to_have_text("\u2212150")


def test_adjustment_and_void_keep_drafts(phones: Phones, server: str) -> None:
    game, page = start_game(server), phones.page()
    page.goto(game.page("/adjustments/new"))
    blank = _form_values(page)
    page.locator('[data-agreed="A"]').fill("-20")
    page.locator('[data-agreed="B"]').fill("20")
    page.locator("[name=reason]").fill("a card fell")
    page = _expect_draft_in_new_tab(page, blank)
    assert game.kinds == ["adjustment"]

    page.goto(game.page("/voids/new"))
    blank = _form_values(page)
    page.locator("main form label:has(input)").nth(1).tap()
    _expect_draft_in_new_tab(page, blank)
    assert game.kinds == ["adjustment", "void"]


def _form_values(page: Page) -> list[str]:
    """The values of the form."""
    values: list[str] = page.locator(
        "main form :is(:checked, [data-agreed], [name=reason]:not([type=radio]))"
    ).evaluate_all("fields => fields.map(field => field.value)")
    return values


def _expect_draft_in_new_tab(page: Page, blank: list[str]) -> Page:
    """Close the page and check that a new tab restores its draft; save it there, and return the new tab."""
    address, values = page.url, _form_values(page)
    assert values != blank
    new_tab = page.context.new_page()
    page.close()
    new_tab.goto(address)
    expect(new_tab.locator("[data-draft-restored]")).to_be_visible()
    assert _form_values(new_tab) == values
    with new_tab.expect_navigation():
        new_tab.locator("main form .bar").tap()
    new_tab.goto(address)
    new_tab.wait_for_load_state("networkidle")
    expect(new_tab.locator("[data-draft-restored]")).to_be_hidden()
    return new_tab


def test_new_game_form_keeps_draft(phones: Phones, server: str) -> None:
    first_tab = phones.page()
    first_tab.goto(f"{server}/games/new")
    for seat, name in zip("ABCD", NAMES, strict=True):
        first_tab.locator(f'[data-player="{seat}"]').fill(name)
    first_tab.locator(".crown", has=first_tab.locator('[data-crown="B"]')).tap()
    page = first_tab.context.new_page()
    first_tab.close()
    page.goto(f"{server}/games/new")
    expect(page.locator("[data-draft-restored]")).to_be_visible()
    expect(page.locator('[data-player="D"]')).to_have_value("Omar")
    expect(page.locator('[data-crown="B"]')).to_be_checked()
    with page.expect_navigation():
        page.locator(".new-game .bar").tap()
    expect(page.locator(".side--b")).to_contain_text("Karim")
    page.goto(f"{server}/games/new")
    page.wait_for_load_state("networkidle")
    expect(page.locator('[data-player="A"]')).to_have_value("")


def test_deal_is_entered_without_storage(page: Page, server: str) -> None:
    """Storage is forbidden, or full."""
    for storage in (FORBID_STORAGE, FILL_STORAGE):
        tab, game = page.context.new_page(), start_game(server)
        tab.add_init_script(storage)
        tab.goto(game.page())
        Finger(tab).record({"contracts": ["diamonds"], "captures": COUNTS})
        assert [deal["captures"] for deal in game.deals] == [COUNTS], storage
