"""`make bench`, or `python -m tests.bench`: prints a table."""

import argparse
import sys
import tempfile
from pathlib import Path
from statistics import median

from tests.bench import chances, club_pages, last_deal, phone, visitors
from tests.bench.measure import Row
from tests.bench.rows import ROWS

_OTHER_FIGURES = {
    "chances": chances.figures,
    "visitors": visitors.figures,
    "phone": phone.figures,
    "club_pages": club_pages.figures,
    "last_deal": last_deal.figures,
}
_HEAD = f"{'what':36} {'min':>9} {'median':>9}   {'baseline':38} {'min':>9} {'median':>9}   ratio       goal"


def run() -> int:
    """Run the measurements, and print each row as soon as it is available."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Figures beside their baselines.")
    names = [*(row.__name__ for row in ROWS), *_OTHER_FIGURES]
    parser.add_argument("rows", nargs="*", metavar="ROW", help=", ".join(names))
    parser.add_argument("--repeats", type=int, default=9, help="how often each is measured (9)")
    parser.add_argument("--folder", type=Path, help="where the databases are put for the while (the temporary folder)")
    options = parser.parse_args()
    if not options.rows or set(options.rows) - _OTHER_FIGURES.keys():
        _print_times(options)
    for name, figures in _OTHER_FIGURES.items():
        if not options.rows or name in options.rows:
            for line in figures():
                _print_now(line)
    return 0


def _print_times(options: argparse.Namespace) -> None:
    _print_now(_HEAD)
    with tempfile.TemporaryDirectory(prefix="trexscore-bench-", dir=options.folder) as folder:
        for measure in ROWS:
            if not options.rows or measure.__name__ in options.rows:
                for row in measure(Path(folder), options.repeats):
                    _print_now(_table_line(row))
    _print_now("Times of one, in the process, without a server. Ratio: of the minima / of the medians.")


def _print_now(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _table_line(row: Row) -> str:
    own, baseline = (
        f"{_microseconds(min(times))} {_microseconds(median(times))}" for times in (row.seconds, row.baseline_seconds)
    )
    verdict = "reached" if row.median_ratio <= row.goal else "NOT reached"
    ratio = f"{row.best_ratio:4.2f} / {row.median_ratio:4.2f}"
    return f"{row.name:36} {own}   {row.baseline:38} {baseline}   {ratio} {row.goal:4} {verdict}"


def _microseconds(seconds: float) -> str:
    return f"{seconds * 1e6:6,.0f} µs"


if __name__ == "__main__":
    sys.exit(run())
