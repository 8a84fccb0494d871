"""The same game under other rules, compared with its real result."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from trexscore.i18n.game_terms import PRESET_NAMES
from trexscore.i18n.marking import N_n, Plural
from trexscore.i18n.texts.highlights import HAS_WON_TEXT
from trexscore.rules.game import DealScore, Game, ScoreEntry
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.other_rules import PointsRange, WhatIfResult, have_same_winners, result_under_other_rules
from trexscore.rules.presets import PRESETS
from trexscore.rules.seats import SEATS, Seat, Team, sums_by_team
from trexscore.rules.winners import Outcome
from trexscore.web.games.seats import team_names
from trexscore.web.games.view import GameView
from trexscore.web.rendering import join_names, translate_plural
from trexscore.web.rendering import translate as _

WinnerEffect = Literal["same", "maybe-other-winner", "other-winner"]
"""Whether another player is first than under the table's own rules."""
_IS_FIRST_TEXT = N_n("%(names)s is first", "%(names)s are first", "people")
_WOULD_HAVE_WON_TEXT = N_n("%(names)s would have won", "%(names)s would have won", "people")
_WOULD_BE_FIRST_TEXT = N_n("%(names)s would be first", "%(names)s would be first", "people")
_WON_UNDER_OWN_RULES_TEXT = N_n(
    "Under this table’s own rules %(names)s has won.", "Under this table’s own rules %(names)s have won.", "people"
)
_FIRST_UNDER_OWN_RULES_TEXT = N_n(
    "Under this table’s own rules %(names)s is first.", "Under this table’s own rules %(names)s are first.", "people"
)


class PointsChange(NamedTuple):
    """The points of a player or a team now, and under other rules."""

    now: int
    under_other_rules: PointsRange
    may_win: bool = False
    team_name: str = ""

    @property
    def difference(self) -> PointsRange:
        return PointsRange(self.under_other_rules.low - self.now, self.under_other_rules.high - self.now)


class DealChange(NamedTuple):
    """A deal whose points would, or could, differ; `points_changes` by seat."""

    deal_score: DealScore
    points_changes: tuple[PointsChange, ...]


@dataclass(frozen=True, slots=True)
class RulesRow:
    """The result under some rules. `presets`: all presets with exactly this result, as value and name."""

    presets: tuple[tuple[str, str], ...]
    totals: tuple[PointsChange, ...]
    team_totals: tuple[PointsChange, ...]
    """Empty unless these rules are played by teams."""
    winner_effect: WinnerEffect
    winner_text: str
    effect_text: str

    @property
    def has_ranges(self) -> bool:
        """Whether any total is uncertain."""
        return any(total.under_other_rules.low != total.under_other_rules.high for total in self.totals)


@dataclass(frozen=True, slots=True)
class ComparedGame:
    """A game to be compared under other rules."""

    view: GameView
    entries_to_score: Sequence[ScoreEntry]
    played_game: Game

    def result_under(self, rules: HouseRules) -> WhatIfResult:
        return result_under_other_rules(rules, self.entries_to_score, self.played_game)

    @property
    def own_result(self) -> WhatIfResult:
        return self.result_under(self.view.rules)


def preset_rows(compared: ComparedGame) -> list[RulesRow]:
    """A row for the table's own rules, then for every preset; presets with the same result share a row."""
    own_result, own_preset = compared.own_result, compared.view.state.house_rules["preset"]
    preset_names_by_result: dict[WhatIfResult, list[str]] = {own_result: []}
    for name, preset in PRESETS.items():
        if name != own_preset or preset.rules != compared.view.rules:
            preset_names_by_result.setdefault(compared.result_under(preset.rules), []).append(name)
    return [rules_row(compared, own_result, then, names) for then, names in preset_names_by_result.items()]


def rules_row(
    compared: ComparedGame, own_result: WhatIfResult, other_result: WhatIfResult, preset_names: Iterable[str] = ()
) -> RulesRow:
    """The row of a result, and whether the winner changes."""
    view, effect = compared.view, _effect_on_winner(own_result.outcomes, other_result.outcomes)
    winning_seats = {seat for outcome in other_result.outcomes for seat in outcome.winning_seats}
    totals = zip(SEATS, compared.played_game.totals, other_result.totals, strict=True)
    team_sums = sums_by_team(compared.played_game.totals)
    team_totals = zip(team_names(view.names), team_sums, other_result.team_totals or (), strict=False)
    return RulesRow(
        presets=tuple((name, _(PRESET_NAMES[name])) for name in preset_names),
        totals=tuple(PointsChange(now, then, seat in winning_seats) for seat, now, then in totals),
        team_totals=tuple(PointsChange(now, then, team_name=name) for name, now, then in team_totals),
        winner_effect=effect,
        winner_text=_winner_text(view, other_result.outcomes, is_own=other_result is own_result),
        effect_text=_effect_text(effect, complete=view.complete),
    )


def deal_changes(other_result: WhatIfResult) -> list[DealChange]:
    """The deals whose points would, or could, differ, in the order of play."""
    return [
        DealChange(deal.deal_score, tuple(map(PointsChange, deal.deal_score.points, deal.points_under_other_rules)))
        for deal in other_result.deal_comparisons
        if deal.differs
    ]


def real_leader_sentence(view: GameView, own_result: WhatIfResult) -> str:
    """Who is first under the table's own rules, in a sentence."""
    return _winners_sentence(
        _WON_UNDER_OWN_RULES_TEXT if view.complete else _FIRST_UNDER_OWN_RULES_TEXT, view, own_result.outcomes
    )


def _effect_on_winner(own_outcomes: Sequence[Outcome], other_outcomes: Sequence[Outcome]) -> WinnerEffect:
    """Compares the outcomes with the single one under the table's own rules."""
    have_same_winner = [have_same_winners(own_outcomes[0], outcome) for outcome in other_outcomes]
    return "same" if all(have_same_winner) else "maybe-other-winner" if any(have_same_winner) else "other-winner"


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
    winner_texts = [join_names([_winner_name(view, winner) for winner in outcome.winners]) for outcome in outcomes]
    *all_but_last, last = dict.fromkeys(winner_texts)
    return _("%(one)s or %(other)s", one=_(", ").join(all_but_last), other=last) if all_but_last else last


def _winner_name(view: GameView, winner: Seat | Team) -> str:
    return team_names(view.names)[winner] if isinstance(winner, Team) else view.name_of(winner)
