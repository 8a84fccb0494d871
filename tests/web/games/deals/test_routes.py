"""Recording a deal without script: what the form calculates, keeps and refuses."""

import re

import pytest
from flask import Flask

from tests.support.in_turn import in_turn
from tests.support.pages import Game, Phone, Response, preset, shown_totals, start
from trexscore.i18n import LANGUAGES

ARABIC = re.compile(r"[\u0621-\u064a]")
ARABIC_INDIC, PERSIAN = "\u0665 \u0664 \u0663 \u0661", "\u06f5 \u06f4 \u06f3 \u06f1"
PLAIN_QUEENS = {f"Q{suit}_taken_by": seat for suit, seat in zip("SHDC", "ABCD", strict=True)}


def deal_form(phone: Phone, game: Game, contracts: str) -> Response:
    """The form of a deal."""
    return phone.get(game.path(f"/deals/new?contracts={contracts}"))


def field_value(page: Response, name: str) -> str:
    """The value of a text field."""
    return page.root.find_one("input", name=name).attrs["value"]


def checked_values(page: Response, name: str) -> list[str]:
    """The checked answers to a question."""
    return [node.attrs["value"] for node in page.root.find("input", name=name) if "checked" in node.attrs]


def test_preview_saves_nothing_and_keeps_form(phone: Phone, game: Game) -> None:
    form = deal_form(phone, game, "diamonds")
    counts = {"diamonds_A": "5", "diamonds_B": "4", "diamonds_C": "3", "diamonds_D": "1"}
    preview = phone.send(form, "/deals", preview="1", **counts)
    assert preview.status == 200
    assert {name: field_value(preview, name) for name in counts} == counts
    points = [preview.root.find_one("span", data_preview_seat=seat).text for seat in "ABCD"]
    assert points == ["−50", "−40", "−30", "−10"]
    assert game.seq() == 5
    saved = phone.send(preview, "/deals")
    assert shown_totals(saved) == {"A": -50, "B": -40, "C": -30, "D": -10}
    assert game.seq() == 6


def test_preview_of_incomplete_deal(phone: Phone, game: Game) -> None:
    preview = phone.send(deal_form(phone, game, "queens"), "/deals", preview="1", QS_taken_by="B")
    assert preview.status == 200
    assert preview.root.find_one("span", data_preview_seat="B").text == "−25"
    assert checked_values(preview, "QS_taken_by") == ["B"]
    assert game.seq() == 5


def test_preview_ignores_incomplete_card(phone: Phone, game: Game) -> None:
    form = deal_form(phone, game, "king_of_hearts")
    preview = phone.send(form, "/deals", KH_taken_by="B", KH_cover="blanket", preview="1")
    assert [cell.text for cell in preview.root.find("span", data_preview_seat="B")] == [""]


def test_trex_preview_asks_for_next_place(phone: Phone, game: Game) -> None:
    form = deal_form(phone, game, "trex")
    for order, question in (({}, "1"), ({"trex_1": "C", "trex_2": "A"}, "3")):
        preview = phone.send(form, "/deals", preview="1", **order)
        questions = [node for node in preview.root.find("span") if "data-question-place" in node.attrs]
        assert [node.attrs["data-question-place"] for node in questions if "hidden" not in node.attrs] == [question]


def test_form_starts_with_stored_draft(phone: Phone, game: Game) -> None:
    draft = {"king": "A", "contracts": ["queens"], "captures": {"queens": {"spades": {"taken_by": "C"}}}}
    assert phone.client.put(f"/api/games/{game.token('write')}/draft", json=draft).status_code == 200
    assert checked_values(deal_form(phone, game, "queens"), "QS_taken_by") == ["C"]


@pytest.mark.parametrize(("contract", "counted"), [("diamonds", "diamonds"), ("collections", "tricks")])
def test_last_count_is_filled_in(phone: Phone, game: Game, contract: str, counted: str) -> None:
    counts = {f"{counted}_A": "6", f"{counted}_B": "0", f"{counted}_D": "3"}
    saved = phone.send(deal_form(phone, game, contract), "/deals", **counts)
    assert saved.path == game.path()
    assert game.file()["deals"][0]["captures"] == {counted: {"A": 6, "B": 0, "C": 4, "D": 3}}


def test_last_trex_finish_is_filled_in(phone: Phone, game: Game) -> None:
    phone.send(deal_form(phone, game, "trex"), "/deals", trex_1="C", trex_2="A", trex_4="B")
    assert game.file()["deals"][0]["captures"] == {"trex": ["C", "A", "D", "B"]}


@pytest.mark.parametrize("digits", [ARABIC_INDIC, PERSIAN, " 5  4 3 1 "])
def test_counts_are_read_in_any_digits(arabic: Phone, game: Game, digits: str) -> None:
    counts = {f"diamonds_{seat}": f" {count} " for seat, count in zip("ABCD", digits.split(), strict=True)}
    arabic.send(deal_form(arabic, game, "diamonds"), "/deals", **counts)
    assert game.file()["deals"][0]["captures"] == {"diamonds": {"A": 5, "B": 4, "C": 3, "D": 1}}


def test_arabic_digits_are_kept_in_form(arabic: Phone, game: Game) -> None:
    counts = {"diamonds_A": "٩", "diamonds_B": "٩", "diamonds_C": "٢", "diamonds_D": "٢"}
    refused = arabic.send(deal_form(arabic, game, "diamonds"), "/deals", **counts)
    assert refused.status == 422
    assert {name: field_value(refused, name) for name in counts} == counts


IMPOSSIBLE: dict[str, tuple[str, dict[str, str]]] = {
    "king of hearts without a taker": ("king_of_hearts", {}),
    "queen without a taker": ("queens", {**PLAIN_QUEENS, "QD_taken_by": ""}),
    "unknown seat": ("king_of_hearts", {"KH_taken_by": "E"}),
    "unknown seat of a queen": ("queens", {**PLAIN_QUEENS, "QD_taken_by": "E"}),
    "unknown holder of a queen": ("queens", {**PLAIN_QUEENS, "QD_cover": "blanket", "QD_doubled_by": "E"}),
    "unknown seats in Trex": ("trex", {"trex_1": "A", "trex_2": "E", "trex_3": "E", "trex_4": "D"}),
    "doubled card without a doubler": ("king_of_hearts", {"KH_taken_by": "B", "KH_cover": "blanket"}),
    "twelve diamonds": ("diamonds", dict.fromkeys((f"diamonds_{seat}" for seat in "ABCD"), "3")),
    "fourteen tricks": ("collections", {"tricks_A": "14", "tricks_B": "0", "tricks_C": "0", "tricks_D": "0"}),
    "negative count": (
        "diamonds",
        {"diamonds_A": "\u22121", "diamonds_B": "14", "diamonds_C": "0", "diamonds_D": "0"},
    ),
    "fraction": ("diamonds", {"diamonds_A": "2.5", "diamonds_B": "4", "diamonds_C": "3", "diamonds_D": "3"}),
    "word instead of a number": ("collections", {"tricks_A": "two", "tricks_B": "4", "tricks_C": "3", "tricks_D": "4"}),
    "huge number": (
        "collections",
        {"tricks_A": "9" * 400, "tricks_B": "4", "tricks_C": "3", "tricks_D": "4"},
    ),
    "two counts missing": ("collections", {"tricks_A": "4", "tricks_B": "4"}),
    "seat twice in Trex": ("trex", {"trex_1": "A", "trex_2": "A", "trex_3": "C", "trex_4": "D"}),
    "two Trex finishes missing": ("trex", {"trex_1": "A", "trex_2": "B"}),
}


@pytest.mark.parametrize(("fault", "language"), in_turn(IMPOSSIBLE))
def test_impossible_deal_is_refused_and_form_kept(site: Flask, game: Game, fault: str, language: str) -> None:
    contract, fields = IMPOSSIBLE[fault]
    phone = Phone(site, language)
    response = phone.send(deal_form(phone, game, contract), "/deals", **fields)
    assert response.status == 422
    assert response.problems
    assert set(response.problems) == set(response.field_errors)
    assert all(bool(ARABIC.search(problem)) == (language == "ar") for problem in response.problems)
    kept_fields = response.fields("/deals")
    assert {name: kept_fields.get(name) for name, value in fields.items() if value and value != "E"} == {
        name: value for name, value in fields.items() if value and value != "E"
    }
    assert game.seq() == 5


TRICK_COUNTS = {"tricks_A": "0", "tricks_B": "1", "tricks_C": "6", "tricks_D": "6"}
CONTRADICTIONS: dict[str, tuple[str, dict[str, str]]] = {
    "cards without a trick": (
        "queens+collections",
        {**dict.fromkeys((f"Q{suit}_taken_by" for suit in "SHDC"), "A"), **TRICK_COUNTS},
    ),
    "more cards than the tricks contain": (
        "king_of_hearts+queens+diamonds+collections",
        {
            **dict.fromkeys((f"{card}_taken_by" for card in ("KH", "QS", "QH", "QD", "QC")), "B"),
            "diamonds_A": "0",
            "diamonds_B": "1",
            "diamonds_C": "6",
            "diamonds_D": "6",
            **TRICK_COUNTS,
        },
    ),
    "queen of diamonds without a diamond": (
        "queens+diamonds",
        {
            **PLAIN_QUEENS,
            "diamonds_A": "4",
            "diamonds_B": "4",
            "diamonds_C": "0",
            "diamonds_D": "5",
        },
    ),
    "two cards of one doubler in one trick": (
        "king_of_hearts+queens+collections",
        {
            "KH_taken_by": "B",
            "KH_cover": "blanket",
            "KH_doubled_by": "C",
            "QS_taken_by": "B",
            "QS_cover": "blanket",
            "QS_doubled_by": "C",
            "QH_taken_by": "C",
            "QD_taken_by": "C",
            "QC_taken_by": "D",
            **TRICK_COUNTS,
        },
    ),
}


@pytest.mark.parametrize(("fault", "language"), in_turn(CONTRADICTIONS))
def test_contradictory_deal_is_refused_and_form_kept(site: Flask, fault: str, language: str) -> None:
    game = start(site, **preset("combination"))
    contracts, fields = CONTRADICTIONS[fault]
    phone = Phone(site, language)
    response = phone.send(deal_form(phone, game, contracts), "/deals", **fields)
    assert response.status == 422
    assert response.problems
    assert set(response.field_errors) == set(response.problems)
    assert all(bool(ARABIC.search(problem)) == (language == "ar") for problem in response.problems)
    assert response.fields("/deals").items() >= fields.items()
    assert game.seq() == 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_leader_is_asked_where_rules_need_it(site: Flask, language: str) -> None:
    game = start(site, **preset("denexa"))
    phone = Phone(site, language)
    fields = {"KH_taken_by": "B", "KH_cover": "blanket", "KH_doubled_by": "B"}
    response = phone.send(deal_form(phone, game, "king_of_hearts"), "/deals", **fields)
    assert response.status == 422
    assert response.field_errors == response.problems != []
    assert phone.send(response, "/deals", KH_led_by="C").path == game.path()
    assert game.file()["deals"][0]["captures"]["king_of_hearts"] == {
        "taken_by": "B",
        "doubled_by": "B",
        "led_by": "C",
    }


def test_doubling_is_not_asked_where_forbidden(phone: Phone, site: Flask) -> None:
    game = start(site, **preset("no_doubling"))
    form = deal_form(phone, game, "king_of_hearts")
    assert not form.root.find("input", name="KH_cover")
    response = phone.send(form, "/deals", KH_taken_by="B", KH_cover="blanket", KH_doubled_by="C")
    assert response.status == 422
    assert response.problems
    assert game.seq() == 5


@pytest.mark.parametrize("contracts", ["", "hearts", "queens%00", "+"])
def test_unknown_contracts_lead_to_table(phone: Phone, game: Game, contracts: str) -> None:
    assert deal_form(phone, game, contracts).path == game.path()
    assert game.seq() == 5


@pytest.mark.parametrize(
    ("rules", "contracts", "problem"),
    [
        ("standard", "trex+queens", "This table plays one contract per deal."),
        ("combination", "trex+queens", "Trex is always played alone."),
    ],
)
def test_contracts_that_cannot_be_combined_lead_to_table(
    phone: Phone, site: Flask, rules: str, contracts: str, problem: str
) -> None:
    game = start(site, **preset(rules))
    response = deal_form(phone, game, contracts)
    assert response.path == game.path()
    assert problem in response.text


def test_played_contract_is_refused(phone: Phone, game: Game) -> None:
    form, second_form = deal_form(phone, game, "king_of_hearts"), deal_form(phone, game, "king_of_hearts")
    phone.send(form, "/deals", KH_taken_by="B")
    refused = phone.send(second_form, "/deals", KH_taken_by="B", after=str(game.seq()))
    assert refused.status == 422
    assert any("King of hearts" in problem for problem in refused.problems)
    assert game.seq() == 6


def test_form_of_played_contract_leads_to_table(phone: Phone, game: Game) -> None:
    phone.send(deal_form(phone, game, "king_of_hearts"), "/deals", KH_taken_by="B")
    response = deal_form(phone, game, "king_of_hearts")
    assert response.path == game.path()
    assert any("King of hearts" in p.text for p in response.root.find("p", class_="status--problem"))


def test_refused_deal_opens_at_wrong_step(phone: Phone, site: Flask) -> None:
    game = start(site, **preset("complex"))
    form = deal_form(phone, game, "king_of_hearts+queens+diamonds+collections")
    takers = {f"{card}_taken_by": "A" for card in ("KH", "QH", "QS", "QD", "QC")}
    counts = dict(zip("ABCD", ("5", "4", "3", "3"), strict=True))
    diamonds = {f"diamonds_{seat}": n for seat, n in counts.items()}
    response = phone.send(form, "/deals", **takers, **diamonds)
    sections = response.root.find("section", class_="step")
    wrong_steps = [section.attrs.get("data-counted") for section in sections if "data-wrong" in section.attrs]
    current_steps = [section.attrs.get("data-counted") for section in sections if "data-current" in section.attrs]
    assert wrong_steps == current_steps == ["diamonds"]


def test_unexpected_fields_are_ignored(phone: Phone, game: Game) -> None:
    form = deal_form(phone, game, "king_of_hearts")
    extra_fields = {"KH_led_by": "D", "diamonds_A": "13", "points": "1000", "seq": "1", "author": "Eve"}
    phone.send(form, "/deals", KH_taken_by="B", **extra_fields)
    assert game.file()["deals"][0]["captures"] == {"king_of_hearts": {"taken_by": "B"}}


def test_king_out_of_turn_is_refused(phone: Phone, game: Game) -> None:
    form = deal_form(phone, game, "king_of_hearts")
    assert phone.send(form, "/deals", KH_taken_by="B", king="C").status == 422
    assert game.file()["deals"] == []
