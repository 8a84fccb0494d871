"""A club's first page, and what the club has chosen."""

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response

from trexscore.storage.models import db
from trexscore.storage.standing_rows import how_many_count
from trexscore.web.accounts import never_kept
from trexscore.web.club_scope import open_club, open_to_lead, say
from trexscore.web.forms.clubs.club import SettingsForm
from trexscore.web.rendering import translate as _
from trexscore.web.rendering import translate_plural as ngettext
from trexscore.web.views.clubs.front import TOP, places, tonight
from trexscore.web.views.clubs.seasons import present
from trexscore.web.views.clubs.standings import table_of

pages = never_kept(Blueprint("club", __name__))


@pages.get("/c/<uid>")
def show(uid: str) -> str:
    """What there is in the club, as far as the reader sees it."""
    club = open_club(uid, "standings")
    tables = [table_of(club, season.number, None) for season in present(club.record)]
    return render_template(
        "clubs/front.html",
        club=club,
        tonight=tonight(club),
        places=list(places(club)),
        tables=tables,
        top=TOP,
    )


@pages.get("/c/<uid>/settings")
def edit(uid: str) -> str:
    """What the club has chosen."""
    club = open_to_lead(uid)
    form = SettingsForm(blank=True)
    form.fill_in(club.record.settings)
    form.offer()
    return render_template("clubs/settings.html", club=club, form=form)


@pages.post("/c/<uid>/settings")
def update(uid: str) -> Response | tuple[str, int]:
    """Choose otherwise."""
    club = open_to_lead(uid)
    form = SettingsForm()
    form.offer()
    counted = how_many_count(db.session(), club.club.id)
    if say(club, form, "settings", form.said) is not None:
        flash(_("Saved."))
        _tell_what_waits(counted - how_many_count(db.session(), club.club.id))
        return redirect(url_for("club.show", uid=uid), 303)
    return render_template("clubs/settings.html", club=club, form=form), 422


def _tell_what_waits(games: int) -> None:
    """Asking for agreement holds for what is played already, too."""
    if games > 0:
        flash(
            ngettext(
                "One game that counted does not count any more until all four have agreed to it.",
                "%(num)s games that counted do not count any more until all four have agreed to them.",
                games,
            )
        )
