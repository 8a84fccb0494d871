"""The guides name files and folders that exist, and the glossary and the recipes names of the code."""

import re

import pytest

from tests.support.tree import ROOT, project_files
from trexscore.league.statistics.measures import MeasureCode

GUIDES = ("architecture", "journal", "league", "offline", "recipes", "server", "tests")
CODE = re.compile(r"`([\w./-]+)`")
LINK = re.compile(r"\]\(([\w./-]+\.md)")
FILE_OR_FOLDER = re.compile(r"[\w.-]+(/[\w.-]+)*(/|\.(py|js|html|css|md|po|toml))|[\w-]+(/[\w-]+)+")
WORD = re.compile(r"\w+")
NAME = re.compile(r"(?![0-9a-f]{8}$)[A-Za-z_]\w*")
"""A name of the code, not a commit."""
BLOCK = re.compile(r"```.*?```", re.DOTALL)
COMMON_FILE_NAMES = {"routes.py", "forms.py", "presenter.py", "__init__.py", "_routes.py"}
"""File names that exist in many folders."""


def _exists(name: str) -> bool:
    return any((folder / name).exists() for folder in (ROOT, ROOT / "trexscore", ROOT / "tests"))


@pytest.mark.parametrize("guide", GUIDES)
def test_paths_in_guide_exist(guide: str) -> None:
    text = BLOCK.sub("", (ROOT / "docs" / f"{guide}.md").read_text(encoding="utf-8"))
    named_paths = {name for name in CODE.findall(text) if FILE_OR_FOLDER.fullmatch(name) and not name.startswith("/")}
    missing = {name for name in named_paths - COMMON_FILE_NAMES if not _exists(name)}
    assert not missing, f"docs/{guide}.md: name the whole path, from the top or from trexscore/."
    assert not {name for name in LINK.findall(text) if not (ROOT / "docs" / name).exists()}


def test_names_in_glossary_exist() -> None:
    """Check the column "in code", which lists identifiers and files."""
    lines = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").split("\n")
    cells = [line.split("|")[3] for line in lines if line.startswith("|")]
    words = {word for path in (ROOT / "trexscore").rglob("*.py") for word in WORD.findall(path.read_text("utf-8"))}
    names = {name for cell in cells for name in CODE.findall(cell)}
    assert len(names) > 50
    assert {name for name in names if not (words.issuperset(name.split(".")) or _exists(name))} == set()


def test_club_data_page_lists_every_measure() -> None:
    codes = set(CODE.findall((ROOT / "docs" / "club-data.md").read_text("utf-8")))
    assert set(map(str, MeasureCode)) <= codes


def test_names_in_recipes_exist() -> None:
    names = {name for name in CODE.findall((ROOT / "docs" / "recipes.md").read_text("utf-8")) if NAME.fullmatch(name)}
    files = project_files(".py", ".js", ".html", under=("trexscore", "static", "templates", "tests"))
    words = {word for path in files for word in WORD.findall(path.read_text("utf-8"))}
    assert len(names) > 100
    missing = names - words
    assert not missing, "docs/recipes.md: name what is in the code today."
