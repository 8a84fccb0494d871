"""Prints metrics of how hard the code is to change: `make census`.

The goals: at most 7 files for a kind of entry, no table of kinds beside the events, at most 40 lines with `Any`, no
folder with more than 20 files, at most 50,000 lines of code.
"""

import ast
import re
import statistics
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.support.tree import MAX_FILES_IN_FOLDER, ROOT, large_folders
from trexscore.club.events import EVENT_TYPE_BY_KIND as CLUB_EVENTS
from trexscore.game.events import EVENT_TYPE_BY_KIND

PACKAGE = ROOT / "trexscore"
SCRIPTS = ROOT / "static" / "js"
PRODUCT = {
    "Python": (PACKAGE, ".py"),
    "scripts": (SCRIPTS, ".js"),
    "templates": (ROOT / "templates", ".html"),
    "styles": (ROOT / "static" / "css", ".css"),
}
COMMENT_STARTS = {".py": ("#",), ".js": ("//", "/*", "*"), ".html": ("{#",), ".css": ("/*",)}
KINDS = (*EVENT_TYPE_BY_KIND, *CLUB_EVENTS)
MIN_KINDS_IN_TABLE = 3
"""A collection with at least this many kinds counts as a table of kinds."""
ANY = re.compile(r"\bAny\b")


def main() -> None:
    """Print every figure."""
    for line in (*_kind_lines(), *_type_lines(), *_folder_lines(), *_size_lines()):
        sys.stdout.write(line + "\n")


def _files(folder: Path, suffix: str) -> list[Path]:
    return sorted(path for path in folder.rglob(f"*{suffix}") if "__pycache__" not in path.parts)


def _kind_lines() -> Iterator[str]:
    """How many files name each kind of entry, and how many collections list kinds."""
    code = {
        path: path.read_text(encoding="utf-8")
        for folder, suffix in ((PACKAGE, ".py"), (SCRIPTS, ".js"))
        for path in _files(folder, suffix)
    }
    strings_by_file = [_strings(path, text) for path, text in code.items()]
    file_counts = {kind: sum(kind in strings for strings in strings_by_file) for kind in KINDS}
    counts = sorted(file_counts.values())
    most = ", ".join(f"{kind} {count}" for kind, count in Counter(file_counts).most_common(5))
    yield f"files per kind of entry: {counts[0]} to {counts[-1]}, median {statistics.median(counts):g} ({most})"
    tables = [
        f"{path.relative_to(ROOT)}:{line}"
        for path, text in code.items()
        if path.suffix == ".py"
        for line in _table_lines(ast.parse(text))
    ]
    yield f"tables of kinds: {len(tables)}"
    yield from (f"  {table}" for table in tables)


def _strings(path: Path, text: str) -> set[str]:
    """The strings of a file that could be names of kinds; in a script also the keys of objects.

    Other meanings of a string are counted too: "game" is a kind of entry, and part of many addresses.
    """
    if path.suffix == ".py":
        nodes = ast.walk(ast.parse(text))
        return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return {quoted or key for _, quoted, key in re.findall(r"""(["'`])(\w+)\1|\b(\w+):""", text)}


def _table_lines(tree: ast.Module) -> Iterator[int]:
    bodies = [tree.body, *(node.body for node in tree.body if isinstance(node, ast.ClassDef))]
    for statement in (
        assignment for body in bodies for assignment in body if isinstance(assignment, ast.Assign | ast.AnnAssign)
    ):
        kinds = {node.value for node in ast.walk(statement) if isinstance(node, ast.Constant) and node.value in KINDS}
        if len(kinds) >= MIN_KINDS_IN_TABLE:
            yield statement.lineno


def _type_lines() -> Iterator[str]:
    lines = [line for path in _files(PACKAGE, ".py") for line in path.read_text(encoding="utf-8").splitlines()]
    yield f"lines that mention Any: {sum(bool(ANY.search(line)) for line in lines)}"


def _folder_lines() -> Iterator[str]:
    folders = large_folders()
    yield f"folders with more than {MAX_FILES_IN_FOLDER} files: {len(folders)}"
    yield from (f"  {folder} {count}" for folder, count in folders.items())


def _size_lines() -> Iterator[str]:
    files = {name: _files(*folder_and_suffix) for name, folder_and_suffix in PRODUCT.items()}
    code_lines = {name: sum(map(_count_code_lines, paths)) for name, paths in files.items()}
    parts = ", ".join(f"{name} {count:,}" for name, count in code_lines.items())
    all_lines = sum(sum(_lengths(paths)) for paths in files.values())
    yield f"product code: {sum(code_lines.values()):,} lines ({parts}); with blank lines and comments {all_lines:,}"
    yield f"data files beside it: {sum(_lengths(_files(PACKAGE, '.json'))):,} lines"
    modules = _files(PACKAGE, ".py")
    module = statistics.median(_lengths(modules))
    function = statistics.median(length for path in modules for length in _function_lengths(path))
    yield f"median module {module:g} lines, median function {function:g}"


def _lengths(paths: Iterable[Path]) -> list[int]:
    return [len(path.read_text(encoding="utf-8").splitlines()) for path in paths]


def _count_code_lines(path: Path) -> int:
    """The number of lines that are neither blank nor comments; docstrings count."""
    lines = map(str.strip, path.read_text(encoding="utf-8").splitlines())
    return sum(bool(line) and not line.startswith(COMMENT_STARTS[path.suffix]) for line in lines)


def _function_lengths(path: Path) -> Iterator[int]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            yield (node.end_lineno or node.lineno) - node.lineno + 1


if __name__ == "__main__":
    main()
