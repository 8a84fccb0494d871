"""The phone's events have the same attributes as the server's."""

import json
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.support.game.entries import ENTRY_BY_KIND
from trexscore.game.event import GameEvent
from trexscore.game.events import EVENT_TYPE_BY_KIND, load_event
from trexscore.game.events.game_file import GameFileEvent

pytestmark = pytest.mark.browser

_CHANGES = [{"seq": 6, "entry": None}]
_BODIES: list[tuple[str, dict[str, Any]]] = [
    *ENTRY_BY_KIND.items(),
    ("corrected", {"corrected": {"reason": "counted again", "changes": _CHANGES, "with": ["referee"]}}),
    ("corrected", {"corrected": {"reason": "counted again", "changes": _CHANGES, "with": ["A", "referee"]}}),
    ("disputed", {"disputed": {"seat": "A", "reason": "no", "about": 6}}),
    ("settled", {"settled": {"dispute": 7, "as": "proposed"}}),
    ("settled", {"settled": {"dispute": 7, "as": "withdrawn", "seat": "A"}}),
    ("reopened", {"reopened": {"dispute": 7, "reason": "again", "by": "referee"}}),
]
"""Kinds and bodies of entries: every kind, and every case in which attributes differ."""
_READ_PHONE_EVENTS = """async (bodies) => {
  const { contentOf, eventOf } = await import('/static/js/game/events/index.js');
  return bodies.map(([kind, body]) => {
    const event = eventOf({ kind });
    const content = contentOf({ kind, body });
    const ofContent = [event.answersForPlayers(content), event.refersTo(content) ?? null];
    return [event.storedKind, event.endsRedo, event.ofGameFile, event.corrects, event.movesWithDeals, ...ofContent];
  });
}"""
_CORRECTING_KINDS = {"corrected", "answered", "settled"}


def _names_seats(event: GameEvent) -> bool:
    return isinstance(event, GameFileEvent) or '/Seat"' in json.dumps(event.schema())


def server_event(kind: str, body: dict[str, Any]) -> list[object]:
    """The attributes of the server's event, in the order of `_READ_PHONE_EVENTS`.

    A phone that is offline sets names only in a game that it starts, before anyone changes seats.
    """
    event = load_event(kind, body)
    return [
        event.stored_kind,
        event.ends_redo,
        isinstance(event, GameFileEvent),
        kind in _CORRECTING_KINDS,
        event.recordable_offline and kind != "named" and _names_seats(event),
        event.answers_for_players,
        event.referenced_seq,
    ]


def test_phone_events_equal_server_events(browser: Browser, server: str) -> None:
    assert all(EVENT_TYPE_BY_KIND[kind].can_change_signed_kingdoms for kind in _CORRECTING_KINDS)
    page = browser.new_page()
    page.goto(f"{server}/games")
    assert page.evaluate(_READ_PHONE_EVENTS, _BODIES) == [server_event(*event) for event in _BODIES]
    page.close()
