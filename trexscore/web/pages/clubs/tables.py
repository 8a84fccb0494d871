"""The tables of an evening: drawn, moved by hand, started."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

from trexscore.actions.clock import this_evening
from trexscore.actions.clubs.draw_tables import Change, arrangement, draw_tables, seat_by_hand
from trexscore.actions.clubs.start_table import Asked, TableStarted, start_table
from trexscore.club.evening import DrawnTable, Evening
from trexscore.rules.refusals import refuse
from trexscore.storage.kept_games import kept_of
from trexscore.storage.models import db
from trexscore.web.accounts import never_kept
from trexscore.web.club_scope import ClubScope, asked_by, heard, open_club, open_to_say
from trexscore.web.forms.clubs.evenings import ByHandForm, DrawForm, StartAllForm, StartForm
from trexscore.web.games_here import remember
from trexscore.web.numbers import whole
from trexscore.web.pages.clubs.evenings import evening_of, tables_page
from trexscore.web.rendering import translate as _
from trexscore.web.views.clubs.evenings import title_of_evening
from trexscore.web.views.clubs.members import title_of
from trexscore.web.views.clubs.tables import SeatAt, game_url, shown_tables

pages = never_kept(Blueprint("tables", __name__))


@pages.get("/c/<uid>/evenings/<int:number>/draw")
def choose(uid: str, number: int) -> str:
    """How to draw."""
    club = open_to_say(uid, "drawn")
    return _draw_page(club, evening_of(club, number), DrawForm(blank=True))


@pages.post("/c/<uid>/evenings/<int:number>/draw")
def draw(uid: str, number: int) -> Response | tuple[str, int]:
    """Draw the tables. Those that play stay as they are."""
    club = open_to_say(uid, "drawn")
    evening = evening_of(club, number)
    form = DrawForm()
    if form.chosen is None:
        raise BadRequest
    season = whole(form.season.data or "")
    asked = asked_by(club, form, "drawn")
    written = heard(form, draw_tables(club.club, asked, number, form.seen, method=form.chosen, season=season))
    if written is not None:
        return redirect(url_for("evenings.show", uid=uid, number=number), 303)
    evening = evening_of(open_club(uid), number)
    form.behind.data = str(evening.last_draw)
    return _draw_page(club, evening, form), 422


@pages.get("/c/<uid>/evenings/<int:number>/seats")
def move(uid: str, number: int) -> str:
    """Who is to change places: one is picked, then another."""
    club = open_to_say(uid, "drawn")
    return _by_hand_page(club, evening_of(club, number), whole(request.args.get("pick", "")))


@pages.post("/c/<uid>/evenings/<int:number>/seats")
def moved(uid: str, number: int) -> Response | tuple[str, int]:
    """Move people."""
    club = open_to_say(uid, "drawn")
    evening_of(club, number)
    form = ByHandForm()
    change = _change()
    if change is None:
        raise BadRequest
    written = heard(form, seat_by_hand(club.club, asked_by(club, form, "drawn"), number, form.seen, change))
    if written is not None:
        return redirect(url_for("tables.move", uid=uid, number=number), 303)
    club = open_club(uid)
    return _by_hand_page(club, evening_of(club, number), None, form.problems), 422


@pages.post("/c/<uid>/evenings/<int:number>/tables")
def start(uid: str, number: int) -> Response | tuple[str, int]:
    """Start a table's game, and go there."""
    club = open_to_say(uid, "game")
    evening_of(club, number)
    form = StartForm()
    since, at, nth = (whole(field.data or "") for field in (form.since, form.at, form.nth))
    if since is None or at is None or nth is None:
        raise BadRequest
    started = _start(club, number, form, (since, at, nth))
    if started is not None:
        return to_game(club, started.uid)
    return tables_page(club, evening_of(open_club(uid), number), form.problems), 422


@pages.post("/c/<uid>/evenings/<int:number>/tables/all")
def start_all(uid: str, number: int) -> Response | tuple[str, int]:
    """Start the first game of every table of the draw that was seen, and stay with the tables."""
    club = open_to_say(uid, "game")
    evening = evening_of(club, number)
    form = StartAllForm()
    if form.seen != evening.last_draw:
        form.blame([refuse("drawn_meanwhile", "behind")])
    elif None not in [_start(club, number, form, (table.since, table.at, 1)) for table in _complete(evening)]:
        return redirect(url_for("evenings.show", uid=uid, number=number), 303)
    return tables_page(club, evening_of(open_club(uid), number), form.problems), 422


def _complete(evening: Evening) -> list[DrawnTable]:
    """The tables that can play: all of a past evening, else those whose four are here."""
    is_over = evening.is_over(this_evening())
    return [table for table in evening.tables if is_over or not evening.gone_from(table.seats)]


def _start(
    club: ClubScope, evening: int, form: StartForm | StartAllForm, table: tuple[int, int, int]
) -> TableStarted | None:
    """Start a table's game; None where it was refused, and the form says why."""
    asked = asked_by(club, form, "game")
    wanted = Asked(asked.member, evening, *table, whole(form.season.data or ""), asked.device)
    return heard(form, start_table(club.club, wanted))


def to_game(club: ClubScope, uid: str) -> Response:
    """To the game itself, by the link that the club holds of it."""
    kept = kept_of(db.session(), club.club.id, uid)
    if kept is None:
        flash(_("The club holds no link of this game any more."))
        return redirect(game_url(club, uid), 303)
    return remember(redirect(url_for("table.show", token=kept[0]), 303), kept[0])


def _change() -> Change | None:
    form = request.form
    if "join" in form:
        return ("join",)
    if "break_up" in form:
        at = whole(form["break_up"])
        return None if at is None else ("break_up", at)
    one, other = whole(form.get("one", "")), whole(form.get("other", ""))
    return None if one is None or other is None else ("swap", one, other)


def _draw_page(club: ClubScope, evening: Evening, form: DrawForm) -> str:
    seasons = club.record.seasons_on(evening.on)
    form.offer(evening, seasons)
    tables = shown_tables(club, evening)
    playing = [table for table in tables if table.plays]
    free = len(evening.present) - 4 * len(playing)
    return render_template(
        "clubs/draw.html",
        club=club,
        evening=evening,
        title=title_of_evening(evening),
        form=form,
        seasons=seasons,
        playing=playing,
        free=free,
        out=free % 4,
    )


def _by_hand_page(club: ClubScope, evening: Evening, pick: int | None, problems: list[str] | None = None) -> str:
    tables, waiting = arrangement(evening)
    shown = {table.place: table for table in shown_tables(club, evening)}
    held = evening.draws[-1].tables if evening.draws else ()
    rows = [(place, shown[held.index(table)]) for place, table in enumerate(tables)]
    form = ByHandForm(blank=True)
    form.behind.data = str(evening.last_draw)
    form.problems = problems or []
    moving = {seat.number for _place, table in rows if not table.plays for seat in table.seats} | {*waiting}
    return render_template(
        "clubs/by_hand.html",
        club=club,
        evening=evening,
        title=title_of_evening(evening),
        rows=rows,
        at_no_table=[SeatAt("", number, title_of(club.record.who(number))) for number in waiting],
        pick=pick if pick in moving else None,
        picked=title_of(club.record.who(pick)) if pick in moving and pick is not None else "",
        form=form,
    )
