"""Game nights of the demo's club: attendance, draws, and the games of the tables."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time
from random import Random
from typing import NamedTuple
from uuid import uuid4

from trexscore.cli.demo.games import (
    ENTRY_INTERVAL,
    planned_deals,
    random_announcement_body,
    random_deal_body,
    record_entries,
    require_success,
    start_demo_game,
)
from trexscore.club.event import ClubEvent
from trexscore.club.events.game_night import GameNightPlanned, MembersCheckedIn
from trexscore.club.game_night import DrawnTable
from trexscore.commands.clubs.count_game import AddedGameLink, CountDraft, count_or_correct_game
from trexscore.commands.clubs.create_club import OWNER_MEMBER_NUMBER
from trexscore.commands.clubs.record_entry import record_club_entry
from trexscore.commands.game_nights.draw_tables import SEED_LIMIT, draw_tables
from trexscore.commands.game_nights.start_table import StartedTableGame, TableGameRequest, start_table_game
from trexscore.commands.recording import Command, Recorded
from trexscore.db import game_states
from trexscore.db.clubs.clubs import ClubHead, find_club_head, read_club_record
from trexscore.db.clubs.counted_games import ClubGameRow
from trexscore.db.games import GameIdAndStart, find_game_by_uid
from trexscore.db.models import db
from trexscore.league.draw import DrawMethod
from trexscore.ledger.chain import Body
from trexscore.rules.seats import SEATS, BySeat

PLAYERS_PRESET, PAIRS_PRESET = "standard", "complex_partnership"
"""The house rules of the two seasons."""
_DEALS_PER_GAME = 20
"""The number of deals in a game with separate contracts."""
_START_TIME, _PLACE = time(20, 30), "Café Central"
NamesOfPair = tuple[str, str]


class ClubRecorder(NamedTuple):
    """The club, whose entries its owner records."""

    club_head: ClubHead
    member_number_by_name: dict[str, int]
    """Members' numbers by name."""
    random: Random

    def record_entry(self, event_type: type[ClubEvent], content: Body) -> int:
        """Record an entry. Returns its number."""
        return require_success(
            record_club_entry(self.club_head.id, self.owner_command(event_type.body_of(content))), Recorded
        ).seq

    def owner_command(self, body: Body | None = None) -> Command:
        """The owner's command to record an entry."""
        return Command.of_member(str(uuid4()), OWNER_MEMBER_NUMBER, body)

    def record_game_night(self, night_date: date, attendee_names: Sequence[str]) -> int:
        """Record a game night and its attendance. Returns the night's number."""
        night_number = self.record_entry(
            GameNightPlanned, {"on": night_date.isoformat(), "at": f"{_START_TIME:%H:%M}", "place": _PLACE}
        )
        self.record_entry(
            MembersCheckedIn,
            {"evening": night_number, "members": [self.member_number_by_name[name] for name in attendee_names]},
        )
        return night_number


class GameNightPlan(NamedTuple):
    """A game night with drawn tables. `deal_counts`: played deals at the first tables; others are finished."""

    season_number: int
    night_date: date
    attendee_names: Sequence[str]
    draw_method: DrawMethod
    deal_counts: Sequence[int] = ()


def record_players_night(recorder: ClubRecorder, night_plan: GameNightPlan) -> list[str]:
    """Draw tables and play a game at each. Returns the uids of the games."""
    night_number = recorder.record_game_night(night_plan.night_date, night_plan.attendee_names)
    seed = recorder.random.randrange(SEED_LIMIT)
    outcome = draw_tables(
        recorder.club_head,
        recorder.owner_command(),
        night_number,
        0,
        method=night_plan.draw_method,
        season_number=night_plan.season_number,
        seed=seed,
    )
    require_success(outcome, Recorded)
    tables = (
        read_club_record(require_success(find_club_head(recorder.club_head.uid), ClubHead))
        .game_nights[night_number]
        .current_tables
    )
    deal_counts = [*night_plan.deal_counts, *[_DEALS_PER_GAME] * len(tables)]
    return [
        _play_table_game(
            recorder,
            table,
            TableGameRequest(
                OWNER_MEMBER_NUMBER,
                night_number,
                *table.origin,
                1,
                night_plan.season_number,
            ),
            night_plan.night_date,
            deal_counts[table.origin.index_in_first_draw],
        )
        for table in tables
    ]


def _play_table_game(
    recorder: ClubRecorder, table: DrawnTable, game_request: TableGameRequest, night_date: date, deal_count: int
) -> str:
    names = {number: name for name, number in recorder.member_number_by_name.items()}
    uid = require_success(start_table_game(recorder.club_head, game_request), StartedTableGame).game_uid
    bodies = list(_random_game_entry_bodies(recorder.random, deal_count))
    begins = datetime.combine(night_date, _START_TIME).astimezone(UTC)
    latest_start = datetime.now(UTC) - ENTRY_INTERVAL * len(bodies)
    record_more_game_entries(uid, names[table.member_number_by_seat.B], bodies, min(begins, latest_start))
    return uid


def _random_game_entry_bodies(random: Random, deal_count: int) -> Iterator[Body]:
    played_deals = list(planned_deals(PLAYERS_PRESET, random, random.choice(SEATS)))
    yield from (random_deal_body(PLAYERS_PRESET, planned_deal, random) for planned_deal in played_deals[:deal_count])
    if deal_count < len(played_deals):
        yield random_announcement_body(played_deals[deal_count], random)


def record_more_game_entries(game_uid: str, author_name: str, bodies: Sequence[Body], starts_after: datetime) -> None:
    """Record more entries in a game."""
    game_id = require_success(find_game_by_uid(db.session(), game_uid), GameIdAndStart).id
    record_entries(game_id, game_states.read_current_state(game_id).last_seq, bodies, author_name, starts_after)


def record_pairs_night(
    recorder: ClubRecorder,
    night_date: date,
    pair_names: Sequence[NamesOfPair],
    round_count: int,
    substitute_by_member_name: Mapping[str, str],
) -> None:
    """A game night of fixed pairs, whose games are played without the club and then counted in it.

    `substitute_by_member_name`: substitutes by the names of the members they replace.
    """
    night_number = recorder.record_game_night(
        night_date, [substitute_by_member_name.get(name, name) for pair in pair_names for name in pair]
    )
    first, *rest = pair_names
    for turn in recorder.random.sample(range(len(rest)), round_count):  # each round, every pair meets another
        order = [first, *rest[turn:], *rest[:turn]]
        for table in range(len(pair_names) // 2):
            _play_and_count_game(
                recorder,
                night_date,
                night_number,
                table + 1,
                (order[2 * table], order[2 * table + 1]),
                substitute_by_member_name,
            )


def _play_and_count_game(  # noqa: PLR0913, PLR0917 - a game, and its place in the club
    recorder: ClubRecorder,
    night_date: date,
    night_number: int,
    table_number: int,
    pair_names: tuple[NamesOfPair, NamesOfPair],
    substitute_by_member_name: Mapping[str, str],
) -> None:
    (a, c), (b, d) = pair_names
    credited_names = BySeat(a, b, c, d)
    player_names = credited_names.map(lambda name: substitute_by_member_name.get(name, name))
    random = recorder.random
    deals = [
        random_deal_body(PAIRS_PRESET, planned_deal, random) for planned_deal in planned_deals(PAIRS_PRESET, random)
    ]
    started_game = start_demo_game(player_names, PAIRS_PRESET, deals)
    booking = CountDraft(
        credited_names.map(recorder.member_number_by_name.__getitem__),
        player_names.map(recorder.member_number_by_name.__getitem__),
        night_date.isoformat(),
        night_number,
        table_number,
    )
    link = AddedGameLink(started_game.token_by_permission["own"], "own")
    require_success(
        count_or_correct_game(recorder.club_head, recorder.owner_command(), started_game.game_id, booking, link),
        ClubGameRow,
    )
