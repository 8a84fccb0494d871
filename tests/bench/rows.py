"""The measurements in the process, each with its baseline."""

import json
import os
import uuid
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from pathlib import Path
from random import Random
from typing import Any

from flask import Flask

from tests.bench import bare, standings
from tests.bench.games import DEALS, game
from tests.bench.measure import Row, in_turn, request_page
from trexscore.app import create_app
from trexscore.cli import main
from trexscore.config import Settings
from trexscore.db.migrations import upgrade

_JSON_LINES = 1500
_READS = 1000
_PAGES = 60
_DEALS_ON_THE_PAGE = 11
_FEW_GAMES, _MANY_GAMES = 10, 1000
_FEW_SEASON_GAMES, _MANY_SEASON_GAMES = 1000, 100_000
_TABLES = 20
_SAME_COST = 1.1
"""The largest ratio that counts as equal time."""
_START_ENTRIES = 5
"""Entries of a game that has just started: its start and four names."""
_NO_LIMIT = str(10**9)


def scoring(folder: Path, repeats: int) -> Iterator[Row]:
    """Run `trexscore score --json` on a `.jsonl` file of games."""
    random = Random(1)  # noqa: S311 - no secret
    file = folder / "games.jsonl"
    file.write_text("".join(json.dumps(game(random)) + "\n" for _ in range(_JSON_LINES)), encoding="utf-8")

    def score_games() -> None:
        with Path(os.devnull).open("w", encoding="utf-8") as null_device, redirect_stdout(null_device):
            if main(["score", "--json", str(file)]) != 0:
                raise RuntimeError("a game was not scored")

    def load_json() -> None:
        with file.open("rb") as lines:
            for line in lines:
                json.loads(line)

    figures = in_turn(score_games, load_json, times=_JSON_LINES, repeats=repeats)
    yield Row(f"score --json, a game of {DEALS} deals", "json.loads of the same lines", 10, *figures)


def recording(folder: Path, repeats: int) -> Iterator[Row]:
    """Record a deal, from the HTTP request to the durable commit."""
    app, baseline = _app(folder / "recording"), bare.commits_a_row(folder / "bare.sqlite3")
    file = game(Random(2))  # noqa: S311 - no secret
    token = ""
    bodies: list[bytes] = []

    def prepare() -> None:
        nonlocal token, bodies
        token = _start(app, {**file, "deals": []})["write"]
        bodies = [_entry(body, after) for after, body in enumerate(file["deals"], _START_ENTRIES)]

    def record_deals() -> None:
        for body in bodies:
            request_page(app, f"/api/games/{token}/entries", 201, body)

    def commit_rows() -> None:
        for body in bodies:
            request_page(baseline, "/rows", 201, body)

    figures = in_turn(record_deals, commit_rows, times=DEALS, repeats=3 * repeats, prepare=prepare)
    yield Row("recording a deal, in the process", "a view that commits one row", 2, *figures)


def state(folder: Path, repeats: int) -> Iterator[Row]:
    """Poll `…/state` of an unchanged game."""
    app, baseline = _app(folder / "state"), bare.answers_304(folder / "read.sqlite3")
    token = _start(app, game(Random(3)))["read"]  # noqa: S311 - no secret
    path = f"/api/games/{token}/state"
    with app.test_client() as client:
        etag = client.get(path).headers["ETag"]

    def read_state() -> None:
        for _ in range(_READS):
            request_page(app, path, 304, headers={"If-None-Match": etag})

    def read_row() -> None:
        for _ in range(_READS):
            request_page(baseline, "/things/token", 304, headers={"If-None-Match": '"5"'})

    figures = in_turn(read_state, read_row, times=_READS, repeats=repeats)
    yield Row("…/state with nothing new", "a view that answers 304 from one read", 2, *figures)


def table_page(folder: Path, repeats: int) -> Iterator[Row]:
    """The table page, compared with a minimal page, and with itself in a larger database."""
    small_app, large_app = _app(folder / "few"), _app(folder / "many")
    small_path, large_path = _fill(small_app, _FEW_GAMES), _fill(large_app, _MANY_GAMES)
    rows = bare.renders_rows()

    def page(app: Flask, path: str) -> None:
        for _ in range(_PAGES):
            request_page(app, path, 200)

    figures = in_turn(lambda: page(small_app, small_path), lambda: page(rows, "/"), times=_PAGES, repeats=repeats)
    yield Row(f"table page, {_DEALS_ON_THE_PAGE} deals played", "a bare Jinja page of 30 rows", 4, *figures)
    figures = in_turn(
        lambda: page(large_app, large_path), lambda: page(small_app, small_path), times=_PAGES, repeats=repeats
    )
    yield Row(f"table page among {_MANY_GAMES:,} games", f"the same among {_FEW_GAMES}", _SAME_COST, *figures)


def standings_page(folder: Path, repeats: int) -> Iterator[Row]:
    """Standings of a large season, compared with a small one: now, and of a past day in both views."""
    small_app, large_app = _app(folder / "season"), _app(folder / "long-season")
    small_path, large_path = (
        standings.fill_season(small_app, _FEW_SEASON_GAMES),
        standings.fill_season(large_app, _MANY_SEASON_GAMES),
    )

    def pages(app: Flask, path: str) -> Callable[[], None]:
        def page() -> None:
            for _ in range(_TABLES):
                request_page(app, path, 200)

        return page

    past = "?on=2026-06-30"
    queries = (
        ("standings", ""),
        ("standings of a past day", past),
        ("the same as they count now", f"{past}&known=now"),
    )
    for name, day in queries:
        figures = in_turn(
            pages(large_app, large_path + day), pages(small_app, small_path + day), times=_TABLES, repeats=repeats
        )
        yield Row(f"{name}, {_MANY_SEASON_GAMES:,} games", f"the same of {_FEW_SEASON_GAMES:,}", _SAME_COST, *figures)


def _app(folder: Path) -> Flask:
    names = ("WRITES_PER_MINUTE", "NEW_GAMES_PER_MINUTE", "MEGABYTES_PER_HOUR")
    limits = {f"TREXSCORE_{name}": _NO_LIMIT for name in names}
    app = create_app(Settings.from_environment({"TREXSCORE_DATA": str(folder), **limits}))
    upgrade(app)
    return app


def _start(app: Flask, file: dict[str, Any]) -> dict[str, str]:
    links: dict[str, str] = json.loads(request_page(app, "/api/games", 201, json.dumps(file).encode()))
    return links


def _fill(app: Flask, games: int) -> str:
    """Start this many games: the address of a game's page."""
    file = game(Random(4), _DEALS_ON_THE_PAGE)  # noqa: S311 - no secret
    links = [_start(app, file) for _ in range(games)]
    return links[games // 2]["write_url"]


def _entry(body: dict[str, Any], after: int) -> bytes:
    envelope = {"key": str(uuid.uuid4()), "after": after, "author": "Basil", "made_at": "2026-11-20T21:14:03+02:00"}
    return json.dumps({**envelope, "entry": body}).encode()


ROWS = (scoring, recording, state, table_page, standings_page)
