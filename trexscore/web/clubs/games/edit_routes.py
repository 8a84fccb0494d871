"""Change a counted game: its players and day, exclude it, include it again, abandon it."""

from functools import partial

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import BadRequest, NotFound
from werkzeug.wrappers import Response

from trexscore.club.counted_game import CountedGame
from trexscore.club.events.counted_game import GameCounted, GameExcluded
from trexscore.club.season_tallies import with_surviving_members
from trexscore.commands.clubs.count_game import mark_abandoned_or_continued
from trexscore.db import game_states
from trexscore.db.clubs.counted_games import ClubGameRow
from trexscore.web.clubs.access import (
    ClubContext,
    command_from_form,
    record_form_entry,
    require_game_row,
    require_permission,
)
from trexscore.web.clubs.entry_form import FieldlessForm
from trexscore.web.clubs.game_nights.tables import club_game_url
from trexscore.web.clubs.games.counted_game_form import (
    flash_counting_status,
    save_counted_game,
    set_form_choices,
)
from trexscore.web.clubs.games.forms import CountGameForm, ExcludeForm
from trexscore.web.clubs.games.presenter import last_counting_fields
from trexscore.web.games.seats import names_of
from trexscore.web.rendering import translate as _

pages = Blueprint("counted_games", __name__)


@pages.get("/c/<club_uid>/games/<game_uid>/seats")
def edit(club_uid: str, game_uid: str) -> str:
    """The form: whose points count, and who sat there."""
    club, row, counted = _require_counted_game(club_uid, game_uid)
    form = CountGameForm(blank=True)
    form.mark_seen(row.seq)
    form.fill_in(with_surviving_members(club.record, counted))
    return _edit_page(club, game_uid, form)


@pages.post("/c/<club_uid>/games/<game_uid>/seats")
def update(club_uid: str, game_uid: str) -> Response | tuple[str, int] | str:
    """Save the form. Standings are recalculated at once."""
    club, row, _game = _require_counted_game(club_uid, game_uid)
    form = CountGameForm()
    return save_counted_game(club, row.game_id, form, partial(_edit_page, club, game_uid, form))


@pages.get("/c/<club_uid>/games/<game_uid>/exclude")
def ask_to_exclude(club_uid: str, game_uid: str) -> str:
    """The form to exclude a game."""
    club = require_permission(club_uid, GameExcluded)
    if require_game_row(club, game_uid).counted_game is None:
        raise NotFound
    return _exclude_page(club, game_uid, ExcludeForm(blank=True))


@pages.post("/c/<club_uid>/games/<game_uid>/exclude")
def exclude(club_uid: str, game_uid: str) -> Response | tuple[str, int]:
    """Exclude a game. Author and reason stay in the history."""
    club = require_permission(club_uid, GameExcluded)
    require_game_row(club, game_uid)
    form = ExcludeForm()
    body = GameExcluded.body_of({"uid": game_uid, "reason": (form.reason.data or "").strip()})
    if record_form_entry(club, form, body) is not None:
        flash(_("Excluded: the game no longer counts."))
        return redirect(club_game_url(club, game_uid), 303)
    return _exclude_page(club, game_uid, form), 422


@pages.post("/c/<club_uid>/games/<game_uid>/include")
def include_again(club_uid: str, game_uid: str) -> Response | tuple[str, int]:
    """Include a game again, as it counted before."""
    club = require_permission(club_uid, GameExcluded)
    row = require_game_row(club, game_uid)
    counting_fields = last_counting_fields(club, game_uid)
    if counting_fields is None:
        raise NotFound
    if row.counted_game is None:
        club.abort_unless(club.may_record(GameCounted, **counting_fields))
        form = FieldlessForm()
        if record_form_entry(club, form, GameCounted.body_of(counting_fields)) is None:
            flash(form.problems[0], "problem")
        else:
            flash(_("The game counts again."))
    return redirect(club_game_url(club, game_uid), 303)


@pages.post("/c/<club_uid>/games/<game_uid>/abandon")
def abandon_or_reopen(club_uid: str, game_uid: str) -> Response:
    """Abandon a game, so that its table is free and it counts by its house rules; or reopen it.

    The form says which of the two, so that two phones at once do not undo each other.
    """
    club, row, _game = _require_counted_game(club_uid, game_uid)
    is_continued = {"no": False, "yes": True}.get(request.form.get("is_continued", ""))
    if is_continued is None:
        raise BadRequest
    form = FieldlessForm()
    outcome = mark_abandoned_or_continued(
        club.id, command_from_form(club, form), row.game_id, is_continued=is_continued
    )
    if outcome is not None:
        form.unwrap_outcome(outcome)
    if form.problems:
        flash(form.problems[0], "problem")
    else:
        flash_counting_status(club, require_game_row(club, game_uid))
    return redirect(club_game_url(club, game_uid), 303)


def _require_counted_game(club_uid: str, game_uid: str) -> tuple[ClubContext, ClubGameRow, CountedGame]:
    """A game that counts, for readers who may change that. Overrides set by admins can only be changed by admins."""
    club = require_permission(club_uid, GameCounted)
    row = require_game_row(club, game_uid)
    if row.counted_game is None:
        raise NotFound
    club.abort_unless(club.may_record(GameCounted, although=sorted(row.counted_game.overridden_obstacles)))
    return club, row, row.counted_game


def _exclude_page(club: ClubContext, game_uid: str, form: ExcludeForm) -> str:
    url = club_game_url(club, game_uid)
    return render_template("clubs/games/exclude.html", club=club, game_uid=game_uid, url=url, form=form)


def _edit_page(club: ClubContext, game_uid: str, form: CountGameForm) -> str:
    row = require_game_row(club, game_uid)
    set_form_choices(club, form, row.outcome)
    if form.problems:
        form.mark_seen(row.seq)
    names = names_of(game_states.read_states_by_game([row.game_id])[row.game_id].players)
    return render_template(
        "clubs/games/counted_game_form.html",
        club=club,
        title=_("Edit players and date"),
        action=url_for("counted_games.update", club_uid=club.uid, game_uid=game_uid),
        back_url=club_game_url(club, game_uid),
        back_label=_("Back to the game"),
        submit_label=_("Save"),
        seats=form.current_seat_fields(row.outcome.original_seat_by_seat, names),
        form=form,
    )
