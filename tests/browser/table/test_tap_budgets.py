"""The number of taps from the table page to a saved deal, including choosing and saving."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browser import Phones
from tests.support.browser.finger import Finger
from tests.support.browser.quick_finger import QuickFinger
from tests.support.server.running import RunningGame, start_game
from tests.support.tables import Json

pytestmark = pytest.mark.browser

KING: Json = {"king_of_hearts": {"taken_by": "B"}}
QUEENS: Json = {
    "queens": {
        suit: {"taken_by": seat} for suit, seat in zip(("hearts", "spades", "diamonds", "clubs"), "ABCC", strict=True)
    }
}
DIAMONDS: Json = {"diamonds": {"A": 5, "B": 4, "C": 3, "D": 1}}
TRICKS: Json = {"tricks": {"A": 4, "B": 4, "C": 3, "D": 2}}
TREX: Json = {"trex": ["C", "A", "D", "B"]}
UNDOUBLED = {"king_of_hearts": KING, "queens": QUEENS, "diamonds": DIAMONDS, "collections": TRICKS, "trex": TREX}
MAX_TAPS = {"king_of_hearts": 3, "queens": 6, "diamonds": 5, "collections": 5, "trex": 5}
ALL_FOUR = ["king_of_hearts", "queens", "diamonds", "collections"]
COMBINED: Json = KING | QUEENS | DIAMONDS | TRICKS
DOUBLINGS: list[tuple[str, str, dict[str, str], int]] = [
    ("taken by another", "standard", {"taken_by": "B", "doubled_by": "C"}, 2),
    ("taken by its holder", "standard", {"taken_by": "B", "doubled_by": "B"}, 2),
    ("where leaders are paid", "denexa", {"taken_by": "B", "doubled_by": "C"}, 2),
    ("a leader is paid", "denexa", {"taken_by": "B", "doubled_by": "B", "led_by": "A"}, 3),
]
"""The case, the preset, how the card was doubled and taken, and the taps that this adds."""
TABLE = re.compile(r"/g/[\w-]+$")


def taps_for(finger: Finger, game: RunningGame, captures: Json, *contracts: str) -> int:
    """Record a deal from the table page, and check that it is saved as entered; return the number of taps."""
    taps_before = finger.taps
    finger.record({"contracts": list(contracts), "captures": captures})
    assert game.deals[-1]["captures"] == captures
    return finger.taps - taps_before


@pytest.fixture
def finger(phones: Phones) -> Finger:
    return QuickFinger(phones.page(isolated=True))


def expect_last_contract_form(page: Page, contracts: list[str]) -> None:
    """Check that the form of the kingdom's last contracts has opened after a saved deal."""
    expect(page.locator('form[data-deal] [name="contracts"]')).to_have_value("+".join(contracts))
    expect(page.locator("[data-saved]")).to_be_visible()


def leave_last_contract_form(finger: Finger) -> None:
    """Go back to the table, which offers the last contracts."""
    finger.tap(".top__back")
    expect(finger.page.locator("[data-contract]")).to_have_count(1)


def test_undoubled_kingdom_takes_at_most_24_taps(finger: Finger, server: str) -> None:
    """The form of the last contract opens automatically. One tap undoes a deal, there and on the table."""
    page, game = finger.page, start_game(server)
    page.goto(game.page())
    first, *middle, last = UNDOUBLED
    assert taps_for(finger, game, UNDOUBLED[first], first) <= MAX_TAPS[first]
    _undo_with_one_tap(finger, game)
    taps = {contract: taps_for(finger, game, UNDOUBLED[contract], contract) for contract in (first, *middle)}
    expect_last_contract_form(page, [last])
    with page.expect_navigation():
        finger.tap(".status__undo")
    expect(page).to_have_url(TABLE)
    assert [deal["contracts"] for deal in game.deals] == [[contract] for contract in list(UNDOUBLED)[:3]]
    taps_for(finger, game, TRICKS, "collections")
    leave_last_contract_form(finger)
    taps[last] = taps_for(finger, game, UNDOUBLED[last], last)
    assert {contract: count for contract, count in taps.items() if count > MAX_TAPS[contract]} == {}
    assert sum(taps.values()) <= 24
    assert len(game.deals) == 5


def _undo_with_one_tap(finger: Finger, game: RunningGame) -> None:
    taps_before = finger.taps
    finger.tap(".status__undo")
    expect(finger.page.locator("[data-undone]")).to_contain_text("King of hearts undone")
    assert finger.taps == taps_before + 1
    assert game.deals == []
    assert game.kinds == ["deal", "take_back"]


def test_combined_deal_takes_13_taps(finger: Finger, server: str) -> None:
    """Its form opens after Trex. Where contracts are combined freely, only choosing them adds taps."""
    game = start_game(server, "complex")
    finger.page.goto(game.page())
    finger.record({"contracts": ["trex"], "captures": TREX})
    expect_last_contract_form(finger.page, ALL_FOUR)
    leave_last_contract_form(finger)
    assert taps_for(finger, game, COMBINED, *ALL_FOUR) <= 13

    free_game = start_game(server, "combination")
    open_menu, choose_contracts, start_deal = 1, 4, 1
    finger.page.goto(free_game.page())
    assert taps_for(finger, free_game, COMBINED, *ALL_FOUR) <= 12 + open_menu + choose_contracts + start_deal


def test_doubled_card_adds_two_or_three_taps(finger: Finger, server: str) -> None:
    too_many = {}
    for case, preset, card, extra_taps in DOUBLINGS:
        game = start_game(server, preset)
        finger.page.goto(game.page())
        for contract, captures in (
            ("king_of_hearts", {"king_of_hearts": card}),
            ("queens", {"queens": QUEENS["queens"] | {"spades": card}}),
        ):
            taps = taps_for(finger, game, captures, contract)
            if taps > MAX_TAPS[contract] + extra_taps:
                too_many[case, contract] = taps
    assert too_many == {}


def test_announced_doubling_adds_no_tap(page: Page, server: str) -> None:
    game = start_game(server)
    game.record_entry({"announced": {"king": "A", "contracts": ["queens"], "doubled": {"hearts": "B", "clubs": "D"}}})
    page.goto(game.page())
    finger = Finger(page)
    finger.tap(".announced .bar")
    expect(page.locator("form[data-deal]")).to_be_visible()
    doubled: dict[str, Any] = {
        "hearts": {"taken_by": "A", "doubled_by": "B"},
        "clubs": {"taken_by": "D", "doubled_by": "D"},
    }
    captures: Json = {"queens": QUEENS["queens"] | doubled}
    finger.enter_captures(captures)
    finger.save()
    assert finger.taps <= MAX_TAPS["queens"]
    assert game.deals[-1]["captures"] == captures


def test_entered_captures_are_changed_with_taps(page: Page, server: str) -> None:
    """Cards move to other seats, and one key removes the last count."""
    game = start_game(server)
    finger = Finger(page)
    page.goto(game.deal_page("king_of_hearts"))
    finger.enter_captures(KING)
    finger.tap('[data-substep="taker"] [data-side="B"] .side__content')
    expect(page.locator("form[data-deal]")).to_have_attribute("data-incomplete", "")
    finger.enter_captures({"king_of_hearts": {"taken_by": "D"}})
    finger.save()
    assert game.deals[0]["captures"] == {"king_of_hearts": {"taken_by": "D"}}

    page.goto(game.deal_page("queens"))
    finger.enter_captures(QUEENS)
    finger.tap('[data-strip] [data-goto="1"]')
    card_name = page.locator('[data-step="1"]').get_attribute("data-card")
    assert card_name is not None
    finger.tap('[data-step="1"] [data-substep="taker"] [data-side="D"] .side__content')
    finger.save()
    takers = [queen["taken_by"] for queen in game.deals[1]["captures"]["queens"].values()]
    assert sorted(takers).count("D") == 1

    page.goto(game.deal_page("diamonds"))
    finger.tap('[data-key="6"]')
    expect(page.locator('[data-key="8"]')).to_be_disabled()
    finger.tap('[data-key="back"]')
    finger.enter_captures(DIAMONDS)
    finger.save()
    assert game.deals[2]["captures"] == DIAMONDS
