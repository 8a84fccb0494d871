"""The past day of a requested standings table, as addresses state it: `?on=2026-03-01`, and `&known=now`."""

from collections.abc import Mapping
from datetime import date, tzinfo
from typing import NamedTuple

from trexscore.club.fields import parse_day
from trexscore.commands.clock import last_timestamp_of_day, today
from trexscore.rules.refusals import Refusal, refuse


class PastDay(NamedTuple):
    """A day whose standings, at its end, are requested.

    As they were then; or, if `includes_later_corrections`, from the games played until then as they count today,
    with later imports and corrections.
    """

    day: date
    includes_later_corrections: bool = False
    zone: tzinfo | None = None

    @property
    def time_of_rows(self) -> str | None:
        """The time whose rows are read; None for the current ones."""
        return None if self.includes_later_corrections else last_timestamp_of_day(self.day, self.zone)

    @property
    def last_counted_day(self) -> str:
        """The last day whose games are read; empty if the rows at `time_of_rows` are enough."""
        return self.day.isoformat() if self.includes_later_corrections else ""

    @property
    def query_parameters(self) -> dict[str, str]:
        """The query parameters of an address."""
        return {"on": self.day.isoformat()} | ({"known": "now"} if self.includes_later_corrections else {})


def requested_past_day(query_parameters: Mapping[str, str], zone: tzinfo | None) -> PastDay | None:
    """The past day that a page's address requests; None for today, later days, and no valid day."""
    day = parse_day(query_parameters.get("on", ""))
    return None if day is None or day >= today(zone) else PastDay(day, query_parameters.get("known") == "now", zone)


def requests_invalid_day(query_parameters: Mapping[str, str]) -> bool:
    """Whether an address requests a day that does not exist."""
    return bool(query_parameters.get("on", "").strip()) and parse_day(query_parameters["on"]) is None


def past_day_or_refusal(query_parameters: Mapping[str, str], zone: tzinfo | None) -> PastDay | Refusal | None:
    """The day that a program requests; None without a request; a refusal if it is invalid."""
    day, known = query_parameters.get("on"), query_parameters.get("known")
    if known not in (None, "now"):
        return refuse("unknown_choice", "known")
    if day is None and known is None:
        return None
    parsed = parse_day(day or "")
    return refuse("not_a_day", "on") if parsed is None else PastDay(parsed, known is not None, zone)
