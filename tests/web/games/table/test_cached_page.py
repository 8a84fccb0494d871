"""The table page is rendered once for all readers, and each gets another CSRF token and key."""

from pathlib import Path

import pytest
from flask import Flask
from jinja2 import ChoiceLoader, DictLoader

from tests.support.pages import Game, Phone, start
from tests.support.sites import site_in
from trexscore.web.games.table import routes

UNDO_FIELDS = ("csrf_token", "key")


def undo_fields(phone: Phone, game: Game) -> list[str]:
    fields = phone.get(game.path()).fields("/undo")
    return [str(fields[name]) for name in UNDO_FIELDS]


def test_each_reader_gets_own_token_and_key(site: Flask, game: Game) -> None:
    game.add_entry({"king": "A", "contracts": ["trex"], "captures": {"trex": list("ABCD")}})
    misses = routes._render_cached.cache_info().misses  # noqa: SLF001 - the number of renderings is tested
    pages = [undo_fields(Phone(site), game) for _ in range(2)]
    assert routes._render_cached.cache_info().misses == misses + 1  # noqa: SLF001
    assert all(first != second for first, second in zip(*pages, strict=True))


@pytest.mark.parametrize("field", ["{{ csrf_field() }}", "{% include 'field.html' %}"])
def test_included_csrf_field_has_readers_token(tmp_path: Path, field: str) -> None:
    """`csrf_field()` works in all templates that the cached table page includes."""
    with site_in(tmp_path) as site:
        loader, notes = site.jinja_env.loader, "games/table/_table_notes.html"
        assert loader is not None
        source = loader.get_source(site.jinja_env, notes)[0]
        form = f'<form method="post" action="/tested">{field}</form>'
        changed = DictLoader({notes: source + form, "field.html": "{{ csrf_field() }}"})
        site.jinja_env.loader = ChoiceLoader([changed, loader])
        game = start(site)
        first, second = Phone(site), Phone(site)
        tokens = [str(phone.get(game.path()).fields("/tested")["csrf_token"]) for phone in (first, second)]
        assert tokens[0] != tokens[1]
        accepted = second.post("/settings", {"csrf_token": tokens[1], "language": "ar"})
        assert accepted.status == 200
