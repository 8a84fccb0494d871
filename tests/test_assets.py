from pathlib import Path

import pytest

from trexscore import assets


def test_a_checkout_keeps_them_beside_the_package() -> None:
    top = Path(assets.__file__).resolve().parents[1]
    assert (assets.templates(), assets.static()) == (top / "templates", top / "static")


def test_a_wheel_keeps_them_inside_and_that_is_looked_at_first(tmp_path: Path) -> None:
    package = tmp_path / "trexscore"
    for folder in (package / "static", tmp_path / "static"):
        folder.mkdir(parents=True)
    assert assets._find("static", package) == package / "static"  # noqa: SLF001


def test_what_is_in_neither_place_is_said(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="not completely installed"):
        assets._find("static", tmp_path)  # noqa: SLF001
