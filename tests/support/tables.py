"""A table as an API client sees it: a game, its links, and its requests."""

import uuid
from dataclasses import dataclass
from typing import Any, Protocol

Json = dict[str, Any]

NAMES = ["Amal", "Basil", "Carine", "Dani"]
NEW_GAME: Json = {"format": "trexscore-game/1", "players": NAMES, "first_king": "A", "deals": []}
DIAMONDS: Json = {
    "king": "A",
    "contracts": ["diamonds"],
    "captures": {"diamonds": {"A": 5, "B": 4, "C": 3, "D": 1}},
}
TREX: Json = {"king": "A", "contracts": ["trex"], "captures": {"trex": ["C", "A", "D", "B"]}}
COLLECTIONS: Json = {
    "king": "A",
    "contracts": ["collections"],
    "captures": {"tricks": {"A": 4, "B": 4, "C": 3, "D": 2}},
}
KING: Json = {"king": "A", "contracts": ["king_of_hearts"], "captures": {"king_of_hearts": {"taken_by": "B"}}}
QUEENS: Json = {
    "king": "A",
    "contracts": ["queens"],
    "captures": {"queens": {suit: {"taken_by": "C"} for suit in ("hearts", "spades", "diamonds", "clubs")}},
}
KINGDOM = [DIAMONDS, TREX, COLLECTIONS, KING, QUEENS]
"""A's complete kingdom."""
VOID: Json = {"king": "A", "void": {"reason": "four_twos", "claimed_by": "D"}}
ADJUSTMENT: Json = {"adjustment": {"B": -30, "D": 30}, "reason": "agreed"}
ANNOUNCED: Json = {"announced": {"king": "A", "contracts": ["queens"], "doubled": {"hearts": "B"}}}
MADE_AT = "2026-11-20T21:14:03+02:00"
LAST_START_SEQ = 5
"""The last `seq` of a new game, after its start and four names."""


class Response(Protocol):
    status_code: int

    @property
    def json(self) -> Any: ...  # noqa: ANN401 - any JSON value

    @property
    def headers(self) -> Any: ...  # noqa: ANN401 - any mapping of headers


class Client(Protocol):
    """Werkzeug's test client, with untyped answers."""

    def get(self, path: str, **options: Any) -> Any: ...  # noqa: ANN401 - Werkzeug's own options

    def post(self, path: str, **options: Any) -> Any: ...  # noqa: ANN401

    def head(self, path: str, **options: Any) -> Any: ...  # noqa: ANN401

    def open(self, path: str, **options: Any) -> Any: ...  # noqa: ANN401

    @property
    def application(self) -> Any: ...  # noqa: ANN401 - a Flask application


def envelope(entry: Json, after: int = LAST_START_SEQ, key: str | None = None, **fields: Any) -> Json:  # noqa: ANN401
    return {
        "key": key or str(uuid.uuid4()),
        "after": after,
        "author": "Amal",
        "made_at": MADE_AT,
        "entry": entry,
    } | fields


@dataclass(frozen=True)
class Table:
    client: Client
    own: str
    write: str
    read: str

    def path(self, subpath: str = "", token: str | None = None) -> str:
        return f"/api/games/{token or self.own}{subpath}"

    def post_entry(self, body: Json, token: str | None = None) -> Response:
        response: Response = self.client.post(self.path("/entries", token), json=body)
        return response

    def record_entry(self, entry: Json, after: int | None = None) -> Json:
        """Record an entry that has to be accepted."""
        response = self.post_entry(envelope(entry, self.state()["seq"] if after is None else after))
        assert response.status_code == 201, response.json
        value: Json = response.json
        return value

    def state(self) -> Json:
        state: Json = self.client.get(self.path("/state")).json
        return state

    def journal(self) -> list[Json]:
        entries: list[Json] = self.client.get(self.path("/journal")).json["entries"]
        return entries


def start_game(client: Client, **file: Any) -> Table:  # noqa: ANN401
    response = client.post("/api/games", json=NEW_GAME | file)
    assert response.status_code == 201, response.json
    return Table(client, *(response.json[permission] for permission in ("own", "write", "read")))


def error_codes(response: Response) -> list[str]:
    return [fault["code"] for fault in response.json["errors"]]
