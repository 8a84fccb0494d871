"""A club, folded from its journal."""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date, tzinfo
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from trexscore.club.game_night import GameNight
from trexscore.club.members import Member
from trexscore.club.season import Adjustment, Season
from trexscore.game.file.names import name_key, read_name, similarity_key

VisiblePart = Literal["nothing", "standings", "all"]
"""What people outside the club see."""
VISIBLE_PARTS: tuple[VisiblePart, ...] = get_args(VisiblePart)


if TYPE_CHECKING:
    from trexscore.club.event import ClubEvent


class ClubSettings(NamedTuple):
    """The club's settings. `sign_off_required`: a game counts once all four players have signed off every kingdom.

    `sign_off_required_from`: this applies to games of that day or later; None for all.
    """

    name: str
    part_visible_to_non_members: VisiblePart = "nothing"
    sign_off_required: bool = False
    last_settings_seq: int = 0
    """The latest entry about them."""
    sign_off_required_from: date | None = None
    zone_name: str | None = None
    """IANA name of the time zone of its days and times; None for the server's."""

    @property
    def zone(self) -> tzinfo | None:
        """The club's time zone; None for the server's, or if the server does not know the club's."""
        return None if self.zone_name is None else find_time_zone(self.zone_name)

    def requires_sign_off(self, day: date) -> bool:
        """Whether a game of that day must be signed off to count."""
        return self.sign_off_required and (self.sign_off_required_from is None or day >= self.sign_off_required_from)


@lru_cache(maxsize=64)
def find_time_zone(name: str) -> tzinfo | None:
    """The time zone with this IANA name; None if the server does not know it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


class Merge(NamedTuple):
    """The number of the merged member, and that of the surviving one."""

    merged_number: int
    surviving_number: int


class ClubRecord(NamedTuple):
    """A club without the games that it counts."""

    settings: ClubSettings
    members: Mapping[int, Member]
    seasons: Mapping[int, Season]
    game_nights: Mapping[int, GameNight]
    event_type_by_seq: Mapping[int, type["ClubEvent"]]
    """The event class of every entry, by its `seq`."""
    undone_seqs: frozenset[int]
    merge_by_seq: Mapping[int, Merge]
    """Merges that were not undone, by their entry."""
    adjustments: tuple[Adjustment, ...] = ()
    """Points given outside of games, in the order of their entries."""

    def adjustment_sum_by_member(self, season_number: int, last_iso_date: str = "9999-12-31") -> dict[int, int]:
        """The sum of a season's adjustments up to and including a day, by member; zero sums are left out."""
        sums: Counter[int] = Counter()
        for adjustment in self.adjustments:
            if adjustment.season_number == season_number and adjustment.iso_day <= last_iso_date:
                sums.update(
                    {
                        self.surviving_member(member).number: adjustment.points_per_member
                        for member in adjustment.member_numbers
                    }
                )
        return {member: points for member, points in sums.items() if points}

    def surviving_members_among(self, member_numbers: Iterable[int]) -> list[Member]:
        """The members with these numbers, after merges. Unknown numbers, of members who joined later, are left out."""
        return [self.surviving_member(number) for number in member_numbers if number in self.members]

    def surviving_member(self, member_number: int) -> Member:
        """The member with this number, after merges. Raises `KeyError`."""
        member = self.members[member_number]
        return member if member.merged_into_number is None else self.surviving_member(member.merged_into_number)

    def surviving_number(self, member_number: int | None) -> int | None:
        """The member's number after merges; None stays None. Raises `KeyError`."""
        return None if member_number is None else self.surviving_member(member_number).number

    def all_numbers_of(self, member_number: int) -> frozenset[int]:
        """All numbers of the same member, including merged ones."""
        member = self.surviving_member(member_number)
        return frozenset(known for known in self.members if self.surviving_member(known) is member)

    @property
    def member_by_name_key(self) -> Mapping[str, Member]:
        """Members by normalized name, former and merged ones included.

        Among namesakes, an active member comes before a former one, and a member with the name before a merged one.
        """
        named_members = [member for member in self.members.values() if member.name is not None]
        members_by_priority = sorted(
            named_members,
            key=lambda member: (self.surviving_member(member.number).is_active, member.merged_into_number is None),
        )
        return {name_key(member.name or ""): self.surviving_member(member.number) for member in members_by_priority}

    def similar_members_without_namesake(self, name: str) -> tuple[Member, ...]:
        """Current and former members with a similar name; none if someone has exactly this name."""
        normalized_name = read_name(name) or ""
        key, exact_key = similarity_key(normalized_name), name_key(normalized_name)
        similar_members = [
            member for member in self.members.values() if member.name and similarity_key(member.name) == key
        ]
        if not key or any(name_key(member.name or "") == exact_key for member in similar_members):
            return ()
        return tuple(member for member in similar_members if member.merged_into_number is None)

    @property
    def unmerged_members(self) -> tuple[Member, ...]:
        """All members after merges, former ones included, in the order in which they joined."""
        return tuple(member for member in self.members.values() if member.merged_into_number is None)

    @property
    def active_members(self) -> tuple[Member, ...]:
        """All active members."""
        return tuple(member for member in self.unmerged_members if member.is_active)

    @property
    def game_nights_in_order(self) -> list[GameNight]:
        """All game nights by day, time and number."""
        return sorted(self.game_nights.values(), key=lambda night: night.sort_key)

    def previous_attendee_numbers(self, game_night: GameNight) -> frozenset[int]:
        """The members who attended the latest earlier game night with any attendance, by their current numbers.

        Former members are left out. Members who were drawn but left early count as attending.
        """
        earlier_nights = [night for night in self.game_nights_in_order if night.sort_key < game_night.sort_key]
        for night in reversed(earlier_nights):
            attended = {self.surviving_number(member) for member in night.present_or_drawn_numbers}
            active_attendees = frozenset(member.number for member in self.active_members if member.number in attended)
            if active_attendees:
                return active_attendees
        return frozenset()

    @property
    def owner(self) -> Member:
        return next(member for member in self.unmerged_members if member.role == "owner")

    def seasons_on(self, day: date) -> tuple[Season, ...]:
        """The seasons that include a day."""
        return tuple(season for season in self.seasons.values() if season.includes(day))
