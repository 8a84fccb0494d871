"""A phone deletes names from its cache after they were permanently removed."""

import uuid

import pytest
from flask import Flask
from playwright.sync_api import Page

from tests.support.server.running import start_game
from trexscore.commands.clubs.anonymize import GamePresence, TracedPerson, anonymize_in_game
from trexscore.db.game_links import read_token_scope
from trexscore.db.journals import GAMES
from trexscore.db.transactions import write_transaction
from trexscore.rules.seats import Seat

pytestmark = pytest.mark.browser

READ_DATABASES = """async () => {
  const resultOf = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result); });
  const contents = [];
  for (const { name } of await indexedDB.databases()) {
    const db = await resultOf(indexedDB.open(name));
    for (const store of db.objectStoreNames) {
      contents.push(await resultOf(db.transaction(store).objectStore(store).getAll()));
    }
    db.close();
  }
  return JSON.stringify(contents);
}"""
"""Returns all contents of the phone's databases as JSON."""


def wait_for_cached(page: Page, name: str, *, present: bool) -> bool:
    """Whether the name appears in the phone's cache, or disappears from it, within a few seconds."""
    for _ in range(100):
        if (name in page.evaluate(READ_DATABASES)) == present:
            return True
        page.wait_for_timeout(100)
    return False


def test_reopened_game_drops_removed_name(page: Page, server: str, site: Flask) -> None:
    game = start_game(server)
    page.goto(game.page(""))
    assert wait_for_cached(page, "Amal", present=True)
    with site.app_context():
        scope = read_token_scope(game.own)
        assert scope is not None
        amal = TracedPerson(
            frozenset(),
            (),
            frozenset({"amal"}),
            {scope.game_id: GamePresence(frozenset({Seat.A}), has_taken_part=True)},
        )
        with write_transaction() as session:
            GAMES.lock(session, scope.game_id)
            anonymize_in_game(session, scope.game_id, amal, str(uuid.uuid4()), "2026-11-22T20:00:00.000Z")
    page.goto(game.page(""))
    assert wait_for_cached(page, "Amal", present=False)
    assert "Basil" in page.evaluate(READ_DATABASES)
