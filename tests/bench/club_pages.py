"""CPU time and statements of each page of a club with 10,000 games. Data files of all games are made in jobs.

Creating the club takes minutes, so it is kept in the temporary folder, or in `TREXSCORE_BENCH_CLUBS`.
"""

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

from flask import Flask
from sqlalchemy import select
from sqlalchemy.orm import Session

from tests.bench.club_of_many import StoredClub, make_or_open_club
from tests.bench.measure import request_page
from tests.support.people import OWNER_MEMBER_NUMBER
from tests.support.statements import StatementCounter
from trexscore.app import create_app
from trexscore.config import Settings
from trexscore.db.clubs.clubs import find_club_head
from trexscore.db.clubs.models import ClubGame
from trexscore.db.league import season_ranking
from trexscore.db.league.models import MonthlyStatistics
from trexscore.db.migrations import upgrade
from trexscore.db.models import db
from trexscore.web.clubs.standings import change_log

GAMES = 10_000
GOAL_MILLISECONDS = 10
_REPEATS = 7
_NO_LIMIT = str(10**9)
_PAST_DAY, _PAST_DAY_KNOWN_NOW = "?on=2026-06-30", "?on=2026-06-30&known=now"


class Club(NamedTuple):
    """The club, and the app that serves it."""

    app: Flask
    stored: StoredClub


class Cost(NamedTuple):
    """The cost of a page: CPU milliseconds, those after standings changed, database statements, and bytes."""

    milliseconds: float
    changed: float
    statements: int
    size: int


def stored_club(games: int = GAMES) -> Club:
    """The club with this many games; it is created if it is not stored yet."""
    folder = _folder() / f"club-{games}"
    folder.mkdir(parents=True, exist_ok=True)
    app = _app(folder)
    return Club(app, make_or_open_club(app, folder, games))


def copied_club(folder: Path, games: int = GAMES) -> Club:
    """A writable copy of the club in this folder."""
    original = stored_club(games)
    with original.app.app_context():
        db.engine.dispose()
    shutil.copytree(_folder() / f"club-{games}", folder, dirs_exist_ok=True)
    return Club(_app(folder), original.stored)


def figures() -> Iterator[str]:
    """Yield a line for each page as soon as it is measured."""
    club = stored_club()
    yield f"{'page of a club of ' + f'{GAMES:,} games':44} {'CPU ms':>8} {'changed':>8} {'statements':>11} {'KB':>7}"
    for name, path in pages(club).items():
        cost = cost_of(club, path)
        mark = "" if cost.milliseconds <= GOAL_MILLISECONDS else f"   more than {GOAL_MILLISECONDS} ms"
        times = f"{cost.milliseconds:8.1f} {cost.changed:8.1f}"
        yield f"{name:44} {times} {cost.statements:11} {cost.size / 1000:7.0f}{mark}"


def cost_of(club: Club, path: str, times: int = _REPEATS) -> Cost:
    """The cost of a page for the owner, with warm caches."""
    milliseconds: list[float] = []
    changed_milliseconds: list[float] = []
    content, statements = b"", 0
    for round_number in range(2 * times + 1):
        if round_number % 2:
            for cache in (season_ranking.STANDINGS_CACHE, change_log.RANK_MOVES_CACHE):
                cache.clear()
        with StatementCounter(club.app) as statement_counter:
            start = time.process_time()
            content = request_page(club.app, path, 200, headers=club.stored.headers)
            (changed_milliseconds if round_number % 2 else milliseconds).append(1000 * (time.process_time() - start))
        statements = statement_counter.number
    return Cost(median(milliseconds[1:]), median(changed_milliseconds), statements, len(content))


def pages(club: Club) -> dict[str, str]:
    """The measured pages: addresses by name."""
    uid, stored = club.stored.uid, club.stored
    with club.app.app_context():
        member, opponent, pair, game = _examples(db.session(), uid)
    club_path, api = f"/c/{uid}", f"/api/clubs/{uid}"
    seasons = {"wins": stored.wins, "best 20": stored.best, "pairs": stored.pairs}
    season_pages = {
        f"{name_of_page}, {name}": f"{club_path}/seasons/{number}{path_by_page}"
        for name, number in seasons.items()
        for name_of_page, path_by_page in {
            "standings": "",
            "past day, as it stood": _PAST_DAY,
            "past day, as it counts now": _PAST_DAY_KNOWN_NOW,
            "change log": "/changes",
        }.items()
    }
    path_by_page = {
        "games": "/games",
        "games of a player": f"/games?member={member}",
        "games of a season": f"/games?season={stored.pairs}",
        "games that do not count": "/games?only=not_counting",
        "games in dispute": "/games?only=disputed",
        "games of an evening": f"/games?evening={stored.night}",
        "game": f"/games/{game}",
        "seats of a game": f"/games/{game}/seats",
        "withdrawing a game": f"/games/{game}/exclude",
        "games behind a player's row": f"/seasons/{stored.wins}/players/{member}",
        "games behind a row of the best 20": f"/seasons/{stored.best}/players/{member}",
        "games behind a pair's row": f"/seasons/{stored.pairs}/pairs/{pair[0]}-{pair[1]}",
        "player": f"/players/{member}",
        "opponents of a player": f"/players/{member}/opponents",
        "player in a season": f"/players/{member}?season={stored.wins}",
        "pair": f"/pairs/{pair[0]}-{pair[1]}",
        "two against each other": f"/players/{member}/against/{opponent}",
        "statistics": "/statistics",
        "statistics of a season": f"/statistics?season={stored.wins}",
        "ratings": "/ratings",
        "seasons": "/seasons",
        "season's form": f"/seasons/{stored.wins}/edit",
        "evenings": "/game-nights",
        "evening": f"/game-nights/{stored.night}",
        "attendance": f"/game-nights/{stored.night}/check-in",
        "draw": f"/game-nights/{stored.night}/draw",
        "handing out the tables": f"/game-nights/{stored.night}/hand-out",
        "live board": f"/game-nights/{stored.night}/live-board",
        "calendar": "/game-nights.ics",
        "members": "/members",
        "member": f"/members/{member}",
        "merging": f"/members/{member}/merge",
        "club's history": "/history",
        "links": "/links",
        "settings": "/settings",
        "data": "/data",
        "bringing games in": "/games/import",
        "CSV, members": "/data/csv/members",
        "CSV, standings": f"/data/csv/standings/{stored.wins}",
        "CSV, standings of pairs": f"/data/csv/standings/{stored.pairs}",
    }
    api_pages = {
        "API, club": api,
        "API, standings": f"{api}/seasons/{stored.wins}",
        "API, standings of pairs": f"{api}/seasons/{stored.pairs}",
    }
    return {
        "front page": club_path,
        **season_pages,
        **{name_of_page: club_path + path for name_of_page, path in path_by_page.items()},
        **api_pages,
    }


def _examples(session: Session, uid: str) -> tuple[int, int, tuple[int, int], str]:
    """Two members, a pair that has played, and a game."""
    head = find_club_head(uid)
    if head is None:
        raise LookupError(uid)
    profile = select(MonthlyStatistics.member, MonthlyStatistics.partner).where(MonthlyStatistics.club_id == head.id)
    pair = session.execute(
        profile.where(MonthlyStatistics.partner > 0).order_by(MonthlyStatistics.member).limit(1)
    ).one()
    members = session.scalars(
        profile.where(MonthlyStatistics.member > OWNER_MEMBER_NUMBER, MonthlyStatistics.partner == 0).distinct()
    ).all()
    games = select(ClubGame.uid).where(ClubGame.club_id == head.id).order_by(ClubGame.sort_key.desc())
    game = session.scalars(games.offset(1).limit(1)).one()
    return members[0], members[1], (pair[0], pair[1]), game


def _folder() -> Path:
    return Path(os.environ.get("TREXSCORE_BENCH_CLUBS") or Path(tempfile.gettempdir()) / "trexscore-bench-clubs")


def _app(folder: Path) -> Flask:
    names = ("WRITES_PER_MINUTE", "NEW_GAMES_PER_MINUTE", "SIGN_INS_PER_MINUTE", "MEGABYTES_PER_HOUR")
    limits = {f"TREXSCORE_{name}": _NO_LIMIT for name in names}
    app = create_app(Settings.from_environment({"TREXSCORE_DATA": str(folder), **limits}))
    upgrade(app)
    return app
