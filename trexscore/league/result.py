"""What a game counts in the eyes of a league."""

from typing import NamedTuple

from trexscore.rules.seats import BySeat, Points
from trexscore.rules.winners import Place


class Result(NamedTuple):
    """What every seat takes away from a game. Where partners are played, a seat's place is its team's, of two."""

    points: Points
    places: BySeat[Place]
    trex_firsts: BySeat[int]
    partnership: bool
    complete: bool
