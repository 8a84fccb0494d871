from pathlib import Path

import pytest

from trexscore import assets


def test_checkout_has_assets_beside_package() -> None:
    top = Path(assets.__file__).resolve().parents[1]
    assert (assets.templates_folder(), assets.static_folder()) == (top / "templates", top / "static")


def test_wheel_assets_are_preferred(tmp_path: Path) -> None:
    package = tmp_path / "trexscore"
    for folder in (package / "static", tmp_path / "static"):
        folder.mkdir(parents=True)
    assert assets._find_folder("static", package) == package / "static"  # noqa: SLF001


def test_missing_assets_are_reported(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="not completely installed"):
        assets._find_folder("static", tmp_path)  # noqa: SLF001
