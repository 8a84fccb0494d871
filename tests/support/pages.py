"""A phone that opens pages, fills in forms and sends them through the test client."""

import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from flask import Flask
from msgspec import to_builtins

from tests.support.html import Node, Page, read_page
from trexscore.commands.games.record_entry import record_game_entry
from trexscore.commands.games.start_game import StartedGame, start_game
from trexscore.commands.recording import Command, Recorded, RecordingOutcome
from trexscore.db.journals import GAMES
from trexscore.db.models import db
from trexscore.game.builder import fold_game
from trexscore.game.file import GAME_FILE_FORMAT
from trexscore.game.file.game import read_game_file
from trexscore.game.scored_game import scored_game_of
from trexscore.ledger.chain import Body

if TYPE_CHECKING:
    from werkzeug.test import TestResponse

NAMES = ("Amal", "Basil", "Carine", "Dani")
ARABIC_NAMES = ("أمل", "باسل", "كارين", "داني")
PERMISSIONS = ("own", "write", "read")
SEATS = "ABCD"
READ_PAGES = (
    "",
    "/sheet",
    "/sign-off",
    "/links",
    "/house-rules",
    "/policy",
    "/disputes",
    "/rules",
    "/what-if",
    "/what-if?preset=denexa",
    "/chart",
    "/paper",
    "/print",
    "/print/blank",
    "/archive",
    "/explain",
    "/flat",
    "/history",
    "/menu",
    "/seal",
)
WRITE_PAGES = (
    *(f"/deals/new?contracts={name}" for name in ("king_of_hearts", "queens", "diamonds", "collections", "trex")),
    "/voids/new",
    "/abandon",
    "/adjustments/new",
    "/first-king",
    "/phone",
    "/corrections/game",
    "/corrections/names",
    "/corrections/seats",
    "/corrections/house-rules",
    "/corrections/missing",
    "/corrections/missing/entry?contracts=void",
    "/from-points?A=-75&B=0&C=0&D=0",
)
OWN_PAGES = ("/delete", "/links/players", "/links/replacement")
"""The pages of a new game, by who may open them: anyone with a link, scorers, the owner."""

_TOKEN = re.compile(r'name="csrf_token"[^>]* value="([^"]+)"')

Fields = dict[str, str | list[str]]
Changes = Mapping[str, str | list[str] | None]


@dataclass
class Response:
    """The answer to a request."""

    status: int
    path: str
    headers: Any
    text: str = field(repr=False)
    is_page: bool

    @cached_property
    def page(self) -> Page:
        """The page, parsed strictly."""
        return read_page(self.text if self.is_page else "")

    @property
    def root(self) -> Node:
        """The page as a tree."""
        return self.page.root

    @property
    def token(self) -> str:
        """The CSRF token of the page's forms."""
        match = _TOKEN.search(self.text)
        assert match, f"no form on {self.path}"
        return match[1]

    @property
    def problems(self) -> list[str]:
        """The error messages at the top of the page."""
        return [item.text for box in self.root.find(class_="problems") for item in box.find("li")]

    @property
    def field_errors(self) -> list[str]:
        """The error messages at the fields."""
        return [node.text for node in self.root.find("p", class_="problem")]

    def form(self, action: str) -> Node:
        """The only form whose action ends with this."""
        forms = [form for form in self.root.find("form") if urlsplit(form.attrs["action"]).path.endswith(action)]
        assert forms, f"no form for {action} on {self.path}"
        return forms[0]

    def fields(self, action: str) -> Fields:
        """The fields that a browser sends for the unchanged form, including hidden fields and checked boxes."""
        return fields_of(self.form(action))


class Phone:
    """A browser without script, with its own cookies. It follows redirects."""

    def __init__(self, site: Flask, language: str = "en") -> None:
        self.client = site.test_client()
        self.language = language

    @cached_property
    def token(self) -> str:
        """The CSRF token, which is the same while the same person is signed in."""
        return self.get("/games/new").token

    def get(self, path: str, *, follow: bool = True) -> Response:
        return self._answer(self.client.get(path, headers=self._headers(), follow_redirects=follow))

    def post(
        self, path: str, data: Fields, *, follow: bool = True, files: dict[str, tuple[BytesIO, str]] | None = None
    ) -> Response:
        form_data = {**data, **(files or {})}
        return self._answer(self.client.post(path, data=form_data, headers=self._headers(), follow_redirects=follow))

    def send(self, page: Response, action: str, **changes: str | list[str] | None) -> Response:
        """Fill in a form of the page, send it and follow redirects. A value of None omits the field."""
        return self._send(page, action, changes, follow=True)

    def send_only(self, page: Response, action: str, **changes: str | list[str] | None) -> Response:
        """Like `send`, without following redirects."""
        return self._send(page, action, changes, follow=False)

    def _send(self, page: Response, action: str, changes: Changes, *, follow: bool) -> Response:
        form = page.form(action)
        data = {**fields_of(form), **changes}
        fields = {name: value for name, value in data.items() if value is not None}
        if form.attrs.get("method", "get") == "get":
            query = "&".join(
                f"{name}={item}"
                for name, values in fields.items()
                for item in ([values] if isinstance(values, str) else values)
            )
            return self.get(f"{form.attrs['action'].partition('?')[0]}?{query}")
        return self.post(form.attrs["action"], fields, follow=follow)

    def cookie(self, name: str) -> str | None:
        stored = self.client.get_cookie(name)
        return None if stored is None else stored.value

    def _headers(self) -> dict[str, str]:
        return {"Accept-Language": self.language}

    def _answer(self, response: "TestResponse") -> Response:
        text, is_page = response.get_data().decode(errors="replace"), response.mimetype == "text/html"
        return Response(response.status_code, response.request.path, response.headers, text, is_page)


@dataclass(frozen=True)
class Game:
    """A started game, with its three links."""

    site: Flask
    game_id: int
    own: str
    write: str
    read: str

    def token(self, permission: str) -> str:
        return str(getattr(self, permission))

    def path(self, suffix: str = "", permission: str = "write") -> str:
        return f"/g/{self.token(permission)}{suffix}"

    def file(self) -> dict[str, Any]:
        """The current game file."""
        with self.site.app_context():
            return fold_game(GAMES.read_fold_entries(db.session(), self.game_id)).game_file_json()

    def seq(self) -> int:
        """The number of entries in its journal."""
        with self.site.app_context():
            return len(GAMES.read_entries(db.session(), self.game_id))

    def submit(
        self, body: Body, author: str | None = None, made_at: str | None = None, link: Body | None = None
    ) -> RecordingOutcome:
        """Try to record an entry without the pages, as from another phone."""
        with self.site.app_context():
            command = Command(str(uuid.uuid4()), body, author, made_at, link, last_seen_seq=self.seq())
            return record_game_entry(self.game_id, command)

    def add_entry(self, body: Body) -> int:
        """Record an entry that must be accepted."""
        outcome = self.submit(body)
        assert isinstance(outcome, Recorded), outcome
        return outcome.seq


def start(site: Flask, *deals: dict[str, Any], **parts: Any) -> Game:  # noqa: ANN401 - parts of a game file
    """Start a game from parts of a game file; A is the first king by default."""
    file = {"format": GAME_FILE_FORMAT, "players": list(NAMES), "first_king": "A", "deals": list(deals), **parts}
    started_file = {name: value for name, value in file.items() if value is not None}
    with site.app_context():
        outcome = start_game(started_file)
    assert isinstance(outcome, StartedGame), outcome
    return Game(
        site, outcome.game_id, **{str(permission): token for permission, token in outcome.token_by_permission.items()}
    )


def preset(name: str, **options: Any) -> dict[str, Any]:  # noqa: ANN401 - options are of many types
    """House rules for `start`."""
    return {"house_rules": {"preset": name, "options": options}}


def result_of_file(file: dict[str, Any]) -> dict[str, Any]:
    """The result of a game file, calculated by the rules."""
    outcome = read_game_file(file).play()
    assert not outcome.refusals, outcome.refusals
    result: dict[str, Any] = to_builtins(scored_game_of(outcome.game))
    return result


def fields_of(form: Node) -> Fields:
    """The fields that an unchanged form sends, without buttons."""
    data: Fields = {}
    for node in form.walk():
        name, kind = node.attrs.get("name"), node.attrs.get("type", "text")
        if not name or node.tag not in {"input", "select", "textarea"} or kind == "file":
            continue
        if node.tag == "select":
            options = [option for option in node.find("option") if "selected" in option.attrs] or node.find("option")[
                :1
            ]
            data[name] = options[0].attrs["value"]
        elif kind not in {"radio", "checkbox"}:
            data[name] = node.attrs.get("value", "")
        elif "checked" in node.attrs:
            earlier_value = data.get(name)
            value = node.attrs.get("value", "on")
            data[name] = (
                [*earlier_value, value] if isinstance(earlier_value, list) else [value] if kind == "checkbox" else value
            )
    return data


def capture_fields(captures: dict[str, Any]) -> dict[str, str]:
    """A deal's captures as the fields of its form."""
    fields: dict[str, str] = {}
    cards = {f"Q{suit[0].upper()}": takers for suit, takers in captures.get("queens", {}).items()}
    if "king_of_hearts" in captures:
        cards["KH"] = captures["king_of_hearts"]
    for card, takers in cards.items():
        fields |= {f"{card}_{name}": seat for name, seat in takers.items()}
        fields[f"{card}_cover"] = "blanket" if "doubled_by" in takers else "plain"
    for kind in ("diamonds", "tricks"):
        fields |= {f"{kind}_{seat}": str(count) for seat, count in captures.get(kind, {}).items()}
    fields |= {f"trex_{finish}": seat for finish, seat in enumerate(captures.get("trex", ()), 1)}
    return fields


def shown_totals(page: Response) -> dict[str, int]:
    """The four totals on a table page or score sheet, in any digits."""
    digits = str.maketrans("٠١٢٣٤٥٦٧٨٩\u2212", "0123456789-")
    return {seat: int(node.text.translate(digits)) for seat in SEATS for node in page.root.find(data_total_of=seat)[:1]}


def listed_game_tokens(page: Response) -> list[str]:
    """The tokens of the games that a page lists."""
    return [
        node.attrs["href"].removeprefix("/g/").removesuffix("/result")
        for node in page.root.find("a", class_="listed-game")
    ]
