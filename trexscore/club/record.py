"""A club as its journal tells it."""

from collections.abc import Mapping
from datetime import date
from typing import Literal, NamedTuple, get_args

from trexscore.club.evening import Evening
from trexscore.club.members import Member
from trexscore.club.season import Season
from trexscore.gamefile.names import compared

Shows = Literal["nothing", "standings", "all"]
"""What outsiders see."""
SHOWS: tuple[Shows, ...] = get_args(Shows)


class Settings(NamedTuple):
    """What the club has chosen. `agreed`: a game counts once all four players have agreed on every kingdom."""

    name: str
    shows: Shows = "nothing"
    agreed: bool = False
    last_entry: int = 0
    """The one that says it so."""


class ClubRecord(NamedTuple):
    """A club as its journal tells it, but for the games that it counts."""

    settings: Settings
    members: Mapping[int, Member]
    seasons: Mapping[int, Season]
    evenings: Mapping[int, Evening]
    kinds: Mapping[int, str]
    """Of every entry, by its `seq`."""
    taken_back: frozenset[int]
    merges: Mapping[int, tuple[int, int]]
    """Merges that hold, by their entry: who turned out to be whom."""

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
