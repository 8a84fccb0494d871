"""A phone that has visited a game and could go on alone, and deals to go on with."""

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


def visit(page: Page, address: str) -> Finger:
    """Opens a game, and stays until it lies on the phone and the phone could go on alone."""
    page.goto(address)
    expect(page.locator("html[data-stands-by]")).to_have_count(1, timeout=SOON)
    return Finger(page)


def cut_off(phones: Phones, game: RunningGame, locale: str = "en-GB") -> Finger:
    """Of a phone that has visited a game, and has no reception any more."""
    page = phones.page(locale=locale, **WORKER)
    finger = visit(page, game.page())
    page.context.set_offline(True)
    return finger


def sent_with_reception(page: Page) -> None:
    """There is reception again, and all that waited is sent. That something waits has to be seen first."""
    expect(page.locator(WAITS)).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator(WAITS)).to_have_count(0, timeout=SOON)
