"""Head to head: a row for each two players who met, from either side."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from trexscore.club.counted_game import NO_MEMBER
from trexscore.club.game_seats import PlayerKey
from trexscore.club.members import Member
from trexscore.db.league.ratings import read_current_ratings_by_member
from trexscore.db.models import db
from trexscore.i18n.marking import N_
from trexscore.league.ratings import Rating, chance_ahead_in_tenths, club_rating_reliability
from trexscore.league.statistics.head_to_head import HeadToHead, PartnerResult, best_partners_of_player, nemeses
from trexscore.league.statistics.measures import MIN_SAMPLE_SIZE, Measure, average_measure
from trexscore.ledger.schema_parts import BOOLEAN, INTEGER, TEXT
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.data.columns import (
    MAYBE_BOOLEAN,
    MAYBE_NUMBER,
    NUMBER_SCHEMA,
    PARTNER_COLUMNS,
    PLAYER_COLUMNS,
    Column,
    dataset_decorator,
    member_columns,
)
from trexscore.web.clubs.data.statistics import coded_rules, stored_player_keys_by_player
from trexscore.web.clubs.members.presenter import members_before_merges
from trexscore.web.clubs.statistics.met_players import head_to_heads, partner_results_of_player
from trexscore.web.clubs.statistics.period import Period


class HeadToHeadRow(NamedTuple):
    """The games of a player or pair against another, and of two players as partners.

    `chance_ahead`: to finish ahead of the other by ratings; None without a rating.
    """

    members: tuple[Member, ...]
    head_to_head: HeadToHead[PlayerKey]
    is_nemesis: bool
    chance_ahead: Fraction | None = None
    partner_result: PartnerResult = PartnerResult(NO_MEMBER)
    is_best_partner: bool = False


class PointDifferenceRow(NamedTuple):
    """By how many points a player finishes ahead of another, on average under these rules."""

    members: tuple[Member, ...]
    comparable_rules_key: str
    average_difference: Measure

    @property
    def likely_range(self) -> tuple[Fraction, Fraction] | tuple[None, None]:
        """The range in which the average probably is, if it is known."""
        return self.average_difference.interval or (None, None)


_OTHER_NUMBER_COLUMN_NAME_AND_HEADING = "other", N_("The other player’s number")
_OTHER_NAME_COLUMN_NAME_AND_HEADING = "other_name", N_("The other player")
_OTHER_PLAYER_COLUMNS, _OTHER_PAIR_COLUMNS = (
    member_columns(place, _OTHER_NUMBER_COLUMN_NAME_AND_HEADING, _OTHER_NAME_COLUMN_NAME_AND_HEADING)
    for place in (1, 2)
)
_OTHER_PARTNER_COLUMNS = member_columns(
    3,
    ("other_partner", N_("Number of the other player’s partner")),
    ("other_partner_name", N_("The other player’s partner")),
)
_AGAINST_EACH_OTHER_COLUMNS: tuple[Column[HeadToHeadRow], ...] = (
    Column("games", INTEGER, lambda row: row.head_to_head.game_count, N_("Games against each other")),
    Column("ahead", INTEGER, lambda row: row.head_to_head.ahead, N_("Ahead")),
    Column("level", INTEGER, lambda row: row.head_to_head.level, N_("Tied")),
    Column("behind", INTEGER, lambda row: row.head_to_head.behind, N_("Behind")),
    Column("small", MAYBE_BOOLEAN, lambda row: _is_small_sample(row.head_to_head.game_count), N_("Little data so far")),
    Column("nemesis", BOOLEAN, lambda row: row.is_nemesis, N_("Nemesis")),
)
HEAD_TO_HEAD_COLUMNS: tuple[Column[HeadToHeadRow], ...] = (
    *PLAYER_COLUMNS,
    *_OTHER_PLAYER_COLUMNS,
    *_AGAINST_EACH_OTHER_COLUMNS,
    Column("chance", MAYBE_NUMBER, lambda row: row.chance_ahead, N_("Chance to finish ahead, by ratings")),
    Column("together", INTEGER, lambda row: row.partner_result.game_count, N_("Games as partners")),
    Column("won_together", INTEGER, lambda row: row.partner_result.win_count, N_("Won as partners")),
    Column(
        "small_together",
        MAYBE_BOOLEAN,
        lambda row: _is_small_sample(row.partner_result.game_count),
        N_("Little data as partners"),
    ),
    Column("best_partner", BOOLEAN, lambda row: row.is_best_partner, N_("Best partner")),
)
HEAD_TO_HEAD_OF_PAIRS_COLUMNS: tuple[Column[HeadToHeadRow], ...] = (
    *PLAYER_COLUMNS,
    *PARTNER_COLUMNS,
    *_OTHER_PAIR_COLUMNS,
    *_OTHER_PARTNER_COLUMNS,
    *_AGAINST_EACH_OTHER_COLUMNS,
)
POINT_DIFFERENCE_COLUMNS: tuple[Column[PointDifferenceRow], ...] = (
    *PLAYER_COLUMNS,
    *_OTHER_PLAYER_COLUMNS,
    Column("rules", TEXT, lambda row: coded_rules(row.comparable_rules_key), N_("House rules for the points")),
    Column("games", INTEGER, lambda row: row.average_difference.case_count, N_("Games against each other")),
    Column("ahead_by", NUMBER_SCHEMA, lambda row: row.average_difference.value, N_("Average points ahead per game")),
    Column("low", MAYBE_NUMBER, lambda row: row.likely_range[0], N_("Probably from")),
    Column("high", MAYBE_NUMBER, lambda row: row.likely_range[1], N_("Probably to")),
    Column("small", BOOLEAN, lambda row: row.average_difference.is_small_sample, N_("Little data so far")),
)


def _is_small_sample(game_count: int) -> bool | None:
    return game_count < MIN_SAMPLE_SIZE if game_count else None


@dataset_decorator(HEAD_TO_HEAD_COLUMNS)
def head_to_head_dataset(club: ClubContext, period: Period) -> Iterator[HeadToHeadRow]:
    """A row for each two players who met on these days, from either side."""
    ratings = read_current_ratings_by_member(db.session(), club.id)
    reliability = club_rating_reliability(ratings.values())
    for member in club.record.unmerged_members:
        records = head_to_heads(club, (member.number, NO_MEMBER), period)
        record_by_opponent = {record.opponent[0]: record for record in records}
        partners = {record.partner_number: record for record in partner_results_of_player(club, member.number, period)}
        worst, best = nemeses(records), best_partners_of_player([*partners.values()])
        for other in sorted({*record_by_opponent, *partners}):
            record = record_by_opponent.get(other, HeadToHead((other, NO_MEMBER)))
            partner_result = partners.get(other, PartnerResult(other))
            yield HeadToHeadRow(
                members_before_merges(club.record, (member.number, other)),
                record,
                record in worst,
                _chance_ahead(ratings, reliability, member.number, other),
                partner_result,
                partner_result in best,
            )


@dataset_decorator(HEAD_TO_HEAD_OF_PAIRS_COLUMNS)
def head_to_head_of_pairs_dataset(club: ClubContext, period: Period) -> Iterator[HeadToHeadRow]:
    """A row for each two pairs who met on these days, from either side."""
    for player_key in stored_player_keys_by_player(club):
        if player_key[1] == NO_MEMBER:
            continue
        opponent_records = head_to_heads(club, player_key, period)
        nemesis_pairs = nemeses(opponent_records)
        for met in opponent_records:
            yield HeadToHeadRow(
                members_before_merges(club.record, (*player_key, *met.opponent)), met, met in nemesis_pairs
            )


def _chance_ahead(
    rating_by_member: Mapping[int, Rating], reliability: float, member_number: int, other_number: int
) -> Fraction | None:
    if member_number not in rating_by_member or other_number not in rating_by_member:
        return None
    return Fraction(
        chance_ahead_in_tenths(rating_by_member[member_number], rating_by_member[other_number], reliability), 10
    )


@dataset_decorator(POINT_DIFFERENCE_COLUMNS)
def point_differences_dataset(club: ClubContext, period: Period) -> Iterator[PointDifferenceRow]:
    """A row for each two opponents, from either side, and each set of rules."""
    for member in club.record.unmerged_members:
        for met in head_to_heads(club, (member.number, NO_MEMBER), period):
            members = members_before_merges(club.record, (member.number, *met.opponent))
            for rules, values in met.point_difference_sample_by_rules.items():
                yield PointDifferenceRow(members, rules, average_measure(values))
