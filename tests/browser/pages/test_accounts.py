"""The pages of an account, with and without errors, opened once in each language."""

import uuid
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.support.accounts import PASSWORD
from tests.support.browser.browser import LOCALES, Contexts, Phones
from tests.support.browser.page_checks import Findings, Screen, axe_faults, sideways, small_targets, with_axe
from tests.support.server.server import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SEEN_BY_AXE = ("ar-JO", "en-GB")
PAGES = ("", "/name", "/password", "/passkeys", "/delete", "/data", "/sign-in", "/new", "/recover")
WRONG = ("/name", "/password", "/sign-in", "/new")
SCREENS: list[Screen] = [(320, 640, 1), (844, 390, 1), (390, 844, 1), (390, 844, 2)]


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
        running.kill()


def signed_in(page: Page, server: str) -> Page:
    """A page signed in on localhost, where passkeys work."""
    site = server.replace("127.0.0.1", "localhost")
    page.goto(f"{site}/account/new")
    page.locator("[name=name]").fill("عبد الرحمن Abdulrahman al-Khatib-Khouri")
    page.locator("[name=username]").fill(f"maximiliane-dorothea.{uuid.uuid4().hex[:12]}")
    page.locator("[name=email]").fill(f"{uuid.uuid4().hex}@a-rather-long-name-of-a-club.example")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator(".bar").click()
    expect(page).to_have_url(f"{site}/account")
    return page


def each_page(page: Page) -> Iterator[str]:
    """Every page, also with errors in its form."""
    account = page.url
    for path in PAGES:
        if path == "/sign-in":
            page.goto(account)
            page.locator("[formaction$=sign-out]").click()
        page.goto(f"{account}{path}")
        yield path
        if path in WRONG:
            page.locator("[name=name], [name=identity], [name=present]").fill("")
            page.locator("form.column-form .bar").click()
            expect(page.get_by_role("alert").first).to_be_visible()
            yield f"{path}, wrong"


@pytest.fixture(scope="module", params=LOCALES)
def walked(request: pytest.FixtureRequest, contexts: Contexts, server: str) -> Findings:
    locale: str = request.param
    phones, found = Phones(contexts), Findings()
    page = signed_in(with_axe(phones.page(locale=locale, reduced_motion="reduce")), server)
    for path in each_page(page):
        if locale in SEEN_BY_AXE:
            found.note("axe", path, axe_faults(page, locale))
        found.note("small targets", path, small_targets(page))
        found.note("sideways", path, sideways(page, SCREENS))
        page.evaluate("() => { document.documentElement.style.fontSize = ''; }")
    phones.close()
    assert not phones.faults
    return found


@pytest.mark.parametrize("walked", SEEN_BY_AXE, indirect=True)
def test_axe_finds_nothing(walked: Findings) -> None:
    assert walked.pages["axe"] == len(PAGES) + len(WRONG)
    assert not walked.faults["axe"], walked.said("axe")


def test_targets_are_44_pixels(walked: Findings) -> None:
    assert walked.pages["small targets"] == len(PAGES) + len(WRONG)
    assert not walked.faults["small targets"], walked.said("small targets")


def test_pages_do_not_scroll_sideways(walked: Findings) -> None:
    assert walked.pages["sideways"] == len(PAGES) + len(WRONG)
    assert not walked.faults["sideways"], walked.said("sideways")
