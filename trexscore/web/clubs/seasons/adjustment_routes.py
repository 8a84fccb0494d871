"""Point adjustments of a season, outside its games: for sitting out, as a penalty."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from trexscore.club.events.season import SeasonPointsAdjusted
from trexscore.club.events.undo import ClubEntryUndone
from trexscore.club.season import Season
from trexscore.commands.clock import current_night_date
from trexscore.web.clubs.access import (
    ClubContext,
    record_form_entry,
    require_permission,
    require_season,
    was_sent_before,
)
from trexscore.web.clubs.entry_form import FieldlessForm
from trexscore.web.clubs.members.presenter import display_name, sorted_by_name
from trexscore.web.clubs.seasons.forms import AdjustmentForm
from trexscore.web.clubs.seasons.presenter import adjustment_text, adjustments_in
from trexscore.web.number_parsing import parse_ascii_number
from trexscore.web.rendering import translate as _

pages = Blueprint("season_adjustments", __name__)


@pages.get("/c/<club_uid>/seasons/<int:season_number>/adjustments")
def show(club_uid: str, season_number: int) -> str:
    """The form, with a player or those who sat out a game night preselected, and all earlier adjustments."""
    club, season = _require_players_season(club_uid, season_number)
    form = AdjustmentForm(blank=True)
    form.on.data = current_night_date(club.zone).isoformat()
    game_night = club.record.game_nights.get(parse_ascii_number(request.args.get("sat_out", "")) or 0)
    if game_night is not None and game_night.draws:
        form.members.data = [str(member) for member in game_night.draws[-1].sitting_out]
        form.reason.data, form.on.data = _("Sat out"), game_night.day.isoformat()
    elif request.args.get("member"):
        form.members.data = [request.args["member"]]
    return _adjustments_page(club, season, form)


@pages.post("/c/<club_uid>/seasons/<int:season_number>/adjustments")
def create(club_uid: str, season_number: int) -> Response | tuple[str, int]:
    """Record an adjustment."""
    club, season = _require_players_season(club_uid, season_number)
    form = AdjustmentForm()
    if record_form_entry(club, form, SeasonPointsAdjusted.body_of(form.entry_fields(season_number))) is not None:
        flash(_("Saved."))
        return redirect(url_for("season_adjustments.show", club_uid=club_uid, season_number=season_number), 303)
    return _adjustments_page(club, season, form), 422


@pages.post("/c/<club_uid>/seasons/<int:season_number>/adjustments/<int:seq>/undo")
def undo(club_uid: str, season_number: int, seq: int) -> Response:
    """Undo an adjustment for all its members."""
    club, _season = _require_players_season(club_uid, season_number)
    form = FieldlessForm()
    adjustments = (item for item in club.record.adjustments if item.season_number == season_number)
    if all(item.seq != seq for item in adjustments) and not was_sent_before(club, form):
        raise NotFound
    if record_form_entry(club, form, ClubEntryUndone.flat_body_of(seq)) is None:
        flash(form.problems[0], "problem")
    else:
        flash(_("Undone."))
    return redirect(url_for("season_adjustments.show", club_uid=club_uid, season_number=season_number), 303)


def _require_players_season(club_uid: str, season_number: int) -> tuple[ClubContext, Season]:
    club = require_permission(club_uid, SeasonPointsAdjusted)
    season = require_season(club, season_number)
    if season.house_rules.partnership:
        raise NotFound
    return club, season


def _adjustments_page(club: ClubContext, season: Season, form: AdjustmentForm) -> str:
    form.set_choices([(member.number, display_name(member)) for member in sorted_by_name(club.record.active_members)])
    return render_template(
        "clubs/seasons/adjustments.html",
        club=club,
        season=season,
        form=form,
        adjustments=adjustments_in(club.record, season.number),
        text_of=adjustment_text,
        step=FieldlessForm(blank=True),
    )
