"""How many bytes a phone loads: at most 60 kB on the first visit, at most 5 kB on the next."""

import gzip
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.support.browser.browser import Phones
from tests.support.server.running import start_game
from tests.support.whole_games import whole_game

pytestmark = pytest.mark.browser

MAX_FIRST_VISIT_BYTES, MAX_NEXT_VISIT_BYTES = 60_000, 5_000


@dataclass
class Scales:
    """Counts the bytes received: as they were sent if compressed, else as they would be compressed.

    The page's clock stands still. So what a page loads later (polls, the offline copy) is not part of the visit,
    however busy the machine is.
    """

    page: Page
    _arrived: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.page.clock.install()
        self.page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))
        self._line = self.page.context.new_cdp_session(self.page)
        self._line.send("Network.enable")
        self._line.on("Network.responseReceived", self._note)
        self._line.on("Network.loadingFinished", self._finish)

    def weigh(self, address: str) -> int:
        """Bytes that a visit to this page costs."""
        self.start(address)
        return self.bytes_received()

    def start(self, address: str) -> None:
        """Begin to load this page."""
        self._arrived.clear()
        self.page.goto(address, wait_until="commit")

    def bytes_received(self) -> int:
        """Bytes that the visit costs, once all has been loaded."""
        self.page.wait_for_load_state("networkidle")
        return sum(
            self._bytes(request, response) for request, response in self._arrived.items() if response.get("bytes")
        )

    def _note(self, event: dict[str, Any]) -> None:
        headers = {name.lower(): value for name, value in event["response"]["headers"].items()}
        self._arrived[event["requestId"]] = {"compressed": "content-encoding" in headers}

    def _finish(self, event: dict[str, Any]) -> None:
        if event["requestId"] in self._arrived:  # otherwise it was begun by the page before
            self._arrived[event["requestId"]]["bytes"] = event["encodedDataLength"]

    def _bytes(self, request: str, response: dict[str, Any]) -> int:
        sent_bytes = int(response["bytes"])
        if response.get("compressed") or sent_bytes < 1000:
            return sent_bytes
        body = self._line.send("Network.getResponseBody", {"requestId": request})
        full_body = body["body"].encode()
        return (
            sent_bytes - len(full_body) + len(gzip.compress(full_body, 6))
            if sent_bytes > len(full_body)
            else len(gzip.compress(full_body, 6))
        )


def test_page_weight_stays_within_budget(phones: Phones, server: str) -> None:
    file = whole_game("standard", 5)
    deals = [deal for deal in file["deals"][:12] if deal["king"] != "C" or deal["contracts"] != ["queens"]]
    game = start_game(server, deals=deals)
    weights: dict[tuple[str, str], list[int]] = {}
    for path in ("", "/deals/new?contracts=queens", "/sheet"):
        visitors = {locale: Scales(phones.page(own=True, locale=locale)) for locale in ("en-GB", "ar-JO")}
        for _visit in ("first", "after"):
            for scales in visitors.values():
                scales.start(game.page(path))
            for locale, scales in visitors.items():
                weights.setdefault((path, locale), []).append(scales.bytes_received())
    for (path, locale), (first_bytes, next_bytes) in weights.items():
        print(f"{path or 'table page'} ({locale}): {first_bytes:,} bytes at first, {next_bytes:,} after")  # noqa: T201 - a figure
    assert {
        visit: byte_counts
        for visit, byte_counts in weights.items()
        if not (1000 < byte_counts[0] <= MAX_FIRST_VISIT_BYTES and byte_counts[1] <= MAX_NEXT_VISIT_BYTES)
    } == {}
