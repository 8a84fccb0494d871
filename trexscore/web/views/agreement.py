"""How far a kingdom has been agreed on, and who of it can still say so on this phone."""

from dataclasses import dataclass

from trexscore.web.views.game import GameView, SeatView


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

    @property
    def open_here(self) -> bool:
        """Whether anybody can still agree on this phone."""
        return any(voice.may_agree for voice in self.voices)


def agreement_of(game: GameView, king: str) -> AgreementView | None:
    """The agreement on a king's kingdom; none before it is complete."""
    said = next((one for one in game.state["agreements"] if one["king"] == king), None)
    if said is None:
        return None
    voices = (
        Voice(seat, seat.seat in said["seats"], seat.seat not in said["seats"] and game.speaks_for(seat.seat))
        for seat in game.seats
    )
    return AgreementView(king, said["digest"], said["seal"], tuple(voices))
