"""Two phones that recorded the same deal: the players choose a version, and both are kept."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.browser import Phones
from tests.support.browser.deal_conflicts import expect_all_sent, open_conflict, other_version, taker, use, with_taker
from tests.support.browser.finger import Finger
from tests.support.browser.offline import SOON, WAITS, offline_phone, sync_online
from tests.support.browser.page_checks import axe_faults, with_axe
from tests.support.server.running import RunningGame, start_game
from tests.support.tables import COLLECTIONS, DIAMONDS, KING, QUEENS, TREX, Json

pytestmark = pytest.mark.browser


def test_entry_of_other_phone_comes_first(phones: Phones, game: RunningGame) -> None:
    finger = offline_phone(phones, game)
    page = finger.page
    finger.record(KING)
    game.enter(QUEENS)
    sync_online(page)
    assert [deal["contracts"] for deal in game.deals] == [["queens"], ["king_of_hearts"]]


@pytest.mark.parametrize(
    ("keep", "counts", "kinds"),
    [("ours", "B", ["deal", "deal", "corrected"]), ("theirs", "D", ["deal", "deal", "set_aside"])],
)
def test_chosen_version_counts_and_both_are_kept(
    phones: Phones, game: RunningGame, keep: str, counts: str, kinds: list[str]
) -> None:
    finger = other_version(phones, game)
    use(finger, keep)
    expect_all_sent(finger.page)
    assert game.kinds == kinds
    assert taker(game) == counts
    assert len(game.deals) == 2


def test_chosen_version_gives_reason_of_correction(phones: Phones, game: RunningGame) -> None:
    finger = other_version(phones, game)
    use(finger, "ours")
    expect_all_sent(finger.page)
    assert game.journal[-1]["body"]["corrected"]["reason"] == "Two phones recorded this deal; this version was chosen."


def test_versions_show_author_and_difference(phones: Phones, game: RunningGame) -> None:
    page = other_version(phones, game).page
    expect(page.locator("h1")).to_have_text("Two versions")
    expect(page.locator(".versions__deal")).to_contain_text("King of hearts deal 1, Amal’s kingdom")
    theirs, ours = page.locator(".version").all()
    expect(theirs).to_contain_text("Amal’s phone")
    expect(ours).to_contain_text("This phone")
    differ = page.locator(".versions__name.is-other")
    assert [name.strip() for name in differ.all_text_contents()] == ["Basil", "Dani"]
    expect(theirs.locator(".is-other .version__card")).to_have_count(1)


def test_versions_fit_small_phones(phones: Phones, game: RunningGame) -> None:
    page = other_version(phones, game).page
    for width, height in ((390, 664), (320, 568)):
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


def test_decide_later_leaves_status_line(phones: Phones, game: RunningGame) -> None:
    finger = other_version(phones, game)
    finger.tap(".versions__later")
    line = finger.page.locator(".status--problem")
    expect(line).to_contain_text("King of hearts two versions")
    expect(line).to_contain_text("Choose")
    assert game.kinds == ["deal", "deal"]


def offline_until_next_kingdom(phones: Phones, server: str) -> tuple[RunningGame, Finger]:
    """One phone is offline for the end of a kingdom and the beginning of the next; another phone
    records the same Trex and another Collections.
    """
    game = start_game(server, deals=[KING, QUEENS, DIAMONDS])
    finger = offline_phone(phones, game)
    finger.record({**COLLECTIONS, "captures": {"tricks": {"A": 4, "B": 4, "C": 4, "D": 1}}})
    finger.record(TREX)
    finger.record({**KING, "king": "B"})
    game.enter({**COLLECTIONS, "captures": {"tricks": {"A": 5, "B": 5, "C": 3, "D": 0}}})
    game.enter(TREX)
    return game, open_conflict(finger.page)


@pytest.mark.parametrize(
    ("keep", "tricks", "last"),
    [
        ("ours", {"A": 4, "B": 4, "C": 4, "D": 1}, "corrected"),
        ("theirs", {"A": 5, "B": 5, "C": 3, "D": 0}, "set_aside"),
    ],
)
def test_version_of_earlier_deal_keeps_later_deals(
    phones: Phones, server: str, keep: str, tricks: Json, last: str
) -> None:
    game, finger = offline_until_next_kingdom(phones, server)
    finger.page.reload()
    use(finger, keep)
    expect_all_sent(finger.page)
    assert [deal["king"] for deal in game.deals] == ["A"] * 5 + ["B"]
    assert game.deals[3]["captures"]["tricks"] == tricks
    assert game.kinds == ["deal"] * 6 + [last]
    expect(finger.page.locator("main")).not_to_contain_text("cannot")


def test_versions_are_decided_one_by_one(phones: Phones, game: RunningGame) -> None:
    finger = offline_phone(phones, game)
    finger.record(KING)
    finger.record(DIAMONDS)
    game.enter(with_taker("D"))
    game.enter({**DIAMONDS, "captures": {"diamonds": {"A": 5, "B": 4, "C": 4, "D": 0}}})
    open_conflict(finger.page)
    expect(finger.page.locator(".versions__place")).to_have_text("1 of 2")
    use(finger, "ours")
    expect(finger.page.locator(".versions__deal")).to_contain_text("Diamonds")
    use(finger, "theirs")
    expect_all_sent(finger.page)
    assert taker(game) == "B"
    assert sorted(game.kinds) == ["corrected", "deal", "deal", "set_aside"]


def test_other_pages_stay_open_while_versions_wait(phones: Phones, game: RunningGame) -> None:
    page = other_version(phones, game).page
    page.goto(game.page("/links"))
    page.evaluate("document.documentElement.dataset.same = ''")
    with page.expect_response("**/journal?after=*"):
        page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_timeout(500)
    expect(page.locator("html[data-same] .share__qr")).to_be_visible()


def test_deal_form_links_to_waiting_versions(phones: Phones, game: RunningGame) -> None:
    finger = offline_phone(phones, game)
    page = finger.page
    finger.record(KING)
    finger.choose(["diamonds"])
    finger.tap('[data-key="5"]')
    game.enter({**KING, "captures": {"king_of_hearts": {"taken_by": "D"}}})
    page.context.set_offline(False)
    expect(page.locator("a.waits__text")).to_be_visible(timeout=SOON)
    expect(page.locator('[data-count-seat="B"]')).to_have_attribute("data-current", "")
    finger.tap("a.waits__text")
    use(finger, "theirs")
    expect_all_sent(page)
    finger.choose(["diamonds"])
    expect(page.locator('[data-count-seat="B"]')).to_have_attribute("data-current", "")


def test_same_deal_on_two_phones_counts_once(phones: Phones, game: RunningGame) -> None:
    finger = offline_phone(phones, game)
    page = finger.page
    finger.record(KING)
    game.enter(KING)
    sync_online(page)
    assert game.kinds == ["deal"]


def test_dependent_deals_wait_for_the_choice(phones: Phones, server: str) -> None:
    game = start_game(server, "combination", deals=[DIAMONDS, COLLECTIONS, TREX])
    finger = offline_phone(phones, game)
    page = finger.page
    finger.record(
        {**KING, "contracts": ["king_of_hearts", "queens"], "captures": KING["captures"] | QUEENS["captures"]}
    )
    finger.record({**TREX, "king": "B"})
    game.enter({**KING, "captures": {"king_of_hearts": {"taken_by": "D"}}})
    page.context.set_offline(False)
    expect(page.locator("a.waits__text")).to_be_visible(timeout=SOON)
    for seat, total in game.totals.items():
        expect(page.locator(f'[data-total-of="{seat}"]')).to_have_text(str(total).replace("-", "\u2212"))
    finger.tap("a.waits__text")
    use(finger, "ours")
    expect_all_sent(page)
    assert [deal["king"] for deal in game.deals] == ["A"] * 4 + ["B"]


def test_undo_on_two_phones_counts_once(phones: Phones, game: RunningGame) -> None:
    seq = game.enter(KING)["seq"]
    finger = offline_phone(phones, game)
    page = finger.page
    finger.tap(".status__undo")
    game.enter({"take_back": seq})
    sync_online(page)
    assert game.kinds == ["deal", "take_back", "set_aside"]


def test_undo_keeps_same_deal_of_other_phone(phones: Phones, game: RunningGame) -> None:
    finger = offline_phone(phones, game)
    page = finger.page
    finger.record(KING)
    finger.tap(".status__undo")
    expect(page.locator(WAITS)).to_contain_text("2 entries saved here")
    game.enter(KING)
    sync_online(page)
    assert game.kinds == ["deal", "set_aside"]


def test_axe_finds_nothing_on_offline_pages(phones: Phones, game: RunningGame) -> None:
    locale = "ar-JO"
    page = with_axe(other_version(phones, game, locale).page)
    page.reload()
    found = axe_faults(page, locale)
    page.context.set_offline(True)
    for path in ("/", "/games", *(f"/g/{game.own}{what}" for what in ("", "/links", "/deals/new?contracts=trex"))):
        page.goto(game.server + path)
        found += axe_faults(page, locale)
    assert found == []
