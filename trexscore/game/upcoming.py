"""What a journal says of the deals to come, until one follows: what is announced, and that the table stops."""

from trexscore.game.correction import Reseated
from trexscore.game.file.reseat import reseated
from trexscore.ledger.chain import Body


class Upcoming:
    """Announcements, and the entries by which the game was abandoned; each with its `seq`."""

    def __init__(self) -> None:
        self.announced: list[tuple[int, Body]] = []
        self.abandoned: list[tuple[int, Body]] = []

    def __bool__(self) -> bool:
        return bool(self.announced or self.abandoned)

    def announce(self, seq: int, said: Body) -> None:
        """Whoever announces plays on."""
        self.announced.append((seq, said))
        self.abandoned.clear()

    def abandon(self, seq: int, said: Body) -> None:
        """The table stops here."""
        self.abandoned.append((seq, said))

    def clear(self) -> None:
        """A deal has followed."""
        self.announced.clear()
        self.abandoned.clear()

    def reseat(self, change: Reseated) -> None:
        """The same people announced, wherever they sit."""
        self.announced = [(seq, reseated(body, change.to)) for seq, body in self.announced]
