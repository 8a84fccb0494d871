"""Pages that a phone draws offline equal those of the server, letter for letter."""

import json
import re
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from random import Random

import pytest
from flask import Flask, template_rendered
from jinja2 import Template
from playwright.sync_api import Page

from tests.browser.offline.test_fold import play_tables
from tests.rules.test_tie_break import DIAMONDS as TIE_BREAK
from tests.support.browser.other_entries import add_other_entries, anonymize_dani
from tests.support.databases import NIGHTLY
from tests.support.games import random_game, random_house_rules, rules_of
from tests.support.pages import Phone, start
from tests.support.tables import DIAMONDS, TREX, Json
from tests.support.tree import ROOT
from tests.web.games.deals.test_tie_break import tied_game_of
from trexscore.db.journals import GAMES
from trexscore.db.transactions import write_transaction
from trexscore.game.builder import fold_game
from trexscore.i18n import LANGUAGES
from trexscore.ledger.chain import EntryDraft, FoldEntry
from trexscore.rules.house_rules import VOID_REASONS, HouseRules
from trexscore.rules.presets import PRESETS, STANDARD_PRESET
from trexscore.rules.validation import contract_sets_by_combining

pytestmark = pytest.mark.browser

GAMES_PER_LANGUAGE = 11
SEEDS = ("5", *(f"{datetime.now(UTC):%F} {number}" for number in range(5) if NIGHTLY))
"""The first seed draws every kind of page."""
ComparedPages = list[tuple[str, list[str], list[str]]]
"""For each page: its name, its lines from the server, and its lines from the phone."""
NAME_SETS = (
    ["Amal", "Basil", "Carine", "Dani"],
    ["أمل", "باسل", "كارين", "داني"],
    ["Sam <b>", "Sami", "Samir & Co", "أبو 'x' 99"],
)
_GAME_PAGES = """async (urls) => {
  const { createOfflinePages } = await import('/static/js/phone/offline-pages.js');
  const [script, texts] = await Promise.all(urls.map((url) => import(url)));
  return Object.keys(createOfflinePages(script, texts).gamePages);
}"""
_DRAW_PAGES = """async ([games, urls]) => {
  const { fold } = await import('/static/js/game/fold.js');
  const { foldJournal } = await import('/static/js/game/record.js');
  const { createOfflinePages } = await import('/static/js/phone/offline-pages.js');
  const [script, texts] = await Promise.all(urls.map((url) => import(url)));
  return games.map(({ token, permission, journal, tables, king, pages }) => {
    const state = { ...fold(journal, tables), ...tables };
    const drawn = createOfflinePages(script, texts);
    const opened = { token, permission, state, record: foldJournal(journal), king, entries: journal };
    return Object.keys(pages).map((name) => {
      const [kind, part, by] = name.split(' ');
      if (kind === 'revoke') return drawn.deal(opened, part.split('+'), { requestedRevokedBy: by });
      const draw = drawn.gamePages[kind] ?? drawn[kind];
      return draw ? draw(opened, part) : drawn.deal(opened, name.split('+'));
    });
  });
}"""
_CSRF_TOKEN = re.compile(r'<input (?:id="csrf_token" )?name="csrf_token"[^>]*>|(?<=name="csrf_token" value=")[^"]*')
_KEY = re.compile(r'(?<=name="key")( type="hidden")? value="[^"]*"')
_OUTLOOK = re.compile(r'<section class="(?:forecast|explain__part" id="outlook)".*?</section>\n*', re.DOTALL)
"""The outlook needs the server's rules: an offline phone leaves it out."""
_SIGN_OFFS = re.compile(r'<section class="(?:sign-off|disputes)".*?</section>\n*', re.DOTALL)
"""Buttons for sign-offs and answers need the server: an offline phone only shows those recorded."""
_DEVICE = re.compile(' data-(?:device|author)="[^"]*"')
"""Only pages from the server contain the phone's name."""
_TABLE_NAMES = ("rules", "house_rules", "points_table", "tables_before")
_POINTS_TABLE = re.compile(r"(?<=data-points-table=')[^']*")


def comparable_lines(html: str, permission: str) -> list[str]:
    """The lines of a page without what differs each time: CSRF tokens, keys, the order of names in JSON."""
    html = _OUTLOOK.sub("", _KEY.sub("", _CSRF_TOKEN.sub("", html)))
    html = _DEVICE.sub("", html)
    html = html if permission == "read" else _SIGN_OFFS.sub("", html)
    html = _POINTS_TABLE.sub(lambda match: json.dumps(json.loads(match[0]), sort_keys=True), html)
    return [line for line in html.split("\n") if line]


def pages_of(
    phone: Phone, game: Json, rules: HouseRules, random: Random, addresses: Sequence[str]
) -> tuple[str | None, dict[str, str]]:
    """The king that was chosen, and the server's version of every page of a game that the phone can draw.

    `addresses`: the pages that every game has.
    """
    token, state = game["token"], game["state"]
    chosen_king = (
        random.choice(state["candidates"]) if state["candidates"] and not state["result"]["next_king"] else None
    )
    query = f"?king={chosen_king}" if chosen_king else ""
    pages = {"table": phone.get(f"/g/{token}{query}").text}
    pages |= {address: phone.get(f"/g/{token}/{address}{query}").text for address in addresses}
    explained = ("entryExplanation", "deals", game["deal_seqs"]), ("totalExplanation", "explain", "ABCD")
    kings = [kingdom["king"] for kingdom in state["result"]["kingdoms"]]
    for name, address, parts in (*explained, ("kingdomExplanation", "kingdoms", kings)):
        for part in parts:
            pages[f"{name} {part}"] = phone.get(f"/g/{token}/{address}/{part}").text
    for code in ("0O1il", *(agreement["seal"] for agreement in state["agreements"] if agreement["seal"])):
        pages[f"seal {code}"] = phone.get(f"/g/{token}/seal?seal={code}").text
    king = state["result"]["next_king"] or chosen_king
    if state["result"]["complete"]:
        pages["result"] = phone.get(f"/g/{token}/result").text
    if state["may"] == "read" or state["result"]["complete"]:
        return chosen_king, pages
    pages["adjustment"] = phone.get(f"/g/{token}/adjustments/new").text
    if not state["result"]["deals"]:
        pages["firstKing"] = phone.get(f"/g/{token}/first-king").text
    remaining = set(state["result"]["remaining"][king])
    possible = [names for names in contract_sets_by_combining()[rules.combining] if remaining.issuperset(names)]
    contracts = random.choice(possible)
    path = f"/deals/new?contracts={'%2B'.join(contracts)}{query.replace('?', '&')}"
    pages["+".join(contracts)] = phone.get(f"/g/{token}{path}").text
    if "trex" not in contracts and rules.renege != "none":
        offender = random.choice(["A", "D", "ask"])
        pages[f"revoke {'+'.join(contracts)} {offender}"] = phone.get(f"/g/{token}{path}&renege={offender}").text
    if not chosen_king:
        reason = random.choice(VOID_REASONS)
        pages[f"voidDeal {reason}"] = phone.get(f"/g/{token}/voids/new?reason={reason}").text
        pages["voidDeal"] = phone.get(f"/g/{token}/voids/new").text
    return chosen_king, pages


def random_table(
    phone: Phone, random: Random, deals: int, addresses: Sequence[str], *, with_other_entries: bool
) -> Json:
    """A game with random rules and entries as a phone stores it, with the server's pages at these addresses."""
    app = phone.client.application
    file = random_game(random, random_house_rules(random, random.choice(list(PRESETS))), deals)
    for entry in file["deals"]:
        seat = random.choice("ABCD")
        if "captures" in entry and random.random() < 0.2:
            entry |= {"renege": {"by": seat}, "note": random.choice(["", "Charged: <b>x</b>"])}
        elif "void" in entry:
            entry["void"] |= {"claimed_by": seat}
    rules = rules_of(file)
    names = random.choice(NAME_SETS)
    started = start(app, *file["deals"], house_rules=file["house_rules"], players=names, first_king=None)
    token = started.read if with_other_entries else started.own
    if with_other_entries:
        add_other_entries(app, started, random)
        if random.random() < 0.7:
            anonymize_dani(app, started)
    if not started.file()["deals"] or random.random() < 0.3:
        body = {"key": str(uuid.uuid4()), "after": started.seq(), "entry": {"abandoned": {}}}
        app.test_client().post(f"/api/games/{started.own}/entries", json=body)  # refused if the game is over
    client = app.test_client()
    state = client.get(f"/api/games/{token}/state").json
    journal = client.get(f"/api/games/{token}/journal").json
    assert state is not None
    assert journal is not None
    record = fold_game(FoldEntry(entry["seq"], entry["kind"], entry["body"]) for entry in journal["entries"])
    deal_seqs = [deal.seq for deal in (*record.counted_entries, *record.uncounted_entries)]
    king, pages = pages_of(phone, {"token": token, "state": state, "deal_seqs": deal_seqs}, rules, random, addresses)
    return game_with_pages(app, token, rules, pages) | {"king": king}


def with_long_history(app: Flask, phone: Phone) -> Json:
    """A game with a history of three pages, with the server's pages."""
    started = start(app, DIAMONDS, TREX)
    drafts: list[EntryDraft] = []
    for seq in range(8, 230):
        change = (
            {"seats": {"A": "B", "B": "A"}} if seq % 50 == 0 else {"seq": 6, "entry": {**DIAMONDS, "note": f"{seq}"}}
        )
        body: Json = {"corrected": {"reason": f"{seq}", "changes": [change]}}
        kind = "take_back" if seq % 7 == 2 else "corrected"
        drafts.append(EntryDraft(str(uuid.uuid4()), kind, None, None, {"take_back": seq - 1} if seq % 7 == 2 else body))
    with app.app_context(), write_transaction() as session:
        GAMES.append_drafts(session, GAMES.lock(session, started.game_id), drafts, "2026-05-01T20:05:00.000Z")
    address = f"/g/{started.read}/history"
    pages = {f"history {before_seq}": phone.get(f"{address}?before={before_seq}").text for before_seq in ("", 130, 30)}
    return game_with_pages(app, started.read, STANDARD_PRESET.rules, pages)


def with_tie_break(app: Flask, phone: Phone) -> Json:
    """A finished game whose last entry is a tiebreaker deal, with the server's pages."""
    started = tied_game_of(app, TIE_BREAK)
    addresses = {"result": "/result", "sheet": "/sheet", "history": "/history", "explain": "/explain"}
    addresses[f"entryExplanation {started.seq()}"] = f"/deals/{started.seq()}"
    pages = {name: phone.get(f"/g/{started.own}{path}").text for name, path in addresses.items()}
    return game_with_pages(app, started.own, PRESETS["howto"].rules, pages)


def game_with_pages(app: Flask, token: str, rules: HouseRules, pages: dict[str, str]) -> Json:
    """A game as a phone stores it, with these pages of the server."""
    client = app.test_client()
    state, journal = (client.get(f"/api/games/{token}/{path}").json for path in ("state", "journal"))
    assert state is not None
    assert journal is not None
    tables = {name: state.get(name) for name in _TABLE_NAMES} | {"play": play_tables(rules)}
    permission, entries = state["may"], journal["entries"]
    return {
        "token": token,
        "permission": permission,
        "journal": entries,
        "tables": tables,
        "king": None,
        "pages": pages,
    }


def draw_pages(page: Page, server: str, phone: Phone, *games: Json) -> list[list[str]]:
    """The pages of each game as the phone draws them."""
    urls = re.findall(r'from "(/phone/[^"]+)"', phone.get("/sw.js").text)
    page.goto(f"{server}/games")
    drawn: list[list[str]] = page.evaluate(_DRAW_PAGES, [games, urls])
    return drawn


@pytest.mark.parametrize("database_kind", ["sqlite"], indirect=True)
def test_phone_draws_long_history_as_server(page: Page, server: str, app: Flask) -> None:
    phone = Phone(app)
    game = with_long_history(app, phone)
    [drawn] = draw_pages(page, server, phone, game)
    for html, phone_html in zip(game["pages"].values(), drawn, strict=True):
        assert "history-entry__change" in html
        assert comparable_lines(phone_html, "read") == comparable_lines(html, "read")


@pytest.mark.parametrize("database_kind", ["sqlite"], indirect=True)
def test_phone_draws_tie_break_as_server(page: Page, server: str, app: Flask) -> None:
    phone = Phone(app)
    game = with_tie_break(app, phone)
    [drawn] = draw_pages(page, server, phone, game)
    assert "Tiebreaker: Diamonds" in game["pages"]["sheet"]
    assert "Tiebreaker: Diamonds saved" in game["pages"]["history"]
    for (name, html), phone_html in zip(game["pages"].items(), drawn, strict=True):
        assert comparable_lines(phone_html, "own") == comparable_lines(html, "own"), name


@pytest.mark.parametrize("database_kind", ["sqlite"], indirect=True)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("code", LANGUAGES)
def test_phone_draws_every_page_as_server(page: Page, server: str, app: Flask, code: str, seed: str) -> None:
    random = Random(f"{code}{seed}")  # noqa: S311 - no secret
    phone = Phone(app, code)
    phone.client.set_cookie("zone", "UTC")
    urls = re.findall(r'from "(/phone/[^"]+)"', phone.get("/sw.js").text)
    page.goto(f"{server}/games")
    addresses: list[str] = page.evaluate(_GAME_PAGES, urls)
    server_templates: set[str] = set()

    def note_template(_app: Flask, template: Template, **_more: object) -> None:
        server_templates.add(template.name or "")

    with template_rendered.connected_to(note_template, app):
        games = [
            random_table(phone, random, max(0, 3 * index - 6), addresses, with_other_entries=index % 2 == 1)
            for index in range(GAMES_PER_LANGUAGE)
        ]
    drawn = page.evaluate(_DRAW_PAGES, [games, urls])
    compared_pages = [
        (name, comparable_lines(html, game["permission"]), comparable_lines(phone_html, game["permission"]))
        for game, pages in zip(games, drawn, strict=True)
        for (name, html), phone_html in zip(game["pages"].items(), pages, strict=True)
    ]
    if seed == SEEDS[0]:
        assert page_templates_of_phone() <= server_templates
        assert_rare_sections_are_drawn(compared_pages)
    for name, server_lines, phone_lines in compared_pages:
        assert phone_lines == server_lines, name


def page_templates_of_phone() -> set[str]:
    """The templates of all pages of a game that the phone draws."""
    script = (ROOT / "static/js/phone/offline-pages.js").read_text("utf-8")
    return {*re.findall(r'"(games/[\w/]+\.html)"', script)} - {"games/start/new.html", "games/start/list.html"}


def assert_rare_sections_are_drawn(compared_pages: ComparedPages) -> None:
    """Check that the pages contain the sections that need rare entries."""
    assert [name for name, _, _ in compared_pages if name.startswith("revoke ")]
    server_text = "".join(line for _, server_lines, _ in compared_pages for line in server_lines)
    assert "explain__revoke" in server_text
    assert 'id="undone-entry"' in server_text
    assert "of it all" in server_text
    assert 'class="padded soft erased"' in server_text
    sign_off_sections = ("entry-corrections", "disputes", "consents", "seal")
    history_sections = ("history-entry__points", "history-entry__reference", "history-entry__change")
    for section in ("pending no-print", *sign_off_sections, *history_sections):
        assert f'class="{section}"' in server_text
