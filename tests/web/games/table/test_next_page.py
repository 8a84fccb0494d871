"""The page after a saved deal: the table, or the form of the king's only remaining deal."""

from typing import Any

import pytest
from flask import Flask

from tests.support.pages import Game, Phone, Response, capture_fields, preset, start

ONE_TAKES_ALL = {"A": 13, "B": 0, "C": 0, "D": 0}
CAPTURES: dict[str, dict[str, Any]] = {
    "king_of_hearts": {"king_of_hearts": {"taken_by": "A"}},
    "queens": {"queens": {suit: {"taken_by": "A"} for suit in ("hearts", "spades", "diamonds", "clubs")}},
    "diamonds": {"diamonds": ONE_TAKES_ALL},
    "collections": {"tricks": ONE_TAKES_ALL},
    "trex": {"trex": ["C", "A", "D", "B"]},
}
ALL_FOUR = list(CAPTURES)[:4]


def deal(*contracts: str) -> dict[str, Any]:
    """A deal with these contracts under the first king."""
    captures = {name: captured for contract in contracts for name, captured in CAPTURES[contract].items()}
    return {"king": "A", "contracts": list(contracts), "captures": captures}


def save_deal(phone: Phone, game: Game, *contracts: str) -> Response:
    """The page after a deal with these contracts was saved."""
    form = phone.get(game.path(f"/deals/new?contracts={'+'.join(contracts)}"))
    return phone.send(form, "/deals", **capture_fields(deal(*contracts)["captures"]))


def offered_kings(table: Response) -> list[str]:
    return [seat for seat in "ABCD" if table.root.find("a", data_king=seat)]


def form_contracts(page: Response) -> str | None:
    """The contracts of a deal form; None if the page is the table."""
    if not page.path.endswith("/deals/new"):
        return None
    contracts = page.fields("/deals")["contracts"]
    assert isinstance(contracts, str)
    return contracts


@pytest.mark.parametrize(
    ("rules", "earlier_deals", "saved_contracts", "expected"),
    [
        ("standard", [], ["trex"], None),
        ("standard", [["king_of_hearts"], ["queens"]], ["trex"], None),
        ("standard", [["king_of_hearts"], ["queens"], ["trex"]], ["diamonds"], "collections"),
        ("standard", [["king_of_hearts"], ["queens"], ["trex"], ["diamonds"]], ["collections"], None),
        ("complex", [], ["trex"], "king_of_hearts+queens+diamonds+collections"),
        ("complex", [], ALL_FOUR, "trex"),
        ("combination", [], ALL_FOUR, "trex"),
        ("combination", [["trex"]], ["king_of_hearts", "queens"], None),
    ],
)
def test_saved_deal_leads_to_next_page(  # noqa: PLR0913, PLR0917 - a line of the table
    site: Flask,
    phone: Phone,
    rules: str,
    earlier_deals: list[list[str]],
    saved_contracts: list[str],
    expected: str | None,
) -> None:
    game = start(site, *(deal(*contracts) for contracts in earlier_deals), **preset(rules))
    assert form_contracts(save_deal(phone, game, *saved_contracts)) == expected


def test_next_king_is_asked_where_players_choose(site: Flask, phone: Phone) -> None:
    played = [deal(contract) for contract in list(CAPTURES)[:3]]
    game = start(site, *played, **preset("standard", next_king="agreed"))
    form = save_deal(phone, game, "collections")
    assert form_contracts(form) == "trex"
    table = phone.send(form, "/deals", **capture_fields(CAPTURES["trex"]))
    assert form_contracts(table) is None
    assert offered_kings(table) == ["B", "C", "D"]
    assert offered_kings(phone.get(game.path("?king=C"))) == ["B", "D"]


def test_announced_king_is_not_changed_at_table(site: Flask, phone: Phone) -> None:
    game = start(site, *(deal(contract) for contract in CAPTURES), **preset("standard", next_king="agreed"))
    game.add_entry({"announced": {"king": "C", "contracts": ["queens"], "doubled": {"spades": "A"}}})
    assert offered_kings(phone.get(game.path("?king=C"))) == []


def test_next_form_shows_saved_deal_with_undo(site: Flask, phone: Phone) -> None:
    game = start(site, *(deal(contract) for contract in list(CAPTURES)[:3]))
    form = save_deal(phone, game, "collections")
    assert form.root.find_one("section", class_="status").attrs["data-saved"] == str(game.seq())
    assert "Amal −195" in form.root.find_one("section", class_="status").text
    table = phone.send(form, "/undo")
    assert form_contracts(table) is None
    assert len(game.file()["deals"]) == 3


def test_next_form_hides_outdated_status(site: Flask, phone: Phone) -> None:
    game = start(site, *(deal(contract) for contract in list(CAPTURES)[:3]))
    save_deal(phone, game, "collections")
    path = f"/deals/new?contracts=trex&saved={game.seq()}"
    assert phone.get(game.path(path)).root.find("section", class_="status")
    game.add_entry({"adjustment": {"A": 5, "B": -5}, "reason": "x"})
    assert not phone.get(game.path(path)).root.find("section", class_="status")


def test_table_opened_directly_stays_table(site: Flask, phone: Phone) -> None:
    game = start(site, *(deal(contract) for contract in list(CAPTURES)[:4]))
    table = phone.get(game.path())
    assert form_contracts(table) is None
    assert [link.attrs["data-contract"] for link in table.root.find("a", class_="contract-tile__link")] == ["trex"]


def test_announced_contract_leads_to_table(site: Flask, phone: Phone) -> None:
    game = start(site, *(deal(contract) for contract in list(CAPTURES)[:3]))
    form = phone.get(game.path("/deals/new?contracts=collections"))
    response = phone.send_only(form, "/deals", **capture_fields(CAPTURES["collections"]))
    assert response.status == 303
    game.add_entry({"announced": {"king": "A", "contracts": ["trex"], "doubled": {}}})
    table = phone.send(form, "/deals", **capture_fields(CAPTURES["collections"]))
    assert form_contracts(table) is None
