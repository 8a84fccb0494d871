"""A whole club out of here as a file, and in from one."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from flask import Blueprint, Response, flash, redirect, render_template, request, stream_with_context, url_for
from werkzeug.wrappers import Response as AnyResponse

from trexscore.actions.clubs.import_club import Brought, import_club
from trexscore.actions.clubs.look_through import Source, Unsound
from trexscore.club.packing import packed
from trexscore.language.refusals import sentence
from trexscore.rules.refusals import Refusal
from trexscore.storage.club_files import lines_of
from trexscore.storage.clubs import ClubAt, club_at, member_of
from trexscore.storage.models import db
from trexscore.web.accounts import account_required, current_account, never_kept
from trexscore.web.club_scope import open_to_lead
from trexscore.web.forms.clubs.bring import FileForm
from trexscore.web.language import reader_language
from trexscore.web.limits import count
from trexscore.web.rendering import translate as _
from trexscore.web.rendering import translate_plural as ngettext
from trexscore.web.uploads import UNPACKED, longest_file, take_files

pages = never_kept(Blueprint("club_file", __name__))
take_files(pages, "create")


@pages.get("/c/<uid>/export")
def download(uid: str) -> Response:
    """The club's journal and those of its games: packed as they are read, so that no club is too large."""
    club = open_to_lead(uid)
    day = datetime.now(UTC).date().isoformat()
    headers = {"Content-Disposition": f'attachment; filename="trex-club-{day}.jsonl.gz"'}
    return Response(stream_with_context(_pieces(club.club)), headers=headers, content_type="application/gzip")


def _pieces(club: ClubAt) -> Iterator[bytes]:
    """The session is asked for only here: that of the request is let go of before the first piece is sent, and one that
    went on would hold its connection until somebody tidies up.
    """
    yield from packed(lines_of(db.session(), club))


@pages.get("/clubs/import")
@account_required
def new() -> str:
    """Where a club's file is chosen."""
    return _page(FileForm(blank=True))


@pages.post("/clubs/import")
@account_required
def create() -> AnyResponse | str | tuple[str, int]:
    """Take the file in. Whoever does so owns the club then."""
    account = current_account()
    form = FileForm()
    file = request.files.get("file")
    if account is None or file is None or not file.filename:
        form.problems.append(_("Choose a file first."))
        return _page(form), 422
    count("new_game", request.remote_addr or "")
    try:
        brought = import_club(Source(file.stream, UNPACKED * longest_file()), account.id)
    except Unsound as unsound:
        form.problems += _said(unsound.refusals)
        return _page(form), 422
    if brought.was == "new":
        games = sum(brought.games.values())
        flash(
            ngettext(
                "%(club)s is here, with %(num)s game.",
                "%(club)s is here, with %(num)s games.",
                games,
                club=brought.name,
            )
        )
        return redirect(url_for("club.show", uid=brought.uid), 303)
    return _page(form, brought, is_member=_is_member(brought.uid, account.id))


def _said(refusals: Sequence[Refusal]) -> list[str]:
    """In words. What holds of many games alike is said of the first: whoever has played on has done so in hundreds."""
    games = Counter(refusal.code for refusal in refusals if "game" in refusal.params)
    said: list[str] = []
    for refusal in refusals:
        many = games.pop(refusal.code, 0) if "game" in refusal.params else 1
        if many:
            said.append(sentence(reader_language(), refusal))
        if many > 1:
            said.append(_("It is so with more games of this file."))
    return said


def _is_member(uid: str, account_id: int) -> bool:
    club = club_at(uid)
    return club is not None and member_of(db.session(), club.id, account_id) is not None


def _page(form: FileForm, here: Brought | None = None, *, is_member: bool = False) -> str:
    return render_template(
        "clubs/import.html", form=form, here=here, is_member=is_member, megabytes=longest_file() // 2**20
    )
