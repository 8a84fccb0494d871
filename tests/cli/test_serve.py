"""`trexscore serve` prints where it runs or why it cannot, and stops cleanly."""

import os
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.support.server.certificates import openssl_certificate
from tests.support.server.command import EMPTY_GAME, assert_refused, run_trexscore, send
from tests.support.server.server import COMMAND, LiveServer, clean_environment, free_port

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and openssl as on Unix")


def start_serve(*arguments: str | Path) -> subprocess.Popen[str]:
    """The running command, with its output as a pipe."""
    return subprocess.Popen(
        [COMMAND, "serve", *arguments],
        env=clean_environment() | {"PYTHONUTF8": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )


def read_greeting(server: subprocess.Popen[str]) -> str:
    """Everything up to the line that explains how to stop."""
    assert server.stdout is not None
    lines = []
    for line in server.stdout:
        lines.append(line)
        if line.startswith("Ctrl+C"):
            return "".join(lines)
    raise AssertionError("".join(lines))


def stop_server(server: subprocess.Popen[str], stop_signal: signal.Signals) -> str:
    """The output after the signal to stop."""
    server.send_signal(stop_signal)
    output, _ = server.communicate(timeout=20)
    return output


def wait_until_ready(port: int) -> None:
    deadline = time.monotonic() + 30
    while True:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=1):
                return
        except OSError:
            assert time.monotonic() < deadline
            time.sleep(0.05)


@pytest.mark.parametrize("stop_signal", [signal.SIGTERM, signal.SIGINT])
def test_serve_prints_address_and_stops_cleanly(tmp_path: Path, stop_signal: signal.Signals) -> None:
    port = free_port()
    server = start_serve("--data", tmp_path, "--host", "0.0.0.0", "--port", str(port))  # noqa: S104
    output = read_greeting(server)
    wait_until_ready(port)
    assert f"http://localhost:{port}\n" in output
    assert "█" in output or "Only this computer can connect" in output
    assert "Over http" in output or "Only this computer can connect" in output
    assert stop_server(server, stop_signal) == "Trex Score has stopped.\n"
    assert server.returncode == 0
    assert {path.name for path in tmp_path.iterdir()} >= {"secret-key", "trexscore.sqlite3"}


def test_serve_uses_https_certificate(tmp_path: Path) -> None:
    chain, key = openssl_certificate(tmp_path)
    port = free_port()
    server = start_serve("--data", tmp_path / "data", "--port", str(port), "--cert", chain, "--key", key)
    output = read_greeting(server)
    wait_until_ready(port)
    trusting = ssl.create_default_context(cafile=str(chain))
    with urlopen(f"https://localhost:{port}/healthz", context=trusting, timeout=10) as response:
        assert response.read() == b"ok"
    stop_server(server, signal.SIGTERM)
    assert f"https://localhost:{port}\n" in output
    assert "no one on the network can read the games' links" in output
    assert "http://" not in output


def test_serve_for_localhost_only_is_reported(tmp_path: Path) -> None:
    server = start_serve("--data", tmp_path, "--host", "127.0.0.1", "--port", str(free_port()))
    output = read_greeting(server)
    stop_server(server, signal.SIGTERM)
    assert "Only this computer can connect" in output
    assert "█" not in output


def test_serve_logs_no_tokens_or_requests(live_server: LiveServer) -> None:
    started = send(f"{live_server.url}/api/games", EMPTY_GAME)
    for permission in ("own", "write", "read"):
        with urlopen(f"{live_server.url}/api/games/{started[permission]}/state") as response:  # noqa: S310
            assert response.status == 200
    live_server.stop()
    assert "/api/" not in live_server.log
    assert not [permission for permission in ("own", "write", "read") if started[permission] in live_server.log]


def test_killed_server_frees_its_port(tmp_path: Path) -> None:
    port = str(free_port())
    server = start_serve("--data", tmp_path, "--host", "127.0.0.1", "--port", port)
    read_greeting(server)
    wait_until_ready(int(port))
    server.kill()
    server.wait()
    again = start_serve("--data", tmp_path, "--host", "127.0.0.1", "--port", port)
    assert "Only this computer can connect" in read_greeting(again)
    stop_server(again, signal.SIGTERM)
    server.communicate()


def test_port_in_use_is_reported(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        result = run_trexscore("serve", "--data", tmp_path, "--host", "127.0.0.1", "--port", str(port))
    assert_refused(result, f"Port {port} is in use.")


def test_foreign_address_is_reported(tmp_path: Path) -> None:
    assert_refused(run_trexscore("serve", "--data", tmp_path, "--host", "192.0.2.77"), "192.0.2.77 is not an address")
    assert_refused(
        run_trexscore("serve", "--data", tmp_path, "--host", "no such host"), "no such host is not an address"
    )
    assert_refused(run_trexscore("serve", "--data", tmp_path, "--port", "http"), "use a whole number from 1 to 65535")


def test_error_names_option_or_variable(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    data_folder = tmp_path / "file" / "below"
    assert_refused(
        run_trexscore("serve", "--data", tmp_path, "--port", "99999"),
        "trexscore: --port is '99999'; use a whole number",
    )
    assert_refused(
        run_trexscore("serve", DATA=str(tmp_path), PORT="99999"),
        "trexscore: TREXSCORE_PORT is '99999'; use a whole number",
    )
    assert_refused(run_trexscore("serve", "--data", data_folder), "cannot be created", ". --data names it.")
    assert_refused(run_trexscore("serve", DATA=str(data_folder)), "cannot be created", ". TREXSCORE_DATA names it.")


def test_unusable_certificate_is_reported(tmp_path: Path) -> None:
    chain, key = openssl_certificate(tmp_path)
    (tmp_path / "other").mkdir()
    _, other_key = openssl_certificate(tmp_path / "other")
    assert_refused(run_trexscore("serve", "--cert", chain), "both a certificate and its key")
    assert_refused(run_trexscore("serve", "--cert", chain, "--key", other_key), "https cannot be served", "mismatch")
    assert_refused(run_trexscore("serve", "--cert", key, "--key", key), "https cannot be served")
    missing = tmp_path / "none"
    assert_refused(run_trexscore("serve", "--cert", missing, "--key", key), f"{missing}: No such file")
    assert_refused(run_trexscore("serve", "--cert", chain, "--key", missing), f"{missing}: No such file")


def test_unusable_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    port = str(free_port())
    assert_refused(run_trexscore("serve", "--data", tmp_path / "file" / "below", "--port", port), "cannot be created")
    (tmp_path / "trexscore.sqlite3").mkdir()
    assert_refused(run_trexscore("serve", "--data", tmp_path, "--port", port), "cannot be used")


def test_database_of_newer_version_is_left_alone(demo_copy: Path) -> None:
    file = demo_copy / "trexscore.sqlite3"
    with closing(sqlite3.connect(file)) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999_of_the_future'")
        database.commit()
    before = file.read_bytes()
    result = run_trexscore("serve", "--data", demo_copy, "--port", str(free_port()))
    assert_refused(result, "newer version of Trex Score (9999_of_the_future is not known here)")
    assert file.read_bytes() == before


def test_other_file_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "trexscore.sqlite3"
    file.write_text("a letter, not a database; long enough to be looked at", encoding="utf-8")
    assert_refused(
        run_trexscore("serve", "--data", tmp_path, "--port", str(free_port())), "is not a database of Trex Score"
    )
    assert file.read_text(encoding="utf-8").startswith("a letter")


def test_unreachable_postgresql_is_reported_without_password(tmp_path: Path) -> None:
    address = f"postgresql://trex:hunter2@127.0.0.1:{free_port()}/trex"
    result = run_trexscore("serve", "--port", str(free_port()), DATA=str(tmp_path), DATABASE_URL=address)
    assert_refused(result, "cannot be used")
    assert "hunter2" not in result.stderr


def test_dead_worker_is_replaced(live_server: LiveServer) -> None:
    assert live_server.process is not None
    children = Path(f"/proc/{live_server.process.pid}/task/{live_server.process.pid}/children")
    if not children.exists():
        pytest.skip("This system does not list a process's children.")
    os.kill(int(children.read_text(encoding="ascii").split()[0]), signal.SIGKILL)
    deadline = time.monotonic() + 20
    while not live_server.answers():
        assert time.monotonic() < deadline
        time.sleep(0.1)
