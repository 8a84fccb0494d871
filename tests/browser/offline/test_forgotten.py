"""A phone that keeps a game for when there is no reception keeps no name that has been erased."""

import uuid

import pytest
from flask import Flask
from playwright.sync_api import Page

from tests.support.server.running import start_game
from trexscore.commands.clubs.anonymize import Presence, TracedPerson, anonymize_in_game
from trexscore.db.journals import GAMES, write_transaction
from trexscore.db.tokens import read_scope
from trexscore.rules.seats import Seat

pytestmark = pytest.mark.browser

KEPT = """async () => {
  const settled = (asked) => new Promise((done) => { asked.onsuccess = () => done(asked.result); });
  const all = [];
  for (const { name } of await indexedDB.databases()) {
    const db = await settled(indexedDB.open(name));
    for (const store of db.objectStoreNames) {
      all.push(await settled(db.transaction(store).objectStore(store).getAll()));
    }
    db.close();
  }
  return JSON.stringify(all);
}"""
"""All that lies in the phone's databases."""


def wait_for(page: Page, name: str, *, kept: bool) -> bool:
    """Whether a name comes to lie on the phone, or does not lie there any more, within a few seconds."""
    for _time in range(100):
        if (name in page.evaluate(KEPT)) == kept:
            return True
        page.wait_for_timeout(100)
    return False


def test_a_phone_that_opens_the_game_again_forgets_the_name(page: Page, server: str, site: Flask) -> None:
    game = start_game(server)
    page.goto(game.page(""))
    assert wait_for(page, "Amal", kept=True)
    with site.app_context():
        scope = read_scope(game.own)
        assert scope is not None
        amal = TracedPerson(
            frozenset(), (), frozenset({"amal"}), {scope.game_id: Presence(frozenset({Seat.A}), was_present=True)}
        )
        with write_transaction() as session:
            GAMES.lock(session, scope.game_id)
            anonymize_in_game(session, scope.game_id, amal, str(uuid.uuid4()), "2026-11-22T20:00:00.000Z")
    page.goto(game.page(""))
    assert wait_for(page, "Amal", kept=False)
    assert "Basil" in page.evaluate(KEPT)
