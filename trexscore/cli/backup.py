"""`trexscore backup`: copies all games to one file while the server runs, and checks the copy."""

import argparse
from pathlib import Path

from trexscore.cli.database_file import copy_check_and_count_games, delete_all_but_newest, file_name_timestamp
from trexscore.cli.installation import add_data_argument, existing_database_url
from trexscore.cli.output.errors import EXIT_DONE, CannotWork, Damaged
from trexscore.cli.verify_database import first_broken_journal_names

_BACKUP_FILE_GLOB = "trexscore-[0-9]*-[0-9]*.sqlite3"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument(
        "file",
        type=Path,
        metavar="FILE",
        help="where to write the copy; an existing file is not overwritten; in a folder, the copy is named by its time",
    )
    parser.add_argument(
        "--keep", type=_parse_keep_count, metavar="N", help="of the copies in that folder, keep the newest N"
    )
    add_data_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Copy the database, and delete older copies if asked to."""
    target, keep = options.file, options.keep
    url = existing_database_url(options.data)
    if url.get_backend_name() != "sqlite":
        raise CannotWork("The games are in PostgreSQL, which has its own tool for this: pg_dump.")
    if keep is not None and not target.is_dir():
        raise CannotWork(f"--keep needs a folder of copies, and {target} is not a folder.")
    file = target / f"trexscore-{file_name_timestamp()}.sqlite3" if target.is_dir() else target
    games = copy_check_and_count_games(Path(url.database or ""), file)
    broken_journal_names = first_broken_journal_names(file)
    if broken_journal_names:
        raise Damaged(
            f"{file} was written, but some of its journals are not valid ({', '.join(broken_journal_names)}); "
            f"no older copy was deleted. `trexscore verify {file}` says more."
        )
    print(f"{file} is written and checked. Games: {games}. It holds their links, too: keep it private.")
    for deleted in delete_all_but_newest(target, _BACKUP_FILE_GLOB, keep) if keep is not None else ():
        print(f"{deleted} was deleted. Newer copies kept: {keep}.")
    return EXIT_DONE


def _parse_keep_count(text: str) -> int:
    if text.isdecimal() and int(text) > 0:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text} is not possible; use a whole number from 1 up")
