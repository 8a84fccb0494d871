"""The player links and the referee link that their holders have opened."""

from dataclasses import dataclass, field

from trexscore.game.event import EntryLink
from trexscore.game.policy import REFEREE
from trexscore.rules.seats import SEAT_NAMED, Seat


@dataclass
class OpenedLinks:
    """The links opened so far in a journal. `own`: seats whose link was ever opened, also a replaced one."""

    opened: set[str] = field(default_factory=set)
    own: set[Seat] = field(default_factory=set)

    def use(self, link: EntryLink | None) -> None:
        """Mark a link as opened, since its holder has written an entry with it."""
        if link is None:
            return
        if link.permission == REFEREE:
            self.opened.add(REFEREE)
        elif link.permission == "seat" and link.seat is not None:
            self.opened.add(link.seat)
            if link.seat in SEAT_NAMED:
                self.own.add(SEAT_NAMED[link.seat])
