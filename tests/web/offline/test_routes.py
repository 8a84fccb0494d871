"""What a phone downloads to work offline."""

import json
import re

import pytest
from flask import Flask
from jinja2 import DictLoader, Environment

from tests.support.pages import PERMISSIONS, Game, Phone
from trexscore.i18n import LANGUAGES
from trexscore.web.offline.script_modules import build_offline_module
from trexscore.web.offline.template_compiler import TemplateCompiler, UnsupportedTemplate


def files_of(phone: Phone) -> list[str]:
    """Every file that the service worker requests."""
    return re.findall(r'from "([^"]+)"', phone.get("/sw.js").text)


@pytest.mark.parametrize("code", LANGUAGES)
def test_worker_files_are_in_readers_language(phone: Phone, code: str) -> None:
    phone.language = code
    texts = [phone.get(path).text for path in files_of(phone)]
    assert len(texts) == 3
    assert f'"code": "{code}"' in texts[2]
    assert "games/table/table.html" in texts[1]


def test_worker_is_revalidated_and_files_are_cached(phone: Phone) -> None:
    assert phone.get("/sw.js").headers["Cache-Control"] == "no-cache"
    for path in files_of(phone):
        assert "immutable" in phone.get(path).headers["Cache-Control"]


def test_worker_language_follows_page_not_browser(phone: Phone) -> None:
    [address] = re.findall(r'data-worker="([^"]+)"', phone.get("/").text)
    phone.language = "de"
    assert "/en.js" in phone.get(address).text
    assert "/de.js" in phone.get("/sw.js").text


def test_files_of_other_release_are_revalidated(phone: Phone) -> None:
    for path in ("/phone/000000000000/site.js", "/phone/000000000000/ar.js"):
        response = phone.get(path)
        assert response.status == 200
        assert response.headers["Cache-Control"] == "no-cache"
    assert phone.get("/phone/000000000000/xx.js").status == 404


def test_worker_files_are_the_same_in_every_process(site: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    in_some_order = site.jinja_env.list_templates(["html"])
    with site.test_request_context():
        monkeypatch.setattr(site.jinja_env, "list_templates", lambda _kinds: in_some_order)
        files = [build_offline_module(site, name) for name in ("site", "ar")]
        monkeypatch.setattr(site.jinja_env, "list_templates", lambda _kinds: in_some_order[::-1])
        assert [build_offline_module(site, name) for name in ("site", "ar")] == files


def test_phone_carries_templates_of_its_scripts(site: Flask) -> None:
    """Pages that scripts render, what these extend and include, and no pages of the server alone."""
    with site.test_request_context():
        carried = re.findall(r'^"([\w/]+\.html)": ', build_offline_module(site, "site"), re.MULTILINE)
    assert {"games/table/table.html", "games/status/_status_line.html", "base.html", "_macros/icons.html"} <= {*carried}
    assert not [name for name in carried if name.startswith(("accounts/", "clubs/", "games/what_if/", "rule_book/"))]


def test_theme_changes_worker(phone: Phone) -> None:
    worker_before = phone.get("/sw.js").text
    phone.client.set_cookie("theme", "dark")
    assert phone.get("/sw.js").text != worker_before
    assert json.loads(phone.get("/phone/reader.json").text)["theme"] == "dark"


def test_worker_contains_no_game(phone: Phone, game: Game) -> None:
    phone.get(game.path())
    all_text = "".join(phone.get(path).text for path in (*files_of(phone), "/sw.js", "/phone/reader.json"))
    assert not any(token in all_text for token in (game.own, game.write, game.read))


@pytest.mark.parametrize("permission", PERMISSIONS)
def test_conflicts_page_redirects_to_table(phone: Phone, game: Game, permission: str) -> None:
    response = phone.get(game.path("/conflicts", permission), follow=False)
    assert response.status == 303
    assert response.headers["Location"] == game.path("", permission)


def test_conflicts_of_unknown_game_are_not_found(phone: Phone) -> None:
    assert phone.get("/g/AAAAAAAAAAAAAAAAAAAAAA/conflicts").status == 404


@pytest.mark.parametrize(
    "text", ["{% import 'x' as x %}", "{% include x %}", "{{ x|sort }}", "{{ x is odd }}", "{{ _(x) }}"]
)
def test_unsupported_template_is_rejected(text: str) -> None:
    compiler = TemplateCompiler(Environment(loader=DictLoader({"page": text}), autoescape=True))
    with pytest.raises(UnsupportedTemplate):
        compiler.compile("page")
