"""A folder with games in it, told once and copied for each test."""

import shutil
from pathlib import Path

import pytest

from tests.support.server.command import NO_CLUB, trexscore

PAGE = 4096
"""Bytes of a page of SQLite."""


@pytest.fixture(scope="session")
def told(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the demo's five games."""
    folder = tmp_path_factory.mktemp("told")
    assert trexscore("demo", *NO_CLUB, "--data", folder).returncode == 0
    return folder


def spoilt(database: Path) -> Path:
    """The same file with what a failing disk leaves in its place of some entries."""
    content = bytearray(database.read_bytes())
    page = content.rfind(b'"captures"') // PAGE * PAGE
    content[page : page + PAGE] = b"\x5a" * PAGE
    database.write_bytes(content)
    return database


@pytest.fixture
def copied(told: Path, tmp_path: Path) -> Path:
    """The same folder, copied elsewhere."""
    return Path(shutil.copytree(told, tmp_path / "copied"))
