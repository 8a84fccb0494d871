"""Where the table goes on after a deal was saved: the next likely thing is in front."""

from flask import url_for

from trexscore.rules.cards import Contract
from trexscore.rules.contract_set import ContractSet, contract_set_of
from trexscore.rules.validation import choices
from trexscore.web.games.view import GameView


def only_choice(game: GameView) -> ContractSet | None:
    """What the king has to play, where nothing is left to choose: neither who is king nor what is played.

    What was announced is no choice of this page: the table shows it, with everything that was doubled.
    """
    if not game.can_write or game.king is None or game.announcement is not None:
        return None
    left = contract_set_of(tuple(Contract(contract) for contract in game.left(game.king.seat)))
    possible = choices(game.rules, left)
    return possible[0] if len(possible) == 1 else None


def after_saving(game: GameView) -> str:
    """The only contract's form, which says what was just saved; else the table, where the next is chosen.

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
