"""A kingdom that all four have agreed on has a seal, and is put right only by all four again."""

import json
from typing import Any

import pytest

from tests.api.events.test_policy import referee
from tests.support.tables import KING, KINGDOM, MOVED, QUEENS, TREX, Client, Json, Table, codes, envelope, start

OTHER_KING = {"seq": 9, "entry": {**KING, "captures": {"king_of_hearts": {"taken_by": "D"}}}}


@pytest.fixture
def table(client: Client) -> Table:
    return start(client, deals=KINGDOM)


def agreement(table: Table) -> Json:
    (found,) = table.state()["agreements"]
    said: Json = found
    return said


def confirm(table: Table, seat: str, digest: str | None = None) -> Any:  # noqa: ANN401 - an answer of the client
    said = {"kingdom": "A", "seat": seat, "digest": digest or agreement(table)["digest"]}
    return table.send(envelope({"agreed": said}, table.state()["seq"]))


def agree(table: Table) -> str:
    for seat in "ABCD":
        assert confirm(table, seat).status_code == 201
    seal: str = agreement(table)["seal"]
    return seal


def corrected(*changes: Json, **more: Any) -> Json:  # noqa: ANN401 - parts of a correction
    return {"corrected": {"reason": "counted again", "changes": list(changes), **more}}


def test_four_confirmations_make_a_seal_of_a_hundred_bits(table: Table) -> None:
    for seat in "ABC":
        confirm(table, seat)
    assert agreement(table)["seal"] is None
    assert agreement(table)["seats"] == ["A", "B", "C"]
    confirm(table, "D")
    seal = agreement(table)["seal"]
    assert [len(group) for group in seal.split("-")] == [5, 5, 5, 5]
    assert set(seal) <= set("0123456789ABCDEFGHJKMNPQRSTVWXYZ-")


def test_two_games_never_have_the_same_seal(client: Client) -> None:
    assert agree(start(client, deals=KINGDOM)) != agree(start(client, deals=KINGDOM))


def test_no_text_goes_into_a_seal(table: Table) -> None:
    seal = agree(table)
    table.enter(corrected({"seq": 10, "entry": {**QUEENS, "note": "x"}}))
    assert agreement(table)["seal"] == seal


@pytest.mark.parametrize(
    "moving",
    [
        MOVED,
        corrected({"before": 8, "entry": MOVED}),
        corrected({"before": None, "entry": MOVED}),
        corrected({"seats": {"A": "B", "B": "A"}}),
        corrected({"house_rules": {"preset": "howto"}}),
        corrected({"seats": {"A": "B", "B": "A"}, "deals": True}),
    ],
)
def test_points_that_were_signed_off_are_moved_by_all_four_or_the_referee(table: Table, moving: Json) -> None:
    seal = agree(table)
    assert codes(table.send(envelope(moving, 14))) == ["kingdom_agreed"]
    assert agreement(table)["seal"] == seal


def test_what_moves_signed_points_cancels_the_sign_off(table: Table) -> None:
    agree(table)
    table.enter(corrected({"before": None, "entry": MOVED}, **{"with": [*"ABCD"]}))
    assert (agreement(table)["seal"], agreement(table)["seats"], agreement(table)["cancelled"]) == (None, [], True)
    agree(table)
    assert "cancelled" not in agreement(table)


def test_a_name_changed_later_shows_and_opens_nothing(table: Table) -> None:
    seal = agree(table)
    table.enter({"seat": "A", "name": "Tmp"})
    assert (agreement(table)["seal"], agreement(table)["signed_as"][0]) == (seal, "Amal")
    assert codes(table.send(envelope(MOVED, 15))) == ["kingdom_agreed"]
    table.enter({"seat": "A", "name": "Amal"})
    assert "signed_as" not in agreement(table)


def test_a_referee_appointed_after_the_sign_off_does_not_touch_it(table: Table) -> None:
    agree(table)
    table.enter({"terms": {"referee": True}})
    ruled = corrected(OTHER_KING, **{"with": ["referee"]})
    assert codes(table.send(envelope(ruled, 15), referee(table))) == ["kingdom_agreed"]


def test_the_whole_game_has_a_seal_of_its_own(client: Client) -> None:
    text = json.dumps(KINGDOM)
    deals = [deal for king in "ABCD" for deal in json.loads(text.replace('"king": "A"', f'"king": "{king}"'))]
    table = start(client, deals=deals)
    for king in "ABCD":
        assert "game_seal" not in table.state()
        for seat in "ABCD":
            found = next(one for one in table.state()["agreements"] if one["king"] == king)
            table.enter({"agreed": {"kingdom": king, "seat": seat, "digest": found["digest"]}})
    state = table.state()
    assert len(state["game_seal"]) == 23
    assert state["game_seal"] not in {one["seal"] for one in state["agreements"]}
    assert codes(table.send(envelope(MOVED, state["seq"]))) == ["kingdom_agreed"]


def test_an_open_kingdom_cannot_be_agreed_on(client: Client) -> None:
    table = start(client, deals=KINGDOM[:4])
    said = {"agreed": {"kingdom": "A", "seat": "A", "digest": "0" * 64}}
    assert codes(table.send(envelope(said, 9))) == ["kingdom_not_complete"]


def test_what_somebody_has_not_seen_they_cannot_confirm(table: Table) -> None:
    seen = agreement(table)["digest"]
    table.enter(corrected(OTHER_KING))
    assert codes(confirm(table, "A", seen)) == ["kingdom_changed"]


def test_a_correction_before_all_four_have_agreed_makes_them_look_again(table: Table) -> None:
    for seat in "ABC":
        confirm(table, seat)
    table.enter(corrected(OTHER_KING))
    assert agreement(table)["seats"] == []
    table.enter({"take_back": 14})
    assert agreement(table)["seats"] == ["A", "B", "C"]


def test_nobody_confirms_twice(table: Table) -> None:
    confirm(table, "A")
    assert codes(confirm(table, "A")) == ["already_agreed"]


def test_what_all_four_have_agreed_on_is_put_right_by_all_four_alone_and_has_another_seal(table: Table) -> None:
    seal = agree(table)
    for behind in ({}, {"with": ["A", "B", "C"]}):
        answer = table.send(envelope(corrected(OTHER_KING, **behind), 14))
        assert codes(answer) == ["kingdom_agreed"]
    assert codes(table.send(envelope({"take_back": 9}, 14))) == ["kingdom_agreed"]
    table.enter(corrected(OTHER_KING, **{"with": ["A", "B", "C", "D"]}))
    assert (agreement(table)["seats"], agreement(table)["seal"]) == ([], None)
    assert agree(table) not in (None, seal)


def test_a_house_rule_agreed_late_needs_all_four_where_a_kingdom_is_agreed_on(table: Table) -> None:
    agree(table)
    late = {"house_rules": {"preset": "standard", "options": {"king_of_hearts_points": 80}}}
    assert codes(table.send(envelope(corrected(late), 14))) == ["kingdom_agreed"]


def test_the_next_kingdom_goes_on_and_can_be_corrected_freely(table: Table) -> None:
    seal = agree(table)
    table.enter({**KING, "king": "B"})
    table.enter(corrected({"seq": 15, "entry": {**TREX, "king": "B"}}))
    assert agreement(table)["seal"] == seal


def test_a_confirmation_can_be_taken_back_before_the_kingdom_changes(table: Table) -> None:
    confirm(table, "A")
    table.enter({"take_back": 11})
    assert agreement(table)["seats"] == []


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (7, "wrong_type"),
        ({}, "missing_field"),
        ({"kingdom": "A", "seat": "E", "digest": "x"}, "unknown_seat"),
        ({"kingdom": "A", "seat": "A", "digest": 7}, "kingdom_changed"),
        ({"kingdom": "B", "seat": "A", "digest": "x"}, "kingdom_not_complete"),
        ({"kingdom": "A", "seat": "A", "digest": "x", "more": 1}, "unknown_field"),
    ],
)
def test_a_confirmation_that_says_nothing_that_can_be_is_refused(table: Table, said: Any, code: str) -> None:  # noqa: ANN401
    answer = table.send(envelope({"agreed": said}, 10))
    assert answer.status_code == 422
    assert code in codes(answer)


@pytest.mark.parametrize(
    ("behind", "code"), [("ABCD", "wrong_type"), (["A", "A"], "seat_taken_twice"), (["E"], "unknown_seat")]
)
def test_those_who_stand_behind_a_correction_are_seats(table: Table, behind: Any, code: str) -> None:  # noqa: ANN401
    answer = table.send(envelope(corrected(OTHER_KING, **{"with": behind}), 10))
    assert code in codes(answer)


def test_a_seal_that_was_given_stays_on_record(table: Table) -> None:
    agree(table)
    answer = table.send(envelope({"take_back": 13}, table.state()["seq"]))
    assert codes(answer) == ["kingdom_agreed"]
    table.enter(corrected(OTHER_KING, **{"with": [*"ABCD"]}))
    answer = table.send(envelope({"take_back": 15}, table.state()["seq"]))
    assert codes(answer) == ["backed_by_all"]


def test_points_that_would_be_other_peoples_are_agreed_on_by_all_four_alone(table: Table) -> None:
    seal = agree(table)
    swap = {"seats": {"A": "C", "C": "A"}}
    answer = table.send(envelope(corrected(swap), table.state()["seq"]))
    assert codes(answer) == ["kingdom_agreed"]
    table.enter(corrected(swap, **{"with": [*"ABCD"]}))
    assert agree(table) not in {None, seal}


def test_a_name_put_right_breaks_no_seal(table: Table) -> None:
    seal = agree(table)
    table.enter({"seat": "A", "name": "Amaal"})
    assert agreement(table)["seal"] == seal
