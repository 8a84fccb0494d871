"""Statistics of a club, a row for each number: of players, of pairs, and of the whole club."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from trexscore.club.game_seats import NO_MEMBER, WHOLE_CLUB, PlayerKey
from trexscore.db.league import head_to_head as head_to_head_rows
from trexscore.db.league import statistics as statistics_rows
from trexscore.db.league.head_to_head import GamePlayed
from trexscore.db.models import db
from trexscore.i18n.marking import N_
from trexscore.i18n.texts.statistics import COMPANY, COUNTED, EXTREME, GROUPED, IN_POINTS
from trexscore.i18n.words import CONTRACT
from trexscore.league.pairs import ordered_pair
from trexscore.league.statistics.head_to_head import LATELY
from trexscore.league.statistics.profile import Profile
from trexscore.league.statistics.profile_lines import ProfileLine, club_lines, player_lines
from trexscore.rules.cards import Contract
from trexscore.rules.seats import SEATS
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.data.player_columns import name_values, partner_columns, player_columns
from trexscore.web.clubs.data.sheet import Column, Sheet, Value, Word
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
    **{str(code): text.name for texts in (COUNTED, IN_POINTS, GROUPED, EXTREME) for code, text in texts.items()},
}


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


def statistics_sheet(club: ClubContext, period: Period) -> Sheet:
    """A row for each value, of the games of these days."""
    columns = (
        Column("of", _("Refers to")),
        *player_columns(),
        *partner_columns(),
        Column("measure", _("Measure")),
        Column("contract", _("Contract")),
        Column("place", _("Finish")),
        Column("kingdoms", _("After how many kingdoms")),
        Column("partners", _("With a partner")),
        Column("rules", _("House rules for the points")),
        Column("kind", _("Kind of value")),
        Column("value", _("Value")),
        Column("cases", _("Number of cases")),
        Column("cases_are", _("Kind of cases")),
        Column("small", _("Little data so far")),
        Column("low", _("Probably from")),
        Column("high", _("Probably to")),
        Column("game", _("Game")),
        Column("on", _("Day")),
    )
    return Sheet(columns, _rows(club, period))


def rules_word(key: str) -> Word:
    """Rules for comparing points. The code is what differs from the standard, so it may be empty."""
    return Word(key, rules_name(key))


def keys_by_player(club: ClubContext) -> dict[PlayerKey, list[PlayerKey]]:
    """Every player, then every pair, with the keys under which their games are stored."""
    keys: dict[PlayerKey, list[PlayerKey]] = defaultdict(list)
    for key in statistics_rows.list_players_with_profiles(db.session(), club.club.id):
        first, second = (
            NO_MEMBER if number == NO_MEMBER else club.record.current_member(number).number for number in key
        )
        keys[(first, NO_MEMBER) if second == NO_MEMBER else ordered_pair(first, second)].append(key)
    return {player: keys[player] for player in sorted(keys, key=lambda player: (player[1] != NO_MEMBER, player))}


def _rows(club: ClubContext, period: Period) -> Iterator[tuple[Value, ...]]:
    rules_words = cache(rules_word)
    for player_key, lines in _lines_by_player(club, period):
        code = "club" if player_key == WHOLE_CLUB else "player" if player_key[1] == NO_MEMBER else "pair"
        subject = (Word(code, _(_SUBJECT[code])), *name_values(club, player_key))
        for line in lines:
            yield (*subject, *_cells(line, rules_words))


def _lines_by_player(club: ClubContext, period: Period) -> Iterator[tuple[PlayerKey, Iterable[StatisticLine]]]:
    """The lines of the whole club, then of each player, then of each pair."""
    club_profile = profile_in(club, period, [WHOLE_CLUB])
    yield WHOLE_CLUB, (*_games(club_profile, len(SEATS)), *map(_measured, club_lines(club_profile)))
    numbers = _numbers(club)
    for player_key, keys in keys_by_player(club).items():
        profile = profile_in(club, period, keys)
        if profile.counts.games:
            number_lists = tuple(numbers[number] for number in player_key if number != NO_MEMBER)
            form = head_to_head_rows.list_games(db.session(), club.club.id, number_lists, period.days, LATELY)
            yield (
                player_key,
                (
                    *_games(profile, 1),
                    *map(_measured, player_lines(profile)),
                    *_extremes(profile),
                    *(_of_form(game) for game in form),
                ),
            )


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
        str(line.code),
        "share" if line.is_share else "average",
        measure.value or 0,
        line.rules,
        line.contract,
        line.place,
        line.kingdoms,
        line.partners,
        measure.out_of,
        line.cases,
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
    return StatisticLine("form", "number", game.finish, partners=game.pairs, game=game.uid, on=game.on)


def _cells(line: StatisticLine, rules_words: Callable[[str], Word]) -> tuple[Value, ...]:
    return (
        Word(line.code, _(_MEASURE[line.code])),
        None if line.contract is None else Word(line.contract.value, _(CONTRACT[line.contract])),
        line.place,
        line.kingdoms,
        line.partners,
        None if line.rules is None else rules_words(line.rules),
        Word(line.kind, _(_KIND[line.kind])),
        line.value,
        line.cases,
        None if line.cases_are is None else Word(line.cases_are, _(_CASES[line.cases_are])),
        *line[-5:],
    )
