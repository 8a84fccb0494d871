"""House rules are changed on their page: directly before the first deal, and later as a correction."""

import pytest
from flask import Flask

from tests.support.pages import Game, Phone, start
from tests.support.tables import KING

CHANGE_PATH = "/corrections/house-rules"


def rules(game: Game) -> object:
    return game.file()["house_rules"]


@pytest.mark.parametrize(("permission", "allowed"), [("own", True), ("write", True), ("read", False)])
def test_house_rules_change_follows_permission(site: Flask, game: Game, permission: str, allowed: bool) -> None:  # noqa: FBT001
    page = Phone(site).get(game.path("/house-rules", permission))
    assert any(link.attrs["href"].endswith(CHANGE_PATH) for link in page.root.find("a")) == allowed
    assert Phone(site).get(game.path(CHANGE_PATH, permission)).status == (200 if allowed else 403)


def test_house_rules_change_before_first_deal(phone: Phone, game: Game) -> None:
    seq = game.seq()
    page = phone.send(phone.get(game.path(CHANGE_PATH)), CHANGE_PATH, preset="denexa")
    assert page.path == game.path("/house-rules")
    assert rules(game) == {"preset": "denexa", "options": {}}
    assert game.seq() == seq + 1


def test_unchanged_house_rules_save_nothing(phone: Phone, game: Game) -> None:
    seq = game.seq()
    assert phone.send(phone.get(game.path(CHANGE_PATH)), CHANGE_PATH).path == game.path("/house-rules")
    assert game.seq() == seq


def test_house_rules_change_after_deal_is_previewed(phone: Phone, site: Flask) -> None:
    game = start(site, KING)
    before = rules(game)
    page = phone.send(phone.get(game.path(CHANGE_PATH)), CHANGE_PATH, preset="denexa")
    assert page.path == game.path("/corrections/new")
    assert rules(game) == before


def test_deal_saved_meanwhile_requires_preview(phone: Phone, game: Game) -> None:
    form, before = phone.get(game.path(CHANGE_PATH)), rules(game)
    game.add_entry(KING)
    assert phone.send(form, CHANGE_PATH, preset="denexa").path == game.path("/corrections/new")
    assert rules(game) == before
