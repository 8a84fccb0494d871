"""Settings, read once from the environment. docs/settings.md describes the same, for people."""

import difflib
import os
import secrets
import tempfile
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self
from urllib.parse import urlsplit

import platformdirs

PREFIX = "TREXSCORE_"
DATABASE_FILE = "trexscore.sqlite3"
SECRET_FILE = "secret-key"  # noqa: S105 - the name of a file
_SHORTEST_SECRET = 16
_KILOBYTE = 1024


class SettingsError(ValueError):
    """A setting that cannot be meant; the message is a sentence for whoever runs the server."""


def _whole(variable: str, default: int, least: int, most: int) -> int:
    """A setting that is a whole number. The dataclass takes what `field` makes for an int."""
    made: int = field(default=default, metadata={"variable": variable, "least": least, "most": most})
    return made


@dataclass(frozen=True, kw_only=True)
class Settings:
    data_folder: Path = field(metadata={"variable": "TREXSCORE_DATA"})
    """Holds the database (unless another is named), the secret key and nothing else."""

    database_url: str = field(metadata={"variable": "TREXSCORE_DATABASE_URL"}, repr=False)
    """An SQLAlchemy address: SQLite in the data folder, or PostgreSQL. It may hold a password."""

    secret_key: str = field(metadata={"variable": "TREXSCORE_SECRET_KEY"}, repr=False)
    """Signs cookies and forms. Made once and kept in the data folder for its owner alone."""

    public_url: str | None = field(default=None, metadata={"variable": "TREXSCORE_PUBLIC_URL"})
    """How phones reach the server, where that differs from the address it listens on."""

    host: str = field(default="0.0.0.0", metadata={"variable": "TREXSCORE_HOST"})  # noqa: S104
    """The address to listen on. Every one by default: the phones at the table have to get in."""

    port: int = _whole("TREXSCORE_PORT", 8000, 1, 65535)
    """The port to listen on."""

    max_body_bytes: int = _whole("TREXSCORE_MAX_BODY_BYTES", 256 * _KILOBYTE, 4 * _KILOBYTE, 2**30)
    """The longest request that is read; a longer one is answered with 413."""

    max_import_bytes: int = _whole("TREXSCORE_MAX_IMPORT_BYTES", 64 * _KILOBYTE**2, 4 * _KILOBYTE, 2**34)
    """The longest file that whoever is signed in may send to take a club or games in."""

    writes_per_minute: int = _whole("TREXSCORE_WRITES_PER_MINUTE", 1200, 1, 10**9)
    """Entries that one token may send. Reading with a known token is never limited."""

    unknown_tokens_per_minute: int = _whole("TREXSCORE_UNKNOWN_TOKENS_PER_MINUTE", 600, 1, 10**9)
    """Tokens of no game that one address may ask for: guessing, not sixty phones in a café."""

    new_games_per_minute: int = _whole("TREXSCORE_NEW_GAMES_PER_MINUTE", 1200, 1, 10**9)
    """Games that one address may start."""

    megabytes_per_hour: int = _whole("TREXSCORE_MEGABYTES_PER_HOUR", 64, 1, 10**9)
    """What one address may send in an hour. Past it, games in progress go on, and new games and imports wait."""

    searches_per_minute: int = _whole("TREXSCORE_SEARCHES_PER_MINUTE", 30, 1, 10**9)
    """Searches for what totals on paper can mean, for one address. Each may take two seconds of a processor."""

    sign_ins_per_minute: int = _whole("TREXSCORE_SIGN_INS_PER_MINUTE", 60, 1, 10**9)
    """Passwords that one address may try, and that may be tried on one account. Each costs a moment of a processor."""

    mails_per_hour: int = _whole("TREXSCORE_MAILS_PER_HOUR", 3, 1, 10**9)
    """Mails that one mailbox is sent; ten times as many may be asked for from one address."""

    sign_up: str = field(default="open", metadata={"variable": "TREXSCORE_SIGN_UP"})
    """Whether people may make themselves an account; if not, each needs a link."""

    mail_url: str | None = field(default=None, metadata={"variable": "TREXSCORE_MAIL_URL"}, repr=False)
    """The server that sends mail, with its password. Without, links are passed on by hand."""

    mail_from: str | None = field(default=None, metadata={"variable": "TREXSCORE_MAIL_FROM"})
    """Who mail comes from."""

    trusted_proxies: int = _whole("TREXSCORE_TRUSTED_PROXIES", 0, 0, 10)
    """Proxies in front whose X-Forwarded headers are believed. None unless said."""

    workers: int = _whole("TREXSCORE_WORKERS", 0, 0, 64)
    """Server processes; 0 for one each core."""

    blocking_threads: int = _whole("TREXSCORE_BLOCKING_THREADS", 4, 1, 64)
    """Threads a process for requests that read, and as many for those that write."""

    request_seconds: int = _whole("TREXSCORE_REQUEST_SECONDS", 30, 1, 3600)
    """How long an answer may take once the whole request is here; then the asker is told to try again."""

    connections_per_address: int = _whole("TREXSCORE_CONNECTIONS_PER_ADDRESS", 2048, 16, 65535)
    """Open connections a process for one address. A café's phones share one."""

    jobs: int = _whole("TREXSCORE_JOBS", 0, 0, 64)
    """Long jobs (imports, exports) that run at once; 0: as many as there are cores, but one."""

    backlog: int = _whole("TREXSCORE_BACKLOG", 4096, 128, 65535)
    """Connections that may wait to be accepted."""

    backpressure: int = _whole("TREXSCORE_BACKPRESSURE", 8192, 16, 65535)
    """Open connections a process. For one more, the one that has been idle longest is closed."""

    low_space_bytes: int = _whole("TREXSCORE_LOW_SPACE_BYTES", 256 * _KILOBYTE**2, 0, 2**50)
    """Free space on the database's disk below which the log and /readyz warn."""

    @property
    def jobs_at_once(self) -> int:
        """Long jobs that run at once."""
        return self.jobs or max(1, (os.cpu_count() or 1) - 1)

    @classmethod
    def from_environment(
        cls, environment: Mapping[str, str] | None = None, called: Mapping[str, str] = MappingProxyType({})
    ) -> Self:
        """Reads every setting, makes the data folder and the secret key where they are missing.

        `called` tells how a setting was given, where that was not by its variable.
        """
        given = {
            name: value.strip()
            for name, value in (os.environ if environment is None else environment).items()
            if name.startswith(PREFIX) and value.strip()
        }
        _refuse_unknown(given)
        mail_url = _mail_url(given.get("TREXSCORE_MAIL_URL"), given)
        data_folder = _data_folder(given.get("TREXSCORE_DATA"), called.get("TREXSCORE_DATA", "TREXSCORE_DATA"))
        return cls(
            data_folder=data_folder,
            database_url=_database_url(given.get("TREXSCORE_DATABASE_URL"), data_folder),
            secret_key=_secret_key(given.get("TREXSCORE_SECRET_KEY"), data_folder),
            public_url=_public_url(given.get("TREXSCORE_PUBLIC_URL")),
            host=given.get("TREXSCORE_HOST", cls.host),
            sign_up=_one_of(given, "TREXSCORE_SIGN_UP", ("open", "closed")),
            mail_url=mail_url,
            mail_from=given.get("TREXSCORE_MAIL_FROM"),
            **{
                setting.name: _number(setting, given.get(variable(setting)), called)
                for setting in fields(cls)
                if "least" in setting.metadata
            },
        )

    def environment(self) -> dict[str, str]:
        """The same settings as variables, for the server's own processes."""
        values = ((variable(setting), getattr(self, setting.name)) for setting in fields(self))
        return {name: str(value) for name, value in values if value is not None}


def variable(setting: Field[Any]) -> str:
    """The environment variable that a field of Settings is read from."""
    return str(setting.metadata["variable"])


def _refuse_unknown(given: Mapping[str, str]) -> None:
    """A misspelt setting would otherwise be one that silently does not hold."""
    known = [variable(setting) for setting in fields(Settings)]
    for name in sorted(given.keys() - set(known)):
        near = difflib.get_close_matches(name, known, n=1)
        hint = f" Is {near[0]} meant?" if near else ""
        raise SettingsError(f"{name} is not a setting of Trex Score.{hint}")


def _number(setting: Field[int], text: str | None, called: Mapping[str, str]) -> int:
    if text is None:
        return int(setting.default)  # type: ignore[arg-type]  # _whole always gives one
    least, most = setting.metadata["least"], setting.metadata["most"]
    digits = text.isascii() and text.isdigit() and len(text) <= len(str(most))
    if not (digits and least <= int(text) <= most):
        name = called.get(variable(setting), variable(setting))
        raise SettingsError(f"{name} is {text!r}; use a whole number from {least} to {most}.")
    return int(text)


def _one_of(given: Mapping[str, str], name: str, words: tuple[str, ...]) -> str:
    """One of a few words; the first where none is said."""
    said = given.get(name, words[0])
    if said not in words:
        raise SettingsError(f"{name} is {said!r}; it has to be {' or '.join(words)}.")
    return said


def _mail_url(text: str | None, given: Mapping[str, str]) -> str | None:
    """Mail needs to know who sends it, and where its links lead: what a visitor says of that may be a lie."""
    if not text:
        return None
    if not _is_mail_server(text):
        # The address is not repeated: it may hold a password, and this ends up in a log.
        raise SettingsError("TREXSCORE_MAIL_URL must be an address such as smtp://USER:PASSWORD@mail.example:587.")
    for name in ("TREXSCORE_MAIL_FROM", "TREXSCORE_PUBLIC_URL"):
        if name not in given:
            raise SettingsError(f"TREXSCORE_MAIL_URL is set; {name} must be set, too.")
    return text


def _is_mail_server(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in {"smtp", "smtps"} and bool(parts.hostname) and parts.port != 0 and not parts.path[1:]
    except ValueError:
        return False


def _data_folder(text: str | None, called: str) -> Path:
    folder = Path(text).expanduser() if text else platformdirs.user_data_path("trexscore", appauthor=False)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsError(
            f"The data folder {folder} cannot be created ({error.strerror}). {called} names it."
        ) from error
    return folder.resolve()


def _database_url(text: str | None, data_folder: Path) -> str:
    if not text:
        return f"sqlite:///{(data_folder / DATABASE_FILE).as_posix()}"
    scheme, separator, rest = text.partition("://")
    if not separator or scheme.partition("+")[0] not in {"sqlite", "postgresql", "postgres"}:
        # The address is not repeated: it may hold a password, and this ends up in a log.
        raise SettingsError("TREXSCORE_DATABASE_URL must begin with sqlite:/// or postgresql://.")
    if scheme.startswith("sqlite"):
        return f"{scheme}:///{_sqlite_file(rest)}"
    return f"{'postgresql+psycopg' if scheme in {'postgresql', 'postgres'} else scheme}://{rest}"


def _sqlite_file(rest: str) -> str:
    """A file as the one who starts the server names it, not as seen from a folder of Flask's."""
    file = rest.removeprefix("/")
    if not file or file.startswith(":memory:"):
        raise SettingsError(
            "TREXSCORE_DATABASE_URL names no file. Games in memory would be lost when the server stops."
        )
    return Path(file).absolute().as_posix()


def _public_url(text: str | None) -> str | None:
    if not text:
        return None
    parts = urlsplit(text)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.query or parts.fragment:
        raise SettingsError(f"TREXSCORE_PUBLIC_URL is {text!r}; use an address such as https://trex.example.")
    return text.rstrip("/")


def _secret_key(text: str | None, data_folder: Path) -> str:
    if text:
        if len(text) < _SHORTEST_SECRET:
            raise SettingsError(f"TREXSCORE_SECRET_KEY is too short: at least {_SHORTEST_SECRET} characters.")
        return text
    path = data_folder / SECRET_FILE
    try:
        if not path.exists():
            _keep_secret(path, secrets.token_urlsafe(32))
        kept = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"The secret key in {path} cannot be read or created: {error}.") from error
    if len(kept) < _SHORTEST_SECRET:
        raise SettingsError(f"The secret key in {path} is damaged. Delete the file; a new one is created.")
    return kept


def _keep_secret(path: Path, secret: str) -> None:
    """Written whole under another name, then linked: two processes that start together end up
    with one key, and nobody ever reads half of it.
    """
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{SECRET_FILE}-")  # mode 600
    draft = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secret + "\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            path.hardlink_to(draft)
        except FileExistsError:
            return  # another process was first; its key is the one
    finally:
        draft.unlink()
