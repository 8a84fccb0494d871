"""Games of a club, recorded plainly: files, adjustments, seats; counted only by loops."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.support.plain.deals import LETTERS
from tests.support.plain.tally import PlainGameResult, WinRule
from tests.support.tables import Json
from tests.support.whole_games import scored


@dataclass
class PlainGameRecord:
    """A game, by its current seats. `scoring_members` get its points, `seated_members` played."""

    uid: str
    file: Json
    on: str
    scoring_members: list[int | None]
    seated_members: list[int | None]
    is_abandoned: bool = False
    other_rules_allowed: bool = False
    counted: bool = True
    adjustments: dict[int, list[int]] = field(default_factory=dict)
    """By the number of the entry."""
    original_seats: list[str] = field(default_factory=lambda: [*LETTERS])
    """For each seat, the original seat of its player."""

    @property
    def options(self) -> dict[str, Any]:
        found: dict[str, Any] = self.file["house_rules"]["options"]
        return found

    def result(self) -> Json:
        """The result, as the rules score it."""
        return scored(self.file)

    def change_places(self, to: dict[str, str], *, along: bool) -> None:
        """Move players to other seats; `along`: what they took moves with them."""
        at = [seat for letter in LETTERS for seat, old in enumerate(LETTERS) if to.get(old, old) == letter]
        self.scoring_members, self.seated_members = (
            [self.scoring_members[seat] for seat in at],
            [self.seated_members[seat] for seat in at],
        )
        self.original_seats = [self.original_seats[seat] for seat in at]
        if along:
            self.file = self.file | {name: _relabelled(to, self.file[name]) for name in ("first_king", "deals")}
            self.adjustments = {seq: [more[seat] for seat in at] for seq, more in self.adjustments.items()}

    def counted_result(self) -> PlainGameResult | None:
        """What counts of it; None where nothing does."""
        result = self.result()
        over = [kingdom["king"] for kingdom in result["kingdoms"] if kingdom["complete"]]
        how = self.options.get("unfinished_game", "completed_kingdoms")
        if not self.counted or not over:
            return None
        if not result["complete"]:
            if not self.is_abandoned or how == "no_result":
                return None
            if how == "as_it_stands":
                over = [kingdom["king"] for kingdom in result["kingdoms"]]
        deals = [both for both in zip(result["deals"], self.file["deals"], strict=True) if both[0]["king"] in over]
        orders = [deal["captures"]["trex"] for _, deal in deals if "trex" in deal["captures"]]
        firsts = [LETTERS.index(order[0]) for order in orders]
        points = [
            sum(deal["points"][letter] for deal, _ in deals) + sum(more[seat] for more in self.adjustments.values())
            for seat, letter in enumerate(LETTERS)
        ]
        return PlainGameResult(self.on, tuple(self.scoring_members), tuple(points), tuple(firsts), won_by(self.options))


def with_reversed_signs(sheet: PlainGameResult) -> PlainGameResult:
    """The same game with the opposite sign of points: the better stay the better."""
    points = tuple(-one for one in sheet.points)
    return sheet._replace(points=points, won=sheet.won._replace(less=not sheet.won.less))


def _relabelled(to: dict[str, str], part: Any) -> Any:  # noqa: ANN401 - any part of a deal
    """The same with other letters."""
    if isinstance(part, dict):
        return {to.get(key, key): _relabelled(to, value) for key, value in part.items()}
    if isinstance(part, list):
        return [_relabelled(to, value) for value in part]
    return to.get(part, part) if isinstance(part, str) else part


def won_by(options: dict[str, Any]) -> WinRule:
    """How these house rules decide a game."""
    winner = options.get("winner")
    return WinRule(winner == "lowest_total", "tie_break" in options, winner == "worst_player_loses")


def in_order(games: Sequence[PlainGameRecord]) -> list[PlainGameRecord]:
    """By day, and within a day in order of their start."""
    return sorted(games, key=lambda game: game.on)
