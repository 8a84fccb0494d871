"""The pages of an account in each language, with and without errors."""

import uuid
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.support.accounts import PASSWORD
from tests.support.browser.browser import Phones
from tests.support.browser.page_checks import (
    Findings,
    Screen,
    axe_faults,
    screens_scrolling_sideways,
    small_targets,
    with_axe,
)
from tests.support.server.server import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LANGUAGES = ("en", "ar", "fr", "de")
AXE_LOCALES = {"ar": "ar-JO", "en": "en-GB"}
SIGNED_IN_PATHS = ("", "/name", "/password", "/passkeys", "/delete", "/data")
SIGNED_OUT_PATHS = ("/sign-in", "/new", "/recover")
PATHS_WITH_ERRORS = ("/name", "/password", "/sign-in", "/new")
SCREENS: list[Screen] = [(320, 640, 1), (844, 390, 1), (390, 844, 1), (390, 844, 2)]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that is configured for mail, so that accounts can have an e-mail address."""
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
    """The page, signed in to a new account on localhost, where passkeys work."""
    site = server.replace("127.0.0.1", "localhost")
    page.goto(f"{site}/account/new")
    page.locator("[name=name]").fill("عبد الرحمن Abdulrahman al-Khatib-Khouri")
    page.locator("[name=username]").fill(f"maximiliane-dorothea.{uuid.uuid4().hex[:12]}")
    page.locator("[name=email]").fill(f"{uuid.uuid4().hex}@a-rather-long-name-of-a-club.example")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator(".bar").click()
    expect(page).to_have_url(f"{site}/account")
    return page


def each_page(page: Page, account: str) -> Iterator[tuple[str, str]]:
    """Open every page in each language, also with errors in its form: first signed in, then signed out."""
    site = account.removesuffix("/account")
    for paths in (SIGNED_IN_PATHS, SIGNED_OUT_PATHS):
        for language in LANGUAGES:
            page.context.add_cookies([{"name": "language", "value": language, "url": site}])
            for path in paths:
                page.goto(f"{account}{path}")
                expect(page.locator("html")).to_have_attribute("lang", language)
                yield language, path
                if path in PATHS_WITH_ERRORS:
                    page.locator("[name=name], [name=identity], [name=current_password]").fill("")
                    page.locator("form.column-form .bar").click()
                    expect(page.get_by_role("alert").first).to_be_visible()
                    expect(page.locator("html")).to_have_attribute("lang", language)
                    yield language, f"{path}, with errors"
        if paths == SIGNED_IN_PATHS:
            page.goto(account)
            page.locator("[formaction$=sign-out]").click()
            expect(page).not_to_have_url(account)


def test_account_pages_fit_in_each_language(phones: Phones, server: str) -> None:
    """No sideways scrolling, targets of 44 pixels, and no findings of axe-core."""
    findings = Findings()
    page = signed_in(with_axe(phones.page(reduced_motion="reduce")), server)
    for language, path in each_page(page, page.url):
        page_name = f"{language}: {path}"
        if language in AXE_LOCALES:
            findings.add("axe", page_name, axe_faults(page, AXE_LOCALES[language]))
        findings.add("small targets", page_name, small_targets(page))
        findings.add("sideways", page_name, screens_scrolling_sideways(page, SCREENS))
        page.evaluate("() => { document.documentElement.style.fontSize = ''; }")
    page_count = len(SIGNED_IN_PATHS) + len(SIGNED_OUT_PATHS) + len(PATHS_WITH_ERRORS)
    assert findings.pages == {"axe": 2 * page_count, "small targets": 4 * page_count, "sideways": 4 * page_count}
    assert findings.summary() == ""
