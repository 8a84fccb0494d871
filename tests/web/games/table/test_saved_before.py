"""A page that was saved before and is sent again: never twice, never in vain, and never a dead end."""

from tests.support.pages import Game, Phone

AGREED = {"points_A": "5", "points_B": "-5", "reason": "agreed"}


def test_the_same_sent_twice_is_written_once(phone: Phone, game: Game) -> None:
    form = phone.get(game.path("/adjustments/new"))
    for _ in range(2):
        assert phone.send(form, "/adjustments", **AGREED).path == game.path()
    assert game.seq() == 6


def test_other_answers_under_the_same_key_are_asked_about_and_then_written(phone: Phone, game: Game) -> None:
    form = phone.get(game.path("/adjustments/new"))
    phone.send(form, "/adjustments", **AGREED)
    asked = phone.send(form, "/adjustments", **AGREED | {"points_A": "7", "points_B": "-7"})
    assert asked.status == 422
    assert asked.problems == [
        "This page was saved before, with other answers. Check the game; if this is right too, save it."
    ]
    assert game.seq() == 6
    assert phone.send(asked, "/adjustments").path == game.path()
    assert game.seq() == 7


def test_what_was_taken_back_since_is_written_anew_once_it_is_confirmed(phone: Phone, game: Game) -> None:
    form = phone.get(game.path("/deals/new?contracts=diamonds"))
    counts = {f"diamonds_{seat}": count for seat, count in zip("ABCD", "5431", strict=True)}
    phone.send(form, "/deals", **counts)
    phone.send(phone.get(game.path()), "/undo")
    asked = phone.send(form, "/deals", **counts)
    assert asked.problems == ["This was saved before, then undone. Save it again to record it as a new entry."]
    assert game.file()["deals"] == []
    assert phone.send(asked, "/deals").path == game.path()
    assert [deal["contracts"] for deal in game.file()["deals"]] == [["diamonds"]]


def test_taking_back_twice_takes_back_once(phone: Phone, game: Game) -> None:
    phone.send(phone.get(game.path("/adjustments/new")), "/adjustments", **AGREED)
    table = phone.get(game.path())
    for _ in range(2):
        assert phone.send(table, "/undo").status == 200
    assert game.seq() == 7
