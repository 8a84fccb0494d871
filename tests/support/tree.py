"""The files of this project, without caches and files of editors."""

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_FOLDERS = (".ci", "docs", "requirements", "static", "templates", "tests", "trexscore")
_LEFTOVER_FOLDERS = {"__pycache__"}


def project_files(*suffixes: str, under: tuple[str, ...] = _FOLDERS) -> Iterator[Path]:
    """All files with one of the suffixes, if any: of a folder, or of the whole project with its top level."""
    paths = [path for folder in under for path in (ROOT / folder).rglob("*")]
    if under is _FOLDERS:
        paths += ROOT.iterdir()
    for path in sorted(paths):
        has_suffix = not suffixes or path.suffix in suffixes
        if has_suffix and path.is_file() and not _LEFTOVER_FOLDERS.intersection(path.parts):
            yield path


def relative_path(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()
