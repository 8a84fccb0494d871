"""Points that a club gives or takes beside its games: for sitting out, as a penalty.

`{"adjusted": {"season": n, "members": [3, 7], "points": 20, "reason": "…", "on": "2026-11-22"}}` adds to the score of
each of these players in a season of players, in whatever the season counts. Taking the entry back takes it away again.
"""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from trexscore.club.record import ClubRecord
from trexscore.club.shape import Looking
from trexscore.game.file.texts import text_refusals
from trexscore.ledger.chain import Body
from trexscore.rules.refusals import Refusal

MOST_POINTS = 100_000
"""To be given or taken at once."""


class Adjustment(NamedTuple):
    """Points given to members, or taken from them, on a day."""

    seq: int
    season: int
    members: tuple[int, ...]
    points: int
    reason: str
    on: str
    """A day, as ISO 8601 writes it."""

    @property
    def day(self) -> date:
        """The same as a date."""
        return date.fromisoformat(self.on)


def adjustment_in(seq: int, said: Body) -> Adjustment:
    """The adjustment of an entry that has been accepted."""
    return Adjustment(seq, said["season"], tuple(said["members"]), said["points"], said["reason"], said["on"])


def adjusted_refusals(record: ClubRecord, said: object) -> Iterable[Refusal]:
    """Why this is no adjustment."""
    look = Looking(said, "adjusted", ("season", "members", "points", "reason", "on"))
    season, members = look.number("season"), look.numbers("members")
    if season is not None and season not in record.seasons:
        look.fault("unknown_season", "season")
    elif season is not None and record.seasons[season].rules.partnership:
        look.fault("season_of_pairs", "season")
    if members is not None and not members:
        look.fault("nothing_to_change", "members")
    for number in members or ():
        if number not in record.members or record.members[number].into is not None:
            look.fault("unknown_member", "members")
    points = look.said.get("points")
    if look.wants("points") and (type(points) is not int or not 0 < abs(points) <= MOST_POINTS):
        look.fault("bad_adjustment", "points", most=MOST_POINTS)
    look.text("reason")
    if look.wants("reason") and not str(look.said["reason"]).strip():
        look.fault("reason_missing", "reason")
    look.day("on")
    return [*look.faults, *text_refusals(look.said, "adjusted")]
