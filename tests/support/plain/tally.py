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
    firsts_decide: bool = False
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


class _Played(NamedTuple):
    """The result of a game for a player or pair. `sharers` is how many share this `finish`."""

    on: str
    points: int
    place: int
    sharers: int
    trex_firsts: int
    others: tuple[tuple[Player, int], ...]
    """All other members at the table except partners, with their finishes."""


def plain_table(
    terms: PlainSeasonRules, sheets: Sequence[PlainGameResult], unranked: Sequence[int] = ()
) -> dict[Player, PlainStandingsRow]:
    """The standings, best first. `results` are in the order in which the games were played."""
    games: dict[Player, list[_Played]] = {}
    for sheet in sheets:
        for player, played in _played_by_player(sheet, pairs=terms.pairs).items():
            games.setdefault(player, []).append(played)
    table = _Table(terms, games)
    ranked = [
        player
        for player in sorted(games)
        if len(games[player]) >= terms.minimum_games and not set(player) & set(unranked)
    ]
    lines: dict[Player, PlainStandingsRow] = {}
    for rank, tied, tie_break in table.ranked_groups(ranked):
        for position, player in enumerate(tied):
            lines[player] = table.line(player)._replace(
                rank=rank, shared=len(tied) > 1, decided_by=None if position else tie_break
            )
    for player in sorted(games):
        if player not in lines:
            lines[player] = table.line(player)
    return lines


def places_of(sheet: PlainGameResult, *, pairs: bool) -> dict[Player, int]:
    """The finish of each player or pair of the club; tied ones share the better finish."""
    return {player: played.place for player, played in _played_by_player(sheet, pairs=pairs).items()}


def _played_by_player(sheet: PlainGameResult, *, pairs: bool) -> dict[Player, _Played]:
    sides: list[tuple[int, ...]] = [(0, 2), (1, 3)] if pairs else [(0,), (1,), (2,), (3,)]
    merits = [_merit(sheet, side) for side in sides]
    players: list[tuple[Player, int]] = []
    for number, side in enumerate(sides):
        members = [sheet.members[seat] for seat in side]
        if None not in members:
            players.append((tuple(sorted(member for member in members if member is not None)), number))
    place = [1 + len([other for other in merits if other > merit]) for merit in merits]
    return {
        player: _Played(
            sheet.on,
            sum(sheet.points[seat] for seat in sides[number]),
            place[number],
            len([other for other in merits if other == merits[number]]),
            len([seat for seat in sheet.trex_firsts if seat in sides[number]]),
            tuple((other, place[other_side]) for other, other_side in players if other != player),
        )
        for player, number in players
    }


def _merit(sheet: PlainGameResult, side: tuple[int, ...]) -> tuple[int, int]:
    """Sort key of a side, higher is better. If all but the worst win, only Trex firsts of pairs separate winners."""
    won = sheet.won
    points = [-seat_points for seat_points in sheet.points] if won.less else list(sheet.points)
    firsts = len([seat for seat in sheet.trex_firsts if seat in side]) if won.firsts_decide else 0
    if won.worst_loses:
        lost = any(points[seat] == min(points) for seat in side)
        return (0 if lost else 1, firsts if len(side) > 1 else 0)
    return (sum(points[seat] for seat in side), firsts)


def row_of(player: tuple[int, ...], line: PlainStandingsRow, terms: PlainSeasonRules, guests: set[int]) -> Json:
    """A row as `/api/clubs/TOKEN/seasons/N` returns it, with members' numbers only."""
    return {
        "place": line.rank,
        "shared": line.shared,
        "members": list(player),
        "score": _four_digits(line.score),
        "adjusted": line.adjusted,
        "games": line.games,
        "points": line.points,
        "average": _four_digits(Fraction(line.points, line.games)),
        "places": [_four_digits(share) for share in line.places],
        "trex_firsts": line.trex_firsts,
        "missing": max(0, terms.minimum_games - line.games),
        "guest": bool(guests & {*player}),
        "decided_by": line.decided_by,
    }


def _four_digits(value: Fraction) -> float:
    return round(float(value), 4)


class _Table:
    def __init__(self, terms: PlainSeasonRules, games: dict[Player, list[_Played]]) -> None:
        self.terms, self.games = terms, games
        self.sign = -1 if terms.less else 1
        """The factor that makes more points better."""

    def line(self, player: Player) -> PlainStandingsRow:
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
                    (Fraction(1, game.sharers) for game in games if game.place <= n < game.place + game.sharers),
                    Fraction(0),
                )
                for n in (1, 2, 3, 4)
            ),
            trex_firsts=sum(game.trex_firsts for game in games),
            decided_by=None,
            adjusted=self.adjustment(player),
        )

    def adjustment(self, player: Player) -> int:
        return 0 if self.terms.pairs else self.terms.given.get(player[0], 0)

    def score(self, player: Player) -> Fraction:
        return self.score_of_games(player) + self.adjustment(player)

    def score_of_games(self, player: Player) -> Fraction:
        games, terms = self.games[player], self.terms
        if terms.basis == "sum":
            return Fraction(sum(game.points for game in games))
        if terms.basis == "average":
            return Fraction(sum(game.points for game in games), len(games))
        if terms.basis == "best":
            best = sorted((game.points for game in self.eligible_games(player)), key=lambda points: -points * self.sign)
            return Fraction(sum(best[: terms.best]))
        if terms.basis == "wins":
            return self.wins(player)
        assert terms.basis == "places"
        total = Fraction(0)
        for game in games:
            spanned = [terms.awards[n - 1] for n in range(game.place, game.place + game.sharers)]
            total += Fraction(sum(spanned), len(spanned))
        return total

    def eligible_games(self, player: Player) -> list[_Played]:
        """The games that may count: all, or the first `of`."""
        first = self.terms.of if self.terms.basis == "best" else None
        return self.games[player][:first]

    def wins(self, player: Player) -> Fraction:
        return sum((Fraction(1, game.sharers) for game in self.games[player] if game.place == 1), Fraction(0))

    def merit(self, player: Player) -> Fraction:
        """The score, signed so that more is better."""
        return self.score(player) * (self.sign if self.terms.basis in {"sum", "average", "best"} else 1)

    def ranked_groups(self, ranked: Sequence[Player]) -> list[tuple[int, list[Player], str | None]]:
        """Ranks with their players, and the tie-break that separates them from the rank before."""
        ranks: list[tuple[int, list[Player], str | None]] = []
        place = 1
        for tied in _grouped_by(ranked, self.merit):
            for group, tie_break in self.separated(tied, self.terms.tie_breaks):
                ranks.append((place, group, tie_break))
                place += len(group)
        return ranks

    def separated(self, equals: list[Player], chain: Sequence[str]) -> list[tuple[list[Player], str | None]]:
        """Apply tie-breaks until one separates the players; groups that are still tied start with the first again."""
        if len(equals) == 1 or not chain:
            return [(equals, None)]
        value = self.tie_break_value(chain[0], equals)
        parts = [equals] if value is None else _grouped_by(equals, value)
        if len(parts) == 1:
            return self.separated(equals, chain[1:])
        groups: list[tuple[list[Player], str | None]] = []
        for part in parts:
            (first_group, _), *below = self.separated(part, self.terms.tie_breaks)
            groups += [(first_group, chain[0] if groups else None), *below]
        return groups

    def tie_break_value(self, tie_break: str, equals: list[Player]) -> Callable[[Player], Fraction] | None:
        games = self.games
        if tie_break == "head_to_head":
            return self.head_to_head(equals)
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

    def head_to_head(self, equals: list[Player]) -> Callable[[Player], Fraction] | None:
        meetings = {pair: self.meetings_between(*pair) for pair in permutations(equals, 2)}
        if any(not meetings[first, second] for first, second in combinations(equals, 2)):
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
            for other, place in game.others:
                if other == opponent:
                    results.append(Fraction(1) if game.place < place else Fraction(int(game.place == place), 2))
        return results


def _grouped_by(players: Sequence[Player], value: Callable[[Player], Fraction]) -> list[list[Player]]:
    """Groups of players with equal values, the greatest value first."""
    amounts = sorted({value(player) for player in players}, reverse=True)
    return [[player for player in players if value(player) == amount] for amount in amounts]
