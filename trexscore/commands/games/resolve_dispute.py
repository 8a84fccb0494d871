"""Resolve a dispute once all players concerned have answered alike."""

import uuid

from trexscore.commands.games.record_entry import record_possible_entries
from trexscore.commands.recording import Command
from trexscore.game.dispute import Resolution
from trexscore.game.events.dispute import DisputeResolved
from trexscore.ledger.chain import Body


def resolve_if_agreed(game_id: int, dispute_seq: int, resolution: Resolution, used_link: Body) -> None:
    """Resolve a dispute with `resolution` if all whose points change agree; otherwise write nothing."""
    body = DisputeResolved.body({"dispute": dispute_seq, "as": resolution})
    record_possible_entries(game_id, [Command(str(uuid.uuid4()), body, link=used_link)])
