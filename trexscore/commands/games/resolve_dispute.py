"""Ending a dispute behind the answer with which those concerned have all said the same."""

import uuid

from trexscore.commands.games.record_entry import Request, write_those_that_can_be
from trexscore.game.dispute import Resolution
from trexscore.ledger.chain import Body


def resolve_if_agreed(game_id: int, dispute: int, end: Resolution, by: Body) -> None:
    """End it like this, if everybody has said so whose points change. Where they have not, nothing is written."""
    said = {"settled": {"dispute": dispute, "as": end}}
    write_those_that_can_be(game_id, [Request(str(uuid.uuid4()), 0, None, None, said, by)])
