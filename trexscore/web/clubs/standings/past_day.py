"""A past day whose table is asked for, as addresses say it: `?on=2026-03-01`, and `&known=now`."""

from collections.abc import Mapping
from datetime import date, tzinfo
from typing import NamedTuple

from trexscore.club.fields import read_day
from trexscore.commands.clock import end_of, today
from trexscore.rules.refusals import Refusal, refuse


class PastDay(NamedTuple):
    """A day at the end of which a table is looked at.

    As it stood then; or, where it is `known_now`, by the games played until then, all as they count today: those that
    were written down later are in it, and what was wrong then is right.
    """

    day: date
    known_now: bool = False
    zone: tzinfo | None = None

    @property
    def at(self) -> str | None:
        """The moment whose rows are looked at; None for those of now."""
        return None if self.known_now else end_of(self.day, self.zone)

    @property
    def until(self) -> str:
        """The last day whose games are looked at; nothing where the rows say it all."""
        return self.day.isoformat() if self.known_now else ""

    @property
    def in_address(self) -> dict[str, str]:
        """What an address says of it."""
        return {"on": self.day.isoformat()} | ({"known": "now"} if self.known_now else {})


def requested_day(said: Mapping[str, str], zone: tzinfo | None) -> PastDay | None:
    """The day in a time zone that a page is asked for; none, and that of today, are those of now."""
    day = read_day(said.get("on", ""))
    return None if day is None or day >= today(zone) else PastDay(day, said.get("known") == "now", zone)


def is_no_day(said: Mapping[str, str]) -> bool:
    """Whether a page is asked for something that no calendar has."""
    return bool(said.get("on", "").strip()) and read_day(said["on"]) is None


def day_in(said: Mapping[str, str], zone: tzinfo | None) -> PastDay | Refusal | None:
    """The day that a program asks for, any that there is; or why it is none."""
    day, known = said.get("on"), said.get("known")
    if known not in (None, "now"):
        return refuse("unknown_choice", "known")
    if day is None and known is None:
        return None
    found = read_day(day or "")
    return refuse("not_a_day", "on") if found is None else PastDay(found, known is not None, zone)
