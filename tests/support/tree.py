"""The files of this project, without caches and files of editors."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_FOLDERS = (".ci", "docs", "requirements", "static", "templates", "tests", "trexscore")
_LEFTOVER_FOLDERS = {"__pycache__"}
MAX_FILES_IN_FOLDER = 20


def project_files(*suffixes: str, under: tuple[str, ...] = _FOLDERS) -> Iterator[Path]:
    """All files with one of the suffixes, if any: of a folder, or of the whole project with its top level."""
    paths = [path for folder in under for path in (ROOT / folder).rglob("*")]
    if under is _FOLDERS:
        paths += ROOT.iterdir()
    for path in sorted(paths):
        has_suffix = not suffixes or path.suffix in suffixes
        if has_suffix and path.is_file() and not _LEFTOVER_FOLDERS.intersection(path.parts):
            yield path


def large_folders() -> dict[str, int]:
    """The folders with more files than a folder should have, each with their number; the largest first."""
    file_counts = Counter(path.parent for path in project_files(under=("trexscore", "templates", "static", "tests")))
    return {relative_path(folder): count for folder, count in file_counts.most_common() if count > MAX_FILES_IN_FOLDER}


def relative_path(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()
