"""The same game under other rules, compared with its real result."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from markupsafe import Markup

from trexscore.i18n.words import PRESET
from trexscore.rules.cards import Contract
from trexscore.rules.game import Entry, Game
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.presets import PRESETS
from trexscore.rules.seats import SEATS, BySeat, Points, Seat, Team, by_team
from trexscore.rules.what_if import DealComparison, Span, WhatIf, same_winners, what_if
from trexscore.rules.winners import Outcome
from trexscore.web.games.view import GameView
from trexscore.web.rendering import change, points
from trexscore.web.rendering import translate as _
from trexscore.web.rendering import translate_plural as ngettext

Effect = Literal["same", "perhaps", "another"]
"""Whether another player is first than under the table's own rules."""
_LONG = 10_000


@dataclass(frozen=True, slots=True)
class Shown:
    """Points as text: one number, or the two ends of a range."""

    text: Markup
    is_range: bool
    is_loss: bool
    is_long: bool
    is_first: bool


@dataclass(frozen=True, slots=True)
class TeamShown:
    """The total of two partners."""

    name: str
    total: Shown


@dataclass(frozen=True, slots=True)
class RulesRow:
    """The result under some rules. `presets`: all presets with exactly this result, as value and name."""

    presets: tuple[tuple[str, str], ...]
    totals: tuple[Shown, ...]
    teams: tuple[TeamShown, ...]
    effect: Effect
    winner_text: str
    effect_text: str
    has_ranges: bool


@dataclass(frozen=True, slots=True)
class DealRow:
    """A deal that differs: points now, points then, and the difference."""

    number: int
    contracts: tuple[Contract, ...]
    king_name: str
    now: tuple[Shown, ...]
    then: tuple[Shown, ...]
    change: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class Tried:
    """A game to be compared under other rules."""

    view: GameView
    entries: Sequence[Entry]
    game: Game

    def under(self, rules: HouseRules) -> WhatIf:
        """The result under these rules."""
        return what_if(rules, self.entries, self.game)

    @property
    def own(self) -> WhatIf:
        """The result under the table's own rules."""
        return self.under(self.view.rules)


def every_preset(tried: Tried) -> list[RulesRow]:
    """A row for the table's own rules, then for every preset; presets with the same result share a row."""
    own, own_preset = tried.own, tried.view.state.house_rules["preset"]
    alike: dict[WhatIf, list[str]] = {own: []}
    for name, preset in PRESETS.items():
        if name != own_preset or preset.rules != tried.view.rules:
            alike.setdefault(tried.under(preset.rules), []).append(name)
    return [row(tried, own, then, names) for then, names in alike.items()]


def row(tried: Tried, own: WhatIf, then: WhatIf, presets: Iterable[str] = ()) -> RulesRow:
    """The row of a result, and whether the winner changes."""
    view, effect = tried.view, _effect(own.outcomes, then.outcomes)
    first = {winner for outcome in then.outcomes for winner in outcome.winners}
    teams = zip(_team_names(view), then.teams or (), strict=False)
    return RulesRow(
        presets=tuple((name, _(PRESET[name])) for name in presets),
        totals=tuple(
            _shown(span, is_first=_is_first(seat, first)) for seat, span in zip(SEATS, then.totals, strict=True)
        ),
        teams=tuple(TeamShown(name, _shown(span)) for name, span in teams),
        effect=effect,
        winner_text=_winner_text(view, then.outcomes, own=then is own),
        effect_text=_effect_text(effect, complete=view.complete),
        has_ranges=any(span.low != span.high for span in then.totals),
    )


def deals_that_differ(view: GameView, then: WhatIf) -> list[DealRow]:
    """The deals whose points differ."""
    return [_deal_row(view, deal) for deal in then.deals if deal.differs]


def change_of_totals(now: Points, then: WhatIf) -> tuple[Shown, ...]:
    """The change of each total."""
    return _changes(now, then.totals)


def now_shown(now: Iterable[int]) -> tuple[Shown, ...]:
    """The real points."""
    return tuple(_shown(Span(value, value)) for value in now)


def teams_now(view: GameView, now: Points, then: WhatIf) -> list[tuple[str, Shown, Shown]]:
    """The teams' totals, real and under the other rules; empty without partnership."""
    if then.teams is None:
        return []
    sums = zip(_team_names(view), by_team(now), then.teams, strict=True)
    return [(name, _shown(Span(total, total)), _shown(span)) for name, total, span in sums]


def first_now(view: GameView, own: WhatIf) -> str:
    """Who is first under the table's own rules, in a sentence."""
    names, people = _either(view, own.outcomes), _people(own.outcomes)
    if view.complete:
        return ngettext(
            "Under this table’s own rules %(names)s has won.",
            "Under this table’s own rules %(names)s have won.",
            people,
            names=names,
        )
    return ngettext(
        "Under this table’s own rules %(names)s is first.",
        "Under this table’s own rules %(names)s are first.",
        people,
        names=names,
    )


def _deal_row(view: GameView, deal: DealComparison) -> DealRow:
    return DealRow(
        number=deal.counted.number,
        contracts=deal.counted.programme.contracts,
        king_name=view.name_of(deal.counted.king),
        now=now_shown(deal.counted.points),
        then=tuple(map(_shown, deal.compared)),
        change=_changes(deal.counted.points, deal.compared),
    )


def _changes(now: Points, then: BySeat[Span]) -> tuple[Shown, ...]:
    moved = (Span(span.low - real, span.high - real) for real, span in zip(now, then, strict=True))
    return tuple(_shown(span, change) for span in moved)


def _shown(span: Span, write: Callable[[int], Markup] = points, *, is_first: bool = False) -> Shown:
    low, high = span
    is_range, is_long = low != high, max(map(abs, span)) >= _LONG
    # The dots stay with the first end, and each end keeps its minus, in either writing direction.
    text = Markup("{}\u00a0… {}").format(write(low), write(high)) if is_range else write(low)
    return Shown(text, is_range, high < 0, is_long, is_first)


def _is_first(seat: Seat, first: set[Seat | Team]) -> bool:
    return any(side is seat or (isinstance(side, Team) and seat % 2 == side) for side in first)


def _effect(own: Sequence[Outcome], then: Sequence[Outcome]) -> Effect:
    """Compares the outcomes with the single one under the table's own rules."""
    same = [same_winners(own[0], outcome) for outcome in then]
    return "same" if all(same) else "perhaps" if any(same) else "another"


def _effect_text(effect: Effect, *, complete: bool) -> str:
    if effect == "same":
        return ""
    if complete:
        return _("another winner") if effect == "another" else _("perhaps another winner")
    return _("someone else leads") if effect == "another" else _("perhaps someone else leads")


def _winner_text(view: GameView, outcomes: Sequence[Outcome], *, own: bool) -> str:
    names = _either(view, outcomes)
    people = _people(outcomes)
    if own and view.complete:
        return ngettext("%(names)s has won", "%(names)s have won", people, names=names)
    if own:
        return ngettext("%(names)s is first", "%(names)s are first", people, names=names)
    if view.complete:
        return ngettext("%(names)s would have won", "%(names)s would have won", people, names=names)
    return ngettext("%(names)s would be first", "%(names)s would be first", people, names=names)


def _people(outcomes: Sequence[Outcome]) -> int:
    """The largest number of joint winners; a team is two."""
    return max(sum(2 if isinstance(winner, Team) else 1 for winner in outcome.winners) for outcome in outcomes)


def _either(view: GameView, outcomes: Sequence[Outcome]) -> str:
    """The possible winners: joint winners connected by “and”, alternatives by “or”."""
    ends = [_together([_called(view, winner) for winner in outcome.winners]) for outcome in outcomes]
    *others, last = dict.fromkeys(ends)
    return _("%(one)s or %(other)s", one=_(", ").join(others), other=last) if others else last


def _together(names: list[str]) -> str:
    *others, last = names
    return _("%(one)s and %(other)s", one=_(", ").join(others), other=last) if others else last


def _called(view: GameView, winner: Seat | Team) -> str:
    return _team_names(view)[winner] if isinstance(winner, Team) else view.name_of(winner)


def _team_names(view: GameView) -> list[str]:
    names = [seat.name for seat in view.seats]
    return [_together(names[0::2]), _together(names[1::2])]
