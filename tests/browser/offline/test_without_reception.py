"""A table without reception goes on: nothing waits for the server, nothing is lost, and nothing arrives twice."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.support.browser.away import SOON, WAITS, WORKER, cut_off, sent_with_reception, visit
from tests.support.browser.browser import KeptPhone, Phones, eventually, until
from tests.support.browser.finger import Finger
from tests.support.browser.reception import Reception
from tests.support.server.running import RunningGame, start_game
from tests.support.server.server import LiveServer
from tests.support.tables import DIAMONDS, KING, KINGDOM, QUEENS, Json

pytestmark = pytest.mark.browser


def test_a_visited_game_goes_on_without_reception_and_arrives_by_itself(phones: Phones, game: RunningGame) -> None:
    finger = cut_off(phones, game)
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
    sent_with_reception(page)
    assert game.kinds == ["deal", "deal", "deal", "take_back"]
    assert [deal["contracts"] for deal in game.deals] == [["king_of_hearts"], ["queens"]]


def test_the_form_that_opens_by_itself_has_one_line_and_all_its_keys(phones: Phones, game: RunningGame) -> None:
    finger = cut_off(phones, game)
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


def test_what_is_being_told_stays_while_what_waited_is_sent(phones: Phones, game: RunningGame) -> None:
    finger = cut_off(phones, game)
    page = finger.page
    finger.record(KING)
    finger.choose(["diamonds"])
    finger.tap('[data-key="5"]')
    page.context.set_offline(False)
    expect(page.locator(WAITS)).to_contain_text("Everything is saved", timeout=SOON)
    assert game.kinds == ["deal"]
    finger.tell({"diamonds": {**DIAMONDS["captures"]["diamonds"]}})
    finger.save()
    assert [deal["captures"] for deal in game.deals] == [KING["captures"], DIAMONDS["captures"]]


def test_a_saved_deal_lies_on_the_phone_before_its_page_is_there_for_long(phones: Phones, game: RunningGame) -> None:
    page = phones.page(**WORKER)
    finger = visit(page, game.page())
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


def test_the_end_of_a_game_and_its_result_are_seen_without_reception(phones: Phones, server: str) -> None:
    game = start_game(server, "complex", deals=[deal for king in "ABC" for deal in kingdom(king)])
    finger = cut_off(phones, game, "ar-JO")
    page = finger.page
    for deal in kingdom("D"):
        finger.record(deal)
    expect(page.locator("html")).to_have_attribute("lang", "ar")
    expect(page).to_have_url(game.page("/result"))
    expect(page.locator("h1")).to_contain_text("Amal")
    expect(page.locator(".standing")).to_have_count(4)
    sent_with_reception(page)
    assert game.state["result"]["complete"]


def test_why_it_stands_so_is_told_without_reception_with_all_that_was_put_right(
    phones: Phones, game: RunningGame
) -> None:
    game.enter(KING)
    other = {**KING, "captures": {"king_of_hearts": {"taken_by": "C"}}}
    game.enter({"corrected": {"reason": "It was Carine", "changes": [{"seq": 6, "entry": other}]}})
    proposed = {"changes": [{"seq": 6, "entry": KING}]}
    game.enter({"disputed": {"seat": "C", "about": 6, "reason": "It was not me", **proposed}})
    finger = cut_off(phones, game)
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
        page.locator('a[href$="history.json"]').tap()
    assert [entry["kind"] for entry in json.loads(kept.value.path().read_text())["entries"]][5:] == game.kinds
    page.goto(game.page("/explain"))
    expect(page.locator(".place").last).to_contain_text("175 behind")
    page.locator('.why__rule[href$="#who-wins"]').tap()
    expect(page.locator("details#who-wins")).to_have_attribute("open", "")


def test_what_waits_outlives_a_killed_browser(kept_phone: KeptPhone, live_server: LiveServer) -> None:
    game = start_game(live_server.url)
    page = kept_phone.page()
    finger = visit(page, game.page())
    live_server.kill()
    finger.record(KING)
    expect(page.locator(WAITS)).to_contain_text("1 deal saved here")
    kept_phone.kill()
    page = kept_phone.page()
    page.goto(game.page())
    expect(page.locator(WAITS)).to_contain_text("1 deal saved here")
    expect(page.locator('[data-total-of="B"]')).to_have_text("\u221275")
    live_server.start()
    expect(page.locator(WAITS)).to_have_count(0, timeout=SOON)
    assert [deal["captures"] for deal in game.deals] == [KING["captures"]]


def test_what_waits_is_sent_when_the_browser_calls_though_no_page_is_open(
    kept_phone: KeptPhone, game: RunningGame
) -> None:
    page = kept_phone.page()
    finger = visit(page, game.page())
    page.context.set_offline(True)
    finger.record(KING)
    expect(page.locator(WAITS)).to_contain_text("1 deal saved here")
    elsewhere = kept_phone.page()
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


def test_an_answer_that_is_lost_on_its_way_does_not_make_a_second_deal(
    phones: Phones, live_server: LiveServer, reception: Reception
) -> None:
    game = start_game(live_server.url)
    page = phones.page(**WORKER)
    finger = visit(page, game.page().replace(live_server.url, reception.url))
    finger.choose(["king_of_hearts"])
    finger.tell(KING["captures"])
    reception.change("swallows_answers")
    finger.tap("[data-save]")
    expect(page.locator(WAITS)).to_contain_text("1 deal saved here", timeout=SOON)
    assert game.kinds == ["deal"]
    reception.change("clear")
    expect(page.locator(WAITS)).to_have_count(0, timeout=2 * SOON)
    assert game.kinds == ["deal"]


def test_a_link_that_records_nothing_promises_nothing_without_reception(phones: Phones, server: str) -> None:
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
        visit(page, game.page(token=link))
        page.context.set_offline(True)
        page.goto(game.page("/deals/6", token=link))
        expect(page.locator(WAITS)).to_contain_text("Offline. This is the game as this phone last saw it.")
        expect(page.locator(WAITS).get_by_text("go online")).to_have_count(int(speaks))
        expect(page.locator(".disputes").get_by_text("You need a connection")).to_have_count(int(speaks))
        expect(page.locator(".why__offline")).to_have_count(int(speaks))
        expect(page.locator(".bars--two")).to_have_count(0)


def test_who_has_agreed_is_read_without_reception_and_nobody_is_asked(phones: Phones, server: str) -> None:
    game = start_game(server, deals=KINGDOM)
    (agreement,) = game.state["agreements"]
    game.enter({"agreed": {"kingdom": "A", "seat": "C", "digest": agreement["digest"]}})
    page = cut_off(phones, game).page
    page.goto(game.page("/sign-off"))
    expect(page.locator(WAITS)).to_contain_text("Offline")
    expect(page.locator(".seats--keypad .is-chosen")).to_have_text(re.compile("Carine: signed off"))
    expect(page.locator(".agreement")).to_contain_text("You need a connection")
    expect(page.locator(".agreement button")).to_have_count(0)


def test_one_bar_of_reception_keeps_nobody_waiting(
    phones: Phones, live_server: LiveServer, reception: Reception
) -> None:
    game = start_game(live_server.url)
    page = phones.page(**WORKER)
    finger = visit(page, game.page().replace(live_server.url, reception.url))
    reception.change("silent")
    page.reload()
    expect(page.locator(WAITS)).to_contain_text("Offline")
    finger.record(KING)
    reception.change("clear")
    expect(page.locator(WAITS)).to_have_count(0, timeout=2 * SOON)
    assert game.kinds == ["deal"]


def test_what_waits_is_taken_back_by_itself_and_nothing_else(phones: Phones, game: RunningGame) -> None:
    finger = cut_off(phones, game)
    page = finger.page
    finger.record(KING)
    game.enter(DIAMONDS)
    page.context.set_offline(False)
    page.evaluate("async (token) => (await import('/static/js/phone/outbox.js')).refresh(token)", game.own)
    finger.tap(".status__undo")
    expect(page.locator(WAITS)).to_have_count(0, timeout=SOON)
    expect(page.locator('[data-total-of="B"]')).to_have_text("\u221240")
    assert [deal["contracts"] for deal in game.deals] == [["diamonds"]]


def test_what_waits_under_a_renewed_link_goes_on_under_the_new_one(phones: Phones, game: RunningGame) -> None:
    owner, page = phones.page(), phones.page(**WORKER)
    finger = visit(page, game.page(token=game.write))
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


def test_a_new_release_clears_what_the_old_one_kept_but_neither_games_nor_what_waits(
    phones: Phones, game: RunningGame
) -> None:
    page = phones.page(**WORKER)
    finger = visit(page, game.page())
    page.evaluate("caches.open('trexscore-files-000000000000')")
    page.context.set_offline(True)
    finger.record(KING)
    page.context.set_offline(False)
    page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.unregister())")
    visit(page, game.page())
    kept = page.evaluate("caches.keys()")
    assert [name for name in kept if name.startswith("trexscore-files-")] != []
    assert "trexscore-files-000000000000" not in kept
    assert game.kinds == ["deal"]
