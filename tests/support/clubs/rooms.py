"""A club evening with the phones in it: the owner’s, a scorer’s, a member’s, a referee’s, and a stranger’s."""

import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from flask import Flask

from tests.support.accounts import sign_up
from tests.support.clubs.club import DAY, ClubHere, enter, found, game_id, played
from tests.support.pages import Answer, Fields, Phone
from tests.support.whole_games import whole_game
from trexscore.club.game_night import GameNight
from trexscore.commands.accounts import find_account
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.models import db
from trexscore.db.tokens import read_seat_links, read_unseated_tokens

MORE = ("Elias", "Farah", "Ghassan", "Hala", "Ibrahim", "Jana", "كريم")


@dataclass
class Room:
    """Nobody is here yet, and nothing is drawn."""

    site: Flask
    club: ClubHere
    owner: Phone
    scorer: Phone
    member: Phone
    referee: Phone
    stranger: Phone
    evening: int
    season: int

    @contextmanager
    def inside(self) -> Iterator[ClubHere]:
        with self.site.app_context():
            yield self.club

    def path(self, rest: str = "") -> str:
        """The address of the evening, or of something in it."""
        return f"/c/{self.club.uid}/game-nights/{self.evening}{rest}"

    def in_club(self, rest: str = "") -> str:
        return f"/c/{self.club.uid}{rest}"

    @property
    def everybody(self) -> dict[str, Phone]:
        return {"owner": self.owner, "scorer": self.scorer, "member": self.member, "stranger": self.stranger}

    @property
    def now(self) -> GameNight:
        """The evening as the journal tells it."""
        with self.inside() as club:
            return club.record.game_nights[self.evening]

    def arrive(self, *names: str) -> None:
        with self.inside() as club:
            club.say("arrived", {"evening": self.evening, "members": [club.members[name] for name in names]})

    def draw(self, method: str = "random") -> GameNight:
        """As the scorer draws."""
        answer = self.scorer.send(self.scorer.get(self.path("/draw")), "/draw", method=method)
        assert answer.status == 200, answer.problems
        return self.now

    def start(self, table: int = 0) -> Answer:
        """As the scorer starts a table’s game: its page."""
        answer = self.scorer.post(self.path("/tables"), self.start_form(table))
        assert answer.path.startswith("/g/"), answer.problems
        return answer

    def start_form(self, table: int = 0) -> Fields:
        """What the form of a table sends."""
        page = self.scorer.get(self.path())
        forms = [form for form in page.root.find("form") if form.attrs["action"].endswith("/tables")]
        return {
            node.attrs["name"]: node.attrs["value"]
            for node in forms[table].find("input")
            if node.attrs.get("type") == "hidden"
        }


def open_room(site: Flask, shows: str = "nothing") -> Room:
    phones = {}
    accounts = {}
    for name in ("Basil", "Carine", "Dani", "Amal", "Nobody"):
        username = f"{name.lower()}.{uuid.uuid4().hex[:12]}"
        phones[name] = sign_up(site, username, name)
        with site.app_context():
            known = find_account(username)
        assert known is not None
        accounts[name] = known[0]
    with site.app_context():
        club = found(accounts["Basil"])
        club.say("settings", {"name": "Trex at Basil’s", "shows": shows})
        roles = {"Carine": "scorer", "Dani": "member", "Amal": "referee"}
        club.join_all(roles | dict.fromkeys(MORE, "member"), {name: accounts[name] for name in roles})
        season = club.season()
        evening = club.say("evening", {"on": DAY, "at": "20:30", "place": "Café Central"})
    return Room(
        site,
        club,
        phones["Basil"],
        phones["Carine"],
        phones["Dani"],
        phones["Amal"],
        phones["Nobody"],
        evening,
        season,
    )


@dataclass(frozen=True)
class PlayedTable:
    """A table of the room with a game, all its links, and who sits there."""

    uid: str
    links: dict[str, str]
    members: list[int]

    def path(self, right: str = "write", rest: str = "") -> str:
        return f"/g/{self.links[right]}{rest}"


def play_a_table(
    room: Room,
    deals: int = 20,
    *,
    agreed: bool = False,
    shows: str = "nothing",
    names: tuple[str, ...] = ("Basil", "Carine", "Dani", "Elias"),
) -> PlayedTable:
    """Four arrive, are drawn, and play; `agreed`: in a club that counts a game only once all four agree."""
    with room.inside() as club:
        club.say("settings", {"name": "Trex at Basil’s", "shows": shows, "agreed": agreed})
    room.arrive(*names)
    room.draw()
    room.start()
    uid = uid_of_game(room)
    with room.inside():
        for deal in whole_game("standard", 11)["deals"][:deals]:
            enter(uid, deal)
        number = game_id(uid)
        links = {str(may): token for may, token in read_unseated_tokens(db.session(), number).items()}
        seat = read_seat_links(db.session(), number).get("B", links["read"])
    return PlayedTable(uid, links | {"seat": seat}, [*room.now.draws[-1].tables[0]])


def proof(phone: Phone) -> dict[str, str]:
    """What shows that a form comes from this site, for one that is made up."""
    return {"csrf_token": str(phone.get("/games/new").fields("/games")["csrf_token"])}


def names(room: "Room", numbers: Iterable[int | None]) -> set[str]:
    """What these members are called."""
    by_number = {number: name for name, number in room.club.members.items()}
    return {by_number[number] for number in numbers if number is not None}


def uid_of_game(room: Room, table: int = 1) -> str:
    """The public name of the game at a table."""
    with room.inside() as club:
        rows = game_rows.games_of_night(db.session(), club.id, room.evening)
    return next(row.uid for row in rows if row.counted is not None and row.counted.table == table)


def count(room: Room, seed: int, *names: str, **more: object) -> str:
    """Count a whole game for those who are called so: its uid."""
    with room.inside() as club:
        uid = played(seed)
        numbers = {member.name: member.number for member in club.record.all_members}
        club.count(uid, [numbers[name] for name in names], **more)
        return uid


def table(room: Room, phone: Phone | None = None, rest: str = "") -> Answer:
    """The page of the season, or one of those behind it."""
    return (phone or room.owner).get(room.in_club(f"/seasons/{room.season}{rest}"))
