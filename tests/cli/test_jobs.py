"""`trexscore jobs`, and the progress bar of long commands."""

import io
import sys
from pathlib import Path

import pytest

from tests.support.server.command import assert_refused, run_trexscore
from tests.support.server.jobs import run_waiting_jobs, set_jobs, without_job_worker
from tests.support.sites import site_in
from trexscore.cli.output.progress_bar import progress_bar, progress_line
from trexscore.commands.jobs import start_or_reuse_job, with_progress


def test_jobs_are_listed_with_progress(tmp_path: Path) -> None:
    with site_in(tmp_path) as site, without_job_worker(site), site.app_context():
        start_or_reuse_job("ratings", "club 1", "somebody", {"club_id": 1})
        run_waiting_jobs(site)
        start_or_reuse_job("games-import", "bringing 7", "somebody", {})
        set_jobs(site, state="running", step="games", done=30, total=120, kind="games-import")
        start_or_reuse_job("export", "club 1", "someone else leads", {})
    result = run_trexscore("jobs", "--data", tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert len(lines) == 3
    assert lines[0].endswith("export         waiting")
    assert lines[1].endswith("games-import   running: Saving the games [######..................] 30 of 120")
    assert "somebody" not in result.stdout


def test_jobs_without_installation_are_refused(tmp_path: Path) -> None:
    assert_refused(run_trexscore("jobs", "--data", tmp_path), "There are no games in")
    with site_in(tmp_path):
        assert run_trexscore("jobs", "--data", tmp_path).stdout == "There are no jobs.\n"


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_bar_is_drawn_on_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = _Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with progress_bar() as progress:
        assert list(with_progress(progress, "read", "abc", 3)) == list("abc")
    drawn_lines = terminal.getvalue().split("\r\033[K")
    assert drawn_lines[1:] == [
        progress_line("read", 0, 3),
        progress_line("read", 1, 3),
        progress_line("read", 2, 3),
        "",
    ]
    quiet = io.StringIO()
    monkeypatch.setattr(sys, "stderr", quiet)
    with progress_bar() as progress:
        progress("read", 1, 2)
    assert not quiet.getvalue()
