"""Games of a club as files with seats and adjustments, counted without `trexscore.league`."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.support.plain.deals import LETTERS
from tests.support.plain.tally import PlainGameResult, WinRule
from tests.support.tables import Json
from tests.support.whole_games import score_game


@dataclass
class PlainGameRecord:
    """A game. Lists are in the order of current seats; `scoring_members` get the points of `seated_members`."""

    uid: str
    file: Json
    on: str
    scoring_members: list[int | None]
    seated_members: list[int | None]
    is_abandoned: bool = False
    other_rules_allowed: bool = False
    counted: bool = True
    adjustments: dict[int, list[int]] = field(default_factory=dict)
    """Points by seat, by number of the entry."""
    original_seats: list[str] = field(default_factory=lambda: [*LETTERS])
    """For each seat, the original seat of its player."""

    @property
    def options(self) -> dict[str, Any]:
        options: dict[str, Any] = self.file["house_rules"]["options"]
        return options

    def result(self) -> Json:
        """The result, as the rules score it."""
        return score_game(self.file)

    def change_places(self, new_letters: dict[str, str], *, along: bool) -> None:
        """Move players to other seats; with `along`, their captures move with them."""
        old_seats = [
            seat for letter in LETTERS for seat, old in enumerate(LETTERS) if new_letters.get(old, old) == letter
        ]
        self.scoring_members, self.seated_members = (
            [self.scoring_members[seat] for seat in old_seats],
            [self.seated_members[seat] for seat in old_seats],
        )
        self.original_seats = [self.original_seats[seat] for seat in old_seats]
        if along:
            self.file = self.file | {
                name: _with_new_letters(new_letters, self.file[name]) for name in ("first_king", "deals")
            }
            self.adjustments = {seq: [points[seat] for seat in old_seats] for seq, points in self.adjustments.items()}

    def counted_result(self) -> PlainGameResult | None:
        """The result of the part that counts; None if nothing counts."""
        result = self.result()
        counted_kings = [kingdom["king"] for kingdom in result["kingdoms"] if kingdom["complete"]]
        unfinished_rule = self.options.get("unfinished_game", "completed_kingdoms")
        if not self.counted or not counted_kings:
            return None
        if not result["complete"]:
            if not self.is_abandoned or unfinished_rule == "no_result":
                return None
            if unfinished_rule == "as_it_stands":
                counted_kings = [kingdom["king"] for kingdom in result["kingdoms"]]
        deals = [
            (scored_deal, deal)
            for scored_deal, deal in zip(result["deals"], self.file["deals"], strict=True)
            if scored_deal["king"] in counted_kings
        ]
        orders = [deal["captures"]["trex"] for _, deal in deals if "trex" in deal["captures"]]
        firsts = [LETTERS.index(order[0]) for order in orders]
        points = [
            sum(deal["points"][letter] for deal, _ in deals)
            + sum(seat_points[seat] for seat_points in self.adjustments.values())
            for seat, letter in enumerate(LETTERS)
        ]
        return PlainGameResult(
            self.on, tuple(self.scoring_members), tuple(points), tuple(firsts), win_rule_of(self.options)
        )


def with_reversed_signs(result: PlainGameResult) -> PlainGameResult:
    """The same result with reversed signs of points, and the same finishes."""
    points = tuple(-seat_points for seat_points in result.points)
    return result._replace(points=points, won=result.won._replace(less=not result.won.less))


def _with_new_letters(new_letters: dict[str, str], part: Any) -> Any:  # noqa: ANN401 - any part of a deal
    """The same part with new seat letters."""
    if isinstance(part, dict):
        return {new_letters.get(key, key): _with_new_letters(new_letters, value) for key, value in part.items()}
    if isinstance(part, list):
        return [_with_new_letters(new_letters, value) for value in part]
    return new_letters.get(part, part) if isinstance(part, str) else part


def win_rule_of(options: dict[str, Any]) -> WinRule:
    """The win rule of these house rules."""
    winner = options.get("winner")
    return WinRule(winner == "lowest_total", "tie_break" in options, winner == "worst_player_loses")


def in_order(games: Sequence[PlainGameRecord]) -> list[PlainGameRecord]:
    """Sorted by day; games of a day keep their order."""
    return sorted(games, key=lambda game: game.on)
