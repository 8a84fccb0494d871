"""Head to head: a row for each two players who met, from either side."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from trexscore.club.game_seats import NO_MEMBER, PlayerKey
from trexscore.db.league import ratings as rating_rows
from trexscore.db.models import db
from trexscore.league.ratings import Rating, rating_slope, tenths_ahead
from trexscore.league.statistics.head_to_head import HeadToHead, WithPartner, best_partner, nemesis
from trexscore.league.statistics.measures import FEW, average
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.data.player_columns import name_values, partner_columns, player_columns
from trexscore.web.clubs.data.sheet import Column, Sheet, Value
from trexscore.web.clubs.data.statistics import keys_by_player, rules_word
from trexscore.web.clubs.statistics.opponents import opponents_of, pairs_against, partners_of
from trexscore.web.clubs.statistics.period import Period
from trexscore.web.rendering import translate as _


class HeadToHeadTotals(NamedTuple):
    """A player's games with another player: against each other, and as partners."""

    against: HeadToHead[int]
    together: WithPartner


def head_to_head_sheet(club: ClubContext, period: Period) -> Sheet:
    """A row for each two players who met on these days, from either side."""
    columns = (
        *_two_players(),
        *_outcome_columns(),
        Column("chance", _("Chance to finish ahead, by ratings")),
        Column("together", _("Games as partners")),
        Column("won_together", _("Won as partners")),
        Column("small_together", _("Little data as partners")),
        Column("best_partner", _("Best partner")),
    )
    return Sheet(columns, _rows(club, period))


def point_differences_sheet(club: ClubContext, period: Period) -> Sheet:
    """A row for each two opponents, from either side, and each set of rules."""
    columns = (
        *_two_players(),
        Column("rules", _("House rules for the points")),
        Column("games", _("Games against each other")),
        Column("ahead_by", _("Average points ahead per game")),
        Column("low", _("Probably from")),
        Column("high", _("Probably to")),
        Column("small", _("Little data so far")),
    )
    return Sheet(columns, _differences(club, period))


def pair_head_to_head_sheet(club: ClubContext, period: Period) -> Sheet:
    """A row for each two pairs who met on these days, from either side."""
    columns = (
        *player_columns(),
        *partner_columns(),
        *_other_player(),
        Column("other_partner", _("Number of the other player’s partner")),
        Column("other_partner_name", _("The other player’s partner")),
        *_outcome_columns(),
    )
    return Sheet(columns, _pair_rows(club, period))


def _two_players() -> tuple[Column, ...]:
    return (*player_columns(), *_other_player())


def _other_player() -> tuple[Column, ...]:
    return Column("other", _("The other player’s number")), Column("other_name", _("The other player"))


def _outcome_columns() -> tuple[Column, ...]:
    return (
        Column("games", _("Games against each other")),
        Column("ahead", _("Ahead")),
        Column("level", _("Tied")),
        Column("behind", _("Behind")),
        Column("small", _("Little data so far")),
        Column("nemesis", _("Nemesis")),
    )


def _outcome_values(met: HeadToHead[int] | HeadToHead[PlayerKey], *, is_worst: bool) -> tuple[Value, ...]:
    return met.games, met.before, met.level, met.behind, met.games < FEW if met.games else None, is_worst


def _rows(club: ClubContext, period: Period) -> Iterator[tuple[Value, ...]]:
    ratings = {
        entry.who[0]: entry.row.rating
        for entry in rating_rows.list_current_ratings(db.session(), club.club.id, pairs=False)
    }
    slope = rating_slope(ratings.values())
    for member in club.record.all_members:
        against = opponents_of(club, member.number, period)
        partners = partners_of(club, member.number, period)
        worst = {record.opponent for record in nemesis(against)}
        best = {record.partner for record in best_partner(partners)}
        for other, (met, together) in _met(against, partners).items():
            yield (
                *name_values(club, (member.number, other)),
                *_outcome_values(met, is_worst=other in worst),
                _chance(ratings, slope, member.number, other),
                together.games,
                together.wins,
                together.games < FEW if together.games else None,
                other in best,
            )


def _pair_rows(club: ClubContext, period: Period) -> Iterator[tuple[Value, ...]]:
    for player_key in keys_by_player(club):
        if player_key[1] == NO_MEMBER:
            continue
        against = pairs_against(club, player_key, period)
        worst = nemesis(against)
        for met in sorted(against, key=lambda record: record.opponent):
            yield (*name_values(club, (*player_key, *met.opponent)), *_outcome_values(met, is_worst=met in worst))


def _met(against: Iterable[HeadToHead[int]], partners: Iterable[WithPartner]) -> dict[int, HeadToHeadTotals]:
    """Everyone met, by number."""
    opponents, others = {item.opponent: item for item in against}, {item.partner: item for item in partners}
    return {
        number: HeadToHeadTotals(opponents.get(number, HeadToHead(number)), others.get(number, WithPartner(number)))
        for number in sorted({*opponents, *others})
    }


def _chance(ratings: Mapping[int, Rating], slope: float, member: int, other: int) -> Fraction | None:
    """The chance that the first finishes before the second; None without a rating."""
    if member not in ratings or other not in ratings:
        return None
    return Fraction(tenths_ahead(ratings[member], ratings[other], slope), 10)


def _differences(club: ClubContext, period: Period) -> Iterator[tuple[Value, ...]]:
    rules_words = cache(rules_word)
    for member in club.record.all_members:
        for met in sorted(opponents_of(club, member.number, period), key=lambda record: record.opponent):
            for rules, values in met.by_rules.items():
                mean = average(values)
                low, high = mean.interval or (None, None)
                names = name_values(club, (member.number, met.opponent))
                yield *names, rules_words(rules), mean.out_of, mean.value, low, high, mean.small
