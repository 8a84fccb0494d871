"""What a screen reader announces: questions, answers, points, and deals saved on other phones."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browser import Phones
from tests.support.browser.finger import Finger
from tests.support.server.running import start_game
from tests.support.tables import KING, Json

pytestmark = pytest.mark.browser

STATUS_REGION = "[data-spoken]"
SAVED_REGION = "[data-spoken]"
TREX: Json = {"king": "A", "contracts": ["trex"], "captures": {"trex": ["C", "A", "D", "B"]}}
FIRST_ANSWERS = {
    "diamonds": ('[data-key="6"]', "Amal: 6. Points so far: Amal \u221260. How many for Basil?"),
    "trex": (
        '[data-trex-seat="C"] .side__content',
        "1st: Carine. Points so far: Carine +200. Who goes out second?",
    ),
    "king_of_hearts": (
        '[data-substep="taker"] [data-side="B"] .side__content',
        "king of hearts: taken by Basil. Points so far: Basil \u221275. Ready to save",
    ),
}
"""The first answer in each form, and the announcement after it."""
# Directional isolates around names are not announced.
_ISOLATES = dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069"))


def announced_text(page: Page, selector: str = STATUS_REGION) -> str:
    """The text of a polite live region."""
    return (page.locator(selector).text_content() or "").translate(_ISOLATES)


def live_regions(page: Page) -> set[str]:
    """The kinds of live regions that Chromium exposes to a screen reader."""
    cdp_session = page.context.new_cdp_session(page)
    nodes = cdp_session.send("Accessibility.getFullAXTree")["nodes"]
    return {
        next(prop["value"]["value"] for prop in node["properties"] if prop["name"] == "live")
        for node in nodes
        if any(prop["name"] == "live" for prop in node.get("properties", ()))
    }


def test_deal_steps_and_points_are_announced(page: Page, server: str) -> None:
    game = start_game(server)
    page.goto(game.deal_page("queens"))
    expect(page.locator(STATUS_REGION)).to_have_text("Queen of spades: Who took her?", ignore_case=True)
    finger = Finger(page)
    finger.tap("[data-step][data-current] [data-substep='taker'] .oct__button")
    assert announced_text(page).casefold() == "queen of spades: who held her?"
    finger.tap("[data-step][data-current] [data-substep='holder'] [data-side='C'] .side__content")
    assert announced_text(page).casefold() == "held by carine. queen of spades: who took her?"
    finger.tap("[data-step][data-current] [data-substep='taker'] [data-side='B'] .side__content")
    taken = "queen of spades: taken by basil. points so far: basil \u221250, carine +25. "
    assert announced_text(page).casefold() == taken + "queen of hearts: who took her?"
    assert live_regions(page) == {"polite"}
    for contract, (selector, announcement) in FIRST_ANSWERS.items():
        page.goto(game.deal_page(contract))
        finger.tap(selector)
        assert announced_text(page) == announcement


def test_deal_controls_have_distinct_names(phones: Phones, server: str) -> None:
    game = start_game(server)
    for locale in ("en-GB", "ar-JO"):
        page = phones.page(locale=locale)
        cdp_session = page.context.new_cdp_session(page)
        for contract in ("king_of_hearts", "queens", "diamonds", "collections", "trex"):
            page.goto(game.deal_page(contract))
            page.locator("[data-script-ready]").wait_for()
            nodes = cdp_session.send("Accessibility.getFullAXTree")["nodes"]
            controls = [
                node for node in nodes if node["role"]["value"] in {"button", "radio", "textbox", "radiogroup", "link"}
            ]
            names = [node.get("name", {}).get("value", "") for node in controls if not node["ignored"]]
            assert len(names) > 8, (locale, contract)
            assert all(name.strip() for name in names), (locale, contract)


def test_saved_deal_is_announced_on_next_page(page: Page, server: str) -> None:
    game = start_game(server)
    page.goto(game.page())
    finger = Finger(page)
    finger.record(TREX)
    expect(page.locator(SAVED_REGION)).to_have_text("Trex saved Carine +200 Amal +150 Dani +100 Basil +50")
    for contract in ("queens", "collections"):
        queens = {"queens": {suit: {"taken_by": "A"} for suit in ("hearts", "spades", "diamonds", "clubs")}}
        tricks = {"tricks": {"A": 13, "B": 0, "C": 0, "D": 0}}
        captures = queens if contract == "queens" else tricks
        game.record_entry({"king": "A", "contracts": [contract], "captures": captures})
    page.goto(game.deal_page("king_of_hearts"))
    finger.enter_captures(KING["captures"])
    finger.save()
    expect(page.locator(STATUS_REGION)).to_have_text("King of hearts saved Basil \u221275. How many for Amal?")
    with page.expect_navigation():
        finger.tap(".status__undo")
    expect(page.locator(SAVED_REGION)).to_contain_text("King of hearts undone")
    page.reload()
    page.wait_for_timeout(500)
    assert announced_text(page, SAVED_REGION) == ""


def test_deal_of_other_phone_is_announced_once(phones: Phones, server: str) -> None:
    game = start_game(server)
    table, sheet = phones.page(reduced_motion="reduce"), phones.page(reduced_motion="reduce")
    table.goto(game.page())
    sheet.goto(game.page("/sheet", game.read))
    focused = table.locator('[data-contract="diamonds"]')
    focused.focus()
    game.record_entry(TREX)
    words = "Trex saved Carine +200 Amal +150 Dani +100 Basil +50"
    expect(table.locator(SAVED_REGION)).to_have_text(words, timeout=9000)
    expect(sheet.locator(SAVED_REGION)).to_have_text(words, timeout=9000)
    expect(focused).to_be_focused()
    table.locator(".status__undo").focus()
    game.record_entry(KING)
    expect(table.locator(SAVED_REGION)).to_contain_text("King of hearts saved", timeout=9000)
    expect(table.locator("main")).to_be_focused()
    assert live_regions(table) == {"polite"}
