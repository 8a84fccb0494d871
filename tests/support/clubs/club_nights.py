"""A game night of a club, with phones of the owner, scorer, member, referee and a stranger."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from flask import Flask

from tests.support.accounts import new_account
from tests.support.clubs.club import DAY, SiteClub, add_game_entry, game_id, new_club, play_game
from tests.support.pages import Fields, Phone, Response
from tests.support.whole_games import whole_game
from trexscore.club.game_night import GameNight
from trexscore.db.clubs import counted_games
from trexscore.db.game_links import read_seat_tokens, read_tokens_by_permission
from trexscore.db.models import db

MORE_NAMES = ("Elias", "Farah", "Ghassan", "Hala", "Ibrahim", "Jana", "كريم")


@dataclass
class ClubNight:
    """A club with a game night, at first without attendance and draws."""

    site: Flask
    club: SiteClub
    owner: Phone
    scorer: Phone
    member: Phone
    referee: Phone
    stranger: Phone
    game_night: int
    season: int

    @contextmanager
    def app_context(self) -> Iterator[SiteClub]:
        with self.site.app_context():
            yield self.club

    def path(self, suffix: str = "") -> str:
        """The address of the game night, or of something in it."""
        return f"/c/{self.club.uid}/game-nights/{self.game_night}{suffix}"

    def club_path(self, suffix: str = "") -> str:
        return f"/c/{self.club.uid}{suffix}"

    @property
    def phones_by_persona(self) -> dict[str, Phone]:
        return {"owner": self.owner, "scorer": self.scorer, "member": self.member, "stranger": self.stranger}

    @property
    def folded_night(self) -> GameNight:
        """The game night, folded from the journal."""
        with self.app_context() as club:
            return club.record.game_nights[self.game_night]

    def check_in(self, *names: str) -> None:
        with self.app_context() as club:
            club.add_entry("arrived", {"evening": self.game_night, "members": [club.members[name] for name in names]})

    def draw_tables(self, method: str = "random") -> GameNight:
        """Draw tables as the scorer."""
        response = self.scorer.send(self.scorer.get(self.path("/draw")), "/draw", method=method)
        assert response.status == 200, response.problems
        return self.folded_night

    def start_table_game(self, table: int = 0) -> Response:
        """Start a table’s game as the scorer: its page."""
        response = self.scorer.post(self.path("/tables"), self.table_form_fields(table))
        assert response.path.startswith("/g/"), response.problems
        return response

    def table_form_fields(self, table: int = 0) -> Fields:
        """The fields of a table's form."""
        page = self.scorer.get(self.path())
        forms = [form for form in page.root.find("form") if form.attrs["action"].endswith("/tables")]
        return {
            node.attrs["name"]: node.attrs["value"]
            for node in forms[table].find("input")
            if node.attrs.get("type") == "hidden"
        }


def new_club_night(site: Flask, shows: str = "nothing") -> ClubNight:
    phones = {}
    accounts = {}
    for name in ("Basil", "Carine", "Dani", "Amal", "Nobody"):
        phones[name], accounts[name] = new_account(site, name)
    with site.app_context():
        club = new_club(accounts["Basil"])
        club.add_entry("settings", {"name": "Trex at Basil’s", "shows": shows})
        roles = {"Carine": "scorer", "Dani": "member", "Amal": "referee"}
        club.join_all(roles | dict.fromkeys(MORE_NAMES, "member"), {name: accounts[name] for name in roles})
        season = club.create_season()
        game_night = club.add_entry("evening", {"on": DAY, "at": "20:30", "place": "Café Central"})
    return ClubNight(
        site,
        club,
        phones["Basil"],
        phones["Carine"],
        phones["Dani"],
        phones["Amal"],
        phones["Nobody"],
        game_night,
        season,
    )


@dataclass(frozen=True)
class PlayedTable:
    """A table with a game, all its links, and its members."""

    uid: str
    links: dict[str, str]
    members: list[int]

    def path(self, permission: str = "write", suffix: str = "") -> str:
        return f"/g/{self.links[permission]}{suffix}"


def play_table(
    night: ClubNight,
    deals: int = 20,
    *,
    agreed: bool = False,
    shows: str = "nothing",
    names: tuple[str, ...] = ("Basil", "Carine", "Dani", "Elias"),
) -> PlayedTable:
    """Check in four members, draw, and play. With `agreed`, games count only after all four sign off."""
    with night.app_context() as club:
        club.add_entry("settings", {"name": "Trex at Basil’s", "shows": shows, "agreed": agreed})
    night.check_in(*names)
    night.draw_tables()
    night.start_table_game()
    uid = uid_of_game(night)
    with night.app_context():
        for deal in whole_game("standard", 11)["deals"][:deals]:
            add_game_entry(uid, deal)
        number = game_id(uid)
        links = {
            str(permission): token for permission, token in read_tokens_by_permission(db.session(), number).items()
        }
        seat = read_seat_tokens(db.session(), number).get("B", links["read"])
    return PlayedTable(uid, links | {"seat": seat}, [*night.folded_night.draws[-1].tables[0]])


def csrf_fields(phone: Phone) -> dict[str, str]:
    """The CSRF token, for a request without a form."""
    return {"csrf_token": str(phone.get("/games/new").fields("/games")["csrf_token"])}


def names_of(night: "ClubNight", numbers: Iterable[int | None]) -> set[str]:
    """The names of these members."""
    by_number = {number: name for name, number in night.club.members.items()}
    return {by_number[number] for number in numbers if number is not None}


def uid_of_game(night: ClubNight, table: int = 1) -> str:
    """The uid of the game at a table."""
    with night.app_context() as club:
        rows = counted_games.list_game_rows_of_night(db.session(), club.id, night.game_night)
    return next(row.uid for row in rows if row.counted_game is not None and row.counted_game.table_number == table)


def count_game(night: ClubNight, seed: int, *names: str, **fields: object) -> str:
    """Count a whole game for members with these names: its uid."""
    with night.app_context() as club:
        uid = play_game(seed)
        numbers = {member.name: member.number for member in club.record.unmerged_members}
        club.count_game(uid, [numbers[name] for name in names], **fields)
        return uid


def season_page(night: ClubNight, phone: Phone | None = None, suffix: str = "") -> Response:
    """The page of the season, or one of its subpages."""
    return (phone or night.owner).get(night.club_path(f"/seasons/{night.season}{suffix}"))
