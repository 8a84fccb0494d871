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

ENLARGED = [(320, 568), (390, 664), (430, 932)]
"""Screens on which the table fits with text of twice the size, too."""
WITH_ALL = ["en-GB", "ar-JO"]
"""Phones on which notices and enlarged text are checked, too: one for each direction of writing."""
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
            *broken_words(page, NAMES),
        ]
        wrong += ["scrolls"] if scrolls(page) else []
        found += [f"{width}x{height}: {one}" for one in wrong]
    return found


@pytest.fixture(scope="module")
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


@pytest.fixture(scope="module")
def with_notice(server: str) -> dict[str, str]:
    """Addresses of tables with a notice."""
    undone = start_game(server, players=LONG)
    undone.enter(KING)
    undone.enter({"take_back": 6})
    disputed = start_game(server, players=LONG, deals=whole_game("standard", 5)["deals"][:3])
    disputed.enter({"terms": {"second_person": True}})
    disputed.enter({"disputed": {"seat": "B", "about": 6, "reason": "it was another"}})
    announced = start_game(server, players=LONG)
    announced.enter(ANNOUNCED)
    over = start_game(server, players=LONG, deals=whole_game("standard", 5)["deals"])
    return {
        "undone": undone.page(),
        "revoke": undone.page("?renege=who"),
        "disputed": disputed.page(),
        "announced": announced.page(),
        "over": over.page(),
    }


@pytest.mark.parametrize("locale", LOCALES)
def test_table_fits(phones: Phones, games: dict[str, RunningGame], with_notice: dict[str, str], locale: str) -> None:
    """In two languages also with a notice, and with text of twice the size."""
    page = phones.page(locale=locale)
    found = {}
    for name, game in games.items():
        page.goto(game.page())
        found[name] = faults(page)
        if locale in WITH_ALL:
            enlarge(page, 200)
            found[f"{name}, enlarged"] = faults(page, ENLARGED)
    for name, address in with_notice.items() if locale in WITH_ALL else ():
        page.goto(address)
        found[name] = faults(page)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


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


@pytest.mark.parametrize("locale", WITH_ALL)
def test_offline_table_fits(phones: Phones, server: str, locale: str) -> None:
    """The flat table is drawn, too."""
    game = start_game(server, players=LONG, deals=[KING])
    page = offline_phone(phones, game, locale).page
    page.reload()
    expect(page.locator(WAITS)).to_be_visible()
    assert faults(page) == []
    page.goto(game.page("/flat"))
    expect(page.locator(".flat__waits")).to_be_visible()
    expect(page.locator('[data-total-of="B"]')).to_have_text(
        {"en-GB": "\u221275", "ar-JO": "\u2212\u0667\u0665"}[locale]
    )
