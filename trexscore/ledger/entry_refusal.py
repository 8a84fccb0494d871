"""Why an entry cannot be added to a journal."""

from typing import NamedTuple

from trexscore.rules.game import ScoreEntry
from trexscore.rules.refusals import Refusal, refuse


class EntryRefusal(NamedTuple):
    """The entry is not possible. `game_file_entries`: those of the game, which the refusals count from 1."""

    refusals: tuple[Refusal, ...]
    game_file_entries: tuple[ScoreEntry, ...] = ()


def refuse_entry(code: str, path: str = "", **params: object) -> EntryRefusal:
    """Refused for a single reason."""
    return EntryRefusal((refuse(code, path, **params),))
