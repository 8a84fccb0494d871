"""The table page: what each king has played, what may be chosen, and what its status line says."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import url_for
from markupsafe import Markup

from trexscore.journal.entries import Told
from trexscore.journal.undone import undone_last
from trexscore.language.words import CONTRACT, VOID_REASON
from trexscore.rules.cards import CONTRACTS, Contract
from trexscore.rules.expected import face_value
from trexscore.rules.possible import choices as possible_choices
from trexscore.rules.possible import combining_refusals
from trexscore.rules.programme import ALL_FOUR, programme_of
from trexscore.web.language import reader_language
from trexscore.web.rendering import points
from trexscore.web.rendering import translate as _
from trexscore.web.views.game import GameView
from trexscore.web.views.names import programme_name
from trexscore.web.views.seats import SEAT_LETTERS, SeatView


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


@dataclass(frozen=True, slots=True)
class Change:
    """Points of one player in a deal. `short`: the name where there is no room for all of it."""

    name: str
    short: str
    change: int


@dataclass(frozen=True, slots=True)
class Saved:
    """The last entry that can be undone. `explained`: the entry whose page explains the points, if there is one."""

    title: str
    seq: int
    points: tuple[Change, ...]
    explained: int | None
    sign: str = ""
    """The contract whose sign stands for a title that is too long for a phone: the king of hearts."""


@dataclass(frozen=True, slots=True)
class Undone:
    """What was undone last. `change_url`: its form filled in, where it is a deal that can still be recorded."""

    title: str
    seq: int
    change_url: str | None
    contracts: tuple[str, ...] = ()
    """Of a deal or an announcement: their signs stand for the title where there is no room for it."""
    key: str | None = None
    """Of an entry that has no number yet: only a phone's own page knows such."""


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
    begun = {kingdom["king"] for kingdom in game.state["result"]["kingdoms"]}
    return [seat for seat in game.seats if seat.seat not in begun and not seat.is_king]


def choices(game: GameView) -> list[Choice]:
    """What the king has left, each contract by itself; in a game of Complex, Trex alone."""
    if game.king is None:
        return []
    left = programme_of(tuple(Contract(contract) for contract in game.left(game.king.seat)))
    shown = (Contract.TREX,) if game.rules.combining == "all_four" else CONTRACTS
    address = deal_url(game)
    return [_choice(game, contract, address) for contract in shown if left.overlaps(programme_of((contract,)))]


def _choice(game: GameView, contract: Contract, address: str) -> Choice:
    refused = combining_refusals(game.rules.combining)[programme_of((contract,)).bits]
    url = f"{address}{'&' if '?' in address else '?'}contracts={contract}"
    return Choice(contract, _(CONTRACT[contract]), worth(game, contract), _range(game, contract), url, not refused)


def played(game: GameView) -> list[Played]:
    """The contracts that the king has played, in the order in which contracts are shown."""
    if game.king is None:
        return []
    found: dict[str, Played] = {}
    deals, cells, seqs = game.state["result"]["deals"], game.state["grid"], game.state["seqs"]
    for deal, cell_of, seq in zip(deals, cells, seqs, strict=True):
        if deal["king"] == game.king.seat:
            found |= {contract: _played(game, contract, cell, seq) for contract, cell in cell_of.items()}
    return [found[contract] for contract in CONTRACTS if contract in found]


def _played(game: GameView, contract: str, cell: Mapping[str, Any], seq: int) -> Played:
    names = [game.seat(seat).short for seat in cell["seats"]]
    return Played(contract, names[0] if len(names) == 1 else "", cell["points"], seq)


def kingdom(game: GameView) -> list[InKingdom]:
    """The king's five contracts; nothing where nobody is king."""
    left = game.left(game.king.seat) if game.king else []
    return [InKingdom(contract, contract in left) for contract in CONTRACTS] if game.king else []


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
        for seat in game.state["candidates"]
    }


def saved(game: GameView) -> Saved | None:
    """The last entry that can be undone, with its points, the largest change first."""
    last = game.state["last"]
    if last is None:
        return None
    entry, seq = last["entry"], last["seq"]
    if "corrected" in entry:
        return _corrected(game, entry["corrected"], seq)
    title, changes = _said(game, entry)
    is_king_of_hearts = entry.get("contracts") == [Contract.KING_OF_HEARTS]
    return Saved(title, seq, changes, seq if changes else None, Contract.KING_OF_HEARTS if is_king_of_hearts else "")


def _corrected(game: GameView, said: dict[str, Any], seq: int) -> Saved:
    """One deal that was corrected is named, with its points now; of anything else, the reason is."""
    [change, *more] = said["changes"]
    contracts = (change.get("entry") or {}).get("contracts")
    seqs = game.state["seqs"]
    if more or contracts is None or change.get("seq") not in seqs:
        return Saved(_("Corrected: %(reason)s", reason=said["reason"]), seq, (), None)
    deal = game.state["result"]["deals"][seqs.index(change["seq"])]
    title = _("%(contracts)s corrected", contracts=_names(contracts))
    return Saved(title, seq, _changes(game, deal["points"]), change["seq"])


def undone(game: GameView, entries: Iterable[Told]) -> Undone | None:
    """What was undone last and can be put back, as long as nothing has followed."""
    last = next(reversed(undone_last(entries)), None)
    if last is None or last.body is None:
        return None
    if last.kind == "deal":
        contracts = _in_order(last.body["contracts"])
        return Undone(_names(last.body["contracts"]), last.seq, _change_url(game, last.body), contracts)
    return Undone(_title(last.kind, last.body), last.seq, None)


def _title(kind: str, body: dict[str, Any]) -> str:
    if kind == "announced":
        return _("%(contracts)s announced", contracts=_names(body["announced"]["contracts"]))
    if kind == "abandoned":
        return _("Abandoned")
    if kind == "corrected":
        return _("Correction")
    if kind == "first_king":
        return _("First king")
    return _("Void deal") if kind == "void" else _("Adjustment")


def _change_url(game: GameView, body: dict[str, Any]) -> str | None:
    if "tie_break" in body or game.king is None or game.king.seat != body["king"]:
        return None
    return url_for(
        "deals.new",
        token=game.token,
        contracts="+".join(body["contracts"]),
        king=game.king_named,
        renege=body.get("renege", {}).get("by"),
        told=json.dumps(body["captures"], separators=(",", ":")),
    )


def _said(game: GameView, entry: dict[str, Any]) -> tuple[str, tuple[Change, ...]]:
    if "announced" in entry:
        return _("%(contracts)s announced", contracts=_names(entry["announced"]["contracts"])), ()
    if "abandoned" in entry:
        return _("Abandoned"), ()
    if "void" in entry:
        why = VOID_REASON[entry["void"]["reason"]]
        return _("Void deal: %(reason)s", reason=_(why)), ()
    if "adjustment" in entry:
        return _("Adjustment: %(reason)s", reason=entry["reason"]), _changes(game, entry["adjustment"])
    deal = game.state["result"]["deals"][-1]
    return _names(entry["contracts"]), _changes(game, deal["points"])


def _names(contracts: list[str]) -> str:
    return programme_name(programme_of(tuple(Contract(contract) for contract in contracts)))


def _in_order(contracts: list[str]) -> tuple[str, ...]:
    return programme_of(tuple(Contract(contract) for contract in contracts)).contracts


def _changes(game: GameView, by_seat: dict[str, int]) -> tuple[Change, ...]:
    changes = (Change(seat.name, seat.column, by_seat[seat.seat]) for seat in game.seats if by_seat.get(seat.seat))
    return tuple(sorted(changes, key=lambda one: -abs(one.change)))
