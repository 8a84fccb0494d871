"""Imports: rules and league need only Python and openskill; subjects of web form no cycle."""

import ast
import subprocess
import sys
from collections.abc import Iterator, Sequence
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.support.tree import ROOT, project_files, relative_path

RATING_IMPORTS = [("trexscore/league/ratings.py", "openskill.models")]
WEB_FOLDERS_OF_SUBJECTS = ("clubs", "games")
HEAVY_MODULES = ("flask", "sqlalchemy", "babel", "msgspec", "trexscore.db", "trexscore.web")


def test_rules_import_neither_flask_nor_sqlalchemy() -> None:
    program = (
        "import sys, pkgutil, importlib, trexscore.rules as rules\n"
        "for module in pkgutil.walk_packages(rules.__path__, 'trexscore.rules.'):\n"
        "    importlib.import_module(module.name)\n"
        f"print(sorted(sys.modules.keys() & set({HEAVY_MODULES!r})))"
    )
    result = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


def test_scoring_imports_neither_server_nor_accounts() -> None:
    program = "import sys, trexscore.cli.score; print(sorted(sys.modules.keys() & {'flask', 'argon2', 'webauthn'}))"
    result = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("package", "allowed"),
    [
        ("rules", ("trexscore.rules",)),
        ("league", ("trexscore.league", "trexscore.rules", "trexscore.ledger.json_reader")),
    ],
)
def test_pure_package_imports_standard_library_only(package: str, allowed: tuple[str, ...]) -> None:
    modules = list(project_files(".py", under=(f"trexscore/{package}",)))
    assert modules
    foreign = [
        (relative_path(module), name)
        for module in modules
        for name in _imported_modules(module)
        if not _is_part_of(allowed, name) and name.partition(".")[0] not in sys.stdlib_module_names
    ]
    assert foreign == (RATING_IMPORTS if package == "league" else [])


def test_subjects_of_web_import_in_one_direction() -> None:
    imports: dict[str, set[str]] = {}
    for module in project_files(".py", under=("trexscore/web",)):
        subject = _web_subject(module.relative_to(ROOT).with_suffix("").parts)
        imports.setdefault(subject, set()).update({*_imported_web_subjects(module)} - {subject})
    assert len(imports) > len(WEB_FOLDERS_OF_SUBJECTS)
    TopologicalSorter(imports).prepare()  # raises an error that names the cycle


def _web_subject(parts: Sequence[str]) -> str:
    """The folder of a subject, or the module if several subjects share it."""
    _top, _web, *inner = parts
    return ".".join(inner[: 2 if inner[0] in WEB_FOLDERS_OF_SUBJECTS else 1])


def _imported_web_subjects(module: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith("trexscore.web."):
            yield from (_web_subject(f"{node.module}.{alias.name}".split(".")) for alias in node.names)


def _is_part_of(packages: tuple[str, ...], name: str) -> bool:
    return any(f"{name}.".startswith(f"{package}.") for package in packages)


def _imported_modules(module: Path) -> Iterator[str]:
    package = module.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(level=0, module=str(name), names=names):
                # `from trexscore import rules` imports the package only.
                is_top_package = name == "trexscore"
                yield from (f"{name}.{alias.name}" for alias in names) if is_top_package else (name,)
            case ast.ImportFrom(level=level, module=name):
                base = package[: len(package) - level + 1]
                yield ".".join([*base, *([name] if name else [])])
