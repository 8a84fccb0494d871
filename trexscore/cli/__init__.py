"""The command line: `trexscore serve | score | paper | verify | demo | user | club | game | jobs | backup | restore`.

Only the module of the called command is loaded, so that scoring a file does not load the web server.
"""

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType

from trexscore import __version__
from trexscore.cli.output.errors import EXIT_DONE, CannotWork, print_error
from trexscore.cli.output.streams import CannotWrite, checked_stdout, ignore_stderr_faults

PURPOSE_BY_COMMAND = {
    "serve": "start the web application",
    "score": "score game files",
    "paper": "find mistakes on a paper score sheet",
    "verify": "check saved journals, or every game of a server",
    "demo": "fill a data folder with sample games and a club",
    "user": "print a link that creates an account or resets a password",
    "club": "export or import a club",
    "game": "delete a game, or remove a name from it permanently",
    "jobs": "list long jobs and their progress",
    "backup": "back up all games to one file while the server runs, and check the copy",
    "restore": "replace all games with those of a backup",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status; 130 after Ctrl+C.

    Raises `SystemExit` with 2 for wrong arguments, and with 0 after `--help` or `--version`.
    """
    os.umask(0o077)  # files may hold links: only their owner may read them
    with ignore_stderr_faults():
        try:
            with checked_stdout():
                return _run_command(sys.argv[1:] if argv is None else list(argv))
        except CannotWrite as fault:
            return EXIT_DONE if fault.reader_left else print_error(fault)
        except KeyboardInterrupt:
            return 130


def _run_command(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="trexscore", description="Keeps the score of Trex played with real cards.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, purpose in PURPOSE_BY_COMMAND.items():
        command = commands.add_parser(name, help=purpose, description=purpose.capitalize() + ".")
        if name in argv[:1]:
            module = _import_without_garbage_collection(f"trexscore.cli.{name}")
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    options = parser.parse_args(argv)
    try:
        return int(options.run(options))
    except CannotWork as fault:
        return print_error(fault)


def _import_without_garbage_collection(module_name: str) -> ModuleType:
    """Import a module without garbage collection, which would take 20 % of the start-up time."""
    gc.disable()
    try:
        return import_module(module_name)
    finally:
        gc.freeze()
        gc.enable()
