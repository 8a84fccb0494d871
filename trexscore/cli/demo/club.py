"""The demo's club: its members, its two seasons and their game nights."""

from datetime import UTC, date, datetime, timedelta
from itertools import count
from random import Random
from secrets import token_urlsafe
from typing import NamedTuple
from uuid import uuid4

from trexscore.cli.demo.game_nights import (
    PAIRS_PRESET,
    PLAYERS_PRESET,
    ClubRecorder,
    GameNightPlan,
    record_more_game_entries,
    record_pairs_night,
    record_players_night,
)
from trexscore.cli.demo.games import ENTRY_INTERVAL, require_success
from trexscore.club.events.counted_game import GameExcluded
from trexscore.club.events.game_night import GameNightPlanned
from trexscore.club.events.members import MemberJoined, MemberNamed, MembershipEnded, MembersMerged
from trexscore.club.events.season import SeasonDefined
from trexscore.club.members import Role
from trexscore.commands.account_links import create_account_link_token
from trexscore.commands.accounts import AccountToCreate, create_account, find_account_id_and_name
from trexscore.commands.clock import current_night_date
from trexscore.commands.clubs.create_club import OWNER_MEMBER_NUMBER, create_club
from trexscore.commands.clubs.links import create_club_link
from trexscore.db.clubs.clubs import ClubHead, find_club_head
from trexscore.db.games import GameIdAndStart, find_game_by_uid
from trexscore.db.journals import GAMES
from trexscore.db.models import db
from trexscore.league.draw import DrawMethod
from trexscore.ledger.chain import Body
from trexscore.rules.cards import Contract
from trexscore.web.accounts.passwords import hash_password

DEFAULT_NIGHT_COUNT = 24
"""The default number of past game nights: about ninety games."""
CLUB_NAME = "Demo club · نادٍ للتجربة"
OWNER_NAME = "Amal"
_DEFAULT_OWNER_USERNAME = "demo"
_NAMES_BY_ROLE: dict[Role, tuple[str, ...]] = {
    "admin": ("Basil",),
    "referee": ("ليلى",),
    "scorer": ("Dani",),
    "member": ("Carine", "سامر", "Huda", "Lina", "يوسف", "Omar", "Salma", "Tariq", "رنا", "Fadi", "Yara"),
    "guest": ("Zeina", "Kareem"),
}
_LEAVING_MEMBER_NAME = "Fadi"
_MERGED_GUEST_NAME, _MERGE_TARGET_NAME = "Kareem", "Karim"
"""The same person: merged after the first game night."""
_PAIR_NAMES = (
    ("Basil", "ليلى"), ("Dani", "Carine"), ("سامر", "Huda"), ("Lina", "يوسف"), ("Omar", "Salma"), ("Tariq", "رنا"),
)  # fmt: skip
_REGULAR_COUNT = 9
"""The first members come every time, so that their ratings become certain."""
_SUBSTITUTE_BY_MEMBER_NAME = {"Omar": "Zeina"}
_DRAW_METHODS: tuple[DrawMethod, ...] = ("random", "mixing", "mixing", "by_rating")
_DEAL_COUNTS_TODAY = 20, 12, 5
"""The number of played deals at each of today's tables."""
_NIGHTS_PER_PAIRS_NIGHT = 4
"""Every fourth game night is for pairs."""
_NIGHT_INTERVAL = timedelta(days=4)
_WEEK = timedelta(days=7)


class DemoClub(NamedTuple):
    """The club's uid, its owner's username, and the tokens of the account link and of the live board."""

    uid: str
    owner_username: str
    account_link_token: str
    live_board_token: str


def record_demo_club(past_night_count: int, random: Random) -> DemoClub:
    """Create the club with this many past game nights, and tonight's. Needs an application context."""
    username, account = _create_owner_account()
    settings = {"name": CLUB_NAME, "shows": "all", "agreed": False}
    uid = require_success(create_club(account, str(uuid4()), settings, OWNER_NAME), str)
    stored_club = require_success(find_club_head(uid), ClubHead)
    club = ClubRecorder(stored_club, {OWNER_NAME: OWNER_MEMBER_NUMBER}, random)
    for role, names in _NAMES_BY_ROLE.items():
        for name in names:
            _add_member(club, name, role)
    _record_seasons_and_nights(club, past_night_count)
    return DemoClub(
        uid,
        username,
        create_account_link_token(OWNER_NAME, account),
        create_club_link(stored_club.id, "screen", author_member_number=OWNER_MEMBER_NUMBER),
    )


def _create_owner_account() -> tuple[str, int]:
    """Create the owner's account with an unknown password: its owner sets one by a link."""
    usernames = (
        _DEFAULT_OWNER_USERNAME if number == 1 else f"{_DEFAULT_OWNER_USERNAME}{number}" for number in count(1)
    )
    username = next(name for name in usernames if find_account_id_and_name(name) is None)
    return username, require_success(
        create_account(AccountToCreate(OWNER_NAME, username, None, hash_password(token_urlsafe()))), int
    )


def _add_member(recorder: ClubRecorder, name: str, role: Role) -> None:
    member_number = recorder.record_entry(MemberJoined, {"role": role})
    recorder.record_entry(MemberNamed, {"member": member_number, "name": name})
    recorder.member_number_by_name[name] = member_number


def _record_seasons_and_nights(recorder: ClubRecorder, past_night_count: int) -> None:
    tonight = current_night_date()
    begins = tonight - _NIGHT_INTERVAL * past_night_count
    placement_basis = {"kind": "places", "awards": [4, 2, 1, 0]}
    players = _define_season(recorder, "Players · فردي", begins, PLAYERS_PRESET, placement_basis)
    _define_season(recorder, "Pairs · شراكة", begins - _WEEK, PAIRS_PRESET, {"kind": "sum"})
    games: list[str] = []
    for number in range(past_night_count):
        night_date = begins + _NIGHT_INTERVAL * number
        if number % _NIGHTS_PER_PAIRS_NIGHT == 1:
            record_pairs_night(recorder, night_date, _PAIR_NAMES, 2, _SUBSTITUTE_BY_MEMBER_NAME if number == 1 else {})
        else:
            method = _DRAW_METHODS[number % len(_DRAW_METHODS)]
            games += record_players_night(
                recorder, GameNightPlan(players, night_date, _random_attendee_names(recorder), method)
            )
        if number == 0:
            _merge_guest(recorder)
        if number == past_night_count // 2:
            recorder.record_entry(MembershipEnded, {"member": recorder.member_number_by_name.pop(_LEAVING_MEMBER_NAME)})
    _correct_exclude_and_dispute_games(recorder, games)
    record_players_night(
        recorder, GameNightPlan(players, tonight, _random_attendee_names(recorder, 15), "mixing", _DEAL_COUNTS_TODAY)
    )
    recorder.record_entry(
        GameNightPlanned, {"on": (tonight + _WEEK).isoformat(), "at": "20:30", "place": "Café Central"}
    )


def _define_season(
    recorder: ClubRecorder, name: str, first_day: date, preset_name: str, counting_basis_json: Body
) -> int:
    season_content = {
        "name": name,
        "from": first_day.isoformat(),
        "until": (current_night_date() + 4 * _WEEK).isoformat(),
        "house_rules": {"preset": preset_name},
        "counting": {"basis": counting_basis_json, "least_games": 3, "tie_breaks": ["head_to_head", "wins", "points"]},
    }
    return recorder.record_entry(SeasonDefined, season_content)


def _random_attendee_names(recorder: ClubRecorder, max_count: int = 14) -> list[str]:
    """The regulars and some others. The guest who is merged later always comes."""
    regulars, remaining = (
        [*recorder.member_number_by_name][:_REGULAR_COUNT],
        [*recorder.member_number_by_name][_REGULAR_COUNT:],
    )
    sample = recorder.random.sample(remaining, recorder.random.randint(12, max_count) - _REGULAR_COUNT)
    replaces_first = _MERGED_GUEST_NAME in remaining and _MERGED_GUEST_NAME not in sample
    return [*regulars, *sample[replaces_first:], *[_MERGED_GUEST_NAME] * replaces_first]


def _merge_guest(recorder: ClubRecorder) -> None:
    _add_member(recorder, _MERGE_TARGET_NAME, "member")
    recorder.record_entry(
        MembersMerged,
        {
            "member": recorder.member_number_by_name.pop(_MERGED_GUEST_NAME),
            "into": recorder.member_number_by_name[_MERGE_TARGET_NAME],
        },
    )


def _correct_exclude_and_dispute_games(recorder: ClubRecorder, game_uids: list[str]) -> None:
    """Correct a deal of a finished game, exclude a game, and raise a dispute."""
    corrected, excluded, disputed = game_uids[0], game_uids[-1], game_uids[-2]
    seq, deal = _first_trex_deal_with_seq(corrected)
    first, second, *remaining = deal["captures"]["trex"]
    entry = {**deal, "captures": {"trex": [second, first, *remaining]}}
    changes = [{"seq": seq, "entry": entry}]
    reason = "the first two had been written the wrong way round"
    _record_game_entry_now(corrected, {"corrected": {"reason": reason, "changes": changes}})
    recorder.record_entry(GameExcluded, {"uid": excluded, "reason": "written down from memory the next day"})
    seq, _deal = _first_trex_deal_with_seq(disputed)
    _record_game_entry_now(disputed, {"disputed": {"seat": "C", "about": seq, "reason": "I was out before you were"}})


def _record_game_entry_now(game_uid: str, body: Body) -> None:
    record_more_game_entries(game_uid, OWNER_NAME, [body], datetime.now(UTC) - ENTRY_INTERVAL)


def _first_trex_deal_with_seq(game_uid: str) -> tuple[int, Body]:
    """The `seq` and body of the first Trex deal in a game."""
    session = db.session()
    game = require_success(find_game_by_uid(session, game_uid), GameIdAndStart)
    return next(
        (entry.seq, entry.body)
        for entry in GAMES.read_fold_entries(session, game.id)
        if entry.kind == "deal" and entry.body is not None and entry.body["contracts"] == [Contract.TREX]
    )
