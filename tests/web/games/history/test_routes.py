"""The history of a game: author, time, deal and effect of every entry."""

import uuid
from datetime import UTC, datetime, timedelta
from time import process_time
from zoneinfo import ZoneInfo

import pytest
from flask import Flask

from tests.support.pages import Game, Phone, start
from tests.support.tables import COLLECTIONS, DIAMONDS, TREX, Json
from tests.support.whole_games import whole_game
from tests.web.games.corrections.test_routes import CORRECTED_DIAMONDS, preview_changes
from trexscore.db.journals import GAMES
from trexscore.db.transactions import write_transaction
from trexscore.ledger.chain import EntryDraft
from trexscore.web.games.entry_times import entry_time_text

CHANGED_RULES: Json = {"preset": "standard", "options": {"diamond_points": 15, "trick_points": 10}}

MOVED_NAMES = "|".join(
    "\u2068{}\u2069, \u2068{}\u2069, \u2068{}\u2069 and \u2068{}\u2069".format(*names.split())
    for names in ("Amal Basem Carine Dani", "Amal Carine Basem Dani")
)


@pytest.fixture
def played(site: Flask) -> Game:
    return start(site, DIAMONDS, TREX)


def test_history_lists_entries_and_their_state(phone: Phone, played: Game) -> None:
    phone.send(
        preview_changes(phone, played, {"seq": 6, "entry": CORRECTED_DIAMONDS}),
        played.path("/corrections"),
        usual="counted",
    )
    played.add_entry({"take_back": 7})
    lines = [node.text for node in phone.get(played.path("/history")).root.find("li")]
    assert "Entry 7 undone" in lines[0]
    assert "7 Trex Amal’s kingdom" in lines[0]
    assert "Corrected: Recounted" in lines[1]
    assert "6 Diamonds Amal’s kingdom" in lines[1]
    assert "Diamonds of Amal" in lines[1]
    assert "no longer counts" in lines[2]
    assert "corrected" in lines[3]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"seq": 6, "entry": CORRECTED_DIAMONDS}, ["6 Diamonds Amal’s kingdom", "Diamonds of Amal|5|4"]),
        ({"seq": 7, "entry": None}, ["7 Trex Amal’s kingdom no longer counts", "Contract|Trex|–"]),
        ({"before": 7, "entry": COLLECTIONS}, ["8 Collections Amal’s kingdom added later", "Contract|–|Collections"]),
        ({"seats": {"B": "C", "C": "B"}}, ["Seats", f"Around the table|{MOVED_NAMES}"]),
        ({"house_rules": CHANGED_RULES}, ["House rules", "What does a diamond cost?|10|15"]),
    ],
)
def test_history_keeps_change_of_undone_correction(
    phone: Phone, played: Game, change: Json, expected: list[str]
) -> None:
    played.add_entry({"corrected": {"reason": "so it was", "changes": [change]}})
    played.add_entry({"take_back": 8})
    played.add_entry({"seat": "B", "name": "Basem"})
    line = phone.get(played.path("/history")).root.find_one("li", id="entry-8")
    changes = [node.text for node in line.find("p", class_="history-entry__change")]
    rows = [
        "|".join(cell.text for cell in row.walk() if cell.text and cell.tag in {"th", "td"}) for row in line.find("tr")
    ]
    assert set(expected) <= {*changes, *rows}


@pytest.mark.parametrize("deals_move", [True, False])
def test_disputer_keeps_name_after_change_of_seats(phone: Phone, played: Game, *, deals_move: bool) -> None:
    played.add_entry({"disputed": {"seat": "B", "reason": "no", "about": 6}})
    swap = {"seats": {"A": "B", "B": "A"}, "deals": deals_move}
    played.add_entry({"corrected": {"reason": "seats", "changes": [swap]}})
    played.add_entry({"answered": {"dispute": 8, "seat": "C", "agrees": False}})
    played.add_entry({"settled": {"dispute": 8, "as": "withdrawn", "seat": "A"}})
    played.add_entry({"reopened": {"dispute": 8, "seat": "D", "reason": "yes"}})
    headings = [node.text for node in phone.get(played.path("/history")).root.find(class_="history-entry__heading")]
    assert headings[:3] == [
        "12 Dani reopens Basil’s dispute: yes",
        "11 Basil’s dispute was withdrawn",
        "10 Carine disagrees with Basil’s dispute",
    ]


def test_history_shows_points_of_that_time(phone: Phone, played: Game) -> None:
    played.add_entry({"corrected": {"reason": "agreed late", "changes": [{"house_rules": CHANGED_RULES}]}})
    played.add_entry(COLLECTIONS)
    history = phone.get(played.path("/history")).root
    assert "Basil −40" in history.find_one("li", id="entry-6").find_one(class_="history-entry__points").text
    assert "Basil −40" in history.find_one("li", id="entry-9").find_one(class_="history-entry__points").text
    assert "−60" in phone.get(played.path("/deals/6")).root.find_one("main").text


@pytest.mark.parametrize(
    ("made_at", "expected"),
    [
        (None, "1 May 2026, 20:05"),
        ("2026-05-01T23:00:00+03:00", "1 May 2026, 23:00"),
        ("2026-05-01T22:30:00+03:00", "1 May 2026, 22:30, received 23:05"),
        ("1999-01-01T00:00:00Z", "1 January 1999, 00:00, received 1 May 2026, 20:05"),
        ("2026-05-02T09:00", "2 May 2026, 09:00"),
        ("2026-05-03T09:00", "3 May 2026, 09:00, received 1 May 2026, 20:05"),
        ("0001-01-01T00:00+14:00", "1 January 1, 00:00, received 2 May 2026, 10:05"),
    ],
)
def test_differing_device_clock_is_shown(site: Flask, made_at: str | None, expected: str) -> None:
    with site.test_request_context(headers={"Accept-Language": "en"}):
        assert entry_time_text(made_at, "2026-05-01T20:05:00.000Z") == expected


def test_history_is_in_time_zone_of_device(phone: Phone, played: Game) -> None:
    """Entries with and without a time of the phone's clock are in the same time zone."""
    played.submit({"take_back": 7}, made_at=datetime.now(UTC).isoformat(timespec="seconds"))
    phone.client.set_cookie("zone", "Asia%2FKathmandu")
    now = datetime.now(ZoneInfo("Asia/Kathmandu"))
    minutes = {f"{now - timedelta(minutes=ago):%H:%M}" for ago in range(3)}
    for line in phone.get(played.path("/history")).root.find("li", class_="history-entry"):
        assert any(time in line.text for time in minutes), line.text


@pytest.mark.parametrize(
    ("made_at", "year"), [("9999-12-31T23:59:59-01:00", "9999"), ("0001-01-01T00:00:00+02:00", "1")]
)
@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "America/Los_Angeles"])
def test_clock_at_end_of_calendar_is_shown(site: Flask, phone: Phone, zone: str, made_at: str, year: str) -> None:
    with site.test_request_context(headers={"Accept-Language": "en"}):
        assert f" {year}, " in entry_time_text(made_at, "2026-05-01T20:05:00.000Z", ZoneInfo(zone))
    deals = whole_game("standard", 5)["deals"]
    game = start(site, *deals[:-1])
    game.submit(deals[-1], made_at=made_at)
    for path in ("/result", "/history", "/print"):
        assert phone.get(game.path(path)).status == 200, path


def add_corrections(site: Flask, game: Game, count: int) -> None:
    """Correct entry 6 `count` times, each time with another note."""
    drafts: list[EntryDraft] = []
    for seq in range(8, 8 + count):
        body: Json = {
            "corrected": {"reason": f"{seq}", "changes": [{"seq": 6, "entry": {**DIAMONDS, "note": f"{seq}"}}]}
        }
        drafts.append(EntryDraft(str(uuid.uuid4()), "corrected", None, None, body))
    with site.app_context(), write_transaction() as session:
        GAMES.append_drafts(session, GAMES.lock(session, game.game_id), drafts, "2026-05-01T20:05:00.000Z")


def shown_seqs(phone: Phone, path: str) -> list[int]:
    return [
        int(node.attrs["id"].removeprefix("entry-")) for node in phone.get(path).root.find("li", class_="history-entry")
    ]


def row_address(phone: Phone, path: str, text: str) -> str | None:
    addresses = [node.attrs["href"] for node in phone.get(path).root.find("a", class_="row") if node.text == text]
    return addresses[0] if addresses else None


def test_long_history_has_pages(site: Flask, phone: Phone, played: Game) -> None:
    add_corrections(site, played, 243)
    first_page = played.path("/history")
    assert shown_seqs(phone, first_page) == list(range(250, 150, -1))
    assert row_address(phone, first_page, "Newer entries") is None
    second_page = row_address(phone, first_page, "Older entries") or ""
    assert shown_seqs(phone, second_page) == list(range(150, 50, -1))
    third_page = row_address(phone, second_page, "Older entries") or ""
    assert shown_seqs(phone, third_page) == [*range(50, 5, -1), 1]
    assert row_address(phone, third_page, "Older entries") is None
    assert row_address(phone, third_page, "Newer entries") == second_page
    assert shown_seqs(phone, row_address(phone, second_page, "Newer entries") or "") == shown_seqs(phone, first_page)


@pytest.mark.parametrize("before", ["0", "-5", "x", "1" * 40, "251", "99999"])
def test_invalid_page_number_shows_a_page(site: Flask, phone: Phone, played: Game, before: str) -> None:
    add_corrections(site, played, 243)
    assert shown_seqs(phone, f"{played.path('/history')}?before={before}")


def test_history_page_shows_its_own_corrections(site: Flask, phone: Phone, played: Game) -> None:
    add_corrections(site, played, 243)
    line = phone.get(f"{played.path('/history')}?before=101").root.find_one("li", id="entry-100")
    assert "Note 99 100" in line.text


def test_entry_page_links_to_its_history_page(site: Flask, phone: Phone, played: Game) -> None:
    add_corrections(site, played, 243)
    address = row_address(phone, played.path("/deals/7"), "History") or ""
    path, _hash, anchor = address.partition("#")
    assert anchor == "entry-7"
    assert 7 in shown_seqs(phone, path)


def test_history_of_many_corrections_is_fast(site: Flask, phone: Phone, played: Game) -> None:
    add_corrections(site, played, 3_200)
    phone.get(played.path("/history"))
    started_at = process_time()
    page_count = 5
    for page in range(page_count):
        phone.get(f"{played.path('/history')}?before={3200 - 600 * page}")
    assert (process_time() - started_at) / page_count < 0.5


def test_announcement_lists_who_doubled_which_card(phone: Phone, played: Game) -> None:
    announcement = {"king": "A", "contracts": ["king_of_hearts"], "doubled": {"king_of_hearts": "C"}}
    played.add_entry({"announced": announcement})
    last = phone.get(played.path("/history")).root.find("li")[0].text
    assert "King of hearts announced, doubled: king of hearts (Carine)" in last
