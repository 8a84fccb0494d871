"""`trexscore club`: exports a club to a file, and imports it into another installation."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from trexscore.cli.database_file import atomic_new_file
from trexscore.cli.installation import add_data_argument
from trexscore.cli.output.errors import EXIT_DONE, CannotWork
from trexscore.cli.output.progress_bar import progress_bar
from trexscore.cli.upgraded_app import existing_installation_context, upgraded_installation_context
from trexscore.club.file.packing import pack_lines
from trexscore.commands.accounts import find_account_id_and_name, normalize_username
from trexscore.commands.club_files.import_club import ImportedClub, import_club
from trexscore.commands.club_files.validate_club_file import ClubFileSource, InvalidClubFile
from trexscore.commands.jobs import with_progress
from trexscore.db.clubs.club_files import club_file_lines, count_club_file_lines
from trexscore.db.clubs.clubs import find_club_head
from trexscore.db.models import db
from trexscore.i18n.language import ENGLISH
from trexscore.i18n.texts.refusals import refusal_text

EXIT_INVALID_CLUB_FILE = 1
_HUGE_BYTE_LIMIT = 2**50
"""In bytes: practically none, as the operator chooses the file."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    commands = parser.add_subparsers(dest="way", required=True, metavar="export | import")
    export = commands.add_parser("export", help="export a club and its games to a file")
    export.add_argument("club", metavar="CLUB", help="the club’s address, or the part of it after /c/")
    export.add_argument(
        "file", type=Path, metavar="FILE", help="where to write it; an existing file is not overwritten"
    )
    import_ = commands.add_parser("import", help="import a club from a file, or what is newer in it")
    import_.add_argument("file", type=Path, metavar="FILE", help="an exported club file")
    import_.add_argument("--owner", metavar="NAME", help="the username of the club’s owner on this server")
    for command in (export, import_):
        add_data_argument(command)


def run(options: argparse.Namespace) -> int:
    """Export or import a club. The exit status is 1 for an invalid club file."""
    try:
        return _export(options) if options.way == "export" else _import(options)
    except InvalidClubFile as invalid:
        print(f"{options.file} was not imported:")
        for refusal in invalid.refusals:
            print(f"  {refusal_text(ENGLISH, refusal)}")
        sys.stdout.flush()
        return EXIT_INVALID_CLUB_FILE


def _export(options: argparse.Namespace) -> int:
    uid = options.club.rstrip("/").rpartition("/")[2]
    with existing_installation_context(options.data):
        club = find_club_head(uid)
        if club is None:
            raise CannotWork(f"There is no club with the address {options.club} here.")
        with atomic_new_file(options.file) as draft, draft.open("wb") as file, progress_bar() as progress:
            session = db.session()
            lines = with_progress(
                progress, "read", club_file_lines(session, club), count_club_file_lines(session, club)
            )
            file.writelines(pack_lines(lines))
    print(f"{options.file} holds the club with all its games. It gives no access to them.")
    return EXIT_DONE


def _import(options: argparse.Namespace) -> int:
    try:
        file = options.file.open("rb")
    except OSError as fault:
        raise CannotWork(f"{options.file} cannot be read: {fault.strerror}.") from fault
    with closing(file), upgraded_installation_context(options.data), progress_bar() as progress:
        imported = import_club(
            ClubFileSource(file, _HUGE_BYTE_LIMIT, may_extend_journals=True),
            _find_owner_account_id(options.owner),
            progress,
        )
    for line in _import_summary_lines(imported):
        print(line)
    return EXIT_DONE


def _find_owner_account_id(username: str | None) -> int | None:
    if username is None:
        return None
    account = find_account_id_and_name(normalize_username(username) or "")
    if account is None:
        raise CannotWork(f"No account signs in as {username} here. `trexscore user {username}` creates an account.")
    return account[0]


def _import_summary_lines(imported_club: ImportedClub) -> Iterator[str]:
    if imported_club.club_comparison == "new":
        game_count = sum(imported_club.game_count_by_comparison.values())
        yield f"{imported_club.name} was imported. Entries: {imported_club.added_entry_count}. Games: {game_count}."
    elif imported_club.club_comparison == "behind":
        yield f"{imported_club.name} was already here. Entries added: {imported_club.added_entry_count}."
    else:
        yield f"{imported_club.name} is already here. Nothing in the file is new."
    if imported_club.club_comparison != "new" and imported_club.game_count_by_comparison.get("new"):
        yield f"Games imported: {imported_club.game_count_by_comparison['new']}."
    if imported_club.game_count_by_comparison.get("behind"):
        yield f"Games extended: {imported_club.game_count_by_comparison['behind']}."
    yield f"Its address: /c/{imported_club.uid}"
