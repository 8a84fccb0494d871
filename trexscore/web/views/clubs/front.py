"""What a club's first page leads to."""

from collections.abc import Iterator
from typing import NamedTuple

from flask import url_for

from trexscore.web.club_scope import ClubScope
from trexscore.web.rendering import translate as _


class Place(NamedTuple):
    """A way from the club's first page."""

    url: str
    title: str
    note: str = ""
    number: int | None = None


def places(club: ClubScope) -> Iterator[Place]:
    """Where a reader can go from here."""
    uid = club.uid
    if club.sees == "all":
        yield Place(url_for("members.index", uid=uid), _("Members"), number=len(club.record.here))
        yield Place(url_for("ratings.show", uid=uid), _("Ratings"), _("Who is how strong, as far as anybody can tell"))
        yield Place(url_for("statistics.show", uid=uid), _("Statistics"), _("Records, contracts, who has played most"))
    if club.me is not None:
        mine = url_for("players.show", uid=uid, number=club.me.number)
        yield Place(mine, _("My statistics"), _("My rating, contracts, opponents and partners"))
    if club.leads:
        yield Place(url_for("club.edit", uid=uid), _("Settings"), _("The club’s name, and what outsiders see"))
