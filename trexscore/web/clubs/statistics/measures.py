"""Measures as they are shown: a number, what it rests on, and a mark where that is little."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from trexscore.i18n.marking import N_, N_n
from trexscore.i18n.texts.statistics import BETWEEN, COUNTED, GROUPED, IN_POINTS, Told
from trexscore.i18n.words import CONTRACT
from trexscore.league.statistics.listed import Listed, with_points
from trexscore.league.statistics.measures import (
    SHARES,
    Case,
    Counted,
    InPoints,
    Measure,
    average,
    by_contract,
    cases_of,
    in_points,
    outcome,
)
from trexscore.league.statistics.profile import Profile, UnderRules
from trexscore.league.statistics.sums import Sample
from trexscore.web.clubs.statistics.rules import rules_name
from trexscore.web.language import reader_language
from trexscore.web.pictures import Bar, BarPicture, BarRow, Hand, Said, bar_picture
from trexscore.web.rendering import translate as _

_FROM = {
    "games": N_n("from %(num)s game", "from %(num)s games", by="num"),
    "deals": N_n("from %(num)s deal", "from %(num)s deals", by="num"),
    "cards": N_n("from %(num)s card", "from %(num)s cards", by="num"),
    "kingdoms": N_n("from %(num)s kingdom", "from %(num)s kingdoms", by="num"),
}
_HUNDREDTHS = frozenset({"doubling_often", "doubled_eaten", "place", "trex_place"})
_PER_CENT = 100

_MEANT: dict[str, Told] = {str(code): told for names in (COUNTED, IN_POINTS, GROUPED) for code, told in names.items()}
_AS_KING, _OTHERWISE = (GROUPED[code] for code in ("as_king", "otherwise"))
_PLACES_IN_TREX = N_("First in Trex"), N_("Second in Trex"), N_("Third in Trex"), N_("Last in Trex")
_FROM_BEHIND = (
    N_("Won when behind after one kingdom"),
    N_("Won when behind after two kingdoms"),
    N_("Won when behind after three kingdoms"),
)


class _Subject(NamedTuple):
    """What is told together: of which measures, and what is explained of them."""

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
    """A line: what it is called, the number, and what it rests on. `between`: where it may really lie."""

    name: str
    value: str
    rests_on: str
    few: bool
    between: str


class Group(NamedTuple):
    """Measures under a heading; `meanings` explain them."""

    title: str
    lines: tuple[ShownMeasure, ...]
    meanings: tuple[tuple[str, str], ...]


def hand() -> Hand:
    """How the reader reads pictures."""
    language = reader_language()
    return Hand(language.number, language.direction == "rtl")


def percent(value: Fraction) -> str:
    """A share in hundredths."""
    return _("%(share)s%%", share=reader_language().in_digits(str(round(value * _PER_CENT))))


def groups(profile: Profile, points: UnderRules) -> list[Group]:
    """What a profile tells, by subject; whatever is in points, under like rules."""
    return list(_groups(profile, points, _SUBJECTS))


def club_groups(profile: Profile, points: UnderRules) -> list[Group]:
    """What all games tell: what is the same for the four of a table together is left out."""
    return list(_groups(profile, points, (_KINGDOMS, _FIRST, _DOUBLING)))


def _groups(profile: Profile, points: UnderRules, subjects: Iterable[_Subject]) -> Iterator[Group]:
    found: dict[str, list[Listed]] = defaultdict(list)
    for one in with_points(profile, points.points):
        found[one.code].append(one)
    for subject in subjects:
        lines = tuple(
            _shown(_name(one), one.measure, one.cases, is_share=one.is_share, fine=code in _HUNDREDTHS)
            for code in subject.codes
            for one in found[code]
        )
        if lines:
            told = (_MEANT[code] for code in subject.meanings)
            yield Group(_(subject.title), lines, tuple((_(one.name), _(one.meaning)) for one in told))


def _name(one: Listed) -> str:
    """What a line is called; where there are several of a measure, for which it stands."""
    if one.code == "trex_places" and one.place is not None:
        return _(_PLACES_IN_TREX[one.place - 1])
    if one.code == "won_from_behind" and one.kingdoms is not None:
        return _(_FROM_BEHIND[one.kingdoms - 1])
    return _(_MEANT[one.code].name if one.contract is None else CONTRACT[one.contract])


def summary(profile: Profile, *, partnership: bool) -> tuple[ShownMeasure, ...]:
    """How often somebody has won, and their place on average."""
    codes: tuple[Counted, ...] = ("won",) if partnership else ("won", "place")
    found = outcome(profile.counts_where(partnership=partnership))
    return tuple(_measured(code, found[code]) for code in codes if found[code].value is not None)


def average_game(points: UnderRules) -> ShownMeasure | None:
    """Points of a game on average."""
    measure = in_points(points.points)["game_points"]
    return None if measure.value is None else _measured("game_points", measure)


def differences(by_rules: Mapping[str, Sample]) -> list[ShownMeasure]:
    """By which rules, and how many points one was ahead of the other on average; more is better."""
    by_size = sorted(by_rules.items(), key=lambda one: -one[1].size)
    measures = ((key, average(values)) for key, values in by_size)
    return [_shown(rules_name(key), measure, "games") for key, measure in measures if measure.value is not None]


def contract_picture(points: UnderRules) -> BarPicture | None:
    """Points by contract, as king and not; None where there are none."""
    measures = by_contract(points.points)
    if not any(one.out_of for both in measures.values() for one in both):
        return None
    rows = [BarRow(_(CONTRACT[contract]), tuple(map(_bar, both))) for contract, both in measures.items()]
    said = "; ".join(f"{row.name} {bar.shown}" for row in rows for bar in row.bars[:1] if bar is not None)
    return bar_picture(
        rows,
        (_(_AS_KING.name), _(_OTHERWISE.name)),
        Said(_("Points by contract"), _("Average points per deal in own kingdom: %(contracts)s", contracts=said)),
        hand(),
    )


def _bar(measure: Measure) -> Bar | None:
    if measure.value is None:
        return None
    return Bar(float(measure.value), reader_language().decimal(measure.value), measure.out_of, measure.small)


def _measured(code: Counted | InPoints, measure: Measure) -> ShownMeasure:
    """A measure of which there is one."""
    return _shown(_(_MEANT[code].name), measure, cases_of(code), is_share=code in SHARES, fine=code in _HUNDREDTHS)


def _shown(name: str, measure: Measure, unit: Case, *, is_share: bool = False, fine: bool = False) -> ShownMeasure:
    """A measure that has a value."""
    language = reader_language()

    def write(value: Fraction) -> str:
        return percent(value) if is_share else language.decimal(value, 2 if fine else 1)

    low_high = measure.between and tuple(map(write, measure.between))
    between = _(BETWEEN, low=low_high[0], high=low_high[1]) if low_high else ""
    rests_on = language.say(_FROM[unit], num=measure.out_of)
    return ShownMeasure(name, write(measure.value or Fraction(0)), rests_on, measure.small, between)
