"""Merge two members who are the same person: with a preview, and undoable."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from trexscore.club.events.members import MembersMerged
from trexscore.club.events.undo import ClubEntryUndone
from trexscore.club.members import Member
from trexscore.commands.clubs.record_entry import refusals_of_club_entry
from trexscore.db.clubs.clubs import read_member_numbers_with_account
from trexscore.db.clubs.counted_games import list_game_rows_naming
from trexscore.db.models import db
from trexscore.web.clubs.access import (
    ClubContext,
    record_form_entry,
    require_permission,
    require_surviving_member,
    was_sent_before,
)
from trexscore.web.clubs.entry_form import FieldlessForm
from trexscore.web.clubs.members.forms import MergeForm
from trexscore.web.clubs.members.presenter import sorted_by_name
from trexscore.web.number_parsing import parse_ascii_number
from trexscore.web.rendering import translate as _

pages = Blueprint("merge_members", __name__)


@pages.get("/c/<club_uid>/members/<int:member_number>/merge")
def ask(club_uid: str, member_number: int) -> str:
    """Choose the other member, then preview the merge."""
    into_number = parse_ascii_number(request.args.get("into", ""))
    club = require_permission(club_uid, MembersMerged, member=member_number, into=into_number)
    member = require_surviving_member(club, member_number)
    other_member = club.record.members.get(into_number or 0)
    form = MergeForm(blank=True)
    form.into.data = str(into_number) if _can_merge(member, other_member) else ""
    if form.into.data:
        body = MembersMerged.body_of({"member": member.number, "into": into_number})
        form.add_problems(refusals_of_club_entry(db.session(), club.club_head, body))
    return _merge_page(club, member, form, is_impossible=bool(form.problems))


@pages.post("/c/<club_uid>/members/<int:member_number>/merge")
def merge(club_uid: str, member_number: int) -> Response | tuple[str, int]:
    """Merge: this member's games become the other's."""
    form = MergeForm()
    entry_fields = form.entry_fields(member_number)
    club = require_permission(club_uid, MembersMerged, **entry_fields)
    if record_form_entry(club, form, MembersMerged.body_of(entry_fields)) is None:
        return _merge_page(club, require_surviving_member(club, member_number), form), 422
    flash(_("The members are merged. You can undo this further down on this page."))
    return redirect(url_for("members.show", club_uid=club_uid, member_number=entry_fields["into"]), 303)


@pages.post("/c/<club_uid>/members/<int:member_number>/unmerge")
def undo(club_uid: str, member_number: int) -> Response | tuple[str, int]:
    """Undo a merge."""
    form = FieldlessForm()
    club = require_permission(club_uid, MembersMerged, member=member_number)
    seq = parse_ascii_number(request.form.get("entry", "")) or 0
    if member_number not in club.record.merge_by_seq.get(seq, ()) and not was_sent_before(club, form):
        raise NotFound
    surviving_number = club.record.surviving_member(member_number).number
    if record_form_entry(club, form, ClubEntryUndone.flat_body_of(seq)) is None:
        return render_template("clubs/members/unmerge.html", club=club, number=surviving_number, form=form), 422
    flash(_("The merge is undone. Each member has their own games again."))
    return redirect(url_for("members.show", club_uid=club_uid, member_number=surviving_number), 303)


def _can_merge(member: Member, other: Member | None) -> bool:
    return (
        other is not None
        and other.merged_into_number is None
        and other.number != member.number
        and not other.anonymized
    )


def _merge_page(club: ClubContext, member: Member, form: MergeForm, *, is_impossible: bool = False) -> str:
    form.set_choices(
        sorted_by_name(candidate for candidate in club.record.unmerged_members if _can_merge(member, candidate))
    )
    into_number = parse_ascii_number(form.into.data or "")
    other_member = club.record.members.get(into_number or 0)
    session = db.session()
    moved_games = (
        list(list_game_rows_naming(session, club.id, club.record.all_numbers_of(member.number))) if other_member else []
    )
    return render_template(
        "clubs/members/merge.html",
        club=club,
        member=member,
        other=other_member if _can_merge(member, other_member) else None,
        impossible=is_impossible,
        games=len(moved_games),
        has_account=member.number in read_member_numbers_with_account(session, club.id, club.record),
        form=form,
    )
