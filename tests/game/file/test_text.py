"""The text of a game file: which JSON is taken, and which is not."""

import json

import pytest

from tests.support.games import game_of
from trexscore.game.file.game import score_text
from trexscore.game.file.json_text import NotJson, is_nested_too_deeply, read_json

GAME = json.dumps(game_of()).encode()


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b" ",
        b"{",
        b"[NaN]",
        b"[Infinity]",
        b"[1e999]",
        b'["\\ud800"]',
        b'["\xff"]',
        b"\xff\xfe{\x00}\x00",
        b"{} {}",
    ],
)
def test_this_is_not_json(text: bytes) -> None:
    with pytest.raises(NotJson):
        read_json(text)


@pytest.mark.parametrize("depth", [51, 500, *range(980, 1000), 5_000, 1_000_000])
def test_nesting_without_end_is_not_json_however_much_of_it_python_can_hold(depth: int) -> None:
    """How deep that is hangs on its version, and on where it is asked."""
    nested = b"[" * depth + b"]" * depth
    with pytest.raises(NotJson):
        read_json(nested)
    options = b'{"format": "trexscore-game/1", "house_rules": {"options": {"queen_points": %s}}}' % nested
    assert score_text(options) == (None, None)


def test_a_game_in_which_something_is_nested_without_end_is_not_json() -> None:
    assert score_text(b"[" * 1_000_000) == (None, None)
    assert score_text(b"[" * 60 + b"]" * 60) == (None, None)
    assert score_text(GAME.replace(b'"deals": []', b'"deals": ' + b"[" * 60 + b"]" * 60)) == (None, None)


def test_brackets_inside_a_text_are_no_nesting() -> None:
    assert not is_nested_too_deeply(b'["' + b"[" * 60 + b'"]')
    assert not is_nested_too_deeply(b"[" * 50 + b"]" * 50)
    assert is_nested_too_deeply(b"[" * 51 + b"]" * 51)


def test_of_repeated_keys_the_last_holds() -> None:
    assert read_json(b'{"a": 1, "a": 2}') == {"a": 2}


def test_a_byte_order_mark_and_line_ends_of_any_kind_are_allowed() -> None:
    game, played = score_text(b"\xef\xbb\xbf\r\n" + GAME + b"\r\n")
    assert game is not None
    assert played is not None
    assert not played.refusals


def test_a_number_of_400_digits_is_refused_and_does_no_harm() -> None:
    deal = b'{"king": "A", "contracts": ["diamonds"], "captures": {"diamonds": {"A": %s, "B": 0, "C": 0, "D": 0}}}'
    for digits in (20, 400, 5000):
        _, played = score_text(GAME.replace(b"[]", b"[" + deal % (b"9" * digits) + b"]"))
        assert played is None or [fault.code for fault in played.refusals] == ["diamonds_not_13"]


def test_a_list_with_the_same_text_as_the_deals_is_not_taken_for_them() -> None:
    names = b'["Amal", "Basil", "Carine", "Dani"]'
    for order in (b'"players": %s, "deals": %s', b'"deals": %s, "players": %s'):
        game, played = score_text(b'{"format": "trexscore-game/1", ' + order % (names, names) + b"}")
        assert game is not None
        assert played is not None
        assert game.players == ("Amal", "Basil", "Carine", "Dani")
        assert [(fault.entry, fault.code) for fault in played.refusals] == [(n, "wrong_type") for n in (1, 2, 3, 4)]
