"""What changed in the standings: told with its cause, page by page, and to each reader as much as is theirs."""

import pytest

from tests.support.clubs.club import PARTNERS, Clock, enter, holds, played, record, set_clock
from tests.support.clubs.rooms import Room, count, table
from tests.support.pages import Phone


def causes(room: Room, phone: Phone | None = None) -> list[str]:
    return [one.text for one in table(room, phone, "/changes").root.find("p", class_="change__cause")]


def plain(text: str) -> str:
    """Without the marks that isolate a name."""
    return text.replace("\u2068", "").replace("\u2069", "")


def test_every_change_is_told_with_what_made_it(room: Room) -> None:
    uid = count(room, 1, "Basil", "Elias", "Farah", "Ghassan")
    with room.inside() as club:
        told = record(uid)
        eighth = told.counted[7]
        counts = dict(zip("ABCD", reversed(eighth.body["captures"]["tricks"].values()), strict=True))
        right = eighth.body | {"captures": {"tricks": counts}}
        enter(uid, {"corrected": {"reason": "a slip", "changes": [{"seq": eighth.seq, "entry": right}]}})
        enter(uid, {"take_back": max(record(uid).kinds)})
        club.withdraw(uid)
        club.change_season(room.season, counting={"basis": {"kind": "wins"}})
    assert causes(room) == [
        "The season’s rules or dates were changed.",
        "The game of 22 November 2026 was excluded.",
        "A correction in the game of 22 November 2026 was undone.",
        "Deal 8 of the game of 22 November 2026 was corrected.",
        "The game of 22 November 2026 counts.",
    ]
    last = table(room, rest="/changes").root.find("li", class_="change")[-1]
    gains = [int(td.text.replace("\u2212", "-")) for td in last.find("td", class_="change__points")]
    with room.inside():
        assert sorted(gains) == sorted(told.play().game.totals)


def test_a_merge_and_its_end_are_told(room: Room) -> None:
    count(room, 1, "Basil", "Elias", "Farah", "Ghassan")
    with room.inside() as club:
        seq = club.merge(club.members["Elias"], club.members["Hala"])
        club.say("take_back", seq)
    assert causes(room)[:2] == ["The merge of Elias and Hala was undone.", "Elias and Hala were merged."]


def test_who_is_a_guest_or_is_none_any_more_is_told_because_all_below_move(room: Room) -> None:
    count(room, 1, "Basil", "Elias", "Farah", "Ghassan")
    elias = room.club.members["Elias"]
    with room.inside() as club:
        club.say("role", {"member": elias, "role": "guest"})
        club.say("role", {"member": elias, "role": "member"})
        club.change_season(room.season, guests=True)
        club.say("role", {"member": elias, "role": "guest"})
        club.say("role", {"member": club.members["Hala"], "role": "guest"})
    assert causes(room) == [
        "The season’s rules or dates were changed.",
        "Elias is no longer a guest.",
        "Elias is now a guest.",
        "The game of 22 November 2026 counts.",
    ], "where guests are ranked like others, and for who has not played, nothing changes by it"
    with room.inside():
        assert holds()


def test_whose_points_stayed_reads_what_else_changed(room: Room) -> None:
    uid = count(room, 1, "Basil", "Elias", "Farah", "Ghassan")
    with room.inside():
        totals = record(uid).play().game.totals
        second, first = sorted(range(4), key=lambda seat: totals[seat])[-2:]
        last = min(range(4), key=lambda seat: totals[seat])
        moved = totals[first] - totals[second] + 1
        entry = {"ABCD"[first]: -moved, "ABCD"[last]: moved}
        enter(uid, {"adjustment": entry, "reason": "agreed"})
    rows = table(room, rest="/changes").root.find("li", class_="change")[0].find("tr")
    assert any("different finish in the game" in row.text for row in rows), "second is first now, with the same points"


def test_changes_come_page_by_page_and_none_is_lost(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    set_clock(monkeypatch, clock)
    for seed in range(5):
        clock.go(1000)
        count(room, seed, "Basil", "Elias", "Farah", "Ghassan")
    everything = [one.text for one in table(room, rest="/changes").root.find("td", class_="change__points")]
    monkeypatch.setattr("trexscore.web.clubs.standings.change_log.MOST", 2)
    found: list[str] = []
    path: str | None = room.in_club(f"/seasons/{room.season}/changes")
    while path:
        page = room.owner.get(path)
        found += [one.text for one in page.root.find("td", class_="change__points")]
        path = next((link.attrs["href"] for link in page.root.find("a") if "before=" in link.attrs["href"]), None)
    assert len(found) == 20
    assert found == everything


def test_what_outsiders_are_told_names_nobody_who_wrote_and_no_reason(room: Room) -> None:
    uid = count(room, 1, "Basil", "Elias", "Farah", "Ghassan")
    with room.inside() as club:
        club.say("settings", {"name": "Open", "shows": "standings"})
        club.withdraw(uid)
    for phone, is_told in ((room.member, True), (room.owner, True), (room.stranger, False)):
        page = table(room, phone, "/changes")
        assert ("counted twice" in page.text) == ("by Basil" in page.text) == is_told
    links = [link.attrs["href"] for link in table(room, room.stranger, "/changes").root.find("a")]
    assert not [link for link in links if f"/games/{uid}" in link]


def test_how_a_season_is_counted_since_is_told_with_what_it_changed(room: Room) -> None:
    count(room, 1, "Basil", "Elias", "Farah", "Ghassan")
    counting = {"basis": {"kind": "places", "awards": [4, 2, 1, 0]}, "least_games": 2, "tie_breaks": ["wins"]}
    with room.inside() as club:
        club.change_season(room.season, counting=counting)
        club.change_season(room.season, counting=counting, guests=True)
        club.change_season(room.season, counting=counting, guests=True, until="2026-11-30")
        rules = {"preset": "standard", "options": {"trick_points": 10}}
        club.change_season(room.season, counting=counting, guests=True, until="2026-11-30", house_rules=rules)
        club.say("settings", {"name": "Open", "shows": "standings"})
    told = [
        ["House rules: Standard, changed"],
        ["Guests are ranked, too."],
        ["Counting method: Placement points: 4, 2, 1, 0", "To be ranked: at least 2 games", "Tiebreakers: Games won"],
    ]
    for phone in (room.owner, room.member, room.stranger):
        found = table(room, phone, "/changes").root.find("li", class_="change")
        notes = [[one.text for one in change.find("p", class_="change__reason")] for change in found]
        assert [[one for one in note if "recalculated" not in one] for note in notes] == [*told, []]


def test_members_read_why_a_deal_was_corrected_and_outsiders_that_it_was(room: Room) -> None:
    uid = count(room, 1, "Basil", "Elias", "Farah", "Ghassan")
    with room.inside() as club:
        club.say("settings", {"name": "Open", "shows": "all"})
        eighth = record(uid).counted[7]
        counts = dict(zip("ABCD", reversed(eighth.body["captures"]["tricks"].values()), strict=True))
        right = eighth.body | {"captures": {"tricks": counts}}
        enter(
            uid,
            {"corrected": {"reason": "A trick lay under the table", "changes": [{"seq": eighth.seq, "entry": right}]}},
        )
    for phone, is_told in ((room.member, True), (room.owner, True), (room.stranger, False)):
        page = table(room, phone, "/changes")
        assert "Deal 8 of the game of 22 November 2026 was corrected." in page.text
        assert ("Reason: A trick lay under the table" in page.text) == is_told


def test_two_names_are_joined_in_the_direction_of_the_page_whichever_comes_first(room: Room) -> None:
    with room.inside() as club:
        club.change_season(room.season, house_rules=PARTNERS, counting={"basis": {"kind": "sum"}})
        basil, karim = club.members["Basil"], club.members["كريم"]
        club.count(played(3, partnership=True), [basil, club.members["Elias"], karim, club.members["Farah"]])
    first, second = sorted((basil, karim))
    phone = Phone(room.site, "ar")
    phone.client = room.owner.client
    heading = phone.get(room.in_club(f"/seasons/{room.season}/pairs/{first}-{second}")).root.one("h1")
    assert heading.text.strip() == "\u2068Basil\u2069 و\u2068كريم\u2069"
    assert not [node for node in heading.walk() if "dir" in node.attrs]


def test_ranks_say_who_overtook_whom(room: Room) -> None:
    uid = count(room, 1, "Basil", "Elias", "Farah", "Ghassan")
    with room.inside():
        totals = record(uid).play().game.totals
        names = [name for _points, name in sorted(zip(totals, ("Basil", "Elias", "Farah", "Ghassan"), strict=True))]
        moved = max(totals) - min(totals) + 1
        seat = {name: "ABCD"[place] for place, name in enumerate(("Basil", "Elias", "Farah", "Ghassan"))}
        enter(uid, {"adjustment": {seat[names[0]]: moved, seat[names[1]]: -moved}, "reason": "agreed"})
    last, first = table(room, rest="/changes").root.find("li", class_="change")
    said = plain(last.text)
    assert f"{names[0]} is now ahead of {names[3]}, {names[2]}, {names[1]}." in said
    ranks = {plain(row.one("a").text): row.one("span", class_="change__rank").text for row in last.find("tr")[1:]}
    assert ranks.items() >= {names[0]: "Rank 1, was 4", names[1]: "Rank 4, was 3"}.items()
    assert "Rank 1, newly ranked" in first.text


def test_ranks_follow_the_rules_of_their_time(room: Room) -> None:
    count(room, 1, "Basil", "Elias", "Farah", "Ghassan")
    with room.inside() as club:
        rules = {"basis": {"kind": "sum"}, "least_games": 2}
        club.change_season(room.season, counting=rules)
    last, first = table(room, rest="/changes").root.find("li", class_="change")
    assert "No longer ranked, was 1" in last.text
    assert "Trex firsts" not in last.text
    assert "Rank 1, newly ranked" in first.text
