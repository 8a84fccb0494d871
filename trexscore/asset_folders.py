"""The folders templates/ and static/: inside the package in a wheel, next to it in a checkout."""

from pathlib import Path

_PACKAGE_FOLDER = Path(__file__).resolve().parent


def templates_folder() -> Path:
    return _find_folder("templates")


def static_folder() -> Path:
    return _find_folder("static")


def _find_folder(name: str, package_folder: Path = _PACKAGE_FOLDER) -> Path:
    # Inside first: a folder next to an installed package belongs to another one.
    for folder in (package_folder / name, package_folder.parent / name):
        if folder.is_dir():
            return folder
    message = f"Trex Score is not completely installed: its folder {name} is missing beside {package_folder}."
    raise FileNotFoundError(message)
