"""Standard streams that are closed, full or left early, and limited encodings."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.games import deal_of, game_of
from tests.support.server.server import COMMAND, clean_environment

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="streams as a Unix shell closes them")

GOOD = game_of(deal_of("diamonds", {"A": 5, "B": 4, "C": 3, "D": 1}))
BAD = game_of(deal_of("diamonds", {"A": 12, "B": 0, "C": 0, "D": 0}))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, game in (("good", GOOD), ("bad", BAD)):
        (tmp_path / f"{name}.json").write_text(json.dumps(game), encoding="utf-8")
    return tmp_path


def shell(folder: Path, line: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a shell line, with `$T` for the command."""
    settings = clean_environment() | {"T": str(COMMAND), "PYTHONUNBUFFERED": "", **environment}
    return subprocess.run(
        ["/bin/sh", "-c", line], cwd=folder, env=settings, capture_output=True, timeout=60, check=False
    )


def error_line(ran: subprocess.CompletedProcess[bytes], status: int) -> str:
    """The only line on standard error."""
    assert b"Traceback" not in ran.stderr
    assert b"Exception ignored" not in ran.stderr
    assert ran.returncode == status, ran
    assert ran.stderr.count(b"\n") == 1, ran.stderr
    return ran.stderr.decode()


@pytest.mark.parametrize("arguments", ["score -", "score --json -", "score --jsonl -", "verify -", "verify --json -"])
def test_closed_standard_input_is_reported(folder: Path, arguments: str) -> None:
    ran = shell(folder, f"$T {arguments} <&-")
    if "verify --json" in arguments:
        assert "standard input is closed" in json.loads(ran.stdout)["unreadable"][0]
        assert ran.returncode == 2
    else:
        assert "standard input is closed" in error_line(ran, 2).lower()


def test_closed_standard_input_does_not_stop_others(folder: Path) -> None:
    ran = shell(folder, "$T score --json good.json - good.json <&-")
    assert error_line(ran, 2) == "-: Standard input is closed\n"
    assert ran.stdout.count(b"trexscore-result/1") == 2


@pytest.mark.parametrize(
    "arguments",
    ["score good.json", "score --json good.json", "score --explain good.json", "demo --data d", "--version"],
)
@pytest.mark.parametrize("where", [">&-", ">/dev/full", "1</dev/null"])
def test_unwritable_standard_output_is_reported(folder: Path, arguments: str, where: str) -> None:
    if where == ">/dev/full" and not Path("/dev/full").exists():
        pytest.skip("There is no full device here.")
    ran = shell(folder, f"$T {arguments} {where}")
    assert error_line(ran, 2).startswith("trexscore: Standard output cannot be written: ")


def test_closed_standard_output_starts_nothing(folder: Path) -> None:
    error_line(shell(folder, "$T demo --data d >&-"), 2)
    assert not (folder / "d").exists()


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("arguments", ["score", "score --json", "score --explain"])
def test_reader_that_stops_early_gets_no_error(folder: Path, arguments: str, unbuffered: str) -> None:
    files = "good.json " * 100
    ran = shell(folder, f"$T {arguments} {files} | head -1", PYTHONUNBUFFERED=unbuffered)
    assert ran.stderr == b""
    assert ran.stdout.count(b"\n") == 1


@pytest.mark.parametrize("where", ["2>&-", "2>/dev/full", "2>&1 >out | :"])
@pytest.mark.parametrize(
    ("arguments", "status"),
    [("score bad.json", 1), ("score good.json none.json", 2), ("score --nonsense", 2), ("verify none.json", 2)],
)
def test_closed_standard_error_keeps_status(folder: Path, arguments: str, status: int, where: str) -> None:
    left = where.endswith("| :")
    line = f"({{ sleep 0.3; $T {arguments}; echo $? >status; }} {where})" if left else f"$T {arguments} {where}"
    ran = shell(folder, line)
    assert (int((folder / "status").read_text(encoding="ascii")) if left else ran.returncode) == status
    assert b"cannot" not in ran.stdout
    assert b"Traceback" not in ran.stdout + ran.stderr


ENCODINGS = [
    {"PYTHONIOENCODING": "ascii"},
    {"LC_ALL": "POSIX", "PYTHONUTF8": "0"},
    {"PYTHONIOENCODING": "cp1252"},
]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_minus_survives_every_encoding(folder: Path, encoding: dict[str, str]) -> None:
    ran = shell(folder, "$T score --explain good.json", **encoding)
    assert (ran.returncode, ran.stderr) == (0, b"")
    (row,) = [line for line in ran.stdout.splitlines() if line.startswith(b"1  ")]
    assert row.split()[-8:] == b"-50 -40 -30 -10 -50 -40 -30 -10".split()
    assert b"?" not in ran.stdout
    assert b"\\u" not in ran.stdout


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_minus_on_standard_error_survives_every_encoding(folder: Path, encoding: dict[str, str]) -> None:
    game = GOOD | {"deals": [{"adjustment": {"A": -30}, "reason": "agreed"}]}
    (folder / "g.json").write_text(json.dumps(game), encoding="utf-8")
    assert "adds up to -30." in error_line(shell(folder, "$T score g.json", **encoding), 1)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_unsupported_names_are_escaped_in_columns(folder: Path, encoding: dict[str, str]) -> None:
    game = GOOD | {"players": ["ليلى", "سامر", "Zoë", "Dani"]}
    (folder / "g.json").write_text(json.dumps(game), encoding="utf-8")
    ran = shell(folder, "$T score g.json", **encoding)
    said_ = ran.stdout.decode("cp1252")
    assert r"\u0644\u064a\u0644\u0649" in said_
    assert r"\u0633\u0627\u0645\u0631" in said_
    assert ("Zoë" if encoding.get("PYTHONIOENCODING") == "cp1252" else r"Zo\xeb") in said_
    head, row = said_.splitlines()[:2]
    assert len(head) == len(row)


def test_json_stays_json_in_every_encoding(folder: Path) -> None:
    (folder / "Zoë.json").write_text("{}", encoding="utf-8")
    for encoding in ENCODINGS:
        scored = shell(folder, "$T score --json good.json", **encoding)
        assert json.loads(scored.stdout)["totals"]["A"] == -50
        checked = shell(folder, "$T verify --json *.json", **encoding)
        assert any("Zo" in sentence for sentence in json.loads(checked.stdout)["unreadable"])
