"""Games on a running server: started and recorded through the API, viewed on pages."""

import json
import uuid
from dataclasses import dataclass
from typing import Any
from urllib.request import Request, urlopen

from tests.support.tables import NAMES, NEW_GAME, Json, envelope

ARABIC_NAMES = ["أمل", "باسل", "كارين", "داني"]


def _request_json(address: str, body: Json | None = None) -> Json:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())} if body else {}
    with urlopen(Request(address, data, headers), timeout=30) as response:  # noqa: S310 - our own server
        value: Json = json.load(response)
    return value


@dataclass(frozen=True)
class RunningGame:
    """A game on a running server, with its links."""

    server: str
    own: str
    write: str = ""
    read: str = ""

    def page(self, path: str = "", token: str = "") -> str:
        """The address of one of its pages."""
        return f"{self.server}/g/{token or self.own}{path}"

    def deal_page(self, *contracts: str) -> str:
        return self.page(f"/deals/new?contracts={'+'.join(contracts)}")

    @property
    def state(self) -> Json:
        return _request_json(f"{self.server}/api/games/{self.own}/state")

    @property
    def file(self) -> Json:
        return _request_json(f"{self.server}/api/games/{self.own}")

    @property
    def deals(self) -> list[Json]:
        """The deals that count now, from the game file."""
        deals: list[Json] = self.file["deals"]
        return deals

    @property
    def totals(self) -> dict[str, int]:
        totals: dict[str, int] = self.state["result"]["totals"]
        return totals

    @property
    def journal(self) -> list[Json]:
        """All of its entries."""
        entries: list[Json] = _request_json(f"{self.server}/api/games/{self.own}/journal")["entries"]
        return entries

    @property
    def kinds(self) -> list[str]:
        """The kinds of all entries after the start and the four names."""
        return [entry["kind"] for entry in self.journal if entry["kind"] not in {"started", "named"}]

    def record_entry(self, entry: Json) -> Json:
        return _request_json(f"{self.server}/api/games/{self.own}/entries", envelope(entry, self.state["seq"]))


def start_game(server: str, preset: str = "standard", **file: Any) -> RunningGame:  # noqa: ANN401 - any JSON
    """A game whose first king is in seat A by default."""
    tokens = _request_json(
        f"{server}/api/games", NEW_GAME | {"house_rules": {"preset": preset}, "players": NAMES} | file
    )
    return RunningGame(server, tokens["own"], tokens["write"], tokens["read"])


def game_of(page_address: str) -> RunningGame:
    """The game at the address of a page."""
    server, _, path = page_address.partition("/g/")
    return RunningGame(server, path.split("/")[0].split("?")[0])
