"""The tables of a game night as pages show them: seats, and the state of the game."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Literal, NamedTuple

from flask import url_for

from trexscore.club.counted_game import CountedGame
from trexscore.club.eligibility import sign_off_status
from trexscore.club.game_night import GameNight, TableOrigin
from trexscore.club.rounds import RoundNumbersOfNight
from trexscore.commands.clock import current_night_date
from trexscore.commands.game_nights.tables import CurrentTable, current_tables
from trexscore.db import game_states
from trexscore.db.clubs.counted_games import ClubGameRow
from trexscore.db.clubs.game_tokens import ClubGameToken
from trexscore.db.game_links import read_tokens_by_permission
from trexscore.db.models import db
from trexscore.game.state import State
from trexscore.league.result import Result
from trexscore.rules.seats import SEATS
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.game_nights.presenter import time_of_day_text
from trexscore.web.clubs.members.presenter import member_name, member_names
from trexscore.web.games.seats import TEAM_LETTERS
from trexscore.web.games.view import GameView, game_view
from trexscore.web.rendering import isolate_name
from trexscore.web.rendering import translate as _

TableStatus = Literal["free", "playing", "finished", "abandoned", "excluded"]
_NO_ROUND_NUMBERS = RoundNumbersOfNight({}, {})


class TableSeat(NamedTuple):
    """A player at a table; `points` is None without a game."""

    seat_letter: str
    member_number: int
    name: str
    points: int | None = None
    rank: int = 0
    is_tied: bool = False
    is_king: bool = False
    is_winner: bool = False


class TableView(NamedTuple):
    """A table; its origin identifies it in a form.

    `deal_number` is that of the current deal, `max_deals_in_game` that of the last one possible; both 0 without a game.
    """

    number: int
    index_in_current_tables: int
    seats: tuple[TableSeat, ...]
    status: TableStatus
    origin: TableOrigin
    next_game_number: int
    deal_number: int = 0
    max_deals_in_game: int = 0
    winner_names: tuple[str, ...] = ()
    open_url: str = ""
    may_record: bool = False
    abandon_url: str = ""
    """Where scorers abandon its game."""
    is_abandoned_in_game: bool = False
    """Whether its players abandoned the game, but no scorer of the club has yet, so that it still is playing."""
    departed_names: tuple[str, ...] = ()
    """Players who left early, so that no game can start. Empty for past game nights."""
    round_number: int = 1
    start_time_text: str = ""
    """The time of day when its game started."""
    counts_once_signed_off: bool = False
    """Whether its game counts as soon as all four sign it off."""

    @property
    def is_playing(self) -> bool:
        """Whether its game goes on, so that its players cannot be moved."""
        return self.status == "playing"


def table_views(
    club: ClubContext, game_night: GameNight, round_numbers: RoundNumbersOfNight = _NO_ROUND_NUMBERS
) -> list[TableView]:
    """The tables of the current draw; with their rounds if these are given."""
    tables = current_tables(db.session(), club.club_head, club.record, game_night)
    states = game_states.read_states_by_game([table.game_row.game_id for table in tables if table.game_row is not None])
    if game_night.is_over(current_night_date(club.zone)):
        tables = tuple(table._replace(departed_member_numbers=()) for table in tables)
    return [_table_view(club, index, table, states, round_numbers) for index, table in enumerate(tables)]


def _table_view(
    club: ClubContext,
    index_in_current_tables: int,
    table: CurrentTable,
    states_by_game_id: Mapping[int, State],
    round_numbers: RoundNumbersOfNight,
) -> TableView:
    row, origin = table.game_row, table.drawn_table.origin
    names = member_names(club.record, table.member_number_by_seat)
    view = TableView(
        table.number,
        index_in_current_tables,
        table_seats(table.member_number_by_seat, names, None),
        "free" if row is None else "excluded",
        origin,
        next_game_number=table.game_number + 1,
        departed_names=tuple(member_names(club.record, table.departed_member_numbers)),
        round_number=round_numbers.round_by_table_origin.get(origin, 1),
    )
    if row is None:
        return view
    view = view._replace(
        round_number=round_numbers.round_by_game_uid.get(row.uid, view.round_number),
        start_time_text=time_of_day_text(row.started_at, club.zone),
    )
    if row.counted_game is None:
        return view
    game = game_view("", "read", states_by_game_id[row.game_id])
    seats = table_seats(table.member_number_by_seat, names, game)
    status: TableStatus = "finished" if game.complete else "playing" if table.is_playing else "abandoned"
    may_record = may_record_in_game(club, row.counted_game)
    return view._replace(
        seats=seats_as_counted(seats, row.outcome.result) if status == "abandoned" else seats,
        status=status,
        deal_number=game.deal_number,
        max_deals_in_game=game.max_deals_in_game,
        winner_names=_winner_names(seats, game),
        is_abandoned_in_game=table.is_playing and game.abandoned,
        abandon_url=club_game_url(club, row.uid) if table.is_playing and club.may_count_games else "",
        counts_once_signed_off=counts_once_signed_off(club, row),
        open_url=open_game_url(club, row) if may_record else club_game_url(club, row.uid),
        may_record=may_record,
    )


def open_game_url(club: ClubContext, game_row: ClubGameRow) -> str:
    """Address that opens the game itself; to its sign-off if only that is missing."""
    page = "agreement" if counts_once_signed_off(club, game_row) else None
    return url_for("club_games.open_game", club_uid=club.uid, game_uid=game_row.uid, to=page)


class CheckoutBlocker(NamedTuple):
    """Why a player cannot be checked out, and the page to resolve it."""

    problem: str
    url: str
    title: str


def checkout_blocker(club: ClubContext, game_night: GameNight, member_number: int) -> CheckoutBlocker | None:
    """The game that keeps a player at a table; None if they are not playing."""
    for table in current_tables(db.session(), club.club_head, club.record, game_night):
        if table.is_playing and member_number in table.member_number_by_seat and table.game_row is not None:
            name, number = member_name(club.record, member_number), table.number
            return CheckoutBlocker(
                _(
                    "%(name)s is playing at table %(number)s. Finish or abandon that game first.",
                    name=name,
                    number=number,
                ),
                club_game_url(club, table.game_row.uid),
                _("Abandon the game at table %(number)s", number=number),
            )
    return None


def counts_once_signed_off(club: ClubContext, game_row: ClubGameRow) -> bool:
    """Whether the game counts as soon as all four have signed it off."""
    return sign_off_status(club.record, game_row.counted_game, game_row.outcome) == "wanted"


def club_game_url(club: ClubContext, game_uid: str) -> str:
    """The club's page about a game."""
    return url_for("club_game.show", club_uid=club.uid, game_uid=game_uid)


def may_record_in_game(club: ClubContext, counted_game: CountedGame) -> bool:
    """Whether the reader may record in a game of the club: its players, and scorers."""
    if club.me is None:
        return False
    seated_members = club.record.surviving_members_among(
        filter(None, (*counted_game.credited_member_numbers, *counted_game.playing_member_numbers))
    )
    return club.me in seated_members or club.may_count_games


def token_for_reader(club: ClubContext, club_game_token: ClubGameToken) -> str:
    """The token by which a reader who may open the game opens it. Only admins get the owner's.

    And only of games that the club started: the owner's link of an imported game stays with the member who imported it.
    """
    if club_game_token.is_held_only_by_club and club.is_owner_or_admin:
        return club_game_token.token
    return read_tokens_by_permission(db.session(), club_game_token.scope.game_id).get("write", club_game_token.token)


def table_seats(member_numbers: Sequence[int], names: Sequence[str], game: GameView | None) -> tuple[TableSeat, ...]:
    """The four seats of a table with these members; with their points if a game was started."""
    if game is None:
        return tuple(
            TableSeat(seat.name, number, name) for seat, number, name in zip(SEATS, member_numbers, names, strict=True)
        )
    won, going_on = winning_seat_letters(game), not game.complete
    return tuple(
        TableSeat(
            seat.seat, number, name, seat.total, seat.rank, seat.tied, seat.is_king and going_on, seat.seat in won
        )
        for seat, number, name in zip(game.seats, member_numbers, names, strict=True)
    )


def seats_as_counted(seats: Iterable[TableSeat], result: Result | None) -> tuple[TableSeat, ...]:
    """The seats of an abandoned game: no king, and the points and finishes that count, if any do."""
    without_king = [seat._replace(is_king=False) for seat in seats]
    if result is None:
        return tuple(without_king)
    return tuple(
        seat._replace(points=points, rank=finish.first, is_tied=finish.is_shared)
        for seat, points, finish in zip(without_king, result.points, result.finishes, strict=True)
    )


def _winner_names(seats: Sequence[TableSeat], game: GameView) -> tuple[str, ...]:
    """Names as the table shows them, although a member may have been renamed or anonymized since."""
    winning_seats = [seat for seat in seats if seat.is_winner]
    if not game.partnership:
        return tuple(isolate_name(seat.name) for seat in winning_seats)
    teams = (
        (seat, other)
        for seat, other in combinations(winning_seats, 2)
        if seat.seat_letter + other.seat_letter in TEAM_LETTERS
    )
    return tuple(_("%(one)s and %(other)s", one=seat.name, other=other.name) for seat, other in teams)


def winning_seat_letters(game: GameView) -> set[str]:
    """The letters of all winners; for a team, both."""
    if not game.complete:
        return set()
    winners: Iterable[str] = game.state.result.winners
    return {seat_letter for side in winners for seat_letter in side}
