"""Which page follows after a deal was saved: the most likely next step."""

from flask import url_for

from trexscore.rules.cards import Contract
from trexscore.rules.contract_set import ContractSet, contract_set_of
from trexscore.rules.validation import choices
from trexscore.web.games.view import GameView


def only_choice(game: GameView) -> ContractSet | None:
    """The contracts to play next, if neither the king nor the contracts are left to choose.

    None after an announcement: the table page shows it with its doubled cards.
    """
    if not game.can_write or game.king is None or game.announcement is not None:
        return None
    left = contract_set_of(tuple(Contract(contract) for contract in game.left(game.king.seat)))
    possible = choices(game.rules, left)
    return possible[0] if len(possible) == 1 else None


def after_saving(game: GameView) -> str:
    """The address after saving: the form of the only contract left, which shows what was just saved; else the table.

    The deal that ends the game leads to its result.
    """
    if game.complete:
        return url_for("sheet.result", token=game.token)
    programme = only_choice(game)
    if programme is None:
        return url_for("table.show", token=game.token)
    contracts, last = "+".join(programme.contracts), game.state.last
    saved = None if last is None else last.seq
    return url_for("deals.new", token=game.token, contracts=contracts, king=game.king_named, saved=saved)
