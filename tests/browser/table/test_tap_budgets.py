"""How many taps it takes from the table page to a saved deal, choosing and saving included."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.finger import Finger
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
BUDGET = {"king_of_hearts": 3, "queens": 6, "diamonds": 5, "collections": 5, "trex": 5}
ALL_FOUR = ["king_of_hearts", "queens", "diamonds", "collections"]


def taps_for(page: Page, game: RunningGame, captures: Json, *contracts: str) -> int:
    """The taps for a deal, which must be saved as it was entered."""
    page.goto(game.page())
    finger = Finger(page)
    finger.record({"contracts": list(contracts), "captures": captures})
    assert game.deals[-1]["captures"] == captures
    return finger.taps


@pytest.mark.parametrize("contract", BUDGET)
def test_undoubled_deal_stays_within_tap_budget(page: Page, server: str, contract: str) -> None:
    assert taps_for(page, start_game(server), UNDOUBLED[contract], contract) <= BUDGET[contract]


def test_undoubled_kingdom_takes_at_most_24_taps(page: Page, server: str) -> None:
    game = start_game(server)
    page.goto(game.page())
    finger = Finger(page)
    for contract, captures in UNDOUBLED.items():
        finger.record({"contracts": [contract], "captures": captures})
    assert finger.taps <= 24
    assert len(game.deals) == 5


@pytest.mark.parametrize(
    ("preset", "before", "last"),
    [("standard", list(UNDOUBLED)[:4], ["trex"]), ("complex", ["trex"], ALL_FOUR)],
    ids=["one contract", "four in one"],
)
def test_last_contract_opens_by_itself(
    page: Page, server: str, preset: str, before: list[str], last: list[str]
) -> None:
    game = start_game(server, preset)
    for contract in before[:-1]:
        game.enter({"king": "A", "contracts": [contract], "captures": UNDOUBLED[contract]})
    page.goto(game.page())
    finger = Finger(page)
    finger.record({"contracts": before[-1:], "captures": UNDOUBLED[before[-1]]})
    expect(page.locator('form[data-deal] [name="contracts"]')).to_have_value("+".join(last))
    expect(page.locator("[data-saved]")).to_be_visible()
    finger.tap(".top__back")
    expect(page.locator("[data-contract]")).to_have_count(1)


def test_undo_from_next_form_takes_one_tap(page: Page, server: str) -> None:
    game = start_game(server)
    for contract in list(UNDOUBLED)[:3]:
        game.enter({"king": "A", "contracts": [contract], "captures": UNDOUBLED[contract]})
    page.goto(game.page())
    finger = Finger(page)
    finger.record({"contracts": ["collections"], "captures": TRICKS})
    with page.expect_navigation():
        finger.tap(".status__undo")
    expect(page).to_have_url(re.compile(r"/g/[\w-]+$"))
    assert [deal["contracts"] for deal in game.deals] == [[contract] for contract in list(UNDOUBLED)[:3]]


def test_combined_deal_takes_13_taps(page: Page, server: str) -> None:
    captures = KING | QUEENS | DIAMONDS | TRICKS
    assert taps_for(page, start_game(server, "complex"), captures, *ALL_FOUR) <= 13


def test_chosen_combination_adds_only_choosing_taps(page: Page, server: str) -> None:
    captures = KING | QUEENS | DIAMONDS | TRICKS
    opening, picking, playing = 1, 4, 1
    assert taps_for(page, start_game(server, "combination"), captures, *ALL_FOUR) <= 12 + opening + picking + playing


@pytest.mark.parametrize(
    ("preset", "taken", "more"),
    [
        ("standard", {"taken_by": "B", "doubled_by": "C"}, 2),
        ("standard", {"taken_by": "B", "doubled_by": "B"}, 2),
        ("denexa", {"taken_by": "B", "doubled_by": "C"}, 2),
        ("denexa", {"taken_by": "B", "doubled_by": "B", "led_by": "A"}, 3),
    ],
    ids=["taken by another", "taken by its holder", "where leaders are paid", "a leader is paid"],
)
@pytest.mark.parametrize("contract", ["king_of_hearts", "queens"])
def test_doubled_card_adds_two_or_three_taps(  # noqa: PLR0913, PLR0917 - a line of the table
    page: Page, server: str, contract: str, preset: str, taken: dict[str, str], more: int
) -> None:
    captures: Json = (
        {"king_of_hearts": taken} if contract == "king_of_hearts" else {"queens": QUEENS["queens"] | {"spades": taken}}
    )
    assert taps_for(page, start_game(server, preset), captures, contract) <= BUDGET[contract] + more


def test_announced_doubling_adds_no_tap(page: Page, server: str) -> None:
    game = start_game(server)
    game.enter({"announced": {"king": "A", "contracts": ["queens"], "doubled": {"hearts": "B", "clubs": "D"}}})
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
    assert finger.taps <= BUDGET["queens"]
    assert game.deals[-1]["captures"] == captures


def test_undo_takes_one_tap(page: Page, server: str) -> None:
    game = start_game(server)
    taps_for(page, game, KING, "king_of_hearts")
    finger = Finger(page)
    finger.tap(".status__undo")
    expect(page.locator("[data-undone]")).to_contain_text("King of hearts undone")
    assert finger.taps == 1
    assert game.deals == []
    assert game.kinds == ["deal", "take_back"]


def test_king_of_hearts_moves_to_other_seat(page: Page, server: str) -> None:
    game = start_game(server)
    page.goto(game.deal_page("king_of_hearts"))
    finger = Finger(page)
    finger.enter_captures(KING)
    finger.tap('[data-substep="taker"] [data-side="B"] .side__in')
    expect(page.locator("form[data-deal]")).to_have_attribute("data-incomplete", "")
    finger.enter_captures({"king_of_hearts": {"taken_by": "D"}})
    finger.save()
    assert game.deals[0]["captures"] == {"king_of_hearts": {"taken_by": "D"}}


def test_queen_moves_to_other_seat(page: Page, server: str) -> None:
    game = start_game(server)
    page.goto(game.deal_page("queens"))
    finger = Finger(page)
    finger.enter_captures(QUEENS)
    finger.tap('[data-strip] [data-goto="1"]')
    card = page.locator('[data-step="1"]').get_attribute("data-card")
    assert card is not None
    finger.tap('[data-step="1"] [data-substep="taker"] [data-side="D"] .side__in')
    finger.save()
    takers = [taken["taken_by"] for taken in game.deals[0]["captures"]["queens"].values()]
    assert sorted(takers).count("D") == 1


def test_last_count_is_erased_with_one_key(page: Page, server: str) -> None:
    game = start_game(server)
    page.goto(game.deal_page("diamonds"))
    finger = Finger(page)
    finger.tap('[data-key="6"]')
    expect(page.locator('[data-key="8"]')).to_be_disabled()
    finger.tap('[data-key="back"]')
    finger.enter_captures(DIAMONDS)
    finger.save()
    assert game.deals[0]["captures"] == DIAMONDS
