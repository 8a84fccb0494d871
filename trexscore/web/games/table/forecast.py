"""Who can still win, in sentences, from the first deal on."""

from functools import lru_cache

from trexscore.rules.cards import Contract
from trexscore.rules.contract_set import ContractSet, contract_set_of
from trexscore.rules.forecast import Prospect, Undecided, prospects
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEAT_NAMED, BySeat, Points, Seat
from trexscore.rules.winners import points_direction
from trexscore.web.games.seats import SEAT_LETTERS
from trexscore.web.games.view import GameView
from trexscore.web.rendering import number
from trexscore.web.rendering import translate_plural as ngettext

_PATIENCE = 10_000
"""The longest search, in steps. Without a result by then, nothing is shown."""


def forecast_line(game: GameView) -> list[str]:
    """A sentence for each player or team; none before the first deal, and after the last."""
    result = game.state.result
    if game.complete or not result.deals:
        return []
    firsts = _trex_firsts(game)
    totals = BySeat(*(result.totals[letter] for letter in SEAT_LETTERS))
    left = BySeat(*(contract_set_of(tuple(map(Contract, result.remaining[letter]))) for letter in SEAT_LETTERS))
    by_side = None if firsts is None else _prospects(game.rules, totals, firsts, left)
    if by_side is None:
        return []
    names = [side.name for side in (game.teams if game.partnership else game.seats)]
    return [_sentence(game, name, prospect) for name, prospect in zip(names, by_side, strict=True)]


@lru_cache(maxsize=256)
def _prospects(
    rules: HouseRules, totals: Points, firsts: tuple[Seat, ...], left: BySeat[ContractSet]
) -> tuple[Prospect, ...] | None:
    try:
        return prospects(rules, totals, firsts, left, _PATIENCE)
    except Undecided:
        return None


def _trex_firsts(game: GameView) -> tuple[Seat, ...] | None:
    """Who went out first in each Trex, if it breaks ties; None if the points do not show it."""
    if game.rules.tie_break != "most_trex_firsts":
        return ()
    first, *others = game.rules.trex_points
    if first <= max(*others, 0):
        return None
    best = (cells["trex"].seats for cells in game.state.grid if "trex" in cells)
    return tuple(SEAT_NAMED[seats[0]] for seats in best)


def _sentence(game: GameView, names: str, prospect: Prospect) -> str:
    many = 2 if game.partnership else 1
    if prospect.needs is None:
        return ngettext("%(names)s can no longer win", "%(names)s can no longer win", many, names=names)
    if prospect.alone:
        return ngettext("%(names)s is sure to win", "%(names)s are sure to win", many, names=names)
    if prospect.certain:
        return ngettext(
            "%(names)s is sure of first place, perhaps shared",
            "%(names)s are sure of first place, perhaps shared",
            many,
            names=names,
        )
    if points_direction(game.rules) < 0:
        return _at_most(names, prospect.needs, many)
    return _at_least(names, prospect.needs, many)


def _at_least(names: str, needs: int, many: int) -> str:
    if needs > 0:
        return ngettext(
            "%(names)s needs at least %(points)s more to win",
            "%(names)s need at least %(points)s more to win",
            many,
            names=names,
            points=number(needs),
        )
    if needs == 0:
        return ngettext(
            "%(names)s can win without another point", "%(names)s can win without another point", many, names=names
        )
    return ngettext(
        "%(names)s can lose up to %(points)s and still win",
        "%(names)s can lose up to %(points)s and still win",
        many,
        names=names,
        points=number(-needs),
    )


def _at_most(names: str, needs: int, many: int) -> str:
    if needs < 0:
        return ngettext(
            "%(names)s must drop by at least %(points)s to win",
            "%(names)s must drop by at least %(points)s to win",
            many,
            names=names,
            points=number(-needs),
        )
    return ngettext(
        "%(names)s can win with at most %(points)s more",
        "%(names)s can win with at most %(points)s more",
        many,
        names=names,
        points=number(needs),
    )
