"""Recording offline: nothing is lost, nothing arrives twice, and the outbox sends itself."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.support.browser.browser import PersistentPhone, Phones, eventually, until
from tests.support.browser.finger import Finger
from tests.support.browser.network import Network
from tests.support.browser.offline import SOON, WAITS, WORKER, offline_phone, open_for_offline, sync_online
from tests.support.server.running import RunningGame, start_game
from tests.support.server.server import LiveServer
from tests.support.tables import DIAMONDS, KING, KINGDOM, QUEENS, Json

pytestmark = pytest.mark.browser


def test_outbox_sends_itself_after_reconnect(phones: Phones, game: RunningGame) -> None:
    finger = offline_phone(phones, game)
    page = finger.page
    page.reload()
    expect(page.locator(WAITS)).to_contain_text("Offline. Keep playing")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    for deal in (KING, QUEENS, DIAMONDS):
        finger.record(deal)
    expect(page.locator(WAITS)).to_contain_text("3 deals saved here")
    finger.tap(".status__undo")
    expect(page.locator('[data-total-of="C"]')).to_have_text("\u2212100")
    page.goto(game.page("/sheet"))
    expect(page.locator('[data-total-of="B"]')).to_have_text("\u221275")
    page.locator("button.top__menu").tap()
    page.locator('.menu a[href$="#more"]').tap()
    with page.expect_download() as kept:
        page.locator('a[href$="game.json"]').tap()
    assert [deal["captures"] for deal in json.loads(kept.value.path().read_text())["deals"]] == [
        KING["captures"],
        QUEENS["captures"],
    ]
    assert game.kinds == []

    page.goto(game.page())
    sync_online(page)
    assert game.kinds == ["deal", "deal", "deal", "take_back"]
    assert [deal["contracts"] for deal in game.deals] == [["king_of_hearts"], ["queens"]]


def test_offline_deal_form_fits_phone(phones: Phones, game: RunningGame) -> None:
    finger = offline_phone(phones, game)
    page = finger.page
    page.set_viewport_size({"width": 390, "height": 664})
    by_itself = [deal for deal in KINGDOM if deal["contracts"] == ["diamonds"]]
    for deal in [deal for deal in KINGDOM if deal not in by_itself]:
        finger.record(deal)
    expect(page.locator("form[data-deal]")).to_be_visible()
    expect(page.locator(f".status, {WAITS}")).to_have_count(1)
    expect(page.locator(WAITS)).to_contain_text("4 deals saved here")
    lowest = page.locator('[data-key="13"]').evaluate("key => key.getBoundingClientRect().bottom")
    assert lowest <= page.locator("[data-save]").evaluate("save => save.getBoundingClientRect().top") + 1
    finger.tap(".status__undo")
    expect(page.locator("[data-undone]")).to_be_visible()


def test_deal_form_survives_sync(phones: Phones, game: RunningGame) -> None:
    finger = offline_phone(phones, game)
    page = finger.page
    finger.record(KING)
    finger.choose(["diamonds"])
    finger.tap('[data-key="5"]')
    page.context.set_offline(False)
    expect(page.locator(WAITS)).to_contain_text("Everything is saved", timeout=SOON)
    assert game.kinds == ["deal"]
    finger.enter_captures({"diamonds": {**DIAMONDS["captures"]["diamonds"]}})
    finger.save()
    assert [deal["captures"] for deal in game.deals] == [KING["captures"], DIAMONDS["captures"]]


def test_saved_deal_is_cached_at_once(phones: Phones, game: RunningGame) -> None:
    page = phones.page(**WORKER)
    finger = open_for_offline(page, game.page())
    beside = page.context.new_page()
    beside.goto(f"{game.server}/games")
    finger.record(KING)
    page.close()
    kept = f"import('/static/js/phone/store.js').then((store) => store.game('{game.own}'))"
    until(beside, f"{kept}.then(({{ seq }}) => seq === {game.state['seq']})")
    beside.context.set_offline(True)
    beside.goto(game.page())
    expect(beside.locator('[data-total-of="B"]')).to_have_text("\u221275")


def kingdom(king: str) -> list[Json]:
    """The two deals of a kingdom in which all four contracts are played together."""
    return [
        {"king": king, "contracts": ["trex"], "captures": {"trex": list("CABD")}},
        {
            "king": king,
            "contracts": ["king_of_hearts", "queens", "diamonds", "collections"],
            "captures": KING["captures"]
            | QUEENS["captures"]
            | DIAMONDS["captures"]
            | {"tricks": {"A": 4, "B": 3, "C": 5, "D": 1}},
        },
    ]


def test_result_is_shown_offline(phones: Phones, server: str) -> None:
    game = start_game(server, "complex", deals=[deal for king in "ABC" for deal in kingdom(king)])
    finger = offline_phone(phones, game, "ar-JO")
    page = finger.page
    for deal in kingdom("D"):
        finger.record(deal)
    expect(page.locator("html")).to_have_attribute("lang", "ar")
    expect(page).to_have_url(game.page("/result"))
    expect(page.locator("h1")).to_contain_text("Amal")
    expect(page.locator(".standing")).to_have_count(4)
    sync_online(page)
    assert game.state["result"]["complete"]


def test_corrections_and_disputes_are_shown_offline(phones: Phones, game: RunningGame) -> None:
    game.enter(KING)
    other = {**KING, "captures": {"king_of_hearts": {"taken_by": "C"}}}
    game.enter({"corrected": {"reason": "It was Carine", "changes": [{"seq": 6, "entry": other}]}})
    proposed = {"changes": [{"seq": 6, "entry": KING}]}
    game.enter({"disputed": {"seat": "C", "about": 6, "reason": "It was not me", **proposed}})
    finger = offline_phone(phones, game)
    page = finger.page
    finger.record(QUEENS)
    page.goto(game.page("/deals/6"))
    expect(page.locator(WAITS)).to_be_visible()
    expect(page.locator(".versions-of")).to_contain_text("It was Carine")
    expect(page.locator(".versions-of .difference")).to_contain_text("BasilCarine")
    expect(page.locator(".disputes")).to_contain_text("It was not me")
    expect(page.locator(".disputes .told__points")).to_contain_text("Basil 0 then \u221275")
    page.goto(game.page("/history"))
    expect(page.locator(".told").first).to_contain_text("Queens saved")
    expect(page.locator(".told")).to_have_count(5)
    with page.expect_download() as kept:
        page.locator('a[href$="journal.json"]').tap()
    assert [entry["kind"] for entry in json.loads(kept.value.path().read_text())["entries"]][5:] == game.kinds
    page.goto(game.page("/explain"))
    expect(page.locator(".place").last).to_contain_text("175 behind")
    page.locator('.why__rule[href$="#who-wins"]').tap()
    expect(page.locator("details#who-wins")).to_have_attribute("open", "")


def test_outbox_survives_killed_browser(persistent_phone: PersistentPhone, live_server: LiveServer) -> None:
    game = start_game(live_server.url)
    page = persistent_phone.page()
    finger = open_for_offline(page, game.page())
    live_server.kill()
    finger.record(KING)
    expect(page.locator(WAITS)).to_contain_text("1 deal saved here")
    persistent_phone.kill()
    page = persistent_phone.page()
    page.goto(game.page())
    expect(page.locator(WAITS)).to_contain_text("1 deal saved here")
    expect(page.locator('[data-total-of="B"]')).to_have_text("\u221275")
    live_server.start()
    expect(page.locator(WAITS)).to_have_count(0, timeout=SOON)
    assert [deal["captures"] for deal in game.deals] == [KING["captures"]]


def test_background_sync_sends_outbox(persistent_phone: PersistentPhone, game: RunningGame) -> None:
    page = persistent_phone.page()
    finger = open_for_offline(page, game.page())
    page.context.set_offline(True)
    finger.record(KING)
    expect(page.locator(WAITS)).to_contain_text("1 deal saved here")
    elsewhere = persistent_phone.page()
    page.close()
    browser = elsewhere.context.new_cdp_session(elsewhere)
    registered: list[Json] = []
    browser.on("ServiceWorker.workerRegistrationUpdated", lambda told: registered.extend(told["registrations"]))
    browser.send("ServiceWorker.enable")
    elsewhere.context.set_offline(False)
    eventually(elsewhere, lambda: registered)
    called = {"origin": game.server, "registrationId": registered[0]["registrationId"], "tag": "outbox"}
    browser.send("ServiceWorker.dispatchSyncEvent", called | {"lastChance": False})
    eventually(elsewhere, lambda: game.kinds == ["deal"])


def test_lost_answer_makes_no_second_deal(phones: Phones, live_server: LiveServer, network: Network) -> None:
    game = start_game(live_server.url)
    page = phones.page(**WORKER)
    finger = open_for_offline(page, game.page().replace(live_server.url, network.url))
    finger.choose(["king_of_hearts"])
    finger.enter_captures(KING["captures"])
    network.change("swallows_answers")
    finger.tap("[data-save]")
    expect(page.locator(WAITS)).to_contain_text("1 deal saved here", timeout=SOON)
    assert game.kinds == ["deal"]
    network.change("clear")
    expect(page.locator(WAITS)).to_have_count(0, timeout=2 * SOON)
    assert game.kinds == ["deal"]


def test_view_only_link_offers_nothing_offline(phones: Phones, server: str) -> None:
    game = start_game(server, deals=[KING])
    game.enter({"disputed": {"seat": "C", "about": 6, "reason": "It was not me"}})
    owner = phones.page()
    owner.goto(game.page("/links/players"))
    owner.get_by_role("button", name="Create the four links").tap()
    owner.get_by_role("link", name="Basil").tap()
    owner.get_by_text("Player link: Basil").wait_for()
    of_a_seat = next(link for link in re.findall(r"/g/([\w-]{22})", owner.content()) if link not in vars(game).values())
    for link, speaks in ((of_a_seat, True), (game.read, False)):
        page = phones.page(**WORKER)
        open_for_offline(page, game.page(token=link))
        page.context.set_offline(True)
        page.goto(game.page("/deals/6", token=link))
        expect(page.locator(WAITS)).to_contain_text("Offline. This is the game as this phone last saw it.")
        expect(page.locator(WAITS).get_by_text("go online")).to_have_count(int(speaks))
        expect(page.locator(".disputes").get_by_text("You need a connection")).to_have_count(int(speaks))
        expect(page.locator(".why__offline")).to_have_count(int(speaks))
        expect(page.locator(".bars--two")).to_have_count(0)


def test_sign_offs_are_read_only_offline(phones: Phones, server: str) -> None:
    game = start_game(server, deals=KINGDOM)
    (agreement,) = game.state["agreements"]
    game.enter({"agreed": {"kingdom": "A", "seat": "C", "digest": agreement["digest"]}})
    page = offline_phone(phones, game).page
    page.goto(game.page("/sign-off"))
    expect(page.locator(WAITS)).to_contain_text("Offline")
    expect(page.locator(".seats--keypad .is-chosen")).to_have_text(re.compile("Carine: signed off"))
    expect(page.locator(".agreement")).to_contain_text("You need a connection")
    expect(page.locator(".agreement button")).to_have_count(0)


def test_silent_connection_counts_as_offline(phones: Phones, live_server: LiveServer, network: Network) -> None:
    game = start_game(live_server.url)
    page = phones.page(**WORKER)
    finger = open_for_offline(page, game.page().replace(live_server.url, network.url))
    network.change("silent")
    page.reload()
    expect(page.locator(WAITS)).to_contain_text("Offline")
    finger.record(KING)
    network.change("clear")
    expect(page.locator(WAITS)).to_have_count(0, timeout=2 * SOON)
    assert game.kinds == ["deal"]


def test_undo_removes_only_waiting_deal(phones: Phones, game: RunningGame) -> None:
    finger = offline_phone(phones, game)
    page = finger.page
    finger.record(KING)
    game.enter(DIAMONDS)
    page.context.set_offline(False)
    page.evaluate("async (token) => (await import('/static/js/phone/outbox.js')).refreshGame(token)", game.own)
    finger.tap(".status__undo")
    expect(page.locator(WAITS)).to_have_count(0, timeout=SOON)
    expect(page.locator('[data-total-of="B"]')).to_have_text("\u221240")
    assert [deal["contracts"] for deal in game.deals] == [["diamonds"]]


def test_outbox_moves_to_renewed_link(phones: Phones, game: RunningGame) -> None:
    owner, page = phones.page(), phones.page(**WORKER)
    finger = open_for_offline(page, game.page(token=game.write))
    page.context.set_offline(True)
    finger.record(KING)
    owner.goto(game.page("/links/replacement?link=scorer"))
    Finger(owner).tap("[data-save]")
    owner.get_by_text("The link is replaced.").wait_for()
    renewed = owner.locator("#address").input_value().rsplit("/", 1)[1]
    assert renewed != game.write
    page.context.set_offline(False)
    expect(page.locator(WAITS)).to_contain_text("This link no longer works.", timeout=SOON)
    page.goto(game.page(token=renewed))
    expect(page.locator('[data-total-of="B"]')).to_have_text("\u221275", timeout=SOON)
    assert game.kinds == ["deal"]


def test_new_release_keeps_games_and_outbox(phones: Phones, game: RunningGame) -> None:
    page = phones.page(**WORKER)
    finger = open_for_offline(page, game.page())
    page.evaluate("caches.open('trexscore-files-000000000000')")
    page.context.set_offline(True)
    finger.record(KING)
    page.context.set_offline(False)
    page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.unregister())")
    open_for_offline(page, game.page())
    kept = page.evaluate("caches.keys()")
    assert [name for name in kept if name.startswith("trexscore-files-")] != []
    assert "trexscore-files-000000000000" not in kept
    assert game.kinds == ["deal"]
