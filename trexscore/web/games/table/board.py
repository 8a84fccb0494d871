"""The table page: what each king has played, and what may be chosen."""

from dataclasses import dataclass

from flask import url_for
from markupsafe import Markup

from trexscore.game.state import Cell
from trexscore.i18n.words import CONTRACT
from trexscore.rules.cards import CONTRACTS, Contract
from trexscore.rules.contract_set import ALL_FOUR, contract_set_of
from trexscore.rules.expected import face_value
from trexscore.rules.validation import choices as possible_choices
from trexscore.rules.validation import combining_refusals
from trexscore.web.games.seats import SEAT_LETTERS, SeatView
from trexscore.web.games.view import GameView
from trexscore.web.language import reader_language
from trexscore.web.rendering import points
from trexscore.web.rendering import translate as _


@dataclass(frozen=True, slots=True)
class Rim:
    """How many deals of a kingdom have been played, and of how many: the small cards in front of a seat."""

    played: int
    deals: int


@dataclass(frozen=True, slots=True)
class Choice:
    """A contract as a big button. `range`: of Trex, what the first and the last place give."""

    contract: str
    name: str
    worth: str | Markup
    range: tuple[int, int] | None
    url: str
    open: bool
    checked: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """A contract that the king has played. `name`: who got most of what it is about, where that is one player."""

    contract: str
    name: str
    points: int
    seq: int
    """Where it is explained."""


@dataclass(frozen=True, slots=True)
class InKingdom:
    """A contract of the king's five, and whether it is still to be played."""

    contract: str
    is_left: bool


@dataclass(frozen=True, slots=True)
class Combine:
    """Several contracts at once: freely, or all four."""

    all_four: bool
    url: str
    worth: Markup | None = None
    contracts: tuple[Choice, ...] = ()


def rims(game: GameView) -> dict[str, Rim]:
    """For each seat, how much of its kingdom has been played."""
    all_four = game.rules.combining == "all_four"
    return {seat: _rim(tuple(game.left(seat)), all_four=all_four) for seat in SEAT_LETTERS}


def _rim(left: tuple[str, ...], *, all_four: bool) -> Rim:
    if not all_four:
        return Rim(len(CONTRACTS) - len(left), len(CONTRACTS))
    deals = (Contract.TREX in left) + any(contract != Contract.TREX for contract in left)
    return Rim(2 - deals, 2)


def kings_to_come(game: GameView) -> list[SeatView]:
    """The seats whose kingdoms are neither begun nor known to be next."""
    begun = {kingdom.king for kingdom in game.state.result.kingdoms}
    return [seat for seat in game.seats if seat.seat not in begun and not seat.is_king]


def choices(game: GameView) -> list[Choice]:
    """What the king has left, each contract by itself; in a game of Complex, Trex alone."""
    if game.king is None:
        return []
    left = contract_set_of(tuple(Contract(contract) for contract in game.left(game.king.seat)))
    shown = (Contract.TREX,) if game.rules.combining == "all_four" else CONTRACTS
    address = deal_url(game)
    return [_choice(game, contract, address) for contract in shown if left.overlaps(contract_set_of((contract,)))]


def _choice(game: GameView, contract: Contract, address: str) -> Choice:
    refused = combining_refusals(game.rules.combining)[contract_set_of((contract,)).bits]
    url = f"{address}{'&' if '?' in address else '?'}contracts={contract}"
    return Choice(contract, _(CONTRACT[contract]), worth(game, contract), _range(game, contract), url, not refused)


def played(game: GameView) -> list[Played]:
    """The contracts that the king has played, in the order in which contracts are shown."""
    if game.king is None:
        return []
    found: dict[str, Played] = {}
    deals, cells, seqs = game.state.result.deals, game.state.grid, game.state.seqs
    for deal, cell_of, seq in zip(deals, cells, seqs, strict=True):
        if deal.king == game.king.seat:
            found |= {contract: _played(game, contract, cell, seq) for contract, cell in cell_of.items()}
    return [found[contract] for contract in CONTRACTS if contract in found]


def _played(game: GameView, contract: str, cell: Cell, seq: int) -> Played:
    names = [game.seat(seat).short for seat in cell.seats]
    return Played(contract, names[0] if len(names) == 1 else "", cell.points, seq)


def kingdom(game: GameView) -> list[InKingdom]:
    """The king's five contracts; nothing where nobody is king."""
    left = game.left(game.king.seat) if game.king else []
    return [InKingdom(contract, contract in left) for contract in CONTRACTS] if game.king else []


def combine(game: GameView) -> Combine | None:
    """Several contracts in one deal, where the rules and what is left allow it."""
    if game.king is None or game.rules.combining == "none":
        return None
    left = contract_set_of(tuple(Contract(contract) for contract in game.left(game.king.seat)))
    several = [programme for programme in possible_choices(game.rules, left) if len(programme.contracts) > 1]
    if not several:
        return None
    if game.rules.combining == "all_four":
        return Combine(
            all_four=True, url=deal_url(game, *ALL_FOUR.contracts), worth=points(face_value(game.rules, ALL_FOUR))
        )
    together = tuple(choice for choice in choices(game) if choice.open and choice.contract != "trex")
    return Combine(all_four=False, url=deal_url(game), contracts=together)


def deal_url(game: GameView, *contracts: str) -> str:
    """Where a deal of these contracts is recorded. The king is named where the rules leave open who is."""
    several = "+".join(contracts) or None
    return url_for("deals.new", token=game.token, contracts=several, king=game.king_named, renege=game.renege_asked)


def worth(game: GameView, contract: Contract) -> str | Markup:
    """What a contract gives or costs, as a table's players say it."""
    rules, sign = game.rules, game.rules.sign
    if contract is Contract.KING_OF_HEARTS:
        return points(-sign * rules.king_of_hearts_points)
    if contract is Contract.TREX:
        separator = "، " if reader_language().digits == "arab" else " · "
        return Markup(separator).join(  # noqa: S704 - our own comma
            points(sign * place) for place in rules.trex_points
        )
    count, each = {
        Contract.QUEENS: (4, rules.queen_points),
        Contract.DIAMONDS: (13, rules.diamond_points),
        Contract.COLLECTIONS: (13, rules.trick_points),
    }[contract]
    return _("%(count)s × %(each)s", count=points(count), each=points(-sign * each))


def _range(game: GameView, contract: Contract) -> tuple[int, int] | None:
    first, *_others, last = (game.rules.sign * place for place in game.rules.trex_points)
    return (first, last) if contract is Contract.TREX else None


def who_is_king(game: GameView) -> dict[str, str]:
    """Where each seat leads that may be king, if the rules leave that open and nobody has been named."""
    if game.king is not None or game.complete or not game.can_write:
        return {}
    return {
        seat: url_for("table.show", token=game.token, king=seat, renege=game.renege_asked)
        for seat in game.state.candidates
    }
