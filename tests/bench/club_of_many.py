"""A club with many valid games, created once and reused: first its journals, then all derived rows in one pass.

Three seasons, of wins, of the best 20, and of pairs; a game night every other day with five tables and four rounds.
Some games are corrected, disputed, abandoned or excluded.
"""

import json
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

from flask import Flask
from sqlalchemy.orm import Session

from tests.support.clubs.club import OPPOSITE_SEATS, SUM, YEAR
from tests.support.people import OWNER_MEMBER_NUMBER, PagesClub, new_club
from tests.support.whole_games import whole_game
from trexscore.commands.clock import timestamp
from trexscore.commands.league.rebuild import rebuild_club
from trexscore.db import game_states
from trexscore.db.clubs.club_files import store_imported_game
from trexscore.db.clubs.game_tokens import create_missing_links
from trexscore.db.journals import CLUBS, JournalHead
from trexscore.db.transactions import write_transaction
from trexscore.game.builder import fold_game
from trexscore.game.file import GAME_FILE_FORMAT
from trexscore.game.state import state_of
from trexscore.ledger.chain import GENESIS_DIGEST, Body, EntryDraft, JournalEntry, chain_entry

MEMBERS = 60
_TABLES, _ROUNDS = 5, 4
_GAMES_PER_NIGHT = _TABLES * _ROUNDS
_START = datetime(2024, 1, 1, 18, tzinfo=UTC)
_FOUNDED = "2023-12-31T12:00:00.000Z"
_NIGHT_INTERVAL, _ROUND_LENGTH, _DEAL_LENGTH, _START_INTERVAL = (
    timedelta(days=2),
    timedelta(hours=1),
    timedelta(minutes=2),
    timedelta(seconds=7),
)
_POOL_SIZE = 60
_PAIRS_INTERVAL = 4
"""One game out of this many is played with partners."""
_EXCLUDED, _ABANDONED, _CORRECTED, _DISPUTED = 211, 157, 97, 301
"""One game out of this many."""
PARTNERS: Body = {"preset": "standard", "options": {"partnership": True}}
_DAYS = {"from": "2024-01-01", "until": "2099-12-31"}
_WINS: Body = {"basis": {"kind": "wins"}, "tie_breaks": ["head_to_head", "best_game", "points"]}
_BEST: Body = {"basis": {"kind": "best", "best": 20}, "tie_breaks": ["wins", "head_to_head"]}
_CLOCKS = ("create_club", "record_entry")


class StoredClub(NamedTuple):
    """The club's uid, its owner's session cookie, its seasons, and its last game night."""

    uid: str
    cookie: str
    wins: int
    best: int
    pairs: int
    night: int

    @property
    def headers(self) -> dict[str, str]:
        """The headers of the owner's requests."""
        return {"Cookie": f"session={self.cookie}", "Accept-Language": "en"}


def make_or_open_club(app: Flask, folder: Path, games: int) -> StoredClub:
    """The club in the app's database; it is created if `folder` does not contain it."""
    note = folder / "club.json"
    if not note.exists():
        note.write_text(json.dumps(_make(app, games)._asdict()), encoding="utf-8")
    return StoredClub(**json.loads(note.read_text(encoding="utf-8")))


def _make(app: Flask, games: int) -> StoredClub:
    for clock in _CLOCKS:
        patch(f"trexscore.commands.clubs.{clock}.current_timestamp", lambda: _FOUNDED).start()
    club = new_club(app, shows="all", name=f"Club of {games} games")
    cookie = club.owner.cookie("session")
    if cookie is None:
        raise RuntimeError("the owner is not signed in")
    for number in range(1, MEMBERS):
        club.join(f"Member {number}")
    wins_season, best_20, pairs_season = (
        club.add_entry("season", {**YEAR, **_DAYS, "name": name, "counting": counting, "house_rules": rules})
        for name, counting, rules in (
            ("Wins", _WINS, {"preset": "standard"}),
            ("Best 20", _BEST, {"preset": "standard"}),
            ("Pairs", SUM, PARTNERS),
        )
    )
    patch.stopall()
    with app.app_context():
        night = _Filling(club, Random(games)).fill(games)  # noqa: S311 - no secret
    return StoredClub(club.uid, cookie, wins_season, best_20, pairs_season, night)


class _Filling:
    """Adds game nights in order: their entries in the club, and their games."""

    def __init__(self, club: PagesClub, rng: Random) -> None:
        self.club_id, self.rng = club.id, rng
        self.names = {number: str(member.name) for number, member in club.record.members.items()}
        self.pools = {rules: [_deals(seed, rules) for seed in range(_POOL_SIZE)] for rules in (False, True)}
        self.later: list[tuple[str, str, Body]] = []

    def fill(self, games: int) -> int:
        with write_transaction() as session:
            head = CLUBS.lock(session, self.club_id)
        night_entry = 0
        for night in range(-(-games // _GAMES_PER_NIGHT)):
            with write_transaction() as session:
                night_entry = head.seq + 1
                head = self._night(session, head, night, min(_GAMES_PER_NIGHT, games - night * _GAMES_PER_NIGHT))
        with write_transaction() as session:
            rebuild_club(session, self.club_id)
        return night_entry

    def _night(self, session: Session, head: JournalHead, night: int, games: int) -> JournalHead:
        start = _START + _NIGHT_INTERVAL * night
        date, number = start.date().isoformat(), head.seq + 1
        members = self.rng.sample([*self.names], 4 * _TABLES)
        for kind, body in (
            ("evening", {"on": date, "at": "18:00", "place": "Café Central"}),
            ("arrived", {"evening": number, "members": members}),
        ):
            head = self._append(session, head, kind, body, start)
        uids = []
        previous_seq = 0
        for round_ in range(_ROUNDS):
            starts_at = start + _ROUND_LENGTH * round_
            self.rng.shuffle(members)
            tables = [members[4 * table_number : 4 * table_number + 4] for table_number in range(_TABLES)]
            drawn: Body = {
                "evening": number,
                "behind": previous_seq,
                "method": "random",
                "seed": 1,
                "tables": tables,
                "sitting_out": [],
            }
            head = self._append(session, head, "drawn", drawn, starts_at)
            previous_seq = head.seq
            for table, seats in enumerate(tables[: max(0, games - _TABLES * round_)], 1):
                game_number = night * _GAMES_PER_NIGHT + round_ * _TABLES + table
                starts_at += _START_INTERVAL
                uids.append(self._game(session, game_number, seats, starts_at))
                content: Body = {"uid": uids[-1], "seats": dict(zip("ABCD", seats, strict=True)), "on": date}
                content |= {"evening": number, "table": table}
                head = self._append(session, head, "game", content, starts_at)
                head = self._add_later_entry(session, head, content, game_number, starts_at + _ROUND_LENGTH)
        create_missing_links(session, self.club_id, uids)
        return head

    def _add_later_entry(
        self, session: Session, head: JournalHead, content: Body, game_number: int, moment: datetime
    ) -> JournalHead:
        if game_number % _ABANDONED == 0:
            return self._append(session, head, "game", {**content, "although": ["unfinished"]}, moment)
        if game_number % _EXCLUDED == 0:
            return self._append(session, head, "withdrawn", {"uid": content["uid"], "reason": "counted twice"}, moment)
        return head

    def _append(self, session: Session, head: JournalHead, kind: str, content: Body, moment: datetime) -> JournalHead:
        draft = EntryDraft(self._key(), kind, str(OWNER_MEMBER_NUMBER), None, {kind: content})
        return CLUBS.append_drafts(session, head, [draft], timestamp(moment), None)

    def _game(self, session: Session, game_number: int, seats: list[int], starts_at: datetime) -> str:
        entries = [*_chain_entries(self._bodies(game_number, seats), starts_at, self._key)]
        number = store_imported_game(session, entries, started_key=self._key(), started_digest="")
        record = fold_game(entry.fold_entry for entry in entries)
        game_states.store_state(session, number, state_of(record, record.play(), entries[-1].seq))
        return entries[0].key

    def _bodies(self, game_number: int, seats: list[int]) -> Iterator[tuple[str, Body]]:
        partners = game_number % _PAIRS_INTERVAL == 0
        rules = PARTNERS if partners else {"preset": "standard"}
        yield "started", {"format": GAME_FILE_FORMAT, "house_rules": rules, "first_king": "A"}
        for letter, member in zip("ABCD", seats, strict=True):
            yield "named", {"seat": letter, "name": self.names[member]}
        deals = self.rng.choice(self.pools[partners])
        for body in deals[:11] if game_number % _ABANDONED == 0 else deals:
            yield "deal", body
        if game_number % _CORRECTED == 0:
            yield "corrected", {"corrected": {"reason": "changed places", "changes": [{"seats": OPPOSITE_SEATS}]}}
        if game_number % _DISPUTED == 0:
            yield "disputed", {"disputed": {"seat": "C", "about": 6, "reason": "I was out before you were"}}

    def _key(self) -> str:
        return str(uuid.UUID(int=self.rng.getrandbits(128), version=4))


def _deals(seed: int, partners: bool) -> list[Body]:  # noqa: FBT001 - which of two pools
    file: dict[str, Any] = whole_game("standard", 2 * seed + partners)
    deals: list[Body] = file["deals"]
    return deals


def _chain_entries(bodies: Iterator[tuple[str, Body]], starts_at: datetime, key: Any) -> Iterator[JournalEntry]:  # noqa: ANN401
    """A game's entries: its start, a deal every two minutes, and corrections on the next day."""
    digest, moment = GENESIS_DIGEST, starts_at
    for seq, (kind, body) in enumerate(bodies, 1):
        moment += (
            _DEAL_LENGTH if kind == "deal" else timedelta(days=1) if kind in ("corrected", "disputed") else timedelta()
        )
        entry = chain_entry(
            EntryDraft(key(), kind, None, None, body, {"right": "write"}), seq, digest, timestamp(moment)
        )
        digest = entry.digest
        yield entry
