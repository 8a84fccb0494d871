"""The games behind a row of the standings."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from flask import url_for

from trexscore.club.counted import CountedGame
from trexscore.club.season_shares import Share, as_they_are
from trexscore.db.league.standings import Behind, PartOf, games_behind, parts_that_count
from trexscore.db.models import db
from trexscore.i18n.texts.league import decimals_for
from trexscore.league.basis import Basis
from trexscore.rules.seats import SEATS
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.members.presenter import title_of
from trexscore.web.clubs.standings.presenter import Score, Table, score_shown
from trexscore.web.language import reader_language
from trexscore.web.rendering import isolated
from trexscore.web.rendering import translate as _

MOST = 50
"""Games on a page."""


class GameBehind(NamedTuple):
    """A game behind a row. `against`: who sat at the other places; `points`: where it brings something else."""

    url: str
    day: str
    against: tuple[str, ...]
    substitute: str | None
    place: int
    shared: bool
    brings: Score
    points: int | None


class Games(NamedTuple):
    """Games under a title."""

    title: str
    games: tuple[GameBehind, ...]
    are_counted: bool


class Page(NamedTuple):
    """So many of the games behind a row, and where the next ones begin."""

    groups: tuple[Games, ...]
    following: int | None


def games_of(club: ClubContext, table: Table, share: Share, first: int) -> Page:
    """The games of a player or pair from the one with this number on: those that count, then the others."""
    past = table.past
    behind = Behind(club.club.id, share) if past is None else Behind(club.club.id, share, past.at, past.until)
    session = db.session()
    basis, better = table.season.counting.basis, table.season.counting.better
    fewer = better == "less"
    those = parts_that_count(session, behind, basis, fewer=fewer) if basis.needs_each_game else frozenset()
    found = games_behind(session, behind, first, MOST + 1, those)
    here = found[:MOST]
    decimals = decimals_for(basis.brings(part.tally) for part in here)
    games = [
        (_game(club, share, part, basis, score_shown(basis.brings(part.tally), decimals)), part.part_id in those)
        for part in here
    ]
    groups = (
        Games(_("Games that count"), tuple(game for game, counts in games if counts), are_counted=True),
        Games(
            _("Other games") if basis.needs_each_game else _("Games"),
            tuple(game for game, counts in games if not counts),
            are_counted=not basis.needs_each_game,
        ),
    )
    return Page(tuple(one for one in groups if one.games), first + MOST if len(found) > MOST else None)


def _game(club: ClubContext, share: Share, part: PartOf, basis: Basis, brings: Score) -> GameBehind:
    shares = [place for place in part.tally.places if place]
    return GameBehind(
        url_for("club_game.show", uid=club.uid, game=part.uid),
        reader_language().day(date.fromisoformat(part.on_day)),
        tuple(_against(club, share, part)),
        None
        if part.counted is None or not _is_of_the_same(club, share, part)
        else _substitute(club, share, part.counted),
        part.tally.best_place,
        len(shares) > 1,
        brings,
        None if basis.is_of_points else part.points,
    )


def _against(club: ClubContext, share: Share, part: PartOf) -> Sequence[str]:
    """Everybody at the table but those whose row it is; whoever is not of the club has no name here.

    Of a past day those with whom it counted then, whatever was put right or withdrawn since.
    """
    others: list[int | None] = []
    if part.others is not None:
        others += [*part.others, *[None] * (len(SEATS) - len(share.people) - len(part.others))]
    elif part.counted is not None:
        mine = _whose(club, share)
        others += [member for member in as_they_are(club.record, part.counted).members if member not in mine]
    return [
        _("someone from outside the club") if member is None else isolated(title_of(club.record.members[member]))
        for member in others
    ]


def _is_of_the_same(club: ClubContext, share: Share, part: PartOf) -> bool:
    """Whether the game is counted for the same people still: who sat in for whom is known only as it is now."""
    if part.counted is None or part.others is None:
        return True
    now = {member for member in as_they_are(club.record, part.counted).members if member is not None}
    return now == {*share.people, *part.others}


def _substitute(club: ClubContext, share: Share, counted: CountedGame) -> str | None:
    """Who sat there instead of somebody whose row it is."""
    now, mine = as_they_are(club.record, counted), _whose(club, share)
    for booked, played in zip(now.members, now.played_by, strict=True):
        if booked in mine and played != booked:
            return _("someone from outside the club") if played is None else title_of(club.record.members[played])
    return None


def _whose(club: ClubContext, share: Share) -> set[int]:
    """Whose row it is, also one of a past day when they were listed under another number."""
    return {club.record.who(number).number for number in share.people}
