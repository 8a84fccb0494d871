"""The tables of a game night: drawing, swapping players, starting games."""

from collections.abc import Sequence

import msgspec
from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

from trexscore.club.events.counted_game import GameCounted
from trexscore.club.events.game_night import TablesDrawn
from trexscore.club.game_night import DrawnTable, GameNight, TableOrigin
from trexscore.commands.clock import current_night_date
from trexscore.commands.game_nights.draw_tables import TableChange, change_tables, current_arrangement, draw_tables
from trexscore.commands.game_nights.start_table import StartedTableGame, TableGameRequest, start_table_game
from trexscore.commands.jobs import JobContext, JobFailed, JobKind, JobResourceLimits, start_or_reuse_job, with_progress
from trexscore.commands.recording import Command
from trexscore.db.clubs.clubs import find_club_head
from trexscore.db.clubs.game_tokens import find_club_game_token
from trexscore.db.models import db
from trexscore.i18n.texts.clubs.club import DRAW_METHOD_NOTES
from trexscore.ledger.entry_refusal import EntryRefusal
from trexscore.rules.refusals import Refusal, refuse
from trexscore.web.accounts.session import require_signed_in_account
from trexscore.web.clubs.access import ClubContext, command_from_form, open_club, require_game_night, require_permission
from trexscore.web.clubs.game_nights.forms import DrawForm, SeenDrawForm, StartTableForm, StartTablesForm
from trexscore.web.clubs.game_nights.pages import tables_page
from trexscore.web.clubs.game_nights.presenter import weekday_and_date
from trexscore.web.clubs.game_nights.tables import TableSeat, club_game_url, table_views, token_for_reader
from trexscore.web.clubs.house_rules_choices import house_rules_choices
from trexscore.web.clubs.members.presenter import member_name
from trexscore.web.disk_space import require_unreserved_disk_space
from trexscore.web.games.device_games import remember_game
from trexscore.web.jobs.progress import PageHeader, decode_result, progress_response_unless_done, require_job
from trexscore.web.number_parsing import parse_ascii_number
from trexscore.web.rendering import translate as _

pages = Blueprint("tables", __name__)
MAX_TABLES_STARTED_WITHOUT_JOB = 8
"""Up to so many are started within a request, in about a second; more by a job."""


@pages.get("/c/<club_uid>/game-nights/<int:night_number>/draw")
def show_draw_form(club_uid: str, night_number: int) -> str:
    """The form to draw tables."""
    club = require_permission(club_uid, TablesDrawn)
    return _draw_page(club, require_game_night(club, night_number), DrawForm(blank=True))


@pages.post("/c/<club_uid>/game-nights/<int:night_number>/draw")
def draw(club_uid: str, night_number: int) -> Response | tuple[str, int]:
    """Draw the tables. Tables that play stay as they are."""
    club = require_permission(club_uid, TablesDrawn)
    game_night = require_game_night(club, night_number)
    form = DrawForm()
    if form.chosen_method is None:
        raise BadRequest
    season = parse_ascii_number(form.season.data or "")
    sender = command_from_form(club, form)
    outcome = draw_tables(
        club.club_head, sender, night_number, form.seen_draw_seq, method=form.chosen_method, season_number=season
    )
    if form.unwrap_outcome(outcome) is not None:
        return redirect(url_for("game_nights.show", club_uid=club_uid, night_number=night_number), 303)
    game_night = require_game_night(open_club(club_uid), night_number)
    form.behind.data = str(game_night.last_draw_seq)
    return _draw_page(club, game_night, form), 422


@pages.get("/c/<club_uid>/game-nights/<int:night_number>/seats")
def show_rearrangement(club_uid: str, night_number: int) -> str:
    """The page to swap players: pick one, then another."""
    club = require_permission(club_uid, TablesDrawn)
    return _rearrange_page(
        club, require_game_night(club, night_number), parse_ascii_number(request.args.get("pick", ""))
    )


@pages.post("/c/<club_uid>/game-nights/<int:night_number>/seats")
def rearrange(club_uid: str, night_number: int) -> Response | tuple[str, int]:
    """Swap players, or form or break up a table."""
    club = require_permission(club_uid, TablesDrawn)
    require_game_night(club, night_number)
    form = SeenDrawForm()
    change = _requested_table_change()
    if change is None:
        raise BadRequest
    outcome = change_tables(club.club_head, command_from_form(club, form), night_number, form.seen_draw_seq, change)
    if form.unwrap_outcome(outcome) is not None:
        return redirect(url_for("tables.show_rearrangement", club_uid=club_uid, night_number=night_number), 303)
    club = open_club(club_uid)
    return _rearrange_page(club, require_game_night(club, night_number), None, form.problems), 422


@pages.post("/c/<club_uid>/game-nights/<int:night_number>/tables")
def start(club_uid: str, night_number: int) -> Response | tuple[str, int]:
    """Start a table's game and open it."""
    club = require_permission(club_uid, GameCounted)
    require_unreserved_disk_space()
    require_game_night(club, night_number)
    form = StartTableForm()
    table_fields = form.first_draw, form.index_in_draw, form.game_number
    first_draw, index_in_draw, game_number = (parse_ascii_number(field.data or "") for field in table_fields)
    if first_draw is None or index_in_draw is None or game_number is None:
        raise BadRequest
    started_game = _start_table_game(club, night_number, form, TableOrigin(first_draw, index_in_draw), game_number)
    if started_game is not None:
        return _redirect_to_game(club, started_game.game_uid)
    return tables_page(club, require_game_night(open_club(club_uid), night_number), form.problems), 422


@pages.post("/c/<club_uid>/game-nights/<int:night_number>/tables/all")
def start_all(club_uid: str, night_number: int) -> Response | tuple[str, int]:
    """Start the first game of every table of the draw that was seen. Stays on the tables' page."""
    club = require_permission(club_uid, GameCounted)
    require_unreserved_disk_space()
    game_night = require_game_night(club, night_number)
    form = StartTablesForm()
    if form.seen_draw_seq != game_night.last_draw_seq:
        form.add_problems([refuse("drawn_meanwhile", "behind")])
    elif len(tables := _tables_able_to_play(club, game_night)) > MAX_TABLES_STARTED_WITHOUT_JOB:
        return _start_tables_by_job(club, game_night, form, tables)
    elif None not in [_start_table_game(club, night_number, form, table.origin, game_number=1) for table in tables]:
        return redirect(url_for("game_nights.show", club_uid=club_uid, night_number=night_number), 303)
    return tables_page(club, require_game_night(open_club(club_uid), night_number), form.problems), 422


@pages.route("/c/<club_uid>/game-nights/<int:night_number>/tables/all/<key>", methods=["GET", "POST"])
def start_all_progress(club_uid: str, night_number: int, key: str) -> Response | tuple[str, int]:
    """Progress of the job that starts many tables; the tables when it is done."""
    club = require_permission(club_uid, GameCounted)
    game_night = require_game_night(club, night_number)
    job = require_job(TABLE_START_JOB_KIND.name, _start_job_scope(club, night_number), key)
    tables_url = url_for("game_nights.show", club_uid=club_uid, night_number=night_number)
    progress_page = progress_response_unless_done(
        job, PageHeader(weekday_and_date(game_night.day), tables_url, _("Back to the tables"))
    )
    if progress_page is not None:
        return progress_page
    refusals = decode_result(job, tuple[Refusal, ...])
    if not refusals:
        return redirect(tables_url, 303)
    form = StartTablesForm(blank=True)
    form.add_problems(refusals)
    return tables_page(club, game_night, form.problems), 422


def _start_tables_by_job(
    club: ClubContext, game_night: GameNight, form: StartTablesForm, tables: Sequence[DrawnTable]
) -> Response:
    sender = command_from_form(club, form)
    starts = [_table_game_request(sender, game_night.number, form, table.origin, game_number=1) for table in tables]
    scope, owner = _start_job_scope(club, game_night.number), f"account {require_signed_in_account().id}"
    key = start_or_reuse_job(TABLE_START_JOB_KIND.name, scope, owner, _StartJobArguments(club.uid, starts))
    return redirect(
        url_for("tables.start_all_progress", club_uid=club.uid, night_number=game_night.number, key=key), 303
    )


class _StartJobArguments(msgspec.Struct, frozen=True, rename={"club_uid": "uid", "table_game_requests": "each"}):
    """The club's id in addresses, and the games to start. Stored with the job, under the names in `rename`."""

    club_uid: str
    table_game_requests: Sequence[TableGameRequest]


def _run_table_starts(job_context: JobContext) -> tuple[Refusal, ...]:
    """The job. Returns the refusals. May run again: a table whose game has started stays as it is."""
    arguments = msgspec.convert(job_context.arguments, _StartJobArguments)
    club = find_club_head(arguments.club_uid)
    refusals: list[Refusal] = []
    for start in with_progress(
        job_context.report_progress, "tables", arguments.table_game_requests, len(arguments.table_game_requests)
    ):
        started_game = None if club is None else start_table_game(club, start)
        if isinstance(started_game, EntryRefusal):
            refusals += started_game.refusals
        elif not isinstance(started_game, StartedTableGame):
            raise JobFailed("broken")
    return tuple(refusals)


TABLE_START_JOB_KIND = JobKind("tables", _run_table_starts, JobResourceLimits(wall_clock_seconds=300, cpu_seconds=120))


def _start_job_scope(club: ClubContext, night_number: int) -> str:
    return f"club {club.id} evening {night_number}"


def _tables_able_to_play(club: ClubContext, game_night: GameNight) -> list[DrawnTable]:
    """The tables that can play: on a past game night all, else those whose four players are checked in."""
    is_over = game_night.is_over(current_night_date(club.zone))
    return [
        table
        for table in game_night.current_tables
        if is_over or not game_night.absent_among(table.member_number_by_seat)
    ]


def _start_table_game(
    club: ClubContext,
    night_number: int,
    form: StartTableForm | StartTablesForm,
    table_origin: TableOrigin,
    game_number: int,
) -> StartedTableGame | None:
    """Start a table's game; None if it was refused: the form then shows why."""
    start = _table_game_request(command_from_form(club, form), night_number, form, table_origin, game_number)
    return form.unwrap_outcome(start_table_game(club.club_head, start))


def _table_game_request(
    sender: Command,
    night_number: int,
    form: StartTableForm | StartTablesForm,
    table_origin: TableOrigin,
    game_number: int,
) -> TableGameRequest:
    season = parse_ascii_number(form.season.data or "")
    return TableGameRequest(sender.member_number, night_number, *table_origin, game_number, season, sender.device)


def _redirect_to_game(club: ClubContext, game_uid: str) -> Response:
    """Redirect to the game itself, by the club's token."""
    stored_token = find_club_game_token(db.session(), club.id, game_uid)
    if stored_token is None:
        flash(_("The club no longer has a link to this game."))
        return redirect(club_game_url(club, game_uid), 303)
    token = token_for_reader(club, stored_token)
    return remember_game(redirect(url_for("table.show", token=token), 303), token)


def _requested_table_change() -> TableChange | None:
    form = request.form
    if "join" in form:
        return ("join",)
    if "break_up" in form:
        table_index = parse_ascii_number(form["break_up"])
        return None if table_index is None else ("break_up", table_index)
    first, second = parse_ascii_number(form.get("first_member", "")), parse_ascii_number(form.get("second_member", ""))
    return None if first is None or second is None else ("swap", first, second)


def _draw_page(club: ClubContext, game_night: GameNight, form: DrawForm) -> str:
    form.set_choices(game_night)
    tables = table_views(club, game_night)
    playing_tables = [table for table in tables if table.is_playing]
    free_member_count = len(game_night.present_member_numbers) - 4 * len(playing_tables)
    return render_template(
        "clubs/game_nights/draw.html",
        club=club,
        game_night=game_night,
        form=form,
        method_notes=DRAW_METHOD_NOTES,
        rules=house_rules_choices(club, game_night),
        playing=playing_tables,
        free=free_member_count,
        sitting_out=free_member_count % 4,
    )


def _rearrange_page(
    club: ClubContext, game_night: GameNight, picked_number: int | None, problems: list[str] | None = None
) -> str:
    tables, waiting = current_arrangement(game_night)
    views_by_index = {table.index_in_current_tables: table for table in table_views(club, game_night)}
    drawn_tables = game_night.draws[-1].tables if game_night.draws else ()
    rows = [(place, views_by_index[drawn_tables.index(table)]) for place, table in enumerate(tables)]
    form = SeenDrawForm(blank=True)
    form.behind.data = str(game_night.last_draw_seq)
    form.problems = problems or []
    moving = {seat.member_number for _place, table in rows if not table.is_playing for seat in table.seats} | {*waiting}
    return render_template(
        "clubs/game_nights/swap_players.html",
        club=club,
        game_night=game_night,
        rows=rows,
        at_no_table=[TableSeat("", number, member_name(club.record, number)) for number in waiting],
        pick=picked_number if picked_number in moving else None,
        picked=member_name(club.record, picked_number) if picked_number in moving and picked_number is not None else "",
        form=form,
    )
