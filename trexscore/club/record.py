"""A club as its journal tells it."""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date, tzinfo
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from trexscore.club.adjustment import Adjustment
from trexscore.club.game_night import GameNight
from trexscore.club.members import Member
from trexscore.club.season import Season
from trexscore.game.file.names import compared, likeness, read_name

Shows = Literal["nothing", "standings", "all"]
"""What outsiders see."""
SHOWS: tuple[Shows, ...] = get_args(Shows)


if TYPE_CHECKING:
    from trexscore.club.event import ClubEvent


class Settings(NamedTuple):
    """What the club has chosen. `agreed`: a game counts once all four players have signed off every kingdom.

    `agreed_from`: only of games played on that day or later; None for all.
    """

    name: str
    shows: Shows = "nothing"
    agreed: bool = False
    last_entry: int = 0
    """The one that says it so."""
    agreed_from: date | None = None
    zone_name: str | None = None
    """The time zone of its days and times, as IANA calls it; None for the server's."""

    @property
    def zone(self) -> tzinfo | None:
        """The club's time zone; None for the server's, also where this server does not know it."""
        return None if self.zone_name is None else zone_called(self.zone_name)

    def asks_sign_off(self, on: date) -> bool:
        """Whether a game of that day has to be signed off to count."""
        return self.agreed and (self.agreed_from is None or on >= self.agreed_from)


@lru_cache(maxsize=64)
def zone_called(name: str) -> tzinfo | None:
    """The time zone that IANA calls so; None where this server knows none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


class ClubRecord(NamedTuple):
    """A club as its journal tells it, but for the games that it counts."""

    settings: Settings
    members: Mapping[int, Member]
    seasons: Mapping[int, Season]
    evenings: Mapping[int, GameNight]
    kinds: Mapping[int, type["ClubEvent"]]
    """The event that every entry is, by its `seq`."""
    taken_back: frozenset[int]
    merges: Mapping[int, tuple[int, int]]
    """Merges that hold, by their entry: who turned out to be whom."""
    adjustments: tuple[Adjustment, ...] = ()
    """Points that hold beside those of games, in the order of their entries."""

    def adjusted(self, season: int, until: str = "9999-12-31") -> dict[int, int]:
        """The points that a season gives or takes beside its games until the end of a day, by member."""
        sums: Counter[int] = Counter()
        for one in self.adjustments:
            if one.season == season and one.on <= until:
                sums.update({self.who(member).number: one.points for member in one.members})
        return {member: points for member, points in sums.items() if points}

    def known(self, numbers: Iterable[int]) -> list[Member]:
        """Who these numbers stand for now, but for those who have joined since this was read."""
        return [self.who(number) for number in numbers if number in self.members]

    def who(self, number: int) -> Member:
        """The member that a number stands for now. Raises `KeyError` where there is none."""
        member = self.members[number]
        return member if member.into is None else self.who(member.into)

    def now(self, number: int | None) -> int | None:
        """By which number the same one is known now; nobody stays nobody. Raises `KeyError`."""
        return None if number is None else self.who(number).number

    def numbers_of(self, number: int) -> frozenset[int]:
        """Every number that stands for the same member as this one."""
        member = self.who(number)
        return frozenset(one for one in self.members if self.who(one) is member)

    @property
    def called(self) -> Mapping[str, Member]:
        """Whose a name is, as names are compared: also of whoever has left, or turned out to be somebody else.

        Where several have been called so it is the one who is here, and bears the name.
        """
        named = [member for member in self.members.values() if member.name is not None]
        ordered = sorted(named, key=lambda member: (self.who(member.number).is_here, member.into is None))
        return {compared(member.name or ""): self.who(member.number) for member in ordered}

    def resembling(self, name: str) -> tuple[Member, ...]:
        """Everyone, former members too, whose name is nearly this one; no one where someone has the very name."""
        stored = read_name(name) or ""
        alike, same = likeness(stored), compared(stored)
        found = [one for one in self.members.values() if one.name and likeness(one.name) == alike]
        if not alike or any(compared(one.name or "") == same for one in found):
            return ()
        return tuple(one for one in found if one.into is None)

    @property
    def people(self) -> tuple[Member, ...]:
        """Everybody, each once, in the order in which they joined."""
        return tuple(member for member in self.members.values() if member.into is None)

    @property
    def here(self) -> tuple[Member, ...]:
        """Everybody who has not left."""
        return tuple(member for member in self.people if member.is_here)

    @property
    def owner(self) -> Member:
        """Whose club it is."""
        return next(member for member in self.people if member.role == "owner")

    def seasons_on(self, day: date) -> tuple[Season, ...]:
        """The seasons into which a day falls."""
        return tuple(season for season in self.seasons.values() if season.holds(day))
