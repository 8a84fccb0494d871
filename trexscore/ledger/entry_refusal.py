"""Why an entry cannot be added to a journal."""

from typing import NamedTuple

from trexscore.rules.game import ScoreEntry
from trexscore.rules.refusals import Refusal, refuse


class EntryRefusal(NamedTuple):
    """The entry is not possible. `entries`: those of a game that the refusals' places count."""

    refusals: tuple[Refusal, ...]
    entries: tuple[ScoreEntry, ...] = ()


def refuse_entry(code: str, at: str = "", **params: object) -> EntryRefusal:
    """Refused for a single reason."""
    return EntryRefusal((refuse(code, at, **params),))
