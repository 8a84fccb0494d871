"""Who has met whom: a row for each two, once from either side."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from trexscore.club.game_seats import NOBODY
from trexscore.db.league import ratings as rating_rows
from trexscore.db.models import db
from trexscore.league.ratings import Rating, slope, tenths_ahead
from trexscore.league.statistics.head_to_head import HeadToHead, WithPartner, best_partner, nemesis
from trexscore.league.statistics.measures import FEW, average
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.data.people import named, partner_columns, player_columns
from trexscore.web.clubs.data.sheet import Column, Sheet, Value
from trexscore.web.clubs.data.statistics import people_told, rules_word
from trexscore.web.clubs.statistics.opponents import opponents_of, pairs_against, partners_of
from trexscore.web.clubs.statistics.period import Period
from trexscore.web.rendering import translate as _


class Met(NamedTuple):
    """All games of a player with somebody: against each other, and as partners."""

    against: HeadToHead[int]
    together: WithPartner


def head_to_head_sheet(club: ClubContext, stretch: Period) -> Sheet:
    """A row for each two who have met in these days, from either side."""
    columns = (
        *_two(),
        *_outcome(),
        Column("chance", _("Chance to finish ahead, by ratings")),
        Column("together", _("Games as partners")),
        Column("won_together", _("Won as partners")),
        Column("small_together", _("Little data as partners")),
        Column("best_partner", _("Best partner")),
    )
    return Sheet(columns, _rows(club, stretch))


def point_differences_sheet(club: ClubContext, stretch: Period) -> Sheet:
    """A row for each two who have played against each other, from either side, and for each kind of rules."""
    columns = (
        *_two(),
        Column("rules", _("House rules for the points")),
        Column("games", _("Games against each other")),
        Column("ahead_by", _("Average points ahead per game")),
        Column("low", _("Probably from")),
        Column("high", _("Probably to")),
        Column("small", _("Little data so far")),
    )
    return Sheet(columns, _differences(club, stretch))


def pair_head_to_head_sheet(club: ClubContext, stretch: Period) -> Sheet:
    """A row for each two pairs who have met in these days, from either side."""
    columns = (
        *player_columns(),
        *partner_columns(),
        *_other(),
        Column("other_partner", _("Number of the other player’s partner")),
        Column("other_partner_name", _("The other player’s partner")),
        *_outcome(),
    )
    return Sheet(columns, _pair_rows(club, stretch))


def _two() -> tuple[Column, ...]:
    return (*player_columns(), *_other())


def _other() -> tuple[Column, ...]:
    return Column("other", _("The other player’s number")), Column("other_name", _("The other player"))


def _outcome() -> tuple[Column, ...]:
    return (
        Column("games", _("Games against each other")),
        Column("ahead", _("Ahead")),
        Column("level", _("Tied")),
        Column("behind", _("Behind")),
        Column("small", _("Little data so far")),
        Column("nemesis", _("Nemesis")),
    )


def _told(met: HeadToHead[Any], *, is_worst: bool) -> tuple[Value, ...]:
    """What `_outcome` asks for."""
    return met.games, met.before, met.level, met.behind, met.games < FEW if met.games else None, is_worst


def _rows(club: ClubContext, stretch: Period) -> Iterator[tuple[Value, ...]]:
    ratings = {one.who[0]: one.row.rating for one in rating_rows.rated(db.session(), club.club.id, pairs=False)}
    believed = slope(ratings.values())
    for member in club.record.people:
        against = opponents_of(club, member.number, stretch)
        partners = partners_of(club, member.number, stretch)
        worst = {one.opponent for one in nemesis(against)}
        best = {one.partner for one in best_partner(partners)}
        for other, (met, together) in _met(against, partners).items():
            yield (
                *named(club, (member.number, other)),
                *_told(met, is_worst=other in worst),
                _chance(ratings, believed, member.number, other),
                together.games,
                together.wins,
                together.games < FEW if together.games else None,
                other in best,
            )


def _pair_rows(club: ClubContext, stretch: Period) -> Iterator[tuple[Value, ...]]:
    for who in people_told(club):
        if who[1] == NOBODY:
            continue
        against = pairs_against(club, who, stretch)
        worst = nemesis(against)
        for met in sorted(against, key=lambda one: one.opponent):
            yield (*named(club, (*who, *met.opponent)), *_told(met, is_worst=met in worst))


def _met(against: Iterable[HeadToHead[int]], partners: Iterable[WithPartner]) -> dict[int, Met]:
    """Everybody met, in the order of their numbers."""
    opponents, others = {one.opponent: one for one in against}, {one.partner: one for one in partners}
    return {
        number: Met(opponents.get(number, HeadToHead(number)), others.get(number, WithPartner(number)))
        for number in sorted({*opponents, *others})
    }


def _chance(ratings: Mapping[int, Rating], believed: float, one: int, other: int) -> Fraction | None:
    """How likely the first finishes before the second; nothing where one has no rating."""
    if one not in ratings or other not in ratings:
        return None
    return Fraction(tenths_ahead(ratings[one], ratings[other], believed), 10)


def _differences(club: ClubContext, stretch: Period) -> Iterator[tuple[Value, ...]]:
    rules_called = cache(rules_word)
    for member in club.record.people:
        for met in sorted(opponents_of(club, member.number, stretch), key=lambda one: one.opponent):
            for rules, values in met.by_rules.items():
                found = average(values)
                low, high = found.between or (None, None)
                names = named(club, (member.number, met.opponent))
                yield *names, rules_called(rules), found.out_of, found.value, low, high, found.small
