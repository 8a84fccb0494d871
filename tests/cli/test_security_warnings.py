"""The server warns if other users can read its private files."""

import os
from pathlib import Path

import pytest

from trexscore.cli.serve import security_warnings


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_readable_key_and_root_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key = tmp_path / "key.pem"
    key.write_text("a key")
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    for mode, warning_count in ((0o600, 0), (0o640, 0), (0o644, 1)):
        key.chmod(mode)
        assert len(security_warnings(key)) == warning_count
    assert security_warnings(None) == []
    monkeypatch.setattr("os.geteuid", lambda: 0)
    assert "root" in security_warnings(None)[0]
