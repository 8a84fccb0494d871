"""Store what is beside a game's journal: the deal that is being entered, and the table's names of the cards."""

from sqlalchemy import update

from trexscore.db.models import MAX_COLUMN_INTEGER, Game, GameState
from trexscore.db.transactions import write_transaction


def store_draft(game_id: int, draft_json: str | None, last_seen_seq: int | None = None) -> bool:
    """Store the draft of a deal for other phones, or clear it.

    Returns False, changing nothing, if `last_seen_seq` is given and not the last entry.
    """
    if last_seen_seq is not None and not 0 <= last_seen_seq <= MAX_COLUMN_INTEGER:
        return False
    conditions = () if last_seen_seq is None else (GameState.seq == last_seen_seq,)
    statement = update(GameState).where(GameState.game_id == game_id, *conditions).values(draft=draft_json)
    with write_transaction() as session:
        return session.connection().execute(statement).rowcount == 1


def set_card_names(game_id: int, card_names_text: str) -> None:
    """Store the names that everyone who opens the table sees, as text of `CardNameChoices`."""
    with write_transaction() as session:
        session.execute(update(Game).where(Game.id == game_id).values(card_names=card_names_text))
