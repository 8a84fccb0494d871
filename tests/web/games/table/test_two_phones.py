"""The same thing sent twice, and two phones at once."""

import pytest
from flask import Flask

from tests.support.pages import NAMES, Answer, Game, Phone, totals_on
from tests.support.tables import KING
from trexscore.i18n import LANGUAGES


def test_a_deal_sent_twice_is_saved_once(phone: Phone, game: Game) -> None:
    form = phone.get(game.path("/deals/new?contracts=king_of_hearts"))
    first = phone.send(form, "/deals", KH_taken_by="B")
    again = phone.send(form, "/deals", KH_taken_by="B")
    assert first.path == again.path == game.path()
    assert totals_on(again) == {"A": 0, "B": -75, "C": 0, "D": 0}
    assert game.seq() == 6


def test_the_same_form_with_another_answer_is_not_taken_for_the_first(phone: Phone, game: Game) -> None:
    form = phone.get(game.path("/deals/new?contracts=king_of_hearts"))
    phone.send(form, "/deals", KH_taken_by="B")
    answer = phone.send(form, "/deals", KH_taken_by="C")
    assert answer.status == 422
    assert answer.problems
    assert totals_on(phone.get(game.path()))["B"] == -75


@pytest.mark.parametrize(
    ("page", "action", "said"),
    [
        ("/voids/new", "/voids", {"reason": "misdeal"}),
        ("/adjustments/new", "/adjustments", {"points_A": "-5", "points_B": "5", "reason": "agreed"}),
        ("/abandon", "/abandon", {}),
        ("/first-king", "/first-king", {"king": "C"}),
    ],
)
def test_every_other_form_sent_twice_is_written_once(
    phone: Phone, game: Game, page: str, action: str, said: dict[str, str]
) -> None:
    form = phone.get(game.path(page))
    for _time in range(2):
        assert phone.send(form, action, **said).status == 200
    assert game.seq() == 6


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_comes_second_is_told_and_loses_nothing(site: Flask, game: Game, language: str) -> None:
    one, other = Phone(site), Phone(site, language)
    form = other.get(game.path("/deals/new?contracts=diamonds"))
    one.send(one.get(game.path("/deals/new?contracts=king_of_hearts")), "/deals", KH_taken_by="B")
    counts = {"diamonds_A": "5", "diamonds_B": "4", "diamonds_C": "3", "diamonds_D": "1"}
    told = other.send(form, "/deals", **counts)
    assert told.status == 422
    assert len(told.problems) == 1
    assert told.fields("/deals").items() >= counts.items()
    assert game.seq() == 6
    saved = other.send(told, "/deals")
    assert totals_on(saved) == {"A": -50, "B": -115, "C": -30, "D": -10}
    assert game.seq() == 7


def second_with_the_same(site: Flask, game: Game, taker: str) -> tuple[Phone, Answer]:
    """Two phones open the same deal and both save it: the second one, and what it is told."""
    one, other = Phone(site), Phone(site)
    forms = [phone.get(game.path("/deals/new?contracts=king_of_hearts")) for phone in (one, other)]
    one.send(forms[0], "/deals", KH_taken_by="B")
    told = other.send(forms[1], "/deals", KH_taken_by=taker)
    assert told.status == 422
    return other, told


@pytest.mark.parametrize("site", ["sqlite", "postgresql"], indirect=True)
def test_the_same_deal_from_two_phones_counts_once(site: Flask, game: Game) -> None:
    other, told = second_with_the_same(site, game, "B")
    assert other.send(told, "/deals").status == 422
    assert game.seq() == 6


@pytest.mark.parametrize(
    ("page", "action", "said"),
    [
        ("/voids/new", "/voids", {"reason": "misdeal"}),
        ("/adjustments/new", "/adjustments", {"points_A": "-5", "points_B": "5", "reason": "agreed"}),
    ],
)
def test_every_other_form_is_kept_when_the_game_has_moved_on(
    phone: Phone, game: Game, page: str, action: str, said: dict[str, str]
) -> None:
    form = phone.get(game.path(page))
    game.say(KING)
    told = phone.send(form, action, **said)
    assert told.status == 422
    assert told.problems
    kept = told.fields(action)
    assert {name: kept[name] for name in said} == said
    assert phone.send(told, action).path == game.path()
    assert game.seq() == 7


@pytest.mark.parametrize("after", ["", "x", "-1", "1" * 400, "\u0665", "²", "0"])
@pytest.mark.parametrize("key", ["", "x", "0" * 400])
def test_forged_keys_and_places_break_nothing(phone: Phone, game: Game, key: str, after: str) -> None:
    form = phone.get(game.path("/deals/new?contracts=king_of_hearts"))
    answer = phone.send(form, "/deals", KH_taken_by="B", key=key, after=after)
    assert answer.status in {200, 422}
    assert game.seq() in {5, 6}


def test_whoever_comes_second_with_the_same_deal_is_told_what_was_written(site: Flask, game: Game) -> None:
    _, told = second_with_the_same(site, game, "C")
    assert "King of hearts" in told.problems[0]
    assert NAMES[1] in told.problems[0]
    assert "−75" in told.problems[0]
