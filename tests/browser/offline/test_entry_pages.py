"""Pages that an offline phone draws after an entry of each kind equal those of the server."""

import uuid

import pytest
from flask import Flask
from playwright.sync_api import Page

from tests.browser.offline.test_fold import EARLIER_ENTRIES
from tests.browser.offline.test_phone_pages import comparable_lines, draw_pages, game_with_pages
from tests.support.game.entries import ENTRY_BY_KIND
from tests.support.pages import Phone, start
from tests.support.tables import KING, Json
from trexscore.db.journals import GAMES
from trexscore.db.transactions import write_transaction
from trexscore.ledger.chain import EntryDraft
from trexscore.rules.presets import STANDARD_PRESET

pytestmark = pytest.mark.browser


def with_entry(app: Flask, phone: Phone, kind: str) -> Json:
    """A game with an entry of this kind, with the server's pages."""
    started = start(app, KING)
    entries = [*EARLIER_ENTRIES[6:], (8, kind, ENTRY_BY_KIND[kind])]
    drafts = [EntryDraft(str(uuid.uuid4()), kind, None, None, body) for _seq, kind, body in entries]
    with app.app_context(), write_transaction() as session:
        GAMES.append_drafts(session, GAMES.lock(session, started.game_id), drafts, "2026-05-01T20:05:00.000Z")
    started.add_entry({"seat": "D", "name": "Dina"})  # the server's state is that of the last entry
    addresses = {"table": "", "menu": "/menu", "sheet": "/sheet", "history": "/history"}
    pages = {name: phone.get(f"/g/{started.read}{path}").text for name, path in addresses.items()}
    return game_with_pages(app, started.read, STANDARD_PRESET.rules, pages)


@pytest.mark.parametrize("database_kind", ["sqlite"], indirect=True)
def test_phone_draws_every_kind_of_entry_as_server(page: Page, server: str, app: Flask) -> None:
    phone = Phone(app)
    kinds = sorted(ENTRY_BY_KIND.keys() - {"started"})
    games = [with_entry(app, phone, kind) for kind in kinds]
    for kind, game, drawn in zip(kinds, games, draw_pages(page, server, phone, *games), strict=True):
        for (name, html), phone_html in zip(game["pages"].items(), drawn, strict=True):
            assert comparable_lines(phone_html, "read") == comparable_lines(html, "read"), (kind, name)
