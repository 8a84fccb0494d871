"""Settings, read once from the environment. docs/settings.md describes them for people."""

import difflib
import os
import secrets
import tempfile
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from types import MappingProxyType
from typing import Self, TypeVar
from urllib.parse import urlsplit

import platformdirs

ENVIRONMENT_PREFIX = "TREXSCORE_"
DATABASE_FILE_NAME = "trexscore.sqlite3"
SECRET_KEY_FILE_NAME = "secret-key"  # noqa: S105 - the name of a file
_MIN_SECRET_KEY_LENGTH = 16
_KILOBYTE = 1024
_T = TypeVar("_T")


class SettingsError(ValueError):
    """An invalid setting; the message is a sentence for the server admin."""


def _integer_setting_field(environment_variable: str, default: int, minimum: int, maximum: int) -> int:
    """A dataclass field for a whole number. It is typed as int, as `field` does it."""
    setting: int = field(
        default=default, metadata={"variable": environment_variable, "least": minimum, "most": maximum}
    )
    return setting


@dataclass(frozen=True, kw_only=True)
class Settings:
    data_folder: Path = field(metadata={"variable": "TREXSCORE_DATA"})
    """Contains the database (unless `database_url` names another), the secret key and nothing else."""

    database_url: str = field(metadata={"variable": "TREXSCORE_DATABASE_URL"}, repr=False)
    """An SQLAlchemy URL: SQLite in the data folder, or PostgreSQL. It may contain a password."""

    secret_key: str = field(metadata={"variable": "TREXSCORE_SECRET_KEY"}, repr=False)
    """Signs cookies and forms. Created once, in a file of the data folder that only its owner can read."""

    public_url: str | None = field(default=None, metadata={"variable": "TREXSCORE_PUBLIC_URL"})
    """The address under which phones reach the server, if it differs from the one it listens on."""

    host: str = field(default="0.0.0.0", metadata={"variable": "TREXSCORE_HOST"})  # noqa: S104
    """The address to listen on. All by default, so that the phones at the table can connect."""

    port: int = _integer_setting_field("TREXSCORE_PORT", 8000, 1, 65535)
    """The port to listen on."""

    max_body_bytes: int = _integer_setting_field("TREXSCORE_MAX_BODY_BYTES", 256 * _KILOBYTE, 4 * _KILOBYTE, 2**30)
    """The longest request that is read; for longer ones the response is 413."""

    max_import_bytes: int = _integer_setting_field(
        "TREXSCORE_MAX_IMPORT_BYTES", 64 * _KILOBYTE**2, 4 * _KILOBYTE, 2**34
    )
    """The longest file that signed-in people may upload to import a club or games."""

    writes_per_minute: int = _integer_setting_field("TREXSCORE_WRITES_PER_MINUTE", 1200, 1, 10**9)
    """Entries per token. Reads with a known token are never limited."""

    unknown_tokens_per_minute: int = _integer_setting_field("TREXSCORE_UNKNOWN_TOKENS_PER_MINUTE", 600, 1, 10**9)
    """Requests with unknown tokens per address: it limits guessing, not sixty phones in a café."""

    new_games_per_minute: int = _integer_setting_field("TREXSCORE_NEW_GAMES_PER_MINUTE", 1200, 1, 10**9)
    """New games per address."""

    upload_megabytes_per_hour: int = _integer_setting_field("TREXSCORE_MEGABYTES_PER_HOUR", 64, 1, 10**9)
    """Uploaded data per address. Above it, games in progress continue, and new games and imports wait."""

    sheet_checks_per_minute: int = _integer_setting_field("TREXSCORE_SEARCHES_PER_MINUTE", 30, 1, 10**9)
    """Checks of paper score sheets per address. Each may take two seconds of CPU."""

    sign_ins_per_minute: int = _integer_setting_field("TREXSCORE_SIGN_INS_PER_MINUTE", 60, 1, 10**9)
    """Password attempts per address, and per account. Each costs CPU time."""

    mails_per_hour: int = _integer_setting_field("TREXSCORE_MAILS_PER_HOUR", 3, 1, 10**9)
    """Mails per mailbox; one address may request ten times as many."""

    sign_up_mode: str = field(default="open", metadata={"variable": "TREXSCORE_SIGN_UP"})
    """`open`: anyone may create an account. `closed`: people need a link."""

    mail_url: str | None = field(default=None, metadata={"variable": "TREXSCORE_MAIL_URL"}, repr=False)
    """The mail server, with its password. Without one, links are passed on by hand."""

    mail_from: str | None = field(default=None, metadata={"variable": "TREXSCORE_MAIL_FROM"})
    """The sender of mails."""

    trusted_proxy_count: int = _integer_setting_field("TREXSCORE_TRUSTED_PROXIES", 0, 0, 10)
    """Number of proxies in front whose X-Forwarded headers are trusted."""

    worker_count: int = _integer_setting_field("TREXSCORE_WORKERS", 0, 0, 64)
    """Server processes; 0 for one per core."""

    threads_per_lane: int = _integer_setting_field("TREXSCORE_BLOCKING_THREADS", 4, 1, 64)
    """Threads per process for read requests, and as many for writes."""

    request_timeout_seconds: int = _integer_setting_field("TREXSCORE_REQUEST_SECONDS", 30, 1, 3600)
    """Time limit of a response, from the arrival of the whole request; after it the client gets 503."""

    max_connections_per_address: int = _integer_setting_field("TREXSCORE_CONNECTIONS_PER_ADDRESS", 2048, 16, 65535)
    """Open connections of one address per process. The phones of a café share one address."""

    max_long_jobs: int = _integer_setting_field("TREXSCORE_JOBS", 0, 0, 64)
    """Long jobs (imports, exports) that run at once; 0 for one less than there are cores."""

    backlog: int = _integer_setting_field("TREXSCORE_BACKLOG", 4096, 128, 65535)
    """Connections waiting to be accepted."""

    max_connections_per_process: int = _integer_setting_field("TREXSCORE_BACKPRESSURE", 8192, 16, 65535)
    """Open connections per process. Above it, the connection that has been idle longest is closed."""

    low_space_bytes: int = _integer_setting_field("TREXSCORE_LOW_SPACE_BYTES", 256 * _KILOBYTE**2, 0, 2**50)
    """Free space on the database's disk below which the log and /readyz warn."""

    @property
    def effective_max_long_jobs(self) -> int:
        return self.max_long_jobs or max(1, (os.cpu_count() or 1) - 1)

    @classmethod
    def from_environment(
        cls,
        environment: Mapping[str, str] | None = None,
        option_name_by_variable: Mapping[str, str] = MappingProxyType({}),
    ) -> Self:
        """Read all settings; create the data folder and the secret key if they are missing. Raises `SettingsError`.

        `option_name_by_variable`: for error messages, the option by which a variable was set on the command line.
        """
        variables = {
            name: value.strip()
            for name, value in (os.environ if environment is None else environment).items()
            if name.startswith(ENVIRONMENT_PREFIX) and value.strip()
        }
        _refuse_unknown_variables(variables)
        mail_url = _validated_mail_url(variables.get("TREXSCORE_MAIL_URL"), variables)
        data_folder = _ensure_data_folder(
            variables.get("TREXSCORE_DATA"), option_name_by_variable.get("TREXSCORE_DATA", "TREXSCORE_DATA")
        )
        return cls(
            data_folder=data_folder,
            database_url=_normalized_database_url(variables.get("TREXSCORE_DATABASE_URL"), data_folder),
            secret_key=_read_or_create_secret_key(variables.get("TREXSCORE_SECRET_KEY"), data_folder),
            public_url=_normalized_public_url(variables.get("TREXSCORE_PUBLIC_URL")),
            host=variables.get("TREXSCORE_HOST", cls.host),
            sign_up_mode=_parse_choice(variables, "TREXSCORE_SIGN_UP", ("open", "closed")),
            mail_url=mail_url,
            mail_from=variables.get("TREXSCORE_MAIL_FROM"),
            **{
                setting.name: _parse_number_or_default(
                    setting, variables.get(environment_variable_of(setting)), option_name_by_variable
                )
                for setting in fields(cls)
                if "least" in setting.metadata
            },
        )


def environment_variable_of(setting_field: Field[_T]) -> str:
    """The environment variable of a field of `Settings`."""
    return str(setting_field.metadata["variable"])


def _refuse_unknown_variables(variables: Mapping[str, str]) -> None:
    """Refuse misspelt variables, which would otherwise be ignored silently."""
    known_variables = [environment_variable_of(setting) for setting in fields(Settings)]
    for name in sorted(variables.keys() - set(known_variables)):
        similar_variables = difflib.get_close_matches(name, known_variables, n=1)
        hint = f" Did you mean {similar_variables[0]}?" if similar_variables else ""
        raise SettingsError(f"{name} is not a setting of Trex Score.{hint}")


def _parse_number_or_default(
    setting_field: Field[int], text: str | None, option_name_by_variable: Mapping[str, str]
) -> int:
    if text is None:
        return int(setting_field.default)  # type: ignore[arg-type]  # `_integer_setting_field` always sets one
    minimum, maximum = setting_field.metadata["least"], setting_field.metadata["most"]
    digits = text.isascii() and text.isdigit() and len(text) <= len(str(maximum))
    if not (digits and minimum <= int(text) <= maximum):
        name = option_name_by_variable.get(
            environment_variable_of(setting_field), environment_variable_of(setting_field)
        )
        raise SettingsError(f"{name} is {text!r}; use a whole number from {minimum} to {maximum}.")
    return int(text)


def _parse_choice(variables: Mapping[str, str], environment_variable: str, words_default_first: tuple[str, ...]) -> str:
    """One of a few words; the first is the default."""
    word = variables.get(environment_variable, words_default_first[0])
    if word not in words_default_first:
        raise SettingsError(f"{environment_variable} is {word!r}; use {' or '.join(words_default_first)}.")
    return word


def _validated_mail_url(mail_url: str | None, variables: Mapping[str, str]) -> str | None:
    """Mail needs a sender and a public address for its links: a visitor's Host header is not trusted."""
    if not mail_url:
        return None
    if not _is_mail_server_url(mail_url):
        # The address is not repeated: it may contain a password, and this message is logged.
        raise SettingsError("TREXSCORE_MAIL_URL must be an address such as smtp://USER:PASSWORD@mail.example:587.")
    for name in ("TREXSCORE_MAIL_FROM", "TREXSCORE_PUBLIC_URL"):
        if name not in variables:
            raise SettingsError(f"TREXSCORE_MAIL_URL is set; {name} must be set, too.")
    return mail_url


def _is_mail_server_url(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in {"smtp", "smtps"} and bool(parts.hostname) and parts.port != 0 and not parts.path[1:]
    except ValueError:
        return False


def _ensure_data_folder(folder_name: str | None, option_or_variable_name: str) -> Path:
    folder = (
        Path(folder_name).expanduser() if folder_name else platformdirs.user_data_path("trexscore", appauthor=False)
    )
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsError(
            f"The data folder {folder} cannot be created ({error.strerror}). {option_or_variable_name} names it."
        ) from error
    return folder.resolve()


def _normalized_database_url(url: str | None, data_folder: Path) -> str:
    if not url:
        return f"sqlite:///{(data_folder / DATABASE_FILE_NAME).as_posix()}"
    scheme, separator, rest = url.partition("://")
    if not separator or scheme.partition("+")[0] not in {"sqlite", "postgresql", "postgres"}:
        # The address is not repeated: it may contain a password, and this message is logged.
        raise SettingsError("TREXSCORE_DATABASE_URL must begin with sqlite:/// or postgresql://.")
    if scheme.startswith("sqlite"):
        return f"{scheme}:///{_absolute_sqlite_path(rest)}"
    return f"{'postgresql+psycopg' if scheme in {'postgresql', 'postgres'} else scheme}://{rest}"


def _absolute_sqlite_path(url_path: str) -> str:
    """The absolute path, relative to the working directory. Flask would use its own instance folder."""
    file = url_path.removeprefix("/")
    if not file or file.startswith(":memory:"):
        raise SettingsError(
            "TREXSCORE_DATABASE_URL names no file. Games in memory would be lost when the server stops."
        )
    return Path(file).absolute().as_posix()


def _normalized_public_url(url: str | None) -> str | None:
    if not url:
        return None
    url_parts = urlsplit(url)
    if url_parts.scheme not in {"http", "https"} or not url_parts.hostname or url_parts.query or url_parts.fragment:
        raise SettingsError(f"TREXSCORE_PUBLIC_URL is {url!r}; use an address such as https://trex.example.")
    return url.rstrip("/")


def _read_or_create_secret_key(configured_key: str | None, data_folder: Path) -> str:
    if configured_key:
        if len(configured_key) < _MIN_SECRET_KEY_LENGTH:
            raise SettingsError(f"TREXSCORE_SECRET_KEY is too short; use at least {_MIN_SECRET_KEY_LENGTH} characters.")
        return configured_key
    path = data_folder / SECRET_KEY_FILE_NAME
    try:
        if not path.exists():
            _store_secret_if_missing(path, secrets.token_urlsafe(32))
        stored_key = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"The secret key in {path} cannot be read or created: {error}.") from error
    if len(stored_key) < _MIN_SECRET_KEY_LENGTH:
        raise SettingsError(f"The secret key in {path} is damaged. Delete the file; a new one is created.")
    return stored_key


def _store_secret_if_missing(path: Path, secret: str) -> None:
    """Write a temporary file, then link it: two processes that start together get the same key, and none reads half
    of it.
    """
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{SECRET_KEY_FILE_NAME}-")  # mode 600
    draft = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secret + "\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            path.hardlink_to(draft)
        except FileExistsError:
            return  # another process was first; its key is used
    finally:
        draft.unlink()
