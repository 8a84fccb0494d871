"""One game on several phones: each phone follows it, and a view-only link changes nothing."""

import pytest
from playwright.sync_api import Page, Request, Response, expect

from tests.support.browser.browser import Phones, advance_clock_until_visible, wait_for_condition
from tests.support.browser.finger import Finger
from tests.support.server.running import RunningGame, start_game
from tests.support.tables import TREX
from tests.support.whole_games import whole_game

pytestmark = pytest.mark.browser

TIMEOUT_MS = 2500
PAGES = ("", "/sheet", "/links", "/house-rules", "/rules")
CHANGE_CONTROLS = (
    "main form:not([role=search]), [data-contract], .status__undo, a[href*='/new'], a[href*='/first-king']"
)
# Records when a total becomes this text, by the clock of the machine, which all pages share.
_WATCH = """([seat, text]) => {
  const totalText = () => document.querySelector(`[data-total-of="${seat}"]`)?.textContent.trim();
  window.seenAt = 0;
  new MutationObserver(() => { if (!window.seenAt && totalText() === text) window.seenAt = Date.now(); })
    .observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true });
}"""


def watch_total(reader: Page, seat: str, text: str) -> None:
    reader.evaluate(_WATCH, [seat, text])


def milliseconds_until_seen(reader: Page, since: float) -> float:
    """Milliseconds from `since` until the page showed the awaited total."""
    reader.wait_for_function("() => window.seenAt", timeout=3 * TIMEOUT_MS)
    seen_at: float = reader.evaluate("window.seenAt")
    return seen_at - since


def page_start_time(page: Page) -> float:
    """When the response of this page started, in milliseconds: its deal was saved before."""
    moment: float = page.evaluate(
        "performance.timeOrigin + performance.getEntriesByType('navigation')[0].responseStart"
    )
    return moment


def test_saved_and_undone_deal_reach_other_phones(phones: Phones, game: RunningGame) -> None:
    writer, reader, sheet = phones.page(), phones.page(reduced_motion="reduce"), phones.page(reduced_motion="reduce")
    reader.goto(game.page(token=game.read))
    sheet.goto(game.page("/sheet", game.read))
    game.record_entry(TREX)
    writer.goto(game.page(token=game.write))
    finger = Finger(writer)

    watch_total(reader, "B", "\u221225")
    finger.record({"contracts": ["king_of_hearts"], "captures": {"king_of_hearts": {"taken_by": "B"}}})
    assert milliseconds_until_seen(reader, page_start_time(writer)) <= TIMEOUT_MS
    expect(sheet.locator('[data-total-of="C"]')).to_have_text("200", timeout=3 * TIMEOUT_MS)

    watch_total(reader, "B", "50")
    with writer.expect_navigation():
        finger.tap(".status__undo")
    assert milliseconds_until_seen(reader, page_start_time(writer)) <= TIMEOUT_MS


def test_language_changed_in_another_tab_applies_to_whole_page(phones: Phones, game: RunningGame) -> None:
    page = phones.page()
    page.goto(game.page())
    page.context.add_cookies([{"name": "language", "value": "ar", "url": game.page()}])
    game.record_entry(TREX)
    expect(page.locator('[data-total-of="A"]')).not_to_have_text("0", timeout=3 * TIMEOUT_MS)
    assert page.locator("html").get_attribute("dir") == "rtl"


def test_view_only_link_offers_no_changes(page: Page, game: RunningGame) -> None:
    game.record_entry(TREX)
    offers_by_path = {}
    for path in PAGES:
        page.goto(game.page(path, game.read))
        expect(page.locator("main")).to_be_visible()
        controls = page.locator(CHANGE_CONTROLS).evaluate_all(
            "elements => elements.map(node => node.getAttribute('action') ?? node.outerHTML)"
        )
        tokens = [token for token in (game.write, game.own) if token in page.content()]
        offers_by_path[path] = [
            element for element in controls if not element.endswith(("/settings", "/forget"))
        ] + tokens
    assert {path: offers for path, offers in offers_by_path.items() if offers} == {}


def test_concurrent_saves_lose_nothing(phones: Phones, game: RunningGame) -> None:
    first_page, second_page = phones.page(), phones.page()
    captures = {"king_of_hearts": {"taken_by": "B"}}
    for page, contract in ((first_page, "king_of_hearts"), (second_page, "trex")):
        page.goto(game.deal_page(contract))
    second_finger = Finger(second_page)
    second_finger.enter_captures({"trex": ["C", "A", "D", "B"]})  # stays entered while updates arrive
    Finger(first_page).enter_captures(captures)
    Finger(first_page).save()
    second_finger.tap("[data-save]")
    expect(second_page.get_by_role("alert")).to_be_visible()
    second_finger.save()
    assert [deal["contracts"] for deal in game.deals] == [["king_of_hearts"], ["trex"]]
    assert game.totals == {"A": 150, "B": -25, "C": 200, "D": 100}


def test_finished_game_is_followed_until_link_is_renewed(phones: Phones, server: str) -> None:
    """After that, the phone reports the renewal and sends no requests."""
    game = start_game(server, deals=whole_game("standard", 3)["deals"])
    reader, owner = phones.page(), Finger(phones.page())
    with reader.expect_response(lambda response: response.url.endswith("/journal")):  # the phone has stored the game
        reader.goto(game.page(token=game.read))
    expect(reader.locator("h1")).to_have_text("The game is over")
    owner.page.goto(game.page())
    owner.tap(".status__undo")
    expect(reader.locator("h1")).to_contain_text("kingdom", timeout=3 * TIMEOUT_MS)

    owner.page.goto(game.page("/links/replacement?link=view-only"))
    owner.tap("[data-save]")
    expect(owner.page.get_by_text("The link is replaced.")).to_be_visible()
    expect(reader.locator("[data-live-status]")).to_contain_text("no longer opens the game", timeout=3 * TIMEOUT_MS)
    requested_urls: list[str] = []
    reader.on("request", lambda request: requested_urls.append(request.url))
    reader.wait_for_timeout(TIMEOUT_MS)
    assert requested_urls == []


def poll_statuses(page: Page, seconds: int) -> list[int]:
    """The status codes of polls within so many seconds of the page's clock; 0 for a failed request."""
    status_by_request: dict[Request, int | None] = {}

    def on_request(request: Request) -> None:
        if request.url.endswith("/state"):
            status_by_request[request] = None

    def on_response(response: Response) -> None:
        if response.request in status_by_request:
            status_by_request[response.request] = response.status

    def on_failure(request: Request) -> None:
        if request in status_by_request:
            status_by_request[request] = status_by_request[request] or 0

    listeners = {"request": on_request, "response": on_response, "requestfailed": on_failure}
    for event, listener in listeners.items():
        page.on(event, listener)  # type: ignore[call-overload]
    for _ in range(seconds):
        page.clock.run_for(1000)
        page.wait_for_timeout(30)
        wait_for_condition(page, lambda: None not in status_by_request.values())  # a busy server may answer late
    for event, listener in listeners.items():
        page.remove_listener(event, listener)
    return [status for status in status_by_request.values() if status is not None]


@pytest.fixture
def board(phones: Phones, game: RunningGame) -> Page:
    """A page that watches the game, with a clock that the test controls."""
    page = phones.page(isolated=True)
    loaded: list[str] = []  # once the journal is loaded, the phone has stored the game
    page.on("response", lambda response: loaded.append(response.url) if response.url.endswith("/journal") else None)
    page.clock.install()
    page.goto(game.page(token=game.read))
    assert 200 in poll_statuses(page, 6)
    for _ in range(200):
        if loaded:
            break
        page.clock.run_for(500)
        page.wait_for_timeout(20)
    assert loaded, "The phone stored no copy of the game."
    return page


def test_board_polls_less_while_unneeded(board: Page) -> None:
    """Polls without news get 304. A hidden page does not poll, and pages poll less while the server is unreachable."""
    statuses = poll_statuses(board, 20)
    assert set(statuses) == {304}
    assert len(statuses) in range(9, 12)

    board.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
    poll_statuses(board, 2)
    assert poll_statuses(board, 60) == []
    with board.expect_response("**/state") as response_info:
        board.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
    assert response_info.value.status == 304

    board.route("**/state", lambda route: route.abort())
    first_minute, second_minute = poll_statuses(board, 60), poll_statuses(board, 60)
    assert {*first_minute, *second_minute} == {0}
    assert len(first_minute) <= 6
    assert len(second_minute) <= 3
    status = board.locator("[data-live-status]")
    expect(status).to_be_visible()
    board.unroute("**/state")
    assert 304 in poll_statuses(board, 40)
    expect(status).to_be_hidden()

    board.route("**/state", lambda _route: None)
    advance_clock_until_visible(board, status)
    board.unroute("**/state")
    board.evaluate("dispatchEvent(new Event('online'))")
    expect(status).to_be_hidden()


def test_dispute_pages_follow_game(phones: Phones, server: str) -> None:
    game = start_game(server, deals=whole_game("standard", 5)["deals"][:3])
    deal = 6
    game.record_entry({"terms": {"second_person": True}})
    entry, disputes = phones.page(), phones.page()
    entry.goto(game.page(f"/deals/{deal}", game.read))
    disputes.goto(game.page("/disputes", game.read))
    game.record_entry({"disputed": {"seat": "B", "about": deal, "reason": "it was someone else"}})
    for page in (entry, disputes):
        expect(page.get_by_text("it was someone else")).to_be_visible(timeout=3 * TIMEOUT_MS)
    game.record_entry({"settled": {"seat": "B", "dispute": game.state["seq"], "as": "withdrawn"}})
    for page in (entry, disputes):
        expect(page.get_by_text("Withdrawn.")).to_be_visible(timeout=3 * TIMEOUT_MS)
