"""Phones that did not hear of each other: of two versions the table chooses one, and nothing is lost."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.away import SOON, WAITS, cut_off, sent_with_reception
from tests.support.browser.browser import Phones
from tests.support.browser.finger import Finger
from tests.support.browser.page_checks import axe_faults, with_axe
from tests.support.browser.two_versions import asked, nothing_waits, other_version, taker, use, with_taker
from tests.support.server.running import RunningGame, start_game
from tests.support.tables import COLLECTIONS, DIAMONDS, KING, QUEENS, TREX, Json

pytestmark = pytest.mark.browser


def test_what_another_phone_has_written_meanwhile_comes_first(phones: Phones, game: RunningGame) -> None:
    finger = cut_off(phones, game)
    page = finger.page
    finger.record(KING)
    game.enter(QUEENS)
    sent_with_reception(page)
    assert [deal["contracts"] for deal in game.deals] == [["queens"], ["king_of_hearts"]]


@pytest.mark.parametrize(
    ("keep", "counts", "kinds"),
    [("ours", "B", ["deal", "deal", "corrected"]), ("theirs", "D", ["deal", "deal", "set_aside"])],
)
def test_versions_the_chosen_one_counts_and_both_are_kept(
    phones: Phones, game: RunningGame, keep: str, counts: str, kinds: list[str]
) -> None:
    finger = other_version(phones, game)
    use(finger, keep)
    nothing_waits(finger.page)
    assert game.kinds == kinds
    assert taker(game) == counts
    assert len(game.deals) == 2


def test_versions_a_correction_says_why(phones: Phones, game: RunningGame) -> None:
    finger = other_version(phones, game)
    use(finger, "ours")
    nothing_waits(finger.page)
    assert game.journal[-1]["body"]["corrected"]["reason"] == "Two phones recorded this deal; this version was chosen."


def test_versions_show_author_counts_and_difference(phones: Phones, game: RunningGame) -> None:
    page = other_version(phones, game).page
    expect(page.locator("h1")).to_have_text("Two versions")
    expect(page.locator(".versions__deal")).to_contain_text("King of hearts deal 1, Amal’s kingdom")
    theirs, ours = page.locator(".version").all()
    expect(theirs).to_contain_text("Amal’s phone")
    expect(ours).to_contain_text("This phone")
    differ = page.locator(".versions__name.is-other")
    assert [name.strip() for name in differ.all_text_contents()] == ["Basil", "Dani"]
    expect(theirs.locator(".is-other .version__card")).to_have_count(1)


def test_versions_fit_small_phones_without_scrolling(phones: Phones, game: RunningGame) -> None:
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


def test_decide_later_leaves_the_status_line(phones: Phones, game: RunningGame) -> None:
    finger = other_version(phones, game)
    finger.tap(".versions__later")
    line = finger.page.locator(".status--problem")
    expect(line).to_contain_text("King of hearts two versions")
    expect(line).to_contain_text("Choose")
    assert game.kinds == ["deal", "deal"]


def away_with_the_next_kingdom(phones: Phones, server: str) -> tuple[RunningGame, Finger]:
    """The story of a review: one phone is offline for the end of a kingdom and the next one's beginning, another phone
    records the same Trex and another Collections.
    """
    game = start_game(server, deals=[KING, QUEENS, DIAMONDS])
    finger = cut_off(phones, game)
    finger.record({**COLLECTIONS, "captures": {"tricks": {"A": 4, "B": 4, "C": 4, "D": 1}}})
    finger.record(TREX)
    finger.record({**KING, "king": "B"})
    game.enter({**COLLECTIONS, "captures": {"tricks": {"A": 5, "B": 5, "C": 3, "D": 0}}})
    game.enter(TREX)
    return game, asked(finger.page)


@pytest.mark.parametrize(
    ("keep", "tricks", "last"),
    [
        ("ours", {"A": 4, "B": 4, "C": 4, "D": 1}, "corrected"),
        ("theirs", {"A": 5, "B": 5, "C": 3, "D": 0}, "set_aside"),
    ],
)
def test_versions_of_a_deal_before_later_ones(phones: Phones, server: str, keep: str, tricks: Json, last: str) -> None:
    game, finger = away_with_the_next_kingdom(phones, server)
    finger.page.reload()
    use(finger, keep)
    nothing_waits(finger.page)
    assert [deal["king"] for deal in game.deals] == ["A"] * 5 + ["B"]
    assert game.deals[3]["captures"]["tricks"] == tricks
    assert game.kinds == ["deal"] * 6 + [last]
    expect(finger.page.locator("main")).not_to_contain_text("cannot")


def test_several_questions_are_decided_one_by_one(phones: Phones, game: RunningGame) -> None:
    finger = cut_off(phones, game)
    finger.record(KING)
    finger.record(DIAMONDS)
    game.enter(with_taker("D"))
    game.enter({**DIAMONDS, "captures": {"diamonds": {"A": 5, "B": 4, "C": 4, "D": 0}}})
    asked(finger.page)
    expect(finger.page.locator(".versions__place")).to_have_text("1 of 2")
    use(finger, "ours")
    expect(finger.page.locator(".versions__deal")).to_contain_text("Diamonds")
    use(finger, "theirs")
    nothing_waits(finger.page)
    assert taker(game) == "B"
    assert sorted(game.kinds) == ["corrected", "deal", "deal", "set_aside"]


def test_a_page_that_shows_something_else_stays_while_something_is_to_be_picked(
    phones: Phones, game: RunningGame
) -> None:
    page = other_version(phones, game).page
    page.goto(game.page("/links"))
    page.evaluate("document.documentElement.dataset.same = ''")
    with page.expect_response("**/journal?after=*"):
        page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_timeout(500)
    expect(page.locator("html[data-same] .share__qr")).to_be_visible()


def test_whoever_tells_a_deal_hears_of_two_versions_and_goes_there_when_it_suits(
    phones: Phones, game: RunningGame
) -> None:
    finger = cut_off(phones, game)
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
    nothing_waits(page)
    finger.choose(["diamonds"])
    expect(page.locator('[data-count-seat="B"]')).to_have_attribute("data-current", "")


def test_the_same_deal_written_on_two_phones_counts_once(phones: Phones, game: RunningGame) -> None:
    finger = cut_off(phones, game)
    page = finger.page
    finger.record(KING)
    game.enter(KING)
    sent_with_reception(page)
    assert game.kinds == ["deal"]


def test_what_another_choice_hangs_on_counts_nothing_until_it_is_made(phones: Phones, server: str) -> None:
    game = start_game(server, "combination", deals=[DIAMONDS, COLLECTIONS, TREX])
    finger = cut_off(phones, game)
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
    nothing_waits(page)
    assert [deal["king"] for deal in game.deals] == ["A"] * 4 + ["B"]


def test_what_two_phones_took_back_is_taken_back_once(phones: Phones, game: RunningGame) -> None:
    seq = game.enter(KING)["seq"]
    finger = cut_off(phones, game)
    page = finger.page
    finger.tap(".status__undo")
    game.enter({"take_back": seq})
    sent_with_reception(page)
    assert game.kinds == ["deal", "take_back", "set_aside"]


def test_a_deal_that_was_taken_back_here_does_not_take_back_the_same_one_of_another_phone(
    phones: Phones, game: RunningGame
) -> None:
    finger = cut_off(phones, game)
    page = finger.page
    finger.record(KING)
    finger.tap(".status__undo")
    expect(page.locator(WAITS)).to_contain_text("2 entries saved here")
    game.enter(KING)
    sent_with_reception(page)
    assert game.kinds == ["deal", "set_aside"]


def test_axe_finds_nothing_on_pages_that_the_phone_draws(phones: Phones, game: RunningGame) -> None:
    locale = "ar-JO"
    page = with_axe(other_version(phones, game, locale).page)
    page.reload()
    found = axe_faults(page, locale)
    page.context.set_offline(True)
    for path in ("/", "/games", *(f"/g/{game.own}{what}" for what in ("", "/links", "/deals/new?contracts=trex"))):
        page.goto(game.server + path)
        found += axe_faults(page, locale)
    assert found == []
