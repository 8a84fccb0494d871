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
        self._arrived.clear()
        self.page.goto(address, wait_until="networkidle")
        return sum(self._bytes(request, seen) for request, seen in self._arrived.items() if seen.get("bytes"))

    def _note(self, event: dict[str, Any]) -> None:
        headers = {name.lower(): value for name, value in event["response"]["headers"].items()}
        self._arrived[event["requestId"]] = {"compressed": "content-encoding" in headers}

    def _finish(self, event: dict[str, Any]) -> None:
        self._arrived.setdefault(event["requestId"], {})["bytes"] = event["encodedDataLength"]

    def _bytes(self, request: str, seen: dict[str, Any]) -> int:
        sent = int(seen["bytes"])
        if seen.get("compressed") or sent < 1000:
            return sent
        body = self._line.send("Network.getResponseBody", {"requestId": request})
        whole = body["body"].encode()
        return sent - len(whole) + len(gzip.compress(whole, 6)) if sent > len(whole) else len(gzip.compress(whole, 6))


@pytest.mark.parametrize("locale", ["en-GB", "ar-JO"])
@pytest.mark.parametrize("what", ["", "/deals/new?contracts=queens", "/sheet"])
def test_page_weight_stays_within_budget(phones: Phones, server: str, locale: str, what: str) -> None:
    file = whole_game("standard", 5)
    deals = [deal for deal in file["deals"][:12] if deal["king"] != "C" or deal["contracts"] != ["queens"]]
    game = start_game(server, deals=deals)
    scales = Scales(phones.page(own=True, locale=locale))
    first = scales.weigh(game.page(what))
    after = scales.weigh(game.page(what))
    print(f"{what or 'table page'} ({locale}): {first:,} bytes at first, {after:,} after")  # noqa: T201 - a figure
    assert 1000 < first <= FIRST
    assert after <= AFTER
