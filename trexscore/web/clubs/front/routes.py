"""A club's first page, and its settings."""

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response

from trexscore.club.events.creation_and_settings import SettingsChanged
from trexscore.web.clubs.access import ClubContext, open_club, record_form_entry, require_owner_or_admin
from trexscore.web.clubs.front.forms import SettingsForm
from trexscore.web.clubs.front.presenter import MAX_STANDINGS_ROWS, links_above_standings, next_step_link, section_links
from trexscore.web.clubs.seasons.presenter import current_or_nearest_seasons
from trexscore.web.clubs.standings.presenter import season_standings
from trexscore.web.clubs.standings_preview import entry_preview_page, wants_edit
from trexscore.web.rendering import translate as _

pages = Blueprint("club", __name__)


@pages.get("/c/<club_uid>")
def show(club_uid: str) -> str:
    """The first page, as far as the reader sees the club."""
    club = open_club(club_uid, "standings")
    all_standings = [
        season_standings(club, season.number, None, MAX_STANDINGS_ROWS)
        for season in current_or_nearest_seasons(club.record)
    ]
    return render_template(
        "clubs/front/front.html",
        club=club,
        next_step_link=next_step_link(club, has_games=any(not standings.is_empty for standings in all_standings)),
        links_above_standings=list(links_above_standings(club)),
        section_links=list(section_links(club)),
        all_standings=all_standings,
        top=MAX_STANDINGS_ROWS,
    )


@pages.get("/c/<club_uid>/settings")
def edit(club_uid: str) -> str:
    """The settings."""
    club = require_owner_or_admin(club_uid)
    form = SettingsForm(blank=True)
    form.fill_in(club.record.settings)
    form.set_choices()
    return _settings_page(club, form)


@pages.post("/c/<club_uid>/settings")
def update(club_uid: str) -> Response | tuple[str, int] | str:
    """Change the settings, after a preview of what that changes in the standings."""
    club = require_owner_or_admin(club_uid)
    form = SettingsForm()
    form.set_choices()
    if wants_edit():
        return _settings_page(club, form)
    body = SettingsChanged.body_of(form.entry_fields | form.seen_entry_body_field)
    page = entry_preview_page(club, body)
    if page is not None:
        return page
    if record_form_entry(club, form, body) is not None:
        flash(_("Saved."))
        return redirect(url_for("club.show", club_uid=club_uid), 303)
    form.mark_seen(club.record.settings.last_settings_seq)
    return _settings_page(club, form), 422


def _settings_page(club: ClubContext, form: SettingsForm) -> str:
    return render_template("clubs/front/settings.html", club=club, form=form)
