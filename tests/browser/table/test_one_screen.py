"""The table page fits one screen on every phone, with every choice in reach."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browser import LOCALES, Phones
from tests.support.browser.offline import WAITS, offline_phone
from tests.support.browser.on_screen import broken_words, enlarge, out_of_place, out_of_reach, resize, scrolls
from tests.support.server.running import RunningGame, start_game
from tests.support.tables import ANNOUNCED, KING
from tests.support.whole_games import whole_game

pytestmark = pytest.mark.browser

SCREENS = [(320, 480), (320, 568), (360, 640), (375, 553), (390, 664), (390, 763), (390, 844), (412, 785), (430, 932)]
LONG = [
    "Abdulrahman Alkhatib Omar",
    "محمد عبد الرحمن الخطيب ال",
    "Maximiliane-Dorothea Hofm",
    "Jean-Christophe Beauregar",
]

NAMES = ".choice__name, .side__name, .team__name"


def faults(page: Page, screens: Sequence[tuple[int, int]] = SCREENS) -> list[str]:
    """The faults of the table page, at each size."""
    found = []
    for width, height in screens:
        resize(page, width, height)
        wrong = [
            *out_of_reach(page),
            *out_of_place(page),
            *broken_words(page, ".choice__name, .side__name, .team__name"),
        ]
        wrong += ["scrolls"] if scrolls(page) else []
        found += [f"{width}x{height}: {one}" for one in wrong]
    return found


def games(server: str) -> dict[str, RunningGame]:
    plain, paired = whole_game("standard", 5)["deals"], whole_game("complex_partnership", 3)["deals"]
    return {
        "five open": start_game(server, players=LONG, deals=plain[:5]),
        "four open": start_game(server, players=LONG, deals=plain[:6]),
        "one open": start_game(server, players=LONG, deals=plain[:9]),
        "pairs in complex": start_game(server, "complex_partnership", players=LONG, deals=paired[:2]),
        "pairs": start_game(server, "partnership", players=LONG, deals=whole_game("partnership", 5)["deals"][:3]),
        "several at once": start_game(server, "combination", players=LONG),
        "before the first deal": start_game(server),
    }


@pytest.mark.parametrize("locale", LOCALES)
def test_table_fits(phones: Phones, server: str, locale: str) -> None:
    page = phones.page(locale=locale)
    found = {}
    for name, game in games(server).items():
        page.goto(game.page())
        found[name] = faults(page)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("locale", ["en-GB", "ar-JO"])
def test_table_with_notice_fits(phones: Phones, server: str, locale: str) -> None:
    page = phones.page(locale=locale)
    undone = start_game(server, players=LONG)
    undone.enter(KING)
    undone.enter({"take_back": 6})
    disputed = start_game(server, players=LONG, deals=whole_game("standard", 5)["deals"][:3])
    disputed.enter({"terms": {"second_person": True}})
    disputed.enter({"disputed": {"seat": "B", "about": 6, "reason": "it was another"}})
    announced = start_game(server, players=LONG)
    announced.enter(ANNOUNCED)
    over = start_game(server, players=LONG, deals=whole_game("standard", 5)["deals"])
    found = {}
    for address in (undone.page(), undone.page("?renege=who"), disputed.page(), announced.page(), over.page()):
        page.goto(address)
        found[address] = faults(page)
    assert {address: wrong for address, wrong in found.items() if wrong} == {}


def test_table_with_shared_draft_fits(phones: Phones, server: str) -> None:
    game = start_game(server, players=LONG)
    scorer, other = phones.page(), phones.page()
    scorer.goto(game.deal_page("queens"))
    scorer.locator('[data-step="0"] [data-substep="taker"] [data-side="C"] .side__in').tap()
    other.goto(game.page(token=game.write))
    expect(other.locator(".status__do")).to_have_text("Watch", timeout=10_000)
    scorer.goto(game.page())
    expect(scorer.locator(".status__do")).to_have_text("Continue")
    assert [faults(other), faults(scorer)] == [[], []]


@pytest.mark.parametrize("locale", ["en-GB", "ar-JO"])
def test_offline_table_fits(phones: Phones, server: str, locale: str) -> None:
    page = offline_phone(phones, start_game(server, players=LONG, deals=[KING]), locale).page
    page.reload()
    expect(page.locator(WAITS)).to_be_visible()
    assert faults(page) == []


@pytest.mark.parametrize("locale", ["en-GB", "ar-JO"])
def test_table_with_enlarged_text_fits(phones: Phones, server: str, locale: str) -> None:
    page = phones.page(locale=locale)
    found = {}
    for name, game in games(server).items():
        page.goto(game.page())
        enlarge(page, 200)
        found[name] = faults(page, [(320, 568), (390, 664), (430, 932)])
    assert {name: wrong for name, wrong in found.items() if wrong} == {}
