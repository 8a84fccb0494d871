"""Links of a club's games depend on the role, and are replaced when the role ends."""

import pytest
from sqlalchemy import select

from tests.support.clubs.club import game_id
from tests.support.clubs.club_nights import ClubNight, PlayedTable, play_table
from tests.support.pages import Phone
from trexscore.db.clubs.game_tokens import find_club_game_token
from trexscore.db.game_links import read_tokens_by_permission
from trexscore.db.models import GameLink, db


@pytest.fixture
def table(night: ClubNight) -> PlayedTable:
    return play_table(night, 3)


def token_of(path: str) -> str:
    return path.split("/")[2]


def opened_token(night: ClubNight, phone: Phone, table: PlayedTable) -> str:
    return token_of(phone.get(night.club_path(f"/games/{table.uid}/open")).path)


def permission_of(night: ClubNight, token: str) -> str | None:
    with night.app_context():
        return db.session.scalar(select(GameLink.permission).where(GameLink.token == token))


def test_scorer_gets_scorer_link(night: ClubNight, table: PlayedTable) -> None:
    permissions = {
        persona: permission_of(night, opened_token(night, getattr(night, persona), table))
        for persona in ("owner", "scorer", "referee")
    }
    assert permissions == {"owner": "own", "scorer": "write", "referee": "write"}


def test_scorer_who_starts_table_gets_scorer_link(night: ClubNight) -> None:
    night.check_in("Basil", "Carine", "Dani", "Elias")
    night.draw_tables()
    assert permission_of(night, token_of(night.start_table_game().path)) == "write"


@pytest.mark.parametrize("event", ["left", "role", "erased"])
def test_links_end_with_scorer_role(night: ClubNight, table: PlayedTable, event: str) -> None:
    token_before = opened_token(night, night.scorer, table)
    with night.app_context() as club:
        number = club.members["Carine"]
        club.add_entry(event, {"member": number} | ({"role": "member"} if event == "role" else {}))
    for token in (token_before, table.links["own"], table.links["write"], table.links["referee"]):
        assert Phone(night.site).get(f"/g/{token}").status == 404
        assert night.site.test_client().get(f"/api/games/{token}/state").status_code == 404
    assert Phone(night.site).get(table.path("read")).status == 200
    assert permission_of(night, opened_token(night, night.owner, table)) == "own"
    assert permission_of(night, opened_token(night, night.member, table)) == "write"


def test_links_end_when_player_leaves_club(night: ClubNight, table: PlayedTable) -> None:
    token = opened_token(night, night.member, table)
    with night.app_context() as club:
        farah = club.members["Farah"]
        club.add_entry("left", {"member": farah})
    assert permission_of(night, token) == "write"
    with night.app_context() as club:
        club.add_entry("left", {"member": club.members["Dani"]})
    assert permission_of(night, token) is None


def test_links_end_when_account_is_unlinked(night: ClubNight, table: PlayedTable) -> None:
    token = opened_token(night, night.scorer, table)
    path = night.club_path(f"/members/{night.club.members['Carine']}")
    night.owner.send(night.owner.get(path), "/account/remove")
    assert permission_of(night, token) is None


def test_rename_and_promotion_keep_links(night: ClubNight, table: PlayedTable) -> None:
    with night.app_context() as club:
        club.add_entry("named", {"member": club.members["Carine"], "name": "Carine B."})
        club.add_entry("role", {"member": club.members["Carine"], "role": "admin"})
    assert permission_of(night, table.links["write"]) == "write"


def test_owner_link_is_replaced_by_owner_only(night: ClubNight, table: PlayedTable) -> None:
    old_token = opened_token(night, night.owner, table)
    for permission in ("write", "read", "referee"):
        phone = Phone(night.site)
        assert phone.post(table.path(permission, "/links"), {"csrf_token": phone.token, "kind": "own"}).status == 403
    page = night.owner.get(f"/g/{old_token}/links/replacement?link=owner")
    response = night.owner.send_only(page, "/links")
    new_token = token_of(response.headers["Location"])
    assert (permission_of(night, old_token), permission_of(night, new_token)) == (None, "own")
    assert new_token in (night.owner.cookie("games") or "")
    assert old_token not in (night.owner.cookie("games") or "")
    with night.app_context() as club:
        club_token = find_club_game_token(db.session(), club.id, table.uid)
    assert club_token is not None
    assert club_token.token == new_token, "the club stores the new link"


def test_club_admins_replace_game_links(night: ClubNight, table: PlayedTable) -> None:
    path = night.club_path(f"/games/{table.uid}")
    for phone, status in ((night.member, 403), (night.scorer, 403), (night.stranger, 404)):
        assert phone.post(f"{path}/links", {"csrf_token": phone.token}, follow=False).status == status
    assert permission_of(night, table.links["own"]) == "own"
    assert night.owner.send(night.owner.get(path), "/links").status == 200
    with night.app_context():
        tokens = read_tokens_by_permission(db.session(), game_id(table.uid))
    assert not {tokens["own"], tokens["write"]} & {*table.links.values()}
    assert tokens["read"] == table.links["read"]
