"""Import games from files: upload, match names to members, count them by a job, report."""

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import BinaryIO, cast

import msgspec
from flask import Blueprint, Response, current_app, jsonify, redirect, render_template, request, url_for
from werkzeug.datastructures import FileStorage
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from trexscore.club.events.members import MemberJoined
from trexscore.commands.clock import current_night_date
from trexscore.commands.clubs.import_games import (
    add_import_file,
    begin_import,
    import_waiting_games,
    save_players_by_name,
)
from trexscore.commands.jobs import JobContext, JobKind, JobResourceLimits, start_or_reuse_job
from trexscore.commands.recording import Command
from trexscore.db import jobs
from trexscore.db.clubs import game_imports
from trexscore.db.clubs.game_imports import ImportFileGame, RefusedGame, StoredImport
from trexscore.db.models import db
from trexscore.game.file.names import read_name
from trexscore.game.file.strict_json import NotJson, read_json
from trexscore.game.file.uploads import SizeLimits as FileLimits
from trexscore.game.file.uploads import UploadedGame, code_of_non_json, last_date_in_file_name, read_uploaded_games
from trexscore.i18n.texts.refusals import refusal_text, refusal_text_with_entry_contracts
from trexscore.ledger.uuids import is_canonical_uuid
from trexscore.rules.refusals import refuse
from trexscore.rules.seats import SEATS
from trexscore.web.accounts.session import require_signed_in_account
from trexscore.web.clubs.access import ClubContext, open_club
from trexscore.web.clubs.games.presenter import not_counting_games_url
from trexscore.web.clubs.imports.forms import GamesImportForm, name_choices, parse_name_choices
from trexscore.web.clubs.shared import wants_json
from trexscore.web.device import device_label
from trexscore.web.disk_space import require_unreserved_disk_space
from trexscore.web.language import reader_language
from trexscore.web.large_uploads import allow_large_uploads, max_import_bytes
from trexscore.web.limits import enforce_limit
from trexscore.web.rendering import translate as _

pages = Blueprint("imports", __name__)
allow_large_uploads(pages, "create", "add_files")
_GAMES_PER_PROGRESS_REPORT = 5
"""Games checked between two reports of progress."""
_MAX_REFUSED_GAMES_SHOWN = 500
_MAX_IMPORTS_SHOWN = 5
_CHUNK_BYTES = 64 * 1024


@pages.get("/c/<club_uid>/games/import")
def new(club_uid: str) -> str:
    """The form for files."""
    club = _open_club_for_import(club_uid)
    form = GamesImportForm(blank=True)
    form.on.data = current_night_date(club.zone).isoformat()
    return _import_page(club, form)


@pages.post("/c/<club_uid>/games/import")
def create(club_uid: str) -> AnyResponse | tuple[str, int]:
    """Start an import with the uploaded files; without script these are all."""
    club = _open_club_for_import(club_uid)
    enforce_limit("write", f"{club_uid} files")
    form = GamesImportForm()
    files = _uploaded_files()
    day = form.iso_day
    if day is None:
        form.problems.append(refusal_text(reader_language(), refuse("not_a_day")))
    elif not files and not wants_json():
        form.problems.append(_("Choose a file first."))
    if form.problems or day is None:
        return _import_page(club, form), 422
    begin_import(club.id, form.entry_key, day)
    _store_files(_require_batch(club, form.entry_key), files)
    address = url_for("imports.show", club_uid=club_uid, key=form.entry_key)
    return jsonify(address=address) if wants_json() else redirect(address, 303)


@pages.post("/c/<club_uid>/games/import/<key>/files")
def add_files(club_uid: str, key: str) -> Response:
    """Upload further files. A file that was received before is ignored."""
    club = _open_club_for_import(club_uid)
    enforce_limit("write", f"{club_uid} files")
    batch = _require_batch(club, key)
    _store_files(batch, _uploaded_files())
    return jsonify(sum(game_imports.count_games_by_outcome(db.session(), batch.id).values()))


@pages.get("/c/<club_uid>/games/import/<key>")
def show(club_uid: str, key: str) -> Response | str:
    """The state of an import: names to match, games to count, or the report. As JSON for the page's script."""
    club = _open_club_for_import(club_uid)
    batch = _require_batch(club, key)
    session = db.session()
    outcomes = game_imports.count_games_by_outcome(session, batch.id)
    job = jobs.find_latest_job(session, GAMES_IMPORT_JOB_KIND.name, _job_scope(batch))
    is_running = job is not None and job.state in ("waiting", "running")
    if wants_json():
        return jsonify({"waiting": 0, "new": 0, "same": 0, "refused": 0, "running": is_running} | outcomes)
    names = None
    if batch.players_by_name is None and outcomes.get("waiting"):
        names = name_choices(club.record, dict(game_imports.count_waiting_games_by_name(session, batch.id)))
    return render_template(
        "clubs/imports/games_import_progress.html",
        club=club,
        key=key,
        is_running=is_running,
        choices=names,
        outcomes=outcomes,
        all=sum(outcomes.values()),
        not_counting_url=not_counting_games_url(club) if outcomes.get("new") else "",
        refused=[
            (game.file_name, game.line_number, _refusal_sentences(game))
            for game in game_imports.list_refused_games(session, batch.id, _MAX_REFUSED_GAMES_SHOWN)
        ],
        most=_MAX_REFUSED_GAMES_SHOWN,
    )


@pages.post("/c/<club_uid>/games/import/<key>/names")
def save_names_and_start_counting(club_uid: str, key: str) -> AnyResponse:
    """Save which member each name is; then count the games."""
    club = _open_club_for_import(club_uid)
    batch = _require_batch(club, key)
    names = name_choices(club.record, dict(game_imports.count_waiting_games_by_name(db.session(), batch.id)))
    save_players_by_name(batch, parse_name_choices(names, request.form.to_dict(), club.record))
    _start_games_import(club, _require_batch(club, key))
    return redirect(url_for("imports.show", club_uid=club_uid, key=key), 303)


@pages.post("/c/<club_uid>/games/import/<key>/some")
def resume_counting(club_uid: str, key: str) -> AnyResponse:
    """Resume counting after an interruption."""
    club = _open_club_for_import(club_uid)
    batch = _require_batch(club, key)
    if batch.players_by_name is not None:
        _start_games_import(club, batch)
    return redirect(url_for("imports.show", club_uid=club_uid, key=key), 303)


class _GamesImportJobArguments(msgspec.Struct, frozen=True, rename={"batch_key": "key", "member_number": "member"}):
    """Arguments of the job: the import, and who runs it on which device. Stored with the job."""

    club_id: int
    batch_key: str
    member_number: int
    device: str | None


def _start_games_import(club: ClubContext, batch: StoredImport) -> None:
    require_unreserved_disk_space()
    if club.me is None:
        raise NotFound
    arguments = _GamesImportJobArguments(club.id, batch.key, club.me.number, device_label())
    start_or_reuse_job(
        GAMES_IMPORT_JOB_KIND.name, _job_scope(batch), f"account {require_signed_in_account().id}", arguments
    )


def _run_games_import(job_context: JobContext) -> None:
    """The job. Each game is counted in its own transaction, so a second run resumes after an interruption."""
    arguments = msgspec.convert(job_context.arguments, _GamesImportJobArguments)
    sender = Command.of_member(arguments.batch_key, arguments.member_number, device=arguments.device)
    while True:
        session = db.session()
        session.rollback()
        batch = game_imports.find_import(session, arguments.club_id, arguments.batch_key)
        if batch is None or batch.players_by_name is None:
            return
        outcomes = game_imports.count_games_by_outcome(session, batch.id)
        total = sum(outcomes.values())
        job_context.report_progress("games", total - outcomes.get("waiting", 0), total)
        if not import_waiting_games(batch, sender, _GAMES_PER_PROGRESS_REPORT):
            return


GAMES_IMPORT_JOB_KIND = JobKind(
    "games-import", _run_games_import, JobResourceLimits(wall_clock_seconds=4 * 3600, cpu_seconds=2 * 3600)
)


def _job_scope(batch: StoredImport) -> str:
    return f"bringing {batch.id}"


def _open_club_for_import(club_uid: str) -> ClubContext:
    """The club, for readers who may count games and add guests."""
    club = open_club(club_uid)
    club.abort_unless(club.may_count_games and club.may_record(MemberJoined, role="guest"))
    return club


def _require_batch(club: ClubContext, key: str) -> StoredImport:
    batch = game_imports.find_import(db.session(), club.id, key) if is_canonical_uuid(key) else None
    if batch is None:
        raise NotFound
    return batch


def _uploaded_files() -> list[FileStorage]:
    return [file for file in request.files.getlist("files") if file.filename]


def _store_files(batch: StoredImport, files: Sequence[FileStorage]) -> None:
    """Store the games of each file, all of a file or none."""
    require_unreserved_disk_space()
    limits = FileLimits(current_app.config["MAX_CONTENT_LENGTH"], max_import_bytes())
    for file in files:
        name = _printable_file_name(file.filename or "")
        stream = cast("BinaryIO", file.stream)
        digest = _file_digest(name, stream)
        games = [_read_unchecked_game(name, item) for item in read_uploaded_games(name, stream, limits)]
        add_import_file(batch, digest, games)


def _file_digest(file_name: str, file: BinaryIO) -> str:
    """Identifies a file by name and content: the same content under another name is reported separately."""
    digest = hashlib.sha256(f"{file_name}\0".encode())
    while piece := file.read(_CHUNK_BYTES):
        digest.update(piece)
    file.seek(0)
    return digest.hexdigest()


def _read_unchecked_game(upload_name: str, uploaded_game: UploadedGame) -> ImportFileGame:
    """A game of a file, or why it is none."""
    file_name = _printable_file_name(uploaded_game.file_name)
    day = last_date_in_file_name(file_name) or last_date_in_file_name(upload_name)
    if uploaded_game.fault_code is not None:
        return ImportFileGame(file_name, uploaded_game.line_number, day, (), None, refuse(uploaded_game.fault_code))
    try:
        game_json = read_json(uploaded_game.text_bytes)
        text = uploaded_game.text_bytes.decode("utf-8-sig")
    except (NotJson, UnicodeDecodeError):
        refusal = refuse(code_of_non_json(uploaded_game.text_bytes))
        return ImportFileGame(file_name, uploaded_game.line_number, day, (), None, refusal)
    players = game_json.get("players") if isinstance(game_json, dict) else None
    read = map(read_name, players[: len(SEATS)]) if isinstance(players, list) else ()
    names = [name for name in read if name is not None]
    return ImportFileGame(file_name, uploaded_game.line_number, day, names, text)


def _printable_file_name(file_name: str) -> str:
    """A file name fit for a page: its end, without unprintable characters."""
    return "".join(character if character.isprintable() else " " for character in file_name)[
        -game_imports.MAX_FILE_NAME_LENGTH :
    ]


def _refusal_sentences(refused_game: RefusedGame) -> list[str]:
    """Why a game was refused, each sentence once."""
    language = reader_language()
    sentences = (
        reason if isinstance(reason, str) else refusal_text_with_entry_contracts(language, *reason)
        for reason in refused_game.refusals
    )
    return list(dict.fromkeys(sentences))


def _import_page(club: ClubContext, form: GamesImportForm) -> str:
    imports = game_imports.list_latest_imports(db.session(), club.id, _MAX_IMPORTS_SHOWN)
    days = [(each.key, datetime.fromisoformat(each.started_at).date()) for each in imports]
    return render_template(
        "clubs/imports/import_games.html",
        club=club,
        form=form,
        earlier_imports=days,
        megabytes=max_import_bytes() // 2**20,
    )
