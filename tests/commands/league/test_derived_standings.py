"""After random entries, the standings equal those calculated from the journals, now and at every past time."""

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.clubs.club import (
    BEST_TWO,
    OPPOSITE_SEATS,
    PARTNERS,
    SUM,
    YEAR,
    Clock,
    SiteClub,
    deal_of_game,
    four_members,
    new_club,
    play_game,
    record,
    sign_off_kingdoms,
    submit_entry,
)
from tests.support.clubs.league_rows import all_result_rows, all_standings
from tests.support.clubs.leagues import season_rules_as_json
from tests.support.databases import on_postgresql
from trexscore.club.events.season import SeasonDefined
from trexscore.commands.league.rebuild import rebuild_club
from trexscore.commands.league.verify_clubs import verify_club
from trexscore.commands.recording import Recorded
from trexscore.db.clubs import counted_games
from trexscore.db.league import standings as standing_rows
from trexscore.db.models import db
from trexscore.db.transactions import write_transaction
from trexscore.game.events.sign_off_and_confirmation import KingdomSigned
from trexscore.league.tally import EMPTY_TALLY

PRESET = "standard"
SEED = 3
FIRST_OF_TWO: dict[str, Any] = {"basis": {"kind": "best", "best": 1, "of": 2}}
FEWEST_WIN: dict[str, Any] = {"preset": PRESET, "options": {"signs": "reversed", "winner": "lowest_total"}}
DAYS = ("2026-03-01", "2026-08-01", "2026-11-22", "2027-01-05")


class RandomClub:
    """A club that receives random entries; impossible ones are refused."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.club: SiteClub = new_club()
        self.numbers = [*four_members(self.club), self.club.join("Farah"), self.club.join("Ghada")]
        self.seasons = [self.club.create_season(), self.club.create_season(name="best", counting=BEST_TWO)]
        self.games: list[str] = []
        self.written = 0
        self.tables_by_time: dict[str, dict[int, Any]] = {}

    def take_step(self, action: str, seed: int, milliseconds: int) -> None:
        random = Random(seed)  # noqa: S311 - no secret
        self.clock.advance(milliseconds)
        getattr(self, action)(random)
        db.session.rollback()
        assert verify_club(db.session(), self.club.id).faults == []
        self.tables_by_time[self.clock()] = self.tables()

    def tables(self, at: str | None = None) -> dict[int, Any]:
        """The rows of every season so far; an empty row equals no row."""
        return {season: self.table(season, at) for season in self.seasons}

    def table(self, season: int, at: str | None) -> list[Any]:
        """The rows of a season, the meetings of its players, and the games counted in each row."""
        session, club_id = db.session(), self.club.id
        rows = sorted(
            (row.player, row.tally.as_json(), row.single_game_points)
            for row in self.club.standing_rows(season, at)
            if row.tally != EMPTY_TALLY
        )
        players = [player for player, *_ in rows]
        meetings = standing_rows.read_meeting_counts(session, club_id, players, at) if players else ()
        games = [
            (
                player,
                [(row.game_uid, row.points) for row in standing_rows.list_counted_results(session, selection, 0, 100)],
            )
            for player in players
            for selection in (standing_rows.ResultSelection(club_id, player, at),)
        ]
        return [rows, sorted(meeting for meeting in meetings if any(meeting[2:])), games]

    def submit(self, kind: str, content: object) -> None:
        written = self.club.submit(kind, content)
        if isinstance(written, Recorded):
            self.written += 1
            if kind == "season" and isinstance(content, dict) and "instead" not in content:
                self.seasons.append(written.seq)

    def start(self, random: Random) -> None:
        missing = random.choice((0, 0, 1, 2))
        options: dict[str, Any] = random.choice(({}, {}, PARTNERS["options"], FEWEST_WIN["options"]))
        deals = 20 - missing
        self.games.append(play_game(SEED, PRESET, deals, **options))
        self.count_game(self.games[-1], random)

    def count(self, random: Random) -> None:
        """Count a counted game again, or move it to another day."""
        if self.games:
            uid = random.choice(self.games)
            row = counted_games.find_game_row(db.session(), self.club.id, uid)
            if row is None or row.counted_game is None or random.random() < 0.5:
                self.count_game(uid, random)
            else:
                self.submit("game", row.counted_game.as_entry_content() | {"on": random.choice(DAYS)})

    def count_game(self, uid: str, random: Random) -> None:
        seats: list[int | None] = list(random.sample(self.numbers, 4))
        if random.random() < 0.2:
            seats[random.randrange(4)] = None
        content: dict[str, Any] = {
            "uid": uid,
            "seats": dict(zip("ABCD", seats, strict=True)),
            "on": random.choice(DAYS),
            "although": random.sample(("house_rules", "not_agreed", "unfinished"), random.choice((0, 0, 1, 3))),
        }
        if random.random() < 0.2:
            content["substitutes"] = {"A": random.choice([*self.numbers, None])}
        self.submit("game", content)

    def withdraw(self, random: Random) -> None:
        if self.games:
            self.submit("withdrawn", {"uid": random.choice(self.games), "reason": "a mistake"})

    def play(self, random: Random) -> None:
        """Add an entry to a game: the next deal, a correction, an undo, or sign-offs."""
        if not self.games:
            return
        uid = random.choice(self.games)
        game_record = record(uid)
        deal_count = len(game_record.counted_entries)
        action = random.choice(("next", "take_back", "elsewhere", "along", "agree", "disagree", "rules"))
        if action == "agree":
            sign_off_kingdoms(uid, random.choice(("ABC", "ABCD")))
            return
        correction = {"reason": "seen on paper", "with": list("ABCD")}
        sign_offs = [
            seq
            for seq, kind in game_record.event_type_by_seq.items()
            if kind is KingdomSigned and seq not in game_record.undone_seqs
        ]
        other_rules = {"preset": PRESET, "options": {"queen_points": random.choice((25, 30))}}
        body: dict[str, Any] = {
            "next": deal_of_game(SEED, min(deal_count, 19), PRESET),
            "take_back": {"take_back": game_record.counted_entries[-1].seq},
            "elsewhere": {"corrected": {**correction, "changes": [{"seats": {"A": "B", "B": "C", "C": "A"}}]}},
            "along": {"corrected": {**correction, "changes": [{"seats": OPPOSITE_SEATS, "deals": True}]}},
            "disagree": {"take_back": random.choice(sign_offs) if sign_offs else 1},
            "rules": {"corrected": {**correction, "changes": [{"house_rules": other_rules}]}},
        }[action]
        self.written += isinstance(submit_entry(uid, body), Recorded)

    def merge(self, random: Random) -> None:
        member, other = random.sample(self.numbers, 2)
        self.submit("merged", {"member": member, "into": other})

    def separate(self, random: Random) -> None:
        merges = list(self.club.record.merge_by_seq)
        if merges:
            self.submit("take_back", random.choice(merges))

    def leave(self, random: Random) -> None:
        self.submit(random.choice(("left", "returned")), {"member": random.choice(self.numbers)})

    def season(self, random: Random) -> None:
        """Define another season, or change one thing of an existing one."""
        changes = (
            {"name": f"season {random.randrange(3)}"},
            {"from": random.choice(("2026-01-01", "2026-06-01"))},
            {"until": random.choice(("2026-12-31", "2027-06-30"))},
            {"house_rules": random.choice(({"preset": PRESET}, PARTNERS, FEWEST_WIN))},
            {"counting": random.choice((SUM, BEST_TWO, FIRST_OF_TWO, {"basis": {"kind": "wins"}}))},
        )
        seasons = self.club.record.seasons
        if random.random() < 0.3 or not seasons:
            all_changes = {name: value for change in changes for name, value in change.items()}
            self.submit("season", YEAR | all_changes)
            return
        season = random.choice(list(seasons.values()))
        definition = {
            "name": season.name,
            "from": season.first_day.isoformat(),
            "until": season.last_day.isoformat(),
            "house_rules": season.house_rules_json,
            "counting": season_rules_as_json(season.season_rules),
        }
        self.submit("season", definition | random.choice(changes) | {"instead": season.number})

    def undo_season(self, random: Random) -> None:
        event_types = self.club.record.event_type_by_seq
        self.submit("take_back", random.choice([seq for seq, kind in event_types.items() if kind is SeasonDefined]))

    def change_settings(self, random: Random) -> None:
        self.submit("settings", {"name": "Trex", "shows": "all", "agreed": random.random() < 0.5})


ACTIONS = (
    "start",
    "count",
    "withdraw",
    "play",
    "play",
    "merge",
    "separate",
    "leave",
    "season",
    "season",
    "undo_season",
    "change_settings",
)
STEPS = st.tuples(st.sampled_from(ACTIONS), st.integers(0, 2**16), st.sampled_from((0, 1, 1000)))


def history(club: SiteClub) -> list[Any]:
    """All rows of a club without their ids; rows with equal times are sorted."""
    session = db.session()
    standings = sorted(
        (row.player, index, row.tally.as_json(), *row[2:5], sorted(map(str, row.cause.items())))
        for index, row in enumerate(sorted(all_standings(session, club.id), key=lambda row: row.player))
    )
    result_rows = sorted(
        (row.player, row.game_id, row.sort_key, row.valid_from, row.valid_to)
        for row in all_result_rows(session, club.id)
    )
    games = sorted(counted_games.list_game_rows_between(session, club.id), key=lambda row: row.uid)
    return [standings, result_rows, [(row.uid, row.seq, row.sort_key, row.counted_game, row.outcome) for row in games]]


def check_random_club(clock: Clock, steps: list[tuple[str, int, int]]) -> None:
    random_club = RandomClub(clock)
    for step in [("start", 1, 1), ("start", 2, 1), *steps]:
        random_club.take_step(*step)
    for time, tables in random_club.tables_by_time.items():
        assert {season: rows for season, rows in random_club.tables(time).items() if season in tables} == tables
    before = history(random_club.club)
    with write_transaction() as session:
        rebuild_club(session, random_club.club.id)
    assert verify_club(db.session(), random_club.club.id).faults == []
    for time, tables in random_club.tables_by_time.items():
        assert {season: rows for season, rows in random_club.tables(time).items() if season in tables} == tables
    if all(milliseconds for _, _, milliseconds in steps):
        assert history(random_club.club) == before


STEP_LISTS = st.lists(STEPS, min_size=8, max_size=30)
SUPPRESSED_CHECKS = (HealthCheck.function_scoped_fixture, HealthCheck.too_slow)


@pytest.mark.usefixtures("app_context")
@settings(max_examples=10, suppress_health_check=SUPPRESSED_CHECKS)
@given(steps=STEP_LISTS)
def test_standings_follow_journals(clock: Clock, steps: list[tuple[str, int, int]]) -> None:
    check_random_club(clock, steps)


@on_postgresql
@pytest.mark.usefixtures("app_context")
@settings(max_examples=4, suppress_health_check=SUPPRESSED_CHECKS)
@given(steps=STEP_LISTS)
def test_standings_follow_journals_on_postgresql(clock: Clock, steps: list[tuple[str, int, int]]) -> None:
    """Tries fewer clubs than on SQLite, because only the SQL differs."""
    check_random_club(clock, steps)
