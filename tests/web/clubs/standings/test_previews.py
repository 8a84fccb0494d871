"""Settings and seasons show what they would move before they are saved; without script."""

from tests.support.clubs.club import points_of
from tests.support.clubs.rooms import Room, count, table


def test_sign_off_is_previewed(room: Room) -> None:
    count(room, 1, "Basil", "Elias", "Farah", "Ghassan")
    form = room.owner.get(room.in_club("/settings"))
    page = room.owner.send(form, "/settings", agreed="y", agreed_from="")
    assert page.root.one("h1").text == "Preview changes"
    assert "1 game would no longer count." in page.text
    assert "No longer ranked, was 1" in page.text
    with room.inside() as club:
        assert not club.record.settings.agreed
    back = room.owner.send(page, "/settings", edit="yes")
    assert back.root.one("input", name="agreed").attrs.get("checked") is not None
    room.owner.send(page, "/settings", previewed="yes")
    with room.inside() as club:
        assert club.record.settings.agreed


def test_sign_off_from_today_needs_no_preview(room: Room) -> None:
    count(room, 1, "Basil", "Elias", "Farah", "Ghassan", on="2026-11-01")
    form = room.owner.get(room.in_club("/settings"))
    room.owner.send(form, "/settings", agreed="y", agreed_from="2026-11-02")
    with room.inside() as club:
        assert club.record.settings.agreed
        assert str(club.record.settings.agreed_from) == "2026-11-02"
    assert "Basil" in table(room).text


def test_season_rules_are_previewed(room: Room) -> None:
    count(room, 1, "Basil", "Elias", "Farah", "Ghassan")
    path = f"/seasons/{room.season}"
    form = room.owner.get(room.in_club(f"{path}/edit"))
    page = room.owner.send(form, path, until="2026-11-01")
    assert page.root.one("h1").text == "Preview changes"
    assert "1 game would no longer count." in page.text
    with room.inside() as club:
        assert str(club.record.seasons[room.season].ends) == "2026-12-31"
    back = room.owner.send(page, path, edit="yes")
    assert back.root.one("input", name="until").attrs["value"] == "2026-11-01"
    room.owner.send(page, path, previewed="yes")
    with room.inside() as club:
        assert str(club.record.seasons[room.season].ends) == "2026-11-01"


def test_name_of_a_season_needs_no_preview(room: Room) -> None:
    count(room, 1, "Basil", "Elias", "Farah", "Ghassan")
    form = room.owner.get(room.in_club(f"/seasons/{room.season}/edit"))
    room.owner.send(form, f"/seasons/{room.season}", name="Winter")
    with room.inside() as club:
        assert club.record.seasons[room.season].name == "Winter"


def test_scores_are_shown_as_they_would_be_and_as_they_are(room: Room) -> None:
    count(room, 1, "Basil", "Elias", "Farah", "Ghassan")
    path = f"/seasons/{room.season}"
    page = room.owner.send(room.owner.get(room.in_club(f"{path}/edit")), path, basis="places", awards="4 2 1 0")
    rows = page.root.one("table").find("tr")[1:]
    names = [row.one("span", class_="change__who").text.strip("\u2068\u2069") for row in rows]
    was = [row.one("span", class_="change__was").one("bdi").text for row in rows]
    points = zip(("Basil", "Elias", "Farah", "Ghassan"), points_of(1), strict=True)
    assert dict(zip(names, was, strict=True)) == {name: str(total).replace("-", "\u2212") for name, total in points}
    assert [row.one("data").text for row in rows] == ["4", "2", "1", "0"]
