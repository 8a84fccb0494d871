"""A phone that reloads, taps twice or loses its server saves one deal and loses no draft."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.browser.browser import Phones
from tests.support.browser.finger import Finger
from tests.support.server.running import start_game
from tests.support.server.server import LiveServer
from tests.support.tables import Json

pytestmark = pytest.mark.browser

COUNTS: Json = {"diamonds": {"A": 5, "B": 4, "C": 3, "D": 1}}
KING: Json = {"king_of_hearts": {"taken_by": "B", "doubled_by": "C"}}


def test_draft_survives_killed_server(phones: Phones, live_server: LiveServer) -> None:
    page = phones.page()
    game = start_game(live_server.url)
    page.goto(game.page())
    finger = Finger(page)
    finger.choose(["king_of_hearts"])
    finger.enter_captures(KING)
    live_server.kill()
    with page.expect_event("requestfailed"):
        finger.tap("[data-save]")
    live_server.start()
    page.go_back()
    form = page.locator("form[data-deal]")
    expect(form).to_be_visible()
    expect(form).not_to_have_attribute("data-incomplete", "")
    expect(page.locator('[data-preview-seat="B"]')).to_have_text("\u2212150")
    finger.save()
    assert [deal["captures"] for deal in game.deals] == [KING]
    assert game.kinds == ["deal"]


def test_server_restart_before_save_is_unnoticed(phones: Phones, live_server: LiveServer) -> None:
    page = phones.page()
    game = start_game(live_server.url)
    page.goto(game.deal_page("diamonds"))
    finger = Finger(page)
    finger.tap('[data-key="5"]')
    live_server.restart()
    finger.enter_captures(COUNTS)
    finger.save()
    assert [deal["captures"] for deal in game.deals] == [COUNTS]


def test_board_reports_lost_server_until_it_returns(phones: Phones, live_server: LiveServer) -> None:
    page = phones.page(reduced_motion="reduce")
    game = start_game(live_server.url)
    page.goto(game.page(token=game.read))
    live_server.kill()
    expect(page.locator("[data-live-status]")).to_be_visible(timeout=15_000)
    live_server.start()
    game.enter({"king": "A", "contracts": ["trex"], "captures": {"trex": ["C", "A", "D", "B"]}})
    expect(page.locator('[data-total-of="C"]')).to_have_text("200", timeout=30_000)
    expect(page.locator("[data-live-status]")).to_be_hidden()


@pytest.mark.parametrize(("contract", "keys"), [("diamonds", ".keys"), ("trex", "[data-trex-seat]")])
def test_keys_are_hidden_until_script_loads(page: Page, server: str, contract: str, keys: str) -> None:
    game = start_game(server)
    held: list[Route] = []
    page.route("**/deal/form.js", lambda route: held.append(route))  # noqa: PLW0108 - Playwright counts its parameters
    with page.expect_request("**/deal/form.js"):
        page.goto(game.deal_page(contract), wait_until="commit")
    expect(page.locator("[data-save]")).to_be_visible()
    expect(page.locator(keys).first).to_be_hidden()
    [script] = held
    script.continue_()
    expect(page.locator(keys).first).to_be_visible()


def test_form_works_when_script_fails_to_load(page: Page, server: str) -> None:
    game = start_game(server)
    page.route("**/deal/steps.js", lambda route: route.abort())
    page.goto(game.deal_page("diamonds"))
    for seat, count in COUNTS["diamonds"].items():
        page.locator(f'[name="diamonds_{seat}"]').fill(str(count))
    page.locator("html[data-calm]").wait_for()
    page.locator("[data-save]").click()
    expect(page).to_have_url(re.compile(r"/g/[\w-]+$"))
    assert game.deals[0]["captures"] == COUNTS


@pytest.mark.parametrize("contract", ["king_of_hearts", "diamonds", "trex"])
def test_reload_keeps_complete_draft(page: Page, server: str, contract: str) -> None:
    game = start_game(server)
    page.goto(game.deal_page(contract))
    captures = {"king_of_hearts": KING, "diamonds": COUNTS, "trex": {"trex": ["C", "A", "D", "B"]}}[contract]
    finger = Finger(page)
    finger.enter_captures(captures)
    page.reload()
    expect(page.locator("form[data-deal]")).not_to_have_attribute("data-incomplete", "")
    finger.save()
    assert [deal["captures"] for deal in game.deals] == [captures]


def test_reload_asks_for_remaining_counts(page: Page, server: str) -> None:
    game = start_game(server)
    page.goto(game.deal_page("diamonds"))
    finger = Finger(page)
    finger.tap('[data-key="5"]')
    finger.tap('[data-key="4"]')
    page.reload()
    expect(page.locator('[data-count-seat="C"]')).to_have_attribute("data-current", "")
    finger.enter_captures(COUNTS)
    finger.save()
    assert game.deals[0]["captures"] == COUNTS


def test_double_save_makes_one_deal(page: Page, server: str) -> None:
    game = start_game(server)
    page.goto(game.deal_page("king_of_hearts"))
    Finger(page).enter_captures(KING)
    # Both before anything is answered: a second touch by hand may come when the table is there already.
    page.locator("[data-save]").evaluate("bar => { bar.click(); bar.click(); }")
    expect(page).to_have_url(re.compile(r"/g/[\w-]+$"))
    assert game.kinds == ["deal"]


def test_double_start_makes_one_game(page: Page, server: str) -> None:
    page.goto(f"{server}/games/new")
    for seat, name in zip("ABCD", ("Huda", "Karim", "Lina", "Omar"), strict=True):
        page.locator(f'[data-player="{seat}"]').fill(name)
    page.locator(".new-game .bar").evaluate("bar => { bar.click(); bar.click(); }")
    expect(page).to_have_url(re.compile(r"/g/[\w-]+$"))
    page.goto(f"{server}/games")
    expect(page.locator(".list__game")).to_have_count(1)
