"""How many bytes a phone loads: at most 60 kB on the first visit, at most 5 kB on the next."""

import gzip
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.support.browser.browser import Phones
from tests.support.server.running import start_game
from tests.support.whole_games import whole_game

pytestmark = pytest.mark.browser

FIRST, AFTER = 60_000, 5_000


@dataclass
class Scales:
    """Counts the bytes received: as they were sent if compressed, else as they would be compressed."""

    page: Page
    _arrived: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._line = self.page.context.new_cdp_session(self.page)
        self._line.send("Network.enable")
        self._line.on("Network.responseReceived", self._note)
        self._line.on("Network.loadingFinished", self._finish)

    def weigh(self, address: str) -> int:
        """Bytes that a visit to this page costs."""
        self.start(address)
        return self.read()

    def start(self, address: str) -> None:
        """Begin to load this page."""
        self._arrived.clear()
        self.page.goto(address, wait_until="commit")

    def read(self) -> int:
        """Bytes that the visit costs, once all has been loaded."""
        self.page.wait_for_load_state("networkidle")
        return sum(self._bytes(request, seen) for request, seen in self._arrived.items() if seen.get("bytes"))

    def _note(self, event: dict[str, Any]) -> None:
        headers = {name.lower(): value for name, value in event["response"]["headers"].items()}
        self._arrived[event["requestId"]] = {"compressed": "content-encoding" in headers}

    def _finish(self, event: dict[str, Any]) -> None:
        if event["requestId"] in self._arrived:  # otherwise it was begun by the page before
            self._arrived[event["requestId"]]["bytes"] = event["encodedDataLength"]

    def _bytes(self, request: str, seen: dict[str, Any]) -> int:
        sent = int(seen["bytes"])
        if seen.get("compressed") or sent < 1000:
            return sent
        body = self._line.send("Network.getResponseBody", {"requestId": request})
        whole = body["body"].encode()
        return sent - len(whole) + len(gzip.compress(whole, 6)) if sent > len(whole) else len(gzip.compress(whole, 6))


def test_page_weight_stays_within_budget(phones: Phones, server: str) -> None:
    file = whole_game("standard", 5)
    deals = [deal for deal in file["deals"][:12] if deal["king"] != "C" or deal["contracts"] != ["queens"]]
    game = start_game(server, deals=deals)
    weights: dict[tuple[str, str], list[int]] = {}
    for what in ("", "/deals/new?contracts=queens", "/sheet"):
        visitors = {locale: Scales(phones.page(own=True, locale=locale)) for locale in ("en-GB", "ar-JO")}
        for _time in ("first", "after"):
            for scales in visitors.values():
                scales.start(game.page(what))
            for locale, scales in visitors.items():
                weights.setdefault((what, locale), []).append(scales.read())
    for (what, locale), (first, after) in weights.items():
        print(f"{what or 'table page'} ({locale}): {first:,} bytes at first, {after:,} after")  # noqa: T201 - a figure
    assert {visit: both for visit, both in weights.items() if not (1000 < both[0] <= FIRST and both[1] <= AFTER)} == {}
