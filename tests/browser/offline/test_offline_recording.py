"""Recording offline: nothing is lost, nothing arrives twice, and the outbox sends itself."""

import json

import pytest
from playwright.sync_api import expect

from tests.support.browser.browser import PersistentPhone, Phones, wait_for_condition, wait_for_expression
from tests.support.browser.finger import Finger
from tests.support.browser.network import Network
from tests.support.browser.offline import SYNC_TIMEOUT_MS, UNSENT_STATUS, WITH_WORKER, offline_phone, open_for_offline
from tests.support.server.running import RunningGame, start_game
from tests.support.server.server import LiveServer
from tests.support.tables import COLLECTIONS, DIAMONDS, KING, QUEENS, TREX, Json

pytestmark = pytest.mark.browser


def test_outbox_sends_itself_after_reconnect(phones: Phones, game: RunningGame) -> None:
    """An open deal form keeps its input. Offline, sheet and file contain unsent deals, and the form fits the phone."""
    finger = offline_phone(phones, game)
    page = finger.page
    page.set_viewport_size({"width": 390, "height": 664})
    page.reload()
    expect(page.locator(UNSENT_STATUS)).to_contain_text("Offline. Keep playing")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    for deal in (KING, QUEENS, DIAMONDS):
        finger.record(deal)
    expect(page.locator(UNSENT_STATUS)).to_contain_text("3 deals saved here")
    finger.tap(".status__undo")
    expect(page.locator("[data-undone]")).to_be_visible()
    expect(page.locator('[data-total-of="C"]')).to_have_text("\u2212100")
    page.goto(game.page("/sheet"))
    expect(page.locator('[data-total-of="B"]')).to_have_text("\u221275")
    page.locator("button.top__menu").tap()
    page.locator('.menu a[href$="#more"]').tap()
    with page.expect_download() as download:
        page.locator('a[href$="game.json"]').tap()
    assert [deal["captures"] for deal in json.loads(download.value.path().read_text())["deals"]] == [
        KING["captures"],
        QUEENS["captures"],
    ]
    assert game.kinds == []

    page.goto(game.page())
    finger.choose(["collections"])
    finger.tap('[data-key="4"]')
    page.context.set_offline(False)
    expect(page.locator(UNSENT_STATUS)).to_contain_text("Everything is saved", timeout=SYNC_TIMEOUT_MS)
    assert game.kinds == ["deal", "deal", "deal", "take_back"]
    assert [deal["contracts"] for deal in game.deals] == [["king_of_hearts"], ["queens"]]
    finger.enter_captures(COLLECTIONS["captures"])
    finger.save()
    expect(page.locator(UNSENT_STATUS)).to_have_count(0)
    assert [deal["captures"] for deal in game.deals] == [deal["captures"] for deal in (KING, QUEENS, COLLECTIONS)]

    page.context.set_offline(True)
    finger.record(TREX)
    expect(page.locator("form[data-deal]")).to_be_visible()
    expect(page.locator(f".status, {UNSENT_STATUS}")).to_have_count(1)
    expect(page.locator(UNSENT_STATUS)).to_contain_text("1 deal saved here")
    lowest = page.locator('[data-key="13"]').evaluate("key => key.getBoundingClientRect().bottom")
    assert lowest <= page.locator("[data-save]").evaluate("save => save.getBoundingClientRect().top") + 1
    finger.tap(".status__undo")
    expect(page.locator("[data-undone]")).to_be_visible()


def test_phone_stores_saved_deal_immediately(phones: Phones, game: RunningGame) -> None:
    """Another page of the phone shows it offline. Undoing an unsent deal does not undo a deal of another phone.

    A third page holds the lock of the outbox, so that the deal stays unsent.
    """
    page = phones.page(**WITH_WORKER)
    finger = open_for_offline(page, game.page())
    second_page = page.context.new_page()
    second_page.goto(f"{game.server}/games")
    sending_page = page.context.new_page()
    sending_page.goto(f"{game.server}/healthz")
    finger.record(KING)
    page.close()
    stored_game = f"import('/static/js/phone/game-store.js').then((store) => store.getGame('{game.own}'))"
    wait_for_expression(second_page, f"{stored_game}.then(({{ seq }}) => seq === {game.state['seq']})")
    second_page.context.set_offline(True)
    second_page.goto(game.page())
    expect(second_page.locator('[data-total-of="B"]')).to_have_text("\u221275")

    finger = Finger(second_page)
    finger.record(QUEENS)
    game.record_entry(DIAMONDS)
    sending_page.evaluate("() => void navigator.locks.request('outbox', () => new Promise(() => {}))")
    second_page.context.set_offline(False)
    second_page.evaluate(
        "async (token) => (await import('/static/js/phone/downloads.js')).refreshGame(token)", game.own
    )
    finger.tap(".status__undo")
    expect(second_page.locator("[data-undone]")).to_be_visible()
    sending_page.close()
    expect(second_page.locator(UNSENT_STATUS)).to_have_count(0, timeout=SYNC_TIMEOUT_MS)
    expect(second_page.locator('[data-total-of="B"]')).to_have_text("\u2212115")
    assert [deal["contracts"] for deal in game.deals] == [["king_of_hearts"], ["diamonds"]]


def test_outbox_survives_closed_page_and_killed_browser(
    persistent_phone: PersistentPhone, live_server: LiveServer
) -> None:
    """A background sync sends it, or the next page."""
    game = start_game(live_server.url)
    page = persistent_phone.page()
    finger = open_for_offline(page, game.page())
    page.context.set_offline(True)
    finger.record(KING)
    expect(page.locator(UNSENT_STATUS)).to_contain_text("1 deal saved here")
    other_page = persistent_phone.page()
    page.close()
    cdp_session = other_page.context.new_cdp_session(other_page)
    registrations: list[Json] = []
    cdp_session.on(
        "ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"])
    )
    cdp_session.send("ServiceWorker.enable")
    other_page.context.set_offline(False)
    wait_for_condition(other_page, lambda: registrations)
    sync_event = {"origin": game.server, "registrationId": registrations[0]["registrationId"], "tag": "outbox"}
    cdp_session.send("ServiceWorker.dispatchSyncEvent", sync_event | {"lastChance": False})
    wait_for_condition(other_page, lambda: game.kinds == ["deal"])

    finger = open_for_offline(other_page, game.page())
    live_server.kill()
    finger.record(QUEENS)
    expect(other_page.locator(UNSENT_STATUS)).to_contain_text("1 deal saved here")
    persistent_phone.kill()
    page = persistent_phone.page()
    page.goto(game.page())
    expect(page.locator(UNSENT_STATUS)).to_contain_text("1 deal saved here")
    expect(page.locator('[data-total-of="C"]')).to_have_text("\u2212100")
    live_server.start()
    expect(page.locator(UNSENT_STATUS)).to_have_count(0, timeout=SYNC_TIMEOUT_MS)
    assert [deal["captures"] for deal in game.deals] == [KING["captures"], QUEENS["captures"]]


def test_bad_connection_loses_and_repeats_nothing(phones: Phones, live_server: LiveServer, network: Network) -> None:
    """A silent network counts as offline. After a lost response, the deal is not recorded again."""
    game = start_game(live_server.url)
    page = phones.page(**WITH_WORKER)
    finger = open_for_offline(page, game.page().replace(live_server.url, network.url))
    network.set_state("silent")
    page.reload()
    expect(page.locator(UNSENT_STATUS)).to_contain_text("Offline")
    finger.record(KING)
    network.set_state("working")
    expect(page.locator(UNSENT_STATUS)).to_have_count(0, timeout=2 * SYNC_TIMEOUT_MS)
    assert game.kinds == ["deal"]

    finger.choose(["queens"])
    finger.enter_captures(QUEENS["captures"])
    network.set_state("drops_responses")
    finger.tap("[data-save]")
    expect(page.locator(UNSENT_STATUS)).to_contain_text("1 deal saved here", timeout=SYNC_TIMEOUT_MS)
    assert game.kinds == ["deal", "deal"]
    network.set_state("working")
    expect(page.locator(UNSENT_STATUS)).to_have_count(0, timeout=2 * SYNC_TIMEOUT_MS)
    assert game.kinds == ["deal", "deal"]


def test_outbox_survives_renewed_link_and_new_release(phones: Phones, game: RunningGame) -> None:
    owner_page, page = phones.page(), phones.page(**WITH_WORKER)
    finger = open_for_offline(page, game.page(token=game.write))
    page.context.set_offline(True)
    finger.record(KING)
    owner_page.goto(game.page("/links/replacement?link=scorer"))
    Finger(owner_page).tap("[data-save]")
    owner_page.get_by_text("The link is replaced.").wait_for()
    renewed = owner_page.locator("#address").input_value().rsplit("/", 1)[1]
    assert renewed != game.write
    page.context.set_offline(False)
    expect(page.locator(UNSENT_STATUS)).to_contain_text("The link was replaced", timeout=SYNC_TIMEOUT_MS)
    page.goto(game.page(token=renewed))
    expect(page.locator('[data-total-of="B"]')).to_have_text("\u221275", timeout=SYNC_TIMEOUT_MS)
    assert game.kinds == ["deal"]

    open_for_offline(page, game.page(token=renewed))
    page.evaluate("caches.open('trexscore-files-000000000000')")
    page.context.set_offline(True)
    finger.record(QUEENS)
    page.context.set_offline(False)
    page.evaluate("navigator.serviceWorker.getRegistration().then((registration) => registration.unregister())")
    open_for_offline(page, game.page(token=renewed))
    cache_names = page.evaluate("caches.keys()")
    assert [name for name in cache_names if name.startswith("trexscore-files-")] != []
    assert "trexscore-files-000000000000" not in cache_names
    assert game.kinds == ["deal", "deal"]
