"""How the pages call contracts that are played together."""

from trexscore.language.words import CONTRACT
from trexscore.rules.programme import ALL_FOUR, Programme
from trexscore.web.rendering import translate as _


def programme_name(programme: Programme) -> str:
    """The contracts of a deal; all four together have a name of their own."""
    if programme is ALL_FOUR:
        return _("All four in one")
    return " + ".join(_(CONTRACT[contract]) for contract in programme.contracts)
