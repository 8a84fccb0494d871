"""Winning runs, stored so that those of two periods can be added without their games."""

from typing import NamedTuple


class WinningRun(NamedTuple):
    """Consecutive wins, from the game `first_game` (on `first_date`) to the game `last_game` (on `last_date`)."""

    length: int
    first_game: str
    first_date: str
    last_game: str
    last_date: str


class WinningRuns(NamedTuple):
    """The runs of wins in a period of a player's games: at its beginning, at its end, and the longest.

    Of equally long runs the earliest is stored.
    """

    games: int = 0
    opening: WinningRun | None = None
    closing: WinningRun | None = None
    longest: WinningRun | None = None

    def __add__(self, later: object) -> "WinningRuns":
        """The runs of both periods; `later` comes after this one."""
        if not isinstance(later, WinningRuns):
            return NotImplemented
        across = _join_runs(self.closing, later.opening)
        return WinningRuns(
            games=self.games + later.games,
            opening=across if _is_unbroken(self) else self.opening,
            closing=across if _is_unbroken(later) else later.closing,
            longest=max((self.longest, across, later.longest), key=_length),
        )


def winning_runs_of_game(game_uid: str, date: str, *, won: bool) -> WinningRuns:
    """The runs of a period with one game."""
    run = WinningRun(1, game_uid, date, game_uid, date) if won else None
    return WinningRuns(1, run, run, run)


def _is_unbroken(runs: WinningRuns) -> bool:
    return runs.games == _length(runs.opening)


def _join_runs(earlier: WinningRun | None, later: WinningRun | None) -> WinningRun | None:
    if earlier is None or later is None:
        return earlier or later
    return WinningRun(earlier.length + later.length, *earlier[1:3], *later[3:])


def _length(run: WinningRun | None) -> int:
    return run.length if run else 0
