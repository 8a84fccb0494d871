"""A club's front page suggests the next step, and rows of the standings link to player pages."""

from datetime import UTC, date, datetime, timedelta

import pytest
from flask import Flask

from tests.support.clubs.club import PARTNERS, YEAR, play_game
from tests.support.clubs.club_nights import MORE_NAMES, ClubNight, count_game, new_club_night
from tests.support.pages import Phone, Response, start
from tests.support.people import OWNER_MEMBER_NUMBER, PagesClub, new_club
from tests.support.whole_games import whole_game
from trexscore.commands.clock import current_night_date, game_night_date
from trexscore.db.clubs import counted_games
from trexscore.db.models import db
from trexscore.i18n import LANGUAGES
from trexscore.web.rendering import isolate_name, translate_in


def leads_to(page: Response, path: str) -> bool:
    return any(link.attrs.get("href") == path for link in page.root.find("a"))


def test_front_links_members_to_tonights_game_night(site: Flask) -> None:
    night = new_club_night(site, "standings")
    with night.app_context() as club:
        night.game_night = club.add_entry("evening", {"on": current_night_date().isoformat(), "place": "Café Central"})
    assert [leads_to(phone.get(night.club_path()), night.path()) for phone in night.phones_by_persona.values()] == [
        True
    ] * 3 + [False]
    link, *_ = night.member.get(night.club_path()).root.find_one("main").find("a")
    assert link.attrs["href"] == night.path()


def test_front_shows_running_player_and_pair_seasons(night: ClubNight) -> None:
    with night.app_context() as club:
        dates = {"from": "2000-01-01", "until": "2099-12-31"}
        pairs = club.create_season(name="Pairs", house_rules=PARTNERS, **dates)
        players = club.create_season(name="Players", **dates)
        past = club.create_season(name="Long ago", **{"from": "1999-01-01", "until": "1999-12-31"})
    page = night.owner.get(night.club_path())
    titles = [heading.text for heading in page.root.find("h2", class_="front-standings__title")]
    assert titles.index("Players") < titles.index("Pairs")
    assert [leads_to(page, night.club_path(f"/seasons/{number}")) for number in (players, pairs, past)] == [
        True,
        True,
        False,
    ]


def test_night_lasts_until_next_morning() -> None:
    first_night = date(2026, 11, 21)
    assert game_night_date(datetime(2026, 11, 21, 6, 0, tzinfo=UTC)) == first_night
    assert game_night_date(datetime(2026, 11, 22, 5, 59, tzinfo=UTC)) == first_night
    assert game_night_date(datetime(2026, 11, 22, 6, 0, tzinfo=UTC)) == date(2026, 11, 22)


def test_past_game_night_offers_to_add_games(night: ClubNight, monkeypatch: pytest.MonkeyPatch) -> None:
    night.check_in("Carine", "Dani", *MORE_NAMES[:2])
    night.draw_tables()
    night.start_table_game()
    with night.app_context() as club:
        uid = counted_games.list_game_rows_of_night(db.session(), club.id, night.game_night)[0].uid
        club.add_entry("withdrawn", {"uid": uid, "reason": "by mistake"})
    night_day = night.folded_night.day
    for now, button_text in ((night_day, "Play another game"), (night_day + timedelta(days=1), "Add another game")):
        monkeypatch.setattr("trexscore.web.clubs.game_nights.pages.current_night_date", lambda _zone, now=now: now)
        buttons = [node.text for node in night.scorer.get(night.path()).root.find("button")]
        assert buttons.count(button_text) == 1, buttons


def test_past_game_night_asks_who_was_here(night: ClubNight, monkeypatch: pytest.MonkeyPatch) -> None:
    night.check_in("Carine", "Dani", *MORE_NAMES[:2])
    night.draw_tables()
    for days, question in ((0, "Who is here?"), (1, "Who was here?")):
        now = night.folded_night.day + timedelta(days=days)
        for module in ("web.clubs.game_nights.pages", "web.clubs.game_nights.presenter"):
            monkeypatch.setattr(f"trexscore.{module}.current_night_date", lambda _zone, now=now: now)
        assert night.member.get(night.path("/check-in")).root.find_one("h2", class_="question__title").text == question
        for path in (night.path(), night.club_path("/game-nights")):
            assert "Attendance" in night.member.get(path).text, path


def test_preview_counts_games_without_sign_off(night: ClubNight) -> None:
    seats = ("Basil", "Carine", "Dani", "Elias")
    for seed in (1, 2):
        count_game(night, seed, *seats)
    count_game(night, 3, *seats, although=["not_agreed"])
    response = night.owner.send(night.owner.get(night.club_path("/settings")), "/settings", agreed="y", agreed_from="")
    assert "2 games would no longer count." in response.text
    night.owner.send(response, "/settings", previewed="yes")
    response = night.owner.send(night.owner.get(night.club_path("/settings")), "/settings", agreed="y")
    assert "Saved." in response.text
    response = night.owner.send(night.owner.get(night.club_path("/settings")), "/settings", agreed=None)
    assert "2 more games would count." in response.text


def next_step(club: PagesClub, phone: Phone) -> tuple[str, str] | None:
    """The next step that the front page suggests, and its address."""
    bars = phone.get(club.path()).root.find_one("main").find("a", class_="bar")
    return (bars[0].find_one(class_="bar__label").text, bars[0].attrs["href"]) if bars else None


def test_next_step_leads_to_first_game_night(site: Flask) -> None:
    club = new_club(site)
    assert next_step(club, club.owner) == ("Add members", club.path("/members/list"))
    for name, role in (("Carine", "scorer"), ("Dani", "member")):
        club.join(name, role, signs_in=True)
    scorer, member, outsider = club.phones["Carine"], club.phones["Dani"], Phone(site)
    assert next_step(club, club.owner) == ("Create a season", club.path("/seasons/new"))
    assert next_step(club, scorer) == next_step(club, member) is None
    club.add_entry("season", YEAR)
    for phone in (club.owner, scorer):
        assert next_step(club, phone) == ("Plan a game night", club.path("/game-nights/new"))
    assert next_step(club, member) is None
    club.add_entry("evening", {"on": "2030-01-01", "at": None, "place": ""})
    assert [next_step(club, phone) for phone in (club.owner, scorer, member)] == [None] * 3
    assert outsider.get(club.path()).status == 404


def test_next_step_is_silent_for_club_with_games(site: Flask) -> None:
    club = new_club(site)
    club.join("Carine")
    club.add_entry("season", YEAR)
    club.count_game(
        start(site, *whole_game("standard", 1)["deals"]), {"A": OWNER_MEMBER_NUMBER, "B": None, "C": None, "D": None}
    )
    assert next_step(club, club.owner) is None


def test_standings_row_links_to_visible_player_page(site: Flask) -> None:
    night = new_club_night(site, "standings")
    with night.app_context() as club:
        club.count_game(play_game(), [club.members[name] for name in ("Basil", "Carine", "Dani", "Elias")])
    row_path, player_path = night.club_path(f"/seasons/{night.season}/players/3"), night.club_path("/players/3")
    assert leads_to(night.member.get(row_path), player_path)
    assert night.stranger.get(row_path).status == 200
    assert not leads_to(night.stranger.get(row_path), player_path)
    assert night.stranger.get(player_path).status == 404


def test_list_of_names_follows_reading_direction() -> None:
    names = f"{isolate_name('Amal')}، {isolate_name('باسل')}"
    assert translate_in(LANGUAGES["ar"], "With %(names)s", names=names) == f"مع {names}"
    assert translate_in(LANGUAGES["ar"], "With %(names)s", names="Amal") == f"مع {isolate_name('Amal')}"


def test_stale_settings_form_is_refused(night: ClubNight) -> None:
    with night.app_context() as club:
        club.add_entry("settings", {"name": "Trex", "shows": "all"})
    page = night.owner.get(night.club_path("/settings"))
    with night.app_context() as club:
        club.add_entry("settings", {"name": "Trex", "shows": "nothing"})
    response = night.owner.send(page, "/settings", name="Trex at the corner")
    assert (response.status, response.fields("/settings")["name"]) == (422, "Trex at the corner")
    assert "Someone else changed this" in response.text
    with night.app_context() as club:
        assert (club.record.settings.name, club.record.settings.part_visible_to_non_members) == ("Trex", "nothing")
    assert night.owner.send(response, "/settings", shows="nothing").status == 200
    with night.app_context() as club:
        assert (club.record.settings.name, club.record.settings.part_visible_to_non_members) == (
            "Trex at the corner",
            "nothing",
        )
