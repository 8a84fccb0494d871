"""Whole games through the forms, without script, up to the result."""

import random
from io import BytesIO
from typing import Any

import pytest
from flask import Flask

from tests.support.pages import NAMES, SEATS, Game, Phone, Response, capture_fields, result_of_file, shown_totals
from trexscore.db.game_links import read_token_scope
from trexscore.i18n import LANGUAGES

PENALTIES = ("king_of_hearts", "queens", "diamonds", "collections")
EACH_ALONE: list[tuple[str, ...]] = [(contract,) for contract in (*PENALTIES, "trex")]
SUITS = ("hearts", "spades", "diamonds", "clubs")
QUEENS_AND_TRICKS = [("queens", "collections"), ("king_of_hearts", "diamonds"), ("trex",)]

# For each game: the fields changed in the form of a new game, and the contracts of each deal of a kingdom.
GAMES: dict[str, tuple[dict[str, str], list[tuple[str, ...]]]] = {
    "standard": ({}, EACH_ALONE),
    "complex": ({"preset": "complex"}, [PENALTIES, ("trex",)]),
    "partnership": ({"preset": "partnership"}, EACH_ALONE),
    "free combining": ({"preset": "combination"}, QUEENS_AND_TRICKS),
    "king has the seven of hearts": ({"next_king": "seven_of_hearts"}, EACH_ALONE),
    "king by agreement": ({"next_king": "agreed", "first_king": "agreed"}, [*EACH_ALONE[::-1]]),
    "leader gains": ({"preset": "denexa"}, EACH_ALONE),
}


def random_captures(rng: random.Random, contracts: tuple[str, ...], *, with_leader: bool) -> dict[str, Any]:
    """Random possible captures: each seat takes enough tricks for its cards."""
    tricks = dict(zip(SEATS, (4, 4, 3, 2), strict=True))
    captures: dict[str, Any] = {}
    if "king_of_hearts" in contracts:
        captures["king_of_hearts"] = _card_capture(rng, with_leader=with_leader)
    if "queens" in contracts:
        captures["queens"] = {
            suit: {"taken_by": seat} | ({"doubled_by": "D"} if suit == "spades" else {})
            for suit, seat in zip(SUITS, SEATS, strict=True)
        }
    if "diamonds" in contracts:
        counts = [3, 3, 3, 4]
        rng.shuffle(counts)
        captures["diamonds"] = dict(zip(SEATS, counts, strict=True))
    if "collections" in contracts:
        captures["tricks"] = tricks
    if "trex" in contracts:
        captures["trex"] = rng.sample(SEATS, 4)
    return captures


def _card_capture(rng: random.Random, *, with_leader: bool) -> dict[str, str]:
    taker, holder = rng.choice(SEATS), rng.choice(SEATS)
    card = {"taken_by": taker, "doubled_by": holder}
    return card | ({"led_by": rng.choice(SEATS)} if with_leader and taker == holder else {})


def start_by_form(phone: Phone, changes: dict[str, str], **fields: str) -> Response:
    """Fill in the form of a new game. Without script, choosing a preset changes only the preset."""
    names = {f"name_{seat}": name for seat, name in zip(SEATS, NAMES, strict=True)}
    page = phone.send(phone.get("/games/new"), "/games", **names, **changes, **fields)
    assert page.status == 200, page.problems
    assert page.path.startswith("/g/")
    return page


def game_of(site: Flask, page: Response) -> Game:
    token = page.path.split("/")[2]
    with site.app_context():
        scope = read_token_scope(token)
    assert scope is not None
    return Game(site, scope.game_id, token, token, token)


def open_deal_form(phone: Phone, table: Response, contracts: tuple[str, ...], king: str) -> Response:
    """Open the deal form from the table page by links and forms. The form of the last contract opens directly."""
    if table.path.endswith("/deals/new"):
        assert table.fields("/deals")["contracts"] == "+".join(contracts)
        assert table.fields("/deals")["king"] == king
        return table
    king_links = table.root.find("a", data_king=king)
    if king_links:
        table = phone.get(king_links[0].attrs["href"])
    assert "is-king" in table.root.find_one("div", class_=f"side--{king.lower()}").attrs["class"]
    if len(contracts) == 1:
        return phone.get(table.root.find_one("a", data_contract=contracts[0]).attrs["href"])
    if len(contracts) == len(PENALTIES) and table.root.find("a", data_contract="all_four"):
        return phone.get(table.root.find_one("a", data_contract="all_four").attrs["href"])
    return phone.send(table, "/deals/new", contracts=list(contracts))


# The standard game runs in every language, the others in one each, because only their rules differ.
CASES = [
    *(("sqlite", "standard", language) for language in LANGUAGES),
    *(("sqlite", name, "ar" if index % 2 else "en") for index, name in enumerate(GAMES) if index),
    ("postgresql", "complex", "en"),
]


@pytest.mark.parametrize(("site", "name", "language"), CASES, indirect=["site"])
def test_whole_game_is_recorded_to_its_result(site: Flask, name: str, language: str) -> None:
    changes, contract_sets = GAMES[name]
    rng = random.Random(f"{name} {language}")  # noqa: S311 - a random game
    phone = Phone(site, language)
    table = start_by_form(phone, changes, crown="B")
    game = game_of(site, table)
    needs_leader = changes.get("preset") in {"denexa", "complex"}
    kings = rng.sample("ACD", 3) if "next_king" in changes else "CDA"
    entered_deals: list[dict[str, Any]] = []
    for king in ("B", *kings):
        for contracts in contract_sets:
            captures = random_captures(rng, contracts, with_leader=needs_leader)
            table = phone.send(open_deal_form(phone, table, contracts, king), "/deals", **capture_fields(captures))
            assert table.status == 200, (table.problems, table.field_errors)
            entered_deals.append({"king": king, "contracts": list(contracts), "captures": captures})
    file = game.file()
    expected = result_of_file(file)
    assert file["deals"] == entered_deals
    assert expected["complete"]
    assert shown_totals(table) == shown_totals(phone.get(game.path("/sheet"))) == expected["totals"]
    result = table  # the result page follows the last deal
    assert result.path.endswith("/result")
    winner_names = [NAMES[SEATS.index(seat)] for winner in expected["winners"] for seat in winner]
    assert all(winner_name in result.root.find_one("h1").text for winner_name in winner_names)
    if language == "en":
        assert (" wins " not in result.root.find_one("h1").text) == (len(winner_names) > 1 or name == "partnership")
    imported = import_game(phone, phone.get(game.path("/game.json")).text)
    assert game_of(site, imported).file() == file
    assert phone.get(f"{imported.path}/result").root.find_one("ol").text == result.root.find_one("ol").text


def import_game(phone: Phone, text: str) -> Response:
    """Import a game from its file."""
    page = phone.get("/games/file")
    files = {"file": (BytesIO(text.encode()), "trex-game.json")}
    return phone.post("/games/file", page.fields("/games/file"), files=files)
