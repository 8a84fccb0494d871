"""The score chart of a game: the chart itself, and the rows of its table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from trexscore.game.record import Record
from trexscore.i18n import Language
from trexscore.rules.cards import Contract
from trexscore.rules.game import Game
from trexscore.rules.seats import NO_POINTS, Points, add_points, sums_by_team
from trexscore.rules.winners import points_direction_of
from trexscore.web.charts.frame import ReaderFormat, TextAlternative
from trexscore.web.charts.lines import ChartSeries, LineChart, StepGroup, lay_out_line_chart
from trexscore.web.games.seats import SeatView, SideView
from trexscore.web.games.view import GameView
from trexscore.web.rendering import isolate_name
from trexscore.web.rendering import translate as _


@dataclass(frozen=True, slots=True)
class ChartStep:
    """A deal or an adjustment (without a number), and the totals after it."""

    seq: int
    deal_number: int | None
    king_name: str
    contracts: tuple[Contract, ...]
    adjustment_reason: str
    ends_kingdom: bool
    totals_after: Points

    @property
    def team_totals(self) -> tuple[int, int]:
        return sums_by_team(self.totals_after)


@dataclass(frozen=True, slots=True)
class ChartSection:
    """Consecutive steps of the same king; without a king for adjustments between kingdoms."""

    king_name: str
    steps: tuple[ChartStep, ...]

    @property
    def ends_kingdom(self) -> bool:
        return self.steps[-1].ends_kingdom


def chart_variables(view: GameView, record: Record, game: Game, language: Language) -> dict[str, object]:
    """The variables of `games/sheet/_score_chart.html`: the game kingdom by kingdom, and its charts."""
    steps = tuple(_chart_steps(view, record, game))
    played_sections = [
        ChartSection(name, tuple(group)) for name, group in groupby(steps, key=lambda step: step.king_name)
    ]
    players = [([seat.narrow_column_name], seat) for seat in view.seats]
    names = [seat.narrow_column_name for seat in view.seats]
    partners = [[names[place], names[place + 2]] for place in range(len(view.teams))]
    teams = list(zip(partners, view.teams, strict=True))
    return {
        "played": played_sections,
        "fewer_is_better": points_direction_of(view.rules) < 0,
        "players": _line_chart(players, [step.totals_after for step in steps], played_sections, language),
        "teams": _line_chart(teams, [step.team_totals for step in steps], played_sections, language) if teams else None,
    }


def _chart_steps(view: GameView, record: Record, game: Game) -> Iterator[ChartStep]:
    scores = {deal.entry_place: deal for deal in game.deals}
    totals_after = NO_POINTS
    open_king = ""
    for place, counted in enumerate(record.counted_entries, 1):
        deal = scores.get(place)
        if deal is not None:
            totals_after = add_points(totals_after, deal.points)
            ends_kingdom = not deal.contracts_left_by_king[deal.king].contracts
            name = view.name_of(deal.king)
            yield ChartStep(counted.seq, deal.number, name, deal.contract_set.contracts, "", ends_kingdom, totals_after)
            open_king = "" if ends_kingdom else name
        elif counted.score_entry.adjustment is not None:
            totals_after = add_points(totals_after, counted.score_entry.adjustment)
            yield ChartStep(
                counted.seq,
                None,
                open_king,
                (),
                counted.score_entry.note,
                ends_kingdom=False,
                totals_after=totals_after,
            )


def _line_chart(
    names_and_sides: Sequence[tuple[Sequence[str], SeatView | SideView]],
    running_totals: Sequence[Sequence[int]],
    sections: Sequence[ChartSection],
    language: Language,
) -> LineChart:
    series = [
        ChartSeries(names, (0, *(totals[place] for totals in running_totals)), side.rank == 1)
        for place, (names, side) in enumerate(names_and_sides)
    ]
    totals = language.join_list(
        [f"{isolate_name(side.name)} {isolate_name(language.number(side.total))}" for _names, side in names_and_sides]
    )
    return lay_out_line_chart(
        series,
        [
            StepGroup(stretch.king_name, [step.deal_number for step in stretch.steps], stretch.ends_kingdom)
            for stretch in sections
        ],
        TextAlternative(
            _("Score chart: totals after each deal"),
            _("At the end of the chart: %(totals)s", totals=totals),
        ),
        ReaderFormat(language.number, language.direction == "rtl"),
    )
