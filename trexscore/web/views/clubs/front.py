"""What a club's first page leads to."""

from collections.abc import Iterator
from typing import NamedTuple

from flask import url_for

from trexscore.web.club_scope import ClubScope
from trexscore.web.rendering import translate as _

TOP = 5
"""Rows of the standings that stand there."""


class Place(NamedTuple):
    """A way from the club's first page."""

    url: str
    title: str
    note: str = ""
    number: int | None = None


def places(club: ClubScope) -> Iterator[Place]:
    """Where a reader can go from here."""
    uid = club.uid
    seasons = len(club.record.seasons)
    if seasons or club.may("season"):
        yield Place(url_for("seasons.index", uid=uid), _("Seasons"), number=seasons)
    if club.sees == "all":
        yield Place(url_for("members.index", uid=uid), _("Members"), number=len(club.record.here))
    if club.leads:
        yield Place(url_for("club.edit", uid=uid), _("Settings"), _("The club’s name, and what outsiders see"))
        yield Place(url_for("club_story.show", uid=uid), _("What was changed"), _("By whom and when, entry by entry"))
