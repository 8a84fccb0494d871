"""The demo's games are plausible, and are never added to existing ones."""

import json
import re
import shlex
from pathlib import Path

from tests.support.server.command import NO_CLUB, assert_refused, fetch, run_trexscore
from tests.support.server.server import LiveServer

LINK = re.compile(r"http://localhost:8000/g/([\w-]{22,})")


def test_demo_creates_five_games_with_links(tmp_path: Path) -> None:
    result = run_trexscore("demo", *NO_CLUB, "--data", tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    assert len(set(LINK.findall(result.stdout))) == 15
    assert "ليلى" in result.stdout
    assert run_trexscore("verify", "--data", tmp_path).stdout == "Valid journals: 5 of 5.\n"
    _check_games(tmp_path, LINK.findall(result.stdout))


def _check_games(tmp_path: Path, tokens: list[str]) -> None:
    """Check the journals and states of the demo's games."""
    server = LiveServer(tmp_path)
    server.start()
    try:
        journals = [fetch(f"{server.url}/api/games/{token}/journal") for token in tokens[::3]]
        states = [fetch(f"{server.url}/api/games/{token}/state") for token in tokens[::3]]
    finally:
        server.stop()
    kinds = {entry["kind"] for journal in journals for entry in journal["entries"]}
    assert kinds == {"started", "named", "deal", "void", "adjustment", "announced", "take_back"}
    assert [state["result"]["complete"] for state in states] == [True, True, False, False, False]
    assert len(states[0]["result"]["deals"]) == 20
    assert states[1]["result"]["deals"][0]["contracts"] != states[0]["result"]["deals"][0]["contracts"]
    assert states[2]["result"]["teams"] is not None
    assert states[3]["announced"] is not None
    assert "doubled_by" in json.dumps(journals)


def test_demo_needs_more_in_used_folder(tmp_path: Path) -> None:
    run_trexscore("demo", *NO_CLUB, "--data", tmp_path)
    assert_refused(run_trexscore("demo", *NO_CLUB, "--data", tmp_path), "There are games here already: 5.")
    assert run_trexscore("demo", *NO_CLUB, "--data", tmp_path, "--more").returncode == 0
    assert run_trexscore("verify", "--data", tmp_path).stdout == "Valid journals: 10 of 10.\n"


def test_demo_links_use_public_url(tmp_path: Path) -> None:
    result = run_trexscore("demo", *NO_CLUB, DATA=str(tmp_path), PUBLIC_URL="https://trex.example")
    assert result.stdout.count("https://trex.example/g/") == 15


def test_demo_names_command_to_serve(tmp_path: Path) -> None:
    folder = tmp_path / "Amal's games"
    last = run_trexscore("demo", *NO_CLUB, "--data", folder).stdout.splitlines()[-1]
    assert shlex.split(last)[-4:] == ["trexscore", "serve", "--data", str(folder)]
    assert run_trexscore("demo", *NO_CLUB, DATA=str(tmp_path / "d")).stdout.endswith(": trexscore serve\n")
