"""Winning runs, stored so that those of two periods can be added without their games."""

from typing import NamedTuple


class WinningRun(NamedTuple):
    """Consecutive wins, from `first_game_uid` (on `first_date`) to `last_game_uid` (on `last_date`)."""

    length: int
    first_game_uid: str
    first_date: str
    last_game_uid: str
    last_date: str


class WinningRuns(NamedTuple):
    """The runs of wins in a period of a player's games: at its beginning, at its end, and the longest.

    Of equally long runs the earliest is stored.
    """

    game_count: int = 0
    opening_run: WinningRun | None = None
    closing_run: WinningRun | None = None
    longest_run: WinningRun | None = None

    def __add__(self, later: object) -> "WinningRuns":
        """The runs of both periods; `later` comes after this one."""
        if not isinstance(later, WinningRuns):
            return NotImplemented
        across = _join_runs(self.closing_run, later.opening_run)
        return WinningRuns(
            game_count=self.game_count + later.game_count,
            opening_run=across if _is_unbroken(self) else self.opening_run,
            closing_run=across if _is_unbroken(later) else later.closing_run,
            longest_run=max((self.longest_run, across, later.longest_run), key=_run_length),
        )


def winning_runs_of_game(game_uid: str, date: str, *, has_won: bool) -> WinningRuns:
    """The runs of a period with one game."""
    run = WinningRun(1, game_uid, date, game_uid, date) if has_won else None
    return WinningRuns(1, run, run, run)


def _is_unbroken(runs: WinningRuns) -> bool:
    return runs.game_count == _run_length(runs.opening_run)


def _join_runs(earlier: WinningRun | None, later: WinningRun | None) -> WinningRun | None:
    if earlier is None or later is None:
        return earlier or later
    return WinningRun(earlier.length + later.length, *earlier[1:3], *later[3:])


def _run_length(run: WinningRun | None) -> int:
    return run.length if run else 0
