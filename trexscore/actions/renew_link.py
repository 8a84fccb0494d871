"""Cancelling a link and giving out another in its place."""

from trexscore.storage.journals import writing
from trexscore.storage.links import May, renew


def renew_link(game_id: int, may: May) -> str:
    """The new token. Whoever knows only the old one is a stranger from now on."""
    with writing() as session:
        return renew(session, game_id, may)
