"""Measures as pages show them: a value with its number of cases."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from trexscore.i18n.game_terms import CONTRACT_NAMES
from trexscore.i18n.marking import N_, N_n
from trexscore.i18n.texts.clubs.statistics import LIKELY_RANGE_TEXT, MEASURE_TEXTS
from trexscore.league.number_tuples import Sample
from trexscore.league.statistics.measures import (
    CaseUnit,
    Measure,
    MeasureCode,
    average_measure,
    contract_measures,
    finish_measures,
    point_measures,
)
from trexscore.league.statistics.profile import Profile, RulesSums
from trexscore.league.statistics.profile_lines import ProfileLine, lines_without_finishes
from trexscore.web.charts.bars import Bar, BarChart, BarRow, lay_out_bar_chart
from trexscore.web.charts.frame import ReaderFormat, TextAlternative
from trexscore.web.clubs.statistics.comparable_rules import rules_name
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _

_CASE_COUNT_TEXTS = {
    "games": N_n("from %(num)s game", "from %(num)s games", count_param="num"),
    "deals": N_n("from %(num)s deal", "from %(num)s deals", count_param="num"),
    "cards": N_n("from %(num)s card", "from %(num)s cards", count_param="num"),
    "kingdoms": N_n("from %(num)s kingdom", "from %(num)s kingdoms", count_param="num"),
}
_TWO_DECIMAL_MEASURES = frozenset(
    (
        MeasureCode.DOUBLING_RATE,
        MeasureCode.DOUBLED_CARDS_TAKEN,
        MeasureCode.AVERAGE_PLACE,
        MeasureCode.AVERAGE_TREX_PLACE,
    )
)
_PER_CENT = 100

_TREX_FINISH_TEXTS = N_("First in Trex"), N_("Second in Trex"), N_("Third in Trex"), N_("Last in Trex")
_COMEBACK_TEXTS = (
    N_("Won when behind after one kingdom"),
    N_("Won when behind after two kingdoms"),
    N_("Won when behind after three kingdoms"),
)


class _MeasureGroupDefinition(NamedTuple):
    """A group of measures, and those explained below them: by default all."""

    title: str
    codes: tuple[MeasureCode, ...]
    explained_codes: tuple[MeasureCode, ...] = ()


_OWN_KINGDOM_GROUP = _MeasureGroupDefinition(N_("Own kingdoms"), (MeasureCode.KINGDOM_POINTS,))
_CHOSEN_FIRST_GROUP = _MeasureGroupDefinition(
    MEASURE_TEXTS[MeasureCode.FIRST_CONTRACT].name, (MeasureCode.FIRST_CONTRACT,)
)
_DOUBLING_FREQUENCY_MEASURES = (
    MeasureCode.DOUBLING_RATE,
    MeasureCode.DOUBLING_PAID_OFF,
    MeasureCode.DOUBLING_BACKFIRED,
)
_DOUBLING_GROUP = _MeasureGroupDefinition(
    N_("Doubling"),
    (
        *_DOUBLING_FREQUENCY_MEASURES,
        MeasureCode.DOUBLING_TO_PARTNER,
        MeasureCode.OWN_DOUBLED_CARD_POINTS,
        MeasureCode.DOUBLED_CARDS_TAKEN,
        MeasureCode.TAKEN_DOUBLED_CARD_POINTS,
    ),
    (
        *_DOUBLING_FREQUENCY_MEASURES,
        MeasureCode.DOUBLED_CARDS_TAKEN,
        MeasureCode.OWN_DOUBLED_CARD_POINTS,
        MeasureCode.TAKEN_DOUBLED_CARD_POINTS,
    ),
)
CLUB_MEASURE_GROUPS = (_OWN_KINGDOM_GROUP, _CHOSEN_FIRST_GROUP, _DOUBLING_GROUP)
"""Without measures that are always the same for the four of a table together."""
PLAYER_MEASURE_GROUPS = (
    *CLUB_MEASURE_GROUPS,
    _MeasureGroupDefinition(N_("Trex"), (MeasureCode.TREX_PLACE_SHARE, MeasureCode.AVERAGE_TREX_PLACE)),
    _MeasureGroupDefinition(
        N_("Cards taken"),
        (
            MeasureCode.KINGS_OF_HEARTS_TAKEN,
            MeasureCode.QUEENS_TAKEN,
            MeasureCode.DIAMONDS_TAKEN,
            MeasureCode.TRICKS_TAKEN,
        ),
    ),
    _MeasureGroupDefinition(
        N_("Comebacks"), (MeasureCode.COMEBACKS, MeasureCode.WON_FROM_BEHIND, MeasureCode.COMEBACK_POINTS)
    ),
)


class MeasureLine(NamedTuple):
    """A line. `case_count_text`: the number of cases in words; `is_small_sample`: they are few."""

    name: str
    value_text: str
    case_count_text: str
    is_small_sample: bool
    likely_range_text: str


class MeasureGroup(NamedTuple):
    """Measures with a heading; `meanings` explain them."""

    title: str
    lines: tuple[MeasureLine, ...]
    meanings: tuple[tuple[str, str], ...]


def reader_format() -> ReaderFormat:
    """The number format and writing direction of charts."""
    language = reader_language()
    return ReaderFormat(language.number, language.direction == "rtl")


def percent_text(value: Fraction) -> str:
    """A share, in percent."""
    return _("%(share)s%%", share=reader_language().in_digits(str(round(value * _PER_CENT))))


def measure_groups(
    profile: Profile, rules_sums: RulesSums, definitions: Iterable[_MeasureGroupDefinition] = PLAYER_MEASURE_GROUPS
) -> Iterator[MeasureGroup]:
    """The measures of a profile by subject. Those in points come from games with the same rules."""
    by_code: dict[MeasureCode, list[ProfileLine]] = defaultdict(list)
    for listed in lines_without_finishes(profile, rules_sums.point_sums):
        by_code[listed.code].append(listed)
    for definition in definitions:
        lines = tuple(
            _measure_line(code, listed.measure, _line_name(listed))
            for code in definition.codes
            for listed in by_code[code]
        )
        if lines:
            texts = (MEASURE_TEXTS[code] for code in definition.explained_codes or definition.codes)
            yield MeasureGroup(_(definition.title), lines, tuple((_(text.name), _(text.meaning)) for text in texts))


def _line_name(profile_line: ProfileLine) -> str:
    """The name of a line; where a measure has several, the one of its contract, finish or kingdom."""
    if profile_line.code is MeasureCode.TREX_PLACE_SHARE and profile_line.place is not None:
        return _(_TREX_FINISH_TEXTS[profile_line.place - 1])
    if profile_line.code is MeasureCode.WON_FROM_BEHIND and profile_line.kingdoms_played is not None:
        return _(_COMEBACK_TEXTS[profile_line.kingdoms_played - 1])
    return _(
        MEASURE_TEXTS[profile_line.code].name
        if profile_line.contract is None
        else CONTRACT_NAMES[profile_line.contract]
    )


def win_and_finish_lines(profile: Profile, *, partnership: bool) -> tuple[MeasureLine, ...]:
    """How often a player won, and their average finish."""
    measures = finish_measures(profile.counts_where(partnership=partnership)).items()
    shown_measures = ((code, measure) for code, measure in measures if code is MeasureCode.GAMES_WON or not partnership)
    return tuple(_measure_line(code, measure) for code, measure in shown_measures if measure.value is not None)


def average_game_points_line(rules_sums: RulesSums) -> MeasureLine | None:
    """The average points of a game."""
    measure = point_measures(rules_sums.point_sums)[MeasureCode.GAME_POINTS]
    return None if measure.value is None else _measure_line(MeasureCode.GAME_POINTS, measure)


def point_difference_lines(sample_by_rules: Mapping[str, Sample]) -> list[MeasureLine]:
    """Average points ahead of the other player per game, by rules; more is better."""
    by_size = sorted(sample_by_rules.items(), key=lambda item: -item[1].size)
    measures = ((key, average_measure(values)) for key, values in by_size)
    return [
        _named_measure_line(rules_name(key), measure, "games") for key, measure in measures if measure.value is not None
    ]


def contract_chart(rules_sums: RulesSums) -> BarChart | None:
    """Average points by contract, in own and other kingdoms; None if there are none."""
    measures = contract_measures(rules_sums.point_sums)
    if not any(measure.case_count for pair in measures.values() for measure in pair):
        return None
    rows = [BarRow(_(CONTRACT_NAMES[contract]), tuple(map(_bar, pair))) for contract, pair in measures.items()]
    text = "; ".join(f"{row.name} {bar.value_text}" for row in rows for bar in row.bars[:1] if bar is not None)
    return lay_out_bar_chart(
        rows,
        (_(MEASURE_TEXTS[MeasureCode.POINTS_AS_KING].name), _(MEASURE_TEXTS[MeasureCode.POINTS_NOT_AS_KING].name)),
        TextAlternative(
            _("Points by contract"), _("Average points per deal in own kingdom: %(contracts)s", contracts=text)
        ),
        reader_format(),
    )


def _bar(measure: Measure) -> Bar | None:
    if measure.value is None:
        return None
    return Bar(
        float(measure.value), reader_language().decimal(measure.value), measure.case_count, measure.is_small_sample
    )


def _measure_line(code: MeasureCode, measure: Measure, name: str = "") -> MeasureLine:
    """The line of a measure that has a value; under its own name, unless another is given."""
    name = name or _(MEASURE_TEXTS[code].name)
    return _named_measure_line(
        name, measure, code.case_unit, is_share=code.is_share, two_decimals=code in _TWO_DECIMAL_MEASURES
    )


def _named_measure_line(
    name: str, measure: Measure, case_unit: CaseUnit, *, is_share: bool = False, two_decimals: bool = False
) -> MeasureLine:
    """The line of a measure that has a value. `two_decimals`: with two decimals."""
    language = reader_language()

    def format_value(value: Fraction) -> str:
        return percent_text(value) if is_share else language.decimal(value, 2 if two_decimals else 1)

    limits = measure.interval and tuple(map(format_value, measure.interval))
    likely_range_text = _(LIKELY_RANGE_TEXT, low=limits[0], high=limits[1]) if limits else ""
    rests_on = language.translate_message(_CASE_COUNT_TEXTS[case_unit], num=measure.case_count)
    return MeasureLine(
        name, format_value(measure.value or Fraction(0)), rests_on, measure.is_small_sample, likely_range_text
    )
