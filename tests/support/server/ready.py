"""Run commands in processes forked from one that has already imported them.

Importing takes longer than most commands. Tests of streams, `trexscore serve`, scoring and the wheel start the
installed command instead, so that missing imports are found.
"""

import gc
import multiprocessing
import os
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.process import BaseProcess
from pathlib import Path
from pkgutil import walk_packages

from tests.support.server.compiled_templates import share_compiled_templates
from trexscore import web
from trexscore.cli import PURPOSE_BY_COMMAND, main

share_compiled_templates()
if sys.platform == "win32":
    _CONTEXT = multiprocessing.get_context("spawn")
else:
    _CONTEXT = multiprocessing.get_context("forkserver")
_COMMANDS = [f"trexscore.cli.{name}" for name in PURPOSE_BY_COMMAND]
_PAGES = [module.name for module in walk_packages(web.__path__, f"{web.__name__}.") if module.name.endswith("routes")]
_CONTEXT.set_forkserver_preload([__name__, *_COMMANDS, *_PAGES])
_ADD = os.O_WRONLY | os.O_APPEND | os.O_CREAT


def start_command(
    arguments: Sequence[str | Path],
    environment: Mapping[str, str],
    files: tuple[Path, Path, Path],
    command: Path | None = None,
) -> BaseProcess:
    """Start a command in its own process group. Its standard input, output and error are these files.

    With `command`, that executable runs instead of the preloaded code.
    """
    process = _CONTEXT.Process(target=_run, args=([*map(str, arguments)], dict(environment), files, command))
    process.start()
    return process


def _run(
    arguments: list[str], environment: dict[str, str], files: tuple[Path, Path, Path], command: Path | None
) -> None:
    if sys.platform != "win32":
        os.setsid()
    for number, (file, flags) in enumerate(zip(files, (os.O_RDONLY, _ADD, _ADD), strict=True)):
        os.dup2(os.open(file, flags, 0o600), number)
    if command is not None:
        os.execve(command, [str(command), *arguments], environment)  # noqa: S606 - a test names it
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["trexscore", *arguments]
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(n, mode, encoding="utf-8") for n, mode in enumerate(("r", "w", "w")))
    status = main()
    _close_databases()
    sys.exit(status)


def _close_databases() -> None:
    """Close all connections, as at the normal end of a process: then SQLite removes its extra files."""
    from sqlalchemy import Engine  # noqa: PLC0415 - imported here, because tests of the rules do not need it

    for engine in [item for item in gc.get_objects() if isinstance(item, Engine)]:
        engine.dispose()
