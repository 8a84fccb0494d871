"""The parts of a club's first page."""

from collections.abc import Iterator
from typing import NamedTuple

from flask import url_for

from trexscore.commands.clock import current_night_date
from trexscore.commands.clubs.name_requests import confirmable_name_requests
from trexscore.db.models import db
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.game_nights.presenter import tonight_or_next_night, weekday_and_date, when_and_where
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _
from trexscore.web.rendering import translate_plural as ngettext

MAX_STANDINGS_ROWS = 5
"""Rows of the standings on the first page."""


class FrontPageLink(NamedTuple):
    """A link on the first page."""

    url: str
    title: str
    note: str = ""
    item_count: int | None = None


def next_step_link(club: ClubContext, *, has_games: bool) -> FrontPageLink | None:
    """What the club needs before its next game can count, for those who may do it; None if nothing.

    First members, then a season, then a game night, unless it has games without one.
    """
    uid, record = club.uid, club.record
    if club.is_owner_or_admin and len(record.unmerged_members) == 1:
        return FrontPageLink(
            url_for("add_members.ask", club_uid=uid), _("Add members"), _("All names at once, as a list")
        )
    if not record.seasons:
        step = FrontPageLink(
            url_for("seasons.new", club_uid=uid), _("Create a season"), _("It sets which games count, and how")
        )
        return step if club.may_define_seasons else None
    if club.may_plan_nights and not record.game_nights and not has_games:
        note = _("Then check in players and draw tables")
        return FrontPageLink(url_for("game_nights.new", club_uid=uid), _("Plan a game night"), note)
    return None


def links_above_standings(club: ClubContext) -> Iterator[FrontPageLink]:
    """Links above the standings: today's game night, and requests that wait for confirmation."""
    yield from _tonight_link(club)
    yield from _name_requests_link(club)


def _tonight_link(club: ClubContext) -> Iterator[FrontPageLink]:
    game_night = tonight_or_next_night(club.record) if club.may_see("all") else None
    if game_night is None or game_night.day != current_night_date(club.zone):
        return
    url = url_for("game_nights.show", club_uid=club.uid, night_number=game_night.number)
    count = len(game_night.present_member_numbers)
    checked_in = ngettext("One checked in", "%(num)s checked in", count) if count else _("No one checked in yet")
    note = reader_language().join_list([part for part in (when_and_where(game_night), checked_in) if part])
    yield FrontPageLink(url, _("Today’s game night"), note)


def _name_requests_link(club: ClubContext) -> Iterator[FrontPageLink]:
    """Requests for names, for those who confirm them."""
    waiting_request_count = (
        len(confirmable_name_requests(db.session(), club.id, club.record)) if club.is_owner_or_admin else 0
    )
    if waiting_request_count:
        url, note = url_for("name_requests.index", club_uid=club.uid), _("They picked a name from the invitation")
        yield FrontPageLink(url, _("Waiting for confirmation"), note, waiting_request_count)


def section_links(club: ClubContext) -> Iterator[FrontPageLink]:
    """The other links."""
    uid, sees_all = club.uid, club.may_see("all")
    if sees_all:
        night = tonight_or_next_night(club.record)
        note_of_next = (
            weekday_and_date(night.day) if night is not None and night.day != current_night_date(club.zone) else ""
        )
        yield FrontPageLink(url_for("game_nights.index", club_uid=uid), _("Schedule"), note_of_next)
    if club.record.seasons or club.may_define_seasons:
        yield FrontPageLink(url_for("seasons.index", club_uid=uid), _("Seasons"), item_count=len(club.record.seasons))
    if club.may_see("standings"):
        yield FrontPageLink(url_for("club_games.index", club_uid=uid), _("Games"))
    if sees_all:
        yield FrontPageLink(
            url_for("ratings.show", club_uid=uid), _("Ratings"), _("Estimated strength of every player")
        )
        yield FrontPageLink(
            url_for("statistics.show", club_uid=uid), _("Statistics"), _("Records, contracts, most games")
        )
        yield FrontPageLink(
            url_for("members.index", club_uid=uid), _("Members"), item_count=len(club.record.active_members)
        )
    if club.me is not None:
        my_statistics_url = url_for("players.show", club_uid=uid, member_number=club.me.number)
        yield FrontPageLink(my_statistics_url, _("My statistics"), _("My rating, contracts, opponents and partners"))
    note = _("Export tables, import games") if club.may_count_games else _("Export tables")
    yield FrontPageLink(url_for("club_data.index", club_uid=uid), _("Import & export"), note)
    if club.is_owner_or_admin:
        yield FrontPageLink(
            url_for("club.edit", club_uid=uid), _("Settings"), _("The club’s name, and what non-members see")
        )
        yield FrontPageLink(
            url_for("club_history.show", club_uid=uid), _("Club history"), _("Who changed what, and when")
        )
