"""Games as the club's pages list them."""

from collections.abc import Collection, Iterable, Mapping
from datetime import date
from typing import NamedTuple

import msgspec
from flask import url_for

from trexscore.club.counted_game import CountedGame
from trexscore.club.eligibility import Obstacle, eligibility_of
from trexscore.club.events.counted_game import GameCounted, GameExcluded
from trexscore.club.game_outcome import GameOutcome
from trexscore.club.record import ClubRecord
from trexscore.club.rounds import round_numbers_of_night
from trexscore.club.season import Season
from trexscore.db.clubs.counted_games import ClubGameRow, read_counted_games_by_night
from trexscore.db.clubs.game_searches import GameFilter, list_page_of_games, read_last_counting_body_json
from trexscore.db.clubs.game_tokens import find_club_game_token
from trexscore.db.game_links import read_tokens_by_permission
from trexscore.db.models import db
from trexscore.db.result_cache import ResultCache
from trexscore.game.state import State
from trexscore.i18n.texts.clubs.club import COUNTS_IF_ABANDONED_TEXTS
from trexscore.league.result import Result
from trexscore.ledger.chain import Body, JournalEntry
from trexscore.rules.seats import SEATS, BySeat
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.data.games import members_and_substitutes
from trexscore.web.clubs.game_nights.presenter import time_of_day_text, weekday_and_date
from trexscore.web.clubs.game_nights.tables import (
    club_game_url,
    counts_once_signed_off,
    may_record_in_game,
    open_game_url,
    winning_seat_letters,
)
from trexscore.web.clubs.games.counting_status import counts_in_standings, obstacle_text, reasons_not_counting
from trexscore.web.clubs.members.presenter import display_name
from trexscore.web.games.view import GameView, game_view
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _

_ROUNDS_CACHE: ResultCache[Mapping[str, int]] = ResultCache(200)
_UNFINISHED_OBSTACLE_CODES: tuple[Obstacle, ...] = ("unfinished", "no_result")


class ListedSeat(NamedTuple):
    """One of the four: whose points they are, and who sat in."""

    name: str
    points: int
    is_winner: bool
    substitute_name: str


class ListedGame(NamedTuple):
    """A line of the list."""

    url: str
    day_text: str
    round_table_and_time: str
    seats: tuple[ListedSeat, ...]
    reasons_not_counting: tuple[str, ...]
    open_dispute_count: int
    open_url: str
    counts_once_signed_off: bool
    referee_url: str
    is_abandoned: bool
    """Then the points are those that count."""


def round_number_by_game_uid(club: ClubContext, game_rows: Iterable[ClubGameRow]) -> Mapping[str, int]:
    """The rounds of games that belong to a game night, by uid."""
    nights = {
        row.counted_game.night_number or 0 for row in game_rows if row.counted_game is not None
    } & club.record.game_nights.keys()
    key = (club.club_head.digest, *sorted(nights))  # rounds depend only on the club's journal
    return _ROUNDS_CACHE.get_or_compute(key, lambda: _compute_round_numbers(club, nights)) if nights else {}


def _compute_round_numbers(club: ClubContext, night_numbers: Collection[int]) -> dict[str, int]:
    rounds: dict[str, int] = {}
    for number, games in read_counted_games_by_night(db.session(), club.id, night_numbers).items():
        rounds |= round_numbers_of_night(club.record, club.record.game_nights[number], games).round_by_game_uid
    return rounds


def listed_game(
    club: ClubContext,
    game_row: ClubGameRow,
    state: State,
    round_by_game_uid: Mapping[str, int],
    exclusions_by_seq: Mapping[int, JournalEntry],
) -> ListedGame:
    """A game with its four, and why it does not count if so. `exclusions_by_seq`: from `exclusion_entries_by_seq`."""
    game = game_view("", "read", state)
    abandoned = game_row.counted_game is not None and not game.complete and game_row.counted_game.counts_if_unfinished
    disputes = len(game.open_disputes)
    may_open_it = game_row.counted_game is not None and may_record_in_game(club, game_row.counted_game)
    to_sign_off = counts_once_signed_off(club, game_row)
    has_referee = bool(state.terms.referee) and club.may_record(GameExcluded)
    return ListedGame(
        club_game_url(club, game_row.uid),
        weekday_and_date(date.fromisoformat(game_row.sort_key[:10])),
        _game_night_text(club, game_row, round_by_game_uid),
        _listed_seats(club, game_row, game, result_if_abandoned=game_row.outcome.result if abandoned else None),
        () if counts_in_standings(club, game_row) else tuple(reasons_not_counting(club, game_row, exclusions_by_seq)),
        disputes,
        open_game_url(club, game_row) if may_open_it and (not game.complete or to_sign_off) else "",
        to_sign_off,
        url_for("club_games.open_as_referee", club_uid=club.uid, game_uid=game_row.uid)
        if disputes and has_referee
        else "",
        abandoned,
    )


def _listed_seats(
    club: ClubContext, game_row: ClubGameRow, game: GameView, result_if_abandoned: Result | None
) -> tuple[ListedSeat, ...]:
    winner_letters = winning_seat_letters(game)
    seats, players = [], members_and_substitutes(club.record, game_row.counted_game)
    for seat_view, seat in zip(game.seats, SEATS, strict=True):
        member, substitute = players[seat]
        name = seat_view.name if member is None else display_name(member)
        total = seat_view.total if result_if_abandoned is None else result_if_abandoned.points[seat]
        seats.append(
            ListedSeat(
                name, total, seat_view.seat in winner_letters, "" if substitute is None else display_name(substitute)
            )
        )
    return tuple(seats)


def _game_night_text(club: ClubContext, game_row: ClubGameRow, round_by_game_uid: Mapping[str, int]) -> str:
    """Where and when a game was played at a game night; empty without one."""
    if game_row.counted_game is None or game_row.counted_game.night_number not in club.record.game_nights:
        return ""
    if not game_row.counted_game.table_number:
        return _("Game night")
    table_and_time = [
        _("Table %(number)s", number=game_row.counted_game.table_number),
        time_of_day_text(game_row.started_at, club.zone),
    ]
    if game_row.uid in round_by_game_uid:
        table_and_time.insert(0, _("Round %(number)s", number=round_by_game_uid[game_row.uid]))
    return reader_language().fact_separator.join(table_and_time)


def not_counting_notes(record: ClubRecord, day: date, outcome: GameOutcome, state: State) -> list[str]:
    """Why a game that is about to be added will not count."""
    nobody: BySeat[int | None] = BySeat(None, None, None, None)
    unseated = CountedGame("", nobody, nobody, day, None, None, frozenset())
    house_rule = "no_result" if outcome.result is None else state.rules["unfinished_game"]
    if_abandoned = _(COUNTS_IF_ABANDONED_TEXTS[house_rule])
    obstacles = eligibility_of(record, unseated, outcome).obstacles_with_seasons
    return [
        if_abandoned if code in _UNFINISHED_OBSTACLE_CODES else obstacle_text(code, season)
        for code, season in obstacles
    ]


def not_counting_games_url(club: ClubContext, season: Season | None = None) -> str:
    """The list of games, or those of a season, that do not count; empty if none, or the reader may not see them."""
    days = None if season is None else (season.first_day.isoformat(), season.last_day.isoformat())
    query = GameFilter(days, selection="not_counting")
    if not (club.may_see("all") and list_page_of_games(db.session(), club.id, query, 1)):
        return ""
    return url_for("club_games.index", club_uid=club.uid, season=season and season.number, only=query.selection)


class GameActions(NamedTuple):
    """Addresses of what the reader can do about a counted game; empty if they may not."""

    sign_off_url: str = ""
    open_url: str = ""
    referee_url: str = ""
    edit_url: str = ""
    exclude_url: str = ""
    include_url: str = ""
    abandon_or_reopen_url: str = ""
    """For an unfinished game: abandon it, or reopen it."""
    replace_links_url: str = ""
    """Replace the game's owner, scorer and referee links."""


def game_actions(club: ClubContext, game_row: ClubGameRow) -> GameActions:
    """Only actions that would not be refused."""

    def url(endpoint: str, page: str | None = None) -> str:
        return url_for(endpoint, club_uid=club.uid, game_uid=game_row.uid, to=page)

    counted, may_exclude = game_row.counted_game, club.may_record(GameExcluded)
    if counted is None:
        counts_again = may_exclude and club.may_record(GameCounted, **(last_counting_fields(club, game_row.uid) or {}))
        return GameActions(include_url=url("counted_games.include_again") if counts_again else "")
    stored_token = find_club_game_token(db.session(), club.id, game_row.uid)
    may_open_it = stored_token is not None and may_record_in_game(club, counted)
    is_owned = stored_token is not None and stored_token.scope.permission == "own"
    may_edit = club.may_record(GameCounted, although=sorted(counted.overridden_obstacles))
    may_abandon_or_reopen = not game_row.outcome.complete and club.may_record(
        GameCounted, although=sorted({*counted.overridden_obstacles, "unfinished"})
    )
    has_referee_link = (
        is_owned and may_exclude and "referee" in read_tokens_by_permission(db.session(), game_row.game_id)
    )
    return GameActions(
        sign_off_url=open_game_url(club, game_row) if may_open_it and counts_once_signed_off(club, game_row) else "",
        open_url=url("club_games.open_game", "sheet" if game_row.outcome.complete else None) if may_open_it else "",
        referee_url=url("club_games.open_as_referee") if has_referee_link else "",
        edit_url=url("counted_games.edit") if may_edit else "",
        exclude_url=url("counted_games.ask_to_exclude") if may_exclude else "",
        abandon_or_reopen_url=url("counted_games.abandon_or_reopen") if may_abandon_or_reopen else "",
        replace_links_url=url("club_games.replace_links") if is_owned and club.is_owner_or_admin else "",
    )


def last_counting_fields(club: ClubContext, game_uid: str) -> Body | None:
    """How an excluded game counted before; without its game night if that was cancelled since."""
    text = read_last_counting_body_json(db.session(), club.id, game_uid)
    body: Body | None = None if text is None else msgspec.json.decode(text)[GameCounted.stored_kind]
    if body is not None and body.get("evening") not in club.record.game_nights:
        body |= {"evening": None, "table": None}
    return body
