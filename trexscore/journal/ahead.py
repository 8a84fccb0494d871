"""What a journal says of the deals to come, until one follows: what is announced, and that the table stops."""

from trexscore.gamefile.reseat import reseated
from trexscore.journal.correction import Reseated
from trexscore.journal.entries import Body


class Ahead:
    """Announcements, and the entries by which the game was abandoned; each with its `seq`."""

    def __init__(self) -> None:
        self.announced: list[tuple[int, Body]] = []
        self.abandoned: list[tuple[int, Body]] = []

    def __bool__(self) -> bool:
        return bool(self.announced or self.abandoned)

    def announce(self, seq: int, body: Body) -> None:
        """Whoever announces plays on."""
        self.announced.append((seq, body["announced"]))
        self.abandoned.clear()

    def abandon(self, seq: int, body: Body) -> None:
        """The table stops here."""
        self.abandoned.append((seq, body["abandoned"]))

    def clear(self) -> None:
        """A deal has followed."""
        self.announced.clear()
        self.abandoned.clear()

    def reseat(self, change: Reseated) -> None:
        """The same people announced, wherever they sit."""
        self.announced = [(seq, reseated(body, change.to)) for seq, body in self.announced]
