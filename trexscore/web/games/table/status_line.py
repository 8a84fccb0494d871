"""The status line: what was saved or undone last."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from flask import url_for

from trexscore.game.correction import EntryReplaced
from trexscore.game.event import GameEvent
from trexscore.game.events import event_of, load_event
from trexscore.game.events.announcement import ContractAnnounced, GameAbandoned
from trexscore.game.events.correction import EntriesCorrected
from trexscore.game.events.deal import DealRecorded, DealVoided, GameFileEvent
from trexscore.game.events.first_king import FirstKingChosen
from trexscore.game.redo import redoable_entries
from trexscore.i18n.words import VOID_REASON
from trexscore.ledger.chain import Body, FoldEntry
from trexscore.rules.cards import Contract
from trexscore.web.games.contract_names import contracts_of, programme_name
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
    event, seq = event_of(last.entry), last.seq
    if isinstance(event, EntriesCorrected):
        return _corrected(game, event, seq)
    title, changes = _describe(game, event)
    is_king_of_hearts = event.content.get("contracts") == [Contract.KING_OF_HEARTS]
    return Saved(title, seq, changes, seq if changes else None, Contract.KING_OF_HEARTS if is_king_of_hearts else "")


def _corrected(game: GameView, correction: EntriesCorrected, seq: int) -> Saved:
    """A correction of one deal by its title and new points; any other by its reason."""
    [change, *more] = correction.changes
    seqs = game.state.seqs
    if isinstance(change, EntryReplaced) and change.seq in seqs and not more:
        contracts = (change.entry or {}).get("contracts")
        if contracts is not None:
            deal = game.state.result.deals[seqs.index(change.seq)]
            title = _("%(contracts)s corrected", contracts=_names(contracts))
            return Saved(title, seq, _changes(game, deal.points), change.seq)
    return Saved(_("Corrected: %(reason)s", reason=correction.reason), seq, (), None)


def undone(game: GameView, entries: Iterable[FoldEntry]) -> Undone | None:
    """The last undone entry, as long as it can be redone: until another entry follows."""
    last = next(reversed(redoable_entries(entries)), None)
    if last is None or last.body is None:
        return None
    event = load_event(last.kind, last.body)
    if isinstance(event, DealRecorded):
        contracts = contracts_of(last.body["contracts"]).contracts
        return Undone(_names(last.body["contracts"]), last.seq, _change_url(game, last.body), contracts)
    return Undone(_title(event), last.seq, None)


def _title(event: GameEvent) -> str:
    match event:
        case ContractAnnounced():
            return _("%(contracts)s announced", contracts=_names(event.announcement["contracts"]))
        case GameAbandoned():
            return _("Abandoned")
        case EntriesCorrected():
            return _("Correction")
        case FirstKingChosen():
            return _("First king")
        case DealVoided():
            return _("Void deal")
        case _:
            return _("Adjustment")


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


def _describe(game: GameView, event: GameEvent) -> tuple[str, tuple[Change, ...]]:
    if not isinstance(event, GameFileEvent):
        return _title(event), ()
    entry = event.entry
    if entry.void_reason is not None:
        return _("Void deal: %(reason)s", reason=_(VOID_REASON[entry.void_reason])), ()
    if entry.adjustment is not None:
        return _("Adjustment: %(reason)s", reason=entry.note), _changes(game, entry.adjustment.by_name())
    deal = game.state.result.deals[-1]
    return _names(event.content["contracts"]), _changes(game, deal.points)


def _names(contracts: list[str]) -> str:
    return programme_name(contracts_of(contracts))


def _changes(game: GameView, by_seat: Mapping[str, int]) -> tuple[Change, ...]:
    changes = (Change(seat.name, seat.column, by_seat[seat.seat]) for seat in game.seats if by_seat.get(seat.seat))
    return tuple(sorted(changes, key=lambda change: -abs(change.change)))
