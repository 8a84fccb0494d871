"""Counting of a season: names and explanations of bases and tie-breaks, and numbers with decimals."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from trexscore.i18n.language import Language
from trexscore.i18n.marking import N_
from trexscore.league.basis import Basis, BasisKind
from trexscore.league.tie_breaks import TieBreak

NAME_AND_EXPLANATION_BY_BASIS: Mapping[BasisKind, tuple[str, str]] = {
    "sum": (
        N_("Total points"),
        N_("The points of all games are added up. Playing more often can gain or lose more."),
    ),
    "average": (
        N_("Average"),
        N_("The points of all games, divided by the number of games. Playing more often is no advantage in itself."),
    ),
    "best": (
        N_("Best games"),
        N_("Only each player’s best games count, so a bad or missed night does no harm."),
    ),
    "places": (
        N_("Placement points"),
        N_(
            "Each finish in a game earns fixed points; the margin doesn’t count. Tied players share the points equally."
        ),
    ),
    "wins": (N_("Wins"), N_("Games won are counted. Players who share a win get equal parts of it.")),
}
"""Name and explanation."""
NAME_AND_EXPLANATION_BY_TIE_BREAK: Mapping[TieBreak, tuple[str, str]] = {
    "head_to_head": (
        N_("Head to head"),
        N_(
            "Who finished ahead more often in games against each other; a tie counts half. With three or more, "
            "the average counts, if all have met."
        ),
    ),
    "wins": (N_("Games won"), N_("More games won ranks higher. Players who share a win get equal parts of it.")),
    "trex_firsts": (N_("Trex firsts"), N_("More first finishes in Trex ranks higher.")),
    "points": (N_("Points"), N_("The better total of points in all games ranks higher.")),
    "average": (N_("Average points"), N_("The better average of points per game ranks higher.")),
    "best_game": (
        N_("Best game"),
        N_("The better single best game ranks higher. If only the first games count, it must be one of these."),
    ),
    "more_games": (N_("More games"), N_("More games played ranks higher.")),
    "fewer_games": (N_("Fewer games"), N_("Fewer games played ranks higher.")),
}
"""Name and explanation."""
AHEAD_TEXT_BY_TIE_BREAK: Mapping[TieBreak, str] = {
    "head_to_head": N_("Ahead of %(name)s, head to head: %(above)s to %(below)s of %(games)s"),
    "wins": N_("Ahead of %(name)s, games won: %(above)s to %(below)s"),
    "trex_firsts": N_("Ahead of %(name)s, Trex firsts: %(above)s to %(below)s"),
    "points": N_("Ahead of %(name)s, points: %(above)s to %(below)s"),
    "average": N_("Ahead of %(name)s, points per game: %(above)s to %(below)s"),
    "best_game": N_("Ahead of %(name)s, best game: %(above)s to %(below)s"),
    "more_games": N_("Ahead of %(name)s, more games: %(above)s to %(below)s"),
    "fewer_games": N_("Ahead of %(name)s, fewer games: %(above)s to %(below)s"),
}
"""Why a player is ahead of another with the same score."""
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
            awards = language.join_list([language.number(award) for award in basis.awards])
            return language.gettext("Placement points: %(awards)s", awards=awards)
    return language.gettext(NAME_AND_EXPLANATION_BY_BASIS[basis.kind][0])


def decimal_places_for(values: Iterable[Fraction]) -> int:
    """The fewest decimals that distinguish all values, and show each exactly where two suffice."""
    numbers = [*values]
    if all(value.denominator == 1 for value in numbers):
        return 0
    different = set(numbers)
    for decimals in range(1, _MAX_DECIMAL_PLACES):
        shown = {_scale_and_round(value, decimals) for value in different}
        exact = all(10**decimals % value.denominator == 0 for value in different)
        if len(shown) == len(different) and (exact or decimals > 1):
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
