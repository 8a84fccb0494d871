"""Who can still win, in sentences, from the first deal on."""

from functools import lru_cache

from trexscore.i18n.marking import N_n, Plural
from trexscore.rules.contract_set import ContractSet, contract_set_of_names
from trexscore.rules.forecast import Prospect, Undecided, prospects
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEAT_BY_LETTER, BySeat, Points, Seat
from trexscore.rules.winners import points_direction_of
from trexscore.web.games.seats import SEAT_LETTERS
from trexscore.web.games.view import GameView
from trexscore.web.rendering import format_number, translate_plural

_MAX_SEARCH_STEPS = 10_000
"""The longest search, in steps. Without a result by then, nothing is shown."""
_CANNOT_WIN_TEXT = N_n("%(names)s can no longer win", "%(names)s can no longer win", "people")
_SURE_WIN_TEXT = N_n("%(names)s is sure to win", "%(names)s are sure to win", "people")
_SURE_FIRST_PLACE_TEXT = N_n(
    "%(names)s is sure of first place, perhaps shared", "%(names)s are sure of first place, perhaps shared", "people"
)
_NEEDS_AT_LEAST_TEXT = N_n(
    "%(names)s needs at least %(points)s more to win", "%(names)s need at least %(points)s more to win", "people"
)
_NEEDS_NO_POINTS_TEXT = N_n(
    "%(names)s can win without another point", "%(names)s can win without another point", "people"
)
_CAN_LOSE_POINTS_TEXT = N_n(
    "%(names)s can lose up to %(points)s and still win", "%(names)s can lose up to %(points)s and still win", "people"
)
_MUST_DROP_TEXT = N_n(
    "%(names)s must drop by at least %(points)s to win", "%(names)s must drop by at least %(points)s to win", "people"
)
_NEEDS_AT_MOST_TEXT = N_n(
    "%(names)s can win with at most %(points)s more", "%(names)s can win with at most %(points)s more", "people"
)


def forecast_sentences(game: GameView) -> list[str]:
    """A sentence for each player or team; none before the first deal, and after the last."""
    result = game.state.result
    if game.complete or not result.deals:
        return []
    firsts = _trex_first_seats_breaking_ties(game)
    totals = BySeat(*(result.totals[letter] for letter in SEAT_LETTERS))
    contracts_left_by_king = BySeat(*(contract_set_of_names(result.remaining[letter]) for letter in SEAT_LETTERS))
    by_side = None if firsts is None else _cached_prospects(game.rules, totals, firsts, contracts_left_by_king)
    if by_side is None:
        return []
    return [_prospect_sentence(game, side.name, prospect) for side, prospect in zip(game.sides, by_side, strict=True)]


@lru_cache(maxsize=256)
def _cached_prospects(
    rules: HouseRules, totals: Points, trex_first_seats: tuple[Seat, ...], contracts_left: BySeat[ContractSet]
) -> tuple[Prospect, ...] | None:
    try:
        return prospects(rules, totals, trex_first_seats, contracts_left, _MAX_SEARCH_STEPS)
    except Undecided:
        return None


def _trex_first_seats_breaking_ties(game: GameView) -> tuple[Seat, ...] | None:
    """Who went out first in each Trex, if it breaks ties; None if the points do not show it."""
    if game.rules.tie_break != "most_trex_firsts":
        return ()
    first, *other_place_points = game.rules.trex_points
    if first <= max(*other_place_points, 0):
        return None
    seats_with_most_firsts = (cells["trex"].seats for cells in game.state.grid if "trex" in cells)
    return tuple(SEAT_BY_LETTER[seats[0]] for seats in seats_with_most_firsts)


def _prospect_sentence(game: GameView, side_name: str, prospect: Prospect) -> str:
    text = _prospect_text(prospect, fewer_is_better=points_direction_of(game.rules) < 0)
    points, people = format_number(abs(prospect.points_needed or 0)), 2 if game.partnership else 1
    return translate_plural(text.one, text.many, people, names=side_name, points=points)


def _prospect_text(prospect: Prospect, *, fewer_is_better: bool) -> Plural:
    points_needed = prospect.points_needed
    if points_needed is None:
        return _CANNOT_WIN_TEXT
    if prospect.is_only_possible_winner:
        return _SURE_WIN_TEXT
    if prospect.is_certain_to_win:
        return _SURE_FIRST_PLACE_TEXT
    if fewer_is_better:
        return _MUST_DROP_TEXT if points_needed < 0 else _NEEDS_AT_MOST_TEXT
    return (
        _NEEDS_AT_LEAST_TEXT if points_needed > 0 else _CAN_LOSE_POINTS_TEXT if points_needed else _NEEDS_NO_POINTS_TEXT
    )
