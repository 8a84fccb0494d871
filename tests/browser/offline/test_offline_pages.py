"""Pages of a game on an offline phone: result, history, sign-offs, and what needs a connection."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.support.browser.browser import Phones
from tests.support.browser.deal_conflicts import create_conflict
from tests.support.browser.offline import (
    SYNC_TIMEOUT_MS,
    UNSENT_STATUS,
    WITH_WORKER,
    enter_offline,
    offline_phone,
    open_for_offline,
    sync_online,
)
from tests.support.server.running import RunningGame, start_game
from tests.support.tables import DIAMONDS, KING, KINGDOM, QUEENS, Json

pytestmark = pytest.mark.browser


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
    first_deal, last_deal = kingdom("D")
    enter_offline(page, game, first_deal)
    finger.record(last_deal)
    expect(page.locator("html")).to_have_attribute("lang", "ar")
    expect(page).to_have_url(game.page("/result"))
    expect(page.locator("h1")).to_contain_text("Amal")
    expect(page.locator(".standing")).to_have_count(4)
    sync_online(page)
    assert game.state["result"]["complete"]


def test_corrections_and_sign_offs_are_shown_offline(phones: Phones, game: RunningGame) -> None:
    """Disputes are shown, too, and old addresses redirect as on the server."""
    game.record_entry(KING)
    corrected_deal = {**KING, "captures": {"king_of_hearts": {"taken_by": "C"}}}
    game.record_entry({"corrected": {"reason": "It was Carine", "changes": [{"seq": 6, "entry": corrected_deal}]}})
    proposed = {"changes": [{"seq": 6, "entry": KING}]}
    game.record_entry({"disputed": {"seat": "C", "about": 6, "reason": "It was not me", **proposed}})
    signed_game = start_game(game.server, deals=KINGDOM)
    (kingdom_sign_offs,) = signed_game.state["agreements"]
    signed_game.record_entry({"agreed": {"kingdom": "A", "seat": "C", "digest": kingdom_sign_offs["digest"]}})
    page = phones.page(**WITH_WORKER)
    open_for_offline(page, signed_game.page())
    open_for_offline(page, game.page())
    page.context.set_offline(True)
    enter_offline(page, game, QUEENS)
    page.goto(game.page("/deals/6"))
    expect(page.locator(UNSENT_STATUS)).to_be_visible()
    expect(page.locator(".entry-corrections")).to_contain_text("It was Carine")
    expect(page.locator(".entry-corrections .difference")).to_contain_text(re.compile(r"Basil\s+Carine"))
    expect(page.locator(".disputes")).to_contain_text("It was not me")
    expect(page.locator(".disputes .history-entry__points")).to_contain_text("Basil 0 then \u221275")
    page.goto(game.page("/deals/new?contracts=diamonds+trex"))
    expect(page).to_have_url(game.page())
    page.goto(game.page("/history"))
    expect(page.locator(".history-entry").first).to_contain_text("Queens saved")
    expect(page.locator(".history-entry")).to_have_count(5)
    with page.expect_download() as download:
        page.locator('a[href$="journal.json"]').tap()
    assert [entry["kind"] for entry in json.loads(download.value.path().read_text())["entries"]][5:] == game.kinds
    page.goto(game.page("/explain"))
    expect(page.locator(".rank-row").last).to_contain_text("175 behind")
    page.locator('.explain__rule[href$="#who-wins"]').tap()
    expect(page.locator("details#who-wins")).to_have_attribute("open", "")

    page.goto(signed_game.page("/sign-off"))
    expect(page.locator(UNSENT_STATUS)).to_contain_text("Offline")
    expect(page.locator(".seats--keypad .is-chosen")).to_have_text(re.compile("Carine: signed off"))
    expect(page.locator(".sign-off")).to_contain_text("You need a connection")
    expect(page.locator(".sign-off button")).to_have_count(0)

    for old_path, new_path in (("/why/A", "/explain/A"), ("/journal?before=4", "/history?before=4")):
        page.goto(signed_game.page(old_path))
        expect(page).to_have_url(signed_game.page(new_path))


def test_view_only_link_offers_nothing_offline(phones: Phones, server: str) -> None:
    """A player link shows what needs a connection."""
    game = start_game(server, deals=[KING])
    game.record_entry({"disputed": {"seat": "C", "about": 6, "reason": "It was not me"}})
    owner = phones.page()
    owner.goto(game.page("/links/players"))
    owner.get_by_role("button", name="Create the four links").tap()
    owner.get_by_role("link", name="Basil").tap()
    owner.get_by_text("Player link: Basil").wait_for()
    player_link = next(
        link for link in re.findall(r"/g/([\w-]{22})", owner.content()) if link not in vars(game).values()
    )
    page = phones.page(**WITH_WORKER)
    for link in (player_link, game.read):
        open_for_offline(page, game.page(token=link))
    page.context.set_offline(True)
    for link, is_player in ((player_link, True), (game.read, False)):
        page.goto(game.page("/deals/6", token=link))
        expect(page.locator(UNSENT_STATUS)).to_contain_text("Offline. This is the game as this phone last saw it.")
        expect(page.locator(UNSENT_STATUS).get_by_text("go online")).to_have_count(int(is_player))
        expect(page.locator(".disputes").get_by_text("You need a connection")).to_have_count(int(is_player))
        expect(page.locator(".explain__offline")).to_have_count(int(is_player))
        expect(page.locator(".bars--two")).to_have_count(0)


def test_correction_sent_offline_is_not_saved_yet(phones: Phones, game: RunningGame) -> None:
    """The page says so, and sends it again once the phone is online."""
    seq = game.record_entry(KING)["seq"]
    page = phones.page(**WITH_WORKER)
    finger = open_for_offline(page, game.page(f"/deals/{seq}/correct"))
    finger.tap('[data-substep][data-current] [data-side="C"] .side__content')
    finger.tap("[data-save]")
    expect(page.locator("h1")).to_have_text("Correction")
    page.context.set_offline(True)
    finger.tap(".bar")
    expect(page.get_by_role("heading", name="Not saved yet")).to_be_visible()
    assert game.kinds == ["deal"]
    page.context.set_offline(False)
    expect(page).to_have_url(re.compile("/sheet$"), timeout=SYNC_TIMEOUT_MS)
    assert game.kinds == ["deal", "corrected"]


def test_missing_page_is_opened_online_while_a_choice_waits(phones: Phones, game: RunningGame) -> None:
    page = create_conflict(phones, game).page
    page.context.set_offline(True)
    page.goto(game.page("/links"))
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator(".share__qr")).to_be_visible(timeout=SYNC_TIMEOUT_MS)
