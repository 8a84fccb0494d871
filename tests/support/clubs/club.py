"""A club used through commands. Methods fail if their entry is refused, except `submit`."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.support.clubs.league_rows import standings_at
from tests.support.tables import NAMES, Json
from tests.support.whole_games import score_game, whole_game
from trexscore.club.record import ClubRecord
from trexscore.club.season_tallies import SeasonPlayer
from trexscore.commands.accounts import AccountToCreate, create_account
from trexscore.commands.clock import timestamp
from trexscore.commands.clubs.create_club import OWNER_MEMBER_NUMBER, create_club
from trexscore.commands.clubs.record_entry import record_club_entries, record_club_entry
from trexscore.commands.games.record_entry import record_game_entry
from trexscore.commands.games.start_game import StartedGame, start_game
from trexscore.commands.league.verify_clubs import verify_clubs
from trexscore.commands.recording import Command, Conflict, Recorded, RecordingOutcome
from trexscore.db.clubs.clubs import ClubHead, connect_account, find_club_head, read_club_record
from trexscore.db.games import find_game_by_uid, read_game_identity
from trexscore.db.journals import CLUBS, GAMES
from trexscore.db.league.season_rows import StandingRow, read_standing_sums
from trexscore.db.models import db
from trexscore.db.transactions import write_transaction
from trexscore.game.builder import fold_game
from trexscore.game.record import Record
from trexscore.league.tally import EMPTY_TALLY, Tally
from trexscore.ledger.entry_refusal import EntryRefusal

SUM: Json = {"basis": {"kind": "sum"}}
BEST_TWO: Json = {"basis": {"kind": "best", "best": 2}}
YEAR: Json = {
    "name": "2026",
    "from": "2026-01-01",
    "until": "2026-12-31",
    "house_rules": {"preset": "standard"},
    "counting": SUM,
}
DAY = "2026-11-22"
OPPOSITE_SEATS = {"A": "C", "B": "D", "C": "A", "D": "B"}
"""All four change to the opposite seat, which keeps the order of kings."""
PARTNERS: Json = {"preset": "standard", "options": {"partnership": True}}


@dataclass
class Clock:
    """The server's clock, controlled by the test."""

    moment: datetime = datetime(2026, 11, 22, 18, tzinfo=UTC)

    def __call__(self) -> str:
        return timestamp(self.moment)

    def advance(self, milliseconds: int) -> str:
        self.moment += timedelta(milliseconds=milliseconds)
        return self()


def set_clock(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    """Replace the server's time by this clock."""
    for module in (
        "clubs.create_club",
        "clubs.record_entry",
        "games.record_entry",
        "games.start_game",
    ):
        monkeypatch.setattr(f"trexscore.commands.{module}.current_timestamp", clock)


def new_account(name: str = "Basil") -> int:
    """The id of a new account without a usable password."""
    account_id = create_account(AccountToCreate(name, f"{name.casefold()}.{uuid.uuid4().hex[:12]}", None, "no hash"))
    assert isinstance(account_id, int)
    return account_id


@dataclass
class SiteClub:
    """A club on a site. All methods need the site's app context; the default author is the owner."""

    uid: str
    members: dict[str, int] = field(default_factory=dict)
    """Member numbers by name."""

    @property
    def club_head(self) -> ClubHead:
        head = find_club_head(self.uid)
        assert head is not None
        return head

    @property
    def id(self) -> int:
        return self.club_head.id

    @property
    def record(self) -> ClubRecord:
        db.session.rollback()
        return read_club_record(self.club_head)

    def submit(
        self, kind: str, content: object, by: int = OWNER_MEMBER_NUMBER, key: str | None = None
    ) -> RecordingOutcome:
        """Try to record an entry: the outcome."""
        return record_club_entry(self.id, Command.of_member(key or str(uuid.uuid4()), by, {kind: content}))

    def add_entry(self, kind: str, content: object, by: int = OWNER_MEMBER_NUMBER) -> int:
        """Record an entry that has to be accepted: its number."""
        outcome = self.submit(kind, content, by)
        assert isinstance(outcome, Recorded), outcome
        return outcome.seq

    def refusal_codes(self, kind: str, content: object, by: int = OWNER_MEMBER_NUMBER) -> set[str]:
        """The refusal codes of an entry that has to be refused."""
        outcome = self.submit(kind, content, by)
        assert isinstance(outcome, EntryRefusal), outcome
        return {refusal.code for refusal in outcome.refusals}

    def join(self, name: str, role: str = "member", account_id: int | None = None) -> int:
        """Add a member, perhaps with an account: their number."""
        number = self.add_entry("joined", {"role": role})
        self.add_entry("named", {"member": number, "name": name})
        self.members[name] = number
        if account_id is not None:
            with write_transaction() as session:
                connect_account(session, self.id, number, account_id)
        return number

    def join_all(self, roles: dict[str, str], accounts: dict[str, int] | None = None) -> list[int]:
        """Add members with these names in one transaction, as `join` does: their numbers."""
        with write_transaction() as session:
            head = CLUBS.lock(session, self.id)
            requests: list[Command] = []
            for name, role in roles.items():
                self.members[name] = number = head.seq + 1 + len(requests)
                contents = {"joined": {"role": role}, "named": {"member": number, "name": name}}
                requests += [
                    Command.of_member(str(uuid.uuid4()), OWNER_MEMBER_NUMBER, {kind: content})
                    for kind, content in contents.items()
                ]
            record_club_entries(session, head, requests)
            for name, account_id in (accounts or {}).items():
                connect_account(session, self.id, self.members[name], account_id)
        return [self.members[name] for name in roles]

    def create_season(self, **fields: Any) -> int:  # noqa: ANN401 - any part of a season
        """Create a season of the whole year, by sum of points by default: its number."""
        return self.add_entry("season", YEAR | fields)

    def change_season(self, number: int, **fields: Any) -> int:  # noqa: ANN401
        return self.add_entry("season", YEAR | fields | {"instead": number})

    def count_game(self, game: str, seats: Sequence[int | None], **fields: Any) -> int:  # noqa: ANN401 - what the entry may say
        """Count a game for those who sat at A, B, C and D."""
        return self.add_entry("game", {"uid": game, "seats": dict(zip("ABCD", seats, strict=True)), "on": DAY} | fields)

    def exclude_game(self, game: str, by: int = OWNER_MEMBER_NUMBER) -> int:
        return self.add_entry("withdrawn", {"uid": game, "reason": "counted twice"}, by)

    def merge_members(self, member: int, into: int) -> int:
        return self.add_entry("merged", {"member": member, "into": into})

    def tally_by_player(self, season: int, at: str | None = None) -> dict[tuple[int, int], Tally]:
        """Standings by member and partner; without those who have no counted games."""
        rows = read_standing_sums(db.session(), self.id, season, at)
        assert len({row.player for row in rows}) == len(rows), "a player has two rows in the standings"
        return {(row.player.member, row.player.partner): row.tally for row in rows if row.tally != EMPTY_TALLY}

    def standing_rows(self, season: int, at: str | None = None) -> list[StandingRow]:
        return standings_at(db.session(), self.id, season, at)

    def points(self, season: int, at: str | None = None) -> dict[int, int]:
        """Points by member, or by the first of a pair."""
        return {member: tally.points for (member, _), tally in self.tally_by_player(season, at).items()}

    def stored_game_points(self, season: int, member: int) -> tuple[int, ...]:
        """The points of single games that are stored for best-of scoring."""
        return next(
            row.single_game_points
            for row in self.standing_rows(season)
            if row.player == SeasonPlayer(season, member, 0)
        )


def new_club(account_id: int | None = None, name: str = "Trex at Basil’s", owner: str = "Basil") -> SiteClub:
    """A new club, owned by this account or by a new one."""
    key = str(uuid.uuid4())
    uid = create_club(account_id or new_account(owner), key, {"name": name, "shows": "nothing"}, owner)
    assert isinstance(uid, str), uid
    return SiteClub(uid, {owner: OWNER_MEMBER_NUMBER})


def four_members(club: SiteClub) -> list[int]:
    """The owner and three members who join."""
    return [OWNER_MEMBER_NUMBER, *club.join_all(dict.fromkeys(("Carine", "Dani", "Elias"), "member"))]


def play_game(seed: int = 1, preset: str = "standard", deals: int | None = None, **house_rules: Any) -> str:  # noqa: ANN401
    """Play a game with this many of its deals, or all: its uid."""
    file = whole_game(preset, seed, NAMES)
    if house_rules:
        file["house_rules"] = {"preset": preset, "options": house_rules}
    return start_game_from_file(file | {"deals": file["deals"][:deals]})


def start_game_from_file(file: Json) -> str:
    """Start a game from a file: its uid."""
    outcome = start_game(file)
    assert isinstance(outcome, StartedGame), outcome
    return read_game_identity(db.session(), outcome.game_id).uid


def deal_of_game(seed: int, number: int, preset: str = "standard") -> Json:
    """A deal of such a game, counted from 0."""
    deal: Json = whole_game(preset, seed, NAMES)["deals"][number]
    return deal


def totals_of_whole_game(seed: int, preset: str = "standard") -> list[int]:
    """The points of such a game, by seat, as the rules give them."""
    totals: dict[str, int] = score_game(whole_game(preset, seed, NAMES))["totals"]
    return [totals[letter] for letter in "ABCD"]


def all_clubs_are_valid() -> bool:
    """Whether every journal and every derived row of every club is valid."""
    db.session.rollback()
    return all(result.faults == [] for result in verify_clubs())


def game_id(uid: str) -> int:
    identity = find_game_by_uid(db.session(), uid)
    assert identity is not None
    return identity.id


def record(uid: str) -> Record:
    """A game, folded from its journal."""
    db.session.rollback()
    return fold_game(GAMES.read_fold_entries(db.session(), game_id(uid)))


def submit_entry(uid: str, body: Json, key: str | None = None) -> Recorded | Conflict | Any:  # noqa: ANN401 - or why not
    """Try to record an entry in a game: the outcome."""
    number = game_id(uid)
    last_entry = len(GAMES.read_entries(db.session(), number))
    return record_game_entry(number, Command(key or str(uuid.uuid4()), body, last_seen_seq=last_entry))


def add_game_entry(uid: str, body: Json) -> int:
    """Record an entry in a game that has to be accepted: its number there."""
    outcome = submit_entry(uid, body)
    assert isinstance(outcome, Recorded), outcome
    return outcome.seq


def sign_off_kingdoms(uid: str, letters: str = "ABCD") -> None:
    """Sign off every finished kingdom, for all four seats or these."""
    game_record = record(uid)
    for agreement in game_record.kingdom_sign_offs(game_record.play().game):
        for letter in letters:
            if letter not in {seat.name for seat in agreement.signed_seats}:
                content = {"kingdom": agreement.king.name, "seat": letter, "digest": agreement.digest}
                add_game_entry(uid, {"agreed": content})
