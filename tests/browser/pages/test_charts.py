"""Charts as a browser draws them, with its own fonts."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages.test_printed_sheet import printed_page_count
from tests.support.browser.browser import LOCALES, Phones
from tests.support.browser.charts import sample_page
from tests.support.browser.offline import SYNC_TIMEOUT_MS, UNSENT_STATUS, offline_phone
from tests.support.browser.page_checks import axe_faults, with_axe
from tests.support.server.running import ARABIC_NAMES, RunningGame, start_game
from tests.support.whole_games import whole_game
from trexscore.app import create_app
from trexscore.config import Settings

pytestmark = pytest.mark.browser

NAMES = {
    "short": ["Amal", "Basil", "Carine", "Dani"],
    "Arabic": ARABIC_NAMES,
    "wide": ["W" * 40, "m" * 39, "عبد الرحمن بن عبد العزيز آل إبراهيم", "Maximiliane-Dorothea von Hohenlohe"],
    "wider": ["中" * 40, "س" * 40, "Ω" * 40, "A " * 19 + "b"],
}
_OVERLAPPING_OR_OUTSIDE = """() => [...document.querySelectorAll('svg.chart')].flatMap((picture) => {
  const frame = picture.getBoundingClientRect();
  const texts = [...picture.querySelectorAll('text')]
    .map((text) => ({ label: text.textContent, box: text.getBoundingClientRect() }));
  const outside = texts.filter(({ box: { left, right, bottom } }) =>
    left < frame.left - 1 || right > frame.right + 1 || bottom > frame.bottom + 1);
  const meet = (box, other) => Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1
    && Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 0.45 * Math.min(box.height, other.height);
  const over = texts.flatMap((text, index) => texts.slice(index + 1)
    .filter((other) => meet(text.box, other.box)).map((other) => `${text.label} over ${other.label}`));
  return [...outside.map(({ label }) => label), ...over];
})"""
"""Texts that leave their chart or overlap. Boxes include space for accents, so those of digits may overlap a little."""


def games(server: str, names: list[str]) -> list[RunningGame]:
    adjustment = {"adjustment": {"B": -30, "D": 30}, "reason": "agreed"}
    house_rules = {"preset": "standard", "options": {"king_of_hearts_points": 100_000}}
    deals = whole_game("standard", 5)["deals"]
    team_deals = whole_game("complex_partnership", 5)["deals"]
    return [
        start_game(server, players=names, deals=deals),
        start_game(server, players=names, deals=[*deals[:11], adjustment]),
        start_game(server, players=names, deals=deals[:1]),
        start_game(server, players=names, deals=deals, house_rules=house_rules),
        start_game(server, "complex_partnership", players=names, deals=team_deals),
    ]


@pytest.mark.parametrize("locale", ["en-GB", "ar-JO"])
@pytest.mark.parametrize("name_set", NAMES)
def test_chart_labels_do_not_overlap(phones: Phones, server: str, name_set: str, locale: str) -> None:
    page = phones.page(locale=locale)
    for game in games(server, NAMES[name_set]):
        page.goto(game.page("/chart"))
        assert page.locator("svg.chart").count()
        assert page.evaluate(_OVERLAPPING_OR_OUTSIDE) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_score_chart_prints_on_one_sheet(phones: Phones, server: str, locale: str) -> None:
    names = ARABIC_NAMES if locale == "ar-JO" else NAMES["short"]
    game = start_game(server, players=names, deals=whole_game("standard", 5)["deals"])
    page = phones.page(locale=locale)
    page.goto(game.page("/chart"))
    assert printed_page_count(page, "A4") == 1


def test_score_chart_is_unavailable_offline(phones: Phones, server: str) -> None:
    game = start_game(server, deals=whole_game("standard", 5)["deals"][:7])
    page = offline_phone(phones, game).page
    page.goto(game.page("/menu"))
    page.get_by_role("link", name="Score chart").click()
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Menu")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator(UNSENT_STATUS)).to_have_count(
        0, timeout=SYNC_TIMEOUT_MS
    )  # then the page comes from the server again
    page.goto(game.page("/chart"))
    expect(page.get_by_role("img", name="Score chart: totals after each deal")).to_be_visible()


@pytest.mark.parametrize("locale", ["en-GB", "ar-JO"])
def test_axe_finds_nothing_on_charts(phones: Phones, server: str, tmp_path: Path, locale: str) -> None:
    page = with_axe(phones.page(locale=locale, reduced_motion="reduce"))
    show_samples(page, server, tmp_path, locale)
    assert page.locator("svg.chart").count() == 3
    assert axe_faults(page, locale) == []
    assert page.evaluate(_OVERLAPPING_OR_OUTSIDE) == []


def show_samples(page: Page, server: str, folder: Path, locale: str) -> None:
    """Show the sample charts at /sample, an address without a route."""
    site = create_app(Settings.from_environment({"TREXSCORE_DATA": str(folder)}))
    html = sample_page(site, locale)
    address = f"{server}/sample"
    page.route(address, lambda route: route.fulfill(body=html, content_type="text/html; charset=utf-8"))
    page.goto(address)
