"""Two phones recorded the same deal: the players choose a version, and both are kept."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.browser import Phones
from tests.support.browser.deal_conflicts import (
    choose_version,
    create_conflict,
    expect_all_sent,
    king_taken_by,
    king_taker,
    open_conflict,
)
from tests.support.browser.offline import (
    SYNC_TIMEOUT_MS,
    UNSENT_STATUS,
    WITH_WORKER,
    enter_offline,
    offline_phone,
    sync_online,
    take_offline,
)
from tests.support.browser.page_checks import axe_faults, with_axe
from tests.support.server.running import RunningGame, start_game
from tests.support.tables import COLLECTIONS, DIAMONDS, KING, QUEENS, TREX, Json

pytestmark = pytest.mark.browser


def test_two_versions_wait_for_a_choice(phones: Phones, game: RunningGame) -> None:
    """They fit small phones, and other pages stay open. Choosing this phone's version records a correction."""
    finger = create_conflict(phones, game)
    page = finger.page
    expect(page.locator("h1")).to_have_text("Two versions")
    expect(page.locator(".versions__deal")).to_contain_text("King of hearts deal 1, Amal’s kingdom")
    their_version, this_version = page.locator(".version").all()
    expect(their_version).to_contain_text("Amal’s phone")
    expect(this_version).to_contain_text("This phone")
    different_names = page.locator(".versions__name.is-different")
    assert [name.strip() for name in different_names.all_text_contents()] == ["Basil", "Dani"]
    expect(their_version.locator(".is-different .version__card")).to_have_count(1)

    for width, height in ((320, 568), (390, 664)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [
            width,
            height,
        ]
        for column in page.locator(".version").all():
            box = column.bounding_box()
            assert box
            assert box["height"] > 300
            assert box["width"] > 95

    finger.tap(".versions__later")
    status = page.locator(".status--problem")
    expect(status).to_contain_text("King of hearts two versions")
    expect(status).to_contain_text("Choose")
    assert game.kinds == ["deal", "deal"]

    page.goto(game.page("/links"))
    page.evaluate("document.documentElement.dataset.same = ''")
    with page.expect_response("**/journal?after=*"):
        page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_timeout(500)
    expect(page.locator("html[data-same] .share__qr")).to_be_visible()

    page.goto(game.page())
    finger.tap("a.unsent__text")
    choose_version(finger, "ours")
    expect_all_sent(page)
    assert game.kinds == ["deal", "deal", "corrected"]
    assert game.journal[-1]["body"]["corrected"]["reason"] == "Two phones recorded this deal; this version was chosen."
    assert king_taker(game) == "B"
    assert len(game.deals) == 2


def test_deal_form_links_to_waiting_versions(phones: Phones, game: RunningGame) -> None:
    """The form keeps its values. When the other phone's version is chosen, this phone's version is discarded."""
    finger = offline_phone(phones, game)
    page = finger.page
    enter_offline(page, game, KING, QUEENS)
    finger.choose(["diamonds"])
    finger.tap('[data-key="5"]')
    game.record_entry(king_taken_by("D"))
    page.context.set_offline(False)
    expect(page.locator("a.unsent__text")).to_be_visible(timeout=SYNC_TIMEOUT_MS)
    expect(page.locator('[data-count-seat="B"]')).to_have_attribute("data-current", "")
    finger.tap("a.unsent__text")
    choose_version(finger, "theirs")
    expect_all_sent(page)
    assert game.kinds == ["deal", "deal", "set_aside"]
    assert king_taker(game) == "D"
    assert len(game.deals) == 2
    finger.choose(["diamonds"])
    expect(page.locator('[data-count-seat="B"]')).to_have_attribute("data-current", "")


def test_later_deals_are_kept_whichever_version_counts(phones: Phones, server: str) -> None:
    """One phone records the end of a kingdom and the start of the next offline; another phone records the same Trex and
    another version of Collections. Deals that need this phone's version wait for the choice.
    """
    own_deal: Json = {**COLLECTIONS, "captures": {"tricks": {"A": 4, "B": 4, "C": 4, "D": 1}}}
    other_deal: Json = {**COLLECTIONS, "captures": {"tricks": {"A": 5, "B": 5, "C": 3, "D": 0}}}
    page = phones.page(**WITH_WORKER)
    for choice, chosen_deal, last_kind in (("ours", own_deal, "corrected"), ("theirs", other_deal, "set_aside")):
        game = start_game(server, deals=[KING, QUEENS, DIAMONDS])
        finger = take_offline(page, game)
        enter_offline(page, game, own_deal, TREX, {**KING, "king": "B"})
        game.record_entry(other_deal)
        game.record_entry(TREX)
        open_conflict(page)
        page.reload()
        choose_version(finger, choice)
        expect_all_sent(page)
        assert [deal["king"] for deal in game.deals] == ["A"] * 5 + ["B"]
        assert game.deals[3]["captures"] == chosen_deal["captures"]
        assert game.kinds == ["deal"] * 6 + [last_kind]
        expect(page.locator("main")).not_to_contain_text("cannot")

    game = start_game(server, "combination", deals=[DIAMONDS, COLLECTIONS, TREX])
    finger = take_offline(page, game)
    combined_deal = {
        **KING,
        "contracts": ["king_of_hearts", "queens"],
        "captures": KING["captures"] | QUEENS["captures"],
    }
    enter_offline(page, game, combined_deal, {**TREX, "king": "B"})
    game.record_entry(king_taken_by("D"))
    page.context.set_offline(False)
    expect(page.locator("a.unsent__text")).to_be_visible(timeout=SYNC_TIMEOUT_MS)
    for seat, total in game.totals.items():
        expect(page.locator(f'[data-total-of="{seat}"]')).to_have_text(str(total).replace("-", "\u2212"))
    finger.tap("a.unsent__text")
    choose_version(finger, "ours")
    expect_all_sent(page)
    assert [deal["king"] for deal in game.deals] == ["A"] * 4 + ["B"]


def test_versions_are_decided_one_by_one(phones: Phones, game: RunningGame) -> None:
    """A double tap decides only the first deal."""
    finger = offline_phone(phones, game)
    page = finger.page
    finger.record(KING)
    finger.record(DIAMONDS)
    game.record_entry(king_taken_by("D"))
    other_captures = {"diamonds": {"A": 5, "B": 4, "C": 4, "D": 0}}
    game.record_entry({**DIAMONDS, "captures": other_captures})
    open_conflict(page)
    expect(page.locator(".versions__position")).to_have_text("1 of 2")
    page.locator("html[data-accepts-taps]").wait_for()
    box = page.locator('[value="ours"]').bounding_box()
    assert box
    position = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(*position)
    page.wait_for_timeout(150)
    page.touchscreen.tap(*position)
    expect(page.locator(".versions__deal")).to_contain_text("Diamonds")
    page.locator("html[data-accepts-taps]").wait_for()
    assert sorted(game.kinds) == ["corrected", "deal", "deal"]
    choose_version(finger, "theirs")
    expect_all_sent(page)
    assert king_taker(game) == "B"
    assert game.deals[1]["captures"] == other_captures
    assert sorted(game.kinds) == ["corrected", "deal", "deal", "set_aside"]


def test_same_entries_of_two_phones_count_once(phones: Phones, game: RunningGame) -> None:
    """Deals and undos. The other phone's entries come first, and an undo here does not undo its deals."""
    finger = offline_phone(phones, game)
    page = finger.page
    enter_offline(page, game, KING, DIAMONDS)
    game.record_entry(QUEENS)
    game.record_entry(KING)
    sync_online(page)
    assert [deal["contracts"] for deal in game.deals] == [["queens"], ["king_of_hearts"], ["diamonds"]]
    assert game.kinds == ["deal"] * 3

    page.context.set_offline(True)
    finger.tap(".status__undo")
    game.record_entry({"take_back": game.journal[-1]["seq"]})
    sync_online(page)
    assert game.kinds[3:] == ["take_back", "set_aside"]

    page.context.set_offline(True)
    enter_offline(page, game, DIAMONDS)
    finger.tap(".status__undo")
    expect(page.locator(UNSENT_STATUS)).to_contain_text("2 entries saved here")
    game.record_entry(DIAMONDS)
    sync_online(page)
    assert game.kinds[5:] == ["deal", "set_aside"]


def test_axe_finds_nothing_on_offline_pages(phones: Phones, game: RunningGame) -> None:
    locale = "ar-JO"
    finger = offline_phone(phones, game, locale)
    page = with_axe(finger.page)
    enter_offline(page, game, KING, QUEENS)
    game.record_entry(king_taken_by("D"))
    open_conflict(page)
    faults = axe_faults(page, locale)
    page.context.set_offline(True)
    for path in (
        "/",
        "/games",
        *(f"/g/{game.own}{subpage}" for subpage in ("", "/links", "/deals/new?contracts=trex")),
    ):
        page.goto(game.server + path)
        faults += axe_faults(page, locale)
    assert faults == []
