"""Seasons of a club: the list; creating, changing and deleting a season."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from trexscore.club.events.season import SeasonDefined
from trexscore.club.events.undo import ClubEntryUndone
from trexscore.club.season import Season
from trexscore.commands.clock import current_night_date
from trexscore.i18n.texts.clubs.league import (
    NAME_AND_EXPLANATION_BY_BASIS,
    NAME_AND_EXPLANATION_BY_TIE_BREAK,
    TIE_BREAK_CHAIN_TEXT,
    WHICH_GAMES_ARE_FIRST_TEXT,
)
from trexscore.rules.presets import STANDARD_PRESET
from trexscore.web.clubs.access import (
    ClubContext,
    open_club,
    record_form_entry,
    require_permission,
    require_season,
    was_sent_before,
)
from trexscore.web.clubs.entry_form import FieldlessForm
from trexscore.web.clubs.seasons.forms import SeasonForm
from trexscore.web.clubs.seasons.presenter import preset_title, seasons_latest_first
from trexscore.web.clubs.standings_preview import entry_preview_page, wants_edit
from trexscore.web.games.start.forms import NewGameForm, new_game_form_class, preset_field_values
from trexscore.web.rendering import translate as _

pages = Blueprint("seasons", __name__)


@pages.get("/c/<club_uid>/seasons")
def index(club_uid: str) -> str:
    """All seasons, the latest first; several may run at once."""
    club = open_club(club_uid, "standings")
    now = club.record.seasons_on(current_night_date(club.zone))
    return render_template("clubs/seasons/seasons.html", club=club, seasons=seasons_latest_first(club.record), now=now)


@pages.get("/c/<club_uid>/seasons/new")
def new(club_uid: str) -> str:
    """The form for a new season, filled in like the last one."""
    club = require_permission(club_uid, SeasonDefined)
    form = SeasonForm(blank=True)
    latest_season = next(iter(seasons_latest_first(club.record)), None)
    form.fill_in(latest_season)
    form.name.data = form.begins.data = form.until.data = form.behind.data = ""
    form.clear_derived_minimum_games()
    return _season_page(club, form, _house_rules_form(latest_season))


@pages.post("/c/<club_uid>/seasons")
def create(club_uid: str) -> Response | tuple[str, int] | str:
    """Create a season, unless only the order of tie-breaks was changed."""
    return _save_season(require_permission(club_uid, SeasonDefined), None)


@pages.get("/c/<club_uid>/seasons/<int:season_number>/edit")
def edit(club_uid: str, season_number: int) -> str:
    """The form with the current values."""
    club = require_permission(club_uid, SeasonDefined)
    season = require_season(club, season_number)
    form = SeasonForm(blank=True)
    form.fill_in(season)
    return _season_page(club, form, _house_rules_form(season), season)


@pages.post("/c/<club_uid>/seasons/<int:season_number>")
def update(club_uid: str, season_number: int) -> Response | tuple[str, int] | str:
    """Change a season. Standings are recalculated at once."""
    club = require_permission(club_uid, SeasonDefined)
    return _save_season(club, require_season(club, season_number))


@pages.post("/c/<club_uid>/seasons/<int:season_number>/delete")
def delete(club_uid: str, season_number: int) -> Response | tuple[str, int]:
    """Delete a season. Its games stay in the club."""
    club = require_permission(club_uid, SeasonDefined)
    form = FieldlessForm()
    if not was_sent_before(club, form):
        require_season(club, season_number)
    if record_form_entry(club, form, ClubEntryUndone.flat_body_of(season_number)) is not None:
        flash(_("The season is deleted. Its games stay in the club."))
        return redirect(url_for("seasons.index", club_uid=club_uid), 303)
    season = require_season(club, season_number)
    season_form = SeasonForm(blank=True)
    season_form.fill_in(season)
    season_form.problems += form.problems
    return _season_page(club, season_form, _house_rules_form(season), season), 422


def _save_season(club: ClubContext, season: Season | None) -> Response | tuple[str, int] | str:
    form = SeasonForm()
    form.rules_form = rules_form = new_game_form_class()()
    if "move" in request.form:
        form.move_tie_break(request.form["move"])
        return _season_page(club, form, rules_form, season)
    if wants_edit():
        return _season_page(club, form, rules_form, season)
    entry_fields = form.entry_fields(rules_form.game_file()["house_rules"], None if season is None else season.number)
    body = SeasonDefined.body_of(entry_fields)
    preview_page = None if season is None else entry_preview_page(club, body)
    if preview_page is not None:
        return preview_page
    number_recorded = record_form_entry(club, form, body)
    if number_recorded is None:
        if season is not None:
            form.mark_seen(season.last_definition_seq)
        return _season_page(club, form, rules_form, season), 422
    flash(_("Saved."))
    season_number = number_recorded if season is None else season.number
    if form.minimum_is_too_low:
        flash(
            _("Minimum games is below the number of games added up, so some may be ranked by fewer games than others.")
        )
    return redirect(url_for("standings.show", club_uid=club.uid, season_number=season_number), 303)


def _house_rules_form(season: Season | None) -> NewGameForm:
    """The house rules of a season, to be changed."""
    form = new_game_form_class()(blank=True)
    if season is None:
        form.fill_in(STANDARD_PRESET.rules)
    else:
        form.fill_in(season.house_rules, season.house_rules_json["preset"])
    return form


def _season_page(club: ClubContext, form: SeasonForm, rules_form: NewGameForm, season: Season | None = None) -> str:
    form.set_choices()
    return render_template(
        "clubs/seasons/season_form.html",
        club=club,
        form=form,
        rules_form=rules_form,
        season=season,
        basis_texts=NAME_AND_EXPLANATION_BY_BASIS,
        tie_break_texts=NAME_AND_EXPLANATION_BY_TIE_BREAK,
        tie_break_chain_text=TIE_BREAK_CHAIN_TEXT,
        first_games_text=WHICH_GAMES_ARE_FIRST_TEXT,
        presets=preset_field_values(),
        rules_summary=_("House rules: %(preset)s", preset=preset_title(rules_form.preset.data)),
        rules_note=_("With partners, pairs are ranked instead of players."),
        step=None if season is None else FieldlessForm(blank=True),
    )
