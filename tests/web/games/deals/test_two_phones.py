"""Two phones that record the same deal at the same time."""

from flask import Flask

from tests.support.pages import Phone, start
from tests.support.tables import COLLECTIONS, DIAMONDS, KING, QUEENS


def test_last_deal_of_kingdom_is_not_saved_again_for_next_king(site: Flask, phone: Phone) -> None:
    """After the first phone saved it, the next king has this contract left."""
    game = start(site, DIAMONDS, COLLECTIONS, KING, QUEENS)
    forms = [phone.get(game.path("/deals/new?contracts=trex")) for _ in range(2)]
    places = {"trex_1": "A", "trex_2": "B", "trex_3": "C", "trex_4": "D"}
    assert phone.send(forms[0], "/deals", **places).status == 200
    refused = phone.send(forms[1], "/deals", **places)
    assert refused.status == 422
    assert "Another phone just saved this: Trex" in refused.root.text
    assert phone.send(refused, "/deals", **places).status == 422
    assert [deal["king"] for deal in game.file()["deals"]] == ["A"] * 5


def test_void_deal_stays_with_king_whose_form_was_opened(site: Flask, phone: Phone) -> None:
    """The first phone ends the kingdom while the form of the void deal is open on the second."""
    game = start(site, DIAMONDS, COLLECTIONS, KING, QUEENS)
    form = phone.get(game.path("/voids/new"))
    deal = phone.get(game.path("/deals/new?contracts=trex"))
    assert phone.send(deal, "/deals", trex_1="A", trex_2="B", trex_3="C", trex_4="D").status == 200
    refused = phone.send(form, "/voids", reason="agreed")
    assert refused.status == 422
    assert phone.send(refused, "/voids", reason="agreed").status == 422
    assert not any("void" in entry for entry in game.file()["deals"])
