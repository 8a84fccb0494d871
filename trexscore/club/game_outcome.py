"""The outcome of a game for clubs, stored with it so that seasons are counted without its journal."""

from functools import lru_cache
from typing import NamedTuple

from trexscore.game.record import Record
from trexscore.game.sign_off import ALL_IN_ORIGINAL_SEATS
from trexscore.league.result import Result, result_of
from trexscore.ledger.canonical_json import canonical_digest
from trexscore.ledger.chain import Body
from trexscore.rules.game import Game
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.options import all_options_as_json
from trexscore.rules.seats import SEAT_BY_LETTER, BySeat, Seat
from trexscore.rules.winners import FinishRange

_STORED_RESULT_FIELDS = ("points", "places", "trex_firsts", "partnership", "complete")
"""The names under which the fields of a `Result` are stored, in its order."""


class GameOutcome(NamedTuple):
    """`result` is None where the game counts nothing. `signed_off`: all four signed off every completed kingdom.

    `rules_key`: equal for equal house rules. `original_seat_by_seat`: for each seat of the result, where its player
    was first recorded.
    """

    complete: bool
    signed_off: bool
    rules_key: str
    result: Result | None
    original_seat_by_seat: BySeat[Seat] = ALL_IN_ORIGINAL_SEATS

    def as_json(self) -> dict[str, object]:
        """The stored form; `sits` is left out where no player has changed seats."""
        stored_json: dict[str, object] = {
            "complete": self.complete,
            "agreed": self.signed_off,
            "rules": self.rules_key,
            "result": self.result and dict(zip(_STORED_RESULT_FIELDS, self.result, strict=True)),
        }
        if self.original_seat_by_seat != ALL_IN_ORIGINAL_SEATS:
            stored_json["sits"] = "".join(seat.name for seat in self.original_seat_by_seat)
        return stored_json

    @classmethod
    def from_json(cls, stored: Body) -> "GameOutcome":
        """Read what `as_json` gives."""
        result_values = stored["result"]
        result = result_values and Result(
            BySeat(*result_values["points"]),
            BySeat(*(FinishRange(*place) for place in result_values["places"])),
            BySeat(*result_values["trex_firsts"]),
            result_values["partnership"],
            result_values["complete"],
        )
        sits = BySeat(*map(SEAT_BY_LETTER.__getitem__, stored["sits"])) if "sits" in stored else ALL_IN_ORIGINAL_SEATS
        return cls(stored["complete"], stored["agreed"], stored["rules"], result, sits)


def outcome_of(record: Record, game: Game) -> GameOutcome:
    """The outcome of a game in its present state."""
    completed = sum(kingdom.is_complete for kingdom in game.kingdoms)
    sealed = sum(bool(sign_off.seal) for sign_off in record.kingdom_sign_offs(game)) if record.sign_offs else 0
    return outcome_without_journal(record.rules, game, signed_off=sealed == completed)._replace(
        original_seat_by_seat=record.original_seat_by_seat
    )


def outcome_without_journal(rules: HouseRules, game: Game, *, signed_off: bool) -> GameOutcome:
    """The outcome of a game without a journal, such as one from a file; the caller says whether it is signed off."""
    return GameOutcome(game.is_complete, signed_off, rules_key(rules), result_of(rules, game))


@lru_cache(maxsize=256)
def rules_key(rules: HouseRules) -> str:
    """A digest that is the same for the same rules, however they were written."""
    return canonical_digest(all_options_as_json(rules))
