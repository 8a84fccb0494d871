"""The phone's fold gives the same state as the server's."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.json import encode
from playwright.sync_api import Browser, Page

from tests.support.game.entries import ENTRY_BY_KIND
from tests.support.games import random_game, random_house_rules, rules_of
from tests.support.tables import KING, NAMES
from trexscore.game.builder import fold_game
from trexscore.game.events import EVENT_TYPE_BY_KIND
from trexscore.game.file.reseat import reseat_entry
from trexscore.game.record import Record
from trexscore.game.state import state_of
from trexscore.ledger.chain import FoldEntry
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.kings import king_orders_by_next_king
from trexscore.rules.presets import PRESETS
from trexscore.rules.seats import SEATS, BySeat
from trexscore.rules.tables.points import points_table_json
from trexscore.rules.validation import contract_sets_by_combining

pytestmark = pytest.mark.browser

Entries = list[tuple[int, str, dict[str, Any]]]
GAMES_PER_PRESET = 20
NO_LINKS = 9_999
_FOLD_ON_PHONE = """async (games) => {
  const { fold } = await import('/static/js/game/fold.js');
  const toEntry = ([seq, kind, body, by, key]) => ({ seq, kind, body, by, key });
  const withoutUndefined = (state) => JSON.parse(JSON.stringify(state));
  return games.map(({ entries, tables }) => withoutUndefined(fold(entries.map(toEntry), tables)));
}"""
EARLIER_ENTRIES: Entries = [
    (1, "started", {"house_rules": {"preset": "standard"}, "first_king": "A"}),
    *((seq, "named", {"seat": seat, "name": name}) for seq, seat, name in zip(range(2, 6), "ABCD", NAMES, strict=True)),
    (6, "deal", KING),
    (7, "disputed", {"disputed": {"seat": "A", "reason": "no", "about": 6}}),
]
"""What entries of `ENTRY_BY_KIND` may refer to."""
_MOVED: dict[str, Any] = {"seats": {"A": "B", "B": "C", "C": "D", "D": "A"}, "deals": True}


def with_links(entries: Entries, since: int) -> list[FoldEntry]:
    """The entries, with links from the entry `since` on: earlier versions stored none."""
    return [
        FoldEntry(seq, kind, body, {"right": "own"} if seq >= since else None, f"key {seq}")
        for seq, kind, body in entries
    ]


def random_journal(random: Random, preset: str, since: int = NO_LINKS) -> Entries:
    """A random journal with deals, announcements, corrections and undone entries. `since`: as in `with_links`."""
    file = random_game(random, random_house_rules(random, preset), random.randint(0, 20))
    entries: Entries = [(1, "started", {"house_rules": file["house_rules"], "format": file["format"]})]
    first_king = random.choice((None, *"ABCD")) if not file["deals"] else None
    if first_king is not None:
        entries[0][2]["first_king"] = first_king
    entries += [
        (seq, "named", {"seat": seat, "name": name})
        for seq, seat, name in zip(range(2, 6), "ABCD", file["players"], strict=True)
    ]
    if random.random() < 0.4:
        entries.append((6, "terms", {"terms": {"second_person": random.random() < 0.8, "referee": True}}))
    for body in file["deals"]:
        kind = "void" if "void" in body else "adjustment" if "adjustment" in body else "deal"
        if kind == "deal" and random.random() < 0.2:
            can_double = body["contracts"] == ["king_of_hearts"] and rules_of(file).doubling != "off"
            doubled = {"king_of_hearts": random.choice("ABCD")} if can_double else {}
            announcement = {
                "king": body["king"],
                "contracts": body["contracts"],
                **({"doubled": doubled} if doubled else {}),
            }
            entries.append((len(entries) + 1, "announced", {"announced": announcement}))
        entries.append((len(entries) + 1, kind, body))
    while random.random() < 0.3 and entries[-1][1] in {"deal", "void", "adjustment", "announced"}:
        entries.append((len(entries) + 1, "take_back", {"take_back": entries[-1][0]}))
    entries += random_confirmations(random, entries)
    entries += sign_offs(random, fold_game(with_links(entries, since)), len(entries))
    for _ in range(random.randrange(4)):
        approvals = random.choice(
            [{}, {"with": [*"ABCD"]}, {"with": [*"ABCD"]}, {"with": ["referee"]}, {"with": ["A"]}]
        )
        corrected = {"reason": "counted again", "changes": correction(random, entries), **approvals}
        entries.append((len(entries) + 1, "corrected", {"corrected": corrected}))
    entries += random_dispute(random, entries)
    entries += sign_offs(random, fold_game(with_links(entries, since)), len(entries))
    if random.random() < 0.2 and entries[-1][1] == "corrected":
        entries.append((len(entries) + 1, "take_back", {"take_back": entries[-1][0]}))
    if random.random() < 0.3:
        entries.append((len(entries) + 1, "named", {"seat": random.choice("ABCD"), "name": "Nour"}))
    if random.random() < 0.2:
        announcement = {"king": random.choice("ABCD"), "contracts": [random.choice(["queens", "trex"])]}
        entries.append((len(entries) + 1, "announced", {"announced": announcement}))
    return entries


def random_confirmations(random: Random, entries: Entries) -> Entries:
    """Confirmations of some entries, some of them undone."""
    confirming_entries: Entries = []
    for unconfirmed in fold_game(FoldEntry(*entry) for entry in entries).unconfirmed_entries:
        if random.random() < 0.7:
            seq = len(entries) + len(confirming_entries) + 1
            confirming_entries.append(
                (seq, "confirmed", {"confirmed": {"seq": unconfirmed.current_seq, "seat": random.choice("ABCD")}})
            )
            if random.random() < 0.1:
                confirming_entries.append((seq + 1, "take_back", {"take_back": seq}))
    return confirming_entries


def sign_offs(random: Random, record: Record, length: int) -> Entries:
    """Sign-offs of some kingdoms by some players."""
    sign_off_entries: Entries = []
    for kingdom in record.kingdom_sign_offs(record.play().game):
        for seat in "ABCD" if random.random() < 0.4 else random.sample("ABCD", random.randrange(4)):
            body = {"kingdom": kingdom.king.name, "seat": seat, "digest": kingdom.digest}
            sign_off_entries.append((length + 1 + len(sign_off_entries), "agreed", {"agreed": body}))
    return sign_off_entries


def correction(random: Random, entries: Entries) -> list[dict[str, Any]]:
    """A random change that leaves the game valid; none if there is no entry to change."""
    new_seats = BySeat(*random.sample(SEATS, 4))
    counted = fold_game(FoldEntry(*entry) for entry in entries).counted_entries
    if random.random() < 0.3:
        return [{"seats": new_seats.map(lambda seat: seat.name).by_letter()}]
    if random.random() < 0.2:
        rotation = {seat.name: SEATS[(seat + 1) % 4].name for seat in SEATS}
        return [{"seats": rotation, "deals": True}]
    if random.random() < 0.3:
        before_seq = random.choice([None, *(counted_entry.seq for counted_entry in counted)])
        return [{"before": before_seq, "entry": {"adjustment": {"A": 5, "B": -5}, "reason": "forgotten"}}]
    deals = [
        deal
        for deal in counted
        if deal.score_entry.contract_set is None or len(deal.score_entry.contract_set.contracts) == 1
    ]
    if not deals:
        return []
    deal = random.choice(deals)
    if not deal.score_entry.is_deal:
        return [{"seq": deal.seq, "entry": None}]
    return [{"seq": deal.seq, "entry": {**reseat_entry(deal.body, new_seats), "king": deal.body["king"]}}]


def random_dispute(random: Random, entries: Entries) -> Entries:
    """A dispute, answers to it, and sometimes its resolution and its reopening."""
    if random.random() < 0.6:
        return []
    number, seat = len(entries) + 1, random.choice("ABCD")
    dispute_entries: Entries = [
        (number, "disputed", {"disputed": {"seat": seat, "reason": "no", "changes": correction(random, entries)}})
    ]
    for other_seat in sorted(set("ABCD") - {seat}):
        answer = {"dispute": number, "seat": other_seat, "agrees": random.random() < 0.8}
        dispute_entries.append((number + len(dispute_entries), "answered", {"answered": answer}))
    if not all(body["answered"]["agrees"] for _, _, body in dispute_entries[1:]):
        outcome = random.choice(["proposed", "as_it_stands"])
        resolver = random.choice([{}, {"by": "referee"}])
        dispute_entries.append(
            (number + len(dispute_entries), "settled", {"settled": {"dispute": number, "as": outcome, **resolver}})
        )
        if outcome == "as_it_stands" and number % 3:
            reopening = {"dispute": number, "reason": "again", **({"seat": seat} if number % 2 else {"by": "referee"})}
            dispute_entries.append((number + len(dispute_entries), "reopened", {"reopened": reopening}))
    return dispute_entries


def play_tables(rules: HouseRules) -> dict[str, Any]:
    """The order of kings and the contract sets under these rules, as the phone gets them."""
    return {
        "order": king_orders_by_next_king().get(rules.next_king),
        "contractSets": contract_sets_by_combining()[rules.combining],
    }


def server_state(entries: list[FoldEntry]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The server's state of a journal, and the tables that it sends to phones."""
    record = fold_game(entries)
    state = json.loads(encode(state_of(record, record.play(), len(entries))))
    return state, {
        "rules": state["rules"],
        "points_table": points_table_json(record.rules),
        "play": play_tables(record.rules),
    }


@pytest.fixture(scope="module")
def page(browser: Browser, server: str) -> Iterator[Page]:
    """A page that all presets share, because the tests do not change it."""
    browser_page = browser.new_page()
    browser_page.goto(f"{server}/games")
    yield browser_page
    browser_page.close()


def assert_phone_folds_as_server(page: Page, games: list[list[FoldEntry]]) -> list[dict[str, Any]]:
    """Check that the phone gives the server's states, and return these."""
    expected = [server_state(entries) for entries in games]
    folded = page.evaluate(
        _FOLD_ON_PHONE,
        [{"entries": entries, "tables": tables} for entries, (_, tables) in zip(games, expected, strict=True)],
    )
    for phone_state, (state, _) in zip(folded, expected, strict=True):
        for kingdom in state["result"]["kingdoms"]:
            del kingdom["expected_sum"]  # only the server sends the check sum
        del state["result"]["format"]
        assert state.keys() - phone_state.keys() <= {"house_rules", "rules", "points_table", "tables_before"}
        for name, value in phone_state.items():
            assert value == state[name], name
    return [state for state, _ in expected]


@pytest.mark.parametrize("preset", PRESETS)
def test_phone_fold_equals_server_state(page: Page, preset: str) -> None:
    random = Random(preset)  # noqa: S311 - no secret
    first_linked_seqs = [random.choice([1, 1, 15, 25, 999]) for _ in range(GAMES_PER_PRESET)]
    games = [with_links(random_journal(random, preset, since), since) for since in first_linked_seqs]
    states = assert_phone_folds_as_server(page, games)
    signed_kingdoms = [kingdom for state in states for kingdom in state["agreements"]]
    assert {bool(kingdom["seal"]) for kingdom in signed_kingdoms} == {True, False}
    assert sum(len(state["result"]["deals"]) for state in states) > 5 * GAMES_PER_PRESET


@pytest.mark.parametrize("since", [1, NO_LINKS])
def test_phone_folds_every_kind_as_server(page: Page, since: int) -> None:
    """Each kind after a deal and a dispute, before players move; then undone, if that is possible."""
    games: list[list[FoldEntry]] = []
    for kind, body in ENTRY_BY_KIND.items():
        recorded: Entries = [*EARLIER_ENTRIES, (8, kind, body)]
        moved: Entries = [*recorded, (9, "corrected", {"corrected": {"reason": "moved", "changes": [_MOVED]}})]
        undone: Entries = [*moved, (10, "take_back", {"take_back": 8})]
        journals = (recorded, moved, undone) if EVENT_TYPE_BY_KIND[kind].undoable else (recorded, moved)
        games += [with_links(entries, since) for entries in journals]
    assert_phone_folds_as_server(page, games)
