"""Rate limits by token, client address or account, counted for all processes together."""

import hashlib
import hmac
import ipaddress
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from math import ceil
from time import monotonic, time

from flask import Flask, current_app, g, request
from limits import RateLimitItem, RateLimitItemPerDay, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from trexscore.config import Settings
from trexscore.db.failures import AnyDatabaseError
from trexscore.db.request_counts import RateLimitStorage, create_rate_limit_storage

_EXTENSION = "trexscore_limits"
_WARN_INTERVAL_SECONDS = 60
BODY_BYTE_COUNT_KEY = "trexscore.sent"
"""Key in the WSGI environment: the number of body bytes that the server has read."""
_KILOBYTE = 1024
_MAX_BODY_BYTES_PAST_LIMIT = 4 * _KILOBYTE
"""Bytes. Entries of games in progress and of clubs are shorter."""
_IPV6_NETWORK_BITS = 64
"""The network part of an IPv6 address, which one household or phone gets."""
WindowsByLimitName = Mapping[str, tuple[RateLimitItem, ...]]


class TooManyRequests(Exception):
    """A limit is reached. `limit_name`: the name of the limit; `retry_after_seconds`: when to try again."""

    def __init__(self, limit_name: str, retry_after_seconds: int) -> None:
        super().__init__(limit_name, retry_after_seconds)
        self.limit_name = limit_name
        self.retry_after_seconds = retry_after_seconds


@dataclass
class _Limits:
    """`shared_counts` is shared by all processes; if it fails, each process counts in its `process_counts`."""

    windows_by_limit_name: WindowsByLimitName
    shared_counts: RateLimitStorage
    secret: bytes
    process_counts: MemoryStorage = field(default_factory=MemoryStorage)
    warned_at: float = -_WARN_INTERVAL_SECONDS
    """The time of the last warning that the shared counts fail."""

    def warn_counts_not_shared(self, error: Exception) -> None:
        """Log at most once a minute, because a line per request could fill a full disk again."""
        if monotonic() - self.warned_at >= _WARN_INTERVAL_SECONDS:
            self.warned_at = monotonic()
            current_app.logger.warning("limits are counted by this process alone: %s", type(error).__name__)

    def count_key(self, limit_name: str, subject: str) -> str:
        """The key of a count. It is a hash, so that the counts reveal no token and no address."""
        text = f"{limit_name} {subject}".encode("utf-8", "surrogatepass")
        return hmac.new(self.secret, text, hashlib.sha256).hexdigest()[:32]


def init_limits(app: Flask, settings: Settings) -> None:
    """Set up the limits, and count request bodies."""
    with app.app_context():
        shared_counts = create_rate_limit_storage(settings.data_folder)
    secret = hashlib.sha256(f"limits {settings.secret_key}".encode()).digest()
    app.extensions[_EXTENSION] = _Limits(_limit_windows(settings), shared_counts, secret)
    app.before_request(_limit_uploaded_bytes)


def _limit_windows(settings: Settings) -> WindowsByLimitName:
    """The windows of each limit. All of them must have room, so waits grow from a minute to a day."""
    sign_ins, mails = settings.sign_ins_per_minute, settings.mails_per_hour
    return {
        "write": (RateLimitItemPerMinute(settings.writes_per_minute),),
        "unknown_token": (RateLimitItemPerMinute(settings.unknown_tokens_per_minute),),
        "new_game": (RateLimitItemPerMinute(settings.new_games_per_minute),),
        "sent": (RateLimitItemPerHour(settings.upload_megabytes_per_hour * _KILOBYTE),),
        "search": (RateLimitItemPerMinute(settings.sheet_checks_per_minute),),
        "sign_in": (RateLimitItemPerMinute(sign_ins),),
        "account": (RateLimitItemPerMinute(sign_ins), RateLimitItemPerDay(10 * sign_ins)),
        "guess": (
            RateLimitItemPerMinute(-(-sign_ins // 12)),
            RateLimitItemPerHour(-(-sign_ins // 4)),
            RateLimitItemPerDay(-(-sign_ins * 2 // 3)),
        ),
        "mail": (RateLimitItemPerHour(mails),),
        "mail_from": (RateLimitItemPerHour(10 * mails),),
    }


def _limit_uploaded_bytes() -> None:
    """Count the kilobytes sent from an address, because they fill the disk.

    Short requests are served past the limit: an address may be a café's, with games in progress.
    """
    sent_byte_count: int = request.environ.get(BODY_BYTE_COUNT_KEY, request.content_length or 0)
    try:
        if sent_byte_count:
            enforce_limit("sent", client_address_or_network(), ceil(sent_byte_count / _KILOBYTE))
    except TooManyRequests as fault:
        if sent_byte_count > _MAX_BODY_BYTES_PAST_LIMIT:
            raise
        g.sent_too_much = fault


def enforce_upload_limit() -> None:
    """Refuse short requests that write much, such as a new game. Raises `TooManyRequests` past the limit."""
    fault: TooManyRequests | None = g.get("sent_too_much")
    if fault is not None:
        raise fault


def enforce_limit(limit_name: str, subject: str, amount: int = 1) -> None:
    """Add to a count. Raises `TooManyRequests` at the limit."""
    limits: _Limits = current_app.extensions[_EXTENSION]
    try:
        _enforce_windows(limits, FixedWindowRateLimiter(limits.shared_counts), limit_name, subject, amount)
    except AnyDatabaseError as fault:
        limits.warn_counts_not_shared(fault)
        _enforce_windows(limits, FixedWindowRateLimiter(limits.process_counts), limit_name, subject, amount)


def try_to_count(limit_name: str, subject: str) -> bool:
    """Add one to a count. False at the limit."""
    try:
        enforce_limit(limit_name, subject)
    except TooManyRequests:
        return False
    return True


def reset_count(limit_name: str, subject: str) -> None:
    """Reset a count, for example after a correct password."""
    limits: _Limits = current_app.extensions[_EXTENSION]
    for item in limits.windows_by_limit_name[limit_name]:
        for storage in (limits.shared_counts, limits.process_counts):
            with suppress(AnyDatabaseError):
                storage.clear(item.key_for(limits.count_key(limit_name, subject)))


def client_address_or_network() -> str:
    """The IPv4 address of the client, or its IPv6 network."""
    return address_or_network(request.remote_addr or "")


def address_or_network(address: str) -> str:
    """An IPv4 address, or the /64 network of an IPv6 address, which one household has."""
    if ":" not in address:
        return address
    try:
        ip = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    return str(ip.ipv4_mapped or ipaddress.IPv6Network((ip, _IPV6_NETWORK_BITS), strict=False))


def _enforce_windows(
    limits: _Limits, limiter: FixedWindowRateLimiter, limit_name: str, subject: str, amount: int
) -> None:
    key = limits.count_key(limit_name, subject)
    for item in limits.windows_by_limit_name[limit_name]:
        if not limiter.hit(item, key, cost=amount):
            window_ends_at = limiter.get_window_stats(item, key).reset_time
            raise TooManyRequests(limit_name, max(1, ceil(window_ends_at - time())))
