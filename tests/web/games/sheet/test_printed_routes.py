"""The printed score sheet: its contents, its languages, and its QR code."""

import io
import re
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import segno
from flask import Flask

from tests.support.html import Node
from tests.support.pages import PERMISSIONS, Game, Phone, Response, preset, start
from tests.support.whole_games import score_game, whole_game
from tests.web.games.sign_off.test_routes import player_tokens, sign_off_kingdom
from trexscore.i18n import LANGUAGES, Language
from trexscore.rules.presets import PRESETS
from trexscore.rules.tables.points import points_table

SECOND_LANGUAGE = {"en": "ar", "ar": "en", "fr": "ar", "de": "ar"}
VOID = {"king": "A", "void": {"reason": "misdeal"}}
REASON = "a closed trick was looked at"
ADJUSTMENT = {"adjustment": {"A": -30, "B": 30}, "reason": REASON}


def rows(page: Node, class_: str = "printed__row") -> list[Node]:
    return page.find("tr", class_=class_)


def numbers(row: Node) -> list[str]:
    return [cell.text for cell in row.find("td", class_="printed__points")]


def boxes(node: Node) -> list[str]:
    return [box.find_one(class_="vh").text for box in node.find(class_="box")]


def qr_path(qr: Node) -> str:
    return qr.find_one("path").attrs["d"]


def expected_qr_path(address: str) -> str:
    """The SVG path of the QR code of an address."""
    out = io.BytesIO()
    segno.make(address, error="m", micro=False).save(out, kind="svg", border=2, omitsize=True)
    return out.getvalue().decode().partition(' d="')[2].partition('"')[0]


@pytest.fixture(scope="module")
def finished(site: Flask) -> Game:
    file = whole_game("standard", 5)
    deals = [file["deals"][0], VOID, *file["deals"][1:], ADJUSTMENT]
    return start(site, *deals, players=file["players"])


@pytest.mark.parametrize("code", LANGUAGES)
def test_labels_are_in_two_languages(site: Flask, code: str) -> None:
    page = Phone(site, code).get("/print/blank").root.find_one("article")
    languages = LANGUAGES[code], LANGUAGES[SECOND_LANGUAGE[code]]
    total, contract = page.find_one("tr", class_="printed__total"), rows(page)[1]
    for label, text in ((total, "Total"), (contract, "Queens")):
        spans = label.find(class_="bilingual")[0].find(class_="bilingual__text")
        assert [(span.attrs["lang"], span.attrs["dir"], span.text) for span in spans] == [
            _expected_label(language, text) for language in languages
        ]
    assert not [
        label_pair.text
        for label_pair in page.find(class_="bilingual")
        if len(label_pair.find(class_="bilingual__text")) > 2
    ]


def _expected_label(language: Language, text: str) -> tuple[str, str, str]:
    return language.code, language.direction, language.gettext(text)


def test_second_language_is_chosen(phone: Phone) -> None:
    cases = {"de": "de", "ar": "ar", "en": "ar", "": "ar", "xx%00": "ar"}
    for code, expected in cases.items():
        page = phone.get(f"/print/blank?with={code}").root
        assert page.find_one(id="with").find_one("option", selected="").attrs["value"] == expected
        assert page.find("span", class_="bilingual__text", lang=expected)


@pytest.mark.parametrize(
    ("name", "deals", "cards"),
    [("standard", 5, 5), ("no_doubling", 5, 0), ("onlinetrex", 5, 1), ("combination", 5, 5), ("complex", 2, 5)],
)
def test_blank_sheet_has_room_for_rules(phone: Phone, name: str, deals: int, cards: int) -> None:
    page = phone.get(f"/print/blank?preset={name}").root.find_one("article")
    assert len(rows(page)) == 4 * (deals + 1)
    assert len(boxes(page.find_one("table", class_="printed__table"))) == 4 * 4 * cards
    sums = [row.find_one(class_="printed__check").text for row in rows(page)[: deals + 1]]
    assert sums == (["−75", "−100", "−130", "−195", "500", "0"] if deals == 5 else ["−500", "500", "0"])
    assert not page.find(class_="qr")


def test_unknown_preset_prints_standard_sheet(phone: Phone) -> None:
    for query in ("", "?preset=no-such-thing", "?preset=%00<script>&with=<script>"):
        page = phone.get(f"/print/blank{query}")
        assert page.root.find_one(id="preset").find_one("option", selected="").attrs["value"] == "standard"
        assert "<script>" not in page.text


@pytest.mark.parametrize("name", PRESETS)
def test_printed_points_follow_rules(phone: Phone, name: str) -> None:
    page = phone.get(f"/print/blank?preset={name}").root
    rules = PRESETS[name].rules
    table = points_table(rules)
    rule_points = [
        table.diamond,
        table.trick,
        *table.trex,
        *(card["plain"][0].points for card in table.card_shares.values()),
    ]
    if rules.doubling == "king_of_hearts_and_queens":
        rule_points += [share.points for card in table.card_shares.values() for share in card["doubled"]]
    texts = {number.text for number in page.find_one("table", class_="card-values").find("bdi")}
    assert {LANGUAGES["en"].signed_number(points) for points in rule_points} <= texts


def test_sum_changed_by_doubling_is_marked(phone: Phone) -> None:
    def marks(name: str) -> list[bool]:
        page = phone.get(f"/print/blank?preset={name}").root.find_one("article")
        return ["*" in row.find_one(class_="printed__check").text for row in rows(page)[:6]]

    assert marks("howto_quadruple") == [True, True, False, False, False, True]
    assert not any(marks("standard"))


def test_printed_sheet_shows_points_and_doubling(phone: Phone, finished: Game) -> None:
    page = phone.get(finished.path("/print")).root.find_one("article")
    result = score_game(finished.file())
    english = LANGUAGES["en"]
    played = [row for row in rows(page) if row.find(class_="printed__number")]
    assert [row.find_one(class_="printed__number").text for row in played] == [str(n) for n in range(1, 21)]
    for row, deal, file_deal in zip(played, result["deals"], _deals(finished), strict=True):
        captures = file_deal["captures"]
        cards = [*captures.get("queens", {}).values(), *filter(None, [captures.get("king_of_hearts")])]
        for cell, seat in zip(row.find("td", class_="printed__points"), "ABCD", strict=True):
            assert cell.find_one(class_="printed__value").text == english.number(deal["points"][seat])
            assert len(boxes(cell)) == [card.get("doubled_by") for card in cards].count(seat)
        assert row.find_one(class_="printed__check").text == english.number(deal["sum"])
    assert not page.find(class_="printed__so-far")
    totals = [cell.text for cell in page.find(class_="printed__sum")]
    assert totals == [english.number(result["totals"][seat]) for seat in "ABCD"]
    void_row = page.find_one(class_="printed__void")
    assert void_row.find_one(lang="en").text == "Void: misdeal"
    assert LANGUAGES["ar"].gettext("misdeal") in void_row.find_one(lang="ar").text
    assert REASON in page.text


def _deals(game: Game) -> list[dict[str, Any]]:
    return [deal for deal in game.file()["deals"] if "captures" in deal]


def test_running_game_prints_empty_rows(site: Flask, phone: Phone) -> None:
    game = start(site, *whole_game("standard", 5)["deals"][:7])
    page = phone.get(game.path("/print")).root.find_one("article")
    assert len(rows(page)) == 24
    assert [bool(row.find(class_="printed__value")) for row in rows(page)] == [True] * 8 + [False] * 16
    assert rows(page)[11].find_one(class_="printed__check").text == "0"
    for line in ("printed__total", "printed__place"):
        assert not any(cell.text for cell in page.find_one("tr", class_=line).find("td")[:4])
    assert page.find_one("tr", class_="printed__total").find_one("td", class_="printed__check").text == "0"
    totals = [cell.text for cell in page.find_one("tr", class_="printed__so-far").find("td")[:4]]
    assert totals == [LANGUAGES["en"].number(score_game(game.file())["totals"][seat]) for seat in "ABCD"]
    blank_sheet = phone.get(game.path("/print/blank")).root.find_one("article")
    assert [name.text for name in blank_sheet.find("th", class_="printed__player")] == [
        "Amal",
        "Basil",
        "Carine",
        "Dani",
    ]
    assert not blank_sheet.find(class_="printed__value")


def test_long_name_is_printed_smaller(site: Flask, phone: Phone) -> None:
    long_name = "أحمد عبد الرحمن بن خليل المصري الدمشقي"
    game = start(site, *whole_game("standard", 5)["deals"][:1], players=[long_name, "Basil", "نور الهدى", "Dani"])
    page = phone.get(game.path("/print")).root.find_one("article")
    names = [*page.find("th", class_="printed__player"), page.find_one(class_="printed__king-name")]
    longest_words = [name.find_one("bdi").attrs["class"].split()[1] for name in names]
    assert longest_words == ["l-7", "l-6", "l-5", "l-5", "l-7"]


def test_printed_sheet_marks_corrections_disputes_and_seals(site: Flask, phone: Phone) -> None:
    game = start(site, *whole_game("standard", 5)["deals"][:5])
    [king] = [deal for deal in game.file()["deals"] if deal["contracts"] == ["king_of_hearts"]]
    seq = 6 + game.file()["deals"].index(king)
    taker = "D" if king["captures"]["king_of_hearts"]["taken_by"] != "D" else "C"
    corrected_deal = {**king, "captures": {"king_of_hearts": {"taken_by": taker}}}
    assert "not signed off yet" in phone.get(game.path("/print")).text
    game.add_entry({"corrected": {"reason": "counted again", "changes": [{"seq": seq, "entry": corrected_deal}]}})
    game.add_entry({"disputed": {"seat": "B", "about": seq, "reason": "no", "changes": [{"seq": seq, "entry": king}]}})
    page = phone.get(game.path("/print")).root.find_one("article")
    [marked] = [row for row in rows(page) if row.find(class_="printed__mark")]
    assert len(marked.find(class_="printed__mark")) == 2
    assert "corrected" in page.find_one(class_="printed__legend").text

    for seat, token in player_tokens(site, phone, game).items():
        sign_off_kingdom(Phone(site), f"/g/{token}/kingdoms/A", seat)
    seal = phone.get(game.path("/kingdoms/A")).root.find_one("p", class_="seal").text
    assert phone.get(game.path("/print")).root.find_one(class_="printed__letters").text == seal


@pytest.mark.parametrize("path", ["/print", "/print/blank"])
def test_printed_qr_code_is_view_only(site: Flask, finished: Game, path: str) -> None:
    phone = Phone(site)
    seats = player_tokens(site, phone, finished)
    address = f"http://localhost/g/{finished.read}"
    for token in (finished.own, finished.write, finished.read, seats["C"]):
        page = phone.get(f"/g/{token}{path}")
        paper = page.root.find_one("article")
        assert qr_path(paper.find_one("svg", class_="qr")) == expected_qr_path(address)
        assert paper.find_one(class_="printed__address").text == address
        assert not [
            secret for secret in (finished.own, finished.write, *seats.values()) if secret in _printed_source(page)
        ]
        other_tokens = {finished.own, finished.write, *seats.values()} - {token}
        assert not [secret for secret in other_tokens if secret in page.text]


def _printed_source(page: Response) -> str:
    """The source of the printed part."""
    return page.text.partition("<article")[2].partition("</article>")[0]


@pytest.mark.parametrize("permission", PERMISSIONS)
def test_every_link_leads_to_printing(site: Flask, finished: Game, permission: str) -> None:
    phone = Phone(site)
    for path, target in (("/menu", "/print"), ("/rules", "/print/blank"), ("/print", "/print/blank")):
        addresses = [link.attrs["href"] for link in phone.get(finished.path(path, permission)).root.find("a")]
        assert finished.path(target, permission) in addresses
    assert "/print/blank?preset=denexa" in phone.get("/rules?preset=denexa").text


def test_times_are_in_time_zone_of_device(site: Flask, finished: Game) -> None:
    phone = Phone(site)
    phone.client.set_cookie("zone", "Asia%2FKathmandu")
    now = datetime.now(ZoneInfo("Asia/Kathmandu"))
    expected_times = {f"{now - timedelta(minutes=ago):%H:%M}" for ago in range(10)}
    times = re.findall(r"\d\d:\d\d", phone.get(finished.path("/print")).root.find_one("article").text)
    assert len(times) == 2
    assert set(times) <= expected_times


def test_changed_rules_are_printed(site: Flask, arabic: Phone) -> None:
    game = start(site, **preset("denexa", queen_points=30, trex_points=[200, 150, 100, -50]))
    changed_rules = arabic.get(game.path("/print/blank")).root.find_one("dl", class_="printed__changed")
    assert len(changed_rules.find("dt")) == 2
    assert "What does a queen cost?" in changed_rules.text
    assert LANGUAGES["ar"].number(-50) in [number.text for number in changed_rules.find("bdi", dir="ltr")]
