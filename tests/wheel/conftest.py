import shutil
import subprocess
import sys
import sysconfig
import venv
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.server.server import clean_environment
from tests.support.tree import ROOT

# What a person needs to build a wheel; neither tests nor docs go into it.
SOURCES = ("pyproject.toml", "README.md", "LICENSE", "trexscore", "templates", "static")


@dataclass(frozen=True)
class Installed:
    """Trex Score installed from its wheel, with the checkout out of reach."""

    wheel: Path
    bin: Path
    away: Path

    def run(self, *command: str, said: str | None = None, **settings: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.bin / command[0], *command[1:]],
            cwd=self.away,
            env=clean_environment() | settings,
            input=said,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    away = tmp_path_factory.mktemp("wheel")
    wheel = _build(away)
    venv.create(away / "venv", with_pip=False)
    folder = away / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    pip: list[str | Path] = [
        sys.executable,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "--python",
        folder / "python",
    ]
    subprocess.run([*pip, "install", "--quiet", "--no-deps", "--no-index", wheel], check=True)
    _lend_what_it_depends_on(folder / "python")
    return Installed(wheel, folder, away)


def _build(away: Path) -> Path:
    """From a copy, so that nothing is left in the checkout."""
    copy = away / "source"
    copy.mkdir()
    for name in SOURCES:
        source = ROOT / name
        if source.is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(source, copy / name, ignore=ignored)
        else:
            shutil.copy(source, copy)
    command: list[str | Path] = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "-d", away]
    subprocess.run(command, cwd=copy, check=True, capture_output=True)
    (wheel,) = away.glob("*.whl")
    shutil.rmtree(copy)
    return wheel


def _lend_what_it_depends_on(python: Path) -> None:
    """A line in a .pth file: nothing is downloaded, and the checkout's own .pth is not followed."""
    asked = "import sysconfig; print(sysconfig.get_path('purelib'))"
    answer = subprocess.run([python, "-c", asked], check=True, capture_output=True, text=True)
    lent = Path(answer.stdout.strip()) / "lent.pth"
    lent.write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
