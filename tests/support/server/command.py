"""Commands as a user runs them, each in its own process."""

import json
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.request import Request, urlopen
from uuid import uuid4

from tests.support.server.ready import start_command
from tests.support.server.server import clean_environment

EMPTY_GAME: dict[str, Any] = {
    "format": "trexscore-game/1",
    "players": ["Amal", "Basil", "Carine", "Dani"],
    "first_king": "A",
    "deals": [],
}
NO_CLUB = ("--evenings", "0")
"""Lets `trexscore demo` create only games, which is much faster."""
DIAMONDS: dict[str, Any] = {
    "king": "A",
    "contracts": ["diamonds"],
    "captures": {"diamonds": {"A": 5, "B": 4, "C": 3, "D": 1}},
}


def run_trexscore(
    *arguments: str | Path, stdin: str | None = None, **settings: str
) -> subprocess.CompletedProcess[str]:
    """Run a command with these settings only."""
    environment = clean_environment() | {f"TREXSCORE_{name}": value for name, value in settings.items()}
    with TemporaryDirectory(prefix="trexscore-") as folder:
        input_file, output, err = files = Path(folder) / "in", Path(folder) / "out", Path(folder) / "err"
        input_file.write_text(stdin or "", encoding="utf-8")
        process = start_command(arguments, environment, files)
        process.join(60)
        if process.exitcode is None:
            process.kill()
            raise subprocess.TimeoutExpired(str(arguments), 60)
        return subprocess.CompletedProcess(
            arguments, process.exitcode, output.read_text(encoding="utf-8"), err.read_text(encoding="utf-8")
        )


def assert_refused(completed: subprocess.CompletedProcess[str], *expected_words: str) -> None:
    """The command failed with one error line that contains these texts."""
    assert completed.returncode == 2, completed
    assert completed.stderr.startswith("trexscore: ")
    assert completed.stderr.count("\n") == 1, completed.stderr
    for text in expected_words:
        assert text in completed.stderr


def send(address: str, value: object) -> dict[str, Any]:
    """POST a value as JSON."""
    content = json.dumps(value).encode()
    return fetch(Request(address, content, {"Content-Type": "application/json"}))  # noqa: S310 - our own server


def fetch(address: str | Request) -> dict[str, Any]:
    """GET or send a request: the JSON response."""
    with urlopen(address, timeout=30) as response:  # noqa: S310 - our own server
        received: dict[str, Any] = json.load(response)
    return received


def envelope(body: dict[str, Any], after: int) -> dict[str, Any]:
    """An entry as a phone sends it."""
    return {"key": str(uuid4()), "after": after, "author": "Basil", "entry": body}
