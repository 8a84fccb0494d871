"""Disputes: a player disputes an entry or the game and may propose changes, the others answer, and it is resolved.

If all four agree, the last answer resolves it. Otherwise any player resolves it once all whose points would change
have given the same answer, or the referee does with a reason.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, ClassVar, get_args

from trexscore.game import fields
from trexscore.game.correction import Change, affected_seqs, changes_field, unknown_entry_refusals
from trexscore.game.dispute import Dispute, Reopening, Resolution
from trexscore.game.event import EntryLink, EventTransition, GameEvent, Writers
from trexscore.ledger import json_reader
from trexscore.ledger.chain import Body
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import SEATS, Seat

if TYPE_CHECKING:
    from trexscore.game.builder import GameBuilder
    from trexscore.game.record import Record


class DisputeRaised(GameEvent):
    """A player disputes an entry (`about_seq`) or the game, and may propose changes."""

    stored_kind: ClassVar[str] = "disputed"
    permitted_writers: ClassVar[Writers] = Writers.OWNER_OR_SCORER | Writers.PLAYER
    has_deadline: ClassVar[bool] = True

    seat: Annotated[Seat, json_reader.seat_field()]
    reason: Annotated[str, json_reader.reason_field()]
    about_seq: Annotated[int | None, json_reader.number_field("unknown_entry").or_null().with_key("about")] = None
    changes: Annotated[tuple[Change, ...], changes_field(min_changes=0)] = ()

    @property
    def referenced_seq(self) -> int | None:
        return self.about_seq

    def statement_subject(self, seq: int) -> object:
        return seq

    def represented_seats(self) -> frozenset[Seat]:
        return frozenset({self.seat})

    def refusals(self, record: "Record") -> Iterable[Refusal]:
        """A player can have one open dispute about an entry."""
        if self.about_seq is not None and self.about_seq not in record.counted_seqs:
            yield refuse("unknown_entry", "disputed.about")
        elif any(
            (each.seat, each.about_seq, each.resolution) == (self.seat, self.about_seq, None)
            for each in record.disputes.values()
        ):
            yield refuse("already_disputed", "disputed.seat", seat=self.seat)
        yield from unknown_entry_refusals(self.changes, record.counted_seqs)

    def proposed_change_contents(self, _record: "Record") -> Sequence[Body]:
        return self.content.get("changes") or ()

    def affected_seqs(self, record: "Record") -> Iterable[int]:
        if self.about_seq is not None:
            yield self.about_seq
        yield from affected_seqs(self.changes, record.counted_seqs)

    def apply(self, builder: "GameBuilder", seq: int) -> None:
        proposed_changes = tuple(self.content.get("changes", ()))
        agree = frozenset({self.seat})
        builder.disputes[seq] = Dispute(
            seq, self.seat, self.about_seq, self.reason, proposed_changes, agree, frozenset()
        )


class _DisputeFollowUp(GameEvent):
    """An event about an earlier dispute."""

    can_change_signed_kingdoms: ClassVar[bool] = True

    dispute_seq: Annotated[int, json_reader.number_field("unknown_dispute").with_key("dispute")]

    @property
    def referenced_seq(self) -> int | None:
        return self.dispute_seq


class DisputeAnswered(_DisputeFollowUp):
    """A player agrees or disagrees with a dispute. A later answer replaces an earlier one."""

    stored_kind: ClassVar[str] = "answered"
    permitted_writers: ClassVar[Writers] = Writers.OWNER_OR_SCORER | Writers.PLAYER | Writers.REFEREE_FOR_PLAYER
    undoable: ClassVar[bool] = True
    undo_has_deadline: ClassVar[bool] = True

    seat: Annotated[Seat, json_reader.seat_field()]
    agrees: Annotated[bool, json_reader.flag_field()]

    def statement_subject(self, _seq: int) -> object:
        return self.dispute_seq

    def represented_seats(self) -> frozenset[Seat]:
        return frozenset({self.seat})

    def refusals(self, record: "Record") -> Iterable[Refusal]:
        yield from _dispute_not_open_refusals(record, self.dispute_seq, self.stored_kind)

    def is_approved(self, _record_before: "Record", record_after: "Record") -> bool:
        dispute = record_after.disputes.get(self.dispute_seq)
        return dispute is not None and dispute.all_agree

    def apply(self, builder: "GameBuilder", seq: int) -> None:
        if dispute := builder.disputes.get(self.dispute_seq):
            answered = dispute.with_answer(self.seat, agrees=self.agrees)
            builder.disputes[dispute.seq] = answered
            if answered.all_agree:
                builder.resolve_dispute(
                    seq, answered, "proposed" if answered.proposed_change_contents else "as_it_stands"
                )


class DisputeResolved(_DisputeFollowUp):
    """A dispute ends: its changes are made, the game stays as it is, or the player who raised it withdraws it."""

    stored_kind: ClassVar[str] = "settled"
    permitted_writers: ClassVar[Writers] = (
        Writers.OWNER_OR_SCORER | Writers.PLAYER | Writers.REFEREE | Writers.REFEREE_FOR_PLAYER
    )
    undoable: ClassVar[bool] = True
    undo_has_deadline: ClassVar[bool] = True

    resolution: Annotated[
        Resolution, json_reader.choice_field(get_args(Resolution), "unknown_end").missing_is_wrong().with_key("as")
    ]
    withdrawing_seat: Annotated[Seat | None, json_reader.seat_field().with_key("seat")] = None
    by_referee: Annotated[bool, fields.referee_field().with_key("by")] = False
    reason: Annotated[
        str | None, json_reader.reason_field().with_description("The reason. A referee has to give one.")
    ] = None

    def statement_subject(self, _seq: int) -> object:
        return self.dispute_seq

    @property
    def answers_for_players(self) -> bool:
        return self.resolution == "withdrawn"

    @classmethod
    def permits_player_link(cls, link: EntryLink, content: Body) -> bool:
        """Any player may resolve a dispute; only the one who raised it may withdraw it."""
        if "seat" not in content:
            return content.get("as") != "withdrawn"
        return content["seat"] == link.seat_letter and content.get("as") == "withdrawn"

    def represented_seats(self) -> frozenset[Seat]:
        return frozenset() if self.withdrawing_seat is None else frozenset({self.withdrawing_seat})

    def refusals(self, record: "Record") -> Iterable[Refusal]:
        faults = list(_dispute_not_open_refusals(record, self.dispute_seq, self.stored_kind))
        yield from faults
        withdraws_own_dispute = self.withdrawing_seat is not None and "by" not in self.content
        if not faults and (self.resolution == "withdrawn") != (
            withdraws_own_dispute and self.withdrawing_seat is record.disputes[self.dispute_seq].seat
        ):
            yield refuse("not_yours_to_withdraw", "settled.as")

    def refusals_unless_predating_links(self, _record: "Record") -> Iterable[Refusal]:
        if self.by_referee and self.reason is None:
            yield refuse("missing_field", "settled.reason", field="reason")

    def outcome_refusals(self, transition: EventTransition) -> Iterable[Refusal]:
        """All whose points would change must have given the same answer, unless the referee resolves it or it is
        withdrawn.
        """
        if transition.entry_predates_links or self.by_referee or self.resolution == "withdrawn":
            return
        dispute = transition.record_before.disputes[self.dispute_seq]
        proposed_record = (
            transition.compute_corrected_record(dispute.proposed_change_contents)
            if dispute.proposed_change_contents
            else transition.record_before
        )
        seats_not_supporting = dispute.seats_not_supporting(
            self.resolution, seats_needed_to_resolve(transition.record_before, proposed_record)
        )
        if seats_not_supporting:
            yield refuse("not_answered_yet", "settled.as", seat=seats_not_supporting[0])

    def is_approved(self, record_before: "Record", record_after: "Record") -> bool:
        return self.by_referee and not record_before.pre_referee_kingdoms_changed_in(record_after)

    def apply(self, builder: "GameBuilder", seq: int) -> None:
        if dispute := builder.disputes.get(self.dispute_seq):  # otherwise the dispute was undone
            resolved = dispute._replace(resolved_by_referee=self.by_referee, referee_reason=self.reason)
            builder.resolve_dispute(seq, resolved, self.resolution)


class DisputeReopened(_DisputeFollowUp):
    """A resolved dispute that changed nothing is open again."""

    stored_kind: ClassVar[str] = "reopened"
    permitted_writers: ClassVar[Writers] = Writers.OWNER_OR_SCORER | Writers.PLAYER | Writers.REFEREE

    reason: Annotated[str, json_reader.reason_field()]
    seat: Annotated[Seat | None, json_reader.seat_field()] = None
    by_referee: Annotated[bool, fields.referee_field().with_key("by")] = False

    def faults_after_reading(self) -> Iterable[Refusal]:
        if self.seat is None and not self.by_referee:
            yield refuse("missing_field", "reopened.seat", field="seat")

    def represented_seats(self) -> frozenset[Seat]:
        return frozenset() if self.seat is None else frozenset({self.seat})

    def refusals(self, record: "Record") -> Iterable[Refusal]:
        """A dispute that has changed something cannot be reopened."""
        dispute = record.disputes.get(self.dispute_seq)
        if dispute is None:
            yield refuse("unknown_dispute", "reopened.dispute")
        elif dispute.resolution is None:
            yield refuse("dispute_open", "reopened.dispute")
        elif dispute.resolution == "proposed":
            yield refuse("dispute_put_right", "reopened.dispute")

    def proposed_change_contents(self, record: "Record") -> Sequence[Body]:
        return record.disputes[self.dispute_seq].proposed_change_contents

    def is_approved(self, record_before: "Record", record_after: "Record") -> bool:
        return self.by_referee and not record_before.pre_referee_kingdoms_changed_in(record_after)

    def apply(self, builder: "GameBuilder", _seq: int) -> None:
        if dispute := builder.disputes.get(self.dispute_seq):
            builder.disputes[dispute.seq] = dispute.reopened(Reopening(self.seat, self.reason))


def _dispute_not_open_refusals(record: "Record", dispute_seq: int, event_path: str) -> Iterable[Refusal]:
    dispute = record.disputes.get(dispute_seq)
    if dispute is None:
        yield refuse("unknown_dispute", f"{event_path}.dispute")
    elif dispute.resolution:
        yield refuse("dispute_ended", f"{event_path}.dispute")


def seats_needed_to_resolve(record: "Record", proposed_record: "Record") -> frozenset[Seat]:
    """The players whose points a proposal changes; all four if it changes none."""
    current_totals, proposed_totals = record.play().game.totals, proposed_record.play().game.totals
    return frozenset(seat for seat in SEATS if current_totals[seat] != proposed_totals[seat]) or frozenset(SEATS)
