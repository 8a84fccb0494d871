"""What can be done about a game in the club's book: its seats put right, withdrawn, and counted again."""

from datetime import timedelta

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import BadRequest, Forbidden, NotFound
from werkzeug.wrappers import Response

from trexscore.club.counted import CountedGame
from trexscore.club.fields import read_day
from trexscore.club.game_outcome import GameOutcome, rules_key
from trexscore.club.season_shares import as_they_are, changes_sign
from trexscore.commands.clock import today
from trexscore.commands.clubs.abandon_game import break_off as break_off_game
from trexscore.commands.clubs.count_game import Booking, book_game, preview_count
from trexscore.db import game_states as boards
from trexscore.db.clubs.counted_games import GameRow
from trexscore.db.journals import End
from trexscore.db.models import db
from trexscore.web.accounts.session import no_store
from trexscore.web.clubs.access import ClubContext, command_from, outcome_or_errors, require_permission, submit
from trexscore.web.clubs.game_nights.presenter import night_title
from trexscore.web.clubs.game_nights.tables import game_url
from trexscore.web.clubs.games.forms import BookingForm, WithdrawForm
from trexscore.web.clubs.games.game import why_not
from trexscore.web.clubs.games.presenter import as_it_counted, seat_names
from trexscore.web.clubs.games.routes import game_of
from trexscore.web.clubs.members.forms import StepForm
from trexscore.web.clubs.preview import SEEN, goes_back, preview_page
from trexscore.web.clubs.seasons.presenter import in_order
from trexscore.web.language import reader_language
from trexscore.web.numbers import whole
from trexscore.web.rendering import translate as _

pages = no_store(Blueprint("booked", __name__))
_SOMEWHERE_ELSE = timedelta(days=1)
"""What is tomorrow here can be today where somebody plays."""
_NEAR = timedelta(days=60)
"""Evenings so far from the day of a game are offered for it: a club has hundreds."""


@pages.get("/c/<uid>/games/<game>/seats")
def edit(uid: str, game: str) -> str:
    """For whom it counts, and who sat there."""
    club, _row, counted = _counted(uid, game)
    form = BookingForm(blank=True)
    form.fill_in(as_they_are(club.record, counted))
    return _page(club, game, form)


@pages.post("/c/<uid>/games/<game>/seats")
def update(uid: str, game: str) -> Response | tuple[str, int] | str:
    """Put it right: everything that hangs on it changes at once."""
    club, row, _counted_now = _counted(uid, game)
    form = BookingForm()
    if goes_back():
        return _page(club, game, form)
    page = preview_of_booking(club, row.game_id, form.booking())
    if page is not None:
        return page
    booked = outcome_or_errors(
        form, book_game(club.club, command_from(club, form, "game"), row.game_id, form.booking())
    )
    if booked is None:
        return _page(club, game, form), 422
    say_what_counts(club, booked.row)
    return redirect(game_url(club, game), 303)


@pages.get("/c/<uid>/games/<game>/withdrawn")
def ask(uid: str, game: str) -> str:
    """Why it is not to count any more."""
    club = require_permission(uid, "withdrawn")
    if game_of(club, game).counted is None:
        raise NotFound
    return render_template(
        "clubs/games/withdraw.html", club=club, game_uid=game, url=game_url(club, game), form=WithdrawForm(blank=True)
    )


@pages.post("/c/<uid>/games/<game>/withdrawn")
def withdraw(uid: str, game: str) -> Response | tuple[str, int]:
    """It counts no more; who said so, and why, stays in the book."""
    club = require_permission(uid, "withdrawn")
    game_of(club, game)
    form = WithdrawForm()
    if submit(club, form, "withdrawn", {"uid": game, "reason": (form.reason.data or "").strip()}) is not None:
        flash(_("Excluded: the game no longer counts."))
        return redirect(game_url(club, game), 303)
    return render_template(
        "clubs/games/withdraw.html", club=club, game_uid=game, url=game_url(club, game), form=form
    ), 422


@pages.post("/c/<uid>/games/<game>/again")
def count_again(uid: str, game: str) -> Response | tuple[str, int]:
    """It counts again, as it did before it was withdrawn."""
    club = require_permission(uid, "withdrawn")
    row = game_of(club, game)
    said = as_it_counted(club, game)
    if said is None:
        raise NotFound
    if row.counted is None:
        if not club.may("game", **said):
            raise Forbidden
        form = StepForm()
        if submit(club, form, "game", said) is None:
            flash(form.problems[0], "problem")
        else:
            flash(_("The game counts again."))
    return redirect(game_url(club, game), 303)


@pages.post("/c/<uid>/games/<game>/broken-off")
def break_off(uid: str, game: str) -> Response:
    """Nobody goes on with it: its table is free, and it counts as its house rules say. Or somebody does after all.

    The form says which, so that of two phones at once neither undoes what the other has said.
    """
    club, row, _counted_now = _counted(uid, game)
    goes_on = {"no": False, "yes": True}.get(request.form.get("goes_on", ""))
    if goes_on is None:
        raise BadRequest
    form = StepForm()
    outcome_or_errors(
        form, break_off_game(club.club.id, command_from(club, form, "game"), row.game_id, goes_on=goes_on)
    )
    if form.problems:
        flash(form.problems[0], "problem")
    else:
        say_what_counts(club, game_of(club, game))
    return redirect(game_url(club, game), 303)


def say_what_counts(club: ClubContext, row: GameRow) -> None:
    """Tell whether a game that has been booked counts, and if not, why."""
    reasons = why_not(club, row)
    flash(_("The game is saved.") if reasons else _("Saved. The game counts."))
    for reason in reasons:
        flash(reason)
    counted = row.counted
    if counted is None:
        return
    day = reader_language().day
    evening = club.record.evenings.get(counted.evening or 0)
    if counted.on > today(club.zone) + _SOMEWHERE_ELSE and (evening is None or evening.on != counted.on):
        flash(_("The game counts for %(day)s, which is in the future.", day=day(counted.on)))
    if evening is not None and evening.on != counted.on:
        flash(
            _(
                "The game counts for %(day)s, but its game night is on %(other)s.",
                day=day(counted.on),
                other=day(evening.on),
            )
        )


def other_seasons(club: ClubContext, form: BookingForm, came: GameOutcome) -> list[tuple[int, str]]:
    """The seasons of the form's day that have other house rules than the game, each with what that means for points."""
    on = read_day((form.on.data or "").strip())
    chosen = {whole(number) for number in form.seasons.data or ()}
    key = came.rules
    return [
        (season.number, _("%(season)s (points change sign)", season=season.name))
        if changes_sign(season, came)
        else (season.number, season.name)
        for season in in_order(club.record)
        if rules_key(season.rules) != key
        and came.result is not None
        and season.rules.partnership == came.result.partnership
        and ((on is not None and season.holds(on)) or season.number in chosen)
    ]


def preview_of_booking(club: ClubContext, game_id: int, booking: Booking) -> str | None:
    """The page that shows what admitting a game with other house rules moves; None where there is nothing to see."""
    if SEEN in request.form or "house_rules" not in booking.although or not club.leads:
        return None
    end = End(club.club.id, club.club.seq, club.club.digest)
    found, record = preview_count(db.session(), end, game_id, booking)
    return preview_page(club._replace(record=record), found)


def offer(club: ClubContext, form: BookingForm, came: GameOutcome) -> None:
    """The choices of a booking's form; of evenings, those near the game's day and the one chosen before."""
    day = read_day(form.on.data or "") or today(club.zone)
    evenings = sorted(club.record.evenings.values(), key=lambda one: one.on, reverse=True)
    near = (one for one in evenings if abs(one.on - day) <= _NEAR or str(one.number) == form.evening.data)
    form.offer(
        club.record.people,
        ((one, night_title(one)) for one in near),
        other_seasons(club, form, came),
        leads=club.leads,
        complete=came.complete,
    )


def _counted(uid: str, game: str) -> tuple[ClubContext, GameRow, CountedGame]:
    """A game that counts, for whoever may say how. What was let pass by those who lead stays theirs to say."""
    club = require_permission(uid, "game")
    row = game_of(club, game)
    if row.counted is None:
        raise NotFound
    if not club.may("game", although=sorted(row.counted.although)):
        raise Forbidden
    return club, row, row.counted


def _page(club: ClubContext, game: str, form: BookingForm) -> str:
    row = game_of(club, game)
    offer(club, form, row.came_to)
    names = seat_names(boards.states([row.game_id])[row.game_id]["players"])
    return render_template(
        "clubs/games/booking.html",
        club=club,
        heading=_("Edit players and date"),
        action=url_for("booked.update", uid=club.uid, game=game),
        back_url=game_url(club, game),
        back_label=_("Back to the game"),
        save=_("Save"),
        seats=form.seats_under(row.came_to.sits, names),
        notes=[],
        twins=[],
        form=form,
        new=False,
    )
