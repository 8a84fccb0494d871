"""Measures as pages show them: a value, its number of cases, and a mark if these are few."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from trexscore.i18n.marking import N_, N_n
from trexscore.i18n.texts.statistics import BETWEEN, COUNTED, GROUPED, IN_POINTS, NamedText
from trexscore.i18n.words import CONTRACT
from trexscore.league.statistics.measures import (
    SHARES,
    CountedMeasure,
    Measure,
    MeasureUnit,
    PointsMeasure,
    average,
    by_contract,
    in_points,
    outcome,
    unit_of,
)
from trexscore.league.statistics.number_tuples import Sample
from trexscore.league.statistics.profile import Profile, UnderRules
from trexscore.league.statistics.profile_lines import ProfileLine, lines_with_points
from trexscore.web.clubs.statistics.rules import rules_name
from trexscore.web.language import reader_language
from trexscore.web.pictures import Bar, BarPicture, BarRow, ReaderFormat, TextAlternative, bar_picture
from trexscore.web.rendering import translate as _

_CASE_COUNTS = {
    "games": N_n("from %(num)s game", "from %(num)s games", by="num"),
    "deals": N_n("from %(num)s deal", "from %(num)s deals", by="num"),
    "cards": N_n("from %(num)s card", "from %(num)s cards", by="num"),
    "kingdoms": N_n("from %(num)s kingdom", "from %(num)s kingdoms", by="num"),
}
_TWO_DECIMALS = frozenset({"doubling_often", "doubled_eaten", "place", "trex_place"})
_PER_CENT = 100

_TEXTS: dict[str, NamedText] = {
    str(code): text for texts in (COUNTED, IN_POINTS, GROUPED) for code, text in texts.items()
}
_AS_KING, _OTHERWISE = (GROUPED[code] for code in ("as_king", "otherwise"))
_PLACES_IN_TREX = N_("First in Trex"), N_("Second in Trex"), N_("Third in Trex"), N_("Last in Trex")
_COMEBACK_NAMES = (
    N_("Won when behind after one kingdom"),
    N_("Won when behind after two kingdoms"),
    N_("Won when behind after three kingdoms"),
)


class _Subject(NamedTuple):
    """A group of measures, and those explained below them."""

    title: str
    codes: tuple[str, ...]
    meanings: tuple[str, ...]


_KINGDOMS = _Subject(N_("Own kingdoms"), ("kingdom_points",), ("kingdom_points",))
_FIRST = _Subject(GROUPED["chosen_first"].name, ("chosen_first",), ("chosen_first",))
_OFTEN = ("doubling_often", "doubling_paid_off", "doubling_backfired")
_DOUBLING = _Subject(
    N_("Doubling"),
    (*_OFTEN, "doubling_to_partner", "doubling_earned", "doubled_eaten", "eaten_cost"),
    (*_OFTEN, "doubled_eaten", "doubling_earned", "eaten_cost"),
)
_TAKEN = ("kings_of_hearts_taken", "queens_taken", "diamonds_taken", "tricks_taken")
_COMEBACKS = ("comebacks", "won_from_behind", "comeback_points")
_SUBJECTS = (
    _KINGDOMS,
    _FIRST,
    _DOUBLING,
    _Subject(N_("Trex"), ("trex_places", "trex_place"), ("trex_places", "trex_place")),
    _Subject(N_("Cards taken"), _TAKEN, _TAKEN),
    _Subject(N_("Comebacks"), _COMEBACKS, _COMEBACKS),
)


class ShownMeasure(NamedTuple):
    """A line. `rests_on`: the number of cases in words; `few`: they are few; `between`: the likely range."""

    name: str
    value: str
    rests_on: str
    few: bool
    between: str


class Group(NamedTuple):
    """Measures with a heading; `meanings` explain them."""

    title: str
    lines: tuple[ShownMeasure, ...]
    meanings: tuple[tuple[str, str], ...]


def hand() -> ReaderFormat:
    """The number format and writing direction of pictures."""
    language = reader_language()
    return ReaderFormat(language.number, language.direction == "rtl")


def percent(value: Fraction) -> str:
    """A share, in percent."""
    return _("%(share)s%%", share=reader_language().in_digits(str(round(value * _PER_CENT))))


def groups(profile: Profile, points: UnderRules) -> list[Group]:
    """The measures of a profile by subject. Those in points come from games with the same rules."""
    return list(_groups(profile, points, _SUBJECTS))


def club_groups(profile: Profile, points: UnderRules) -> list[Group]:
    """The measures of all games, without those that are always the same for the four of a table together."""
    return list(_groups(profile, points, (_KINGDOMS, _FIRST, _DOUBLING)))


def _groups(profile: Profile, points: UnderRules, subjects: Iterable[_Subject]) -> Iterator[Group]:
    by_code: dict[str, list[ProfileLine]] = defaultdict(list)
    for listed in lines_with_points(profile, points.points):
        by_code[listed.code].append(listed)
    for subject in subjects:
        lines = tuple(
            _shown(_name(listed), listed.measure, listed.cases, is_share=listed.is_share, fine=code in _TWO_DECIMALS)
            for code in subject.codes
            for listed in by_code[code]
        )
        if lines:
            texts = (_TEXTS[code] for code in subject.meanings)
            yield Group(_(subject.title), lines, tuple((_(text.name), _(text.meaning)) for text in texts))


def _name(listed: ProfileLine) -> str:
    """The name of a line; where a measure has several, the one of its contract, finish or kingdom."""
    if listed.code == "trex_places" and listed.place is not None:
        return _(_PLACES_IN_TREX[listed.place - 1])
    if listed.code == "won_from_behind" and listed.kingdoms is not None:
        return _(_COMEBACK_NAMES[listed.kingdoms - 1])
    return _(_TEXTS[listed.code].name if listed.contract is None else CONTRACT[listed.contract])


def summary(profile: Profile, *, partnership: bool) -> tuple[ShownMeasure, ...]:
    """How often a player won, and their average finish."""
    codes: tuple[CountedMeasure, ...] = ("won",) if partnership else ("won", "place")
    measures = outcome(profile.counts_where(partnership=partnership))
    return tuple(_measured(code, measures[code]) for code in codes if measures[code].value is not None)


def average_game(points: UnderRules) -> ShownMeasure | None:
    """The average points of a game."""
    measure = in_points(points.points)["game_points"]
    return None if measure.value is None else _measured("game_points", measure)


def differences(by_rules: Mapping[str, Sample]) -> list[ShownMeasure]:
    """Average points ahead of the other player per game, by rules; more is better."""
    by_size = sorted(by_rules.items(), key=lambda item: -item[1].size)
    measures = ((key, average(values)) for key, values in by_size)
    return [_shown(rules_name(key), measure, "games") for key, measure in measures if measure.value is not None]


def contract_picture(points: UnderRules) -> BarPicture | None:
    """Average points by contract, in own and other kingdoms; None if there are none."""
    measures = by_contract(points.points)
    if not any(measure.out_of for pair in measures.values() for measure in pair):
        return None
    rows = [BarRow(_(CONTRACT[contract]), tuple(map(_bar, pair))) for contract, pair in measures.items()]
    text = "; ".join(f"{row.name} {bar.shown}" for row in rows for bar in row.bars[:1] if bar is not None)
    return bar_picture(
        rows,
        (_(_AS_KING.name), _(_OTHERWISE.name)),
        TextAlternative(
            _("Points by contract"), _("Average points per deal in own kingdom: %(contracts)s", contracts=text)
        ),
        hand(),
    )


def _bar(measure: Measure) -> Bar | None:
    if measure.value is None:
        return None
    return Bar(float(measure.value), reader_language().decimal(measure.value), measure.out_of, measure.small)


def _measured(code: CountedMeasure | PointsMeasure, measure: Measure) -> ShownMeasure:
    return _shown(_(_TEXTS[code].name), measure, unit_of(code), is_share=code in SHARES, fine=code in _TWO_DECIMALS)


def _shown(
    name: str, measure: Measure, unit: MeasureUnit, *, is_share: bool = False, fine: bool = False
) -> ShownMeasure:
    """The line of a measure that has a value. `fine`: with two decimals."""
    language = reader_language()

    def format_value(value: Fraction) -> str:
        return percent(value) if is_share else language.decimal(value, 2 if fine else 1)

    limits = measure.interval and tuple(map(format_value, measure.interval))
    between = _(BETWEEN, low=limits[0], high=limits[1]) if limits else ""
    rests_on = language.translate_marked(_CASE_COUNTS[unit], num=measure.out_of)
    return ShownMeasure(name, format_value(measure.value or Fraction(0)), rests_on, measure.small, between)
