"""Phones that did not hear of each other: what collides is picked by the table, and nothing of it is lost."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_accessible import by_day_and_by_night, looked_at
from tests.support.away import SOON, WAITS, cut_off, sent_with_reception
from tests.support.browser import Phones
from tests.support.finger import SAVED
from tests.support.running import RunningGame, start_game
from tests.support.tables import COLLECTIONS, DIAMONDS, KING, QUEENS, TREX

pytestmark = pytest.mark.browser


def test_what_another_phone_has_written_meanwhile_comes_first(phones: Phones, game: RunningGame) -> None:
    finger = cut_off(phones, game)
    page = finger.page
    finger.record(KING)
    game.enter(QUEENS)
    sent_with_reception(page)
    assert [deal["contracts"] for deal in game.deals] == [["queens"], ["king_of_hearts"]]


def other_version(phones: Phones, game: RunningGame, locale: str = "en-GB") -> Page:
    """Two phones have written the king of hearts, each with another taker; a later deal does not collide."""
    finger = cut_off(phones, game, locale)
    page = finger.page
    finger.record(KING)
    finger.record(QUEENS)
    game.enter({**KING, "captures": {"king_of_hearts": {"taken_by": "D"}}})
    page.context.set_offline(False)
    expect(page.locator("a.waits__text")).to_be_visible(timeout=SOON)
    page.locator("a.waits__text").tap()
    expect(page.locator(".version")).to_have_count(2)
    return page


@pytest.mark.parametrize(
    ("keep", "taker", "kinds"),
    [
        ("ours", "B", ["deal", "deal", "take_back", "deal"]),
        ("theirs", "D", ["deal", "deal", "set_aside"]),
    ],
)
def test_of_two_versions_of_a_deal_the_table_picks_one_and_the_journal_keeps_both(
    phones: Phones, game: RunningGame, keep: str, taker: str, kinds: list[str]
) -> None:
    page = other_version(phones, game)
    page.locator(f'[name="keep"][value="{keep}"]').tap()
    expect(page.locator(WAITS)).to_have_count(0, timeout=SOON)
    assert game.kinds == kinds
    [king] = [deal for deal in game.deals if deal["contracts"] == ["king_of_hearts"]]
    assert king["captures"]["king_of_hearts"]["taken_by"] == taker
    assert len(game.deals) == 2


def test_a_page_that_shows_something_else_stays_while_something_is_to_be_picked(
    phones: Phones, game: RunningGame
) -> None:
    page = other_version(phones, game)
    page.goto(game.page("/links"))
    page.evaluate("document.documentElement.dataset.same = ''")
    with page.expect_response("**/journal?after=*"):
        page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_timeout(500)
    expect(page.locator("html[data-same] #address-1")).to_be_visible()


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
    page.locator("a.waits__text").tap()
    page.locator('[name="keep"][value="theirs"]').tap()
    expect(page.locator(WAITS)).to_have_count(0, timeout=SOON)
    finger.choose(["diamonds"])
    expect(page.locator('[data-count-seat="B"]')).to_have_attribute("data-current", "")


def test_the_same_deal_written_on_two_phones_counts_once(phones: Phones, game: RunningGame) -> None:
    finger = cut_off(phones, game)
    page = finger.page
    finger.record(KING)
    game.enter(KING)
    sent_with_reception(page)
    assert game.kinds == ["deal"]


def test_what_the_server_refuses_is_shown_and_left_out_by_the_table(phones: Phones, server: str) -> None:
    game = start_game(server, "complex")
    finger = cut_off(phones, game)
    page = finger.page
    contradictory = {**KING["captures"], **QUEENS["captures"], **DIAMONDS["captures"]}
    tricks = {"A": 4, "B": 3, "C": 2, "D": 4}
    every = ["king_of_hearts", "queens", "diamonds", "collections"]
    finger.choose(every)
    finger.tell({**contradictory, "tricks": tricks})
    # The form itself would not let this pass: Carine took queens, but no trick.
    page.locator("form[data-deal]").evaluate(
        "(form) => { form.elements.tricks_C.value = 0; form.elements.tricks_D.value = 6; form.submit(); }"
    )
    expect(page).to_have_url(SAVED)
    page.context.set_offline(False)
    expect(page.locator("a.waits__text")).to_be_visible(timeout=SOON)
    page.locator("a.waits__text").tap()
    expect(page.locator("main")).to_contain_text("Carine")
    page.locator('[name="keep"]').tap()
    expect(page.locator(WAITS)).to_have_count(0, timeout=SOON)
    assert game.kinds == ["set_aside"]


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
    page.locator("a.waits__text").tap()
    page.locator('[name="keep"][value="ours"]').tap()
    expect(page.locator(WAITS)).to_have_count(0, timeout=SOON)
    assert [deal["king"] for deal in game.deals] == ["A"] * 4 + ["B"]


def test_a_taking_back_that_is_no_longer_possible_is_said(phones: Phones, server: str) -> None:
    deals = [KING, QUEENS, DIAMONDS, COLLECTIONS, TREX]
    game = start_game(server)
    for deal in deals:
        game.enter(deal)
    finger = cut_off(phones, game)
    page = finger.page
    finger.tap(".status__undo")
    expect(page.locator(WAITS)).to_contain_text("1 entry saved here")
    game.enter({**TREX, "king": "B"})
    page.context.set_offline(False)
    expect(page.locator("a.waits__text")).to_be_visible(timeout=SOON)
    page.locator("a.waits__text").tap()
    expect(page.locator("h1")).to_have_text("This cannot be taken back any more")
    expect(page.locator("main")).to_contain_text("\u2068Basil\u2069’s kingdom now.")
    page.locator('[name="keep"]').tap()
    expect(page.locator(WAITS)).to_have_count(0, timeout=SOON)
    assert game.kinds == ["deal"] * 6 + ["set_aside"]


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
    page = looked_at(other_version(phones, game, locale))
    page.reload()
    found = by_day_and_by_night(page, locale)
    page.context.set_offline(True)
    for path in ("/", "/games", *(f"/g/{game.own}{what}" for what in ("", "/links", "/deals/new?contracts=trex"))):
        page.goto(game.server + path)
        found += by_day_and_by_night(page, locale)
    assert found == []
