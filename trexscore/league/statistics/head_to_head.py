"""A player's results against an opponent and with a partner, and which of them are the worst and the best."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

from trexscore.league.number_tuples import EMPTY_SAMPLE, Sample, plus
from trexscore.league.pairs import Pair

Opponent = TypeVar("Opponent", int, Pair)
"""The opponent: a player or a pair."""

MIN_GAMES_TOGETHER = 5
"""Games that two must have played together to be nemesis or best partner."""
_PRIOR_LEVEL_GAMES = 10
"""Level games added to each record, because the extreme of many shares is often mere luck."""

RECENT_GAME_COUNT = 10
"""Games in a player's recent form."""


class HeadToHead(NamedTuple, Generic[Opponent]):
    """All games of one player against another, or of one pair against another.

    `point_difference_samples`: own points minus the opponent's, by rules; only between players.
    """

    opponent: Opponent
    ahead: int = 0
    level: int = 0
    behind: int = 0
    point_difference_samples: tuple[tuple[str, Sample], ...] = ()

    @property
    def game_count(self) -> int:
        return self.ahead + self.level + self.behind

    @property
    def share_ahead(self) -> Fraction:
        """The share of games finished before the opponent; a shared place counts half."""
        return Fraction(2 * self.ahead + self.level, 2 * self.game_count)

    @property
    def point_difference_sample_by_rules(self) -> dict[str, Sample]:
        """The differences by rules, summed: merged opponents may have several per rules."""
        samples: dict[str, Sample] = {}
        for rules, values in self.point_difference_samples:
            samples[rules] = plus(samples.get(rules, EMPTY_SAMPLE), values)
        return samples


class PartnerResult(NamedTuple):
    """All games of one player with the same partner."""

    partner_number: int
    game_count: int = 0
    win_count: int = 0

    @property
    def win_share(self) -> Fraction:
        """The share of games won together."""
        return Fraction(self.win_count, self.game_count)


R = TypeVar("R")


def nemeses(
    results: Sequence[HeadToHead[Opponent]], minimum_games: int = MIN_GAMES_TOGETHER
) -> tuple[HeadToHead[Opponent], ...]:
    """The opponents with the worst results, by certainty, then by number of games. None without a losing record."""
    lost_to = [record for record in results if record.game_count >= minimum_games and record.ahead < record.behind]
    return _all_with_best_merit(
        lost_to, lambda record: (-_shrunk_share(record.share_ahead, record.game_count), record.game_count)
    )


def best_partners_of_player(
    partner_results: Sequence[PartnerResult], minimum_games: int = MIN_GAMES_TOGETHER
) -> tuple[PartnerResult, ...]:
    """The partners with the best results, weighted by certainty, then by number of games. None without a win."""
    with_wins = [result for result in partner_results if result.game_count >= minimum_games and result.win_count]
    return _all_with_best_merit(
        with_wins, lambda result: (_shrunk_share(result.win_share, result.game_count), result.game_count)
    )


def _shrunk_share(share: Fraction, game_count: int) -> Fraction:
    """The share, shrunk towards a half if there are few games."""
    return (share * game_count + Fraction(_PRIOR_LEVEL_GAMES, 2)) / (game_count + _PRIOR_LEVEL_GAMES)


def _all_with_best_merit(results: Sequence[R], merit_of: Callable[[R], tuple[Fraction, int]]) -> tuple[R, ...]:
    merits = [merit_of(record) for record in results]
    best_merit = max(merits, default=None)
    return tuple(record for record, its_merit in zip(results, merits, strict=True) if its_merit == best_merit)
