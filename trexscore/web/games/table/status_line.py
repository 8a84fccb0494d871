"""The status line: what was saved or undone last."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from flask import url_for

from trexscore.game.redo import redoable_entries
from trexscore.i18n.words import VOID_REASON
from trexscore.ledger.chain import Body, FoldEntry
from trexscore.rules.cards import Contract
from trexscore.rules.contract_set import contract_set_of
from trexscore.web.games.contract_names import programme_name
from trexscore.web.games.view import GameView
from trexscore.web.rendering import translate as _


@dataclass(frozen=True, slots=True)
class Change:
    """One player's points in an entry. `short`: the shortened name."""

    name: str
    short: str
    change: int


@dataclass(frozen=True, slots=True)
class Saved:
    """The last entry that can be undone. `explained`: the entry whose page explains its points, if there is one."""

    title: str
    seq: int
    points: tuple[Change, ...]
    explained: int | None
    sign: str = ""
    """The contract whose sign replaces a title too long for a phone: the king of hearts."""


@dataclass(frozen=True, slots=True)
class Undone:
    """What was undone last. `change_url`: its filled form, if it is a deal that can still be recorded."""

    title: str
    seq: int
    change_url: str | None
    contracts: tuple[str, ...] = ()
    """Of a deal or an announcement: their signs replace the title where there is no room for it."""
    key: str | None = None
    """Of an entry that has no number yet; only set on pages that a phone renders offline."""


def saved(game: GameView) -> Saved | None:
    """The last entry that can be undone, with its points, the largest change first."""
    last = game.state.last
    if last is None:
        return None
    entry, seq = last.entry, last.seq
    if "corrected" in entry:
        return _corrected(game, entry["corrected"], seq)
    title, changes = _describe(game, entry)
    is_king_of_hearts = entry.get("contracts") == [Contract.KING_OF_HEARTS]
    return Saved(title, seq, changes, seq if changes else None, Contract.KING_OF_HEARTS if is_king_of_hearts else "")


def _corrected(game: GameView, correction: Body, seq: int) -> Saved:
    """A correction of one deal by its title and new points; any other by its reason."""
    [change, *more] = correction["changes"]
    contracts = (change.get("entry") or {}).get("contracts")
    seqs = game.state.seqs
    if more or contracts is None or change.get("seq") not in seqs:
        return Saved(_("Corrected: %(reason)s", reason=correction["reason"]), seq, (), None)
    deal = game.state.result.deals[seqs.index(change["seq"])]
    title = _("%(contracts)s corrected", contracts=_names(contracts))
    return Saved(title, seq, _changes(game, deal.points), change["seq"])


def undone(game: GameView, entries: Iterable[FoldEntry]) -> Undone | None:
    """The last undone entry, as long as it can be redone: until another entry follows."""
    last = next(reversed(redoable_entries(entries)), None)
    if last is None or last.body is None:
        return None
    if last.kind == "deal":
        contracts = _in_order(last.body["contracts"])
        return Undone(_names(last.body["contracts"]), last.seq, _change_url(game, last.body), contracts)
    return Undone(_title(last.kind, last.body), last.seq, None)


def _title(kind: str, body: Body) -> str:
    if kind == "announced":
        return _("%(contracts)s announced", contracts=_names(body["announced"]["contracts"]))
    if kind == "abandoned":
        return _("Abandoned")
    if kind == "corrected":
        return _("Correction")
    if kind == "first_king":
        return _("First king")
    return _("Void deal") if kind == "void" else _("Adjustment")


def _change_url(game: GameView, body: Body) -> str | None:
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


def _describe(game: GameView, entry: Body) -> tuple[str, tuple[Change, ...]]:
    if "announced" in entry:
        return _("%(contracts)s announced", contracts=_names(entry["announced"]["contracts"])), ()
    if "abandoned" in entry:
        return _("Abandoned"), ()
    if "void" in entry:
        reason = VOID_REASON[entry["void"]["reason"]]
        return _("Void deal: %(reason)s", reason=_(reason)), ()
    if "adjustment" in entry:
        return _("Adjustment: %(reason)s", reason=entry["reason"]), _changes(game, entry["adjustment"])
    deal = game.state.result.deals[-1]
    return _names(entry["contracts"]), _changes(game, deal.points)


def _names(contracts: list[str]) -> str:
    return programme_name(contract_set_of(tuple(Contract(contract) for contract in contracts)))


def _in_order(contracts: list[str]) -> tuple[str, ...]:
    return contract_set_of(tuple(Contract(contract) for contract in contracts)).contracts


def _changes(game: GameView, by_seat: Mapping[str, int]) -> tuple[Change, ...]:
    changes = (Change(seat.name, seat.column, by_seat[seat.seat]) for seat in game.seats if by_seat.get(seat.seat))
    return tuple(sorted(changes, key=lambda change: -abs(change.change)))
