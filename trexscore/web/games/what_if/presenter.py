"""The same game under other rules, compared with its real result."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from markupsafe import Markup

from trexscore.i18n.game_terms import PRESET_NAMES
from trexscore.i18n.marking import N_n, Plural
from trexscore.i18n.texts.highlights import HAS_WON_TEXT
from trexscore.rules.cards import Contract
from trexscore.rules.game import Game, ScoreEntry
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.other_rules import PointsRange, WhatIfResult, have_same_winners, result_under_other_rules
from trexscore.rules.presets import PRESETS
from trexscore.rules.seats import SEATS, BySeat, Points, Seat, Team, sums_by_team
from trexscore.rules.winners import Outcome
from trexscore.web.games.seats import team_names
from trexscore.web.games.view import GameView
from trexscore.web.rendering import format_points, format_points_change, translate_plural
from trexscore.web.rendering import translate as _

WinnerEffect = Literal["same", "maybe-other-winner", "other-winner"]
"""Whether another player is first than under the table's own rules."""
_MIN_LONG_POINTS = 10_000
_IS_FIRST_TEXT = N_n("%(names)s is first", "%(names)s are first", "people")
_WOULD_HAVE_WON_TEXT = N_n("%(names)s would have won", "%(names)s would have won", "people")
_WOULD_BE_FIRST_TEXT = N_n("%(names)s would be first", "%(names)s would be first", "people")
_WON_UNDER_OWN_RULES_TEXT = N_n(
    "Under this table’s own rules %(names)s has won.", "Under this table’s own rules %(names)s have won.", "people"
)
_FIRST_UNDER_OWN_RULES_TEXT = N_n(
    "Under this table’s own rules %(names)s is first.", "Under this table’s own rules %(names)s are first.", "people"
)


@dataclass(frozen=True, slots=True)
class PointsText:
    """Points as text: one number, or the two ends of a range."""

    text: Markup
    is_range: bool
    is_loss: bool
    is_long: bool
    is_possible_winner: bool


@dataclass(frozen=True, slots=True)
class RulesRow:
    """The result under some rules. `presets`: all presets with exactly this result, as value and name."""

    presets: tuple[tuple[str, str], ...]
    totals: tuple[PointsText, ...]
    team_total_texts: tuple[tuple[str, PointsText], ...]
    """The name and the total of two partners."""
    winner_effect: WinnerEffect
    winner_text: str
    effect_text: str
    has_ranges: bool


@dataclass(frozen=True, slots=True)
class ComparedDealRow:
    """A deal that differs: points now, points then, and the difference."""

    deal_number: int
    contracts: tuple[Contract, ...]
    king_name: str
    real_points: tuple[PointsText, ...]
    compared_points: tuple[PointsText, ...]
    points_change: tuple[PointsText, ...]


@dataclass(frozen=True, slots=True)
class ComparedGame:
    """A game to be compared under other rules."""

    view: GameView
    score_entries: Sequence[ScoreEntry]
    played_game: Game

    def result_under(self, rules: HouseRules) -> WhatIfResult:
        """The result under these rules."""
        return result_under_other_rules(rules, self.score_entries, self.played_game)

    @property
    def own_result(self) -> WhatIfResult:
        """The result under the table's own rules."""
        return self.result_under(self.view.rules)


def preset_rows(compared: ComparedGame) -> list[RulesRow]:
    """A row for the table's own rules, then for every preset; presets with the same result share a row."""
    own_result, own_preset = compared.own_result, compared.view.state.house_rules["preset"]
    alike: dict[WhatIfResult, list[str]] = {own_result: []}
    for name, preset in PRESETS.items():
        if name != own_preset or preset.rules != compared.view.rules:
            alike.setdefault(compared.result_under(preset.rules), []).append(name)
    return [rules_row(compared, own_result, then, names) for then, names in alike.items()]


def rules_row(
    compared: ComparedGame, own_result: WhatIfResult, other_result: WhatIfResult, preset_names: Iterable[str] = ()
) -> RulesRow:
    """The row of a result, and whether the winner changes."""
    view, effect = compared.view, _effect_on_winner(own_result.outcomes, other_result.outcomes)
    first = {seat for outcome in other_result.outcomes for seat in outcome.winning_seats}
    teams = zip(team_names(view.names), other_result.team_totals or (), strict=False)
    return RulesRow(
        presets=tuple((name, _(PRESET_NAMES[name])) for name in preset_names),
        totals=tuple(
            _points_text(span, is_possible_winner=seat in first)
            for seat, span in zip(SEATS, other_result.totals, strict=True)
        ),
        team_total_texts=tuple((name, _points_text(span)) for name, span in teams),
        winner_effect=effect,
        winner_text=_winner_text(view, other_result.outcomes, is_own=other_result is own_result),
        effect_text=_effect_text(effect, complete=view.complete),
        has_ranges=any(span.low != span.high for span in other_result.totals),
    )


def differing_deal_rows(view: GameView, other_result: WhatIfResult) -> list[ComparedDealRow]:
    """The deals whose points differ."""
    return [
        ComparedDealRow(
            deal_number=deal.deal_score.number,
            contracts=deal.deal_score.contract_set.contracts,
            king_name=view.name_of(deal.deal_score.king),
            real_points=real_points_texts(deal.deal_score.points),
            compared_points=tuple(map(_points_text, deal.points_under_other_rules)),
            points_change=points_change_texts(deal.deal_score.points, deal.points_under_other_rules),
        )
        for deal in other_result.deal_comparisons
        if deal.differs
    ]


def real_points_texts(points_by_seat: Iterable[int]) -> tuple[PointsText, ...]:
    """The real points."""
    return tuple(_points_text(PointsRange(value, value)) for value in points_by_seat)


def team_total_texts(
    view: GameView, real_totals: Points, other_result: WhatIfResult
) -> list[tuple[str, PointsText, PointsText]]:
    """The teams' totals, real and under the other rules; empty without partnership."""
    if other_result.team_totals is None:
        return []
    sums = zip(team_names(view.names), sums_by_team(real_totals), other_result.team_totals, strict=True)
    return [(name, _points_text(PointsRange(total, total)), _points_text(span)) for name, total, span in sums]


def real_leader_sentence(view: GameView, own_result: WhatIfResult) -> str:
    """Who is first under the table's own rules, in a sentence."""
    return _winners_sentence(
        _WON_UNDER_OWN_RULES_TEXT if view.complete else _FIRST_UNDER_OWN_RULES_TEXT, view, own_result.outcomes
    )


def points_change_texts(real_by_seat: Points, compared_by_seat: BySeat[PointsRange]) -> tuple[PointsText, ...]:
    """The change of each player's points."""
    moved = (
        PointsRange(span.low - real, span.high - real)
        for real, span in zip(real_by_seat, compared_by_seat, strict=True)
    )
    return tuple(_points_text(span, format_points_change) for span in moved)


def _points_text(
    points_range: PointsRange,
    render_number: Callable[[int], Markup] = format_points,
    *,
    is_possible_winner: bool = False,
) -> PointsText:
    low, high = points_range
    is_range, is_long = low != high, max(map(abs, points_range)) >= _MIN_LONG_POINTS
    # The dots stay with the first end, and each end keeps its minus, in either writing direction.
    text = Markup("{}\u00a0… {}").format(render_number(low), render_number(high)) if is_range else render_number(low)
    return PointsText(text, is_range, high < 0, is_long, is_possible_winner)


def _effect_on_winner(own_outcomes: Sequence[Outcome], other_outcomes: Sequence[Outcome]) -> WinnerEffect:
    """Compares the outcomes with the single one under the table's own rules."""
    same = [have_same_winners(own_outcomes[0], outcome) for outcome in other_outcomes]
    return "same" if all(same) else "maybe-other-winner" if any(same) else "other-winner"


def _effect_text(effect: WinnerEffect, *, complete: bool) -> str:
    if effect == "same":
        return ""
    if complete:
        return _("another winner") if effect == "other-winner" else _("perhaps another winner")
    return _("someone else leads") if effect == "other-winner" else _("perhaps someone else leads")


def _winner_text(view: GameView, outcomes: Sequence[Outcome], *, is_own: bool) -> str:
    if is_own:
        return _winners_sentence(HAS_WON_TEXT if view.complete else _IS_FIRST_TEXT, view, outcomes)
    return _winners_sentence(_WOULD_HAVE_WON_TEXT if view.complete else _WOULD_BE_FIRST_TEXT, view, outcomes)


def _winners_sentence(plural_forms: Plural, view: GameView, outcomes: Sequence[Outcome]) -> str:
    """A sentence about the possible winners."""
    most_winners = max(len(outcome.winning_seats) for outcome in outcomes)
    return translate_plural(
        plural_forms.one, plural_forms.many, most_winners, names=_possible_winner_names(view, outcomes)
    )


def _possible_winner_names(view: GameView, outcomes: Sequence[Outcome]) -> str:
    """The possible winners: joint winners connected by “and”, alternatives by “or”."""
    ends = [_join_with_and([_winner_name(view, winner) for winner in outcome.winners]) for outcome in outcomes]
    *all_but_last, last = dict.fromkeys(ends)
    return _("%(one)s or %(other)s", one=_(", ").join(all_but_last), other=last) if all_but_last else last


def _join_with_and(names: list[str]) -> str:
    *all_but_last, last = names
    return _("%(one)s and %(other)s", one=_(", ").join(all_but_last), other=last) if all_but_last else last


def _winner_name(view: GameView, winner: Seat | Team) -> str:
    return team_names(view.names)[winner] if isinstance(winner, Team) else view.name_of(winner)
