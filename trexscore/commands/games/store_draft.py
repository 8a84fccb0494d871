"""Store the deal that is being entered, so that other phones see it."""

from trexscore.db.game_states import store_draft_json
from trexscore.db.transactions import write_transaction


def store_draft(game_id: int, draft_json: str | None, last_seen_seq: int | None = None) -> bool:
    """Store the draft, or clear it. Returns False, changing nothing, if `last_seen_seq` is not the last entry."""
    with write_transaction() as session:
        return store_draft_json(session, game_id, draft_json, last_seen_seq)
