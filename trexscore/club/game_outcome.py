"""What a game comes to, as far as clubs ask: kept beside it, so that a season is counted without its journal."""

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from trexscore.game.file.house_rules import rules_in_force
from trexscore.game.record import Record
from trexscore.game.sign_off import AS_WRITTEN
from trexscore.league.of_game import result_of
from trexscore.league.result import Result
from trexscore.ledger.canonical import canonical
from trexscore.rules.game import Game
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEAT_NAMED, BySeat, Seat
from trexscore.rules.winners import Place


class GameOutcome(NamedTuple):
    """`result` is None where the game counts nothing; `agreed`: on every kingdom that is over, all four have agreed.

    `sits`: for each seat of the result, where whoever sits there was first written.
    """

    complete: bool
    agreed: bool
    rules: str
    result: Result | None
    sits: BySeat[Seat] = AS_WRITTEN

    def as_json(self) -> dict[str, Any]:
        """As it is stored: where nobody has been put into another seat, without a word about seats."""
        result = self.result
        sits = {} if self.sits == AS_WRITTEN else {"sits": "".join(seat.name for seat in self.sits)}
        return {
            "complete": self.complete,
            "agreed": self.agreed,
            "rules": self.rules,
            "result": None
            if result is None
            else {
                "points": list(result.points),
                "places": [list(place) for place in result.places],
                "trex_firsts": list(result.trex_firsts),
                "partnership": result.partnership,
                "complete": result.complete,
            },
            **sits,
        }

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> "GameOutcome":
        """What `as_json` has written."""
        said = found["result"]
        result = said and Result(
            BySeat(*said["points"]),
            BySeat(*(Place(*place) for place in said["places"])),
            BySeat(*said["trex_firsts"]),
            said["partnership"],
            said["complete"],
        )
        sits = BySeat(*map(SEAT_NAMED.__getitem__, found["sits"])) if "sits" in found else AS_WRITTEN
        return cls(found["complete"], found["agreed"], found["rules"], result, sits)


def outcome_of(record: Record, game: Game) -> GameOutcome:
    """What a game comes to as it stands."""
    over = [kingdom for kingdom in game.kingdoms if kingdom.complete]
    sealed = [one for one in record.agreements(game) if one.seal] if record.agreed else []
    return outcome_under(record.rules, game, agreed=len(sealed) == len(over))._replace(sits=record.sits)


def outcome_under(rules: HouseRules, game: Game, *, agreed: bool) -> GameOutcome:
    """The same of a game that has no journal, as in a file: whether it is agreed upon has to be said."""
    return GameOutcome(game.complete, agreed, rules_key(rules), result_of(rules, game))


@lru_cache(maxsize=256)
def rules_key(rules: HouseRules) -> str:
    """The same for the same rules, however they were said."""
    return hashlib.sha256(canonical(rules_in_force(rules))).hexdigest()
