"""How often someone may do what costs: counted by token, by address, by account; by all processes together."""

import hashlib
import hmac
import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import ceil
from time import monotonic, time

from flask import Flask, current_app, g, request
from limits import RateLimitItem, RateLimitItemPerDay, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from trexscore.config import Settings
from trexscore.db.models import db
from trexscore.db.request_counts import SharedCounts, counts_in_file

_EXTENSION = "trexscore_limits"
_SAY_AGAIN = 60
"""Seconds."""
SENT = "trexscore.sent"
"""Where the server says in a request's environment how many bytes of body it has read."""
_KILOBYTE = 1024
_SHORT = 4 * _KILOBYTE
"""Bytes: an entry of a game in progress, or of a club, is shorter."""
_NETWORK_BITS = 64
"""Of an IPv6 address: what one household, or one phone, is given to choose from."""
Items = Mapping[str, tuple[RateLimitItem, ...]]


class TooManyRequests(Exception):
    """The limit of something is reached; the seconds say when to come back."""

    def __init__(self, what: str, seconds: int) -> None:
        super().__init__(what, seconds)
        self.what = what
        self.seconds = seconds


@dataclass
class _Limits:
    """`counts` is shared; where it does not answer, a process counts in its own memory."""

    most: Items
    counts: SharedCounts
    secret: bytes
    memory: MemoryStorage = field(default_factory=MemoryStorage)
    said: float = -_SAY_AGAIN
    """When the log was told last that the shared counts do not answer."""

    def say_alone(self, fault: Exception) -> None:
        """Once in a while: on a full disk a line for each request would take the room that is made."""
        if monotonic() - self.said >= _SAY_AGAIN:
            self.said = monotonic()
            current_app.logger.warning("limits are counted by this process alone: %s", type(fault).__name__)

    def key(self, what: str, whose: str) -> str:
        """What is counted under: whoever reads the counts learns no token and no address from them."""
        said = f"{what} {whose}".encode("utf-8", "surrogatepass")
        return hmac.new(self.secret, said, hashlib.sha256).hexdigest()[:32]


def init_limits(app: Flask, settings: Settings) -> None:
    """Set the limits of an application."""
    with app.app_context():
        is_file = make_url(settings.database_url).get_backend_name() == "sqlite"
        engine = counts_in_file(settings.data_folder) if is_file else db.engine
    secret = hashlib.sha256(f"limits {settings.secret_key}".encode()).digest()
    app.extensions[_EXTENSION] = _Limits(_items(settings), SharedCounts(engine), secret)
    app.before_request(_count_body)


def _items(settings: Settings) -> Items:
    """Of several windows for one thing each has to have room: so waits grow, from a minute to an hour to a day."""
    sign_ins, mails = settings.sign_ins_per_minute, settings.mails_per_hour
    return {
        "write": (RateLimitItemPerMinute(settings.writes_per_minute),),
        "unknown_token": (RateLimitItemPerMinute(settings.unknown_tokens_per_minute),),
        "new_game": (RateLimitItemPerMinute(settings.new_games_per_minute),),
        "sent": (RateLimitItemPerHour(settings.megabytes_per_hour * _KILOBYTE),),
        "search": (RateLimitItemPerMinute(settings.searches_per_minute),),
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


def _count_body() -> None:
    """Count what is sent in kilobytes for the address that it comes from: it is what fills the disk.

    Past the limit, short requests are still served: an address may be a café's, with games in progress.
    """
    sent: int = request.environ.get(SENT, request.content_length or 0)
    try:
        if sent:
            count("sent", client_address(), ceil(sent / _KILOBYTE))
    except TooManyRequests as fault:
        if sent > _SHORT:
            raise
        g.sent_too_much = fault


def refuse_after_too_much() -> None:
    """For short requests that write much, such as a new game. Raises `TooManyRequests` past the limit."""
    fault: TooManyRequests | None = g.get("sent_too_much")
    if fault is not None:
        raise fault


def count(what: str, whose: str, amount: int = 1) -> None:
    """Count so many more. Raises `TooManyRequests`."""
    limits: _Limits = current_app.extensions[_EXTENSION]
    try:
        _count(limits, FixedWindowRateLimiter(limits.counts), what, whose, amount)
    except SQLAlchemyError as fault:
        limits.say_alone(fault)
        _count(limits, FixedWindowRateLimiter(limits.memory), what, whose, amount)


def has_room(what: str, whose: str) -> bool:
    """Count one more, and say whether there was room for it."""
    try:
        count(what, whose)
    except TooManyRequests:
        return False
    return True


def forget(what: str, whose: str) -> None:
    """What was counted here was no guess."""
    limits: _Limits = current_app.extensions[_EXTENSION]
    for item in limits.most[what]:
        for storage in (limits.counts, limits.memory):
            try:
                storage.clear(item.key_for(limits.key(what, whose)))
            except SQLAlchemyError:
                continue


def client_address() -> str:
    """Where a request comes from: an IPv4 address, or the network of an IPv6 address."""
    return network_of(request.remote_addr or "")


def network_of(address: str) -> str:
    """What counts as one visitor: an address, or the /64 network of an IPv6 address, which one household has."""
    if ":" not in address:
        return address
    try:
        found = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    return str(found.ipv4_mapped or ipaddress.IPv6Network((found, _NETWORK_BITS), strict=False))


def _count(limits: _Limits, limiter: FixedWindowRateLimiter, what: str, whose: str, amount: int) -> None:
    key = limits.key(what, whose)
    for item in limits.most[what]:
        if not limiter.hit(item, key, cost=amount):
            ends = limiter.get_window_stats(item, key).reset_time
            raise TooManyRequests(what, max(1, ceil(ends - time())))


def let_go(app: Flask) -> None:
    """Of the database that holds the counts."""
    limits: _Limits = app.extensions[_EXTENSION]
    limits.counts.let_go()


def forget_all(app: Flask) -> None:
    """Begin every count at 0."""
    limits: _Limits = app.extensions[_EXTENSION]
    with app.app_context():
        limits.counts.reset()
    limits.memory.reset()
