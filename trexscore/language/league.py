"""How a season is counted: every basis and tie-break by its name, with what it means; and broken numbers."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache

from babel.numbers import get_decimal_symbol

from trexscore.language.language import MINUS, Language
from trexscore.language.marking import N_
from trexscore.league.basis import Basis, Kind
from trexscore.league.tie_breaks import TieBreak

BASIS: Mapping[Kind, tuple[str, str]] = {
    "sum": (
        N_("Sum of points"),
        N_("The points of all games are added up: whoever plays more often can gain more, and lose more."),
    ),
    "average": (
        N_("Average"),
        N_("The points of all games, divided by the number of games: playing more often is no advantage by itself."),
    ),
    "best": (
        N_("The best games"),
        N_("Only the best games of each one count, so a bad evening or a missed one does no harm."),
    ),
    "places": (
        N_("Points for places"),
        N_(
            "Each place in a game brings a fixed number of points; by how much somebody won does not count. "
            "Those who share places divide equally what these bring."
        ),
    ),
    "wins": (N_("Wins"), N_("The games won are counted; those who share a win have equal parts of it.")),
}
"""What a basis is called, and what it does."""
TIE_BREAK: Mapping[TieBreak, tuple[str, str]] = {
    "head_to_head": (
        N_("Head to head"),
        N_(
            "Who finished before the other more often in the games in which they met; finishing level counts half. "
            "Of more than two, each one’s shares against the others are averaged. "
            "It decides only if every two have met."
        ),
    ),
    "wins": (N_("Games won"), N_("Who won more games; those who share a win have equal parts of it.")),
    "trex_firsts": (N_("Trex firsts"), N_("Who was first to be rid of all cards in Trex more often.")),
    "points": (N_("Points"), N_("Who has the better sum of points in all games.")),
    "average": (N_("Average of points"), N_("Who has the better points a game.")),
    "best_game": (
        N_("Best game"),
        N_("Whose best single game was better; where only the first games are looked at, among these."),
    ),
    "more_games": (N_("More games"), N_("Who played more games.")),
    "fewer_games": (N_("Fewer games"), N_("Who needed fewer games for it.")),
}
"""What a tie-break is called, and what it compares."""
AHEAD: Mapping[TieBreak, str] = {
    "head_to_head": N_("before %(name)s, head to head: %(above)s against %(below)s of %(games)s"),
    "wins": N_("before %(name)s, games won: %(above)s against %(below)s"),
    "trex_firsts": N_("before %(name)s, Trex firsts: %(above)s against %(below)s"),
    "points": N_("before %(name)s, points: %(above)s against %(below)s"),
    "average": N_("before %(name)s, points a game: %(above)s against %(below)s"),
    "best_game": N_("before %(name)s, best game: %(above)s against %(below)s"),
    "more_games": N_("before %(name)s, more games: %(above)s against %(below)s"),
    "fewer_games": N_("before %(name)s, fewer games: %(above)s against %(below)s"),
}
"""What puts somebody before another whose score is the same."""
AHEAD_OF_MANY = N_("before %(name)s, head to head among those still equal: %(above)s %% against %(below)s %%")
"""Of a head to head among more than two: each one’s share, averaged over the others."""
CHAIN = N_("Once one of these has told some apart, those still equal are compared from the first one on again.")
"""How the tie-breaks of a chain go together."""
FIRST_GAMES = N_("First are the games of the first days; of one day, those that were started or brought in here first.")
"""Of the best of the first so many."""

_MOST_DECIMALS = 6


def basis_said(language: Language, basis: Basis) -> str:
    """A basis with its numbers."""
    match basis.kind:
        case "best" if basis.of is not None:
            return language.gettext(
                "The best %(best)s of the first %(of)s games, added up", best=basis.best, of=basis.of
            )
        case "best":
            return language.gettext("The best %(best)s games, added up", best=basis.best)
        case "places":
            awards = language.listed([language.number(award) for award in basis.awards])
            return language.gettext("Points for places: %(awards)s", awards=awards)
    return language.gettext(BASIS[basis.kind][0])


def decimals_for(values: Iterable[Fraction]) -> int:
    """As few decimals as tell different values apart, and show each exactly where two do so."""
    found = [*values]
    if all(value.denominator == 1 for value in found):
        return 0
    different = set(found)
    for decimals in range(1, _MOST_DECIMALS):
        shown = {_scaled(value, decimals) for value in different}
        exact = all(10**decimals % value.denominator == 0 for value in different)
        if len(shown) == len(different) and (exact or decimals > 1):
            return decimals
    return _MOST_DECIMALS


def fraction(language: Language, value: Fraction, decimals: int) -> str:
    """A number with so many decimals, rounded half away from zero; a negative one with its minus."""
    scaled = _scaled(value, decimals)
    digits = str(abs(scaled)).rjust(decimals + 1, "0")
    whole, rest = (digits[:-decimals], digits[-decimals:]) if decimals else (digits, "")
    mark = _decimal_mark(language) if rest else ""
    return (MINUS if scaled < 0 else "") + language.in_digits(whole) + mark + language.in_digits(rest)


@lru_cache
def _decimal_mark(language: Language) -> str:
    system = "arab" if language.digits == "arab" else "latn"
    return get_decimal_symbol(language.locale, numbering_system=system)


def _scaled(value: Fraction, decimals: int) -> int:
    """In whole numbers alone: pages show hundreds of these."""
    whole, parts = value.numerator, value.denominator
    rounded: int = (2 * abs(whole) * 10**decimals + parts) // (2 * parts)
    return rounded if whole >= 0 else -rounded
