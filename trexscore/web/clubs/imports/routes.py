"""Games brought into a club from files: sent, their names settled, looked at some at a time, and told of."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import BinaryIO, cast

import msgspec
from flask import Blueprint, Response, current_app, jsonify, redirect, render_template, request, url_for
from sqlalchemy.orm import Session
from werkzeug.datastructures import FileStorage
from werkzeug.exceptions import Forbidden, NotFound
from werkzeug.wrappers import Response as AnyResponse

from trexscore.club.fields import is_uuid
from trexscore.commands.clock import current_night, now, timestamp
from trexscore.commands.club_files.import_games import By, import_batch
from trexscore.commands.jobs import JobContext, JobKind, Limits, start_job
from trexscore.db import jobs
from trexscore.db.clubs import game_imports as bringing
from trexscore.db.clubs.game_imports import LONGEST_SOURCE, RefusedGame, Sent, Under, refused_games
from trexscore.db.clubs.listed_games import Only, Wanted, listed_games
from trexscore.db.journals import CLUBS, writing
from trexscore.db.models import db
from trexscore.game.file.many import Found, day_in, games_in
from trexscore.game.file.many import Limits as FileLimits
from trexscore.game.file.names import compared, read_name
from trexscore.game.file.text import NotJson, read_json
from trexscore.i18n.texts.refusals import sentence, with_contracts
from trexscore.rules.refusals import refuse
from trexscore.rules.seats import SEATS
from trexscore.web.accounts.session import current_account, no_store
from trexscore.web.clubs.access import ClubContext, open_club
from trexscore.web.clubs.imports.forms import BringForm, names_asked, seated_in
from trexscore.web.device import device
from trexscore.web.disk_space import refuse_without_room
from trexscore.web.games.small_forms import PlainForm
from trexscore.web.language import reader_language
from trexscore.web.limits import count
from trexscore.web.rendering import translate as _
from trexscore.web.uploads import allow_large_uploads, longest_file

pages = no_store(Blueprint("bring_games", __name__))
allow_large_uploads(pages, "create", "add")
_AT_ONCE = 5
"""Games that are looked at between two reports of progress."""
_KEPT = timedelta(days=90)
_MOST_SHOWN = 500
_REPORTS = 5
_PIECE = 64 * 1024


@pages.get("/c/<uid>/games/import")
def new(uid: str) -> str:
    """Where files are chosen."""
    club = _open(uid)
    form = BringForm(blank=True)
    form.offer(current_night(club.zone))
    return _page(club, form)


@pages.post("/c/<uid>/games/import")
def create(uid: str) -> AnyResponse | tuple[str, int]:
    """Begin, with the files that were sent along: without script that is all of them."""
    club = _open(uid)
    count("write", f"{uid} files")
    form = BringForm()
    files = _files()
    day = form.day
    if day is None:
        form.problems.append(sentence(reader_language(), refuse("not_a_day")))
    elif not files and not _asks_for_json():
        form.problems.append(_("Choose a file first."))
    if form.problems or day is None:
        return _page(club, form), 422
    with writing() as session:
        CLUBS.lock(session, club.club.id)
        bringing.forget_older(session, club.club.id, timestamp(datetime.now(UTC) - _KEPT))
        bringing.begin(session, club.club.id, form.entry_key, now(), day)
    _keep(_under(club, form.entry_key), files)
    address = url_for("bring_games.show", uid=uid, key=form.entry_key)
    return jsonify(address=address) if _asks_for_json() else redirect(address, 303)


@pages.post("/c/<uid>/games/import/<key>/files")
def add(uid: str, key: str) -> Response:
    """More files: one that has arrived before is passed over."""
    club = _open(uid)
    count("write", f"{uid} files")
    under = _under(club, key)
    _keep(under, _files())
    return jsonify(sum(bringing.outcomes(db.session(), under.id).values()))


@pages.get("/c/<uid>/games/import/<key>")
def show(uid: str, key: str) -> Response | str:
    """How far it is: names to settle, games to look at, or the report. For the page's script, as JSON."""
    club = _open(uid)
    under = _under(club, key)
    session = db.session()
    outcomes = bringing.outcomes(session, under.id)
    job = jobs.latest(session, GAMES_IMPORT.name, _scope(under))
    is_running = job is not None and job.state in ("waiting", "running")
    if _asks_for_json():
        return jsonify({"waiting": 0, "new": 0, "same": 0, "refused": 0, "running": is_running} | outcomes)
    asked = None
    if under.seated is None and outcomes.get("waiting"):
        asked = names_asked(club.record, dict(bringing.names_in(session, under.id)))
    return render_template(
        "clubs/games/bringing.html",
        club=club,
        key=key,
        form=PlainForm(blank=True),
        is_running=is_running,
        asked=asked,
        outcomes=outcomes,
        all=sum(outcomes.values()),
        idle_url=_idle_url(club) if outcomes.get("new") else "",
        refused=[(one.source, one.line, _sentences(one)) for one in refused_games(session, under.id, _MOST_SHOWN)],
        most=_MOST_SHOWN,
    )


def _idle_url(club: ClubContext) -> str:
    """The list of what does not count, where there is any."""
    idle: Only = "not_counting"
    found = listed_games(db.session(), club.club.id, Wanted(only=idle), 1)
    return url_for("club_games.index", uid=club.uid, only=idle) if found else ""


@pages.post("/c/<uid>/games/import/<key>/names")
def settle(uid: str, key: str) -> AnyResponse:
    """Whose seat each name is; then the games are counted."""
    club = _open(uid)
    under = _under(club, key)
    asked = names_asked(club.record, dict(bringing.names_in(db.session(), under.id)))
    with writing() as session:
        bringing.seat(session, under.id, seated_in(asked, request.form.to_dict(), club.record))
    _go_on(club, _under(club, key))
    return redirect(url_for("bring_games.show", uid=uid, key=key), 303)


@pages.post("/c/<uid>/games/import/<key>/some")
def go_on(uid: str, key: str) -> AnyResponse:
    """Go on with the games that wait, where that was broken off."""
    club = _open(uid)
    under = _under(club, key)
    if under.seated is not None:
        _go_on(club, under)
    return redirect(url_for("bring_games.show", uid=uid, key=key), 303)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What an import is started with: whose it is, and who does it on which device."""

    club_id: int
    key: str
    member: int
    device: str | None


def _go_on(club: ClubContext, under: Under) -> None:
    refuse_without_room()
    account = current_account()
    if club.me is None or account is None:
        raise NotFound
    asked = _Asked(club.club.id, under.key, club.me.number, device())
    start_job(GAMES_IMPORT.name, _scope(under), f"account {account.id}", asked)


def _count_all(context: JobContext) -> None:
    """The job. Each game is written by itself, so that run again it goes on where it was broken off."""
    asked = msgspec.convert(context.arguments, _Asked)
    while True:
        session = db.session()
        session.rollback()
        under = bringing.under(session, asked.club_id, asked.key)
        if under is None or under.seated is None:
            return
        outcomes = bringing.outcomes(session, under.id)
        everything = sum(outcomes.values())
        context.progress("games", everything - outcomes.get("waiting", 0), everything)
        if not import_batch(under, By(asked.member, asked.device), _AT_ONCE):
            return


GAMES_IMPORT = JobKind("games-import", _count_all, Limits(seconds=4 * 3600, cpu_seconds=2 * 3600))


def _scope(under: Under) -> str:
    return f"bringing {under.id}"


def _open(uid: str) -> ClubContext:
    """The club, for those who may count games in it."""
    club = open_club(uid)
    if club.me is None:
        raise NotFound
    if not club.may("game") or not club.may("joined", role="guest"):
        raise Forbidden
    return club


def _under(club: ClubContext, key: str) -> Under:
    found = bringing.under(db.session(), club.club.id, key) if is_uuid(key) else None
    if found is None:
        raise NotFound
    return found


def _files() -> list[FileStorage]:
    return [file for file in request.files.getlist("files") if file.filename]


def _keep(under: Under, files: Sequence[FileStorage]) -> None:
    """Write down what is in the files, each as a whole or not at all."""
    refuse_without_room()
    limits = FileLimits(current_app.config["MAX_CONTENT_LENGTH"], longest_file())
    for file in files:
        name = _shown(file.filename or "")
        stream = cast("BinaryIO", file.stream)
        digest = _digest(name, stream)
        games = [_sent(name, found) for found in games_in(name, stream, limits)]
        with writing() as session:
            held = bringing.under(session, under.club_id, under.key, held=True)
            if held is not None and not bringing.has_file(session, under.id, digest):
                bringing.add_file(session, under.id, digest, games)
                _ask_anew(session, held, games)


def _ask_anew(session: Session, under: Under, games: Sequence[Sent]) -> None:
    """Names that come after the others were settled are settled, too, before any game of theirs is looked at."""
    names = {compared(name) for game in games for name in game.names}
    if under.seated is not None and not names <= under.seated.keys():
        bringing.seat(session, under.id, None)


def _digest(name: str, file: BinaryIO) -> str:
    """By this a file is known again. One of another name is another, so that each is told of."""
    digest = hashlib.sha256(f"{name}\0".encode())
    while piece := file.read(_PIECE):
        digest.update(piece)
    file.seek(0)
    return digest.hexdigest()


def _sent(name: str, found: Found) -> Sent:
    """A game of a file, or why there is none."""
    source = _shown(found.source)
    day = day_in(source) or day_in(name)
    if found.fault is not None:
        return Sent(source, found.line, day, (), None, refuse(found.fault))
    try:
        value = read_json(found.text)
        text = found.text.decode("utf-8-sig")
    except (NotJson, UnicodeDecodeError):
        return Sent(source, found.line, day, (), None, refuse("not_json"))
    players = value.get("players") if isinstance(value, dict) else None
    read = map(read_name, players[: len(SEATS)]) if isinstance(players, list) else ()
    names = [name for name in read if name is not None]
    return Sent(source, found.line, day, names, text)


def _shown(name: str) -> str:
    """A file's name as it can stand on a page: its end, without anything that could play tricks."""
    return "".join(one if one.isprintable() else " " for one in name)[-LONGEST_SOURCE:]


def _sentences(game: RefusedGame) -> list[str]:
    """Why a game was refused, each sentence once."""
    language = reader_language()
    sentences = (one if isinstance(one, str) else with_contracts(language, *one) for one in game.reasons)
    return list(dict.fromkeys(sentences))


def _asks_for_json() -> bool:
    return request.accept_mimetypes.best == "application/json"


def _page(club: ClubContext, form: BringForm) -> str:
    begun = bringing.latest(db.session(), club.club.id, _REPORTS)
    days = [(key, datetime.fromisoformat(at).date()) for key, at in begun]
    return render_template(
        "clubs/imports/bring_games.html", club=club, form=form, begun=days, megabytes=longest_file() // 2**20
    )
