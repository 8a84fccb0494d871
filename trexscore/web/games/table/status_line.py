"""The status line: what was saved or undone last."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from trexscore.game.correction import EntryReplaced
from trexscore.game.event import GameEvent
from trexscore.game.events import event_of_body, load_event
from trexscore.game.events.announcement_and_abandonment import ContractAnnounced, GameAbandoned
from trexscore.game.events.correction import EntriesCorrected
from trexscore.game.events.game_file import DealRecorded, DealVoided, GameFileEvent, PointsAdjusted
from trexscore.game.events.start import FirstKingChosen
from trexscore.game.redo import redoable_entries
from trexscore.i18n.marking import N_
from trexscore.ledger.chain import Body, FoldEntry
from trexscore.rules.cards import Contract
from trexscore.rules.contract_set import contract_set_of_names
from trexscore.web.games.entry_titles import contract_set_name, title_of_score_entry
from trexscore.web.games.table.board import deal_form_url
from trexscore.web.games.view import GameView
from trexscore.web.rendering import translate as _

TITLES_BY_EVENT_TYPE: Mapping[type[GameEvent], str] = {
    DealVoided: N_("Void deal"),
    EntriesCorrected: N_("Correction"),
    FirstKingChosen: N_("First king"),
    GameAbandoned: N_("Abandoned"),
    PointsAdjusted: N_("Adjustment"),
}
"""Short titles of what *Undo* and redo offer, besides deals and announcements."""


@dataclass(frozen=True, slots=True)
class PointsChange:
    """One player's points in an entry. `short`: the shortened name."""

    name: str
    short: str
    change: int


@dataclass(frozen=True, slots=True)
class SavedEntry:
    """The last entry that can be undone. `explained_seq`: the entry whose page explains its points, if there is one."""

    title: str
    seq: int
    points_changes: tuple[PointsChange, ...]
    explained_seq: int | None
    contract_shown_as_sign: str = ""
    """The contract whose sign replaces a title too long for a phone: the king of hearts."""
    key: str | None = None
    """Of an entry that has no number yet; only set on pages that a phone renders offline."""


@dataclass(frozen=True, slots=True)
class UndoneEntry:
    """What was undone last. `filled_deal_url`: its filled form, if it is a deal that can still be recorded."""

    title: str
    seq: int
    filled_deal_url: str | None
    contracts: tuple[str, ...] = ()
    """Of a deal or an announcement: their signs replace the title where there is no room for it."""
    key: str | None = None
    """Of an entry that has no number yet; only set on pages that a phone renders offline."""


def last_undoable_entry(game: GameView) -> SavedEntry | None:
    """The last entry that can be undone, with its points, the largest change first."""
    last_undoable = game.state.last
    if last_undoable is None:
        return None
    event, seq = event_of_body(last_undoable.entry), last_undoable.seq
    if isinstance(event, EntriesCorrected):
        return _saved_correction(game, event, seq)
    title, changes = _entry_title_and_points_changes(game, event)
    is_king_of_hearts = event.content.get("contracts") == [Contract.KING_OF_HEARTS]
    return SavedEntry(
        title, seq, changes, seq if changes else None, Contract.KING_OF_HEARTS if is_king_of_hearts else ""
    )


def _saved_correction(game: GameView, correction: EntriesCorrected, seq: int) -> SavedEntry:
    """A correction of one deal by its title and new points; any other by its reason."""
    [change, *more] = correction.changes
    seqs = game.state.seqs
    if isinstance(change, EntryReplaced) and change.seq in seqs and not more:
        contracts = (change.new_body or {}).get("contracts")
        if contracts is not None:
            deal = game.state.result.deals[seqs.index(change.seq)]
            title = _("%(contracts)s corrected", contracts=_contracts_name(contracts))
            return SavedEntry(title, seq, _points_changes(game, deal.points), change.seq)
    return SavedEntry(_("Corrected: %(reason)s", reason=correction.reason), seq, (), None)


def last_redoable_entry(game: GameView, entries: Iterable[FoldEntry]) -> UndoneEntry | None:
    """The last undone entry, as long as it can be redone: until another entry follows."""
    last_redoable = next(reversed(redoable_entries(entries)), None)
    if last_redoable is None or last_redoable.body is None:
        return None
    event = load_event(last_redoable.kind, last_redoable.body)
    if isinstance(event, DealRecorded):
        contracts = contract_set_of_names(last_redoable.body["contracts"]).contracts
        return UndoneEntry(
            _contracts_name(last_redoable.body["contracts"]),
            last_redoable.seq,
            _filled_deal_url(game, last_redoable.body),
            contracts,
        )
    return UndoneEntry(_event_title(event), last_redoable.seq, None)


def _event_title(event: GameEvent) -> str:
    if isinstance(event, ContractAnnounced):
        return _("%(contracts)s announced", contracts=_contracts_name(event.announcement["contracts"]))
    return _(TITLES_BY_EVENT_TYPE[type(event)])


def _filled_deal_url(game: GameView, body: Body) -> str | None:
    if "tie_break" in body or game.king is None or game.king.seat != body["king"]:
        return None
    captures = json.dumps(body["captures"], separators=(",", ":"))
    return deal_form_url(
        game, body["contracts"], revoked_by=body.get("renege", {}).get("by"), encoded_captures=captures
    )


def _entry_title_and_points_changes(game: GameView, event: GameEvent) -> tuple[str, tuple[PointsChange, ...]]:
    if not isinstance(event, GameFileEvent):
        return _event_title(event), ()
    entry = event.score_entry
    points: Mapping[str, int] = {}
    if entry.adjustment is not None:
        points = entry.adjustment.by_letter()
    elif entry.void_reason is None and not entry.is_tie_break:  # a tiebreaker counts in no total
        points = game.state.result.deals[-1].points
    return title_of_score_entry(entry), _points_changes(game, points)


def _contracts_name(contracts: list[str]) -> str:
    return contract_set_name(contract_set_of_names(contracts))


def _points_changes(game: GameView, points_by_seat: Mapping[str, int]) -> tuple[PointsChange, ...]:
    changes = (
        PointsChange(seat.name, seat.narrow_column_name, points_by_seat[seat.seat])
        for seat in game.seats
        if points_by_seat.get(seat.seat)
    )
    return tuple(sorted(changes, key=lambda change: -abs(change.change)))
