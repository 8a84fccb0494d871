"""Winning series, stored so that those of two periods can be added without their games."""

from typing import NamedTuple


class Run(NamedTuple):
    """Consecutive wins, from the game `first` (on `since`) to the game `last` (on `until`)."""

    length: int
    first: str
    since: str
    last: str
    until: str


_StoredRun = tuple[int, str, str, str, str]
StoredSeries = tuple[int, _StoredRun | None, _StoredRun | None, _StoredRun | None]
"""The stored form, a list in JSON."""


class Series(NamedTuple):
    """The runs of wins in a period of a player's games: at its beginning, at its end, and the longest.

    Of equally long runs the earliest is stored.
    """

    games: int = 0
    opening: Run | None = None
    running: Run | None = None
    longest: Run | None = None

    def __add__(self, later: object) -> "Series":
        """The series of both periods; `later` comes after this one."""
        if not isinstance(later, Series):
            return NotImplemented
        across = _joined(self.running, later.opening)
        return Series(
            games=self.games + later.games,
            opening=across if _all_won(self) else self.opening,
            running=across if _all_won(later) else later.running,
            longest=max((self.longest, across, later.longest), key=_length),
        )


def series_of_game(game: str, date: str, *, won: bool) -> Series:
    """The series of a period with one game."""
    run = Run(1, game, date, game, date) if won else None
    return Series(1, run, run, run)


def series_as_json(series: Series) -> list[object]:
    """The stored form: the number of games, and each run as a list or null."""
    return [series.games, *(run and list(run) for run in series[1:])]


def series_from_json(value: StoredSeries) -> Series:
    """Read what `series_as_json` gives."""
    games, *runs = value
    return Series(games, *(run and Run(*run) for run in runs))


def _all_won(series: Series) -> bool:
    return series.games == _length(series.opening)


def _joined(earlier: Run | None, later: Run | None) -> Run | None:
    if earlier is None or later is None:
        return earlier or later
    return Run(earlier.length + later.length, *earlier[1:3], *later[3:])


def _length(run: Run | None) -> int:
    return run.length if run else 0
