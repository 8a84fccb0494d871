"""Commands that are loaded in advance: each runs in a process forked from one that has loaded them all.

Loading takes longer than nearly all that a test asks of a command. That an installed command loads what it needs is
seen where it is called by its file: tests of streams, of `trexscore serve`, of scoring and of the wheel.
"""

import gc
import multiprocessing
import os
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.process import BaseProcess
from pathlib import Path

from tests.support.server.compiled_templates import share_compiled_templates
from trexscore.cli import PURPOSE_BY_COMMAND, main

share_compiled_templates()
if sys.platform == "win32":
    _CONTEXT = multiprocessing.get_context("spawn")
else:
    _CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload([__name__, *(f"trexscore.cli.{name}" for name in PURPOSE_BY_COMMAND)])
_ADD = os.O_WRONLY | os.O_APPEND | os.O_CREAT


def begin(
    arguments: Sequence[str | Path],
    environment: Mapping[str, str],
    files: tuple[Path, Path, Path],
    command: Path | None = None,
) -> BaseProcess:
    """The running command, in its own process group. It reads the first file and appends to the two others.

    A given command is loaded from its file, as a shell does.
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
    """As a process does when it exits: SQLite removes its extra files with the last connection."""
    from sqlalchemy import Engine  # noqa: PLC0415 - here it is loaded; the tests of the rules need none

    for engine in [item for item in gc.get_objects() if isinstance(item, Engine)]:
        engine.dispose()
