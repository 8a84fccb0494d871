"""Whole games played with taps, from the form of a new game to the result."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browser import Phones
from tests.support.browser.finger import Finger
from tests.support.browser.quick_finger import QuickFinger
from tests.support.server.running import ARABIC_NAMES, RunningGame, game_of
from tests.support.tables import NAMES, Json
from tests.support.whole_games import score_game, whole_game

pytestmark = pytest.mark.browser

MINUS = "\u2212"


def points_text(n: int, digits: str) -> str:
    """Points as the page shows them."""
    text = str(abs(n)).translate(str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")) if digits == "arab" else str(abs(n))
    return f"{MINUS}{text}" if n < 0 else text


def start_game_in_form(finger: Finger, server: str, file: Json) -> RunningGame:
    """Start a game with the form: four names, the first king and the house rules."""
    page = finger.page
    page.goto(f"{server}/games/new")
    for seat, name in zip("ABCD", file["players"], strict=True):
        finger.tap(f'[data-player="{seat}"]')
        page.keyboard.type(name)
    finger.tap(page.locator(".crown", has=page.locator(f'[data-crown="{file["first_king"]}"]')))
    finger.tap(".rules__summary")
    page.locator("[data-preset]").select_option(file["house_rules"]["preset"])
    finger.tap(".new-game .bar")
    expect(page).to_have_url(re.compile(r"/g/[\w-]+$"))
    return game_of(page.url)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("locale", "preset", "players"),
    [
        ("en-GB", "standard", NAMES),
        ("ar-JO", "complex_partnership", ARABIC_NAMES),
    ],
)
def test_whole_game_is_played_to_its_result(
    phones: Phones, server: str, locale: str, preset: str, players: list[str]
) -> None:
    page = phones.page(isolated=True, locale=locale, reduced_motion="reduce")
    finger = QuickFinger(page)
    file = whole_game(preset, seed=len(preset), players=players)
    expected = score_game(file)
    game = start_game_in_form(finger, server, file)
    digits = page.locator("html").get_attribute("data-digits") or ""
    for deal, result in zip(file["deals"], expected["deals"], strict=True):
        finger.record(deal)
        for seat, total in result["running"].items():
            total_on_page = page.locator(f'[data-total-of="{seat}"], [data-preview-total="{seat}"]')
            expect(total_on_page).to_have_text(points_text(total, digits))

    assert game.deals == file["deals"]
    assert game.totals == expected["totals"]
    assert expected["complete"]
    _expect_sheet(page, finger, expected, digits)
    _expect_result(page, finger, expected, digits)


def _expect_sheet(page: Page, finger: Finger, expected: Json, digits: str) -> None:
    finger.tap(".ending__sheet")
    expect(page.locator("table.sheet")).to_be_visible()
    rows = [[points_text(n, digits) for n in deal["points"].values()] for deal in expected["deals"]]
    sheet_rows = page.locator("tr.sheet__row[id]")
    expect(sheet_rows).to_have_count(len(rows))
    assert [row.locator("td").all_inner_texts()[-4:] for row in sheet_rows.all()] == rows
    assert page.locator(".sheet__total .sheet__sum").all_inner_texts() == [
        points_text(n, digits) for n in expected["totals"].values()
    ]
    expect(page.locator(".kingdom.is-sum-proved")).to_have_count(4)


def _expect_result(page: Page, finger: Finger, expected: Json, digits: str) -> None:
    finger.tap("button.top__menu")
    finger.tap('.menu a[href$="/result"]')
    expect(page.locator(".standings, .teams").first).to_be_visible()
    totals = {points_text(n, digits) for n in expected["totals"].values()}
    assert totals <= set(page.locator(".seats--board .total").all_inner_texts())
    if expected["teams"]:
        assert page.locator(".team__total").all_inner_texts() == [
            points_text(n, digits) for n in expected["teams"].values()
        ]
