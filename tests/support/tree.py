"""The files of this project, without leftovers of tools and people."""

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_FOLDERS = (".ci", "docs", "requirements", "static", "templates", "tests", "trexscore")
_LEFT_BEHIND = {"__pycache__"}


def project_files(*suffixes: str, under: tuple[str, ...] = _FOLDERS) -> Iterator[Path]:
    """Every file, or those with one of the suffixes; also at the top, unless a folder is named."""
    found = [path for folder in under for path in (ROOT / folder).rglob("*")]
    if under is _FOLDERS:
        found += ROOT.iterdir()
    for path in sorted(found):
        wanted = not suffixes or path.suffix in suffixes
        if wanted and path.is_file() and not _LEFT_BEHIND.intersection(path.parts):
            yield path


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()
