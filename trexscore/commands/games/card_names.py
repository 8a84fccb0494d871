"""Set a table's names of the cards."""

from trexscore.db.games import store_card_names
from trexscore.db.transactions import write_transaction


def set_card_names(game_id: int, card_names_text: str) -> None:
    """Store the names that everyone who opens the table sees, as text of `CardNameChoices`."""
    with write_transaction() as session:
        store_card_names(session, game_id, card_names_text)
