"""Fixtures for command tests: a data folder with games, created once and copied for each test."""

import shutil
from pathlib import Path

import pytest

from tests.support.server.command import NO_CLUB, run_trexscore

PAGE_BYTES = 4096
"""Bytes of a page of SQLite."""


@pytest.fixture(scope="session")
def demo_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the five games of the demo."""
    folder = tmp_path_factory.mktemp("told")
    assert run_trexscore("demo", *NO_CLUB, "--data", folder).returncode == 0
    return folder


def damage_entries(database: Path) -> Path:
    """Overwrite a page of entries in the file, as a failing disk does."""
    content = bytearray(database.read_bytes())
    page = content.rfind(b'"captures"') // PAGE_BYTES * PAGE_BYTES
    content[page : page + PAGE_BYTES] = b"\x5a" * PAGE_BYTES
    database.write_bytes(content)
    return database


@pytest.fixture
def demo_copy(demo_folder: Path, tmp_path: Path) -> Path:
    """A copy of the demo folder."""
    return Path(shutil.copytree(demo_folder, tmp_path / "copied"))
