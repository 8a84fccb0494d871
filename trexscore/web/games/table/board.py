"""The board of the table page: what each king has played, what can be chosen, and which page follows a deal."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import url_for
from markupsafe import Markup

from trexscore.game.state import MostGainedOrLost
from trexscore.rules.cards import CONTRACTS, Contract
from trexscore.rules.contract_set import ALL_FOUR_PENALTY_CONTRACTS, ContractSet, contract_set_of, contract_set_of_names
from trexscore.rules.expected_sum import undoubled_sum
from trexscore.rules.validation import combining_refusals_by_bits, playable_contract_sets
from trexscore.web.games.seats import SEAT_LETTERS, SeatView
from trexscore.web.games.view import GameView, max_deals_left
from trexscore.web.language import reader_language
from trexscore.web.rendering import format_number
from trexscore.web.rendering import translate as _

_CAPTURE_COUNT_BY_CONTRACT = {Contract.QUEENS: 4, Contract.DIAMONDS: 13, Contract.COLLECTIONS: 13}


@dataclass(frozen=True, slots=True)
class KingdomProgress:
    """How many deals of a kingdom have been played, and of how many: shown as small cards in front of a seat."""

    played_deal_count: int
    max_deals: int


@dataclass(frozen=True, slots=True)
class ContractTile:
    """A contract as a big button. `trex_points_range`: for Trex, the points of the first and the last place."""

    contract: str
    points_text: str | Markup
    trex_points_range: tuple[int, int] | None
    form_url: str
    is_playable_alone: bool


@dataclass(frozen=True, slots=True)
class PlayedContract:
    """A contract that the king has played. `main_taker_name`: who got most of it, if that is one player."""

    contract: str
    main_taker_name: str
    main_taker_points: int
    seq: int
    """The entry that explains it."""


@dataclass(frozen=True, slots=True)
class CombinedDealChoice:
    """Several contracts in one deal: any combination, or all four."""

    is_all_four: bool
    form_url: str
    points_text: Markup | None = None
    contract_tiles: tuple[ContractTile, ...] = ()


def kingdom_progress_by_seat(game: GameView) -> dict[str, KingdomProgress]:
    """Maps each seat to how much of its kingdom has been played."""
    deals = max_deals_left(CONTRACTS, game.rules)
    return {
        seat: KingdomProgress(deals - max_deals_left(game.remaining_contracts(seat), game.rules), deals)
        for seat in SEAT_LETTERS
    }


def kings_to_come(game: GameView) -> list[SeatView]:
    """The seats whose kingdom has not begun and is not known to be next."""
    kings_with_kingdom = {kingdom.king for kingdom in game.state.result.kingdoms}
    return [seat for seat in game.seats if seat.seat not in kings_with_kingdom and not seat.is_king]


def contract_tiles(game: GameView) -> list[ContractTile]:
    """The contracts that the king has left, as single choices; in Complex, only Trex."""
    if game.king is None:
        return []
    contracts_left = contract_set_of_names(game.remaining_contracts(game.king.seat))
    shown_contracts = (Contract.TREX,) if game.rules.combining == "all_four" else CONTRACTS
    address = deal_form_url(game, revoked_by=game.requested_revoked_by)
    return [
        _contract_tile(game, contract, address)
        for contract in shown_contracts
        if contracts_left.overlaps(contract_set_of((contract,)))
    ]


def _contract_tile(game: GameView, contract: Contract, base_form_url: str) -> ContractTile:
    refused_combining = combining_refusals_by_bits(game.rules.combining)[contract_set_of((contract,)).bits]
    url = f"{base_form_url}{'&' if '?' in base_form_url else '?'}contracts={contract}"
    return ContractTile(
        contract, undoubled_points_text(game, contract), _trex_points_range(game, contract), url, not refused_combining
    )


def played_contracts_of_king(game: GameView) -> list[PlayedContract]:
    """The contracts that the king has played, in the order in which contracts are shown."""
    if game.king is None:
        return []
    by_contract: dict[str, PlayedContract] = {}
    deals, cells, seqs = game.state.result.deals, game.state.grid, game.state.seqs
    for deal, cell_of, seq in zip(deals, cells, seqs, strict=True):
        if deal.king == game.king.seat:
            by_contract |= {contract: _played_contract(game, contract, cell, seq) for contract, cell in cell_of.items()}
    return [by_contract[contract] for contract in CONTRACTS if contract in by_contract]


def _played_contract(game: GameView, contract: str, most_gained_or_lost: MostGainedOrLost, seq: int) -> PlayedContract:
    names = [game.seat(seat).short for seat in most_gained_or_lost.seats]
    return PlayedContract(contract, names[0] if len(names) == 1 else "", most_gained_or_lost.points, seq)


def combined_deal_choice(game: GameView) -> CombinedDealChoice | None:
    """The choice of several contracts in one deal, if the rules and the remaining contracts allow it."""
    if game.king is None or game.rules.combining == "none":
        return None
    contracts_left = contract_set_of_names(game.remaining_contracts(game.king.seat))
    several = [
        contract_set
        for contract_set in playable_contract_sets(game.rules, contracts_left)
        if len(contract_set.contracts) > 1
    ]
    if not several:
        return None
    if game.rules.combining == "all_four":
        return CombinedDealChoice(
            is_all_four=True,
            form_url=deal_form_url(game, ALL_FOUR_PENALTY_CONTRACTS.contracts, revoked_by=game.requested_revoked_by),
            points_text=format_number(undoubled_sum(game.rules, ALL_FOUR_PENALTY_CONTRACTS)),
        )
    combinable_tiles = tuple(
        tile for tile in contract_tiles(game) if tile.is_playable_alone and tile.contract != "trex"
    )
    url = deal_form_url(game, revoked_by=game.requested_revoked_by)
    return CombinedDealChoice(is_all_four=False, form_url=url, contract_tiles=combinable_tiles)


def deal_form_url(
    game: GameView,
    contracts: Sequence[str] = (),
    *,
    revoked_by: str | None = None,
    encoded_captures: str | None = None,
    saved_seq: int | None = None,
) -> str:
    """The address where a deal of these contracts is recorded. Names the king where the rules leave it open."""
    several, king = "+".join(contracts) or None, game.chosen_king
    return url_for(
        "deals.new",
        token=game.token,
        contracts=several,
        king=king,
        renege=revoked_by,
        captures=encoded_captures,
        saved=saved_seq,
    )


def undoubled_points_text(game: GameView, contract: Contract) -> str | Markup:
    """The undoubled points of a contract as text: count × points, their sum, or those of the four finishes in Trex."""
    if contract is Contract.TREX:
        trex_point_texts = (format_number(game.rules.sign * place) for place in game.rules.trex_points)
        return Markup(reader_language().fact_separator).join(trex_point_texts)  # noqa: S704 - our own comma
    worth, count = undoubled_sum(game.rules, contract_set_of((contract,))), _CAPTURE_COUNT_BY_CONTRACT.get(contract)
    if count:
        return _("%(count)s × %(each)s", count=format_number(count), each=format_number(worth // count))
    return format_number(worth)


def _trex_points_range(game: GameView, contract: Contract) -> tuple[int, int] | None:
    first, *_others, last = (game.rules.sign * place for place in game.rules.trex_points)
    return (first, last) if contract is Contract.TREX else None


def king_choice_urls(game: GameView) -> dict[str, str]:
    """Map each possible king to an address that chooses them; the chosen one is left out.

    Empty if the rules or an announcement say who is king, the game is complete, or the link cannot record.
    """
    is_king_open = game.king is None or (game.chosen_king is not None and game.announcement is None)
    if not is_king_open or game.complete or not game.can_write:
        return {}
    return {
        seat: url_for("table.show", token=game.token, king=seat, renege=game.requested_revoked_by)
        for seat in game.state.candidates
        if seat != game.chosen_king
    }


def url_after_saving(game: GameView) -> str:
    """The address after saving: the form of the only contract left, which shows what was just saved; else the table.

    The deal that ends the game leads to its result.
    """
    if game.complete:
        return url_for("sheet.result", token=game.token)
    contract_set = _only_possible_contract_set(game)
    if contract_set is None:
        return url_for("table.show", token=game.token)
    last_undoable = game.state.last
    return deal_form_url(game, contract_set.contracts, saved_seq=None if last_undoable is None else last_undoable.seq)


def _only_possible_contract_set(game: GameView) -> ContractSet | None:
    """The contracts to play next, if neither the king nor the contracts are left to choose.

    None after an announcement: the table page shows it with its doubled cards.
    """
    if not game.can_write or game.king is None or game.announcement is not None:
        return None
    contracts_left = contract_set_of_names(game.remaining_contracts(game.king.seat))
    possible_contract_sets = playable_contract_sets(game.rules, contracts_left)
    return possible_contract_sets[0] if len(possible_contract_sets) == 1 else None
