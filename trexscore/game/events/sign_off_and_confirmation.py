"""Sign-offs of complete kingdoms, and confirmations of another person's entries."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, ClassVar

from trexscore.game import fields
from trexscore.game.event import GameEvent, Writers
from trexscore.game.sign_off import SignOff
from trexscore.ledger import json_reader
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import Seat

if TYPE_CHECKING:
    from trexscore.game.builder import GameBuilder
    from trexscore.game.record import Record

_WRITERS_FOR_PLAYERS = Writers.OWNER_OR_SCORER | Writers.PLAYER | Writers.REFEREE_FOR_PLAYER


class KingdomSigned(GameEvent):
    """A player signs a kingdom off. `digest`: that of the kingdom they saw; the sign-off holds while it matches."""

    stored_kind: ClassVar[str] = "agreed"
    permitted_writers: ClassVar[Writers] = _WRITERS_FOR_PLAYERS
    undoable: ClassVar[bool] = True

    king: Annotated[Seat, json_reader.seat_field().with_key("kingdom")]
    seat: Annotated[Seat, json_reader.seat_field()]
    digest: Annotated[str, fields.digest_field()]

    def statement_subject(self, _seq: int) -> object:
        return self.king.name

    def represented_seats(self) -> frozenset[Seat]:
        return frozenset({self.seat})

    def refusals(self, record: "Record") -> Iterable[Refusal]:
        """Where the policy asks for a second person, all entries of the kingdom must be confirmed first."""
        king = self.king
        digests = {sign_off.king: sign_off.digest for sign_off in record.kingdom_sign_offs(record.play().game)}
        if king not in digests:
            return [refuse("kingdom_not_complete", "agreed.kingdom", king=king)]
        if self.digest != digests[king]:
            return [refuse("kingdom_changed", "agreed.digest", king=king)]
        if any(sign_off[:3] == (king, self.seat, self.digest) for sign_off in record.sign_offs):
            return [refuse("already_agreed", "agreed.seat", seat=self.seat)]
        unconfirmed_entries = [counted for counted in record.unconfirmed_entries if counted.score_entry.king is king]
        return (
            [refuse("not_confirmed", "agreed.kingdom", king=king, entries=len(unconfirmed_entries))]
            if unconfirmed_entries
            else []
        )

    def apply(self, builder: "GameBuilder", seq: int) -> None:
        builder.add_sign_off(SignOff(self.king, self.seat, self.digest, seq=seq))


class EntryConfirmed(GameEvent):
    """A second person confirms the current version of an entry."""

    stored_kind: ClassVar[str] = "confirmed"
    permitted_writers: ClassVar[Writers] = _WRITERS_FOR_PLAYERS
    undoable: ClassVar[bool] = True

    confirmed_seq: Annotated[int, json_reader.number_field().with_key("seq")]
    seat: Annotated[Seat, json_reader.seat_field()]

    @property
    def referenced_seq(self) -> int | None:
        return self.confirmed_seq

    def statement_subject(self, _seq: int) -> object:
        return self.confirmed_seq

    def represented_seats(self) -> frozenset[Seat]:
        return frozenset({self.seat})

    def refusals(self, record: "Record") -> Iterable[Refusal]:
        if self.confirmed_seq not in {counted.current_seq for counted in record.counted_entries}:
            yield refuse("nothing_to_confirm", "confirmed.seq")
        elif self.confirmed_seq in record.confirming_seats_by_seq:
            yield refuse("already_confirmed", "confirmed.seq")

    def apply(self, builder: "GameBuilder", _seq: int) -> None:
        builder.confirmations[self.confirmed_seq] = builder.confirmations.get(self.confirmed_seq, frozenset()) | {
            self.seat
        }
