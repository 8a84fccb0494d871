"""Counting of a season: names and explanations of bases and tie-breaks, and numbers with decimals."""

from collections.abc import Iterable
from fractions import Fraction

import msgspec

from trexscore.i18n.language import Language
from trexscore.i18n.marking import N_
from trexscore.i18n.text_files import read_texts
from trexscore.league.basis import Basis, BasisKind
from trexscore.league.tie_breaks import TieBreak


class _LeagueTexts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    bases: dict[BasisKind, tuple[str, str]]
    """Name and explanation."""
    tie_breaks: dict[TieBreak, tuple[str, str]]
    """Name and explanation."""
    ahead_by_tie_break: dict[TieBreak, str]
    """Why a player is ahead of another with the same score."""


_TEXTS = read_texts(__file__, _LeagueTexts)
NAME_AND_EXPLANATION_BY_BASIS, NAME_AND_EXPLANATION_BY_TIE_BREAK = _TEXTS.bases, _TEXTS.tie_breaks
AHEAD_TEXT_BY_TIE_BREAK = _TEXTS.ahead_by_tie_break
HEAD_TO_HEAD_AMONG_SEVERAL_TEXT = N_(
    "Ahead of %(name)s, head to head among those still tied: %(above)s %% to %(below)s %%"
)
"""Head to head among more than two: each player's share, averaged over the others."""
TIE_BREAK_CHAIN_TEXT = N_("If one separates some but not all, those still tied start again from the first tiebreaker.")
"""How several tie-breaks work together."""
WHICH_GAMES_ARE_FIRST_TEXT = N_(
    "First games are those of the earliest dates; on one day, those started or imported here first."
)
"""For the best of the first games."""

_MAX_DECIMAL_PLACES = 6


def basis_text(language: Language, basis: Basis) -> str:
    """A basis with its numbers."""
    match basis.kind:
        case "best" if basis.considered_game_count is not None:
            return language.gettext(
                "The best %(best)s of the first %(of)s games, added up",
                best=basis.best_game_count,
                of=basis.considered_game_count,
            )
        case "best":
            return language.gettext("The best %(best)s games, added up", best=basis.best_game_count)
        case "places":
            awards = language.join_list([language.number(award) for award in basis.placement_points])
            return language.gettext("Placement points: %(awards)s", awards=awards)
    return language.gettext(NAME_AND_EXPLANATION_BY_BASIS[basis.kind][0])


def decimal_places_for(values: Iterable[Fraction]) -> int:
    """The fewest decimals that distinguish all values, and show each exactly where two suffice."""
    all_values = [*values]
    if all(value.denominator == 1 for value in all_values):
        return 0
    distinct = set(all_values)
    for decimals in range(1, _MAX_DECIMAL_PLACES):
        rounded_values = {_scale_and_round(value, decimals) for value in distinct}
        exact = all(10**decimals % value.denominator == 0 for value in distinct)
        if len(rounded_values) == len(distinct) and (exact or decimals > 1):
            return decimals
    return _MAX_DECIMAL_PLACES


def format_fraction(language: Language, value: Fraction, decimal_places: int) -> str:
    """A number with this many decimals, rounded half away from zero."""
    return language.scaled_decimal(_scale_and_round(value, decimal_places), decimal_places)


def _scale_and_round(value: Fraction, decimal_places: int) -> int:
    """Integer arithmetic only, because pages show hundreds of these."""
    whole, parts = value.numerator, value.denominator
    rounded: int = (2 * abs(whole) * 10**decimal_places + parts) // (2 * parts)
    return rounded if whole >= 0 else -rounded
