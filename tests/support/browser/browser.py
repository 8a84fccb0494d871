"""Chromium as a phone. The system's browser is used; none is downloaded."""

import contextlib
import os
import shutil
import signal
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from socket import gethostname
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Playwright,
    ViewportSize,
    WebError,
    expect,
)

DISABLED_FEATURES = (
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
ONE_PROCESS_PER_PHONE = ("--renderer-process-limit=1", "--in-process-gpu")
"""A page reuses the process of the page before it, with its compiled code."""
HEADLESS_NAME = "chromium-headless-shell"
NAMES = ("chromium", "chromium-browser", "google-chrome")
LOCALES = ("en-GB", "ar-JO", "fr-FR", "de-DE")
"""A phone's locale for each language."""
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 1,
    "is_mobile": True,
    "has_touch": True,
    "locale": "en-GB",
}

REUSABLE = {"locale", "reduced_motion", "color_scheme"}
"""A phone that differs from others in nothing else is used again by the next test. Chromium can hang where a phone goes
offline whose worker is an old one: phones with a worker are new each time."""
Key = tuple[tuple[str, Any], ...]

HOME = f"{gethostname().partition('.')[0].lower()}.home"
"""This machine's name in a home network: the server answers only to its own name."""


def executable() -> str | None:
    """The browser's path: from `make test`, which passes an empty one if there is none; a bare pytest searches."""
    names = (os.environ["CHROMIUM"],) if "CHROMIUM" in os.environ else NAMES
    return next(filter(None, map(shutil.which, filter(None, names))), None)


def launch(playwright: Playwright) -> Browser:
    """Without a window around its pages where the system has such a Chromium: a quarter of the time is the window's.

    It has no background sync, as many phones' browsers have none; the whole browser is what a `PersistentPhone` opens.
    """
    path = shutil.which(HEADLESS_NAME) or executable()
    try:
        return playwright.chromium.launch(executable_path=path, args=arguments())
    except Error:  # Chromium itself can crash at its start, and every browser test of the process would fail
        return playwright.chromium.launch(executable_path=path, args=arguments())


def arguments() -> list[str]:
    """`HOME` is this machine by a name that no browser trusts, as an address in a home network is."""
    # Chromium's own sandbox refuses to run as root, which is who tests are in a container.
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    without = f"--disable-features={','.join(DISABLED_FEATURES)}"
    return [*["--no-sandbox"] * root, f"--host-resolver-rules=MAP {HOME} 127.0.0.1", without, *ONE_PROCESS_PER_PHONE]


@dataclass
class PersistentPhone:
    """A browser with its profile in a folder: it can be closed or killed, and opened again."""

    browser: Browser
    folder: Path
    opened: BrowserContext | None = None

    def page(self) -> Page:
        """A page of the browser, which is started if needed."""
        if self.opened is None:
            self.opened = self.browser.browser_type.launch_persistent_context(
                self.folder, executable_path=executable(), args=arguments(), **PHONE
            )
        return self.opened.new_page()

    def close(self) -> None:
        """Close it as a user does."""
        context, self.opened = self.opened, None
        if context is not None:
            context.close()

    def kill(self) -> None:
        """End it as an empty battery does."""
        lock = str((self.folder / "SingletonLock").readlink())
        os.kill(int(lock.rpartition("-")[2]), signal.SIGKILL)
        with contextlib.suppress(Error):  # what is to be closed may be gone already
            self.close()


def until(page: Page, expression: str, seconds: float = 5) -> None:
    """Wait for something that only a script of the page sees. Playwright's own way would need `eval` in the page."""
    eventually(page, lambda: page.evaluate(expression), seconds, f"{expression} has not come true on {page.url}")


def appears_in_time(page: Page, element: Locator) -> None:
    """Whether it appears within two minutes of the page's own clock, which is installed and stands still."""
    for _ in range(24):
        page.clock.run_for(5_000)
        if element.is_visible():
            break
    expect(element).to_be_visible()


def eventually(
    page: Page, condition: Callable[[], object], seconds: float = 10, otherwise: str = "not in time"
) -> None:
    """Wait for something that is seen from outside, while the browser continues."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, otherwise
        page.wait_for_timeout(20)


@dataclass
class Contexts:
    """Browser contexts that are reused: files and code that a phone has loaded need not be loaded again.

    A test finds no cookies, stored data, routes or pages of the one before.
    """

    browser: Browser
    _free: dict[Key, list[BrowserContext]] = field(default_factory=dict)
    _lines: dict[BrowserContext, CDPSession] = field(default_factory=dict)
    """A connection to the browser through a page of each context, which stays open and keeps its process alive."""

    def take(self, options: Mapping[str, Any]) -> BrowserContext:
        free_contexts = self._free.setdefault(_key(options), [])
        if free_contexts:
            return free_contexts.pop()
        context = self.browser.new_context(**{**PHONE, **options, "service_workers": "block"})
        self._lines[context] = context.new_cdp_session(context.new_page())
        return context

    def give_back(self, context: BrowserContext, options: Mapping[str, Any]) -> None:
        line = self._lines[context]
        for page in context.pages[1:]:
            page.close()
        context.set_offline(False)
        context.clear_cookies()
        line.send("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": "local_storage,indexeddb"})
        self._free[_key(options)].append(context)


def _key(options: Mapping[str, Any]) -> Key:
    return tuple(sorted(options.items()))


@dataclass
class Phones:
    """Opens pages, each on its own phone, and records the errors on all of them."""

    contexts: Contexts
    faults: list[str] = field(default_factory=list)
    _open: list[tuple[BrowserContext, Mapping[str, Any] | None]] = field(default_factory=list)

    def page(self, *, own: bool = False, **options: Any) -> Page:  # noqa: ANN401 - Playwright's own options
        """A page on a new phone; options are those of a browser context: locale, color_scheme.

        Without the service worker, which takes a second to install; `service_workers="allow"` enables it.
        `own`: shares nothing with other tests, not even cached files.
        """
        viewport: ViewportSize = options.pop("viewport", PHONE["viewport"])
        if own or options.keys() - REUSABLE:
            options["viewport"] = viewport
            context = self.contexts.browser.new_context(**(PHONE | {"service_workers": "block"} | options))
            self._open.append((context, None))
        else:
            context = self.contexts.take(options)
            self._open.append((context, options))
        context.on("weberror", self._note)
        context.on("console", self._listen)
        page = context.new_page()
        if page.viewport_size != viewport:
            page.set_viewport_size(viewport)
        return page

    def close(self) -> None:
        for context, options in self._open:
            context.unroute_all(behavior="ignoreErrors")  # what a test holds back holds nothing up
            for page in context.pages:
                page.unroute_all(behavior="ignoreErrors")
            context.remove_listener("weberror", self._note)
            context.remove_listener("console", self._listen)
            if options is None:
                context.close()
            else:
                self.contexts.give_back(context, options)

    def _note(self, error: WebError) -> None:
        self.faults.append(str(error.error))

    def _listen(self, message: ConsoleMessage) -> None:
        """Being offline is not an error; a violation of the content security policy is one on every page."""
        if message.type == "error" and "Content Security Policy" in message.text:
            self.faults.append(message.text)
