"""Which games a club counts, and for which members. The last event about a game applies."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import TYPE_CHECKING, Annotated, ClassVar

from trexscore.club import fields
from trexscore.club.counted_game import OVERRIDABLE_OBSTACLES, CountedGame, OverridableObstacle, parse_counted_game
from trexscore.club.event import REFEREE_ROLES, SCORER_ROLES, ClubEvent
from trexscore.club.events.season import SeasonDefined
from trexscore.club.members import LEADER_ROLES, Member, Role
from trexscore.club.season_tallies import with_surviving_members
from trexscore.ledger import json_reader
from trexscore.ledger.json_reader import INVALID_VALUE, Faults, InvalidValue, JsonField
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import SEAT_BY_LETTER

if TYPE_CHECKING:
    from trexscore.club.record import ClubRecord

MemberNumbersBySeatLetter = Mapping[str, int | None]
"""Members by seat letter; null for players from outside the club."""


def _member_numbers_by_seat_field() -> JsonField[MemberNumbersBySeatLetter]:
    def read(value: object, path: str, faults: Faults) -> MemberNumbersBySeatLetter | InvalidValue:
        if not isinstance(value, dict):
            faults.append(refuse("wrong_type", path, wanted="object"))
            return INVALID_VALUE
        fault_count_before = len(faults)
        for letter, number in value.items():
            if letter not in SEAT_BY_LETTER:
                faults.append(refuse("unknown_seat", path, seat_named=letter))
            elif number is not None and type(number) is not int:
                faults.append(refuse("unknown_member", path))
        return INVALID_VALUE if len(faults) > fault_count_before else value

    return JsonField(read, {"type": "object"})


def _overridden_obstacles_field() -> JsonField[tuple[OverridableObstacle, ...]]:
    def parse(value: object) -> tuple[OverridableObstacle, ...] | None:
        return (
            tuple(value)
            if isinstance(value, list) and all(override in OVERRIDABLE_OBSTACLES for override in value)
            else None
        )

    return json_reader.parsed_field(parse, {"type": "array"}, "unknown_choice")


class GameCounted(ClubEvent):
    """A game counts for the members at its seats. A substitute plays for a member, who gets the points.

    Seats are those where players were first recorded, so that a later correction of the seating leaves the event true.
    `overridden_obstacles`: obstacles that the club overrides; `rules_override_season_numbers`: where
    `house_rules` is overridden, None for all.
    """

    stored_kind: ClassVar[str] = "game"
    permitted_roles: ClassVar[tuple[Role, ...]] = SCORER_ROLES
    is_about_game: ClassVar[bool] = True

    game_uid: Annotated[str, fields.uuid_field().with_key("uid")]
    day: Annotated[date, fields.day_field().with_key("on")]
    night_number: Annotated[int | None, fields.entry_number_field().or_null().with_key("evening")] = None
    table_number: Annotated[int | None, fields.whole_number_field().or_null().with_key("table")] = None
    overridden_obstacles: Annotated[
        tuple[OverridableObstacle, ...], _overridden_obstacles_field().with_key("although")
    ] = ()
    rules_override_season_numbers: Annotated[
        tuple[int, ...] | None, fields.entry_numbers_field().or_null().with_key("seasons")
    ] = None
    member_number_by_original_seat: Annotated[
        MemberNumbersBySeatLetter, _member_numbers_by_seat_field().with_key("seats")
    ]
    substitute_number_by_original_seat: Annotated[
        MemberNumbersBySeatLetter | None, _member_numbers_by_seat_field().with_key("substitutes")
    ] = None

    @classmethod
    def permits_content(cls, _record: "ClubRecord", me: Member, content: Mapping[str, object]) -> bool:
        """Only the owner and admins override an obstacle other than an abandoned game."""
        overrides = content.get("although")
        requested_overrides = (
            {code for code in overrides if isinstance(code, str)} if isinstance(overrides, list) else set[str]()
        )
        return me.role in LEADER_ROLES or requested_overrides <= {"unfinished"}

    @property
    def counted_game(self) -> CountedGame:
        """The game, by the seats where its players were first recorded."""
        return parse_counted_game(self.content)

    def refusals(self, record: "ClubRecord") -> Iterable[Refusal]:
        faults = []
        if self.night_number is not None and self.night_number not in record.game_nights:
            faults.append(refuse("unknown_evening", "game.evening"))
        if any(
            record.event_type_by_seq.get(number) is not SeasonDefined
            for number in self.rules_override_season_numbers or ()
        ):
            faults.append(refuse("unknown_choice", "game.seasons"))
        for field, seated in (
            ("seats", self.member_number_by_original_seat),
            ("substitutes", self.substitute_number_by_original_seat or {}),
        ):
            if any(number is not None and number not in record.members for number in seated.values()):
                faults.append(refuse("unknown_member", f"game.{field}"))
        return faults or self._player_refusals(record)

    def _player_refusals(self, record: "ClubRecord") -> Iterable[Refusal]:
        """At least one member of the club has a seat, and no one has two."""
        game = with_surviving_members(record, self.counted_game)
        if not any(game.credited_member_numbers):
            yield refuse("nobody_of_the_club", "game.seats")
        if game.has_member_twice:
            yield refuse("sits_twice", "game.seats")


class GameExcluded(ClubEvent):
    """A game no longer counts."""

    stored_kind: ClassVar[str] = "withdrawn"
    permitted_roles: ClassVar[tuple[Role, ...]] = REFEREE_ROLES
    is_about_game: ClassVar[bool] = True

    game_uid: Annotated[str, fields.uuid_field().with_key("uid")]
    reason: Annotated[str, fields.reason_field()]
