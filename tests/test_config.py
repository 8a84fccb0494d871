import stat
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from trexscore.config import SECRET_KEY_FILE_NAME, Settings, SettingsError


def read(folder: Path, **values: str) -> Settings:
    return Settings.from_environment(
        {"TREXSCORE_DATA": str(folder)} | {f"TREXSCORE_{name}": text for name, text in values.items()}
    )


def test_defaults_need_no_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_DATA_HOME", "HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path))
    settings = Settings.from_environment()
    assert settings.data_folder.is_relative_to(tmp_path.resolve())
    assert settings.database_url == f"sqlite:///{settings.data_folder.as_posix()}/trexscore.sqlite3"
    assert (settings.max_body_bytes, settings.writes_per_minute) == (262_144, 1200)
    assert (settings.unknown_tokens_per_minute, settings.new_games_per_minute) == (600, 1200)
    assert settings.sheet_checks_per_minute == 30
    assert (settings.trusted_proxy_count, settings.worker_count) == (0, 0)


def test_secret_is_created_once_and_private(tmp_path: Path) -> None:
    secret = read(tmp_path / "data").secret_key
    assert read(tmp_path / "data").secret_key == secret
    assert read(tmp_path / "other").secret_key != secret
    assert [path.name for path in (tmp_path / "data").iterdir()] == [SECRET_KEY_FILE_NAME]
    if sys.platform != "win32":
        assert stat.S_IMODE((tmp_path / "data" / SECRET_KEY_FILE_NAME).stat().st_mode) == 0o600
        assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700


def test_parallel_processes_share_one_secret(tmp_path: Path) -> None:
    with ThreadPoolExecutor(16) as executor:
        keys = set(executor.map(lambda _: read(tmp_path).secret_key, range(64)))
    assert len(keys) == 1
    assert [path.name for path in tmp_path.iterdir()] == [SECRET_KEY_FILE_NAME]


def test_settings_are_frozen_and_hide_secrets(tmp_path: Path) -> None:
    settings = read(tmp_path, DATABASE_URL="postgresql://trex:hunter2@db/trex")
    with pytest.raises(FrozenInstanceError):
        settings.port = 1  # type: ignore[misc]
    assert settings.secret_key not in repr(settings)
    assert "hunter2" not in repr(settings)


def test_addresses_are_normalized(tmp_path: Path) -> None:
    settings = read(tmp_path, PORT="9000", PUBLIC_URL="https://trex.example/", DATABASE_URL="postgres://db/trex")
    assert settings.database_url == "postgresql+psycopg://db/trex"
    assert settings.public_url == "https://trex.example"


def test_database_path_is_relative_to_start_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = (tmp_path / "club.sqlite3").as_posix()
    assert read(tmp_path, DATABASE_URL="sqlite:///club.sqlite3").database_url == f"sqlite:///{file}"
    assert read(tmp_path, DATABASE_URL=f"sqlite:///{file}").database_url == f"sqlite:///{file}"


def test_empty_value_counts_as_unset(tmp_path: Path) -> None:
    assert read(tmp_path, PORT=" ", PUBLIC_URL="").port == Settings.port


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("PORT", "http", "TREXSCORE_PORT is 'http'; use a whole number from 1 to 65535."),
        ("PORT", "0", "from 1 to 65535"),
        ("PORT", "-1", "from 1 to 65535"),
        ("PORT", "٨٠٠٠", "from 1 to 65535"),
        ("PORT", "9" * 5000, "from 1 to 65535"),
        ("WORKER", "2", "TREXSCORE_WORKER is not a setting of Trex Score. Did you mean TREXSCORE_WORKERS"),
        ("DATABASE_URL", "mysql://db/trex", "must begin with sqlite:/// or postgresql://"),
        ("DATABASE_URL", "trex.sqlite3", "must begin with sqlite:/// or postgresql://"),
        ("DATABASE_URL", "sqlite://", "names no file"),
        ("DATABASE_URL", "sqlite:///:memory:", "names no file"),
        ("PUBLIC_URL", "trex.example", "such as https://trex.example"),
        ("PUBLIC_URL", "javascript:alert(1)", "such as https://trex.example"),
        ("SECRET_KEY", "short", "at least 16 characters"),
        ("SIGN_UP", "no", "TREXSCORE_SIGN_UP is 'no'; use open or closed."),
        ("MAIL_URL", "http://mail.example", "such as smtp://USER:PASSWORD@mail.example:587"),
        ("MAIL_URL", "smtp://mail.example:x", "such as smtp://"),
        ("MAIL_URL", "smtp://[", "such as smtp://"),
        ("MAIL_URL", "smtp://mail.example", "TREXSCORE_MAIL_FROM must be set, too"),
    ],
)
def test_invalid_value_is_refused(tmp_path: Path, name: str, text: str, message: str) -> None:
    with pytest.raises(SettingsError) as refusal:
        read(tmp_path, **{name: text})
    assert message in str(refusal.value)


@pytest.mark.parametrize("name", ["DATABASE_URL", "MAIL_URL"])
def test_refusal_hides_password(tmp_path: Path, name: str) -> None:
    with pytest.raises(SettingsError) as refusal:
        read(tmp_path, **{name: "oracle://trex:hunter2@db"})
    assert "hunter2" not in str(refusal.value)


def test_mail_password_is_hidden(tmp_path: Path) -> None:
    mail = {"MAIL_URL": "smtp://trex:hunter2@mail.example:587", "MAIL_FROM": "Trex <trex@club.example>"}
    settings = read(tmp_path, **mail, PUBLIC_URL="https://trex.example", SIGN_UP="closed")
    assert "hunter2" not in repr(settings)


def test_damaged_secret_and_invalid_folder_are_reported(tmp_path: Path) -> None:
    (tmp_path / SECRET_KEY_FILE_NAME).write_text("x\n", encoding="ascii")
    with pytest.raises(SettingsError, match="damaged"):
        read(tmp_path)
    with pytest.raises(SettingsError, match="cannot be created"):
        read(tmp_path / SECRET_KEY_FILE_NAME / "below")
