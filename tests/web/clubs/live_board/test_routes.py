"""All tables on one screen: what it shows, when it changes, and whom it opens to."""

from tests.support.clubs.club import enter
from tests.support.clubs.rooms import MORE, Room, uid_of_game
from tests.support.pages import Phone
from tests.support.tables import DIAMONDS
from trexscore.commands.clubs.links import create_club_link

EIGHT = ("Basil", "Carine", "Dani", "Amal", *MORE[:4])


def screen_link(room: Room, may: str = "screen") -> str:
    with room.inside() as club:
        return create_club_link(club.id, may)  # type: ignore[arg-type]  # one of the kinds


def test_a_screen_shows_every_table_with_its_four(room: Room) -> None:
    room.arrive(*EIGHT, "Ibrahim")
    room.draw()
    page = Phone(room.site).get(f"/live-board/{screen_link(room)}")
    assert page.status == 200
    assert len(page.root.find("section", class_="tile-table")) == 2
    assert all(name in page.text for name in (*EIGHT, "Ibrahim"))


def test_a_screen_before_the_first_evening_says_so(room: Room) -> None:
    with room.inside() as club:
        club.say("take_back", room.evening)
    page = Phone(room.site).get(f"/live-board/{screen_link(room)}")
    assert page.status == 200
    assert page.root.find(class_="screen-empty")


def test_a_screen_changes_with_a_deal_and_is_not_sent_again_without_one(room: Room) -> None:
    room.arrive(*EIGHT)
    room.draw()
    room.start()
    path = f"/live-board/{screen_link(room)}"
    client = Phone(room.site).client
    first = client.get(path)
    same = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (same.status_code, same.data) == (304, b"")
    with room.inside():
        enter(uid_of_game(room), DIAMONDS)
    changed = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert changed.status_code == 200
    assert "\u221250" in changed.text
    assert "\u221250" not in first.text


def test_a_screen_changes_with_a_draw_and_with_the_readers_language(room: Room) -> None:
    room.arrive(*EIGHT)
    room.draw()
    path = f"/live-board/{screen_link(room)}"
    client = Phone(room.site).client
    etag = client.get(path, headers={"Accept-Language": "en"}).headers["ETag"]
    assert client.get(path, headers={"Accept-Language": "ar", "If-None-Match": etag}).status_code == 200
    room.draw()
    assert client.get(path, headers={"Accept-Language": "en", "If-None-Match": etag}).status_code == 200


def test_fifteen_tables_fit(room: Room) -> None:
    with room.inside() as club:
        more = [club.join(f"Player {number}") for number in range(60)]
        club.say("arrived", {"evening": room.evening, "members": more})
    room.draw()
    page = Phone(room.site).get(f"/live-board/{screen_link(room)}")
    assert len(page.root.find("section", class_="tile-table")) == 15
    assert page.root.find(class_="is-columns-5")


def test_without_script_the_screen_opens_itself_anew(room: Room) -> None:
    page = Phone(room.site).get(f"/live-board/{screen_link(room)}")
    (refresh,) = page.root.find("meta", http_equiv="refresh")
    assert refresh.inside("noscript")
    assert refresh.attrs["content"].isdecimal(), "the same page, and no other"


def test_only_a_link_for_the_screen_opens_it(room: Room) -> None:
    for token in (screen_link(room, "read"), screen_link(room, "join"), "nothing", room.club.uid):
        answer = Phone(room.site).get(f"/live-board/{token}")
        assert (answer.status, "No game has this link" in answer.text) == (404, False)
        assert "No club has this address" in answer.text


def test_a_screen_holds_no_link_that_writes(room: Room) -> None:
    room.arrive(*EIGHT)
    room.draw()
    room.start()
    page = Phone(room.site).get(f"/live-board/{screen_link(room)}")
    assert "/g/" not in page.text
    assert room.club.uid not in page.text
    assert not page.root.find("form")
