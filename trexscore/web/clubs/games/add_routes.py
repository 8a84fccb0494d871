"""A game played outside the club's evenings is brought in: by its link, or by its file."""

from datetime import date, datetime

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from trexscore.club.game_outcome import outcome_of
from trexscore.commands.clock import local, night_of
from trexscore.commands.clubs.count_game import Link, book_game
from trexscore.db import game_states
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.clubs.listed_games import games_like
from trexscore.db.games import Named, game_named, head_of
from trexscore.db.journals import GAMES
from trexscore.db.models import db
from trexscore.db.tokens import Scope, scope_of
from trexscore.game.builder import fold
from trexscore.game.record import Record
from trexscore.web.accounts.session import no_store
from trexscore.web.clubs.access import ClubContext, build_request, outcome_or_errors, require_permission
from trexscore.web.clubs.game_nights.tables import game_url
from trexscore.web.clubs.games.counting import offer, preview_of_booking, say_what_counts
from trexscore.web.clubs.games.forms import BookingForm, BringForm
from trexscore.web.clubs.games.presenter import notes_on, seat_names
from trexscore.web.clubs.preview import goes_back
from trexscore.web.disk_space import allow_new_game
from trexscore.web.games.recent import remember
from trexscore.web.games.start.import_file import bring, token_in
from trexscore.web.language import reader_language
from trexscore.web.limits import client_address, count
from trexscore.web.rendering import translate as _

pages = no_store(Blueprint("bringing", __name__))


@pages.get("/c/<uid>/games/new")
def new(uid: str) -> str:
    """Which game it is."""
    club = require_permission(uid, "game")
    return render_template("clubs/games/bring.html", club=club, form=BringForm(blank=True))


@pages.post("/c/<uid>/games/new")
def find(uid: str) -> Response | tuple[str, int]:
    """Look for it; a file begins a game of its own."""
    club = require_permission(uid, "game")
    form = BringForm()
    text = form.file.data.read() if form.file.data else (form.pasted.data or "").strip().encode()
    if text:
        allow_new_game()
        found = bring(text, form.entry_key)
        if isinstance(found, str):
            return remember(redirect(url_for("bringing.show", uid=uid, token=found), 303), found)
        form.problems = found
    else:
        token = token_in(form.link.data or "")
        if token is not None and scope_of(token) is not None:
            return redirect(url_for("bringing.show", uid=uid, token=token), 303)
        count("unknown_token", client_address())
        form.problems = [_("No game has this link. Copy the whole link, or scan the code on the other phone.")]
    return render_template("clubs/games/bring.html", club=club, form=form), 422


@pages.get("/c/<uid>/games/from/<token>")
def show(uid: str, token: str) -> Response | str:
    """Who of its players is which member, and when it was."""
    club = require_permission(uid, "game")
    scope = _open(token)
    row = _in_book(club, scope)
    if row is not None and row.counted is not None:
        return _counted_already(club, row.uid)
    form = BookingForm(blank=True)
    named, record = _game(scope)
    on = night_of(local(datetime.fromisoformat(named.started_at), club.zone))
    form.guess(record.players_as_written, club.record)
    form.on.data = on.isoformat()
    form.evening.data = next((str(one.number) for one in club.record.evenings.values() if one.on == on), "")
    return _page(club, token, scope, form)


@pages.post("/c/<uid>/games/from/<token>")
def create(uid: str, token: str) -> Response | tuple[str, int] | str:
    """Put it into the book."""
    club = require_permission(uid, "game")
    scope = _open(token)
    form = BookingForm()
    if goes_back():
        return _page(club, token, scope, form)
    page = preview_of_booking(club, scope.game_id, form.booking())
    if page is not None:
        return page
    asked = build_request(club, form, "game")
    booked = outcome_or_errors(form, book_game(club.club, asked, scope.game_id, form.booking(), Link(token, scope.may)))
    if booked is None:
        return _page(club, token, scope, form), 422
    say_what_counts(club, booked.row)
    return redirect(game_url(club, booked.uid), 303)


def _open(token: str) -> Scope:
    scope = scope_of(token)
    if scope is None:
        count("unknown_token", client_address())
        raise NotFound
    return scope


def _game(scope: Scope) -> tuple[Named, Record]:
    """When it began, and what its journal tells."""
    named = game_named(db.session(), head_of(db.session(), scope.game_id).uid)
    if named is None:
        raise NotFound
    return named, fold(GAMES.told(db.session(), scope.game_id))


def _in_book(club: ClubContext, scope: Scope) -> game_rows.GameRow | None:
    return game_rows.game_row(db.session(), club.club.id, head_of(db.session(), scope.game_id).uid)


def _counted_already(club: ClubContext, uid: str) -> Response:
    flash(_("The club already counts this game."))
    return redirect(game_url(club, uid), 303)


def _page(club: ClubContext, token: str, scope: Scope, form: BookingForm) -> str:
    _named, record = _game(scope)
    came = outcome_of(record, record.play().game)
    offer(club, form, came)
    state = game_states.states([scope.game_id])[scope.game_id]
    try:
        on = date.fromisoformat(form.on.data or "")
    except ValueError:
        on = None
    notes = [] if on is None else notes_on(club.record, on, came, state)
    if scope.may in ("own", "write"):
        notes.append(
            _("This link can save deals. The club keeps it for the four players, its scorers and its referees.")
        )
    row = _in_book(club, scope)
    if row is not None:
        notes.insert(0, _("The club counted this game before, then excluded it."))
    twins = [one for one in games_like(db.session(), club.club.id, came) if one.game_id != scope.game_id]
    return render_template(
        "clubs/games/booking.html",
        club=club,
        heading=_("Players of this game"),
        action=url_for("bringing.create", uid=club.uid, token=token),
        back_url=url_for("bringing.new", uid=club.uid),
        back_label=_("Back"),
        save=_("Add game to club"),
        seats=form.seats_under(record.sits, seat_names(record.players)),
        notes=notes,
        twins=[(game_url(club, one.uid), reader_language().day(date.fromisoformat(one.sort[:10]))) for one in twins],
        form=form,
        new=True,
    )
