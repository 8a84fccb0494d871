"""The change log of the standings: each change with its cause, page by page, by the reader's permission."""

import pytest

from tests.support.clubs.club import PARTNERS, Clock, add_game_entry, play_game, record, set_clock
from tests.support.clubs.club_nights import ClubNight, count_game, season_page
from tests.support.pages import Phone
from trexscore.club.events import EVENT_TYPE_BY_KIND
from trexscore.club.events.creation_and_settings import SettingsChanged
from trexscore.commands.league.verify_clubs import verify_club
from trexscore.db.models import db
from trexscore.web.clubs.standings.causes import CauseReader


def causes(night: ClubNight, phone: Phone | None = None) -> list[str]:
    return [node.text for node in season_page(night, phone, "/changes").root.find("p", class_="change__cause")]


def plain(text: str) -> str:
    """The text without the marks that isolate names."""
    return text.replace("\u2068", "").replace("\u2069", "")


def test_change_log_names_every_cause(night: ClubNight) -> None:
    uid = count_game(night, 1, "Basil", "Elias", "Farah", "Ghassan")
    with night.app_context() as club:
        game_record = record(uid)
        eighth = game_record.counted_entries[7]
        tricks = dict(zip("ABCD", reversed(eighth.body["captures"]["tricks"].values()), strict=True))
        corrected_deal = eighth.body | {"captures": {"tricks": tricks}}
        add_game_entry(
            uid, {"corrected": {"reason": "a slip", "changes": [{"seq": eighth.seq, "entry": corrected_deal}]}}
        )
        add_game_entry(uid, {"take_back": max(record(uid).event_type_by_seq)})
        club.exclude_game(uid)
        club.change_season(night.season, counting={"basis": {"kind": "wins"}})
    assert causes(night) == [
        "The season’s rules or dates were changed.",
        "The game of 22 November 2026 was excluded.",
        "A correction in the game of 22 November 2026 was undone.",
        "Deal 8 of the game of 22 November 2026 was corrected.",
        "The game of 22 November 2026 counts.",
    ]
    first_change = season_page(night, suffix="/changes").root.find("li", class_="change")[-1]
    points = [int(td.text.replace("\u2212", "-")) for td in first_change.find("td", class_="change__points")]
    with night.app_context():
        assert sorted(points) == sorted(game_record.play().game.totals)


def test_change_log_names_merge_and_its_undo(night: ClubNight) -> None:
    count_game(night, 1, "Basil", "Elias", "Farah", "Ghassan")
    with night.app_context() as club:
        seq = club.merge_members(club.members["Elias"], club.members["Hala"])
        club.add_entry("take_back", seq)
    assert causes(night)[:2] == ["The merge of Elias and Hala was undone.", "Elias and Hala were merged."]


def test_change_log_names_guest_changes(night: ClubNight) -> None:
    count_game(night, 1, "Basil", "Elias", "Farah", "Ghassan")
    elias = night.club.members["Elias"]
    with night.app_context() as club:
        club.add_entry("role", {"member": elias, "role": "guest"})
        club.add_entry("role", {"member": elias, "role": "member"})
        club.change_season(night.season, guests=True)
        club.add_entry("role", {"member": elias, "role": "guest"})
        club.add_entry("role", {"member": club.members["Hala"], "role": "guest"})
    assert causes(night) == [
        "The season’s rules or dates were changed.",
        "Elias is no longer a guest.",
        "Elias is now a guest.",
        "The game of 22 November 2026 counts.",
    ], "guests that are ranked, or have not played, cause no change"
    with night.app_context() as club:
        assert verify_club(db.session(), club.id).faults == []


def test_every_event_that_changes_standings_has_cause() -> None:
    changing = {
        event
        for event in EVENT_TYPE_BY_KIND.values()
        if event.can_rerank_same_results or event.is_about_game or event is SettingsChanged
    }
    assert CauseReader.__dict__["event_cause"].dispatcher.registry.keys() - {object} == changing


@pytest.mark.parametrize("role", ["member", "guest", "admin"])
def test_removed_name_changes_no_standings(night: ClubNight, role: str) -> None:
    count_game(night, 1, "Basil", "Elias", "Farah", "Ghassan")
    elias = night.club.members["Elias"]
    with night.app_context() as club:
        if role != "member":
            club.add_entry("role", {"member": elias, "role": role})
        change_count = len(causes(night))
        club.add_entry("erased", {"member": elias})
        assert len(causes(night)) == change_count
        assert verify_club(db.session(), club.id).faults == []


def test_change_log_names_finish_when_points_stay(night: ClubNight) -> None:
    uid = count_game(night, 1, "Basil", "Elias", "Farah", "Ghassan")
    with night.app_context():
        totals = record(uid).play().game.totals
        second, first = sorted(range(4), key=lambda seat: totals[seat])[-2:]
        last = min(range(4), key=lambda seat: totals[seat])
        points = totals[first] - totals[second] + 1
        adjustment = {"ABCD"[first]: -points, "ABCD"[last]: points}
        add_game_entry(uid, {"adjustment": adjustment, "reason": "agreed"})
    rows = season_page(night, suffix="/changes").root.find("li", class_="change")[0].find("tr")
    assert any("different finish in the game" in row.text for row in rows), (
        "the second player is first now, with the same points"
    )


def test_change_log_has_pages(night: ClubNight, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    set_clock(monkeypatch, clock)
    for seed in range(5):
        clock.advance(1000)
        count_game(night, seed, "Basil", "Elias", "Farah", "Ghassan")
    all_points = [cell.text for cell in season_page(night, suffix="/changes").root.find("td", class_="change__points")]
    monkeypatch.setattr("trexscore.web.clubs.standings.change_log.PAGE_SIZE", 2)
    paged_points: list[str] = []
    path: str | None = night.club_path(f"/seasons/{night.season}/changes")
    while path:
        page = night.owner.get(path)
        paged_points += [cell.text for cell in page.root.find("td", class_="change__points")]
        path = next((link.attrs["href"] for link in page.root.find("a") if "before=" in link.attrs["href"]), None)
    assert len(paged_points) == 20
    assert paged_points == all_points


def test_change_log_hides_names_from_outsiders(night: ClubNight) -> None:
    uid = count_game(night, 1, "Basil", "Elias", "Farah", "Ghassan")
    with night.app_context() as club:
        club.add_entry("settings", {"name": "Open", "shows": "standings"})
        club.exclude_game(uid)
    for phone, is_shown in ((night.member, True), (night.owner, True), (night.stranger, False)):
        page = season_page(night, phone, "/changes")
        assert ("counted twice" in page.text) == ("by Basil" in page.text) == is_shown
    links = [link.attrs["href"] for link in season_page(night, night.stranger, "/changes").root.find("a")]
    assert not [link for link in links if f"/games/{uid}" in link]


def test_change_log_describes_changed_season_rules(night: ClubNight) -> None:
    count_game(night, 1, "Basil", "Elias", "Farah", "Ghassan")
    counting = {"basis": {"kind": "places", "awards": [4, 2, 1, 0]}, "least_games": 2, "tie_breaks": ["wins"]}
    with night.app_context() as club:
        club.change_season(night.season, counting=counting)
        club.change_season(night.season, counting=counting, guests=True)
        club.change_season(night.season, counting=counting, guests=True, until="2026-11-30")
        rules = {"preset": "standard", "options": {"trick_points": 10}}
        club.change_season(night.season, counting=counting, guests=True, until="2026-11-30", house_rules=rules)
        club.add_entry("settings", {"name": "Open", "shows": "standings"})
    expected = [
        ["House rules: Standard, changed"],
        ["Guests are ranked, too."],
        ["Counting method: Placement points: 4, 2, 1, 0", "To be ranked: at least 2 games", "Tiebreakers: Games won"],
    ]
    for phone in (night.owner, night.member, night.stranger):
        changes = season_page(night, phone, "/changes").root.find("li", class_="change")
        notes = [[line.text for line in change.find("p", class_="change__reason")] for change in changes]
        assert [[line for line in note if "recalculated" not in line] for note in notes] == [*expected, []]


def test_correction_reason_is_for_members_only(night: ClubNight) -> None:
    uid = count_game(night, 1, "Basil", "Elias", "Farah", "Ghassan")
    with night.app_context() as club:
        club.add_entry("settings", {"name": "Open", "shows": "all"})
        eighth = record(uid).counted_entries[7]
        tricks = dict(zip("ABCD", reversed(eighth.body["captures"]["tricks"].values()), strict=True))
        corrected_deal = eighth.body | {"captures": {"tricks": tricks}}
        add_game_entry(
            uid,
            {
                "corrected": {
                    "reason": "A trick lay under the table",
                    "changes": [{"seq": eighth.seq, "entry": corrected_deal}],
                }
            },
        )
    for phone, is_shown in ((night.member, True), (night.owner, True), (night.stranger, False)):
        page = season_page(night, phone, "/changes")
        assert "Deal 8 of the game of 22 November 2026 was corrected." in page.text
        assert ("Reason: A trick lay under the table" in page.text) == is_shown


def test_pair_names_follow_page_direction(night: ClubNight) -> None:
    with night.app_context() as club:
        club.change_season(night.season, house_rules=PARTNERS, counting={"basis": {"kind": "sum"}})
        basil, karim = club.members["Basil"], club.members["كريم"]
        club.count_game(play_game(3, partnership=True), [basil, club.members["Elias"], karim, club.members["Farah"]])
    first, second = sorted((basil, karim))
    phone = Phone(night.site, "ar")
    phone.client = night.owner.client
    heading = phone.get(night.club_path(f"/seasons/{night.season}/pairs/{first}-{second}")).root.find_one("h1")
    assert heading.text.strip() == "\u2068Basil\u2069 و\u2068كريم\u2069"
    assert not [node for node in heading.walk() if "dir" in node.attrs]


def test_change_log_names_overtaken_players(night: ClubNight) -> None:
    uid = count_game(night, 1, "Basil", "Elias", "Farah", "Ghassan")
    with night.app_context():
        totals = record(uid).play().game.totals
        names = [name for _points, name in sorted(zip(totals, ("Basil", "Elias", "Farah", "Ghassan"), strict=True))]
        points = max(totals) - min(totals) + 1
        seat_by_name = {name: "ABCD"[index] for index, name in enumerate(("Basil", "Elias", "Farah", "Ghassan"))}
        add_game_entry(
            uid, {"adjustment": {seat_by_name[names[0]]: points, seat_by_name[names[1]]: -points}, "reason": "agreed"}
        )
    last_change, first_change = season_page(night, suffix="/changes").root.find("li", class_="change")
    text = plain(last_change.text)
    assert f"{names[0]} is now ahead of {names[3]}, {names[2]} and {names[1]}." in text
    ranks = {
        plain(row.find_one("a").text): row.find_one("span", class_="change__rank").text
        for row in last_change.find("tr")[1:]
    }
    assert ranks.items() >= {names[0]: "Rank 1, was 4", names[1]: "Rank 4, was 3"}.items()
    assert "Rank 1, newly ranked" in first_change.text


def test_ranks_follow_rules_of_their_time(night: ClubNight) -> None:
    count_game(night, 1, "Basil", "Elias", "Farah", "Ghassan")
    with night.app_context() as club:
        rules = {"basis": {"kind": "sum"}, "least_games": 2}
        club.change_season(night.season, counting=rules)
    last_change, first_change = season_page(night, suffix="/changes").root.find("li", class_="change")
    assert "No longer ranked, was 1" in last_change.text
    assert "Trex firsts" not in last_change.text
    assert "Rank 1, newly ranked" in first_change.text
