"""Access to the pages of a game: owner, scorer, view-only link, and unknown token."""

import pytest
from flask import Flask

from tests.support.game.forms import FORMS_WITHOUT_EFFECT, READER_FORMS, SCORER_FORMS
from tests.support.pages import OWN_PAGES, PERMISSIONS, READ_PAGES, WRITE_PAGES, Fields, Game, Phone, start

# In one language, because test_markup opens the same pages in all languages.
READ_ADDRESSES = (*READ_PAGES, "/game.json", "/journal.json")
REDIRECTS = {"/announcements/new", "/conflicts", "/corrections/new", "/result", "/tie-break"}
"""What redirects in a new game, and has its own tests."""
WRITING = ("/new", "/deals", "/dispute", "/correct", "/corrections", "/corrections/game", "/king")
UNKNOWN_TOKENS = ("A" * 22, "x", "..", "%00", "é", "A" * 500, "a b", "'; DROP TABLE game; --")


@pytest.fixture
def finished(site: Flask) -> Game:
    deals = [{"king": king, "contracts": ["trex"], "captures": {"trex": ["A", "B", "C", "D"]}} for king in "ABCD"]
    penalties = [
        {
            "king": king,
            "contracts": ["king_of_hearts", "queens", "diamonds", "collections"],
            "captures": _captures_of_everything("D"),
        }
        for king in "ABCD"
    ]
    all_deals = [deal for pair in zip(penalties, deals, strict=True) for deal in pair]
    return start(site, *all_deals, house_rules={"preset": "complex"})


def _captures_of_everything(seat: str) -> dict[str, object]:
    """Captures of each contract in which one player takes everything."""
    counts = {letter: 13 if letter == seat else 0 for letter in "ABCD"}
    card = {"taken_by": seat}
    queens = {suit: dict(card) for suit in ("hearts", "spades", "diamonds", "clubs")}
    return {"king_of_hearts": card, "queens": queens, "diamonds": counts, "tricks": counts}


@pytest.mark.parametrize("permission", PERMISSIONS)
def test_pages_of_game_follow_permission(phone: Phone, game: Game, permission: str) -> None:
    expected = {
        **dict.fromkeys(READ_ADDRESSES, 200),
        **dict.fromkeys(WRITE_PAGES, 403 if permission == "read" else 200),
        **dict.fromkeys(OWN_PAGES, 200 if permission == "own" else 403),
    }
    assert {path: phone.get(game.path(path, permission)).status for path in expected} == expected


def test_every_page_of_a_game_is_opened(site: Flask) -> None:
    opened = {path.partition("?")[0] for path in (*READ_ADDRESSES, *WRITE_PAGES, *OWN_PAGES)}
    served = {
        rule.rule.removeprefix("/g/<token>")
        for rule in site.url_map.iter_rules()
        if rule.rule.startswith("/g/<token>") and len(rule.arguments) == 1 and "GET" in (rule.methods or ())
    }
    assert served - opened == REDIRECTS, "Add a new page to the lists of tests/support/pages.py."


@pytest.mark.parametrize("permission", PERMISSIONS)
def test_result_opens_with_every_link(phone: Phone, finished: Game, permission: str) -> None:
    response = phone.get(finished.path("/result", permission))
    assert (response.status, response.path) == (200, finished.path("/result", permission))
    assert bool(response.root.find("form")) == (permission != "read")


def test_view_only_link_saves_nothing(phone: Phone, game: Game) -> None:
    form_data: Fields = {"csrf_token": phone.token, "king": "A", "after": "5"}
    status_and_seq = {
        form.action: (phone.post(game.path(form.action, "read"), {**form_data, **form.fields}).status, game.seq())
        for form in SCORER_FORMS
    }
    assert status_and_seq == dict.fromkeys(status_and_seq, (403, 5))


def test_every_form_is_listed(site: Flask) -> None:
    match = site.url_map.bind("localhost").match
    listed = {match(f"/g/x{form.action}", "POST", return_rule=True)[0].rule for form in (*SCORER_FORMS, *READER_FORMS)}
    rules = {rule.rule for rule in site.url_map.iter_rules() if "POST" in (rule.methods or ())}
    missing = {rule for rule in rules if rule.startswith("/g/<token>")} - listed - FORMS_WITHOUT_EFFECT
    assert not missing, "Add the form to tests/support/game/forms.py."


def test_pages_of_unknown_token_are_not_found(phone: Phone) -> None:
    pages = [phone.get(f"/g/{UNKNOWN_TOKENS[0]}{path}") for path in (*READ_ADDRESSES, *WRITE_PAGES, "/result")]
    assert not [page.path for page in pages if page.status != 404 or UNKNOWN_TOKENS[0] in page.text]


def test_malformed_token_is_not_found(phone: Phone) -> None:
    assert {token: phone.get(f"/g/{token}").status for token in UNKNOWN_TOKENS} == dict.fromkeys(UNKNOWN_TOKENS, 404)


def test_form_addresses_refuse_get(phone: Phone, game: Game) -> None:
    for path in ("/deals", "/voids", "/adjustments", "/undo", "/rematch"):
        response = phone.get(game.path(path))
        assert response.status == 405, path
        assert "POST" in response.headers["Allow"], path


def test_pages_refuse_post(phone: Phone, game: Game) -> None:
    form_data: Fields = {"csrf_token": phone.token}
    for path in ("/deals/new", "/voids/new", "/sheet", "/result", "/house-rules", "/rules", ""):
        assert phone.post(game.path(path), form_data).status == 405, path
    assert game.seq() == 5


@pytest.mark.parametrize("permission", PERMISSIONS)
def test_pages_show_no_stronger_link(phone: Phone, game: Game, permission: str) -> None:
    stronger = {"own": (), "write": ("own",), "read": ("own", "write")}[permission]
    paths = [*READ_ADDRESSES, *WRITE_PAGES, "/result"]
    pages = [phone.get(game.path(path, permission)) for path in paths] + [phone.get("/"), phone.get("/games")]
    for stronger_permission in stronger:
        assert not [page.path for page in pages if game.token(stronger_permission) in page.text + str(page.headers)]


def test_pages_show_no_link_of_other_game(phone: Phone, game: Game, site: Flask) -> None:
    other_game = start(site)
    pages = [phone.get(game.path(path, "own")) for path in [*READ_ADDRESSES, *WRITE_PAGES]]
    assert not [page.path for page in pages for permission in PERMISSIONS if other_game.token(permission) in page.text]


@pytest.mark.parametrize("path", ["", "/sheet", "/links", "/house-rules", "/result"])
def test_view_only_pages_offer_no_forms(phone: Phone, finished: Game, game: Game, path: str) -> None:
    for shown_game in (game, finished):
        page = phone.get(shown_game.path(path, "read"))
        assert [form.attrs["action"] for form in page.root.find("form") if "/forget" not in form.attrs["action"]] == []
        addresses = [node.attrs["href"] for node in page.root.find("a")]
        assert not [address for address in addresses if address.endswith(WRITING)]


def test_links_are_replaced_by_owner_only(phone: Phone, game: Game) -> None:
    assert phone.get(game.path("/links/replacement", "own")).root.find("input", name="kind", value="read")
    assert phone.get(game.path("/links/replacement", "write")).status == 403
    token = phone.token
    assert phone.post(game.path("/links", "write"), {"csrf_token": token, "kind": "read"}).status == 403
    assert phone.get(game.path("", "read")).status == 200
