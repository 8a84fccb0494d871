"""Chromium as a phone holds it. The browser that the system has is used; none is downloaded."""

import contextlib
import os
import shutil
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from socket import gethostname
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Locator, Page, Playwright, expect

WITHOUT = (
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxPopup",
    "WebUIReloadButton",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
)
"""The first three are pages for parts of a window that nobody sees, and cost every phone half a second. The others
Playwright does without, too: of such a list, the last one said holds."""
WITHOUT_WINDOW = "chromium-headless-shell"
NAMES = ("chromium", "chromium-browser", "google-chrome")
LOCALES = ("en-GB", "ar-JO", "fr-FR", "de-DE")
"""One phone's language for each of the reader's languages."""
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 1,
    "is_mobile": True,
    "has_touch": True,
    "locale": "en-GB",
}

HOME = f"{gethostname().partition('.')[0].lower()}.home"
"""This machine as a home network calls it: the server answers under no name that is not its own."""


def executable() -> str | None:
    """`make test` names it, or says with an empty name that there is none; a bare pytest looks."""
    names = (os.environ["CHROMIUM"],) if "CHROMIUM" in os.environ else NAMES
    return next(filter(None, map(shutil.which, filter(None, names))), None)


def launch(playwright: Playwright) -> Browser:
    """Without a window around its pages where the system has such a Chromium: a quarter of the time is the window's.

    It has no background sync, as many phones' browsers have none; the whole browser is what a `KeptPhone` opens.
    """
    return playwright.chromium.launch(executable_path=shutil.which(WITHOUT_WINDOW) or executable(), args=arguments())


def arguments() -> list[str]:
    """`HOME` is this machine by a name that no browser trusts, as an address in a home network is."""
    # Chromium's own sandbox refuses to run as root, which is who tests are in a container.
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    without = f"--disable-features={','.join(WITHOUT)}"
    return [*["--no-sandbox"] * root, f"--host-resolver-rules=MAP {HOME} 127.0.0.1", without]


@dataclass
class KeptPhone:
    """A browser whose memory lies in a folder: it can be closed or killed, and opened again."""

    browser: Browser
    folder: Path
    opened: BrowserContext | None = None

    def page(self) -> Page:
        """A page of the browser, which is opened where it is not."""
        if self.opened is None:
            self.opened = self.browser.browser_type.launch_persistent_context(
                self.folder, executable_path=executable(), args=arguments(), **PHONE
            )
        return self.opened.new_page()

    def close(self) -> None:
        """As somebody closes it."""
        opened, self.opened = self.opened, None
        if opened is not None:
            opened.close()

    def kill(self) -> None:
        """As an empty battery ends it."""
        lock = str((self.folder / "SingletonLock").readlink())
        os.kill(int(lock.rpartition("-")[2]), signal.SIGKILL)
        with contextlib.suppress(Error):  # what is to be closed may be gone already
            self.close()


def until(page: Page, expression: str, seconds: float = 5) -> None:
    """Wait for something that only a script of the page sees. Playwright's own way would need `eval` in the page."""
    eventually(page, lambda: page.evaluate(expression), seconds, f"{expression} has not come true on {page.url}")


def shows_in_time(page: Page, what: Locator) -> None:
    """It comes to be seen within two minutes of the page's own clock, which is installed and stands still."""
    for _five_seconds in range(24):
        page.clock.run_for(5_000)
        if what.is_visible():
            break
    expect(what).to_be_visible()


def eventually(page: Page, holds: Callable[[], object], seconds: float = 10, otherwise: str = "not in time") -> None:
    """Wait for something that is seen from outside, while the browser goes on."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, otherwise
        page.wait_for_timeout(20)


@dataclass
class Phones:
    """Opens pages, each on a phone of its own, and remembers what went wrong on any."""

    browser: Browser
    faults: list[str] = field(default_factory=list)
    _contexts: list[BrowserContext] = field(default_factory=list)

    def page(self, **options: Any) -> Page:  # noqa: ANN401 - Playwright's own options
        """A page on a new phone; options are those of a browser context: locale, color_scheme.

        Without the worker, which takes every new phone a second to put up; `service_workers="allow"` asks for it.
        """
        context = self.browser.new_context(**(PHONE | {"service_workers": "block"} | options))
        self._contexts.append(context)
        context.on("weberror", lambda error: self.faults.append(str(error.error)))
        context.on("console", self._listen)
        return context.new_page()

    def close(self) -> None:
        for context in self._contexts:
            context.unroute_all(behavior="ignoreErrors")  # what a test holds back holds nothing up
            for page in context.pages:
                page.unroute_all(behavior="ignoreErrors")
            context.close()

    def _listen(self, message: ConsoleMessage) -> None:
        """Being offline is no fault; what the content policy stops is one on every page."""
        if message.type == "error" and "Content Security Policy" in message.text:
            self.faults.append(message.text)
