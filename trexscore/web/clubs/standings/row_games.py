"""The games and the point adjustments of a row in the standings."""

from collections.abc import Sequence
from typing import NamedTuple

from flask import url_for

from trexscore.club.counted_game import CountedGame
from trexscore.club.season import Adjustment
from trexscore.club.season_tallies import SeasonPlayer, with_surviving_members
from trexscore.db.league.standings import (
    CountedResult,
    ResultSelection,
    list_counted_results,
    read_best_games_result_ids,
)
from trexscore.db.models import db
from trexscore.i18n.texts.clubs.league import decimal_places_for
from trexscore.league.basis import Basis
from trexscore.rules.seats import SEATS
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.members.presenter import display_name
from trexscore.web.clubs.seasons.presenter import adjustments_in
from trexscore.web.clubs.standings.presenter import StandingsPage
from trexscore.web.clubs.standings_row_texts import Score, format_score
from trexscore.web.rendering import format_day
from trexscore.web.rendering import translate as _

PAGE_SIZE = 50
"""Games on a page."""


class RowGame(NamedTuple):
    """A game of a row. `other_player_names`: who sat at the other seats; `points`: if the score is something else."""

    url: str
    day_text: str
    other_player_names: tuple[str, ...]
    substitute_name: str | None
    finish: int
    is_finish_shared: bool
    score: Score
    points: int | None


class GameGroup(NamedTuple):
    """Games with a heading."""

    title: str
    games: tuple[RowGame, ...]
    are_counted: bool


class RowGamesPage(NamedTuple):
    """A page of games: those that count, then the others. `next_offset`: where the next page begins."""

    groups: tuple[GameGroup, ...]
    next_offset: int | None


def row_games_page(
    club: ClubContext, standings: StandingsPage, season_player: SeasonPlayer, offset: int
) -> RowGamesPage:
    """A page of a player's or pair's games from an offset."""
    past = standings.past_day
    row_games = ResultSelection(club.id, season_player)
    if past is not None:
        row_games = row_games._replace(valid_at=past.time_of_rows, last_day=past.last_counted_day)
    session = db.session()
    rules = standings.season.season_rules
    basis = rules.basis
    counting_ids = read_best_games_result_ids(session, row_games, rules) if basis.needs_each_game else frozenset()
    counted_results = list_counted_results(session, row_games, offset, PAGE_SIZE + 1, counting_ids)
    page_results = counted_results[:PAGE_SIZE]
    decimals = decimal_places_for(basis.score_contribution(counted_result.tally) for counted_result in page_results)
    games = [
        (
            _row_game(
                club,
                season_player,
                counted_result,
                basis,
                format_score(basis.score_contribution(counted_result.tally), decimals),
            ),
            counted_result.result_id in counting_ids,
        )
        for counted_result in page_results
    ]
    groups = (
        GameGroup(_("Games that count"), tuple(game for game, counts in games if counts), are_counted=True),
        GameGroup(
            _("Other games") if basis.needs_each_game else _("Games"),
            tuple(game for game, counts in games if not counts),
            are_counted=not basis.needs_each_game,
        ),
    )
    next_offset = offset + PAGE_SIZE if len(counted_results) > PAGE_SIZE else None
    return RowGamesPage(tuple(group for group in groups if group.games), next_offset)


def _row_game(
    club: ClubContext, season_player: SeasonPlayer, counted_result: CountedResult, basis: Basis, score: Score
) -> RowGame:
    finishes = [finish_share for finish_share in counted_result.tally.finish_twelfths if finish_share]
    return RowGame(
        url_for("club_game.show", club_uid=club.uid, game_uid=counted_result.game_uid),
        format_day(counted_result.played_on),
        tuple(_other_player_names(club, season_player, counted_result)),
        None
        if counted_result.counted_game is None
        or not _still_counts_for_same_players(club, season_player, counted_result)
        else _substitute_name(club, season_player, counted_result.counted_game),
        counted_result.tally.best_finish,
        len(finishes) > 1,
        score,
        None if basis.is_of_points else counted_result.points,
    )


def _other_player_names(club: ClubContext, season_player: SeasonPlayer, counted_result: CountedResult) -> Sequence[str]:
    """The other players at the table, without those of the row. People from outside the club are not named.

    For a past day: as it counted then, before later corrections.
    """
    member_numbers: list[int | None] = []
    if counted_result.other_member_numbers is not None:
        member_numbers += [
            *counted_result.other_member_numbers,
            *[None] * (len(SEATS) - len(season_player.member_numbers) - len(counted_result.other_member_numbers)),
        ]
    elif counted_result.counted_game is not None:
        own_member_numbers = _current_member_numbers(club, season_player)
        member_numbers += [
            member
            for member in with_surviving_members(club.record, counted_result.counted_game).credited_member_numbers
            if member not in own_member_numbers
        ]
    return [
        _("someone from outside the club") if member is None else display_name(club.record.members[member])
        for member in member_numbers
    ]


def _still_counts_for_same_players(
    club: ClubContext, season_player: SeasonPlayer, counted_result: CountedResult
) -> bool:
    """Whether the game still counts for the same people: substitutes are only known as of now."""
    if counted_result.counted_game is None or counted_result.other_member_numbers is None:
        return True
    now = {
        member
        for member in with_surviving_members(club.record, counted_result.counted_game).credited_member_numbers
        if member is not None
    }
    return now == {*season_player.member_numbers, *counted_result.other_member_numbers}


def _substitute_name(club: ClubContext, season_player: SeasonPlayer, counted_game: CountedGame) -> str | None:
    now, own = with_surviving_members(club.record, counted_game), _current_member_numbers(club, season_player)
    for booked, played in zip(now.credited_member_numbers, now.playing_member_numbers, strict=True):
        if booked in own and played != booked:
            return _("someone from outside the club") if played is None else display_name(club.record.members[played])
    return None


def _current_member_numbers(club: ClubContext, season_player: SeasonPlayer) -> set[int]:
    """The present numbers of the row's players: on a past day they may have had others."""
    return {club.record.surviving_member(number).number for number in season_player.member_numbers}


def adjustments_of_player(standings: StandingsPage, member_number: int) -> list[Adjustment]:
    """Adjustments of a player in standings; up to their day if they count what is known now."""
    last_counted_day = "" if standings.past_day is None else standings.past_day.last_counted_day
    surviving_number = standings.record.surviving_member(member_number).number
    return [
        item
        for item in adjustments_in(standings.record, standings.season.number)
        if surviving_number in {standings.record.surviving_member(each).number for each in item.member_numbers}
        and (not last_counted_day or item.iso_day <= last_counted_day)
    ]
