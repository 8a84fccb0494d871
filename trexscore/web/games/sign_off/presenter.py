"""The sign-off of kingdoms and the confirmation of entries: who has given it, and who still can on this phone."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from trexscore.game.events.sign_off_and_confirmation import EntryConfirmed
from trexscore.game.record import GameFileEntry, Record
from trexscore.game.scorer_answers import Statement
from trexscore.game.sign_off import is_old_seal
from trexscore.game.state import KingdomSignOffState
from trexscore.ledger.chain import JournalEntry
from trexscore.rules.seats import SEATS, Seat
from trexscore.web.games.score_sheet import KingdomBlock
from trexscore.web.games.scorer_answers import AnsweredSeatsByStatement, joined_names_answered_for
from trexscore.web.games.seats import SeatView
from trexscore.web.games.view import GameView
from trexscore.web.rendering import join_names
from trexscore.web.rendering import translate as _


@dataclass(frozen=True, slots=True)
class SignOffView:
    """The sign-off of a finished kingdom."""

    state: KingdomSignOffState
    joined_names_when_sealed: str
    """The names at the time of the seal code, if they were different."""
    has_old_type_seal: bool


@dataclass(frozen=True, slots=True)
class PlayerSignOffActions:
    """A player and the finished kingdoms they have not signed off: one tap signs off all that are `unsigned_kingdoms`.

    `undoable_sign_offs`: the kingdoms whose sign-off this phone may withdraw. It was recorded on the scorer's phone,
    which may still answer for this player, and not all four have signed yet.
    """

    seat: SeatView
    unsigned_kingdoms: tuple[SignOffView, ...]
    may_sign: bool
    undoable_sign_offs: tuple[SignOffView, ...]


class FinishedKingdom(NamedTuple):
    """A finished kingdom with its sign-off."""

    kingdom: KingdomBlock
    sign_off: SignOffView


def sign_off_of(game: GameView, king_letter: str) -> SignOffView | None:
    """The sign-off of a king's kingdom; None before it is finished."""
    sign_off = next((sign_off for sign_off in game.state.agreements if sign_off.king == king_letter), None)
    if sign_off is None:
        return None
    signed_as = join_names(name or "–" for name in sign_off.signed_as or ())
    return SignOffView(sign_off, signed_as, sign_off.seal is not None and is_old_seal(sign_off.seal))


def finished_kingdoms(game: GameView, kingdoms: Iterable[KingdomBlock]) -> list[FinishedKingdom]:
    """The finished ones of these kingdoms, in the same order."""
    with_sign_offs = ((kingdom, sign_off_of(game, kingdom.king_letter)) for kingdom in kingdoms)
    return [FinishedKingdom(kingdom, sign_off) for kingdom, sign_off in with_sign_offs if sign_off is not None]


def player_sign_off_actions(game: GameView, sign_offs: Iterable[SignOffView]) -> list[PlayerSignOffActions]:
    """For each player, which of these kingdoms they have signed off, and what this phone may do."""
    sign_off_list = tuple(sign_offs)
    return [_player_sign_off_actions(game, seat, sign_off_list) for seat in game.seats]


def _player_sign_off_actions(
    game: GameView, seat: SeatView, sign_offs: tuple[SignOffView, ...]
) -> PlayerSignOffActions:
    missing_sign_offs = tuple(sign_off for sign_off in sign_offs if seat.seat not in sign_off.state.seats)
    speaks = game.may_answer_for(seat.seat)
    undoable = tuple(
        sign_off
        for sign_off in sign_offs
        if seat.seat in (sign_off.state.by_scorer or ()) and sign_off.state.seal is None
    )
    return PlayerSignOffActions(
        seat, missing_sign_offs, bool(missing_sign_offs) and speaks, undoable if speaks and game.can_write else ()
    )


@dataclass(frozen=True, slots=True)
class Confirmation:
    """Whether a second person has confirmed the current version of an entry; `entry_seq`: the entry to confirm."""

    entry_seq: int
    is_unconfirmed: bool
    joined_confirmer_names: str
    author: str | None
    seats_that_may_confirm: tuple[SeatView, ...]
    """The players for whom this phone may confirm it."""
    joined_names_answered_by_scorer: str
    """The players for whom the scorer's phone has confirmed it."""
    needs_another_link: bool
    """Whether the entry came through the reader's own link, so that another link must confirm it."""


def confirmation_of(
    game: GameView,
    record: Record,
    file_entry: GameFileEntry,
    entries_by_seq: Mapping[int, JournalEntry],
    answered_seats_by_statement: AnsweredSeatsByStatement,
) -> Confirmation | None:
    """The confirmation of an entry; None if it neither needs one nor has one."""
    is_unconfirmed = file_entry in record.unconfirmed_entries
    seats = record.confirming_seats_by_seq.get(file_entry.current_seq)
    if not is_unconfirmed and seats is None:
        return None
    entry = entries_by_seq[file_entry.current_seq]
    author, link = entry.author, entry.link_json
    ours = link is not None and (link.get("right"), link.get("seat")) == (game.permission, game.own_seat)
    seats_that_may_confirm = tuple(
        seat for seat in game.seats if seat.name != author and not ours and game.may_answer_for(seat.seat)
    )
    joined_names_answered_by_scorer = joined_names_answered_for(
        game, answered_seats_by_statement, [Statement(EntryConfirmed, file_entry.current_seq)]
    )
    return Confirmation(
        file_entry.current_seq,
        is_unconfirmed,
        _confirmer_names(game, seats),
        author,
        seats_that_may_confirm,
        joined_names_answered_by_scorer,
        ours,
    )


def _confirmer_names(game: GameView, seats: frozenset[Seat] | None) -> str:
    """The names of the players who confirmed, or the referee; empty if no one did."""
    if seats is None:
        return ""
    return join_names(game.name_of(seat) for seat in SEATS if seat in seats) or _("the referee")
