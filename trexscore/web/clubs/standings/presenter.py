"""Standings as the pages show them: a line for each player or pair, and what separates equals."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple
from urllib.parse import urlencode

from markupsafe import Markup

from trexscore.club.record import ClubRecord
from trexscore.club.season import Season
from trexscore.club.season_shares import ALONE, Share
from trexscore.i18n.texts.league import AHEAD, AHEAD_OF_MANY, decimals_for, fraction
from trexscore.league.basis import average
from trexscore.league.standings import Row
from trexscore.league.tally import TWELFTHS, Tally
from trexscore.league.tie_breaks import Decision
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.data.standings import Table as Found
from trexscore.web.clubs.data.standings import table_on
from trexscore.web.clubs.members.presenter import title_of
from trexscore.web.clubs.standings.past_day import PastDay
from trexscore.web.language import reader_language
from trexscore.web.rendering import bdi, isolated, points
from trexscore.web.rendering import translate as _
from trexscore.web.rendering import translate_plural as ngettext

A_PAGE = 100
"""Lines of a table on a page."""
_TWO = 2
"""Of them a head to head is told in games; of more, no single number of games is theirs."""


class Score(NamedTuple):
    """A score as it is shown, and exactly."""

    shown: Markup
    exact: str
    is_loss: bool


class Line(NamedTuple):
    """A line of the table."""

    place: int | None
    shared: bool
    names: tuple[str, ...]
    games: int
    score: Score
    more: tuple[Markup, ...]
    """What there is room for on wide pages and on paper: games won, Trex firsts, points a game, points."""
    notes: tuple[str, ...]
    url: str
    is_me: bool


class Stretch(NamedTuple):
    """Some lines of a long table, counted from 1; where those before and behind them begin, if there are any."""

    first: int
    last: int
    of: int
    before: int | None
    behind: int | None


class Table(NamedTuple):
    """The table of a season, now or on a past day. `season` is as it was when its rows stood so."""

    season: Season
    record: ClubRecord
    past: PastDay | None
    ranked: tuple[Line, ...]
    unranked: tuple[Line, ...]
    guests: tuple[Line, ...]
    stretch: Stretch | None = None
    """Which of its lines these are, where they are not all."""

    @property
    def is_empty(self) -> bool:
        return not (self.ranked or self.unranked or self.guests)


def table_of(
    club: ClubContext, number: int, past: PastDay | None, most: int | None = None, share: Share | None = None
) -> Table | None:
    """The standings of a season, now or on a past day; None if there is no such season.

    Of the ranked, the unranked and the guests at most `most` lines each; with a `share`, that one's line alone.
    """
    found = table_on(club.club, club.record, number, past)
    if found is None:
        return None
    parts = (
        [place for place in part if share in (None, found.rows[place].player)][:most] for part in _parts(found.rows)
    )
    return _drawn(club, found, parts)


def page_of(club: ClubContext, number: int, past: PastDay | None, first: int | None) -> Table | None:
    """The same, a page of it, from the line with this number (from 0) on; all of it where that is None."""
    found = table_on(club.club, club.record, number, past)
    if found is None:
        return None
    parts, of = _parts(found.rows), len(found.rows)
    if first is None or of <= A_PAGE:
        return _drawn(club, found, parts)
    first = min(first, of - 1) // A_PAGE * A_PAGE
    last = min(first + A_PAGE, of)
    shown = {*[place for part in parts for place in part][first:last]}
    drawn = _drawn(club, found, ([place for place in part if place in shown] for part in parts))
    before, behind = first - A_PAGE if first else None, last if last < of else None
    return drawn._replace(stretch=Stretch(first + 1, last, of, before, behind))


def _parts(rows: Sequence[Row[Share]]) -> tuple[list[int], list[int], list[int]]:
    """The places of the ranked, of the unranked, and of guests among the rows."""
    ranked: list[int] = []
    unranked: list[int] = []
    guests: list[int] = []
    for place, row in enumerate(rows):
        (ranked if row.ranked else guests if row.guest else unranked).append(place)
    return ranked, unranked, guests


def _drawn(club: ClubContext, found: Found, parts: Iterable[Iterable[int]]) -> Table:
    lines = _Lines(club, found.season, found.rows, found.past)
    ranked, unranked, guests = (tuple(map(lines.line, part)) for part in parts)
    return Table(found.season, found.record, found.past, ranked, unranked, guests)


class _Lines:
    """Lines of a table, for one reader."""

    def __init__(self, club: ClubContext, season: Season, rows: Sequence[Row[Share]], past: PastDay | None) -> None:
        self.club, self.season, self.rows, self.past = club, season, rows, past
        self.decimals = decimals_for(row.score for row in rows)

    def line(self, place: int) -> Line:
        row = self.rows[place]
        share = row.player
        me = self.club.me
        return Line(
            row.place,
            row.shared,
            names_of(self.club, share),
            row.tally.games,
            score_shown(row.score, self.decimals),
            self._more(row.tally),
            tuple(self._notes(place)),
            url_of(self.club.uid, share, self.past),
            me is not None and me.number in share.people,
        )

    def _more(self, tally: Tally) -> tuple[Markup, ...]:
        return (
            _plain(Fraction(tally.wins, TWELFTHS)),
            points(tally.trex_firsts),
            isolated_number(fraction(reader_language(), average(tally), 1)),
            points(tally.points),
        )

    def _notes(self, place: int) -> list[str]:
        row, notes = self.rows[place], []
        if row.missing:
            notes.append(ngettext("%(num)s more game needed", "%(num)s more games needed", row.missing))
        after = self.rows[place + 1] if row.ranked and place + 1 < len(self.rows) else None
        if after is not None and after.decided_by is not None:
            notes.append(self._ahead(after, after.decided_by))
        return notes

    def _ahead(self, after: Row[Share], decided: Decision) -> str:
        said, above, below = AHEAD[decided.tie_break], decided.above, decided.below
        if decided.tie_break == "head_to_head":
            of_two = decided.among == _TWO
            said = said if of_two else AHEAD_OF_MANY
            above, below = (share * (decided.games if of_two else 100) for share in (above, below))
        name = joined(names_of(self.club, after.player))
        return _(said, name=name, above=_plain(above), below=_plain(below), games=decided.games)


def names_of(club: ClubContext, share: Share) -> tuple[str, ...]:
    """What a player is called, or the two of a pair."""
    return tuple(title_of(club.record.members[member]) for member in share.people)


def joined(names: Sequence[str]) -> str:
    """A player's name, or those of a pair."""
    return isolated(names[0]) if len(names) == 1 else _("%(one)s and %(other)s", one=names[0], other=names[1])


def url_of(uid: str, share: Share, past: PastDay | None = None) -> str:
    """Where the games behind a row are."""
    whose = f"players/{share.member}" if share.partner == ALONE else f"pairs/{share.member}-{share.partner}"
    asked = "" if past is None else f"?{urlencode(past.in_address)}"
    return f"/c/{uid}/seasons/{share.season}/{whose}{asked}"


def signed(value: Fraction, decimals: int) -> Markup:
    """A change with so many decimals: a gain has its plus."""
    return isolated_number(("+" if value > 0 else "") + fraction(reader_language(), value, decimals))


def score_shown(score: Fraction, decimals: int) -> Score:
    """A score with so many decimals."""
    text = fraction(reader_language(), score, decimals)
    return Score(isolated_number(text), str(score), score < 0)


def isolated_number(text: str) -> Markup:
    """A number that is no whole one, isolated as the others are."""
    return bdi(text)


def _plain(value: Fraction) -> Markup:
    return isolated_number(fraction(reader_language(), value, min(decimals_for([value]), 2)))
