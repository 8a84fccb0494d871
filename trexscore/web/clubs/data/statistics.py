"""Statistics of a club, a row for each number: of players, of pairs, and of the whole club."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple, TypeVar

from trexscore.club.counted_game import NO_MEMBER
from trexscore.club.game_seats import WHOLE_CLUB, PlayerKey
from trexscore.club.members import Member
from trexscore.db.league import statistics as statistics_rows
from trexscore.db.models import db
from trexscore.i18n.game_terms import CONTRACT_NAMES
from trexscore.i18n.marking import N_
from trexscore.i18n.texts.clubs.statistics import EXTREME_TEXTS, MEASURE_TEXTS, PROFILE_SECTION_TEXTS
from trexscore.league.statistics.profile import Profile
from trexscore.league.statistics.profile_lines import ProfileLine, player_lines, whole_club_lines
from trexscore.ledger.schema_parts import TEXT, Schema
from trexscore.rules.seats import SEATS
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.data.columns import (
    MAYBE_BOOLEAN,
    MAYBE_INTEGER,
    MAYBE_NUMBER,
    MAYBE_TEXT,
    NUMBER_SCHEMA,
    PARTNER_COLUMNS,
    PLAYER_COLUMNS,
    CodedText,
    Column,
    ColumnValue,
    dataset_decorator,
)
from trexscore.web.clubs.members.presenter import members_before_merges
from trexscore.web.clubs.statistics.comparable_rules import rules_name
from trexscore.web.clubs.statistics.met_players import recent_games
from trexscore.web.clubs.statistics.period import Period, current_player_key, profile_in
from trexscore.web.rendering import translate as _

_SUBJECT_TEXTS = {"player": N_("Player"), "pair": N_("Pair"), "club": N_("The club")}
_VALUE_KIND_TEXTS = {"share": N_("A share, from 0 to 1"), "average": N_("An average"), "number": N_("A number")}
_CASE_UNIT_TEXTS = {"games": N_("Games"), "deals": N_("Deals"), "cards": N_("Cards"), "kingdoms": N_("Kingdoms")}
_MEASURE_TEXTS = {
    "games": N_("Games"),
    "games_by_rules": N_("Games under these rules"),
    "form": PROFILE_SECTION_TEXTS["form"].name,
    **{str(code): text.name for texts in (MEASURE_TEXTS, EXTREME_TEXTS) for code, text in texts.items()},
}


Code = TypeVar("Code", bound=str)


class StatisticRow(NamedTuple):
    """A value of a player, of a pair, or of the club, without members. `profile_line`: of an average or a share."""

    members: tuple[Member, ...]
    measure_code: str
    value_kind: str
    value: Fraction | int
    comparable_rules_key: str | None = None
    profile_line: ProfileLine | None = None
    with_partners: bool | None = None
    game_uid: str | None = None
    day: str | None = None

    @property
    def subject_code(self) -> str:
        """Whom it is about."""
        return ("club", "player", "pair")[len(self.members)]

    @property
    def likely_range(self) -> tuple[Fraction, Fraction] | tuple[None, None]:
        """The range in which the value probably is, if it is known."""
        return (self.profile_line and self.profile_line.measure.interval) or (None, None)


def coded_rules(comparable_rules_key: str | None) -> CodedText | None:
    """Rules for comparing points. The code is what differs from the standard, so it may be empty."""
    return None if comparable_rules_key is None else CodedText(comparable_rules_key, rules_name(comparable_rules_key))


def _coded_text(code: Code | None, name_by_code: Mapping[Code, str]) -> CodedText | None:
    return None if code is None else CodedText(str(code), _(name_by_code[code]))


def _line_column(
    name: str, schema: Schema, read_value: Callable[[ProfileLine], ColumnValue], heading: str
) -> Column[StatisticRow]:
    """A column about the measure of an average or a share; empty in other rows."""
    return Column(name, schema, lambda row: row.profile_line and read_value(row.profile_line), heading)


COLUMNS: tuple[Column[StatisticRow], ...] = (
    Column("of", TEXT, lambda row: _coded_text(row.subject_code, _SUBJECT_TEXTS), N_("Refers to")),
    *PLAYER_COLUMNS,
    *PARTNER_COLUMNS,
    Column("measure", TEXT, lambda row: _coded_text(row.measure_code, _MEASURE_TEXTS), N_("Measure")),
    _line_column("contract", MAYBE_TEXT, lambda line: _coded_text(line.contract, CONTRACT_NAMES), N_("Contract")),
    _line_column("place", MAYBE_INTEGER, lambda line: line.place, N_("Finish")),
    _line_column("kingdoms", MAYBE_INTEGER, lambda line: line.kingdoms_played, N_("After how many kingdoms")),
    Column("partners", MAYBE_BOOLEAN, lambda row: row.with_partners, N_("With a partner")),
    Column("rules", MAYBE_TEXT, lambda row: coded_rules(row.comparable_rules_key), N_("House rules for the points")),
    Column("kind", TEXT, lambda row: _coded_text(row.value_kind, _VALUE_KIND_TEXTS), N_("Kind of value")),
    Column("value", NUMBER_SCHEMA, lambda row: row.value, N_("Value")),
    _line_column("cases", MAYBE_INTEGER, lambda line: line.measure.case_count, N_("Number of cases")),
    _line_column(
        "cases_are", MAYBE_TEXT, lambda line: _coded_text(line.code.case_unit, _CASE_UNIT_TEXTS), N_("Kind of cases")
    ),
    _line_column("small", MAYBE_BOOLEAN, lambda line: line.measure.is_small_sample, N_("Little data so far")),
    Column("low", MAYBE_NUMBER, lambda row: row.likely_range[0], N_("Probably from")),
    Column("high", MAYBE_NUMBER, lambda row: row.likely_range[1], N_("Probably to")),
    Column("game", MAYBE_TEXT, lambda row: row.game_uid, N_("Game")),
    Column("on", MAYBE_TEXT, lambda row: row.day, N_("Day")),
)


def stored_player_keys_by_player(club: ClubContext) -> dict[PlayerKey, list[PlayerKey]]:
    """Every player, then every pair, with the keys under which their games are stored."""
    keys: dict[PlayerKey, list[PlayerKey]] = defaultdict(list)
    for key in statistics_rows.list_player_keys_with_profiles(db.session(), club.id):
        keys[current_player_key(club.record, key)].append(key)
    return {player: keys[player] for player in sorted(keys, key=lambda player: (player[1] != NO_MEMBER, player))}


@dataset_decorator(COLUMNS)
def statistics_dataset(club: ClubContext, period: Period) -> Iterator[StatisticRow]:
    """A row for each value of the games of these days: of the whole club, then of each player, then of each pair."""
    club_profile = profile_in(club, period, [WHOLE_CLUB])
    yield from _game_count_rows((), club_profile, len(SEATS))
    yield from _measure_rows((), whole_club_lines(club_profile))
    for player_key, keys in stored_player_keys_by_player(club).items():
        profile, members = profile_in(club, period, keys), members_before_merges(club.record, player_key)
        if profile.counts.games:
            yield from _game_count_rows(members, profile, 1)
            yield from _measure_rows(members, player_lines(profile))
            yield from _extreme_rows(members, profile)
            for game in recent_games(club, player_key, period):
                yield StatisticRow(
                    members,
                    "form",
                    "number",
                    game.finish,
                    with_partners=game.with_partners,
                    game_uid=game.game_uid,
                    day=game.day,
                )


def _game_count_rows(members: tuple[Member, ...], profile: Profile, copies_per_game: int) -> Iterator[StatisticRow]:
    """How many games there are; each is stored `copies_per_game` times."""
    yield StatisticRow(members, "games", "number", profile.counts.games // copies_per_game)
    for rules, part in profile.sums_by_rules.items():
        yield StatisticRow(members, "games_by_rules", "number", part.counts.games // copies_per_game, rules)


def _measure_rows(members: tuple[Member, ...], profile_lines: Iterable[ProfileLine]) -> Iterator[StatisticRow]:
    for line in profile_lines:
        kind, value = "share" if line.code.is_share else "average", line.measure.value or 0
        yield StatisticRow(members, line.code, kind, value, line.comparable_rules_key, line, line.partnership)


def _extreme_rows(row_members: tuple[Member, ...], profile: Profile) -> Iterator[StatisticRow]:
    for rules, part in profile.sums_by_rules.items():
        for code, extreme in part.extremes._asdict().items():
            if extreme is not None:
                yield StatisticRow(row_members, code, "number", extreme.points, rules, game_uid=extreme.game_uid)
