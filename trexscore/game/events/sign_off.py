"""What players sign off and confirm: a complete kingdom as it stands, and another person's entry."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from trexscore.game import fields
from trexscore.game.event import GameEvent, Writers
from trexscore.game.sign_off import SignOff
from trexscore.ledger import reader
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import Seat

if TYPE_CHECKING:
    from trexscore.game.builder import GameBuilder
    from trexscore.game.record import Record

_PLAYERS = Writers.SCORER | Writers.PLAYER | Writers.REFEREE_FOR_PLAYER


@dataclass(frozen=True, kw_only=True)
class KingdomSigned(GameEvent):
    """A player signs a kingdom off. `digest` is that of what they saw; the sign-off holds while the kingdom has it."""

    wire: ClassVar[str] = "agreed"
    writers: ClassVar[Writers] = _PLAYERS
    undoable: ClassVar[bool] = True

    kingdom: Annotated[Seat, reader.seat()]
    seat: Annotated[Seat, reader.seat()]
    digest: Annotated[str, fields.digest()]

    def subject_at(self, _seq: int) -> object:
        return self.kingdom.name

    def speakers(self) -> frozenset[Seat]:
        return frozenset({self.seat})

    def check(self, game: "Record") -> Iterable[Refusal]:
        """A second person has confirmed all its entries first, where the policy asks for that."""
        king = self.kingdom
        now = {one.king: one.digest for one in game.agreements(game.play().game)}
        if king not in now:
            return [refuse("kingdom_not_complete", "agreed.kingdom", king=king)]
        if self.digest != now[king]:
            return [refuse("kingdom_changed", "agreed.digest", king=king)]
        if any(one[:3] == (king, self.seat, now[king]) for one in game.agreed):
            return [refuse("already_agreed", "agreed.seat", seat=self.seat)]
        waiting = [one for one in game.unconfirmed if one.entry.king is king]
        return [refuse("not_confirmed", "agreed.kingdom", king=king, entries=len(waiting))] if waiting else []

    def apply(self, game: "GameBuilder", seq: int) -> None:
        game.sign(SignOff(self.kingdom, self.seat, self.digest, seq=seq))


@dataclass(frozen=True, kw_only=True)
class EntryConfirmed(GameEvent):
    """A second person says that an entry is right as it stands."""

    wire: ClassVar[str] = "confirmed"
    writers: ClassVar[Writers] = _PLAYERS
    undoable: ClassVar[bool] = True

    seq: Annotated[int, reader.number()]
    seat: Annotated[Seat, reader.seat()]

    @property
    def refers_to(self) -> int | None:
        return self.seq

    def subject_at(self, _seq: int) -> object:
        return self.seq

    def speakers(self) -> frozenset[Seat]:
        return frozenset({self.seat})

    def check(self, game: "Record") -> Iterable[Refusal]:
        if self.seq not in {one.holds for one in game.counted}:
            yield refuse("nothing_to_confirm", "confirmed.seq")
        elif self.seq in game.confirmations:
            yield refuse("already_confirmed", "confirmed.seq")

    def apply(self, game: "GameBuilder", _seq: int) -> None:
        game.confirmations[self.seq] = game.confirmations.get(self.seq, frozenset()) | {self.seat}
