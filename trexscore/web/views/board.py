"""The table page: what has been played, what may be chosen, what was just saved."""

from dataclasses import dataclass
from typing import Any

from flask import url_for
from markupsafe import Markup

from trexscore.language.words import CONTRACT, VOID_REASON, WRITTEN
from trexscore.rules.cards import CONTRACTS, Contract
from trexscore.rules.expected import face_value
from trexscore.rules.possible import choices as possible_choices
from trexscore.rules.possible import combining_refusals
from trexscore.rules.programme import ALL_FOUR, Programme, programme_of
from trexscore.web.language import reader_language
from trexscore.web.rendering import points
from trexscore.web.rendering import translate as _
from trexscore.web.views.game import SEAT_LETTERS, GameView, short_names
from trexscore.web.views.names import programme_name


@dataclass(frozen=True, slots=True)
class Cell:
    """A contract in a kingdom."""

    contract: str
    state: str
    takers: tuple[str, ...] = ()
    points: int = 0
    seq: int = 0
    """Where it is explained."""


@dataclass(frozen=True, slots=True)
class Row:
    """A kingdom in the grid. `left` is what the running one has still to give, undoubled."""

    seat: str
    name: str
    begun: bool
    running: bool
    cells: tuple[Cell, ...]
    sum: int
    proved: bool
    left: int | None


@dataclass(frozen=True, slots=True)
class Choice:
    """A contract as a big button."""

    contract: str
    name: str
    worth: str | Markup
    state: str
    url: str
    checked: bool = False


@dataclass(frozen=True, slots=True)
class Combine:
    """Several contracts at once: freely, or all four."""

    all_four: bool
    url: str
    worth: Markup | None = None
    contracts: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """Points of one player in a deal."""

    name: str
    change: int


@dataclass(frozen=True, slots=True)
class Saved:
    """The last thing written."""

    title: str
    seq: int
    points: tuple[Change, ...]


def grid(game: GameView) -> list[Row]:
    """The kingdoms in the order in which they came, then the others."""
    result = game.state["result"]
    short = dict(zip(SEAT_LETTERS, short_names([seat.name for seat in game.seats]), strict=True))
    cells: dict[str, dict[str, Cell]] = {seat: {} for seat in SEAT_LETTERS}
    for deal, played, seq in zip(result["deals"], game.state["grid"], game.state["seqs"], strict=True):
        for contract, cell in played.items():
            takers = tuple(short[seat] for seat in cell["seats"])
            cells[deal["king"]][contract] = Cell(contract, "played", takers, cell["points"], seq)
    kingdoms = {kingdom["king"]: kingdom for kingdom in result["kingdoms"]}
    order = [*kingdoms, *(seat for seat in SEAT_LETTERS if seat not in kingdoms)]
    return [_row(game, seat, cells[seat], kingdoms.get(seat)) for seat in order]


def _row(game: GameView, seat: str, played: dict[str, Cell], kingdom: dict[str, Any] | None) -> Row:
    running = game.king is not None and game.king.seat == seat
    total = kingdom["sum"] if kingdom else 0
    return Row(
        seat,
        game.seat(seat).name,
        kingdom is not None,
        running,
        tuple(played.get(contract) or Cell(contract, "left") for contract in CONTRACTS),
        total,
        bool(kingdom and kingdom["complete"] and total == kingdom["expected_sum"]),
        game.state["left"] if running and kingdom else None,
    )


def choices(game: GameView) -> list[Choice]:
    """What the king may play, each contract by itself."""
    if game.king is None:
        return []
    left = programme_of(tuple(Contract(contract) for contract in game.left(game.king.seat)))
    shown = (Contract.TREX,) if game.rules.combining == "all_four" else CONTRACTS
    address = deal_url(game)
    return [_choice(game, contract, left, address) for contract in shown]


def _choice(game: GameView, contract: Contract, left: Programme, address: str) -> Choice:
    alone = programme_of((contract,))
    state = (
        "played"
        if not left.overlaps(alone)
        else "not_now"
        if combining_refusals(game.rules.combining)[alone.bits]
        else "open"
    )
    url = f"{address}{'&' if '?' in address else '?'}contracts={contract}"
    return Choice(contract, _(CONTRACT[contract]), worth(game, contract), state, url)


def combine(game: GameView) -> Combine | None:
    """Several contracts in one deal, where the rules and what is left allow it."""
    if game.king is None or game.rules.combining == "none":
        return None
    left = programme_of(tuple(Contract(contract) for contract in game.left(game.king.seat)))
    several = [programme for programme in possible_choices(game.rules, left) if len(programme.contracts) > 1]
    if not several:
        return None
    if game.rules.combining == "all_four":
        return Combine(
            all_four=True, url=deal_url(game, *ALL_FOUR.contracts), worth=points(face_value(game.rules, ALL_FOUR))
        )
    together = tuple(choice for choice in choices(game) if choice.state == "open" and choice.contract != "trex")
    return Combine(all_four=False, url=deal_url(game), contracts=together)


def deal_url(game: GameView, *contracts: str) -> str:
    """Where a deal of these contracts is recorded. The king is named where the rules leave open who is."""
    played = "+".join(contracts) or None
    return url_for("deals.new", token=game.token, contracts=played, king=game.king_named, renege=game.renege_asked)


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


def who_is_king(game: GameView) -> list[dict[str, str]]:
    """The seats to choose from, where the rules leave the next king open and nobody has been named."""
    if game.king is not None or game.complete:
        return []
    return [
        {
            "seat": seat,
            "name": game.seat(seat).name,
            "url": url_for("table.show", token=game.token, king=seat, renege=game.renege_asked),
        }
        for seat in game.state["candidates"]
    ]


def saved(game: GameView) -> Saved | None:
    """The last thing written, said in a line."""
    last = game.state["last"]
    if last is None:
        return None
    title, changes = _said(game, last["entry"])
    return Saved(title, last["seq"], changes)


def _said(game: GameView, entry: dict[str, Any]) -> tuple[str, tuple[Change, ...]]:
    if "announced" in entry:
        return _("%(contracts)s announced", contracts=_names(entry["announced"]["contracts"])), ()
    if "corrected" in entry:
        return _("Corrected: %(reason)s", reason=entry["corrected"]["reason"]), ()
    if "void" in entry:
        why = VOID_REASON[entry["void"]["reason"]]
        return _("Deal thrown in: %(reason)s", reason=_(why)), ()
    if "adjustment" in entry:
        return _("Points by agreement: %(reason)s", reason=entry["reason"]), _changes(game, entry["adjustment"])
    deal = game.state["result"]["deals"][-1]
    return _written(entry["contracts"]), _changes(game, deal["points"])


def _written(contracts: list[str]) -> str:
    """That a deal stands on the sheet, in the words of its contract."""
    if len(contracts) == 1:
        return _(WRITTEN[Contract(contracts[0])])
    return _("%(contracts)s written", contracts=_names(contracts))


def _names(contracts: list[str]) -> str:
    programme = programme_of(tuple(Contract(contract) for contract in contracts))
    return programme_name(programme)


def _changes(game: GameView, by_seat: dict[str, int]) -> tuple[Change, ...]:
    return tuple(Change(seat.name, by_seat[seat.seat]) for seat in game.seats if by_seat.get(seat.seat))
