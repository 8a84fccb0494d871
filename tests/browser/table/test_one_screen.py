"""The table page fits the screen of every phone, and every choice can be tapped."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browser import LOCALES, Phones
from tests.support.browser.offline import UNSENT_STATUS, offline_phone
from tests.support.browser.on_screen import broken_words, enlarge, misplaced_texts, resize, scrolls, untappable_targets
from tests.support.server.running import RunningGame, start_game
from tests.support.tables import ANNOUNCED, KING
from tests.support.whole_games import whole_game

pytestmark = pytest.mark.browser

ENLARGED_SCREENS = [(320, 568), (390, 664), (430, 932)]
"""Screens on which the table also fits with text of twice the size."""
FULLY_CHECKED_LOCALES = ["en-GB", "ar-JO"]
"""Locales in which notices and enlarged text are checked, too: one for each writing direction."""
SCREENS = [(320, 480), (320, 568), (360, 640), (375, 553), (390, 664), (390, 763), (390, 844), (412, 785), (430, 932)]
LONG_NAMES = [
    "Abdulrahman Alkhatib Omar",
    "محمد عبد الرحمن الخطيب ال",
    "Maximiliane-Dorothea Hofm",
    "Jean-Christophe Beauregar",
]

NAMES = ".contract-tile__name, .side__name, .team__name"


def faults(page: Page, screens: Sequence[tuple[int, int]] = SCREENS) -> list[str]:
    """The faults of the table page on each screen."""
    problems = []
    for width, height in screens:
        resize(page, width, height)
        screen_faults = [
            *untappable_targets(page),
            *misplaced_texts(page),
            *broken_words(page, NAMES),
        ]
        screen_faults += ["scrolls"] if scrolls(page) else []
        problems += [f"{width}x{height}: {fault}" for fault in screen_faults]
    return problems


@pytest.fixture(scope="module")
def games(server: str) -> dict[str, RunningGame]:
    single_deals, pair_deals = whole_game("standard", 5)["deals"], whole_game("complex_partnership", 3)["deals"]
    return {
        "five open": start_game(server, players=LONG_NAMES, deals=single_deals[:5]),
        "four open": start_game(server, players=LONG_NAMES, deals=single_deals[:6]),
        "one open": start_game(server, players=LONG_NAMES, deals=single_deals[:9]),
        "pairs in complex": start_game(server, "complex_partnership", players=LONG_NAMES, deals=pair_deals[:2]),
        "pairs": start_game(server, "partnership", players=LONG_NAMES, deals=whole_game("partnership", 5)["deals"][:3]),
        "pairs with short names": start_game(server, "partnership", deals=whole_game("partnership", 7)["deals"][:6]),
        "short names in complex": start_game(
            server, "complex_partnership", deals=whole_game("complex_partnership", 7)["deals"][:5]
        ),
        "several at once": start_game(server, "combination", players=LONG_NAMES),
        "before the first deal": start_game(server),
    }


@pytest.fixture(scope="module")
def tables_with_notice(server: str) -> dict[str, str]:
    """The addresses of tables that show a notice."""
    undone = start_game(server, players=LONG_NAMES)
    undone.record_entry(KING)
    undone.record_entry({"take_back": 6})
    disputed = start_game(server, players=LONG_NAMES, deals=whole_game("standard", 5)["deals"][:3])
    disputed.record_entry({"terms": {"second_person": True}})
    disputed.record_entry({"disputed": {"seat": "B", "about": 6, "reason": "it was someone else"}})
    announced = start_game(server, players=LONG_NAMES)
    announced.record_entry(ANNOUNCED)
    finished = start_game(server, players=LONG_NAMES, deals=whole_game("standard", 5)["deals"])
    return {
        "undone": undone.page(),
        "revoke": undone.page("?renege=ask"),
        "disputed": disputed.page(),
        "announced": announced.page(),
        "over": finished.page(),
    }


@pytest.mark.parametrize("locale", LOCALES)
def test_table_fits_every_screen(
    phones: Phones, games: dict[str, RunningGame], tables_with_notice: dict[str, str], locale: str
) -> None:
    """In two languages also with notices, and with text of twice the size."""
    page = phones.page(locale=locale)
    faults_by_table = {}
    for name, game in games.items():
        page.goto(game.page())
        faults_by_table[name] = faults(page)
        if locale in FULLY_CHECKED_LOCALES:
            enlarge(page, 200)
            faults_by_table[f"{name}, enlarged"] = faults(page, ENLARGED_SCREENS)
    for name, address in tables_with_notice.items() if locale in FULLY_CHECKED_LOCALES else ():
        page.goto(address)
        faults_by_table[name] = faults(page)
    assert {name: table_faults for name, table_faults in faults_by_table.items() if table_faults} == {}


@pytest.mark.parametrize("locale", FULLY_CHECKED_LOCALES)
def test_status_names_both_holders_of_doubled_cards(phones: Phones, server: str, locale: str) -> None:
    game = start_game(server, players=["Ali Hassan", "Ali Husein", "علي", "Dina"])
    game.record_entry({"announced": {"king": "A", "contracts": ["queens"], "doubled": {"hearts": "B", "spades": "D"}}})
    page = phones.page(locale=locale, viewport={"width": 390, "height": 664})
    page.goto(game.page())
    text = page.locator(".status__text", has_text="Dina")
    assert not text.evaluate("text => text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight + 1")
    assert text.evaluate("text => text.offsetHeight <= text.closest('.status').clientHeight")


def test_table_with_shared_draft_fits(phones: Phones, server: str) -> None:
    game = start_game(server, players=LONG_NAMES)
    scorer, other_page = phones.page(), phones.page()
    scorer.goto(game.deal_page("queens"))
    scorer.locator('[data-step="0"] [data-substep="taker"] [data-side="C"] .side__content').tap()
    other_page.goto(game.page(token=game.write))
    expect(other_page.locator(".status__action")).to_have_text("Watch", timeout=10_000)
    scorer.goto(game.page())
    expect(scorer.locator(".status__action")).to_have_text("Continue")
    assert [faults(other_page), faults(scorer)] == [[], []]


@pytest.mark.parametrize("locale", FULLY_CHECKED_LOCALES)
def test_offline_table_fits(phones: Phones, server: str, locale: str) -> None:
    """The flat table is available, too."""
    game = start_game(server, players=LONG_NAMES, deals=[KING])
    page = offline_phone(phones, game, locale).page
    page.reload()
    expect(page.locator(UNSENT_STATUS)).to_be_visible()
    assert faults(page) == []
    page.goto(game.page("/flat"))
    expect(page.locator(".flat__unsent")).to_be_visible()
    expect(page.locator('[data-total-of="B"]')).to_have_text(
        {"en-GB": "\u221275", "ar-JO": "\u2212\u0667\u0665"}[locale]
    )
