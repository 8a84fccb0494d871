"""Links of a club's games: who is given which, and that they end with the role of those who knew them."""

import pytest
from sqlalchemy import select

from tests.support.clubs.club import game_id
from tests.support.clubs.rooms import PlayedTable, Room, play_a_table
from tests.support.pages import Phone
from trexscore.db.clubs.game_tokens import find_club_game_token
from trexscore.db.models import GameLink, db
from trexscore.db.tokens import read_unseated_tokens


@pytest.fixture
def table(room: Room) -> PlayedTable:
    return play_a_table(room, 3)


def token_of(path: str) -> str:
    return path.split("/")[2]


def opened(room: Room, phone: Phone, table: PlayedTable) -> str:
    return token_of(phone.get(room.in_club(f"/games/{table.uid}/open")).path)


def right_of(room: Room, token: str) -> str | None:
    with room.inside():
        return db.session.scalar(select(GameLink.permission).where(GameLink.token == token))


def test_a_scorer_is_given_the_scorer_link(room: Room, table: PlayedTable) -> None:
    given = {who: right_of(room, opened(room, getattr(room, who), table)) for who in ("owner", "scorer", "referee")}
    assert given == {"owner": "own", "scorer": "write", "referee": "write"}


def test_a_scorer_who_starts_a_table_is_given_the_scorer_link(room: Room) -> None:
    room.arrive("Basil", "Carine", "Dani", "Elias")
    room.draw()
    assert right_of(room, token_of(room.start().path)) == "write"


@pytest.mark.parametrize("said", ["left", "role", "erased"])
def test_links_end_with_the_role_of_a_scorer(room: Room, table: PlayedTable, said: str) -> None:
    known = opened(room, room.scorer, table)
    with room.inside() as club:
        number = club.members["Carine"]
        club.say(said, {"member": number} | ({"role": "member"} if said == "role" else {}))
    for token in (known, table.links["own"], table.links["write"], table.links["referee"]):
        assert Phone(room.site).get(f"/g/{token}").status == 404
        assert room.site.test_client().get(f"/api/games/{token}/state").status_code == 404
    assert Phone(room.site).get(table.path("read")).status == 200
    assert right_of(room, opened(room, room.owner, table)) == "own"
    assert right_of(room, opened(room, room.member, table)) == "write"


def test_links_of_their_own_games_end_when_a_member_leaves(room: Room, table: PlayedTable) -> None:
    known = opened(room, room.member, table)
    with room.inside() as club:
        other = club.members["Farah"]
        club.say("left", {"member": other})
    assert right_of(room, known) == "write"
    with room.inside() as club:
        club.say("left", {"member": club.members["Dani"]})
    assert right_of(room, known) is None


def test_links_end_when_an_account_is_taken_off_a_scorer(room: Room, table: PlayedTable) -> None:
    known = opened(room, room.scorer, table)
    path = room.in_club(f"/members/{room.club.members['Carine']}")
    room.owner.send(room.owner.get(path), "/account/remove")
    assert right_of(room, known) is None


def test_a_name_or_a_higher_role_replaces_no_link(room: Room, table: PlayedTable) -> None:
    with room.inside() as club:
        club.say("named", {"member": club.members["Carine"], "name": "Carine B."})
        club.say("role", {"member": club.members["Carine"], "role": "admin"})
    assert right_of(room, table.links["write"]) == "write"


def test_the_owner_link_is_replaced_by_its_owner_alone(room: Room, table: PlayedTable) -> None:
    old = opened(room, room.owner, table)
    for right in ("write", "read", "referee"):
        phone = Phone(room.site)
        assert phone.post(table.path(right, "/links"), {"csrf_token": phone.token, "kind": "own"}).status == 403
    page = room.owner.get(f"/g/{old}/links/replacement?link=owner")
    answer = room.owner.send_only(page, "/links")
    new = token_of(answer.headers["Location"])
    assert (right_of(room, old), right_of(room, new)) == (None, "own")
    assert new in (room.owner.cookie("games") or "")
    assert old not in (room.owner.cookie("games") or "")
    with room.inside() as club:
        kept = find_club_game_token(db.session(), club.id, table.uid)
    assert kept is not None
    assert kept.token == new, "the club that started the game goes on holding it"


def test_club_admins_replace_the_links_of_a_game(room: Room, table: PlayedTable) -> None:
    path = room.in_club(f"/games/{table.uid}")
    for phone, status in ((room.member, 403), (room.scorer, 403), (room.stranger, 404)):
        assert phone.post(f"{path}/links", {"csrf_token": phone.token}, follow=False).status == status
    assert right_of(room, table.links["own"]) == "own"
    assert room.owner.send(room.owner.get(path), "/links").status == 200
    with room.inside():
        now = read_unseated_tokens(db.session(), game_id(table.uid))
    assert not {now["own"], now["write"]} & {*table.links.values()}
    assert now["read"] == table.links["read"]
