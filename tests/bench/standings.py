"""A season with many games: the rows are the same as after entries, but are written in batches."""

import random
import uuid
from collections import Counter, defaultdict
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import patch

from flask import Flask
from sqlalchemy import insert
from sqlalchemy.orm import Session

from tests.support.clubs.club import new_club
from trexscore.club.counted_game import parse_counted_game
from trexscore.club.game_outcome import GameOutcome, rules_key
from trexscore.club.record import ClubRecord
from trexscore.club.season_tallies import SeasonPlayer, tallies_of_game
from trexscore.commands.clock import timestamp
from trexscore.db.clubs import counted_games
from trexscore.db.clubs.clubs import ClubHead
from trexscore.db.clubs.models import OPEN_END
from trexscore.db.league import season_rows
from trexscore.db.league.sums_by_period import month_and_day_periods
from trexscore.db.models import Base
from trexscore.db.transactions import write_transaction
from trexscore.league.meetings import meetings_in_game
from trexscore.league.result import Result
from trexscore.league.tally import EMPTY_TALLY, Tally
from trexscore.rules.presets import STANDARD_PRESET
from trexscore.rules.seats import BySeat
from trexscore.rules.winners import finishes_of

MEMBERS = 60
_BATCH_SIZE = 2000
_FOUNDED = "2025-12-31T12:00:00.000Z"
"""Before all games, so that there are standings on every past day."""
_SEASON_COUNTING = {"basis": {"kind": "wins"}, "tie_breaks": ["head_to_head", "best_game", "points"]}
Rows = dict[str, list[dict[str, Any]]]


def fill_season(app: Flask, games: int) -> str:
    """Write a season of sixty members and this many games, with expensive tie-breaks: the address of its standings."""
    clocks = [f"trexscore.commands.clubs.{name}.current_timestamp" for name in ("create_club", "record_entry")]
    with app.app_context(), patch(clocks[0], lambda: _FOUNDED), patch(clocks[1], lambda: _FOUNDED):
        club = new_club(name=f"Club of {games} games")
        club.add_entry("settings", {"name": "Club", "shows": "standings"})
        for number in range(1, MEMBERS):
            club.join(f"Member {number}")
        season = club.create_season(counting=_SEASON_COUNTING)
        record, club_head = club.record, club.club_head
        with write_transaction() as session:
            _Filling(session, club_head, record, random.Random(games)).fill(games)  # noqa: S311 - no secret
        return f"/c/{club.uid}/seasons/{season}"


class _Filling:
    """Computes results as usual, but sums the rows itself and writes them in batches."""

    def __init__(self, session: Session, club: ClubHead, record: ClubRecord, rng: random.Random) -> None:
        self.session, self.record, self.rng = session, record, rng
        self.club_id, self.members = club.id, [member.number for member in record.unmerged_members]
        self.tallies: dict[SeasonPlayer, Tally] = {}
        self.best: dict[SeasonPlayer, int] = {}
        self.played: dict[tuple[SeasonPlayer, str], Tally] = defaultdict(lambda: EMPTY_TALLY)
        self.met: dict[tuple[SeasonPlayer, SeasonPlayer], Counter[int]] = defaultdict(Counter)
        self.last: dict[tuple[str, Any], dict[str, Any]] = {}
        self.rows: Rows = defaultdict(list)
        self.start = datetime(2026, 1, 1, tzinfo=UTC)

    def fill(self, games: int) -> None:
        for number in range(games):
            self._game(number, self.start + timedelta(days=300) * number / games)
            if number % _BATCH_SIZE == _BATCH_SIZE - 1:
                self._write()
        for (table, _key), values in self.last.items():
            self.rows[table].append(values)
        for (share, period), tally in self.played.items():
            columns = {**share._asdict(), "period": period, "tally": str(tally.as_json())}
            self.rows["result_by_period"].append({"club_id": self.club_id, **columns})
        self._write()

    def _game(self, number: int, moment: datetime) -> None:
        played_at, uid = timestamp(moment), str(uuid.UUID(int=self.rng.getrandbits(128), version=4))
        points = BySeat(*(self.rng.randrange(-60, 60) * 5 for _ in range(4)))
        firsts = BySeat(2, 1, 1, 0)
        result = Result(
            points, finishes_of(STANDARD_PRESET.rules, points, ()), firsts, partnership=False, complete=True
        )
        outcome = GameOutcome(True, True, rules_key(STANDARD_PRESET.rules), result)  # noqa: FBT003 - complete, agreed
        seats = dict(zip("ABCD", self.rng.sample(self.members, 4), strict=True))
        counted = parse_counted_game({"uid": uid, "seats": seats, "on": played_at[:10]})
        row = counted_games.ClubGameRow(
            number + 1, uid, number, number, f"{played_at[:10]} {played_at} {uid[:8]}", counted, outcome
        )
        started_values = {"started_key": uid, "uid": uid, "started_digest": "", "last_seq": 1, "last_digest": ""}
        self.rows["game"].append({"id": row.game_id, **started_values, "in_club": True})
        self.rows["club_game"].append(counted_games.club_game_values(self.club_id, row, counts_in_season=True))
        self.rows["club_game_member"] += counted_games.club_game_member_rows(self.club_id, row)
        parts = tallies_of_game(self.record, counted, outcome)
        since: dict[int, str] = defaultdict(lambda: played_at)
        self.rows["season_result"] += season_rows.game_result_rows(self.club_id, row, parts, since)
        for share, tally in parts.items():
            for period in month_and_day_periods(row.sort_key):
                self.played[share, period] += tally
            self.tallies[share] = self.tallies.get(share, EMPTY_TALLY) + tally
            self.best[share] = max(self.best.get(share, tally.points), tally.points)
            standing = {"tally": str(self.tallies[share].as_json()), "points": f"[{self.best[share]}]"}
            self._replace_row(
                "standing", share, {**share._asdict(), **standing, "cause": '{"club":1,"kind":"game"}'}, played_at
            )
        for share_a, share_b, *ranks in meetings_in_game(parts):
            self.met[share_a, share_b][ranks.index(1)] += 1
            times = dict(
                zip(("wins", "ties", "losses"), map(self.met[share_a, share_b].get, range(3), [0] * 3), strict=True)
            )
            pair = {**share_a._asdict(), "opponent": share_b.member, "opponent_partner": share_b.partner}
            self._replace_row("head_to_head", (share_a, share_b), {**pair, **times}, played_at)

    def _replace_row(self, table: str, key: Any, values: dict[str, Any], valid_from: str) -> None:  # noqa: ANN401 - what rows are of
        last_row = self.last.get((table, key))
        if last_row is not None:
            last_row["valid_to"] = valid_from
            self.rows[table].append(last_row)
        self.last[table, key] = {"club_id": self.club_id, **values, "valid_from": valid_from, "valid_to": OPEN_END}

    def _write(self) -> None:
        for table, rows in self.rows.items():
            if rows:
                self.session.execute(insert(Base.metadata.tables[table]), rows)
        self.rows.clear()
