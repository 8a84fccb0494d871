"""A phone that has opened a game and can continue offline."""

from playwright.sync_api import Page, expect

from tests.support.browser.browser import Phones
from tests.support.browser.finger import Finger
from tests.support.server.running import RunningGame
from tests.support.tables import Json

WAITS = "[data-waits]"
SOON = 15_000
WORKER: Json = {"service_workers": "allow"}
WORKER_OF_LANGUAGE = """async (language) => {
  for (;;) {
    const { active } = await navigator.serviceWorker.ready;
    if (active.scriptURL.endsWith(`=${language}`) && active.state === "activated") return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}"""
"""Waits for the worker of this language: Chromium can hang where it goes offline while one replaces another."""


def open_for_offline(page: Page, address: str) -> Finger:
    """Open a game, and wait until the phone could continue offline."""
    page.goto(address)
    expect(page.locator("html[data-stands-by]")).to_have_count(1, timeout=SOON)
    return Finger(page)


def offline_phone(phones: Phones, game: RunningGame, locale: str = "en-GB") -> Finger:
    """A phone that has opened a game and is offline now."""
    page = phones.page(locale=locale, **WORKER)
    finger = open_for_offline(page, game.page())
    page.context.set_offline(True)
    return finger


def sync_online(page: Page) -> None:
    """Go online, and wait until the outbox is empty. It must not be empty before."""
    expect(page.locator(WAITS)).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator(WAITS)).to_have_count(0, timeout=SOON)
