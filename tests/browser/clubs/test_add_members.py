"""Adding sixty members from a pasted list, with a few taps."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browser import Phones
from tests.support.browser.finger import Finger
from tests.support.browser.new_club import create_club_on_pages
from tests.support.browser.page_checks import axe_faults, small_targets, with_axe
from tests.support.server.server import LiveServer

pytestmark = pytest.mark.browser
LONG_NAMES = ("Maximiliane von Hohenberg-Lichtenstein", "عبد الرحمن بن خالد الأيوبي")
NAMES = [*LONG_NAMES, *(f"{name} {letter}." for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZخدح" for name in ("Dana", "ليلى"))]
REPEATED, TOO_LONG = "dana a.", "من كان اسمه أطول من أن يكون اسماً في أي نادٍ كان"
PASTED_LIST = "\n".join(f"\u200e{number}. {name}" for number, name in enumerate([*NAMES, REPEATED, TOO_LONG], 1))


def faults(page: Page, locale: str) -> list[object]:
    """Small targets, sideways scrolling, and what axe-core finds."""
    problems: list[object] = [*small_targets(page, in_club=True), *axe_faults(page, locale)]
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 844})
        page_width: int = page.evaluate("document.documentElement.scrollWidth")
        problems += [(page.url, width, page_width)] if page_width > width else []
    return problems


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["ar-JO", "en-GB"])
def test_pasted_list_adds_sixty_members(live_server: LiveServer, phones: Phones, locale: str) -> None:
    phone = with_axe(phones.page(locale=locale, reduced_motion="reduce"))
    create_club_on_pages(phone, live_server.url, "نادي التركس")
    finger = Finger(phone)
    finger.tap("main a.bar")
    phone.fill("textarea", PASTED_LIST)
    assert faults(phone, locale) == []
    finger.tap(".bar")
    expect(phone.locator(".members-to-add__item")).to_have_count(len(NAMES) + 2)
    assert faults(phone, locale) == []
    button, fold = phone.locator("button[name=confirmed]"), phone.locator("main details summary")
    expect(button).to_be_in_viewport()
    fold.tap()
    expect(phone.locator("textarea")).to_have_value(PASTED_LIST)
    phone.fill("textarea", "typed, but not previewed")
    assert faults(phone, locale) == []
    expect(button).not_to_be_in_viewport()
    fold.tap()
    finger.tap(button)
    phone.wait_for_url("**/members")
    assert finger.taps == 3
    names_on_page = phone.locator(".person__name").all_inner_texts()
    assert sorted(names_on_page) == sorted(["Basil", *NAMES])
    latin = [name for name in names_on_page[1:] if name[0] in "DM"]
    assert latin == sorted(latin)
    assert faults(phone, locale) == []
