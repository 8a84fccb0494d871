"""Standings as pages show them: a line for each player or pair, and what decides ties."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from markupsafe import Markup

from trexscore.club.record import ClubRecord
from trexscore.club.season import Season
from trexscore.club.season_tallies import SeasonPlayer
from trexscore.i18n.texts.clubs.league import (
    AHEAD_TEXT_BY_TIE_BREAK,
    HEAD_TO_HEAD_AMONG_SEVERAL_TEXT,
    decimal_places_for,
    format_fraction,
)
from trexscore.league.basis import points_per_game
from trexscore.league.standings import Row
from trexscore.league.tally import TWELFTHS_PER_FINISH, Tally
from trexscore.league.tie_breaks import TieBreakDecision
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.season_standings import PastDay, SeasonStandings, load_standings
from trexscore.web.clubs.standings_row_texts import (
    Score,
    format_score,
    player_names,
    player_or_pair_name,
    row_games_url,
)
from trexscore.web.language import reader_language
from trexscore.web.rendering import format_number, number_in_bdi
from trexscore.web.rendering import translate as _
from trexscore.web.rendering import translate_plural as ngettext

PAGE_SIZE = 100
"""Lines on a page."""
_HEAD_TO_HEAD_PLAYER_COUNT = 2
"""Between two players a head to head is shown in games; among more, no single number of games applies."""


class StandingsLine(NamedTuple):
    """A line of the standings."""

    rank: int | None
    is_shared: bool
    names: tuple[str, ...]
    game_count: int
    score: Score
    extra_cells: tuple[Markup, ...]
    """For wide pages and paper: games won, Trex firsts, points per game, points."""
    notes: tuple[str, ...]
    games_url: str
    is_me: bool


class PageRange(NamedTuple):
    """The lines of one page, counted from 1. `previous_first_index`, `next_first_index`: of other pages, from 0."""

    first_line: int
    last_line: int
    total_line_count: int
    previous_first_index: int | None
    next_first_index: int | None


class StandingsPage(NamedTuple):
    """The standings of a season, now or on a past day. `season` and `record` are as of that day."""

    season: Season
    record: ClubRecord
    past_day: PastDay | None
    ranked: tuple[StandingsLine, ...]
    unranked: tuple[StandingsLine, ...]
    guests: tuple[StandingsLine, ...]
    page_range: PageRange | None = None
    """Set if these are not all lines."""

    @property
    def is_empty(self) -> bool:
        return not (self.ranked or self.unranked or self.guests)


def season_standings(
    club: ClubContext,
    season_number: int,
    past_day: PastDay | None,
    max_lines_per_group: int | None = None,
    only_season_player: SeasonPlayer | None = None,
) -> StandingsPage:
    """The standings of a season of the club, now or on a past day.

    At most `max_lines_per_group` ranked, unranked and guest lines each; of one player or pair only if given.
    """
    stored_standings = load_standings(club.club_head, club.record, season_number, past_day)
    row_indexes_by_group = (
        [index for index in part if only_season_player in (None, stored_standings.rows[index].player)][
            :max_lines_per_group
        ]
        for part in _row_indexes_by_group(stored_standings.rows)
    )
    return _standings_page(club, stored_standings, row_indexes_by_group)


def season_standings_page(
    club: ClubContext, season_number: int, past_day: PastDay | None, first_index: int | None
) -> StandingsPage:
    """A page of the same, from this line (from 0); all lines if `first_index` is None."""
    stored_standings = load_standings(club.club_head, club.record, season_number, past_day)
    row_indexes_by_group, total = _row_indexes_by_group(stored_standings.rows), len(stored_standings.rows)
    if first_index is None or total <= PAGE_SIZE:
        return _standings_page(club, stored_standings, row_indexes_by_group)
    first_index = min(first_index, total - 1) // PAGE_SIZE * PAGE_SIZE
    end_index = min(first_index + PAGE_SIZE, total)
    shown_row_indexes = {*[index for part in row_indexes_by_group for index in part][first_index:end_index]}
    page_of_rows = _standings_page(
        club,
        stored_standings,
        ([index for index in part if index in shown_row_indexes] for part in row_indexes_by_group),
    )
    before, after = first_index - PAGE_SIZE if first_index else None, end_index if end_index < total else None
    return page_of_rows._replace(page_range=PageRange(first_index + 1, end_index, total, before, after))


def _row_indexes_by_group(rows: Sequence[Row[SeasonPlayer]]) -> tuple[list[int], list[int], list[int]]:
    """The positions of ranked, unranked and guest rows."""
    ranked: list[int] = []
    unranked_row_indexes: list[int] = []
    guests: list[int] = []
    for index, row in enumerate(rows):
        (ranked if row.has_rank else guests if row.is_guest else unranked_row_indexes).append(index)
    return ranked, unranked_row_indexes, guests


def _standings_page(
    club: ClubContext, standings: SeasonStandings, ranked_unranked_guest_indexes: Iterable[Iterable[int]]
) -> StandingsPage:
    lines = _LineFactory(club, standings.rows, standings.past_day)
    ranked, unranked, guests = (tuple(map(lines.build_line, part)) for part in ranked_unranked_guest_indexes)
    return StandingsPage(standings.season, standings.record, standings.past_day, ranked, unranked, guests)


class _LineFactory:
    def __init__(self, club: ClubContext, rows: Sequence[Row[SeasonPlayer]], past_day: PastDay | None) -> None:
        self.club, self.rows, self.past_day = club, rows, past_day
        self.decimals = decimal_places_for(row.score for row in rows)

    def build_line(self, index: int) -> StandingsLine:
        row = self.rows[index]
        player = row.player
        me = self.club.me
        return StandingsLine(
            row.rank,
            row.is_shared,
            player_names(self.club, player),
            row.tally.games,
            format_score(row.score, self.decimals),
            self._extra_cells(row.tally),
            tuple(self._notes(index)),
            row_games_url(self.club.uid, player, self.past_day),
            me is not None and me.number in player.member_numbers,
        )

    def _extra_cells(self, tally: Tally) -> tuple[Markup, ...]:
        return (
            _trimmed_number(Fraction(tally.win_twelfths, TWELFTHS_PER_FINISH)),
            format_number(tally.trex_firsts),
            number_in_bdi(format_fraction(reader_language(), points_per_game(tally), 1)),
            format_number(tally.points),
        )

    def _notes(self, index: int) -> list[str]:
        row, notes = self.rows[index], []
        if row.missing_game_count:
            notes.append(ngettext("%(num)s more game needed", "%(num)s more games needed", row.missing_game_count))
        row_below = self.rows[index + 1] if row.has_rank and index + 1 < len(self.rows) else None
        if row_below is not None and row_below.lost_tie_by is not None:
            notes.append(self._tie_break_note(row_below, row_below.lost_tie_by))
        return notes

    def _tie_break_note(self, row_below: Row[SeasonPlayer], decision: TieBreakDecision) -> str:
        text, above, below = AHEAD_TEXT_BY_TIE_BREAK[decision.tie_break], decision.value_above, decision.value_below
        if decision.tie_break == "head_to_head":
            of_two = decision.tied_player_count == _HEAD_TO_HEAD_PLAYER_COUNT
            text = text if of_two else HEAD_TO_HEAD_AMONG_SEVERAL_TEXT
            above, below = (share * (decision.meeting_count if of_two else 100) for share in (above, below))
        name = player_or_pair_name(self.club, row_below.player)
        return _(
            text, name=name, above=_trimmed_number(above), below=_trimmed_number(below), games=decision.meeting_count
        )


def _trimmed_number(value: Fraction) -> Markup:
    return number_in_bdi(format_fraction(reader_language(), value, min(decimal_places_for([value]), 2)))
