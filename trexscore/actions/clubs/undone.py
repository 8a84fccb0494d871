"""Several entries, or none of them."""

from trexscore.actions.clubs.write import ClubRefused, NotAllowed


class Undone(Exception):
    """What was refused later takes back what was written before it."""

    def __init__(self, why: ClubRefused | NotAllowed) -> None:
        super().__init__()
        self.why = why
