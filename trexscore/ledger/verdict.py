"""Why an entry cannot be added to a journal."""

from typing import NamedTuple

from trexscore.rules.game import Entry
from trexscore.rules.refusals import Refusal, refuse


class Refused(NamedTuple):
    """The entry is not possible. `entries`: those of a game that the refusals' places count."""

    refusals: tuple[Refusal, ...]
    entries: tuple[Entry, ...] = ()


def refused(code: str, at: str = "", **params: object) -> Refused:
    """Refused for a single reason."""
    return Refused((refuse(code, at, **params),))
