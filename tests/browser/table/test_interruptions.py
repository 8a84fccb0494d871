"""After a reload, a double tap or a server failure, a deal is saved once and no draft is lost."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.browser.browser import Phones
from tests.support.browser.finger import Finger
from tests.support.server.running import RunningGame, start_game
from tests.support.server.server import LiveServer
from tests.support.tables import Json

pytestmark = pytest.mark.browser

COUNTS: Json = {"diamonds": {"A": 5, "B": 4, "C": 3, "D": 1}}
KING: Json = {"king_of_hearts": {"taken_by": "B", "doubled_by": "C"}}
TREX: Json = {"trex": ["C", "A", "D", "B"]}
TABLE = re.compile(r"/g/[\w-]+$")


def test_phones_survive_killed_server(phones: Phones, live_server: LiveServer) -> None:
    """The draft survives, other phones report the failure until the server is back. A quick restart does no harm."""
    page, board = phones.page(), phones.page(reduced_motion="reduce")
    game, watched = start_game(live_server.url), start_game(live_server.url)
    board.goto(watched.page(token=watched.read))
    page.goto(game.page())
    finger = Finger(page)
    finger.choose(["king_of_hearts"])
    finger.enter_captures(KING)
    live_server.kill()
    with page.expect_event("requestfailed"):
        finger.tap("[data-save]")
    expect(board.locator("[data-live-status]")).to_be_visible(timeout=15_000)

    live_server.start()
    watched.record_entry({"king": "A", "contracts": ["trex"], "captures": TREX})
    page.go_back()
    form = page.locator("form[data-deal]")
    expect(form).to_be_visible()
    expect(form).not_to_have_attribute("data-incomplete", "")
    expect(page.locator('[data-preview-seat="B"]')).to_have_text("\u2212150")
    finger.save()
    assert [deal["captures"] for deal in game.deals] == [KING]
    assert game.kinds == ["deal"]
    expect(board.locator('[data-total-of="C"]')).to_have_text("200", timeout=30_000)
    expect(board.locator("[data-live-status]")).to_be_hidden()

    page.goto(game.deal_page("diamonds"))
    finger.tap('[data-key="5"]')
    live_server.restart()
    finger.enter_captures(COUNTS)
    finger.save()
    assert [deal["captures"] for deal in game.deals] == [KING, COUNTS]


def test_deal_form_waits_for_its_script(page: Page, game: RunningGame) -> None:
    """Its keys are hidden until the script is loaded. If the script fails, the form works without it."""
    pending_routes: list[Route] = []
    page.route("**/deal/form.js", lambda route: pending_routes.append(route))  # noqa: PLW0108 - Playwright inspects parameters
    for contract, keys in (("diamonds", ".keys"), ("trex", "[data-trex-seat]")):
        with page.expect_request("**/deal/form.js"):
            page.goto(game.deal_page(contract), wait_until="commit")
        expect(page.locator("[data-save]")).to_be_visible()
        expect(page.locator(keys).first).to_be_hidden()
        script_route = pending_routes.pop()
        assert pending_routes == []
        script_route.continue_()
        expect(page.locator(keys).first).to_be_visible()

    page.route("**/deal/steps.js", lambda route: route.abort())
    page.unroute("**/deal/form.js")
    page.goto(game.deal_page("diamonds"))
    for seat, count in COUNTS["diamonds"].items():
        page.locator(f'[name="diamonds_{seat}"]').fill(str(count))
    page.locator("html[data-accepts-taps]").wait_for()
    page.locator("[data-save]").click()
    expect(page).to_have_url(TABLE)
    assert game.deals[0]["captures"] == COUNTS


def test_reload_keeps_what_was_entered(page: Page, game: RunningGame) -> None:
    """A complete draft is saved as entered, and only once after a double tap. An incomplete one asks for the rest."""
    finger = Finger(page)
    page.goto(game.deal_page("king_of_hearts"))
    finger.enter_captures(KING)
    _reload_complete(page)
    # Two clicks in one task: a second tap could come after the table has loaded.
    page.locator("[data-save]").evaluate("bar => { bar.click(); bar.click(); }")
    expect(page).to_have_url(TABLE)
    assert game.kinds == ["deal"]

    page.goto(game.deal_page("diamonds"))
    finger.tap('[data-key="5"]')
    finger.tap('[data-key="4"]')
    page.reload()
    expect(page.locator('[data-count-seat="C"]')).to_have_attribute("data-current", "")
    finger.enter_captures(COUNTS)
    finger.save()
    assert [deal["captures"] for deal in game.deals] == [KING, COUNTS]
    game.record_entry({"take_back": game.state["seq"]})

    page.goto(game.deal_page("diamonds"))
    finger.enter_captures(COUNTS)
    _reload_complete(page)
    finger.save()

    page.goto(game.deal_page("trex"))
    finger.enter_captures(TREX)
    _reload_complete(page)
    finger.save()
    assert [deal["captures"] for deal in game.deals] == [KING, COUNTS, TREX]


def _reload_complete(page: Page) -> None:
    page.reload()
    expect(page.locator("form[data-deal]")).not_to_have_attribute("data-incomplete", "")


def test_double_start_creates_one_game(page: Page, server: str) -> None:
    page.goto(f"{server}/games/new")
    for seat, name in zip("ABCD", ("Huda", "Karim", "Lina", "Omar"), strict=True):
        page.locator(f'[data-player="{seat}"]').fill(name)
    page.locator(".new-game .bar").evaluate("bar => { bar.click(); bar.click(); }")
    expect(page).to_have_url(TABLE)
    page.goto(f"{server}/games")
    expect(page.locator(".list__game")).to_have_count(1)
