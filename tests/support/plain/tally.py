"""Independent standings of a season, as someone would make them with pencil and paper from the explanations.

It shares no line with `trexscore.league`: loops over games and fractions. Where both agree, both have understood
the same sentences; where they do not, one of them is wrong, or the sentence is.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from tests.support.tables import Json

Who = tuple[int, ...]
"""A player, or the two of a pair, the lower number first."""


class WinRule(NamedTuple):
    """How a game is won. `less`: by fewer points; `firsts_decide`: more first places in Trex break a tie."""

    less: bool = False
    firsts_decide: bool = False
    worst_loses: bool = False
    """By all but the player with the worst total, or by the other team."""


class PlainGameResult(NamedTuple):
    """A finished game: what counts of it, seat by seat from A to D."""

    on: str
    who: tuple[int | None, ...]
    "Who gets the points; None is someone from outside the club."
    points: tuple[int, ...]
    trex_firsts: tuple[int, ...]
    """The seats that finished first, one for each Trex."""
    won: WinRule = WinRule()
    """By its own house rules, regardless of the season's."""


class PlainSeasonRules(NamedTuple):
    """How a season is counted. `less`: fewer points are better."""

    basis: str
    best: int = 0
    of: int | None = None
    awards: tuple[int, ...] = ()
    least: int = 1
    tie_breaks: tuple[str, ...] = ()
    pairs: bool = False
    less: bool = False
    given: Mapping[int, int] = {}
    "Adjustments, by player."


class PlainStandingsRow(NamedTuple):
    """A row of the standings; without a rank if not ranked."""

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
    """A game for one player or pair. `place` counts how many were better, `level` those who share it."""

    on: str
    points: int
    place: int
    level: int
    trex_firsts: int
    others: tuple[tuple[Who, int], ...]
    """All other members at the table except partners, with their finishes."""


def plain_table(
    terms: PlainSeasonRules, sheets: Sequence[PlainGameResult], unranked: Sequence[int] = ()
) -> dict[Who, PlainStandingsRow]:
    """The standings, best first. `sheets` in the order in which they were played."""
    games: dict[Who, list[_Played]] = {}
    for sheet in sheets:
        for who, played in _of_sheet(sheet, pairs=terms.pairs).items():
            games.setdefault(who, []).append(played)
    table = _Table(terms, games)
    ranked = [who for who in sorted(games) if len(games[who]) >= terms.least and not set(who) & set(unranked)]
    lines: dict[Who, PlainStandingsRow] = {}
    for rank, level, decided in table.ordered(ranked):
        for nth, who in enumerate(level):
            lines[who] = table.line(who)._replace(rank=rank, shared=len(level) > 1, decided_by=None if nth else decided)
    for who in sorted(games):
        if who not in lines:
            lines[who] = table.line(who)
    return lines


def places_of(sheet: PlainGameResult, *, pairs: bool) -> dict[Who, int]:
    """The finishes of the club's members, for each player or pair; equals have the better one."""
    return {who: played.place for who, played in _of_sheet(sheet, pairs=pairs).items()}


def _of_sheet(sheet: PlainGameResult, *, pairs: bool) -> dict[Who, _Played]:
    sides: list[tuple[int, ...]] = [(0, 2), (1, 3)] if pairs else [(0,), (1,), (2,), (3,)]
    good = [_good(sheet, side) for side in sides]
    named: list[tuple[Who, int]] = []
    for number, side in enumerate(sides):
        members = [sheet.who[seat] for seat in side]
        if None not in members:
            named.append((tuple(sorted(one for one in members if one is not None)), number))
    place = [1 + len([one for one in good if one > mine]) for mine in good]
    return {
        who: _Played(
            sheet.on,
            sum(sheet.points[seat] for seat in sides[number]),
            place[number],
            len([one for one in good if one == good[number]]),
            len([seat for seat in sheet.trex_firsts if seat in sides[number]]),
            tuple((other, place[its]) for other, its in named if other != who),
        )
        for who, number in named
    }


def _good(sheet: PlainGameResult, side: tuple[int, ...]) -> tuple[int, int]:
    """The greater, the better was the game. If all but one have won, nothing decides between the winners."""
    won = sheet.won
    points = [-one for one in sheet.points] if won.less else list(sheet.points)
    firsts = len([seat for seat in sheet.trex_firsts if seat in side]) if won.firsts_decide else 0
    if won.worst_loses:
        lost = any(points[seat] == min(points) for seat in side)
        return (0 if lost else 1, firsts if len(side) > 1 else 0)
    return (sum(points[seat] for seat in side), firsts)


def row_of(who: tuple[int, ...], line: PlainStandingsRow, terms: PlainSeasonRules, guests: set[int]) -> Json:
    """A row as `/api/clubs/TOKEN/seasons/N` returns it, with members' numbers only."""
    return {
        "place": line.rank,
        "shared": line.shared,
        "members": list(who),
        "score": _four_digits(line.score),
        "adjusted": line.adjusted,
        "games": line.games,
        "points": line.points,
        "average": _four_digits(Fraction(line.points, line.games)),
        "places": [_four_digits(share) for share in line.places],
        "trex_firsts": line.trex_firsts,
        "missing": max(0, terms.least - line.games),
        "guest": bool(guests & {*who}),
        "decided_by": line.decided_by,
    }


def _four_digits(value: Fraction) -> float:
    return round(float(value), 4)


class _Table:
    def __init__(self, terms: PlainSeasonRules, games: dict[Who, list[_Played]]) -> None:
        self.terms, self.games = terms, games
        self.way = -1 if terms.less else 1
        """Multiplied with points: the greater, the better."""

    def line(self, who: Who) -> PlainStandingsRow:
        """Without a rank, until it is compared with the others."""
        games = self.games[who]
        return PlainStandingsRow(
            rank=None,
            shared=False,
            score=self.score(who),
            games=len(games),
            points=sum(game.points for game in games),
            places=tuple(
                sum(
                    (Fraction(1, game.level) for game in games if game.place <= n < game.place + game.level),
                    Fraction(0),
                )
                for n in (1, 2, 3, 4)
            ),
            trex_firsts=sum(game.trex_firsts for game in games),
            decided_by=None,
            adjusted=self.given(who),
        )

    def given(self, who: Who) -> int:
        return 0 if self.terms.pairs else self.terms.given.get(who[0], 0)

    def score(self, who: Who) -> Fraction:
        return self.of_games(who) + self.given(who)

    def of_games(self, who: Who) -> Fraction:
        games, terms = self.games[who], self.terms
        if terms.basis == "sum":
            return Fraction(sum(game.points for game in games))
        if terms.basis == "average":
            return Fraction(sum(game.points for game in games), len(games))
        if terms.basis == "best":
            best = sorted((game.points for game in self.looked_at(who)), key=lambda points: -points * self.way)
            return Fraction(sum(best[: terms.best]))
        if terms.basis == "wins":
            return self.wins(who)
        assert terms.basis == "places"
        total = Fraction(0)
        for game in games:
            spanned = [terms.awards[n - 1] for n in range(game.place, game.place + game.level)]
            total += Fraction(sum(spanned), len(spanned))
        return total

    def looked_at(self, who: Who) -> list[_Played]:
        """All games, or the first so many where the best are taken of those."""
        first = self.terms.of if self.terms.basis == "best" else None
        return self.games[who][:first]

    def wins(self, who: Who) -> Fraction:
        return sum((Fraction(1, game.level) for game in self.games[who] if game.place == 1), Fraction(0))

    def merit(self, who: Who) -> Fraction:
        """The score, with the sign that makes more better."""
        return self.score(who) * (self.way if self.terms.basis in {"sum", "average", "best"} else 1)

    def ordered(self, ranked: Sequence[Who]) -> list[tuple[int, list[Who], str | None]]:
        """The ranks with their players, and the tie-break that put them behind the previous rank."""
        found: list[tuple[int, list[Who], str | None]] = []
        place = 1
        for level in _apart(ranked, self.merit):
            for several, decided in self.between(level, self.terms.tie_breaks):
                found.append((place, several, decided))
                place += len(several)
        return found

    def between(self, equals: list[Who], chain: Sequence[str]) -> list[tuple[list[Who], str | None]]:
        """Apply the tie-breaks until one separates them; those still equal begin with the first again."""
        if len(equals) == 1 or not chain:
            return [(equals, None)]
        value = self.deciding(chain[0], equals)
        parts = [equals] if value is None else _apart(equals, value)
        if len(parts) == 1:
            return self.between(equals, chain[1:])
        found: list[tuple[list[Who], str | None]] = []
        for part in parts:
            (level, _), *below = self.between(part, self.terms.tie_breaks)
            found += [(level, chain[0] if found else None), *below]
        return found

    def deciding(self, tie_break: str, equals: list[Who]) -> Callable[[Who], Fraction] | None:
        games = self.games
        if tie_break == "head_to_head":
            return self.head_to_head(equals)
        return {
            "wins": self.wins,
            "trex_firsts": lambda who: Fraction(sum(game.trex_firsts for game in games[who])),
            "points": lambda who: Fraction(self.way * sum(game.points for game in games[who])),
            "average": lambda who: Fraction(self.way * sum(game.points for game in games[who]), len(games[who])),
            "best_game": lambda who: Fraction(max(self.way * game.points for game in self.looked_at(who))),
            "more_games": lambda who: Fraction(len(games[who])),
            "fewer_games": lambda who: Fraction(-len(games[who])),
        }[tie_break]

    def head_to_head(self, equals: list[Who]) -> Callable[[Who], Fraction] | None:
        met = {(one, other): self.met(one, other) for one in equals for other in equals if one != other}
        if any(not met[one, other] for one, other in combinations(equals, 2)):
            return None

        def share(who: Who) -> Fraction:
            shares = [sum(several, Fraction(0)) / len(several) for (one, _), several in met.items() if one == who]
            return sum(shares, Fraction(0)) / len(shares)

        return share

    def met(self, one: Who, other: Who) -> list[Fraction]:
        """Each game between the two: 1 for finishing before, a half for finishing level."""
        found = []
        for game in self.games[one]:
            for who, place in game.others:
                if who == other:
                    found.append(Fraction(1) if game.place < place else Fraction(int(game.place == place), 2))
        return found


def _apart(several: Sequence[Who], value: Callable[[Who], Fraction]) -> list[list[Who]]:
    """Those with the greatest value first, equals together."""
    amounts = sorted({value(who) for who in several}, reverse=True)
    return [[who for who in several if value(who) == amount] for amount in amounts]
