"""How far kingdoms have been agreed on, and who of the four can still say so on this phone."""

from collections.abc import Iterable
from dataclasses import dataclass

from trexscore.journal.agreement import is_old
from trexscore.web.rendering import translate as _
from trexscore.web.views.game import GameView, SeatView
from trexscore.web.views.sheet import Kingdom


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

    @property
    def open_here(self) -> bool:
        """Whether anybody can still agree on this phone."""
        return any(voice.may_agree for voice in self.voices)


@dataclass(frozen=True, slots=True)
class KingdomInShort:
    """A kingdom that is over, and how far it is agreed on."""

    kingdom: Kingdom
    agreement: AgreementView


@dataclass(frozen=True, slots=True)
class WholeVoice:
    """A player, and the kingdoms on which they have not agreed yet: `missing` is everything that one tap says."""

    seat: SeatView
    missing: tuple[AgreementView, ...]
    may_agree: bool


def agreement_of(game: GameView, king: str) -> AgreementView | None:
    """The agreement on a king's kingdom; none before it is complete."""
    said = next((one for one in game.state["agreements"] if one["king"] == king), None)
    if said is None:
        return None
    voices = (
        Voice(seat, seat.seat in said["seats"], seat.seat not in said["seats"] and game.speaks_for(seat.seat))
        for seat in game.seats
    )
    seal = said["seal"]
    return AgreementView(
        king,
        said["digest"],
        seal,
        tuple(voices),
        signed_as=_(", ").join(name or "–" for name in said.get("signed_as", ())),
        cancelled="cancelled" in said,
        old_kind=seal is not None and is_old(seal),
    )


def in_short(game: GameView, kingdoms: Iterable[Kingdom]) -> list[KingdomInShort]:
    """The kingdoms that are over, in the order of play."""
    agreed = ((kingdom, agreement_of(game, kingdom.king)) for kingdom in kingdoms)
    return [KingdomInShort(kingdom, agreement) for kingdom, agreement in agreed if agreement is not None]


def voices_on(game: GameView, kingdoms: list[KingdomInShort]) -> list[WholeVoice]:
    """What each of the four has said to all of these, and may still say here."""
    voices = []
    for place, seat in enumerate(game.seats):
        missing = tuple(one.agreement for one in kingdoms if not one.agreement.voices[place].agreed)
        voices.append(WholeVoice(seat, missing, bool(missing) and game.speaks_for(seat.seat)))
    return voices
