"""Rules for all files: no package indexes, no personal paths, pinned requirements, short modules, small folders."""

import re
from pathlib import Path

import pytest

from tests.support.tree import MAX_FILES_IN_FOLDER, ROOT, large_folders, project_files, relative_path

# Split, because this file is checked too.
REGISTRIES = tuple(
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("debian", "org"),
        ("unpkg", "com"),
        ("jsdelivr", "net"),
    )
)
HOME = re.compile(r"(?<![\w.}])/(?:root|home/\w+|Users/\w+)/")
PINNED = re.compile(r"[a-z0-9][a-z0-9.-]*==[^ ]+(?: ;[^-]+)?(?: +--hash=sha256:[0-9a-f]{64})+")
MAX_MODULE_LINES = 300
MAX_SCRIPT_COLUMNS, MAX_SCRIPT_COMMENT_COLUMNS = 120, 160
UNBREAKABLE_SCRIPT_LINE = re.compile(r"""\s*(["`][^"`]*["`],?$|/\*\* @typedef)""")
SCRIPT_COMMENT = re.compile(r"\s*(/\*\*|\*|//)")


def _texts() -> list[tuple[Path, str]]:
    texts = []
    for path in project_files():
        try:
            texts.append((path, path.read_text(encoding="utf-8")))
        except UnicodeDecodeError:
            continue  # a picture or a compiled catalogue
    return texts


def test_no_file_names_package_registry() -> None:
    assert not [f"{relative_path(path)}: {host}" for path, text in _texts() for host in REGISTRIES if host in text]


def test_no_file_names_personal_path() -> None:
    personal_paths = [f"{folder}/" for folder in (Path.home(), ROOT) if len(folder.parts) > 1]
    assert not [
        f"{relative_path(path)}:{number}"
        for path, text in _texts()
        for number, line in enumerate(text.splitlines(), 1)
        if HOME.search(line) or any(path in line for path in personal_paths)
    ]


@pytest.mark.parametrize("name", ["run", "postgres", "dev"])
def test_requirements_are_pinned_by_hash(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    requirements = re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", "")
    assert requirements
    assert not [line for line in requirements.splitlines() if not PINNED.fullmatch(line)]


def test_modules_stay_short() -> None:
    too_long = [
        f"{relative_path(path)}: {lines} lines"
        for path in project_files(".py", ".js", under=("trexscore", "static", "tests"))
        if "migrations" not in path.parts
        and (lines := len(path.read_text(encoding="utf-8").splitlines())) > MAX_MODULE_LINES
    ]
    assert not too_long, f"A module has at most {MAX_MODULE_LINES} lines: move a subject into a module beside it."


def test_script_lines_stay_short() -> None:
    too_long = [
        f"{relative_path(path)}:{number}"
        for path in project_files(".js", under=("static", "tests"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > (MAX_SCRIPT_COMMENT_COLUMNS if SCRIPT_COMMENT.match(line) else MAX_SCRIPT_COLUMNS)
        and not UNBREAKABLE_SCRIPT_LINE.match(line)
    ]
    assert not too_long, f"Scripts have {MAX_SCRIPT_COLUMNS} columns: format them with Prettier, as in `.editorconfig`."


def test_folders_stay_small() -> None:
    crowded = large_folders().keys() - {"trexscore/db/migrations/versions"}
    assert not crowded, f"A folder has at most {MAX_FILES_IN_FOLDER} files: move a subject into a folder of its own."
