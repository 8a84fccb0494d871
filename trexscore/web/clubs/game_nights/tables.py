"""The tables of an evening as its pages show them: who sits there, and how their game stands."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, Literal, NamedTuple

from flask import url_for

from trexscore.club.counted import CountedGame
from trexscore.club.eligibility import agreement_on
from trexscore.club.game_night import GameNight
from trexscore.club.game_outcome import rules_key
from trexscore.club.rounds import Rounds
from trexscore.club.season_shares import players_of
from trexscore.commands.clock import current_night
from trexscore.commands.game_nights.tables import TableNow, tables_now
from trexscore.db import game_states as boards
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.clubs.counted_games import GameRow
from trexscore.db.clubs.game_tokens import Kept
from trexscore.db.models import db
from trexscore.db.tokens import links_of
from trexscore.game.state import State
from trexscore.rules.seats import SEATS
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.game_nights.rounds import time_of_day
from trexscore.web.clubs.members.presenter import title_of
from trexscore.web.games.seats import TEAMS
from trexscore.web.games.view import GameView, game_view
from trexscore.web.rendering import isolated
from trexscore.web.rendering import translate as _

TableStatus = Literal["free", "plays", "over", "broken_off", "withdrawn"]


class SeatAt(NamedTuple):
    """Somebody at a table; without a game there are no points."""

    seat: str
    number: int
    name: str
    points: int | None = None
    rank: int = 0
    tied: bool = False
    is_king: bool = False
    won: bool = False


class TableView(NamedTuple):
    """A table: `since` and `at` name it for a form, `nth` the game that would start next."""

    number: int
    place: int
    seats: tuple[SeatAt, ...]
    state: TableStatus
    since: int
    at: int
    nth: int
    deal: int = 0
    deals: int = 0
    winners: tuple[str, ...] = ()
    open_url: str = ""
    may_write: bool = False
    break_off_url: str = ""
    """Where to say that nobody goes on with its game, for who runs evenings."""
    gone: tuple[str, ...] = ()
    """Who has gone home, so that its four start no game; of an evening that is over nobody is missing."""
    round_number: int = 1
    started: str = ""
    """The time of day at which its game started."""
    to_agree: bool = False
    """Whether its game counts as soon as all four agree on it."""

    @property
    def names(self) -> list[str]:
        """What the four are called."""
        return [seat.name for seat in self.seats]

    @property
    def plays(self) -> bool:
        """Whether nobody is moved from it."""
        return self.state == "plays"


def shown_tables(club: ClubContext, evening: GameNight, rounds: Rounds | None = None) -> list[TableView]:
    """The tables of the draw that holds; with their rounds, where these are given."""
    tables = tables_now(db.session(), club.club.id, club.uid, club.record, evening)
    states = boards.states([table.game.game_id for table in tables if table.game is not None])
    is_over = evening.is_over(current_night(club.zone))
    found = []
    for place, table in enumerate(tables):
        row = table.game
        view = _shown(club, place, table._replace(gone=()) if is_over else table, states)
        if rounds is not None:
            drawn = rounds.tables.get((view.since, view.at), 1)
            view = view._replace(round_number=rounds.games.get(row.uid, drawn) if row else drawn)
        found.append(view if row is None else view._replace(started=time_of_day(row.started_at, club.zone)))
    return found


def _shown(club: ClubContext, place: int, table: TableNow, states: Mapping[int, State]) -> TableView:
    row = table.game
    gone = tuple(isolated(title_of(club.record.who(number))) for number in table.gone)
    names = [title_of(club.record.who(number)) for number in table.seats]
    numbers = list(table.seats)
    view = TableView(
        table.number, place, _seats(numbers, names, None), "free", *table.drawn[1:], nth=table.nth + 1, gone=gone
    )
    if row is None or row.counted is None:
        return view if row is None else view._replace(state="withdrawn")
    game = game_view("", "read", states[row.game_id])
    seats = _seats(numbers, names, game)
    return view._replace(
        seats=seats,
        state="over" if game.complete else "broken_off" if not table.plays else "plays",
        deal=game.deal_number,
        deals=game.deals_in_game,
        winners=_winners(seats, game),
        break_off_url=game_url(club, row.uid) if table.plays and club.may("game") else "",
        to_agree=is_to_agree(club, row),
        **_way_in(club, row),
    )


def _way_in(club: ClubContext, row: GameRow) -> dict[str, Any]:
    """To those who play or score, the game itself; to others, what the club shows of it."""
    if row.counted is not None and may_open(club, row.counted):
        return {"open_url": way_into(club, row), "may_write": True}
    return {"open_url": game_url(club, row.uid)}


def way_into(club: ClubContext, row: GameRow) -> str:
    """The way into the game itself; where it waits for nothing else, to where all four agree on it."""
    there = "agreement" if is_to_agree(club, row) else None
    return url_for("club_games.open", uid=club.uid, game=row.uid, to=there)


class WayOut(NamedTuple):
    """What keeps somebody from going home, and where that can be ended."""

    problem: str
    url: str
    title: str


def way_out(club: ClubContext, evening: GameNight, member: int) -> WayOut | None:
    """The table that somebody plays at; None where they play at none."""
    for table in tables_now(db.session(), club.club.id, club.uid, club.record, evening):
        if table.plays and member in table.seats and table.game is not None:
            name, number = title_of(club.record.who(member)), table.number
            return WayOut(
                _(
                    "%(name)s is playing at table %(number)s. Finish or abandon that game first.",
                    name=name,
                    number=number,
                ),
                game_url(club, table.game.uid),
                _("Abandon the game at table %(number)s", number=number),
            )
    return None


def is_to_agree(club: ClubContext, row: GameRow) -> bool:
    """Whether all four have to agree on it, and nothing else keeps it from counting."""
    return agreement_on(club.record, row.counted, row.came_to) == "wanted"


def game_url(club: ClubContext, uid: str) -> str:
    """What the club shows of a game."""
    return url_for("club_game.show", uid=club.uid, game=uid)


def may_open(club: ClubContext, counted: CountedGame) -> bool:
    """Whether the reader writes in a game of the club: those who sit there, and who runs evenings."""
    if club.me is None:
        return False
    seated = {
        club.record.who(number).number
        for number in (*counted.members, *counted.played_by)
        if number is not None and number in club.record.members
    }
    return club.me.number in seated or club.may("game")


def given_link(club: ClubContext, kept: Kept) -> str:
    """The link into a game that a reader who may open it is given: the owner's to nobody but those who lead the club.

    And to them only where the club started the game: of others the owner's link stays with whoever brought them.
    """
    if kept.alone and club.leads:
        return kept.token
    return links_of(db.session(), kept.scope.game_id).get("write", kept.token)


def _seats(numbers: list[int], names: list[str], game: GameView | None) -> tuple[SeatAt, ...]:
    if game is None:
        return tuple(SeatAt(seat.name, number, name) for seat, number, name in zip(SEATS, numbers, names, strict=True))
    won = winning_seats(game)
    return tuple(
        SeatAt(
            one.seat, number, name, one.total, one.rank, one.tied, one.is_king and not game.complete, one.seat in won
        )
        for one, number, name in zip(game.seats, numbers, names, strict=True)
    )


def _winners(seats: Sequence[SeatAt], game: GameView) -> tuple[str, ...]:
    """By the names that stand at the table: whoever is called otherwise by now, or erased, is called so here, too."""
    won = [seat for seat in seats if seat.won]
    if not game.partnership:
        return tuple(isolated(seat.name) for seat in won)
    teams = ((one, other) for one, other in combinations(won, 2) if one.seat + other.seat in TEAMS)
    return tuple(_("%(one)s and %(other)s", one=one.name, other=other.name) for one, other in teams)


class RulesOffered(NamedTuple):
    """House rules that tables can play by: a season that has them, and the names of all that do."""

    season: int
    seasons: tuple[str, ...]
    chosen: bool


def rules_offered(club: ClubContext, evening: GameNight) -> list[RulesOffered]:
    """The house rules among which there is a choice that day: none where all its seasons have the same.

    Chosen are those of the last game of the night: most likely the next one is played by them, too.
    """
    groups: dict[str, list[tuple[int, str]]] = {}
    for season in club.record.seasons_on(evening.on):
        groups.setdefault(rules_key(season.rules), []).append((season.number, season.name))
    if len(groups) < 2:  # noqa: PLR2004 - one is no choice
        return []
    games = game_rows.games_of_night(db.session(), club.club.id, evening.number)
    last = players_of(club.record, evening.on, games[-1].came_to) if games else None
    chosen = next(iter(groups)) if last is None else rules_key(last.rules)
    return [
        RulesOffered(seasons[0][0], tuple(name for _number, name in seasons), key == chosen)
        for key, seasons in groups.items()
    ]


def winning_seats(game: GameView) -> set[str]:
    """The letters of all who have won: of a team, both."""
    if not game.complete:
        return set()
    won: Iterable[str] = game.state.result.winners
    return {letter for party in won for letter in party}
