"""Seasons calculated from all games, without stored rows."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from operator import add
from typing import Any, Generic

from trexscore.league.basis import Basis
from trexscore.league.meetings import MeetingCounts, P
from trexscore.league.result import Result
from trexscore.league.season_rules import SeasonRules
from trexscore.league.standings import Row, standings
from trexscore.league.tally import EMPTY_TALLY, Tally
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEATS, TEAMS, BySeat, Seat
from trexscore.rules.winners import finishes_of


def result(rules: HouseRules, points: Sequence[int], firsts: Sequence[Seat] = ()) -> Result:
    """The result of a whole game with these totals."""
    totals = BySeat(*points)
    return Result(
        totals, finishes_of(rules, totals, firsts), BySeat(*map(firsts.count, SEATS)), rules.partnership, complete=True
    )


def meetings_of(result: Result, players: BySeat[P]) -> Iterator[MeetingCounts[P]]:
    """The meetings of a game: all pairs of players except partners."""
    for seat, opponent_seat in combinations(SEATS, 2):
        if not (result.partnership and seat.partner is opponent_seat):
            yield _meeting(result, seat, opponent_seat, players[seat], players[opponent_seat])


def meeting_of_pairs(result: Result, pairs: tuple[P, P]) -> MeetingCounts[P]:
    """The only meeting of a game with partners: the pair on A and C with the pair on B and D."""
    first_seat, second_seat = TEAMS
    return _meeting(result, SEATS[first_seat], SEATS[second_seat], *pairs)


def _meeting(result: Result, seat: Seat, opponent_seat: Seat, player: P, opponent: P) -> MeetingCounts[P]:
    difference = result.finishes[opponent_seat].first - result.finishes[seat].first
    return MeetingCounts(player, opponent, int(difference > 0), int(difference == 0), int(difference < 0))


def season_rules_as_json(rules: SeasonRules) -> dict[str, object]:
    """The JSON that `read_season_rules` reads as these rules."""
    return {
        "basis": _basis_as_json(rules.basis),
        "least_games": rules.minimum_games,
        "tie_breaks": list(rules.tie_breaks),
    }


def _basis_as_json(basis: Basis) -> dict[str, object]:
    """The JSON of a basis, with the fields of its kind."""
    content: dict[str, object] = {"kind": basis.kind}
    if basis.kind == "best":
        considered = {} if basis.considered_game_count is None else {"of": basis.considered_game_count}
        return content | {"best": basis.best_game_count} | considered
    return content | {"awards": list(basis.placement_points)} if basis.kind == "places" else content


@dataclass(frozen=True)
class Season(Generic[P]):
    """Games in their order, each with its players."""

    games: tuple[tuple[BySeat[P], Result], ...]

    def entries(self) -> Iterable[tuple[P, Tally, int]]:
        """Each player's tally and points in each game."""
        for players, result in self.games:
            for seat in SEATS:
                yield players[seat], Tally.of_seat(result, seat), result.points[seat]

    def meetings(self) -> list[MeetingCounts[P]]:
        """All meetings of all games."""
        return [meeting for players, result in self.games for meeting in meetings_of(result, players)]

    def table(self, rules: SeasonRules, guests: Sequence[P] = ()) -> tuple[Row[P], ...]:
        """The standings of the players."""
        return table(rules, list(self.entries()), self.meetings(), guests)

    def pairs(self, rules: SeasonRules, guests: Sequence[P] = ()) -> tuple[Row[Any], ...]:
        """The standings of pairs; a pair is a guest if one of the two is."""
        entries: list[tuple[Any, Tally, int]] = []
        meetings: list[MeetingCounts[Any]] = []
        for players, result in self.games:
            ac, bd = (tuple(sorted((players[SEATS[team]], players[SEATS[team].partner]))) for team in TEAMS)
            for team, pair in zip(TEAMS, (ac, bd), strict=True):
                tally = Tally.of_pair(result, team)
                entries.append((pair, tally, tally.points))
            meetings.append(meeting_of_pairs(result, (ac, bd)))
        ranked_apart = [pair for pair, _, _ in entries if {*guests} & {*pair}]
        return table(rules, entries, meetings, ranked_apart)


def table(
    rules: SeasonRules, entries: list[tuple[P, Tally, int]], meeting_counts: list[MeetingCounts[P]], guests: Sequence[P]
) -> tuple[Row[P], ...]:
    """The standings, with all values calculated."""
    players = dict.fromkeys(player for player, _, _ in entries)
    points = {player: [points for entry_player, _, points in entries if entry_player == player] for player in players}
    tallies = {
        player: reduce(add, (tally for entry_player, tally, _ in entries if entry_player == player), EMPTY_TALLY)
        for player in players
    }
    return standings(
        rules, tallies, guests=guests, read_game_points=lambda _: points, read_meeting_counts=lambda _: meeting_counts
    )
