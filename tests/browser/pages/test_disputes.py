"""Answering a dispute on the page of its entry."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.server.running import start_game
from tests.support.tables import KINGDOM

pytestmark = pytest.mark.browser


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


def test_names_of_both_directions_start_at_one_edge(page: Page, server: str) -> None:
    game = start_game(server, players=["Amal", "Basil", "Carine", "عبد الرحمن"], deals=KINGDOM)
    game.record_entry({"disputed": {"seat": "B", "about": 6, "reason": "I had four"}})
    page.goto(game.page("/deals/6"))
    names = page.locator(".consent__name")
    edges = names.evaluate_all("names => names.map((name) => name.getBoundingClientRect().left)")
    assert len(edges) == 4
    assert len(set(edges)) == 1
