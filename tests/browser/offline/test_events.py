"""The phone's events have the same attributes as the server's."""

from typing import Any

import pytest
from playwright.sync_api import Browser

from trexscore.game.events import EVENT_TYPE_BY_KIND, load_event
from trexscore.game.events.game_file import GameFileEvent

pytestmark = pytest.mark.browser

_DIGEST = "0" * 64
_CHANGES = [{"seq": 6, "entry": None}]
_DEAL = {"king": "A", "contracts": ["trex"], "captures": {"trex": ["A", "B", "C", "D"]}}
_BODIES: list[tuple[str, dict[str, Any]]] = [
    ("started", {"house_rules": {"preset": "standard"}, "first_king": "B"}),
    ("named", {"seat": "A", "name": "Amal"}),
    ("first_king", {"first_king": "C"}),
    ("deal", _DEAL),
    ("void", {"king": "A", "void": {"reason": "wrong_deal"}}),
    ("adjustment", {"adjustment": {"A": 5, "B": -5}, "reason": "forgotten"}),
    ("announced", {"announced": {"king": "A", "contracts": ["queens"], "doubled": {"hearts": "B"}}}),
    ("abandoned", {"abandoned": {}}),
    ("take_back", {"take_back": 6}),
    ("set_aside", {"set_aside": _DEAL, "instead": 6}),
    ("corrected", {"corrected": {"reason": "counted again", "changes": _CHANGES}}),
    ("corrected", {"corrected": {"reason": "counted again", "changes": _CHANGES, "with": ["referee"]}}),
    ("corrected", {"corrected": {"reason": "counted again", "changes": _CHANGES, "with": ["A", "referee"]}}),
    ("agreed", {"agreed": {"kingdom": "B", "seat": "A", "digest": _DIGEST}}),
    ("disputed", {"disputed": {"seat": "A", "reason": "no", "about": 6}}),
    ("disputed", {"disputed": {"seat": "A", "reason": "no"}}),
    ("answered", {"answered": {"dispute": 7, "seat": "B", "agrees": True}}),
    ("settled", {"settled": {"dispute": 7, "as": "proposed"}}),
    ("settled", {"settled": {"dispute": 7, "as": "withdrawn", "seat": "A"}}),
    ("settled", {"settled": {"dispute": 7, "as": "as_it_stands", "by": "referee", "reason": "seen"}}),
    ("reopened", {"reopened": {"dispute": 7, "reason": "again", "seat": "A"}}),
    ("reopened", {"reopened": {"dispute": 7, "reason": "again", "by": "referee"}}),
    ("link", {"link": {"for": "A", "is": "opened"}}),
    ("terms", {"terms": {"second_person": True}}),
    ("confirmed", {"confirmed": {"seq": 6, "seat": "A"}}),
    ("erased", {"erased": {"entries": [2], "marks": {}}}),
]
"""Kinds and bodies of entries: every kind, and every case in which attributes differ."""
_READ_PHONE_EVENTS = """async (bodies) => {
  const { contentOf, eventOf } = await import('/static/js/game/events/index.js');
  return bodies.map(([kind, body]) => {
    const { storedKind, endsRedo, ofGameFile, corrects, answersForPlayers, refersTo } = eventOf({ kind });
    const content = contentOf({ kind, body });
    return [storedKind, endsRedo, ofGameFile, corrects, answersForPlayers(content), refersTo(content) ?? null];
  });
}"""
_CORRECTING_KINDS = {"corrected", "answered", "settled"}


def server_event(kind: str, body: dict[str, Any]) -> list[object]:
    """The attributes of the server's event, in the order of `_READ_PHONE_EVENTS`."""
    event = load_event(kind, body)
    return [
        event.stored_kind,
        event.ends_redo,
        isinstance(event, GameFileEvent),
        kind in _CORRECTING_KINDS,
        event.answers_for_players,
        event.referenced_seq,
    ]


def test_phone_events_equal_server_events(browser: Browser, server: str) -> None:
    assert {kind for kind, _ in _BODIES} == set(EVENT_TYPE_BY_KIND)
    assert all(EVENT_TYPE_BY_KIND[kind].can_change_signed_kingdoms for kind in _CORRECTING_KINDS)
    page = browser.new_page()
    page.goto(f"{server}/games")
    assert page.evaluate(_READ_PHONE_EVENTS, _BODIES) == [server_event(*event) for event in _BODIES]
    page.close()
