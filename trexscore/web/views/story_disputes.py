"""What became of a dispute, and of the players' links, as lines of a game's history."""

from collections.abc import Callable, Mapping
from typing import Any

from trexscore.game.policy import REFEREE
from trexscore.rules.seats import SEAT_NAMED, BySeat
from trexscore.web.rendering import translate as _

Names = BySeat[str]


def answered(names: Names, raised_by: str, said: Mapping[str, Any], *, ends: bool) -> str:
    """Somebody answers a dispute; `ends`: with this answer all four agree."""
    name = names[SEAT_NAMED[said["seat"]]]
    if ends:
        return _(
            "%(name)s agrees with %(other)s’s dispute: all four agree, so it’s resolved", name=name, other=raised_by
        )
    if said["agrees"]:
        return _("%(name)s agrees with %(other)s’s dispute", name=name, other=raised_by)
    return _("%(name)s disagrees with %(other)s’s dispute", name=name, other=raised_by)


def settled(raised_by: str, said: Mapping[str, Any]) -> str:
    """How a dispute ended."""
    if said["as"] == "withdrawn":
        return _("%(name)s’s dispute was withdrawn", name=raised_by)
    by_referee, reason = said.get("by") == REFEREE, said.get("reason")
    if by_referee and reason:
        return _RULED[said["as"]](raised_by, reason)
    return (_BY_REFEREE if by_referee else _BY_TABLE)[said["as"]](raised_by)


def reopened(names: Names, raised_by: str, said: Mapping[str, Any]) -> str:
    """A dispute is open again."""
    if said.get("by") == REFEREE:
        return _("The referee reopens %(name)s’s dispute: %(reason)s", name=raised_by, reason=said["reason"])
    by = names[SEAT_NAMED[said["seat"]]]
    return _("%(by)s reopens %(name)s’s dispute: %(reason)s", by=by, name=raised_by, reason=said["reason"])


def link(names: Names, said: Mapping[str, Any]) -> str:
    """A player's link, or the referee's, was opened or replaced."""
    if said["for"] == REFEREE:
        is_opened = said["is"] == "opened"
        return _("Referee link opened") if is_opened else _("Referee link replaced")
    name = names[SEAT_NAMED[said["for"]]]
    if said["is"] == "opened":
        return _("Player link opened: %(name)s", name=name)
    return _("Player link replaced: %(name)s", name=name)


_RULED: Mapping[str, Callable[[str, str], str]] = {
    "proposed": lambda name, why: _("The referee corrects it as %(name)s proposed: %(reason)s", name=name, reason=why),
    "as_it_stands": lambda name, why: _("The referee dismisses %(name)s’s dispute: %(reason)s", name=name, reason=why),
}
_BY_REFEREE: Mapping[str, Callable[[str], str]] = {
    "proposed": lambda name: _("The referee corrects it as %(name)s proposed", name=name),
    "as_it_stands": lambda name: _("The referee dismisses %(name)s’s dispute", name=name),
}
_BY_TABLE: Mapping[str, Callable[[str], str]] = {
    "proposed": lambda name: _("Resolved: corrected as %(name)s proposed", name=name),
    "as_it_stands": lambda name: _("%(name)s’s dispute is resolved: it stays as it was", name=name),
}
