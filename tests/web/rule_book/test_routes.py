"""The rule book as a page: public, for a game, and searched."""

import pytest
from flask import Flask

from tests.support.html import Node
from tests.support.pages import PERMISSIONS, Game, Phone, Response, preset, start
from trexscore.db.game_links import read_seat_tokens
from trexscore.db.models import db
from trexscore.i18n import LANGUAGES
from trexscore.i18n.rule_book import rule_book
from trexscore.rules.house_rules import VOID_REASONS
from trexscore.rules.presets import PRESETS, STANDARD_PRESET

SLUGS = [difference.slug for section in rule_book(STANDARD_PRESET.rules) for difference in section.source_differences]


def _is_visible(node: Node) -> bool:
    hidden = node
    while hidden.parent is not None:
        if "hidden" in hidden.attrs:
            return False
        hidden = hidden.parent
    return True


def _visible_parts(response: Response) -> list[Node]:
    return [part for part in response.root.find(data_part="") if _is_visible(part)]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", PRESETS)
def test_rule_book_opens_for_every_preset(site: Flask, name: str, code: str) -> None:
    response = Phone(site, code).get(f"/rules?preset={name}")
    assert response.status == 200
    assert response.root.find_one("option", selected="").attrs["value"] == name
    assert len(_visible_parts(response)) > len(SLUGS)
    assert not _is_visible(response.root.find_one(data_no_matches=""))


def test_unknown_preset_shows_standard_rules(phone: Phone) -> None:
    for address in ("/rules", "/rules?preset=no-such-thing"):
        assert phone.get(address).root.find_one("option", selected="").attrs["value"] == "standard"


def test_rule_points_have_addresses(phone: Phone) -> None:
    page = phone.get("/rules").root
    points = page.find("details", class_="point")
    assert [point.attrs["id"] for point in points] == SLUGS
    assert all(point.find_one("a").attrs["href"] == f"#{point.attrs['id']}" for point in points)
    for link in page.find_one(class_="contents").find("a"):
        assert page.find(id=link.attrs["href"][1:])


def test_rule_book_of_game_shows_its_rules(site: Flask, phone: Phone) -> None:
    denexa = start(site, **preset("denexa"))
    page = phone.get(denexa.path("/rules")).root
    [point] = page.find("details", id="own-doubled-card")
    assert point.find_one(class_="point__answer").text.startswith("It costs double, and the player who led the trick")
    assert not page.find("select")
    assert page.find_one(class_="page-note").text == "House rules: Denexa"


def test_rule_book_of_game_names_changes(site: Flask, phone: Phone) -> None:
    changed_game = start(site, house_rules={"preset": "standard", "options": {"diamond_points": 12}})
    page = phone.get(changed_game.path("/rules")).root
    assert page.find_one(class_="page-note").text == "House rules: Standard, changed"
    assert "\u221212" in page.find_one(id="diamond-points").text


@pytest.mark.parametrize("permission", PERMISSIONS)
def test_rule_book_opens_with_every_link(phone: Phone, game: Game, permission: str) -> None:
    response = phone.get(game.path("/rules", permission))
    assert response.status == 200
    assert response.headers["Content-Language"] == "en"
    links = [link.attrs["href"] for link in phone.get(game.path("/menu", permission)).root.find("a")]
    assert game.path("/rules", permission) in links


def test_rule_book_of_unknown_game_is_not_found(phone: Phone) -> None:
    assert phone.get("/g/AAAAAAAAAAAAAAAAAAAAAA/rules").status == 404


def test_home_and_house_rules_link_to_rule_book(phone: Phone, game: Game) -> None:
    assert "/rules" in [link.attrs["href"] for link in phone.get("/").root.find("a")]
    links = [link.attrs["href"] for link in phone.get(game.path("/house-rules")).root.find("a")]
    assert game.path("/rules") in links


def test_house_rules_link_to_rule_points(phone: Phone, game: Game) -> None:
    for link in phone.get(game.path("/house-rules")).root.find("a", class_="rule__more"):
        address, _, slug = link.attrs["href"].partition("#")
        assert address == game.path("/rules")
        assert slug in SLUGS


@pytest.mark.parametrize(
    ("code", "query", "slug"),
    [
        ("en", "blanket pillow", "pillow-and-blanket"),
        ("en", "QUADRUPLE", "four-times-the-value"),
        ("en", "-500", "total-of-a-combined-deal"),
        ("ar", "مخده", "pillow-and-blanket"),
        ("ar", "المَخدّة", "pillow-and-blanket"),
        ("ar", "ادني", "scorekeeper"),
        ("ar", "500", "total-of-a-combined-deal"),
        ("fr", "egalite", "first-king"),
        ("de", "decke kissen", "pillow-and-blanket"),
    ],
)
def test_search_shows_only_matches(site: Flask, code: str, query: str, slug: str) -> None:
    response = Phone(site, code).get(f"/rules?q={query}")
    slugs = [part.attrs.get("id") for part in _visible_parts(response)]
    assert slug in slugs
    assert len(slugs) < len(SLUGS) / 2
    assert response.root.find_one("input", name="q").attrs["value"] == query
    assert not _is_visible(response.root.find_one(data_no_matches=""))


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(
    ("query", "slug"),
    [
        ("شيخ", "king-of-hearts-points"),
        ("الختيار", "which-cards"),
        ("khityar", "king-of-hearts-points"),
        ("بنات", "queen-points"),
        ("ديناري", "diamond-points"),
        ("ltoush", "trick-points"),
        ("واللطوش", "trick-points"),
        ("trix", "trex-points"),
        ("تركس", "trex-layout"),
        ("tadbil", "own-doubled-card"),
        ("تدبيل", "which-cards"),
        ("mamlaka", "kingdoms-of-partners"),
        ("كومبلكس", "what-complex-means"),
        ("شراكة", "score-of-a-team"),
        ("طلب", "order-of-contracts"),
        ("مخدة", "pillow-and-blanket"),
    ],
)
def test_search_knows_levantine_words_in_every_language(site: Flask, code: str, query: str, slug: str) -> None:
    assert slug in [part.attrs.get("id") for part in _visible_parts(Phone(site, code).get(f"/rules?q={query}"))]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(
    ("query", "slug"),
    [
        ("lutoosh", "trick-points"),
        ("Eltoosh", "stacking-tricks"),
        ("slapping", "trick-points"),
        ("femmes", "queen-points"),
        ("femmes doublées", "which-cards"),
        ("roi de coeurs", "king-of-hearts-points"),
        ("roi de cœurs", "king-of-hearts-points"),
        ("Herz-König", "king-of-hearts-points"),
        ("Damen", "queen-points"),
        ("Sammlungen", "trick-points"),
        ("Königreich", "kingdoms-of-partners"),
        ("Kontrakt", "order-of-contracts"),
        ("eldest hand", "who-leads"),
        ("Fan Tan", "trex-layout"),
        ("card domino", "trex-layout"),
        ("stops", "trex-layout"),
        ("open twos", "exposed-twos"),
        ("hearts-broken", "leading-hearts"),
        ("crosswise", "stacking-tricks"),
    ],
)
def test_search_knows_words_of_sources(site: Flask, code: str, query: str, slug: str) -> None:
    assert slug in [part.attrs.get("id") for part in _visible_parts(Phone(site, code).get(f"/rules?q={query}"))]


def test_howto_book_explains_when_hearts_may_lead(phone: Phone) -> None:
    text = phone.get("/rules?preset=howto").root.find_one("main").text
    assert "once a heart has been thrown; until then, only by a player with nothing else." in text


def test_rule_book_says_redeal_shows_hand(phone: Phone) -> None:
    assert "A player who asks for a redeal shows their hand." in phone.get("/rules").root.find_one("main").text


@pytest.mark.parametrize(
    ("code", "queries", "slug"),
    [
        ("en", ("renege", "revoke", "Revoking"), "suit-not-followed"),
        ("en", ("tie", "tie-break", "draw"), "ties"),
        ("en", ("redeal", "re-deal", "thrown in"), "redeal-for-twos"),
        ("en", ("misdeal",), "misdeal"),
        ("en", ("slap", "trick"), "trick-points"),
        ("en", ("pillow", "cushion"), "pillow-and-blanket"),
        ("en", ("partner", "teams"), "playing-with-partners"),
        ("en", ("money",), "settling-up"),
        ("fr", ("renonce", "fournir"), "suit-not-followed"),
        ("fr", ("égalité", "ex æquo", "ex aequo"), "ties"),
        ("fr", ("maldonne",), "misdeal"),
        ("de", ("Unentschieden", "gleichstand"), "ties"),
        ("de", ("Renonce", "Farbzwang"), "suit-not-followed"),
        ("de", ("neu geben",), "redeal-for-twos"),
        ("ar", ("تعادل", "التعادل"), "ties"),
        ("ar", ("غش", "مخالفة"), "suit-not-followed"),
        ("ar", ("إعادة", "توزيع غلط"), "misdeal"),
    ],
)
def test_search_knows_common_names(site: Flask, code: str, queries: tuple[str, ...], slug: str) -> None:
    for query in queries:
        slugs = [part.attrs.get("id") for part in _visible_parts(Phone(site, code).get(f"/rules?q={query}"))]
        assert slug in slugs, query
        assert len(slugs) < len(SLUGS) / 2, query


def test_search_matches_beginnings_of_words(phone: Phone) -> None:
    slugs = [part.attrs.get("id") for part in _visible_parts(phone.get("/rules?q=tie"))]
    assert "ties" in slugs
    assert "signs" not in slugs


def test_search_hides_empty_sections(phone: Phone) -> None:
    page = phone.get("/rules?q=blanket").root
    assert [section.find_one("h2").text for section in page.find(class_="book") if _is_visible(section)] == ["Doubling"]


@pytest.mark.parametrize("book", ["/rules?preset=german&q=", "game"])
def test_search_without_matches_leads_back(phone: Phone, game: Game, book: str) -> None:
    address = game.path("/rules?q=") if book == "game" else book
    response = phone.get(f"{address}xyzzy")
    assert not _visible_parts(response)
    empty = response.root.find_one(data_no_matches="")
    assert _is_visible(empty)
    whole_book = phone.get(empty.find_one("a").attrs["href"])
    assert len(_visible_parts(whole_book)) > len(SLUGS)
    assert whole_book.path == response.path


def test_search_text_is_escaped(phone: Phone) -> None:
    response = phone.get("/rules?q=%3Cb%3E%22%25(x)s" + "a" * 500)
    assert response.status == 200
    assert not response.page.faults
    assert len(response.root.find_one("input", name="q").attrs["value"]) == 100


def record_links(page: Response) -> dict[str, list[str]]:
    """The links from each rule point to the page that records it."""
    points = page.root.find("details", class_="point")
    links_by_slug = {
        point.attrs["id"]: [link.attrs["href"] for link in point.find("a", class_="point__action")] for point in points
    }
    return {slug: links for slug, links in links_by_slug.items() if links}


def test_rule_points_link_to_recording(site: Flask, phone: Phone) -> None:
    game = start(site, **preset("partnership"))
    links_by_slug = record_links(phone.get(game.path("/rules")))
    reasons = {
        link.rpartition("reason=")[2] for links in links_by_slug.values() for link in links if "/voids/new" in link
    }
    assert reasons == {*VOID_REASONS}
    assert links_by_slug["suit-not-followed"] == [game.path("/deals/new?renege=ask")]
    assert links_by_slug["ties"] == [game.path("/result")]
    for link in (link for links in links_by_slug.values() for link in links):
        response = phone.get(link)
        assert response.status == 200
        reason = link.rpartition("reason=")[2]
        assert "/voids/new" not in link or response.fields("/voids")["reason"] == reason


def test_unplayed_rule_points_have_no_record_link(phone: Phone, game: Game) -> None:
    links_by_slug = record_links(phone.get(game.path("/rules")))
    assert "redeal-for-twos" in links_by_slug
    assert not {"redeal-with-partners", "queens-split-evenly"} & links_by_slug.keys()


def test_revoke_point_without_rule_has_no_record_link(site: Flask, phone: Phone) -> None:
    game = start(site, **preset("standard", renege="none"))
    assert "suit-not-followed" not in record_links(phone.get(game.path("/rules")))


def test_record_links_need_scorer(site: Flask, phone: Phone, game: Game) -> None:
    phone.send(phone.get(game.path("/links/players", "own")), "/links")
    with site.app_context():
        seat = read_seat_tokens(db.session(), game.game_id)["B"]
    for address in ("/rules", game.path("/rules", "read"), f"/g/{seat}/rules"):
        assert not record_links(phone.get(address))
    for path in ("/deals/new?renege=ask", "/voids/new?reason=misdeal"):
        assert phone.get(f"/g/{seat}{path}").status == 403
