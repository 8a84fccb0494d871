"""A form that is submitted again saves once, and different answers need a confirmation."""

from tests.support.pages import Game, Phone

ADJUSTMENT_FIELDS = {"points_A": "5", "points_B": "-5", "reason": "agreed"}


def test_same_form_twice_saves_once(phone: Phone, game: Game) -> None:
    form = phone.get(game.path("/adjustments/new"))
    for _ in range(2):
        assert phone.send(form, "/adjustments", **ADJUSTMENT_FIELDS).path == game.path()
    assert game.seq() == 6


def test_changed_answers_need_confirmation(phone: Phone, game: Game) -> None:
    form = phone.get(game.path("/adjustments/new"))
    phone.send(form, "/adjustments", **ADJUSTMENT_FIELDS)
    refused = phone.send(form, "/adjustments", **ADJUSTMENT_FIELDS | {"points_A": "7", "points_B": "-7"})
    assert refused.status == 422
    assert refused.problems == [
        "This form was already saved with different answers. Check the game; if these are right too, save again."
    ]
    assert game.seq() == 6
    assert phone.send(refused, "/adjustments").path == game.path()
    assert game.seq() == 7


def test_undone_entry_is_saved_again_when_confirmed(phone: Phone, game: Game) -> None:
    form = phone.get(game.path("/deals/new?contracts=diamonds"))
    counts = {f"diamonds_{seat}": count for seat, count in zip("ABCD", "5431", strict=True)}
    phone.send(form, "/deals", **counts)
    phone.send(phone.get(game.path()), "/undo")
    refused = phone.send(form, "/deals", **counts)
    assert refused.problems == ["This was saved before, then undone. Save it again to record it as a new entry."]
    assert game.file()["deals"] == []
    assert phone.send(refused, "/deals").path == game.path()
    assert [deal["contracts"] for deal in game.file()["deals"]] == [["diamonds"]]


def test_undo_twice_undoes_once(phone: Phone, game: Game) -> None:
    phone.send(phone.get(game.path("/adjustments/new")), "/adjustments", **ADJUSTMENT_FIELDS)
    table = phone.get(game.path())
    for _ in range(2):
        assert phone.send(table, "/undo").status == 200
    assert game.seq() == 7
