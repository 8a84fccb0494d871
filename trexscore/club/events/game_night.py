"""Game nights: date and place, attendance, and the draws of tables."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from datetime import date
from itertools import chain
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, get_args

from trexscore.club import fields
from trexscore.club.event import SCORER_ROLES, ClubEvent, changed_since_refusals
from trexscore.club.events.members import unknown_member_refusals
from trexscore.club.game_night import Draw, GameNight
from trexscore.club.members import Role
from trexscore.ledger import json_reader
from trexscore.ledger.json_reader import JsonField
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import SEATS, BySeat

if TYPE_CHECKING:
    from trexscore.club.builder import ClubBuilder
    from trexscore.club.record import ClubRecord

RecordedDrawMethod = Literal["random", "by_rating", "balanced", "mixing", "by_hand"]
RECORDED_DRAW_METHODS: tuple[RecordedDrawMethod, ...] = get_args(RecordedDrawMethod)
_TIME_OF_DAY_PATTERN = re.compile("(?:[01][0-9]|2[0-3]):[0-5][0-9]")


def _time_of_day_field() -> JsonField[str]:
    schema = {"type": "string", "examples": ["20:30"]}
    return json_reader.text_field_where(_TIME_OF_DAY_PATTERN.fullmatch, schema, "not_a_time")


def _tables_field() -> JsonField[tuple[BySeat[int], ...]]:
    def parse(value: object) -> tuple[BySeat[int], ...] | None:
        if isinstance(value, list) and all(
            isinstance(table, list) and len(table) == len(SEATS) and all(type(member) is int for member in table)
            for table in value
        ):
            return tuple(BySeat(*table) for table in value)
        return None

    return json_reader.parsed_field(parse, {"type": "array"}, "wrong_type", wanted="list")


class GameNightPlanned(ClubEvent):
    """A new game night, or a change to `changed_night_number`.

    `last_seen_plan_seq`: the last entry about it that the client has seen.
    """

    stored_kind: ClassVar[str] = "evening"
    permitted_roles: ClassVar[tuple[Role, ...]] = SCORER_ROLES
    undoable: ClassVar[bool] = True
    is_about_game_night: ClassVar[bool] = True

    day: Annotated[date, fields.day_field().with_key("on")]
    starts_at: Annotated[str | None, _time_of_day_field().or_null().with_key("at")] = None
    place: Annotated[str, fields.single_line_field()] = ""
    note: Annotated[str, fields.single_line_field(500)] = ""
    changed_night_number: Annotated[int | None, fields.entry_number_field().with_key("instead")] = None
    last_seen_plan_seq: Annotated[int | None, fields.entry_number_field().with_key("behind")] = None

    def refusals(self, record: "ClubRecord") -> Iterable[Refusal]:
        if self.changed_night_number is None:
            return ()
        if self.changed_night_number not in record.game_nights:
            return [refuse("unknown_evening", "evening.instead")]
        return changed_since_refusals(
            self.last_seen_plan_seq, record.game_nights[self.changed_night_number].last_plan_seq, self.stored_kind
        )

    def apply(self, builder: "ClubBuilder", seq: int) -> None:
        night_number = seq if self.changed_night_number is None else self.changed_night_number
        if self.changed_night_number is None or night_number in builder.game_nights:
            night = builder.game_nights.get(night_number, GameNight(night_number, seq, self.day))
            builder.game_nights[night_number] = night._replace(
                last_plan_seq=seq, day=self.day, starts_at=self.starts_at, place=self.place, note=self.note
            )


class AttendanceEvent(ClubEvent, ABC):
    """Members arrive at a game night, or leave it."""

    permitted_roles: ClassVar[tuple[Role, ...]] = SCORER_ROLES
    allowed_about_oneself: ClassVar[bool] = True
    is_about_game_night: ClassVar[bool] = True

    night_number: Annotated[int, fields.entry_number_field().with_key("evening")]
    member_numbers: Annotated[tuple[int, ...], fields.entry_numbers_field().with_key("members")]

    def refusals(self, record: "ClubRecord") -> Iterable[Refusal]:
        path = f"{self.stored_kind}.members"
        night = record.game_nights.get(self.night_number)
        faults = [] if night else [refuse("unknown_evening", f"{self.stored_kind}.evening")]
        if not self.member_numbers:
            faults.append(refuse("no_players", path))
        for number in self.member_numbers:
            faults += [*unknown_member_refusals(record, number, path)] or [*self.member_refusals(record, number, path)]
        if not faults and night is not None and self.changes_nothing(night):
            faults.append(refuse("nothing_to_change", path))
        return faults

    def member_refusals(self, _record: "ClubRecord", _member_number: int, _path: str) -> Iterable[Refusal]:
        """The reasons why a member cannot arrive or leave."""
        return ()

    @abstractmethod
    def changes_nothing(self, game_night: GameNight) -> bool:
        """Whether the night already is in this state."""

    @abstractmethod
    def present_after(self, builder: "ClubBuilder", game_night: GameNight) -> Iterable[int]:
        """Those present after it."""

    def apply(self, builder: "ClubBuilder", _seq: int) -> None:
        if night := builder.game_nights.get(self.night_number):
            present = tuple(self.present_after(builder, night))
            builder.game_nights[night.number] = night._replace(present_member_numbers=present)


class MembersCheckedIn(AttendanceEvent):
    """Members arrived at a game night."""

    stored_kind: ClassVar[str] = "arrived"

    def member_refusals(self, record: "ClubRecord", member_number: int, path: str) -> Iterable[Refusal]:
        """A former member can still check out, but not in."""
        return [refuse("has_left", path)] if record.members[member_number].has_left else []

    def changes_nothing(self, game_night: GameNight) -> bool:
        return {*game_night.present_member_numbers}.issuperset(self.member_numbers)

    def present_after(self, _builder: "ClubBuilder", game_night: GameNight) -> Iterable[int]:
        return dict.fromkeys((*game_night.present_member_numbers, *self.member_numbers))


class MembersCheckedOut(AttendanceEvent):
    """Members have left a game night."""

    stored_kind: ClassVar[str] = "went"

    def changes_nothing(self, game_night: GameNight) -> bool:
        return {*game_night.present_member_numbers}.isdisjoint(self.member_numbers)

    def present_after(self, builder: "ClubBuilder", game_night: GameNight) -> Iterable[int]:
        for member in game_night.present_member_numbers:
            if builder.surviving_number_so_far(member) not in self.member_numbers:
                yield member


class TablesDrawn(ClubEvent):
    """Tables for those present. `last_seen_draw_seq`: the last that the client saw; `seed` reproduces the draw."""

    stored_kind: ClassVar[str] = "drawn"
    permitted_roles: ClassVar[tuple[Role, ...]] = SCORER_ROLES
    undoable: ClassVar[bool] = True
    is_about_game_night: ClassVar[bool] = True

    night_number: Annotated[int, fields.entry_number_field().with_key("evening")]
    last_seen_draw_seq: Annotated[int, fields.entry_number_field().with_key("behind")]
    method: Annotated[RecordedDrawMethod, json_reader.choice_field(RECORDED_DRAW_METHODS, "unknown_choice")]
    seed: Annotated[int, fields.whole_number_field()]
    tables: Annotated[tuple[BySeat[int], ...], _tables_field()]
    sitting_out: Annotated[tuple[int, ...], fields.entry_numbers_field()]

    def refusals(self, record: "ClubRecord") -> Iterable[Refusal]:
        night = record.game_nights.get(self.night_number)
        if night is None:
            yield refuse("unknown_evening", "drawn.evening")
            return
        if self.last_seen_draw_seq != night.last_draw_seq:
            yield refuse("drawn_meanwhile", "drawn.behind")
        drawn_members = [*chain.from_iterable(self.tables), *self.sitting_out]
        if len(set(drawn_members)) < len(drawn_members):
            yield refuse("sits_twice", "drawn.tables")
        elif {*drawn_members} != {*night.present_member_numbers}:
            yield refuse("not_those_present", "drawn.tables")

    def apply(self, builder: "ClubBuilder", seq: int) -> None:
        if night := builder.game_nights.get(self.night_number):
            tables_with_origins = builder.tables_with_origins(night, seq, self.tables)
            tables, began = (
                tuple(seats for seats, _ in tables_with_origins),
                tuple(began for _, began in tables_with_origins),
            )
            draw = Draw(seq, self.method, self.seed, tables, self.sitting_out, began)
            builder.game_nights[night.number] = night._replace(draws=(*night.draws, draw))
