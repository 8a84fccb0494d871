"""The rules are a pure function: they need Python and nothing else."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.support.tree import ROOT, project_files, shown

HEAVY = ("flask", "sqlalchemy", "babel", "msgspec", "trexscore.storage", "trexscore.web")


def test_importing_the_rules_loads_neither_flask_nor_sqlalchemy() -> None:
    program = (
        "import sys, pkgutil, importlib, trexscore.rules as rules\n"
        "for module in pkgutil.walk_packages(rules.__path__, 'trexscore.rules.'):\n"
        "    importlib.import_module(module.name)\n"
        f"print(sorted(sys.modules.keys() & set({HEAVY!r})))"
    )
    ran = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_every_module_of_the_rules_imports_the_standard_library_alone() -> None:
    modules = list(project_files(".py", under=("trexscore/rules",)))
    assert modules
    foreign = [
        f"{shown(module)} imports {name}"
        for module in modules
        for name in _imported(module)
        if not _is_rules(name) and name.partition(".")[0] not in sys.stdlib_module_names
    ]
    assert not foreign


def _is_rules(name: str) -> bool:
    return name == "trexscore.rules" or name.startswith("trexscore.rules.")


def _imported(module: Path) -> Iterator[str]:
    package = module.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(level=0, module=str(name), names=names):
                # `from trexscore import rules` names the package alone.
                above = name == "trexscore"
                yield from (f"{name}.{alias.name}" for alias in names) if above else (name,)
            case ast.ImportFrom(level=level, module=name):
                base = package[: len(package) - level + 1]
                yield ".".join([*base, *([name] if name else [])])
