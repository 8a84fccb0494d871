"""How far kingdoms have been agreed on, and who of the four can still say so on this phone."""

from collections.abc import Iterable
from dataclasses import dataclass

from trexscore.game.sign_off import is_old
from trexscore.web.games.seats import SeatView
from trexscore.web.games.sheet.presenter import Kingdom
from trexscore.web.games.view import GameView
from trexscore.web.rendering import translate as _


@dataclass(frozen=True, slots=True)
class Voice:
    """A player and whether they have agreed. `may_agree`: this phone may say it for them."""

    seat: SeatView
    agreed: bool
    may_agree: bool


@dataclass(frozen=True, slots=True)
class AgreementView:
    """A complete kingdom's agreement; `seal` once all four agree."""

    king: str
    digest: str
    seal: str | None
    voices: tuple[Voice, ...]
    signed_as: str = ""
    """What the players were called when the seal was given, where that was something else."""
    cancelled: bool = False
    """Whether all four had signed it off as it was before."""
    old_kind: bool = False
    by_scorer: tuple[str, ...] = ()
    """Those for whom the scorer's phone has signed it off."""


@dataclass(frozen=True, slots=True)
class KingdomInShort:
    """A kingdom that is over, and how far it is agreed on."""

    kingdom: Kingdom
    agreement: AgreementView


@dataclass(frozen=True, slots=True)
class Signer:
    """A player and the finished kingdoms that they have not signed off yet: one tap signs off everything `missing`.

    `undoable`: the kingdoms whose sign-off this phone may withdraw. It was entered on the scorer's phone, whose word
    for this player still counts, and not all four have signed yet.
    """

    seat: SeatView
    missing: tuple[AgreementView, ...]
    may_sign: bool
    undoable: tuple[AgreementView, ...]


def agreement_of(game: GameView, king: str) -> AgreementView | None:
    """The agreement on a king's kingdom; none before it is complete."""
    said = next((one for one in game.state.agreements if one.king == king), None)
    if said is None:
        return None
    voices = (
        Voice(seat, seat.seat in said.seats, seat.seat not in said.seats and game.speaks_for(seat.seat))
        for seat in game.seats
    )
    seal = said.seal
    return AgreementView(
        king,
        said.digest,
        seal,
        tuple(voices),
        signed_as=_(", ").join(name or "–" for name in said.signed_as or ()),
        cancelled=bool(said.cancelled),
        old_kind=seal is not None and is_old(seal),
        by_scorer=tuple(said.by_scorer or ()),
    )


def in_short(game: GameView, kingdoms: Iterable[Kingdom]) -> list[KingdomInShort]:
    """The kingdoms that are over, in the order of play."""
    agreed = ((kingdom, agreement_of(game, kingdom.king)) for kingdom in kingdoms)
    return [KingdomInShort(kingdom, agreement) for kingdom, agreement in agreed if agreement is not None]


def signers_of(game: GameView, agreements: Iterable[AgreementView]) -> list[Signer]:
    """What each of the four has signed off of these kingdoms, and what this phone may do about it."""
    listed = tuple(agreements)
    return [_signer(game, place, seat, listed) for place, seat in enumerate(game.seats)]


def _signer(game: GameView, place: int, seat: SeatView, agreements: tuple[AgreementView, ...]) -> Signer:
    missing = tuple(one for one in agreements if not one.voices[place].agreed)
    speaks = game.speaks_for(seat.seat)
    undoable = tuple(one for one in agreements if seat.seat in one.by_scorer and one.seal is None)
    return Signer(seat, missing, bool(missing) and speaks, undoable if speaks and game.can_write else ())
