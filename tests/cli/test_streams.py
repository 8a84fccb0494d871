"""Standard streams that are closed, full or left early, and limited encodings."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.games import deal_of, game_of
from tests.support.server.server import COMMAND, clean_environment

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="streams as a Unix shell closes them")

VALID_GAME = game_of(deal_of("diamonds", {"A": 5, "B": 4, "C": 3, "D": 1}))
INVALID_GAME = game_of(deal_of("diamonds", {"A": 12, "B": 0, "C": 0, "D": 0}))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, game in (("good", VALID_GAME), ("bad", INVALID_GAME)):
        (tmp_path / f"{name}.json").write_text(json.dumps(game), encoding="utf-8")
    return tmp_path


def shell(folder: Path, line: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a shell line, with `$T` for the command."""
    settings = clean_environment() | {"T": str(COMMAND), "PYTHONUNBUFFERED": "", **environment}
    return subprocess.run(
        ["/bin/sh", "-c", line], cwd=folder, env=settings, capture_output=True, timeout=60, check=False
    )


def error_line(result: subprocess.CompletedProcess[bytes], status: int) -> str:
    """The only line on standard error."""
    assert b"Traceback" not in result.stderr
    assert b"Exception ignored" not in result.stderr
    assert result.returncode == status, result
    assert result.stderr.count(b"\n") == 1, result.stderr
    return result.stderr.decode()


@pytest.mark.parametrize("arguments", ["score -", "score --json -", "score --jsonl -", "verify -", "verify --json -"])
def test_closed_standard_input_is_reported(folder: Path, arguments: str) -> None:
    result = shell(folder, f"$T {arguments} <&-")
    if "verify --json" in arguments:
        assert "standard input is closed" in json.loads(result.stdout)["unreadable"][0]
        assert result.returncode == 2
    else:
        assert "standard input is closed" in error_line(result, 2).lower()


def test_closed_standard_input_does_not_stop_others(folder: Path) -> None:
    result = shell(folder, "$T score --json good.json - good.json <&-")
    assert error_line(result, 2) == "-: Standard input is closed\n"
    assert result.stdout.count(b"trexscore-result/1") == 2


@pytest.mark.parametrize(
    "arguments",
    ["score good.json", "score --json good.json", "score --explain good.json", "demo --data d", "--version"],
)
@pytest.mark.parametrize("redirection", [">&-", ">/dev/full", "1</dev/null"])
def test_unwritable_standard_output_is_reported(folder: Path, arguments: str, redirection: str) -> None:
    if redirection == ">/dev/full" and not Path("/dev/full").exists():
        pytest.skip("This system has no /dev/full.")
    result = shell(folder, f"$T {arguments} {redirection}")
    assert error_line(result, 2).startswith("trexscore: Standard output cannot be written: ")


def test_closed_standard_output_starts_nothing(folder: Path) -> None:
    error_line(shell(folder, "$T demo --data d >&-"), 2)
    assert not (folder / "d").exists()


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("arguments", ["score", "score --json", "score --explain"])
def test_reader_that_stops_early_gets_no_error(folder: Path, arguments: str, unbuffered: str) -> None:
    files = "good.json " * 100
    result = shell(folder, f"$T {arguments} {files} | head -1", PYTHONUNBUFFERED=unbuffered)
    assert result.stderr == b""
    assert result.stdout.count(b"\n") == 1


@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full", "2>&1 >out | :"])
@pytest.mark.parametrize(
    ("arguments", "status"),
    [("score bad.json", 1), ("score good.json none.json", 2), ("score --nonsense", 2), ("verify none.json", 2)],
)
def test_closed_standard_error_keeps_status(folder: Path, arguments: str, status: int, redirection: str) -> None:
    pipe_is_closed = redirection.endswith("| :")
    line = (
        f"({{ sleep 0.3; $T {arguments}; echo $? >status; }} {redirection})"
        if pipe_is_closed
        else f"$T {arguments} {redirection}"
    )
    result = shell(folder, line)
    assert (int((folder / "status").read_text(encoding="ascii")) if pipe_is_closed else result.returncode) == status
    assert b"cannot" not in result.stdout
    assert b"Traceback" not in result.stdout + result.stderr


ENCODINGS = [
    {"PYTHONIOENCODING": "ascii"},
    {"LC_ALL": "POSIX", "PYTHONUTF8": "0"},
    {"PYTHONIOENCODING": "cp1252"},
]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_minus_survives_every_encoding(folder: Path, encoding: dict[str, str]) -> None:
    result = shell(folder, "$T score --explain good.json", **encoding)
    assert (result.returncode, result.stderr) == (0, b"")
    (row,) = [line for line in result.stdout.splitlines() if line.startswith(b"1  ")]
    assert row.split()[-8:] == b"-50 -40 -30 -10 -50 -40 -30 -10".split()
    assert b"?" not in result.stdout
    assert b"\\u" not in result.stdout


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_minus_on_standard_error_survives_every_encoding(folder: Path, encoding: dict[str, str]) -> None:
    game = VALID_GAME | {"deals": [{"adjustment": {"A": -30}, "reason": "agreed"}]}
    (folder / "g.json").write_text(json.dumps(game), encoding="utf-8")
    assert "adds up to -30." in error_line(shell(folder, "$T score g.json", **encoding), 1)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_unsupported_names_are_escaped_in_columns(folder: Path, encoding: dict[str, str]) -> None:
    game = VALID_GAME | {"players": ["ليلى", "سامر", "Zoë", "Dani"]}
    (folder / "g.json").write_text(json.dumps(game), encoding="utf-8")
    result = shell(folder, "$T score g.json", **encoding)
    output = result.stdout.decode("cp1252")
    assert r"\u0644\u064a\u0644\u0649" in output
    assert r"\u0633\u0627\u0645\u0631" in output
    assert ("Zoë" if encoding.get("PYTHONIOENCODING") == "cp1252" else r"Zo\xeb") in output
    header, row = output.splitlines()[:2]
    assert len(header) == len(row)


def test_json_stays_json_in_every_encoding(folder: Path) -> None:
    (folder / "Zoë.json").write_text("{}", encoding="utf-8")
    for encoding in ENCODINGS:
        scored = shell(folder, "$T score --json good.json", **encoding)
        assert json.loads(scored.stdout)["totals"]["A"] == -50
        checked = shell(folder, "$T verify --json *.json", **encoding)
        assert any("Zo" in sentence for sentence in json.loads(checked.stdout)["unreadable"])
