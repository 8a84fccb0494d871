"""Announcements, and the end of an abandoned game, until the next deal."""

from trexscore.game.correction import PlayersReseated
from trexscore.game.file.reseat import reseated
from trexscore.ledger.chain import Body


class Upcoming:
    """The current announcements and abandonments, each with its `seq`."""

    def __init__(self) -> None:
        self.announced: list[tuple[int, Body]] = []
        self.abandoned: list[tuple[int, Body]] = []

    def __bool__(self) -> bool:
        return bool(self.announced or self.abandoned)

    def announce(self, seq: int, body: Body) -> None:
        """Add an announcement. The game is no longer abandoned."""
        self.announced.append((seq, body))
        self.abandoned.clear()

    def abandon(self, seq: int, body: Body) -> None:
        """Mark the game as abandoned."""
        self.abandoned.append((seq, body))

    def clear(self) -> None:
        """Forget all, after a deal."""
        self.announced.clear()
        self.abandoned.clear()

    def reseat(self, change: PlayersReseated) -> None:
        """Move announcements to the players' new seats."""
        self.announced = [(seq, reseated(body, change.new_seats)) for seq, body in self.announced]
