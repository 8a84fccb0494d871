"""The beginning of a club, and its settings."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Annotated, ClassVar

from trexscore.club import FORMAT, fields
from trexscore.club.event import ClubEvent, changed_since
from trexscore.club.events.members import with_name
from trexscore.club.members import LEADER_ROLES, Role
from trexscore.club.record import SHOWS, Settings, Shows
from trexscore.ledger import reader
from trexscore.ledger.chain import Body
from trexscore.ledger.reader import UNREADABLE, Faults, Field, Unreadable
from trexscore.rules.refusals import Refusal, refuse

if TYPE_CHECKING:
    from trexscore.club.builder import ClubBuilder
    from trexscore.club.record import ClubRecord

_ZONE = re.compile(r"[A-Za-z0-9_+-]{1,20}(?:/[A-Za-z0-9_+-]{1,20}){0,2}")
"""Known zones differ by server and year, so any well-formed name is accepted."""


def _zone() -> Field[str]:
    def read(value: object, path: str, faults: Faults) -> str | Unreadable:
        if isinstance(value, str) and _ZONE.fullmatch(value):
            return value
        faults.append(refuse("unknown_choice", path))
        return UNREADABLE

    return Field(read, {"type": "string"})


@dataclass(frozen=True, kw_only=True)
class ClubCreated(ClubEvent):
    """The first entry. Settings and the owner follow."""

    wire: ClassVar[str] = "founded"

    format: Annotated[str, reader.one_of((FORMAT,), "unknown_choice", reads_missing=False)]

    def check(self, club: "ClubRecord") -> Iterable[Refusal]:
        if club.kinds:
            yield refuse("unknown_field", "founded", field="founded")


@dataclass(frozen=True, kw_only=True)
class SettingsChanged(ClubEvent):
    """All settings of the club. `seen`: the last entry about them that the client has seen."""

    wire: ClassVar[str] = "settings"
    roles: ClassVar[tuple[Role, ...]] = LEADER_ROLES

    name: Annotated[str, fields.name()]
    shows: Annotated[Shows, reader.one_of(SHOWS, "unknown_choice", reads_missing=False)]
    agreed: Annotated[bool, reader.flag()] = False
    agreed_from: Annotated[date | None, reader.nullable(fields.day())] = None
    zone: Annotated[str | None, reader.nullable(_zone())] = None
    seen: Annotated[int | None, fields.entry_number().named("behind")] = None

    @classmethod
    def normalized(cls, body: Body) -> Body:
        return with_name(cls.wire, body)

    def check(self, club: "ClubRecord") -> Iterable[Refusal]:
        return changed_since(self.seen, club.settings.last_entry, self.wire)

    def apply(self, club: "ClubBuilder", seq: int) -> None:
        club.settings = Settings(self.name, self.shows, self.agreed, seq, self.agreed_from, self.zone)
