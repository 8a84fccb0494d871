"""The pages of a game night that several routes answer with."""

from flask import render_template

from trexscore.club.events.game_night import TablesDrawn
from trexscore.club.events.members import MemberJoined
from trexscore.club.game_night import GameNight
from trexscore.commands.clock import current_night_date
from trexscore.commands.game_nights.draw_tables import current_arrangement
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.models import db
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.entry_form import FieldlessForm
from trexscore.web.clubs.game_nights.presenter import (
    AttendanceLine,
    attendance_list,
    night_result_lines,
    night_round_numbers,
    replies_to_night,
    weekday_and_date,
    when_and_where,
)
from trexscore.web.clubs.game_nights.tables import CheckoutBlocker, table_views
from trexscore.web.clubs.house_rules_choices import house_rules_choices
from trexscore.web.clubs.members.forms import NameForm
from trexscore.web.clubs.members.presenter import member_names
from trexscore.web.clubs.seasons.presenter import sitting_out_adjustment_url
from trexscore.web.rendering import translate as _


def attendance_page(
    club: ClubContext,
    game_night: GameNight,
    form: FieldlessForm | None = None,
    guest_form: NameForm | None = None,
    blocker: CheckoutBlocker | None = None,
) -> str:
    """Attendance, to check players in and out. `blocker`: why a player cannot be checked out."""
    may_add_guests = club.may_record(MemberJoined, role="guest")
    night_replies = replies_to_night(club, game_night)
    attendance_lines = attendance_list(club, game_night, night_replies)
    previous_members = club.record.previous_attendee_numbers(game_night)
    return render_template(
        "clubs/game_nights/attendance.html",
        club=club,
        game_night=game_night,
        title=weekday_and_date(game_night.day),
        when=when_and_where(game_night),
        games=len(game_rows.list_game_rows_of_night(db.session(), club.id, game_night.number)),
        people=attendance_lines,
        groups=_group_by_expected(attendance_lines),
        letters=[person for person in attendance_lines if person.index_letter],
        last_time=len(previous_members),
        missing=not previous_members.issubset(game_night.present_member_numbers),
        replies=night_replies,
        coming=member_names(club.record, sorted(night_replies.coming_numbers)),
        form=form,
        blocker=blocker,
        step=FieldlessForm(blank=True),
        guest=(guest_form or NameForm(blank=True)) if may_add_guests else None,
        is_over=game_night.is_over(current_night_date(club.zone)),
        runs=club.may_record(TablesDrawn),
    )


def _group_by_expected(attendance_lines: list[AttendanceLine]) -> list[tuple[str, list[AttendanceLine]]]:
    """Expected players and all others, with headings if there are both."""
    expected_lines = [person for person in attendance_lines if person.is_expected]
    unexpected = [person for person in attendance_lines if not person.is_expected]
    if not expected_lines or not unexpected:
        return [("", attendance_lines)]
    return [(_("Expected"), expected_lines), (_("Everyone else"), unexpected)]


def tables_page(club: ClubContext, game_night: GameNight, problems: list[str] | None = None) -> str:
    """The tables, and the players without a table."""
    games = game_rows.list_game_rows_of_night(db.session(), club.id, game_night.number)
    tables = table_views(club, game_night, night_round_numbers(club.record, game_night, games))
    playing_member_numbers = {seat.member_number for table in tables if table.is_playing for seat in table.seats}
    waiting_member_numbers = [
        member
        for member in current_arrangement(game_night).waiting_member_numbers
        if member not in playing_member_numbers
    ]
    form = FieldlessForm(blank=True)
    form.problems = problems or []
    return render_template(
        "clubs/game_nights/tables.html",
        club=club,
        game_night=game_night,
        title=weekday_and_date(game_night.day),
        when=when_and_where(game_night),
        games=len(games),
        result=night_result_lines(club.record, games),
        tables=tables,
        at_no_table=member_names(club.record, waiting_member_numbers),
        sitting_out_adjustment_url=sitting_out_adjustment_url(club, game_night) if waiting_member_numbers else None,
        rules=house_rules_choices(club, game_night),
        is_over=game_night.is_over(current_night_date(club.zone)),
        runs=club.may_record(TablesDrawn),
        form=form,
    )
