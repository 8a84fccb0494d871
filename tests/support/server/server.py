"""The real `trexscore serve` in its own processes, which can be killed and restarted."""

import contextlib
import os
import signal
import socket
import sys
import time
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tests.support.server.ready import start_command
from trexscore.config import DATABASE_FILE_NAME

COMMAND = Path(sys.executable).parent / "trexscore"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def clean_environment() -> dict[str, str]:
    """The environment without personal settings of Trex Score."""
    return {name: value for name, value in os.environ.items() if not name.startswith("TREXSCORE_")}


@dataclass
class LiveServer:
    data_folder: Path
    settings: dict[str, str] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    command: Path | None = None
    """The installed command, for tests that need it instead of the preloaded code."""

    process: BaseProcess | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        """All output of the server, including before restarts."""
        return self._log_path.read_text(encoding="utf-8", errors="replace")

    @property
    def _log_path(self) -> Path:
        return self.data_folder.parent / f"{self.data_folder.name}.log"

    def start(self, seconds: float = 30) -> None:
        """Start the server, with empty tables if its folder is new, and wait until it answers."""
        if self.command is None and not self.data_folder.exists():
            self._create_tables()
        environment = clean_environment() | {
            "TREXSCORE_DATA": str(self.data_folder),
            "TREXSCORE_HOST": "127.0.0.1",
            "TREXSCORE_PORT": str(self.port),
            **self.settings,
        }
        files = Path(os.devnull), self._log_path, self._log_path
        self.process = start_command(["serve"], environment, files, self.command)
        deadline = time.monotonic() + seconds
        while not self.answers():
            if self.process.exitcode is not None or time.monotonic() > deadline:
                self.kill()
                raise RuntimeError(f"`trexscore serve` did not start:\n{self.log}")
            time.sleep(0.05)

    def _create_tables(self) -> None:
        from tests.support.sites import migrated_database  # noqa: PLC0415 - tests of the rules need no Flask

        self.data_folder.mkdir(mode=0o700)
        (self.data_folder / DATABASE_FILE_NAME).write_bytes(migrated_database())

    def answers(self) -> bool:
        try:
            with urlopen(f"{self.url}/healthz", timeout=5) as response:  # noqa: S310 - our own
                return bool(response.status == 200)
        except (URLError, OSError):
            return False

    def kill(self) -> None:
        """Kill the server and its workers with SIGKILL, without cleanup."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def restart(self) -> None:
        """Kill the server, and start it again with the same port and data."""
        self.kill()
        self.start()

    def _end(self, first_signal: signal.Signals, seconds: float = 10) -> None:
        if self.process is None:
            return
        process, self.process = self.process, None
        for signal_sent in (first_signal, signal.SIGKILL):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid or 0, signal_sent)  # includes its workers
            process.join(seconds)
            if process.exitcode is not None:
                return
