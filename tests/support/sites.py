"""Apps for tests, with one database for many tests."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from argon2 import PasswordHasher
from flask import Flask
from jinja2 import Undefined, UndefinedError
from jinja2.utils import missing, object_type_repr
from sqlalchemy import make_url

from tests.support.server import postgres
from tests.support.server.compiled_templates import share_compiled_templates
from trexscore.app import create_app
from trexscore.config import Settings
from trexscore.db.migrations import upgrade
from trexscore.web.accounts.passwords import HASHER_EXTENSION

share_compiled_templates()
CHEAPEST = PasswordHasher(memory_cost=8, time_cost=1, parallelism=1)
"""A fast hash with minimal cost, because test passwords need no protection."""

UNLIMITED = {
    "TREXSCORE_WRITES_PER_MINUTE": "1000000",
    "TREXSCORE_UNKNOWN_TOKENS_PER_MINUTE": "1000000",
    "TREXSCORE_NEW_GAMES_PER_MINUTE": "1000000",
    "TREXSCORE_SEARCHES_PER_MINUTE": "1000000",
    "TREXSCORE_SIGN_INS_PER_MINUTE": "1000000",
    "TREXSCORE_MAILS_PER_HOUR": "1000000",
    "TREXSCORE_MEGABYTES_PER_HOUR": "1000000",
}
_LIMITS = "trexscore_limits"
"""The extension that counts requests."""


@contextmanager
def site_in(folder: Path, database_url: str | None = None, **settings: str) -> Iterator[Flask]:
    """An app with its tables, on SQLite in this folder or on the given database.

    Rates are not limited, unless these settings do so.
    """
    environment = (
        UNLIMITED | {"TREXSCORE_DATA": str(folder)} | ({"TREXSCORE_DATABASE_URL": database_url} if database_url else {})
    )
    environment |= {f"TREXSCORE_{name}": value for name, value in settings.items()}
    app = create_app(Settings.from_environment(environment))
    app.testing = True
    app.extensions[HASHER_EXTENSION] = CHEAPEST
    make_tables(app)
    yield app
    close_database(app)


class SharedSite:
    """The app on one database, emptied for each test: creating both takes longer than most tests."""

    def __init__(self, settings: Settings, make_app: Callable[[Settings], Flask]) -> None:
        self._settings = settings
        self._app = make_app(settings)
        make_tables(self._app)
        self._address = make_url(self._app.config["SQLALCHEMY_DATABASE_URI"])
        self._app.testing = True
        self._config = dict(self._app.config)

    def emptied(self) -> Flask:
        """The app with empty tables, no counted requests, and its initial settings."""
        self.close_database()
        if self._address.get_backend_name() == "sqlite":
            _restore_empty(Path(self._address.database or ""))
        else:
            postgres.empty_tables(self._address.render_as_string(hide_password=False))
        _reset_counts(self._app)
        self._app.config.clear()
        self._app.config.update(self._config)
        return self._app

    def close_database(self) -> None:
        """Close the database connections."""
        close_database(self._app)


def make_tables(app: Flask) -> None:
    """Create the tables by migrations. For SQLite, a migrated file is copied, which is faster."""
    address = make_url(app.config["SQLALCHEMY_DATABASE_URI"])
    file = Path(address.database or "")
    if address.drivername == "sqlite" and not file.exists():
        file.write_bytes(migrated_database())
    upgrade(app)


def close_database(app: Flask) -> None:
    """Close the database connections."""
    with app.app_context():
        for engine in app.extensions["sqlalchemy"].engines.values():
            engine.dispose()
    app.extensions[_LIMITS].shared_counts.close()


def _reset_counts(app: Flask) -> None:
    limits = app.extensions[_LIMITS]
    with app.app_context():
        limits.shared_counts.reset()
    limits.process_counts.reset()


def _restore_empty(file: Path) -> None:
    for suffix in ("-wal", "-shm"):
        file.with_name(f"{file.name}{suffix}").unlink(missing_ok=True)
    file.write_bytes(migrated_database())


@cache
def migrated_database() -> bytes:
    """An SQLite database with empty tables. Migrating a new one takes half a second."""
    with TemporaryDirectory(prefix="trexscore-") as folder:
        app = create_app(Settings.from_environment({"TREXSCORE_DATA": folder}))
        upgrade(app)
        close_database(app)
        (file,) = Path(folder).glob("*.sqlite3*")
        return file.read_bytes()


class MissingAttribute(Undefined):
    """Raises an error for a template that reads an attribute which the object does not have."""

    def __init__(
        self,
        hint: str | None = None,
        obj: object = missing,
        name: str | None = None,
        exc: type[UndefinedError] = UndefinedError,
    ) -> None:
        super().__init__(hint, obj, name, exc)
        if obj is not missing and not isinstance(obj, Mapping):
            raise exc(f"{object_type_repr(obj)} has no attribute {name}")


Flask.jinja_options["undefined"] = MissingAttribute  # for every app that a test creates
