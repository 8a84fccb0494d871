"""A page weighs at most 60 kB on the first visit and 5 kB on the next."""

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
class PageWeightMeter:
    """Counts the bytes of a visit: those received, or for uncompressed responses those after compression.

    The page's clock is paused, so later requests (polls, the offline copy) are not part of the visit, however busy the
    machine is.
    """

    page: Page
    _responses: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.page.clock.install()
        self.page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))
        self._cdp_session = self.page.context.new_cdp_session(self.page)
        self._cdp_session.send("Network.enable")
        self._cdp_session.on("Network.responseReceived", self._on_response)
        self._cdp_session.on("Network.loadingFinished", self._on_finished)

    def weigh(self, address: str) -> int:
        """Open a page: the bytes of this visit."""
        self.start(address)
        return self.bytes_received()

    def start(self, address: str) -> None:
        """Start to load a page."""
        self._responses.clear()
        self.page.goto(address, wait_until="commit")

    def bytes_received(self) -> int:
        """Wait until the page is loaded: the bytes of the visit."""
        self.page.wait_for_load_state("networkidle")
        return sum(
            self._bytes(request, response) for request, response in self._responses.items() if response.get("bytes")
        )

    def _on_response(self, event: dict[str, Any]) -> None:
        headers = {name.lower(): value for name, value in event["response"]["headers"].items()}
        self._responses[event["requestId"]] = {"compressed": "content-encoding" in headers}

    def _on_finished(self, event: dict[str, Any]) -> None:
        if event["requestId"] in self._responses:  # the others belong to the previous page
            self._responses[event["requestId"]]["bytes"] = event["encodedDataLength"]

    def _bytes(self, request: str, response: dict[str, Any]) -> int:
        sent_bytes = int(response["bytes"])
        if response.get("compressed") or sent_bytes < 1000:
            return sent_bytes
        body = self._cdp_session.send("Network.getResponseBody", {"requestId": request})
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
        meters = {locale: PageWeightMeter(phones.page(isolated=True, locale=locale)) for locale in ("en-GB", "ar-JO")}
        for _visit in ("first", "next"):
            for meter in meters.values():
                meter.start(game.page(path))
            for locale, meter in meters.items():
                weights.setdefault((path, locale), []).append(meter.bytes_received())
    for (path, locale), (first_bytes, next_bytes) in weights.items():
        page_name = f"{path or 'table page'} ({locale})"
        print(f"{page_name}: {first_bytes:,} bytes on the first visit, {next_bytes:,} on the next")  # noqa: T201 - the result
    assert {
        visit: byte_counts
        for visit, byte_counts in weights.items()
        if not (1000 < byte_counts[0] <= MAX_FIRST_VISIT_BYTES and byte_counts[1] <= MAX_NEXT_VISIT_BYTES)
    } == {}
