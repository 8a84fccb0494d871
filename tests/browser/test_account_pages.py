"""Pages of an account as its owner sees them: for every eye and every thumb, and no wider than the phone."""

import uuid
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_accessible import by_day_and_by_night, looked_at
from tests.browser.test_fit import SCREENS, TOO_SMALL
from tests.support.accounts import PASSWORD
from tests.support.browser.browser import LOCALES, Phones
from tests.support.server.server import LiveServer

pytestmark = pytest.mark.browser

PAGES = ("", "/name", "/password", "/passkeys", "/delete", "/data", "/sign-in", "/new", "/recover")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One that sends mail, so that accounts have an address for it."""
    running = LiveServer(tmp_path_factory.mktemp("with_mail") / "data")
    running.settings = {
        "TREXSCORE_MAIL_URL": "smtp://localhost:25",
        "TREXSCORE_MAIL_FROM": "trex@club.example",
        "TREXSCORE_PUBLIC_URL": running.url,
    }
    running.start()
    try:
        yield running.url
    finally:
        running.stop()


def signed_in(page: Page, server: str) -> Page:
    """On localhost, where there are passkeys."""
    site = server.replace("127.0.0.1", "localhost")
    page.goto(f"{site}/account/new")
    page.locator("[name=name]").fill("عبد الرحمن Abdulrahman al-Khatib-Khouri")
    page.locator("[name=username]").fill(f"maximiliane-dorothea.{uuid.uuid4().hex[:12]}")
    page.locator("[name=email]").fill(f"{uuid.uuid4().hex}@a-rather-long-name-of-a-club.example")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator(".bar").click()
    expect(page).to_have_url(f"{site}/account")
    return page


def each(page: Page) -> Iterator[str]:
    """Every page, and those with something wrong."""
    account = page.url
    for path in PAGES:
        if path == "/sign-in":
            page.goto(account)
            page.locator("[formaction$=sign-out]").click()
        page.goto(f"{account}{path}")
        yield path
        if path in ("/name", "/password", "/sign-in", "/new"):
            page.locator("[name=name], [name=identity], [name=present]").fill("")
            page.locator("form.column-form .bar").click()
            expect(page.get_by_role("alert").first).to_be_visible()
            yield f"{path}, wrong"


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["ar-JO", "en-GB"])
def test_axe_finds_nothing_on_the_pages_of_an_account(phones: Phones, server: str, locale: str) -> None:
    page = signed_in(looked_at(phones.page(locale=locale, reduced_motion="reduce")), server)
    assert [line for _path in each(page) for line in by_day_and_by_night(page, locale)] == []


@pytest.mark.slow
@pytest.mark.parametrize("locale", LOCALES)
def test_pages_of_an_account_fit(phones: Phones, server: str, locale: str) -> None:
    page = signed_in(phones.page(locale=locale), server)
    wrong: list[object] = []
    for path in each(page):
        wrong += [(path, small) for small in page.evaluate(TOO_SMALL)]
        for width, height, text in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("text => { document.documentElement.style.fontSize = `${100 * text}%`; }", text)
            needed: int = page.evaluate("document.documentElement.scrollWidth")
            wrong += [(path, width, text, needed)] if needed > width else []
        page.set_viewport_size({"width": 390, "height": 844})
        page.evaluate("() => { document.documentElement.style.fontSize = ''; }")
    assert wrong == []
