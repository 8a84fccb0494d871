"""The rule book on a phone: filtered while typing, opened by an address, and offline."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browser import Phones
from tests.support.browser.offline import WORKER, WORKER_OF_LANGUAGE, open_for_offline
from tests.support.server.running import RunningGame, start_game
from trexscore.i18n.rule_book.differences import DIFFERENCES

pytestmark = pytest.mark.browser

EVERY = sum(map(len, DIFFERENCES.values()))


def _points(page: Page) -> list[str]:
    """The points that can be seen."""
    return [str(point.get_attribute("id")) for point in page.locator(".point:visible").all()]


def test_rule_book_is_filtered_while_typing(phones: Phones, server: str) -> None:
    page = phones.page()
    page.goto(f"{server}/rules")
    expect(page.locator(".point:visible")).to_have_count(EVERY)
    field = page.get_by_role("searchbox")
    field.fill("blanket")
    expect(page.locator(".point:visible")).to_have_count(1)
    expect(page.locator("#pillow-and-blanket")).to_be_visible()
    expect(page.locator(".book:visible h2")).to_have_text("Doubling")
    field.fill("blanket xyzzy")
    expect(page.locator("[data-empty]")).to_be_visible()
    expect(page.locator(".book:visible")).to_have_count(0)
    page.locator("[data-all]").tap()
    expect(page.locator(".point:visible")).to_have_count(EVERY)
    expect(field).to_have_value("")


def test_arabic_search_ignores_vowel_signs_and_digits(phones: Phones, server: str) -> None:
    page = phones.page(locale="ar-JO")
    page.goto(f"{server}/rules")
    field = page.get_by_role("searchbox")
    for typed in ("المخده واللحاف", "المخدة وَاللحاف"):
        field.fill(typed)
        expect(page.locator(".point:visible")).to_have_count(1)
    for typed in ("500", "\u0665\u0660\u0660"):
        field.fill(typed)
        assert "total-of-a-combined-deal" in _points(page)


@pytest.mark.parametrize("locale", ["ar-JO", "fr-FR"])
def test_search_is_same_without_script(phones: Phones, server: str, locale: str) -> None:
    typing, asking = phones.page(locale=locale), phones.page(locale=locale, java_script_enabled=False)
    typing.goto(f"{server}/rules")
    for query in ("trex", "rules", "link", "75", "-75", "ويكيبيديا", "é", "renege", "الشيخ", "khityar", "mamlaka"):
        typing.get_by_role("searchbox").fill(query)
        asking.goto(f"{server}/rules?q={query}")
        assert _points(typing) == _points(asking), query


def test_address_opens_rule_point_despite_filter(phones: Phones, server: str) -> None:
    page = phones.page()
    page.goto(f"{server}/rules?q=blanket#own-doubled-card")
    point = page.locator("#own-doubled-card")
    expect(point).to_have_attribute("open", "")
    expect(point.locator(".claims")).to_be_in_viewport()
    expect(page.get_by_role("searchbox")).to_have_value("")
    page.locator("#who-wins summary").tap()
    page.locator("#who-wins .point__link").tap()
    expect(page).to_have_url(f"{server}/rules?q=blanket#who-wins")


def test_preset_choice_changes_answers_at_once(phones: Phones, server: str) -> None:
    page = phones.page()
    page.goto(f"{server}/rules")
    page.locator("select").select_option("denexa")
    expect(page).to_have_url(f"{server}/rules?preset=denexa&q=")
    expect(page.locator("#own-doubled-card .point__answer")).to_contain_text("It costs double")


def test_printed_rule_book_opens_every_point(phones: Phones, server: str) -> None:
    page = phones.page()
    page.goto(f"{server}/rules")
    claims = page.locator("#who-wins .claims")
    assert claims.bounding_box() is None or not claims.is_visible()
    page.emulate_media(media="print")
    expect(claims).to_be_visible()
    box = claims.bounding_box()
    assert box is not None
    assert box["height"] > 40
    expect(page.locator("form[data-find]")).to_be_hidden()


@pytest.mark.parametrize("locale", ["en-GB", "ar-JO"])
def test_game_rules_are_searched_offline(phones: Phones, server: str, locale: str) -> None:
    game = start_game(server, "denexa")
    page = phones.page(locale=locale, **WORKER)
    open_for_offline(page, game.page())  # the book itself is not opened
    page.context.set_offline(True)
    page.locator("button.top__menu").tap()
    page.locator('.menu a[href$="#more"]').tap()
    page.locator(f'.menu a[href$="{game.own}/rules"]').tap()
    expect(page.locator("#own-doubled-card")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", locale[:2])
    page.get_by_role("searchbox").fill("Denexa")
    shown = page.locator(".point:visible").count()
    assert 0 < shown < EVERY
    page.get_by_role("searchbox").fill("xyzzy")
    expect(page.locator("[data-empty]")).to_be_visible()
    page.goto(game.page("/rules?q=Denexa"))
    expect(page.locator(".point:visible")).to_have_count(shown)
    page.goto(game.page("/rules#who-wins"))
    expect(page.locator("#who-wins .claims")).to_be_visible()


def test_cached_rule_book_follows_language(phones: Phones, game: RunningGame) -> None:
    page = phones.page(**WORKER)
    open_for_offline(page, game.page())
    page.context.add_cookies([{"name": "language", "value": "de", "url": game.server}])
    open_for_offline(page, game.page())
    page.evaluate(WORKER_OF_LANGUAGE, "de")
    page.context.set_offline(True)
    page.goto(game.page("/rules"))
    expect(page.locator("h1")).to_have_text("Regelbuch")


def test_public_rule_book_is_cached_by_preset(phones: Phones, game: RunningGame) -> None:
    page = phones.page(**WORKER)
    open_for_offline(page, game.page())
    page.goto(f"{game.server}/rules?preset=german")
    page.context.set_offline(True)
    page.goto(f"{game.server}/rules?preset=german&q=Denexa")
    expect(page.locator("select")).to_have_value("german")
    page.goto(f"{game.server}/rules?preset=denexa")
    expect(page.locator("h1")).not_to_have_text("Rule book")
