"""Repeated submissions, and two phones that save at the same time."""

import pytest
from flask import Flask

from tests.support.game.forms import SCORER_FORMS, GameForm
from tests.support.pages import NAMES, Game, Phone, Response, shown_totals
from tests.support.tables import ADJUSTMENT
from trexscore.i18n import LANGUAGES

ENTRY_FORMS = [form for form in SCORER_FORMS if form.page]
FILLED_FORMS = [form for form in ENTRY_FORMS if form.action != "/first-king"]
"""Without the form whose answer is the button that sends it."""


def test_deal_submitted_twice_is_saved_once(phone: Phone, game: Game) -> None:
    form = phone.get(game.path("/deals/new?contracts=king_of_hearts"))
    first = phone.send(form, "/deals", KH_taken_by="B")
    second = phone.send(form, "/deals", KH_taken_by="B")
    assert first.path == second.path == game.path()
    assert shown_totals(second) == {"A": 0, "B": -75, "C": 0, "D": 0}
    assert game.seq() == 6


def test_same_key_with_other_answer_is_refused(phone: Phone, game: Game) -> None:
    form = phone.get(game.path("/deals/new?contracts=king_of_hearts"))
    phone.send(form, "/deals", KH_taken_by="B")
    response = phone.send(form, "/deals", KH_taken_by="C")
    assert response.status == 422
    assert response.problems
    assert shown_totals(phone.get(game.path()))["B"] == -75


@pytest.mark.parametrize("form", ENTRY_FORMS, ids=lambda form: form.action)
def test_other_forms_submitted_twice_save_once(phone: Phone, game: Game, form: GameForm) -> None:
    page = phone.get(game.path(form.page))
    for _time in range(2):
        assert phone.send(page, form.action, **form.fields).status == 200
    assert game.seq() == 6


@pytest.mark.parametrize("language", LANGUAGES)
def test_later_phone_keeps_its_form(site: Flask, game: Game, language: str) -> None:
    first_phone, second_phone = Phone(site), Phone(site, language)
    form = second_phone.get(game.path("/deals/new?contracts=diamonds"))
    first_phone.send(first_phone.get(game.path("/deals/new?contracts=king_of_hearts")), "/deals", KH_taken_by="B")
    counts = {"diamonds_A": "5", "diamonds_B": "4", "diamonds_C": "3", "diamonds_D": "1"}
    refused = second_phone.send(form, "/deals", **counts)
    assert refused.status == 422
    assert len(refused.problems) == 1
    assert refused.fields("/deals").items() >= counts.items()
    assert game.seq() == 6
    saved = second_phone.send(refused, "/deals")
    assert shown_totals(saved) == {"A": -50, "B": -115, "C": -30, "D": -10}
    assert game.seq() == 7


def save_same_deal_twice(site: Flask, game: Game, taker: str) -> tuple[Phone, Response]:
    """Two phones open and save the same deal: the second phone and its response."""
    first_phone, second_phone = Phone(site), Phone(site)
    forms = [phone.get(game.path("/deals/new?contracts=king_of_hearts")) for phone in (first_phone, second_phone)]
    first_phone.send(forms[0], "/deals", KH_taken_by="B")
    refused = second_phone.send(forms[1], "/deals", KH_taken_by=taker)
    assert refused.status == 422
    return second_phone, refused


@pytest.mark.parametrize("site", ["sqlite", "postgresql"], indirect=True)
def test_same_deal_of_two_phones_counts_once(site: Flask, game: Game) -> None:
    second_phone, refused = save_same_deal_twice(site, game, "B")
    assert second_phone.send(refused, "/deals").status == 422
    assert game.seq() == 6


@pytest.mark.parametrize("form", FILLED_FORMS, ids=lambda form: form.action)
def test_other_forms_are_kept_after_newer_entry(phone: Phone, game: Game, form: GameForm) -> None:
    page = phone.get(game.path(form.page))
    game.add_entry(ADJUSTMENT)
    refused = phone.send(page, form.action, **form.fields)
    assert refused.status == 422
    assert refused.problems
    kept_fields = refused.fields(form.action)
    assert {name: kept_fields[name] for name in form.fields} == form.fields
    assert phone.send(refused, form.action).path == game.path()
    assert game.seq() == 7


@pytest.mark.parametrize("after", ["", "x", "-1", "1" * 400, "\u0665", "²", "0"])
@pytest.mark.parametrize("key", ["", "x", "0" * 400])
def test_forged_key_and_position_are_handled(phone: Phone, game: Game, key: str, after: str) -> None:
    form = phone.get(game.path("/deals/new?contracts=king_of_hearts"))
    response = phone.send(form, "/deals", KH_taken_by="B", key=key, after=after)
    assert response.status in {200, 422}
    assert game.seq() in {5, 6}


def test_later_phone_sees_what_was_saved(site: Flask, game: Game) -> None:
    _, refused = save_same_deal_twice(site, game, "C")
    assert "King of hearts" in refused.problems[0]
    assert NAMES[1] in refused.problems[0]
    assert "−75" in refused.problems[0]
