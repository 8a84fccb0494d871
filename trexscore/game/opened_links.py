"""The link of a seat or of the referee was opened by its holder, or renewed by whoever started the game.

`{"link": {"for": "B", "is": "opened"}}`: from then on B speaks through that link alone, and nobody is shown it again.
`{"link": {"for": "referee", "is": "renewed"}}`: the link that was opened is cancelled, and another one is given out.
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Literal, get_args

from trexscore.game.file.shape import read_object, refuse_unknown_fields
from trexscore.game.policy import REFEREE
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import SEAT_NAMED, Seat

What = Literal["opened", "renewed"]


@dataclass
class Links:
    """Which links their holders have opened, so far in a journal. `own`: seats whose link has been opened once."""

    opened: set[str] = field(default_factory=set)
    own: set[Seat] = field(default_factory=set)

    def use(self, link: str | None) -> None:
        """Know that a link was opened at the latest when its holder wrote something."""
        if link is not None:
            self.opened.add(link)
        if link in SEAT_NAMED:
            self.own.add(SEAT_NAMED[link])


def link_refusals(found: object, opened: Collection[str]) -> list[Refusal]:
    """Why this cannot be said of a link; `opened` are those that are open now."""
    faults: list[Refusal] = []
    said = read_object(found, "link", faults)
    if said is None:
        return faults
    refuse_unknown_fields(said, ("for", "is"), "link", faults)
    whose, what = said.get("for"), said.get("is")
    if not isinstance(whose, str) or (whose not in SEAT_NAMED and whose != REFEREE):
        faults.append(refuse("unknown_seat", "link.for", seat_named=str(whose)))
    if what not in get_args(What):
        faults.append(refuse("unknown_link_event", "link.is"))
    if not faults and (whose in opened) == (what == "opened"):
        faults.append(refuse("link_is_opened" if what == "opened" else "link_not_opened", "link.is"))
    return faults
