"""The beginning of a club, and its settings."""

import re
from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING, Annotated, ClassVar

from trexscore.club import CLUB_JOURNAL_FORMAT, fields
from trexscore.club.event import ClubEvent, changed_since_refusals
from trexscore.club.members import LEADER_ROLES, Role
from trexscore.club.record import VISIBLE_PARTS, ClubSettings, VisiblePart
from trexscore.ledger import json_reader
from trexscore.ledger.json_reader import JsonField
from trexscore.rules.refusals import Refusal, refuse

if TYPE_CHECKING:
    from trexscore.club.builder import ClubBuilder
    from trexscore.club.record import ClubRecord

_TIME_ZONE_PATTERN = re.compile(r"[A-Za-z0-9_+-]{1,20}(?:/[A-Za-z0-9_+-]{1,20}){0,2}")
"""Known zones differ by server and year, so any well-formed name is accepted."""


def _zone_name_field() -> JsonField[str]:
    return json_reader.text_field_where(_TIME_ZONE_PATTERN.fullmatch, {"type": "string"}, "unknown_choice")


class ClubCreated(ClubEvent):
    """The first entry. Settings and the owner follow."""

    stored_kind: ClassVar[str] = "founded"

    format: Annotated[str, json_reader.choice_field((CLUB_JOURNAL_FORMAT,), "unknown_choice")]

    def refusals(self, record: "ClubRecord") -> Iterable[Refusal]:
        if record.event_type_by_seq:
            yield refuse("unknown_field", "founded", field="founded")


class SettingsChanged(ClubEvent):
    """All settings of the club. `last_seen_settings_seq`: the last entry about them that the client has seen."""

    stored_kind: ClassVar[str] = "settings"
    permitted_roles: ClassVar[tuple[Role, ...]] = LEADER_ROLES

    name: Annotated[str, fields.name_field()]
    part_visible_to_non_members: Annotated[
        VisiblePart,
        json_reader.choice_field(VISIBLE_PARTS, "unknown_choice").with_key("shows"),
    ]
    sign_off_required: Annotated[bool, json_reader.flag_field().with_key("agreed")] = False
    sign_off_required_from: Annotated[date | None, fields.day_field().or_null().with_key("agreed_from")] = None
    zone_name: Annotated[str | None, _zone_name_field().or_null().with_key("zone")] = None
    last_seen_settings_seq: Annotated[int | None, fields.entry_number_field().with_key("behind")] = None

    def refusals(self, record: "ClubRecord") -> Iterable[Refusal]:
        return changed_since_refusals(self.last_seen_settings_seq, record.settings.last_settings_seq, self.stored_kind)

    def apply(self, builder: "ClubBuilder", seq: int) -> None:
        builder.settings = ClubSettings(
            self.name,
            self.part_visible_to_non_members,
            self.sign_off_required,
            seq,
            self.sign_off_required_from,
            self.zone_name,
        )
