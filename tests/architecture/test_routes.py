"""Route modules import no other route module; shared code is beside them."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.support.tree import ROOT, project_files, relative_path

ROUTE_MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts): path
    for path in project_files(".py", under=("trexscore",))
    if path.stem.endswith("routes")
}


def test_routes_import_no_routes() -> None:
    assert ROUTE_MODULES
    assert not [
        f"{relative_path(path)}: {name}"
        for path in ROUTE_MODULES.values()
        for name in _imported_names(path)
        if name in ROUTE_MODULES
    ]


def _imported_names(path: Path) -> Iterator[str]:
    """Imported modules, and every imported name, because a name can be a module too."""
    package = path.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(level=level, module=module, names=names):
                parts = (*(package[: len(package) - level + 1] if level else ()), *((module,) if module else ()))
                source = ".".join(parts)
                yield source
                yield from (f"{source}.{alias.name}" for alias in names)
