"""Measures as they are shown: a number, what it rests on, and a mark where that is little."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from trexscore.i18n.marking import N_n
from trexscore.i18n.texts.statistics import BETWEEN, COUNTED, GROUPED, IN_POINTS, Told
from trexscore.i18n.words import CONTRACT
from trexscore.league.statistics.measures import (
    SHARES,
    Case,
    Counted,
    InPoints,
    Measure,
    average,
    by_contract,
    cases_of,
    chosen_first,
    counted,
    in_points,
    outcome,
    trex_places,
    won_from_behind,
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


_FIRST, _AS_KING, _OTHERWISE = (GROUPED[code] for code in ("chosen_first", "as_king", "otherwise"))


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
    counts = profile.counts
    by_count, by_points = counted(counts), in_points(points.points)
    doubling = (
        *_counted(by_count, ("doubling_often", "doubling_paid_off", "doubling_backfired")),
        *(_counted(by_count, ("doubling_to_partner",)) if counts.doubled.to_partner else ()),
        *_pointed(by_points, ("doubling_earned",)),
        *_counted(by_count, ("doubled_eaten",)),
        *_pointed(by_points, ("eaten_cost",)),
    )
    trex = (
        *(
            _line(name, measure, "deals", is_share=True)
            for name, measure in zip(_places_in_trex(), trex_places(counts), strict=True)
        ),
        *_counted(by_count, ("trex_place",)),
    )
    first = tuple(
        _line(_(CONTRACT[contract]), measure, "kingdoms", is_share=True)
        for contract, measure in chosen_first(counts).items()
    )
    taken = tuple(_counted(by_count, ("kings_of_hearts_taken", "queens_taken", "diamonds_taken", "tricks_taken")))
    behind = (
        *_counted(by_count, ("comebacks",)),
        *(
            _line(name, measure, "games", is_share=True)
            for name, measure in zip(_from_behind(), won_from_behind(counts), strict=True)
        ),
        *_pointed(by_points, ("comeback_points",)),
    )
    kingdoms = tuple(_pointed(by_points, ("kingdom_points",)))
    return [
        one
        for one in (
            _group(_("Own kingdoms"), kingdoms, (IN_POINTS["kingdom_points"],)),
            _group(_(_FIRST.name), first, (_FIRST,)),
            _group(
                _("Doubling"),
                doubling,
                _told(
                    ("doubling_often", "doubling_paid_off", "doubling_backfired", "doubled_eaten"),
                    ("doubling_earned", "eaten_cost"),
                ),
            ),
            _group(_("Trex"), trex, (GROUPED["trex_places"], COUNTED["trex_place"])),
            _group(
                _("Cards taken"),
                taken,
                _told(("kings_of_hearts_taken", "queens_taken", "diamonds_taken", "tricks_taken")),
            ),
            _group(
                _("Comebacks"), behind, (COUNTED["comebacks"], GROUPED["won_from_behind"], IN_POINTS["comeback_points"])
            ),
        )
        if one.lines
    ]


def summary(profile: Profile, *, partnership: bool) -> tuple[ShownMeasure, ...]:
    """How often somebody has won, and their place on average."""
    codes: tuple[Counted, ...] = ("won",) if partnership else ("won", "place")
    return tuple(_counted(outcome(profile.counts_where(partnership=partnership)), codes))


def club_groups(profile: Profile, points: UnderRules) -> list[Group]:
    """What all games tell: what is the same for the four of a table together is left out."""
    titles = (_("Own kingdoms"), _(_FIRST.name), _("Doubling"))
    return [group for group in groups(profile, points) if group.title in titles]


def average_game(points: UnderRules) -> ShownMeasure | None:
    """Points of a game on average."""
    return next(_pointed(in_points(points.points), ("game_points",)), None)


def differences(by_rules: Mapping[str, Sample]) -> list[ShownMeasure]:
    """By which rules, and how many points one was ahead of the other on average; more is better."""
    by_size = sorted(by_rules.items(), key=lambda one: -one[1].size)
    lines = (_line(rules_name(key), average(values), "games") for key, values in by_size)
    return [line for line in lines if line is not None]


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


def _group(title: str, lines: Iterable[ShownMeasure | None], told: Iterable[Told]) -> Group:
    return Group(
        title,
        tuple(line for line in lines if line is not None),
        tuple((_(one.name), _(one.meaning)) for one in told),
    )


def _told(codes: tuple[Counted, ...], more: tuple[InPoints, ...] = ()) -> tuple[Told, ...]:
    return (*(COUNTED[code] for code in codes), *(IN_POINTS[code] for code in more))


def _counted(measures: Mapping[Counted, Measure], codes: tuple[Counted, ...]) -> Iterator[ShownMeasure]:
    for code in codes:
        line = _line(
            _(COUNTED[code].name), measures[code], cases_of(code), is_share=code in SHARES, fine=code in _HUNDREDTHS
        )
        if line is not None:
            yield line


def _pointed(measures: Mapping[InPoints, Measure], codes: tuple[InPoints, ...]) -> Iterator[ShownMeasure]:
    for code in codes:
        line = _line(_(IN_POINTS[code].name), measures[code], cases_of(code))
        if line is not None:
            yield line


def _line(
    name: str, measure: Measure, unit: Case, *, is_share: bool = False, fine: bool = False
) -> ShownMeasure | None:
    if measure.value is None:
        return None
    language = reader_language()

    def write(value: Fraction) -> str:
        return percent(value) if is_share else language.decimal(value, 2 if fine else 1)

    low_high = measure.between and tuple(map(write, measure.between))
    between = _(BETWEEN, low=low_high[0], high=low_high[1]) if low_high else ""
    return ShownMeasure(
        name, write(measure.value), language.say(_FROM[unit], num=measure.out_of), measure.small, between
    )


def _places_in_trex() -> tuple[str, ...]:
    return _("First in Trex"), _("Second in Trex"), _("Third in Trex"), _("Last in Trex")


def _from_behind() -> tuple[str, ...]:
    return (
        _("Won when behind after one kingdom"),
        _("Won when behind after two kingdoms"),
        _("Won when behind after three kingdoms"),
    )
