"""Standings of a season, calculated from the explanations on the pages as by hand.

This code is independent of `trexscore.league`. If results differ, one of the two is wrong, or the explanation is.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import NamedTuple

from tests.support.tables import Json

Player = tuple[int, ...]
"""A player, or the two members of a pair, the lower number first."""


class WinRule(NamedTuple):
    """How a game is won: by most points, or with `less` by fewest.

    With `trex_firsts_break_tie`, more first places in Trex break a tie.
    """

    less: bool = False
    trex_firsts_break_tie: bool = False
    worst_loses: bool = False
    """All players except the one with the worst total win, or the other team."""


class PlainGameResult(NamedTuple):
    """The counted part of a game, by seat from A to D."""

    on: str
    members: tuple[int | None, ...]
    """The members who get the points; None for a player outside the club."""
    points: tuple[int, ...]
    trex_firsts: tuple[int, ...]
    """The seat that finished first in each Trex deal."""
    won: WinRule = WinRule()
    """The win rule of the game's own house rules."""


class PlainSeasonRules(NamedTuple):
    """How a season is counted. With `less`, fewer points are better."""

    basis: str
    best: int = 0
    of: int | None = None
    awards: tuple[int, ...] = ()
    minimum_games: int = 1
    tie_breaks: tuple[str, ...] = ()
    pairs: bool = False
    less: bool = False
    given: Mapping[int, int] = {}
    """Points by member."""


class PlainStandingsRow(NamedTuple):
    """A row of the standings; `rank` is None for unranked players."""

    rank: int | None
    shared: bool
    score: Fraction
    games: int
    points: int
    places: tuple[Fraction, ...]
    trex_firsts: int
    decided_by: str | None
    """The tie-break that separates it from the row before."""
    adjusted: int = 0


class _PlayedGame(NamedTuple):
    """The result of a game for a player or pair. `sharers` is how many share this `finish`."""

    on: str
    points: int
    finish: int
    sharers: int
    trex_firsts: int
    others: tuple[tuple[Player, int], ...]
    """All other members at the table except partners, with their finishes."""


def plain_table(
    rules: PlainSeasonRules, results: Sequence[PlainGameResult], unranked: Sequence[int] = ()
) -> dict[Player, PlainStandingsRow]:
    """The standings, best first. `results` are in the order in which the games were played."""
    games: dict[Player, list[_PlayedGame]] = {}
    for result in results:
        for player, played in _played_by_player(result, pairs=rules.pairs).items():
            games.setdefault(player, []).append(played)
    table = _Table(rules, games)
    ranked = [
        player
        for player in sorted(games)
        if len(games[player]) >= rules.minimum_games and not set(player) & set(unranked)
    ]
    rows: dict[Player, PlainStandingsRow] = {}
    for rank, tied, tie_break in table.ranked_groups(ranked):
        for position, player in enumerate(tied):
            rows[player] = table.row(player)._replace(
                rank=rank, shared=len(tied) > 1, decided_by=None if position else tie_break
            )
    for player in sorted(games):
        if player not in rows:
            rows[player] = table.row(player)
    return rows


def finishes_of(result: PlainGameResult, *, pairs: bool) -> dict[Player, int]:
    """The finish of each player or pair of the club; tied ones share the better finish."""
    return {player: played.finish for player, played in _played_by_player(result, pairs=pairs).items()}


def _played_by_player(result: PlainGameResult, *, pairs: bool) -> dict[Player, _PlayedGame]:
    sides: list[tuple[int, ...]] = [(0, 2), (1, 3)] if pairs else [(0,), (1,), (2,), (3,)]
    sort_keys = [_sort_key(result, side) for side in sides]
    players: list[tuple[Player, int]] = []
    for number, side in enumerate(sides):
        members = [result.members[seat] for seat in side]
        if None not in members:
            players.append((tuple(sorted(member for member in members if member is not None)), number))
    finish = [1 + len([other for other in sort_keys if other > sort_key]) for sort_key in sort_keys]
    return {
        player: _PlayedGame(
            result.on,
            sum(result.points[seat] for seat in sides[number]),
            finish[number],
            len([other for other in sort_keys if other == sort_keys[number]]),
            len([seat for seat in result.trex_firsts if seat in sides[number]]),
            tuple((other, finish[other_side]) for other, other_side in players if other != player),
        )
        for player, number in players
    }


def _sort_key(result: PlainGameResult, side: tuple[int, ...]) -> tuple[int, int]:
    """Sort key of a side, higher is better. If all but the worst win, only Trex firsts of pairs separate winners."""
    win_rule = result.won
    points = [-seat_points for seat_points in result.points] if win_rule.less else list(result.points)
    firsts = len([seat for seat in result.trex_firsts if seat in side]) if win_rule.trex_firsts_break_tie else 0
    if win_rule.worst_loses:
        lost = any(points[seat] == min(points) for seat in side)
        return (0 if lost else 1, firsts if len(side) > 1 else 0)
    return (sum(points[seat] for seat in side), firsts)


def row_of(player: tuple[int, ...], row: PlainStandingsRow, rules: PlainSeasonRules, guests: set[int]) -> Json:
    """A row as `/api/clubs/TOKEN/seasons/N` returns it, with members' numbers only."""
    return {
        "place": row.rank,
        "shared": row.shared,
        "members": list(player),
        "score": _four_digits(row.score),
        "adjusted": row.adjusted,
        "games": row.games,
        "points": row.points,
        "average": _four_digits(Fraction(row.points, row.games)),
        "places": [_four_digits(share) for share in row.places],
        "trex_firsts": row.trex_firsts,
        "missing": max(0, rules.minimum_games - row.games),
        "guest": bool(guests & {*player}),
        "decided_by": row.decided_by,
    }


def _four_digits(value: Fraction) -> float:
    return round(float(value), 4)


class _Table:
    def __init__(self, rules: PlainSeasonRules, games: dict[Player, list[_PlayedGame]]) -> None:
        self.rules, self.games = rules, games
        self.sign = -1 if rules.less else 1
        """The factor that makes more points better."""

    def row(self, player: Player) -> PlainStandingsRow:
        """The row of a player, without a rank."""
        games = self.games[player]
        return PlainStandingsRow(
            rank=None,
            shared=False,
            score=self.score(player),
            games=len(games),
            points=sum(game.points for game in games),
            places=tuple(
                sum(
                    (Fraction(1, game.sharers) for game in games if game.finish <= n < game.finish + game.sharers),
                    Fraction(0),
                )
                for n in (1, 2, 3, 4)
            ),
            trex_firsts=sum(game.trex_firsts for game in games),
            decided_by=None,
            adjusted=self.adjustment(player),
        )

    def adjustment(self, player: Player) -> int:
        return 0 if self.rules.pairs else self.rules.given.get(player[0], 0)

    def score(self, player: Player) -> Fraction:
        return self.score_of_games(player) + self.adjustment(player)

    def score_of_games(self, player: Player) -> Fraction:
        games, rules = self.games[player], self.rules
        if rules.basis == "sum":
            return Fraction(sum(game.points for game in games))
        if rules.basis == "average":
            return Fraction(sum(game.points for game in games), len(games))
        if rules.basis == "best":
            best = sorted((game.points for game in self.eligible_games(player)), key=lambda points: -points * self.sign)
            return Fraction(sum(best[: rules.best]))
        if rules.basis == "wins":
            return self.wins(player)
        assert rules.basis == "places", f"calculate {rules.basis} here, too"
        total = Fraction(0)
        for game in games:
            shared_awards = [rules.awards[n - 1] for n in range(game.finish, game.finish + game.sharers)]
            total += Fraction(sum(shared_awards), len(shared_awards))
        return total

    def eligible_games(self, player: Player) -> list[_PlayedGame]:
        """The games that may count: all, or the first `of`."""
        first = self.rules.of if self.rules.basis == "best" else None
        return self.games[player][:first]

    def wins(self, player: Player) -> Fraction:
        return sum((Fraction(1, game.sharers) for game in self.games[player] if game.finish == 1), Fraction(0))

    def ranking_value(self, player: Player) -> Fraction:
        """The score, signed so that more is better."""
        return self.score(player) * (self.sign if self.rules.basis in {"sum", "average", "best"} else 1)

    def ranked_groups(self, ranked: Sequence[Player]) -> list[tuple[int, list[Player], str | None]]:
        """Ranks with their players, and the tie-break that separates them from the rank before."""
        ranks: list[tuple[int, list[Player], str | None]] = []
        rank = 1
        for tied in _grouped_by(ranked, self.ranking_value):
            for group, tie_break in self.separated(tied, self.rules.tie_breaks):
                ranks.append((rank, group, tie_break))
                rank += len(group)
        return ranks

    def separated(self, tied_players: list[Player], tie_breaks: Sequence[str]) -> list[tuple[list[Player], str | None]]:
        """Apply tie-breaks until one separates the players; groups that are still tied start with the first again."""
        if len(tied_players) == 1 or not tie_breaks:
            return [(tied_players, None)]
        value_of = self.tie_break_value(tie_breaks[0], tied_players)
        parts = [tied_players] if value_of is None else _grouped_by(tied_players, value_of)
        if len(parts) == 1:
            return self.separated(tied_players, tie_breaks[1:])
        groups: list[tuple[list[Player], str | None]] = []
        for part in parts:
            (first_group, _), *below = self.separated(part, self.rules.tie_breaks)
            groups += [(first_group, tie_breaks[0] if groups else None), *below]
        return groups

    def tie_break_value(self, tie_break: str, tied_players: list[Player]) -> Callable[[Player], Fraction] | None:
        games = self.games
        if tie_break == "head_to_head":
            return self.head_to_head(tied_players)
        return {
            "wins": self.wins,
            "trex_firsts": lambda player: Fraction(sum(game.trex_firsts for game in games[player])),
            "points": lambda player: Fraction(self.sign * sum(game.points for game in games[player])),
            "average": lambda player: Fraction(
                self.sign * sum(game.points for game in games[player]), len(games[player])
            ),
            "best_game": lambda player: Fraction(max(self.sign * game.points for game in self.eligible_games(player))),
            "more_games": lambda player: Fraction(len(games[player])),
            "fewer_games": lambda player: Fraction(-len(games[player])),
        }[tie_break]

    def head_to_head(self, tied_players: list[Player]) -> Callable[[Player], Fraction] | None:
        meetings = {pair: self.meetings_between(*pair) for pair in permutations(tied_players, 2)}
        if any(not meetings[first, second] for first, second in combinations(tied_players, 2)):
            return None

        def share(player: Player) -> Fraction:
            shares = [
                sum(results, Fraction(0)) / len(results) for (first, _), results in meetings.items() if first == player
            ]
            return sum(shares, Fraction(0)) / len(shares)

        return share

    def meetings_between(self, player: Player, opponent: Player) -> list[Fraction]:
        """For each game between the two: 1 for a better finish, a half for the same finish."""
        results = []
        for game in self.games[player]:
            for other, finish in game.others:
                if other == opponent:
                    results.append(Fraction(1) if game.finish < finish else Fraction(int(game.finish == finish), 2))
        return results


def _grouped_by(players: Sequence[Player], value_of: Callable[[Player], Fraction]) -> list[list[Player]]:
    """Groups of players with equal values, the greatest value first."""
    values = sorted({value_of(player) for player in players}, reverse=True)
    return [[player for player in players if value_of(player) == value] for value in values]
