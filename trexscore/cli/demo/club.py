"""The demo's club: its people, its two seasons, and what happened in them, said as its members would say it."""

from datetime import UTC, date, datetime, timedelta
from itertools import count
from random import Random
from secrets import token_urlsafe
from typing import Any, NamedTuple
from uuid import uuid4

from trexscore.cli.demo.game_nights import (
    PAIRS,
    PLAYERS,
    Club,
    Night,
    evening_of_pairs,
    evening_of_players,
    taken,
    write_in_game,
)
from trexscore.cli.demo.games import A_DEAL
from trexscore.club.members import Role
from trexscore.commands.account_links import make_account_link
from trexscore.commands.accounts import Person, account_called, open_account
from trexscore.commands.clock import today
from trexscore.commands.clubs.create_club import OWNER, create_club
from trexscore.commands.clubs.links import give_link
from trexscore.db.clubs.clubs import club_at
from trexscore.db.games import game_named
from trexscore.db.journals import GAMES
from trexscore.db.models import db
from trexscore.league.draw import Method
from trexscore.rules.cards import Contract
from trexscore.web.accounts.passwords import hashed

EVENINGS = 24
"""Evenings that the club has behind it, unless told: some ninety games."""
NAME = "Demo club · نادٍ للتجربة"
OWNER_NAME = "Amal"
_USERNAME = "demo"
_PEOPLE: tuple[tuple[str, Role], ...] = (
    ("Basil", "admin"),
    ("ليلى", "referee"),
    ("Dani", "scorer"),
    ("Carine", "member"),
    ("سامر", "member"),
    ("Huda", "member"),
    ("Lina", "member"),
    ("يوسف", "member"),
    ("Omar", "member"),
    ("Salma", "member"),
    ("Tariq", "member"),
    ("رنا", "member"),
    ("Fadi", "member"),
    ("Yara", "member"),
    ("Zeina", "guest"),
    ("Kareem", "guest"),
)
_LEAVES, _COMES_AS, _IS = "Fadi", "Kareem", "Karim"
_PAIRS = (
    ("Basil", "ليلى"), ("Dani", "Carine"), ("سامر", "Huda"), ("Lina", "يوسف"), ("Omar", "Salma"), ("Tariq", "رنا"),
)  # fmt: skip
_REGULARS = 9
"""So many of the first come every time: their ratings get sure enough for a place."""
_STANDS_IN = {"Omar": "Zeina"}
_METHODS: tuple[Method, ...] = ("random", "mixing", "mixing", "by_rating")
_TODAY = 20, 12, 5
"""How many deals are over at today's tables."""
_OF_PAIRS = 4
"""Every fourth evening is for pairs."""
_APART = timedelta(days=4)
_A_WEEK = timedelta(days=7)


class Founded(NamedTuple):
    """What opens the club: its address, the name and the link for its owner's account, the screen's link."""

    uid: str
    username: str
    account_link: str
    screen: str


def tell_club(evenings: int, random: Random) -> Founded:
    """Found a club and tell its past: so many evenings, and today's. Wants the application's context."""
    username, account = _account()
    settings = {"name": NAME, "shows": "all", "agreed": False}
    uid = taken(create_club(account, str(uuid4()), settings, OWNER_NAME), str)
    at = club_at(uid)
    if at is None:
        raise LookupError(uid)
    club = Club(at, {OWNER_NAME: OWNER}, random)
    for name, role in _PEOPLE:
        _join(club, name, role)
    _tell_seasons(club, evenings)
    return Founded(uid, username, make_account_link(OWNER_NAME, account), give_link(at.id, "screen", by=OWNER))


def _account() -> tuple[str, int]:
    """An account whose password nobody knows: its owner chooses one by a link."""
    usernames = (_USERNAME if number == 1 else f"{_USERNAME}{number}" for number in count(1))
    username = next(name for name in usernames if account_called(name) is None)
    return username, taken(open_account(Person(OWNER_NAME, username, None, hashed(token_urlsafe()))), int)


def _join(club: Club, name: str, role: Role) -> None:
    number = club.say("joined", {"role": role})
    club.say("named", {"member": number, "name": name})
    club.names[name] = number


def _tell_seasons(club: Club, evenings: int) -> None:
    now = today()
    begins = now - _APART * evenings
    places = {"kind": "places", "awards": [4, 2, 1, 0]}
    players = _season(club, "Players · فردي", begins, PLAYERS, places)
    _season(club, "Pairs · شراكة", begins - _A_WEEK, PAIRS, {"kind": "sum"})
    games: list[str] = []
    for number in range(evenings):
        on = begins + _APART * number
        if number % _OF_PAIRS == 1:
            evening_of_pairs(club, on, _PAIRS, 2, _STANDS_IN if number == 1 else {})
        else:
            method = _METHODS[number % len(_METHODS)]
            games += evening_of_players(club, Night(players, on, _who_comes(club), method))
        if number == 0:
            _is_somebody_known(club)
        if number == evenings // 2:
            club.say("left", {"member": club.names.pop(_LEAVES)})
    _put_right(club, games)
    evening_of_players(club, Night(players, now, _who_comes(club, 15), "mixing", _TODAY))
    club.say("evening", {"on": (now + _A_WEEK).isoformat(), "at": "20:30", "place": "Café Central"})


def _season(club: Club, name: str, begins: date, preset: str, basis: dict[str, Any]) -> int:
    said = {
        "name": name,
        "from": begins.isoformat(),
        "until": (today() + 4 * _A_WEEK).isoformat(),
        "house_rules": {"preset": preset},
        "counting": {"basis": basis, "least_games": 3, "tie_breaks": ["head_to_head", "wins", "points"]},
    }
    return club.say("season", said)


def _who_comes(club: Club, most: int = 14) -> list[str]:
    """The regulars, and some of the others; the guest who turns out to be one of them comes, as long as he is one."""
    regulars, others = [*club.names][:_REGULARS], [*club.names][_REGULARS:]
    some = club.random.sample(others, club.random.randint(12, most) - _REGULARS)
    missed = _COMES_AS in others and _COMES_AS not in some
    return [*regulars, *some[missed:], *[_COMES_AS] * missed]


def _is_somebody_known(club: Club) -> None:
    _join(club, _IS, "member")
    club.say("merged", {"member": club.names.pop(_COMES_AS), "into": club.names[_IS]})


def _put_right(club: Club, games: list[str]) -> None:
    """A deal put right after its game, a game that is to count no more, and one in which somebody objects."""
    put_right, withdrawn, disputed = games[0], games[-1], games[-2]
    seq, deal = _a_trex(put_right)
    first, second, *others = deal["captures"]["trex"]
    right = {**deal, "captures": {"trex": [second, first, *others]}}
    changes = [{"seq": seq, "entry": right}]
    reason = "the first two had been written the wrong way round"
    _write_now(put_right, {"corrected": {"reason": reason, "changes": changes}})
    club.say("withdrawn", {"uid": withdrawn, "reason": "written down from memory the next day"})
    seq, _deal = _a_trex(disputed)
    _write_now(disputed, {"disputed": {"seat": "C", "about": seq, "reason": "I was out before you were"}})


def _write_now(uid: str, body: dict[str, Any]) -> None:
    write_in_game(uid, OWNER_NAME, [body], datetime.now(UTC) - A_DEAL)


def _a_trex(uid: str) -> tuple[int, dict[str, Any]]:
    """The entry of the first Trex in a game, and what it says."""
    session = db.session()
    named = game_named(session, uid)
    entries = [] if named is None else GAMES.told(session, named.id)
    return next(
        (one.seq, one.body)
        for one in entries
        if one.kind == "deal" and one.body is not None and one.body["contracts"] == [Contract.TREX]
    )
