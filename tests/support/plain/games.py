"""Games of a club as its members remember them: files, adjustments, who sat where; counted by nothing but loops."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.support.plain.deals import LETTERS
from tests.support.plain.tally import Sheet, Won
from tests.support.tables import Json
from tests.support.whole_games import scored


@dataclass
class Remembered:
    """A game, by the seats as they are now. `who` are those who get its points, `sat` those who played."""

    uid: str
    file: Json
    on: str
    who: list[int | None]
    sat: list[int | None]
    broken_off: bool = False
    other_rules_allowed: bool = False
    counted: bool = True
    adjustments: dict[int, list[int]] = field(default_factory=dict)
    """By the number of the entry."""
    written: list[str] = field(default_factory=lambda: [*LETTERS])
    """For each seat, where whoever sits there was first written."""

    @property
    def options(self) -> dict[str, Any]:
        found: dict[str, Any] = self.file["house_rules"]["options"]
        return found

    def result(self) -> Json:
        """Deal by deal, as the rules score it."""
        return scored(self.file)

    def change_places(self, to: dict[str, str], *, along: bool) -> None:
        """Whoever is said to have sat at one letter sat at another; `along`: what they took goes with them."""
        at = [seat for letter in LETTERS for seat, old in enumerate(LETTERS) if to.get(old, old) == letter]
        self.who, self.sat = [self.who[seat] for seat in at], [self.sat[seat] for seat in at]
        self.written = [self.written[seat] for seat in at]
        if along:
            self.file = self.file | {name: _said_of(to, self.file[name]) for name in ("first_king", "deals")}
            self.adjustments = {seq: [more[seat] for seat in at] for seq, more in self.adjustments.items()}

    def sheet(self) -> Sheet | None:
        """What counts of it; None where nothing does."""
        result = self.result()
        over = [kingdom["king"] for kingdom in result["kingdoms"] if kingdom["complete"]]
        how = self.options.get("unfinished_game", "completed_kingdoms")
        if not self.counted or not over:
            return None
        if not result["complete"]:
            if not self.broken_off or how == "no_result":
                return None
            if how == "as_it_stands":
                over = [kingdom["king"] for kingdom in result["kingdoms"]]
        deals = [both for both in zip(result["deals"], self.file["deals"], strict=True) if both[0]["king"] in over]
        orders = [said["captures"]["trex"] for _, said in deals if "trex" in said["captures"]]
        firsts = [LETTERS.index(order[0]) for order in orders]
        points = [
            sum(deal["points"][letter] for deal, _ in deals) + sum(more[seat] for more in self.adjustments.values())
            for seat, letter in enumerate(LETTERS)
        ]
        return Sheet(self.on, tuple(self.who), tuple(points), tuple(firsts), won_by(self.options))


def turned(sheet: Sheet) -> Sheet:
    """The same game where points have the other sign: who was better still is."""
    points = tuple(-one for one in sheet.points)
    return sheet._replace(points=points, won=sheet.won._replace(less=not sheet.won.less))


def _said_of(to: dict[str, str], said: Any) -> Any:  # noqa: ANN401 - any part of a deal
    """The same with other letters."""
    if isinstance(said, dict):
        return {to.get(key, key): _said_of(to, value) for key, value in said.items()}
    if isinstance(said, list):
        return [_said_of(to, value) for value in said]
    return to.get(said, said) if isinstance(said, str) else said


def won_by(options: dict[str, Any]) -> Won:
    """How these house rules have a game won."""
    winner = options.get("winner")
    return Won(winner == "lowest_total", "tie_break" in options, winner == "worst_player_loses")


def in_order(games: Sequence[Remembered]) -> list[Remembered]:
    """By day, and on one day as they were begun."""
    return sorted(games, key=lambda game: game.on)
