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
"""The first three add user interface that no test sees, at half a second for each phone. Playwright disables the others
by default; they are repeated here because Chromium uses only the last such list."""
ONE_PROCESS_PER_PHONE = ("--renderer-process-limit=1", "--in-process-gpu")
"""A new page reuses the process of the previous page, with its compiled code."""
HEADLESS_EXECUTABLE = "chromium-headless-shell"
EXECUTABLES = ("chromium", "chromium-browser", "google-chrome")
LOCALES = ("en-GB", "ar-JO", "fr-FR", "de-DE")
"""A phone's locale for each language."""
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 1,
    "is_mobile": True,
    "has_touch": True,
    "locale": "en-GB",
    "timezone_id": "UTC",  # as test clients, whose pages are compared
}

REUSABLE_OPTIONS = {"locale", "reduced_motion", "color_scheme"}
"""A context with only these options is reused by later tests. A context with a service worker is never reused, because
Chromium can hang when a phone with an old worker goes offline."""
OptionsKey = tuple[tuple[str, Any], ...]

LAN_HOST = f"{gethostname().partition('.')[0].lower()}.home"
"""A host name of this machine, as on a home network: the server accepts it, and browsers treat it as insecure."""


def executable() -> str | None:
    """The path of Chromium, or None. `make test` passes it in the environment, empty if there is none."""
    candidates = (os.environ["CHROMIUM"],) if "CHROMIUM" in os.environ else EXECUTABLES
    return next(filter(None, map(shutil.which, filter(None, candidates))), None)


def launch(playwright: Playwright) -> Browser:
    """Start Chromium: the headless shell where it is installed, which saves a quarter of the time.

    The shell has no background sync, like the browsers of many phones. `PersistentPhone` opens the full browser.
    """
    path = shutil.which(HEADLESS_EXECUTABLE) or executable()
    try:
        return playwright.chromium.launch(executable_path=path, args=arguments())
    except Error:  # Chromium can crash at its start, which would fail every browser test
        return playwright.chromium.launch(executable_path=path, args=arguments())


def arguments() -> list[str]:
    """The command-line arguments of Chromium. They resolve `LAN_HOST` to this machine."""
    # Chromium's sandbox does not run as root, and tests in a container run as root.
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    lan_host = f"--host-resolver-rules=MAP {LAN_HOST} 127.0.0.1"
    disabled = f"--disable-features={','.join(DISABLED_FEATURES)}"
    return [*["--no-sandbox"] * is_root, lan_host, disabled, *ONE_PROCESS_PER_PHONE]


@dataclass
class PersistentPhone:
    """A browser with its profile in a folder. It can be closed or killed, and then opened again."""

    browser: Browser
    folder: Path
    opened: BrowserContext | None = None

    def page(self) -> Page:
        """A new page; the browser is started if needed."""
        if self.opened is None:
            self.opened = self.browser.browser_type.launch_persistent_context(
                self.folder, executable_path=executable(), args=arguments(), **PHONE
            )
        return self.opened.new_page()

    def close(self) -> None:
        """Close the browser as a user does."""
        context, self.opened = self.opened, None
        if context is not None:
            context.close()

    def kill(self) -> None:
        """Kill the browser process, as when the battery is empty."""
        lock = str((self.folder / "SingletonLock").readlink())
        os.kill(int(lock.rpartition("-")[2]), signal.SIGKILL)
        with contextlib.suppress(Error):  # the browser may be gone already
            self.close()


def wait_for_expression(page: Page, expression: str, seconds: float = 5) -> None:
    """Wait until a JavaScript expression is true. `page.wait_for_function` needs `eval`, which the policy forbids."""
    message = f"{expression} did not become true on {page.url}"
    wait_for_condition(page, lambda: page.evaluate(expression), seconds, message)


def advance_clock_until_visible(page: Page, element: Locator) -> None:
    """Advance the page's installed clock until the element is visible, by at most two minutes."""
    for _ in range(24):
        page.clock.run_for(5_000)
        if element.is_visible():
            break
    expect(element).to_be_visible()


def wait_for_condition(
    page: Page, condition: Callable[[], object], seconds: float = 10, message: str = "not in time"
) -> None:
    """Wait until a condition of the test is true; the browser continues in the meantime."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, message
        page.wait_for_timeout(20)


@dataclass
class Contexts:
    """A pool of browser contexts: a reused context has the site's files and compiled code already.

    A context is released without cookies, stored data, routes and pages of the test.
    """

    browser: Browser
    _free: dict[OptionsKey, list[BrowserContext]] = field(default_factory=dict)
    _cdp_sessions: dict[BrowserContext, CDPSession] = field(default_factory=dict)
    """A session on the first page of each context; this page stays open and keeps the process alive."""

    def acquire(self, options: Mapping[str, Any]) -> BrowserContext:
        free_contexts = self._free.setdefault(_options_key(options), [])
        if free_contexts:
            return free_contexts.pop()
        context = self.browser.new_context(**{**PHONE, **options, "service_workers": "block"})
        self._cdp_sessions[context] = context.new_cdp_session(context.new_page())
        return context

    def release(self, context: BrowserContext, options: Mapping[str, Any]) -> None:
        cdp_session = self._cdp_sessions[context]
        for page in context.pages[1:]:
            page.close()
        context.set_offline(False)
        context.clear_cookies()
        cdp_session.send("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": "local_storage,indexeddb"})
        self._free[_options_key(options)].append(context)


def _options_key(options: Mapping[str, Any]) -> OptionsKey:
    return tuple(sorted(options.items()))


@dataclass
class Phones:
    """Opens pages, each on its own phone, and records the script errors on all of them."""

    contexts: Contexts
    faults: list[str] = field(default_factory=list)
    _open: list[tuple[BrowserContext, Mapping[str, Any] | None]] = field(default_factory=list)

    def page(self, *, isolated: bool = False, **options: Any) -> Page:  # noqa: ANN401 - Playwright's own options
        """A page on a new phone; the options are those of a browser context, such as locale and color_scheme.

        The service worker is blocked, because it takes a second to install; `service_workers="allow"` enables it.
        `isolated`: the phone shares nothing with other tests, not even cached files.
        """
        viewport: ViewportSize = options.pop("viewport", PHONE["viewport"])
        if isolated or options.keys() - REUSABLE_OPTIONS:
            options["viewport"] = viewport
            context = self.contexts.browser.new_context(**(PHONE | {"service_workers": "block"} | options))
            self._open.append((context, None))
        else:
            context = self.contexts.acquire(options)
            self._open.append((context, options))
        context.on("weberror", self._record_error)
        context.on("console", self._record_policy_violation)
        page = context.new_page()
        if page.viewport_size != viewport:
            page.set_viewport_size(viewport)
        return page

    def close(self) -> None:
        for context, options in self._open:
            context.unroute_all(behavior="ignoreErrors")  # a pending route must not block closing
            for page in context.pages:
                page.unroute_all(behavior="ignoreErrors")
            context.remove_listener("weberror", self._record_error)
            context.remove_listener("console", self._record_policy_violation)
            if options is None:
                context.close()
            else:
                self.contexts.release(context, options)

    def _record_error(self, error: WebError) -> None:
        self.faults.append(str(error.error))

    def _record_policy_violation(self, message: ConsoleMessage) -> None:
        """Record violations of the content security policy. Other console errors, such as being offline, are normal."""
        if message.type == "error" and "Content Security Policy" in message.text:
            self.faults.append(message.text)
