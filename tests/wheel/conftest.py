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

# Files needed to build a wheel; it includes neither tests nor docs.
SOURCES = ("pyproject.toml", "README.md", "LICENSE", "trexscore", "templates", "static")


@dataclass(frozen=True)
class Installed:
    """Trex Score installed from its wheel, without access to the checkout."""

    wheel: Path
    bin: Path
    work_folder: Path

    def run(self, *command: str, input_text: str | None = None, **settings: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.bin / command[0], *command[1:]],
            cwd=self.work_folder,
            env=clean_environment() | settings,
            input=input_text,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    work_folder = tmp_path_factory.mktemp("wheel")
    wheel = _build(work_folder)
    venv.create(work_folder / "venv", with_pip=False)
    folder = work_folder / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    pip: list[str | Path] = [
        sys.executable,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "--python",
        folder / "python",
    ]
    subprocess.run([*pip, "install", "--quiet", "--no-deps", "--no-index", wheel], check=True)
    _lend_dependencies(folder / "python")
    return Installed(wheel, folder, work_folder)


def _build(work_folder: Path) -> Path:
    """Build the wheel from a copy, so that no files are left in the checkout."""
    copy = work_folder / "source"
    copy.mkdir()
    for name in SOURCES:
        source = ROOT / name
        if source.is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(source, copy / name, ignore=ignored)
        else:
            shutil.copy(source, copy)
    command: list[str | Path] = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "-d", work_folder]
    subprocess.run(command, cwd=copy, check=True, capture_output=True)
    (wheel,) = work_folder.glob("*.whl")
    shutil.rmtree(copy)
    return wheel


def _lend_dependencies(python: Path) -> None:
    """Add installed dependencies by a .pth file, without downloads and without the checkout's own .pth file."""
    program = "import sysconfig; print(sysconfig.get_path('purelib'))"
    result = subprocess.run([python, "-c", program], check=True, capture_output=True, text=True)
    path_file = Path(result.stdout.strip()) / "lent.pth"
    path_file.write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
