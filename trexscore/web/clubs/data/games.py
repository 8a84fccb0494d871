"""A club's games, a row each."""

from collections.abc import Iterator
from typing import NamedTuple

from trexscore.club.counted_game import CountedGame
from trexscore.club.eligibility import club_obstacles
from trexscore.club.members import Member
from trexscore.club.record import ClubRecord
from trexscore.club.season import Season
from trexscore.club.season_tallies import tallies_of_game
from trexscore.db import game_states
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.clubs.counted_games import ClubGameRow
from trexscore.db.models import db
from trexscore.i18n.marking import N_
from trexscore.ledger.schema_parts import BOOLEAN, INTEGER, TEXT, array_of, or_null
from trexscore.rules.seats import SEATS, BySeat, Seat
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.data.columns import (
    DAY_SCHEMA,
    MAYBE_INTEGER,
    MAYBE_TEXT,
    CodedText,
    Column,
    dataset_decorator,
    seat_columns,
)
from trexscore.web.clubs.members.presenter import display_name

_BATCH_SIZE = 100


class MemberAndSubstitute(NamedTuple):
    """The member whose points a seat's are, and the substitute who sat there. No one from outside the club."""

    credited_member: Member | None = None
    substitute: Member | None = None


class ClubGame(NamedTuple):
    """A game that a club counts or has counted. `totals_without_result`: points of a score sheet without a result."""

    game_row: ClubGameRow
    players: BySeat[MemberAndSubstitute]
    seasons: tuple[Season, ...]
    """Those in which it counts."""
    counts_in_club: bool
    totals_without_result: BySeat[int] | None = None

    @property
    def counted_game(self) -> CountedGame | None:
        """How it counts; None if it was excluded."""
        return self.game_row.counted_game

    def result_points(self, seat: Seat) -> int | None:
        """The points in the result."""
        return self.game_row.outcome.result and self.game_row.outcome.result.points[seat]

    def best_finish(self, seat: Seat) -> int | None:
        """The finish; of a shared one the best."""
        return self.game_row.outcome.result and self.game_row.outcome.result.finishes[seat].first


def club_game(record: ClubRecord, game_row: ClubGameRow) -> ClubGame:
    """A game with its players and the seasons in which it counts."""
    counted, outcome = game_row.counted_game, game_row.outcome
    season_numbers = sorted({share.season for share in tallies_of_game(record, counted, outcome)})
    seasons = tuple(record.seasons[number] for number in season_numbers)
    counts = counted is not None and not club_obstacles(record, counted, outcome)
    return ClubGame(game_row, members_and_substitutes(record, counted), seasons, counts)


def members_and_substitutes(record: ClubRecord, counted_game: CountedGame | None) -> BySeat[MemberAndSubstitute]:
    """The four seats of a game."""

    def players(member_number: int | None, player_number: int | None) -> MemberAndSubstitute:
        credited_and_playing_number = member_number, player_number
        member, player = (
            None if number is None else record.surviving_member(number) for number in credited_and_playing_number
        )
        return MemberAndSubstitute(member, None if player == member else player)

    nobody: BySeat[int | None] = BySeat(None, None, None, None)
    return (
        nobody.zip(nobody, players)
        if counted_game is None
        else counted_game.credited_member_numbers.zip(counted_game.playing_member_numbers, players)
    )


DAY_COLUMN: Column[ClubGame] = Column("on", DAY_SCHEMA, lambda game: game.game_row.sort_key[:10], N_("Day"))
GAME_NIGHT_COLUMNS: tuple[Column[ClubGame], ...] = (
    Column(
        "evening", MAYBE_INTEGER, lambda game: game.counted_game and game.counted_game.night_number, N_("Game night")
    ),
    Column("table", MAYBE_INTEGER, lambda game: game.counted_game and game.counted_game.table_number, N_("Table")),
)
STATUS_COLUMNS: tuple[Column[ClubGame], ...] = (
    Column("complete", BOOLEAN, lambda game: game.game_row.outcome.complete, N_("Complete")),
    Column("agreed", BOOLEAN, lambda game: game.game_row.outcome.signed_off, N_("All four signed off")),
    Column("counts", BOOLEAN, lambda game: game.counts_in_club, N_("Counts")),
)


def _member_number(member: Member | None) -> int | None:
    return None if member is None else member.number


def _member_name(member: Member | None) -> str | None:
    return None if member is None else display_name(member)


def _result_points_or_total(game: ClubGame, seat: Seat) -> int | None:
    return game.result_points(seat) if game.totals_without_result is None else game.totals_without_result[seat]


FINISH_SCHEMA = or_null({"type": "integer", "minimum": 1, "maximum": len(SEATS)})
_SEAT_COLUMN_GROUPS: tuple[tuple[Column[ClubGame], ...], ...] = (
    seat_columns(
        "member",
        MAYBE_INTEGER,
        lambda game, seat: _member_number(game.players[seat].credited_member),
        N_("Number %(seat)s"),
    ),
    seat_columns(
        "player", MAYBE_TEXT, lambda game, seat: _member_name(game.players[seat].credited_member), N_("Player %(seat)s")
    ),
    seat_columns(
        "substitute",
        MAYBE_TEXT,
        lambda game, seat: _member_name(game.players[seat].substitute),
        N_("Substitute %(seat)s"),
    ),
    seat_columns("points", MAYBE_INTEGER, _result_points_or_total, N_("Points %(seat)s")),
    seat_columns("place", FINISH_SCHEMA, ClubGame.best_finish, N_("Finish %(seat)s")),
)


COLUMNS: tuple[Column[ClubGame], ...] = (
    Column("game", TEXT, lambda game: game.game_row.uid, N_("Game")),
    DAY_COLUMN,
    *GAME_NIGHT_COLUMNS,
    Column(
        "seasons",
        array_of(TEXT),
        lambda game: tuple(CodedText(str(each.number), each.name) for each in game.seasons),
        N_("Counts in"),
    ),
    *STATUS_COLUMNS,
    Column("withdrawn", BOOLEAN, lambda game: game.counted_game is None, N_("Excluded")),
    *(column for columns_of_seat in zip(*_SEAT_COLUMN_GROUPS, strict=True) for column in columns_of_seat),
    Column("season_numbers", array_of(INTEGER), lambda game: [season.number for season in game.seasons]),
)


def game_batches(club: ClubContext) -> Iterator[list[ClubGame]]:
    """All games that the club has ever counted, in batches.

    Readers who see only the standings get the games that count in them.
    """
    last_sort, sees_all = "", club.may_see("all")
    while rows := game_rows.list_game_rows_after(db.session(), club.id, last_sort, _BATCH_SIZE):
        games = (club_game(club.record, row) for row in rows)
        yield [game for game in games if sees_all or game.seasons]
        last_sort = rows[-1].sort_key


@dataset_decorator(COLUMNS)
def games_dataset(club: ClubContext) -> Iterator[ClubGame]:
    """A row for each game that the club counts or has counted, by date."""
    for games in game_batches(club):
        states = game_states.read_states_by_game(
            [game.game_row.game_id for game in games if game.game_row.outcome.result is None]
        )
        for game in games:
            state = states.get(game.game_row.game_id)
            yield game if state is None else game._replace(totals_without_result=BySeat(**state.result.totals))
