"""The rule book on a phone: filtered while typing, opened at a section, and offline."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browser import Phones
from tests.support.browser.offline import WITH_WORKER, open_for_offline, sync_online, wait_for_worker
from tests.support.server.running import RunningGame, start_game
from trexscore.i18n.rule_book.source_differences import SOURCE_DIFFERENCES_BY_SECTION

pytestmark = pytest.mark.browser

POINT_COUNT = sum(map(len, SOURCE_DIFFERENCES_BY_SECTION.values()))


def _visible_points(page: Page) -> list[str]:
    """The ids of the visible points."""
    return [str(point.get_attribute("id")) for point in page.locator(".point:visible").all()]


def test_rule_book_is_filtered_linked_and_printed(page: Page, server: str) -> None:
    page.goto(f"{server}/rules")
    expect(page.locator(".point:visible")).to_have_count(POINT_COUNT)
    field = page.get_by_role("searchbox")
    field.fill("blanket")
    expect(page.locator(".point:visible")).to_have_count(1)
    expect(page.locator("#pillow-and-blanket")).to_be_visible()
    expect(page.locator(".book:visible h2")).to_have_text("Doubling")
    field.fill("blanket xyzzy")
    expect(page.locator("[data-no-matches]")).to_be_visible()
    expect(page.locator(".book:visible")).to_have_count(0)
    page.locator("[data-all]").tap()
    expect(page.locator(".point:visible")).to_have_count(POINT_COUNT)
    expect(field).to_have_value("")

    claims = page.locator("#who-wins .claims")
    assert claims.bounding_box() is None or not claims.is_visible()
    page.emulate_media(media="print")
    expect(claims).to_be_visible()
    box = claims.bounding_box()
    assert box is not None
    assert box["height"] > 40
    expect(page.locator("form[data-find]")).to_be_hidden()
    page.emulate_media(media="screen")

    page.locator("select").select_option("denexa")
    expect(page).to_have_url(f"{server}/rules?preset=denexa&q=")
    expect(page.locator("#own-doubled-card .point__answer")).to_contain_text("It costs double")

    page.goto(f"{server}/rules?q=blanket#own-doubled-card")
    point = page.locator("#own-doubled-card")
    expect(point).to_have_attribute("open", "")
    expect(point.locator(".claims")).to_be_in_viewport()
    expect(page.get_by_role("searchbox")).to_have_value("")
    page.locator("#who-wins summary").tap()
    page.locator("#who-wins .point__link").tap()
    expect(page).to_have_url(f"{server}/rules?q=blanket#who-wins")


def test_search_is_same_without_script(phones: Phones, server: str) -> None:
    """In Arabic, it ignores vowel signs and the kind of digits."""
    plain_page = phones.page(java_script_enabled=False)
    for locale in ("ar-JO", "fr-FR"):
        script_page = phones.page(locale=locale)
        script_page.goto(f"{server}/rules")
        field = script_page.get_by_role("searchbox")
        plain_page.context.add_cookies([{"name": "language", "value": locale[:2], "url": server}])
        for query in ("trex", "rules", "link", "75", "-75", "ويكيبيديا", "é", "renege", "الشيخ", "khityar", "mamlaka"):
            field.fill(query)
            plain_page.goto(f"{server}/rules?q={query}")
            assert _visible_points(script_page) == _visible_points(plain_page), (locale, query)
        for page in (script_page, plain_page):
            expect(page.locator("html")).to_have_attribute("lang", locale[:2])
        if locale == "ar-JO":
            for search_text in ("المخده واللحاف", "المخدة وَاللحاف"):
                field.fill(search_text)
                expect(script_page.locator(".point:visible")).to_have_count(1)
            for search_text in ("500", "\u0665\u0660\u0660"):
                field.fill(search_text)
                assert "total-of-a-combined-deal" in _visible_points(script_page)


def test_rules_are_read_and_searched_offline(phones: Phones, server: str) -> None:
    """In the language chosen last. The public rule book is available for the presets that were opened."""
    game = start_game(server, "denexa")
    page = phones.page(**WITH_WORKER)
    open_for_offline(page, game.page())  # without opening the rule book
    page.context.set_offline(True)
    check_offline_search(page, game, "en")
    page.goto(game.page("/house-rules"))
    expect(page.locator(".rule-group").first).to_be_visible()

    page.goto(game.page())
    sync_online(page)
    page.goto(f"{server}/rules?preset=german")
    page.context.set_offline(True)
    page.goto(f"{server}/rules?preset=german&q=Denexa")
    expect(page.locator("select")).to_have_value("german")
    page.goto(f"{server}/rules?preset=denexa")
    expect(page.locator("h1")).not_to_have_text("Rule book")

    for language in ("ar", "de"):
        page.goto(game.page())
        sync_online(page)
        page.context.add_cookies([{"name": "language", "value": language, "url": server}])
        open_for_offline(page, game.page())
        wait_for_worker(page, language)
        page.context.set_offline(True)
        if language == "ar":
            check_offline_search(page, game, language)
    page.goto(game.page("/rules"))
    expect(page.locator("h1")).to_have_text("Regelbuch")


def check_offline_search(page: Page, game: RunningGame, language: str) -> None:
    """Open the rule book from the menu of the table, and search it."""
    page.locator("button.top__menu").tap()
    page.locator('.menu a[href$="#more"]').tap()
    page.locator(f'.menu a[href$="{game.own}/rules"]').tap()
    expect(page.locator("main")).to_contain_text("Trex" if language == "en" else "تركس")
    expect(page.locator("#own-doubled-card")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.get_by_role("searchbox").fill("Denexa")
    visible_count = page.locator(".point:visible").count()
    assert 0 < visible_count < POINT_COUNT
    page.get_by_role("searchbox").fill("xyzzy")
    expect(page.locator("[data-no-matches]")).to_be_visible()
    page.goto(game.page("/rules?q=Denexa"))
    expect(page.locator(".point:visible")).to_have_count(visible_count)
    page.goto(game.page("/rules#who-wins"))
    expect(page.locator("#who-wins .claims")).to_be_visible()
