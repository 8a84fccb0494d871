"""Corrections of the whole game, and answers to disputes."""

import json
import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.support.server.running import start_game
from tests.support.tables import KINGDOM, NAMES
from tests.support.whole_games import whole_game

pytestmark = pytest.mark.browser


def test_seating_is_corrected_with_taps(page: Page, server: str) -> None:
    game = start_game(server, deals=whole_game("standard", 5)["deals"][:7])
    page.goto(game.page("/sheet"))
    page.locator(".bars--two").get_by_text("Correct").tap()
    page.get_by_text("Seating").tap()
    page.wait_for_url("**/corrections/seats")  # its script swaps the seats
    for seat in "BCAB":
        page.locator(f"[data-side={seat}] button").tap()
    assert (
        page.locator("[data-seated-player]").evaluate_all("fields => fields.map((field) => field.value).join('')")
        == "CABD"
    )
    assert page.locator("[data-side] button").all_inner_texts() == [NAMES[index] for index in (2, 0, 1, 3)]
    page.get_by_text("Points stay with the seats").tap()
    page.get_by_role("button", name="Preview").tap()
    expect(page.locator(".changed-totals tbody tr")).to_have_count(4)
    page.get_by_text("Agreed at the table").tap()
    page.get_by_role("button", name="Correct").tap()
    expect(page).to_have_url(re.compile("/sheet$"))
    assert game.state["players"] == [NAMES[index] for index in (2, 0, 1, 3)]


def test_form_stays_as_it_was_after_sending(page: Page, server: str) -> None:
    """Back can show the page as it was left; its other button sends to the form's own address."""
    page.goto(
        start_game(server, deals=KINGDOM).page("/corrections/new?changes=%5B%7B%22seq%22:6,%22entry%22:null%7D%5D")
    )
    form = page.locator("form", has=page.locator("[formaction]"))
    before = form.evaluate("form => form.outerHTML")
    page.route(re.compile("/g/.+"), lambda route: route.fulfill(status=204))
    with page.expect_request(lambda request: request.is_navigation_request()):
        form.evaluate("form => form.requestSubmit(form.querySelector('[formaction]'))")
    assert form.evaluate("form => form.outerHTML") == before


def test_preset_correction_lists_only_differences(page: Page, server: str) -> None:
    game = start_game(server, deals=whole_game("standard", 5)["deals"][:7])
    page.goto(game.page("/corrections/house-rules"))
    page.locator("[data-preset]").select_option("wikipedia_interchange")
    page.get_by_role("button", name="Preview").tap()
    expect(page.locator(".difference tbody tr")).to_have_count(2)


def test_proposed_correction_changes_nothing_yet(page: Page, server: str) -> None:
    """The button of the proposal names another address than its form."""
    game = start_game(server, deals=KINGDOM)
    page.goto(game.page(f"/corrections/new?changes={quote(json.dumps([{'seq': 6, 'entry': None}]))}"))
    page.get_by_text("Recounted").tap()
    page.get_by_text("Ask the others first").tap()
    page.locator(".segment", has_text="Basil").tap()
    page.get_by_role("button", name="Propose correction").tap()
    expect(page).not_to_have_url(re.compile("/corrections/new"))
    assert game.kinds[-1] == "disputed"
    assert len(game.deals) == len(KINGDOM)


@pytest.mark.parametrize("fragment", ["", "#disputes"])
def test_answers_to_disputes_show_at_once(page: Page, server: str, fragment: str) -> None:
    game = start_game(server, deals=KINGDOM)
    game.record_entry({"disputed": {"seat": "B", "about": 6, "reason": "I had four"}})
    page.goto(f"{server}/rules")
    page.goto(game.page(f"/deals/6{fragment}"))
    history_length = page.evaluate("navigation.entries().length")
    answer = page.locator(".consent").first
    answer.get_by_role("button", name="disagrees").click()
    expect(answer).to_contain_text("disagrees")
    answer.get_by_role("button", name="agrees").click()
    expect(answer.locator(".consent__confirmed")).to_be_visible()
    assert page.evaluate("navigation.entries().length") == history_length
    assert game.kinds[-2:] == ["answered", "answered"]


def test_answer_can_be_changed_while_dispute_is_open(page: Page, server: str) -> None:
    game = start_game(server, deals=KINGDOM)
    game.record_entry({"disputed": {"seat": "B", "about": 6, "reason": "I had four"}})
    page.goto(game.page("/deals/6"))
    first, second = page.locator(".consent").nth(0), page.locator(".consent").nth(1)
    first.get_by_role("button", name="Amal agrees").click()
    expect(first.locator(".consent__confirmed")).to_be_visible()
    first.get_by_role("button", name="Amal disagrees").click()
    expect(first).to_contain_text("disagrees")
    expect(second.locator(".consent__confirmed")).to_be_visible()
    expect(second.get_by_role("button"), "withdraws instead").to_have_count(0)


# The left edge of each name.
_NAME_EDGES = """names => names.map((name) => {
  const range = document.createRange();
  range.selectNodeContents(name);
  return Math.round(range.getBoundingClientRect().left);
})"""


def test_names_of_both_directions_start_at_one_edge(page: Page, server: str) -> None:
    game = start_game(server, players=["Amal", "Basil", "Carine", "عبد الرحمن"], deals=KINGDOM)
    game.record_entry({"disputed": {"seat": "B", "about": 6, "reason": "I had four"}})
    without_first_deal = quote(json.dumps([{"seq": 6, "entry": None}]))
    for path, names in (
        ("/deals/6", ".consent__name"),
        (f"/corrections/new?changes={without_first_deal}", ".changed-totals tbody th"),
    ):
        page.goto(game.page(path))
        edges = page.locator(names).evaluate_all(_NAME_EDGES)
        assert len(edges) == 4, path
        assert len(set(edges)) == 1, path
