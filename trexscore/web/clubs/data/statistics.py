"""Statistics of a club, a row for each number: of players, of pairs, and of the whole club."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple, TypeVar

from trexscore.club.game_seats import NO_MEMBER, WHOLE_CLUB, PlayerKey
from trexscore.club.members import Member
from trexscore.db.league import head_to_head as head_to_head_rows
from trexscore.db.league import statistics as statistics_rows
from trexscore.db.league.head_to_head import GamePlayed
from trexscore.db.models import db
from trexscore.i18n.marking import N_
from trexscore.i18n.texts.statistics import COMPANY, EXTREME, MEASURED
from trexscore.i18n.words import CONTRACT
from trexscore.league.pairs import ordered_pair
from trexscore.league.statistics.head_to_head import LATELY
from trexscore.league.statistics.profile import Profile
from trexscore.league.statistics.profile_lines import ProfileLine, club_lines, player_lines
from trexscore.ledger.schema import TEXT
from trexscore.rules.cards import Contract
from trexscore.rules.seats import SEATS
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.data.columns import (
    MAYBE_BOOLEAN,
    MAYBE_INTEGER,
    MAYBE_NUMBER,
    MAYBE_TEXT,
    NUMBER,
    PARTNER,
    PLAYER,
    Column,
    Sheet,
    Word,
    sheet_of,
)
from trexscore.web.clubs.members.presenter import people_of
from trexscore.web.clubs.statistics.period import Period, profile_in
from trexscore.web.clubs.statistics.rules import rules_name
from trexscore.web.rendering import translate as _

_SUBJECT = {"player": N_("Player"), "pair": N_("Pair"), "club": N_("The club")}
_KIND = {"share": N_("A share, from 0 to 1"), "average": N_("An average"), "number": N_("A number")}
_CASES = {"games": N_("Games"), "deals": N_("Deals"), "cards": N_("Cards"), "kingdoms": N_("Kingdoms")}
_MEASURE = {
    "games": N_("Games"),
    "games_by_rules": N_("Games under these rules"),
    "form": COMPANY["form"].name,
    **{str(code): text.name for texts in (MEASURED, EXTREME) for code, text in texts.items()},
}


C = TypeVar("C", bound=str)


class StatisticLine(NamedTuple):
    """A value, its number of cases, and its context. Only averages and shares have cases."""

    code: str
    kind: str
    value: Fraction | int
    rules: str | None = None
    contract: Contract | None = None
    place: int | None = None
    kingdoms: int | None = None
    partners: bool | None = None
    cases: int | None = None
    cases_are: str | None = None
    small: bool | None = None
    low: Fraction | None = None
    high: Fraction | None = None
    game: str | None = None
    on: str | None = None


class Statistic(NamedTuple):
    """A line of a player, of a pair, or of the club: then there are no people."""

    people: tuple[Member, ...]
    line: StatisticLine

    @property
    def subject(self) -> str:
        """Whom it is about."""
        return ("club", "player", "pair")[len(self.people)]


def rules_word(key: str | None) -> Word | None:
    """Rules for comparing points. The code is what differs from the standard, so it may be empty."""
    return None if key is None else Word(key, rules_name(key))


def _word(code: C | None, names: Mapping[C, str]) -> Word | None:
    return None if code is None else Word(str(code), _(names[code]))


COLUMNS: tuple[Column[Statistic], ...] = (
    Column("of", TEXT, lambda row: _word(row.subject, _SUBJECT), N_("Refers to")),
    *PLAYER,
    *PARTNER,
    Column("measure", TEXT, lambda row: _word(row.line.code, _MEASURE), N_("Measure")),
    Column("contract", MAYBE_TEXT, lambda row: _word(row.line.contract, CONTRACT), N_("Contract")),
    Column("place", MAYBE_INTEGER, lambda row: row.line.place, N_("Finish")),
    Column("kingdoms", MAYBE_INTEGER, lambda row: row.line.kingdoms, N_("After how many kingdoms")),
    Column("partners", MAYBE_BOOLEAN, lambda row: row.line.partners, N_("With a partner")),
    Column("rules", MAYBE_TEXT, lambda row: rules_word(row.line.rules), N_("House rules for the points")),
    Column("kind", TEXT, lambda row: _word(row.line.kind, _KIND), N_("Kind of value")),
    Column("value", NUMBER, lambda row: row.line.value, N_("Value")),
    Column("cases", MAYBE_INTEGER, lambda row: row.line.cases, N_("Number of cases")),
    Column("cases_are", MAYBE_TEXT, lambda row: _word(row.line.cases_are, _CASES), N_("Kind of cases")),
    Column("small", MAYBE_BOOLEAN, lambda row: row.line.small, N_("Little data so far")),
    Column("low", MAYBE_NUMBER, lambda row: row.line.low, N_("Probably from")),
    Column("high", MAYBE_NUMBER, lambda row: row.line.high, N_("Probably to")),
    Column("game", MAYBE_TEXT, lambda row: row.line.game, N_("Game")),
    Column("on", MAYBE_TEXT, lambda row: row.line.on, N_("Day")),
)


def statistics_sheet(club: ClubContext, period: Period) -> Sheet:
    """A row for each value, of the games of these days."""
    return sheet_of(COLUMNS, _rows(club, period))


def keys_by_player(club: ClubContext) -> dict[PlayerKey, list[PlayerKey]]:
    """Every player, then every pair, with the keys under which their games are stored."""
    keys: dict[PlayerKey, list[PlayerKey]] = defaultdict(list)
    for key in statistics_rows.list_players_with_profiles(db.session(), club.club.id):
        first, second = (
            NO_MEMBER if number == NO_MEMBER else club.record.current_member(number).number for number in key
        )
        keys[(first, NO_MEMBER) if second == NO_MEMBER else ordered_pair(first, second)].append(key)
    return {player: keys[player] for player in sorted(keys, key=lambda player: (player[1] != NO_MEMBER, player))}


def _rows(club: ClubContext, period: Period) -> Iterator[Statistic]:
    """The lines of the whole club, then of each player, then of each pair."""
    club_profile = profile_in(club, period, [WHOLE_CLUB])
    for line in (*_games(club_profile, len(SEATS)), *map(_measured, club_lines(club_profile))):
        yield Statistic((), line)
    numbers = _numbers(club)
    for player_key, keys in keys_by_player(club).items():
        profile = profile_in(club, period, keys)
        if profile.counts.games:
            people = people_of(club.record, player_key)
            number_lists = tuple(numbers[member.number] for member in people)
            form = head_to_head_rows.list_games(db.session(), club.club.id, number_lists, period.days, LATELY)
            for line in (*_player_lines(profile), *map(_of_form, form)):
                yield Statistic(people, line)


def _player_lines(profile: Profile) -> Iterable[StatisticLine]:
    return *_games(profile, 1), *map(_measured, player_lines(profile)), *_extremes(profile)


def _numbers(club: ClubContext) -> Mapping[int, list[int]]:
    numbers: dict[int, list[int]] = defaultdict(list)
    for number in club.record.members:
        numbers[club.record.current_member(number).number].append(number)
    return numbers


def _games(profile: Profile, times: int) -> Iterator[StatisticLine]:
    """How many games there are; each is stored `times` times."""
    yield StatisticLine("games", "number", profile.counts.games // times)
    for rules, part in profile.by_rules.items():
        yield StatisticLine("games_by_rules", "number", part.counts.games // times, rules)


def _measured(line: ProfileLine) -> StatisticLine:
    measure = line.measure
    low, high = measure.interval or (None, None)
    return StatisticLine(
        line.code,
        "share" if line.code.is_share else "average",
        measure.value or 0,
        line.rules,
        line.contract,
        line.place,
        line.kingdoms,
        line.partners,
        measure.out_of,
        line.code.unit,
        measure.small,
        low,
        high,
    )


def _extremes(profile: Profile) -> Iterator[StatisticLine]:
    for rules, part in profile.by_rules.items():
        for code, extreme in part.extremes._asdict().items():
            if extreme is not None:
                yield StatisticLine(code, "number", extreme.value, rules, game=extreme.game)


def _of_form(game: GamePlayed) -> StatisticLine:
    return StatisticLine("form", "number", game.place, partners=game.pairs, game=game.uid, on=game.on)
