from pathlib import Path

import pytest

from trexscore import asset_folders


def test_checkout_has_assets_beside_package() -> None:
    top = Path(asset_folders.__file__).resolve().parents[1]
    assert (asset_folders.templates_folder(), asset_folders.static_folder()) == (top / "templates", top / "static")


def test_wheel_assets_are_preferred(tmp_path: Path) -> None:
    package = tmp_path / "trexscore"
    for folder in (package / "static", tmp_path / "static"):
        folder.mkdir(parents=True)
    assert asset_folders._find_folder("static", package) == package / "static"  # noqa: SLF001


def test_missing_assets_are_reported(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="not completely installed"):
        asset_folders._find_folder("static", tmp_path)  # noqa: SLF001
