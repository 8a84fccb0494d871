"""The sign-off of kingdoms and the confirmation of entries: who has given it, and who still can on this phone."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from trexscore.game.events.sign_off import EntryConfirmed
from trexscore.game.record import GameFileEntry, Record
from trexscore.game.scorer_statements import Statement
from trexscore.game.sign_off import is_old_seal
from trexscore.ledger.chain import JournalEntry
from trexscore.rules.seats import SEATS, Seat
from trexscore.web.games.scorer_answers import AnsweredByScorer, names_answered_for
from trexscore.web.games.seats import SeatView
from trexscore.web.games.sheet.presenter import KingdomBlock
from trexscore.web.games.view import GameView
from trexscore.web.rendering import translate as _


@dataclass(frozen=True, slots=True)
class PlayerConsent:
    """A player and whether they have agreed. `may_agree`: this phone may do it for them."""

    seat: SeatView
    agreed: bool
    may_agree: bool


@dataclass(frozen=True, slots=True)
class SignOffView:
    """The sign-off of a finished kingdom; `seal`: the seal code, once all four have signed."""

    king: str
    digest: str
    seal: str | None
    voices: tuple[PlayerConsent, ...]
    signed_as: str = ""
    """The names at the time of the seal code, if they were different."""
    cancelled: bool = False
    """Whether all four had signed it off before a later change."""
    has_old_seal: bool = False
    by_scorer: tuple[str, ...] = ()
    """The seats for whom the scorer's phone has signed it off."""


@dataclass(frozen=True, slots=True)
class FinishedKingdom:
    """A finished kingdom and its sign-off."""

    kingdom: KingdomBlock
    agreement: SignOffView


@dataclass(frozen=True, slots=True)
class Signer:
    """A player and the finished kingdoms they have not signed off: one tap signs off all that are `unsigned`.

    `undoable`: the kingdoms whose sign-off this phone may withdraw. It was recorded on the scorer's phone, which may
    still answer for this player, and not all four have signed yet.
    """

    seat: SeatView
    unsigned: tuple[SignOffView, ...]
    may_sign: bool
    undoable: tuple[SignOffView, ...]


def consents_of(game: GameView, agreed_seats: Collection[str], *, is_open: bool = True) -> tuple[PlayerConsent, ...]:
    """For each player, whether they have agreed, and whether this phone may still do it for them."""
    return tuple(
        PlayerConsent(
            seat,
            seat.seat in agreed_seats,
            is_open and seat.seat not in agreed_seats and game.may_answer_for(seat.seat),
        )
        for seat in game.seats
    )


def sign_off_of(game: GameView, king: str) -> SignOffView | None:
    """The sign-off of a king's kingdom; None before it is finished."""
    agreement = next((agreement for agreement in game.state.agreements if agreement.king == king), None)
    if agreement is None:
        return None
    seal = agreement.seal
    return SignOffView(
        king,
        agreement.digest,
        seal,
        consents_of(game, agreement.seats),
        signed_as=_(", ").join(name or "–" for name in agreement.signed_as or ()),
        cancelled=bool(agreement.cancelled),
        has_old_seal=seal is not None and is_old_seal(seal),
        by_scorer=tuple(agreement.by_scorer or ()),
    )


def finished_kingdoms(game: GameView, kingdoms: Iterable[KingdomBlock]) -> list[FinishedKingdom]:
    """The finished kingdoms, in the order of play."""
    agreed = ((kingdom, sign_off_of(game, kingdom.king)) for kingdom in kingdoms)
    return [FinishedKingdom(kingdom, agreement) for kingdom, agreement in agreed if agreement is not None]


def signers_of(game: GameView, agreements: Iterable[SignOffView]) -> list[Signer]:
    """For each player, which of these kingdoms they have signed off, and what this phone may do."""
    listed = tuple(agreements)
    return [_signer(game, place, seat, listed) for place, seat in enumerate(game.seats)]


def _signer(game: GameView, seat_index: int, seat: SeatView, agreements: tuple[SignOffView, ...]) -> Signer:
    missing = tuple(agreement for agreement in agreements if not agreement.voices[seat_index].agreed)
    speaks = game.may_answer_for(seat.seat)
    undoable = tuple(
        agreement for agreement in agreements if seat.seat in agreement.by_scorer and agreement.seal is None
    )
    return Signer(seat, missing, bool(missing) and speaks, undoable if speaks and game.can_write else ())


@dataclass(frozen=True, slots=True)
class Confirmation:
    """Whether a second person has confirmed the current version of an entry; `entry`: the entry to confirm."""

    entry: int
    waits: bool
    by: str
    author: str | None
    voices: tuple[PlayerConsent, ...]
    by_scorer: str
    """The players for whom the scorer's phone has confirmed it."""
    needs_another_link: bool
    """Whether the entry came through the reader's own link, so that another link must confirm it."""


def confirmation_of(
    game: GameView,
    record: Record,
    counted: GameFileEntry,
    entries_by_seq: Mapping[int, JournalEntry],
    answers: AnsweredByScorer,
) -> Confirmation | None:
    """The confirmation of an entry; None if it neither needs one nor has one."""
    waits = counted in record.unconfirmed
    seats = record.confirmations.get(counted.current_seq)
    if not waits and seats is None:
        return None
    entry = entries_by_seq[counted.current_seq]
    author, link = entry.author, entry.link
    ours = link is not None and (link.get("right"), link.get("seat")) == (game.may, game.own_seat)
    voices = tuple(
        PlayerConsent(seat, agreed=False, may_agree=not ours and game.may_answer_for(seat.seat))
        for seat in game.seats
        if seat.name != author
    )
    by_scorer = names_answered_for(game, answers, [Statement(EntryConfirmed, counted.current_seq)])
    return Confirmation(counted.current_seq, waits, _confirmer_names(game, seats), author, voices, by_scorer, ours)


def _confirmer_names(game: GameView, seats: frozenset[Seat] | None) -> str:
    """The names of the players who confirmed, or the referee; empty if no one did."""
    if seats is None:
        return ""
    names = [game.name_of(seat) for seat in SEATS if seat in seats]
    return _(", ").join(names) if names else _("the referee")
