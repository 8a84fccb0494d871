"""Wins in a row, kept so that two stretches of games join into one without looking at their games again."""

from typing import Any, NamedTuple


class Run(NamedTuple):
    """So many wins in a row, from one game and its date to another."""

    length: int
    first: str
    since: str
    last: str
    until: str


class Series(NamedTuple):
    """A stretch of somebody's games: the wins that it opens with, those still running at its end, and the longest run.

    Of equally long runs the earliest is kept.
    """

    games: int = 0
    opening: Run | None = None
    running: Run | None = None
    longest: Run | None = None

    def __add__(self, later: object) -> "Series":
        """This stretch and one that comes after it."""
        if not isinstance(later, Series):
            return NotImplemented
        across = _joined(self.running, later.opening)
        return Series(
            games=self.games + later.games,
            opening=across if _all_won(self) else self.opening,
            running=across if _all_won(later) else later.running,
            longest=max((self.longest, across, later.longest), key=_length),
        )


def one_game(game: str, date: str, *, won: bool) -> Series:
    """A stretch of one game."""
    run = Run(1, game, date, game, date) if won else None
    return Series(1, run, run, run)


def series_as_json(series: Series) -> list[Any]:
    """The number of games, and each run as a list or null."""
    return [series.games, *(run and list(run) for run in series[1:])]


def series_from_json(value: list[Any]) -> Series:
    """The other way round."""
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
