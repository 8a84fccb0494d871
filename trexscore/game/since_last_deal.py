"""Announcements, and the end of an abandoned game, until the next deal."""

from trexscore.game.correction import PlayersReseated
from trexscore.game.file.reseat import reseat_entry
from trexscore.ledger.chain import Body


class SinceLastDeal:
    """The current announcements and abandonments, each with its `seq`."""

    def __init__(self) -> None:
        self.announcements: list[tuple[int, Body]] = []
        self.abandonments: list[tuple[int, Body]] = []

    def __bool__(self) -> bool:
        return bool(self.announcements or self.abandonments)

    def add_announcement(self, seq: int, body: Body) -> None:
        """Add an announcement. The game is no longer abandoned."""
        self.announcements.append((seq, body))
        self.abandonments.clear()

    def add_abandonment(self, seq: int, body: Body) -> None:
        """Mark the game as abandoned."""
        self.abandonments.append((seq, body))

    def clear(self) -> None:
        """Forget all, after a deal."""
        self.announcements.clear()
        self.abandonments.clear()

    def reseat(self, reseating: PlayersReseated) -> None:
        """Move announcements to the players' new seats."""
        self.announcements = [(seq, reseat_entry(body, reseating.new_seats)) for seq, body in self.announcements]
