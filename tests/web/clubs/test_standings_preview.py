"""Previews of changed settings and seasons, without script."""

from tests.support.clubs.club import totals_of_whole_game
from tests.support.clubs.club_nights import ClubNight, count_game, season_page


def test_sign_off_is_previewed(night: ClubNight) -> None:
    count_game(night, 1, "Basil", "Elias", "Farah", "Ghassan")
    form = night.owner.get(night.club_path("/settings"))
    page = night.owner.send(form, "/settings", agreed="y", agreed_from="")
    assert page.root.find_one("h1").text == "Preview"
    assert "1 game would no longer count." in page.text
    assert "No longer ranked, was 1" in page.text
    with night.app_context() as club:
        assert not club.record.settings.sign_off_required
    form_page = night.owner.send(page, "/settings", edit="yes")
    assert form_page.root.find_one("input", name="agreed").attrs.get("checked") is not None
    night.owner.send(page, "/settings", previewed="yes")
    with night.app_context() as club:
        assert club.record.settings.sign_off_required


def test_sign_off_from_today_needs_no_preview(night: ClubNight) -> None:
    count_game(night, 1, "Basil", "Elias", "Farah", "Ghassan", on="2026-11-01")
    form = night.owner.get(night.club_path("/settings"))
    night.owner.send(form, "/settings", agreed="y", agreed_from="2026-11-02")
    with night.app_context() as club:
        assert club.record.settings.sign_off_required
        assert str(club.record.settings.sign_off_required_from) == "2026-11-02"
    assert "Basil" in season_page(night).text


def test_season_rules_are_previewed(night: ClubNight) -> None:
    count_game(night, 1, "Basil", "Elias", "Farah", "Ghassan")
    path = f"/seasons/{night.season}"
    form = night.owner.get(night.club_path(f"{path}/edit"))
    page = night.owner.send(form, path, until="2026-11-01")
    assert page.root.find_one("h1").text == "Preview"
    assert "1 game would no longer count." in page.text
    with night.app_context() as club:
        assert str(club.record.seasons[night.season].last_day) == "2026-12-31"
    form_page = night.owner.send(page, path, edit="yes")
    assert form_page.root.find_one("input", name="until").attrs["value"] == "2026-11-01"
    night.owner.send(page, path, previewed="yes")
    with night.app_context() as club:
        assert str(club.record.seasons[night.season].last_day) == "2026-11-01"


def test_season_name_needs_no_preview(night: ClubNight) -> None:
    count_game(night, 1, "Basil", "Elias", "Farah", "Ghassan")
    form = night.owner.get(night.club_path(f"/seasons/{night.season}/edit"))
    night.owner.send(form, f"/seasons/{night.season}", name="Winter")
    with night.app_context() as club:
        assert club.record.seasons[night.season].name == "Winter"


def test_preview_shows_old_and_new_scores(night: ClubNight) -> None:
    count_game(night, 1, "Basil", "Elias", "Farah", "Ghassan")
    path = f"/seasons/{night.season}"
    page = night.owner.send(night.owner.get(night.club_path(f"{path}/edit")), path, basis="places", awards="4 2 1 0")
    rows = page.root.find_one("table").find("tr")[1:]
    names = [row.find_one("span", class_="change__name").text.strip("\u2068\u2069") for row in rows]
    old_scores = [row.find_one("span", class_="change__old-score").find_one("bdi").text for row in rows]
    points = zip(("Basil", "Elias", "Farah", "Ghassan"), totals_of_whole_game(1), strict=True)
    assert dict(zip(names, old_scores, strict=True)) == {
        name: str(total).replace("-", "\u2212") for name, total in points
    }
    assert [row.find_one("data").text for row in rows] == ["4", "2", "1", "0"]
