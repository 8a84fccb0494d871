"""Starting a game: names, house rules, the first king."""

import re

import pytest
from flask import Flask

from tests.support.in_turn import in_turn
from tests.support.pages import ARABIC_NAMES, NAMES, SEATS, Game, Phone, Response
from trexscore.db.game_links import read_token_scope
from trexscore.i18n import LANGUAGES
from trexscore.rules.presets import PRESETS

ARABIC = re.compile(r"[\u0621-\u064a]")
RIGHT_TO_LEFT_OVERRIDE = "\u202e"


def start_by_form(phone: Phone, names: tuple[str, ...] = NAMES, /, **other_fields: str | list[str] | None) -> Response:
    fields = {f"name_{seat}": name for seat, name in zip(SEATS, names, strict=True)}
    return phone.send(phone.get("/games/new"), "/games", **fields, **other_fields)


def started_game(site: Flask, page: Response) -> Game:
    token = page.path.split("/")[2]
    with site.app_context():
        scope = read_token_scope(token)
    assert scope is not None
    assert scope.permission == "own"
    return Game(site, scope.game_id, token, token, token)


@pytest.mark.parametrize("name", PRESETS)
def test_chosen_preset_is_used_without_script(site: Flask, phone: Phone, name: str) -> None:
    game = started_game(site, start_by_form(phone, preset=name))
    assert game.file()["house_rules"] == {"preset": name, "options": {}}


def test_options_filled_by_script_are_not_changes(site: Flask, phone: Phone) -> None:
    fields = {"preset": "complex", "filled_with": "complex", "combining": "all_four", "own_capture": "leader_gains"}
    game = started_game(site, start_by_form(phone, **fields))
    assert game.file()["house_rules"] == {"preset": "complex", "options": {}}


def test_option_changed_after_preset_is_kept(site: Flask, phone: Phone) -> None:
    fields = {"preset": "complex", "filled_with": "complex", "combining": "none", "own_capture": "leader_gains"}
    game = started_game(site, start_by_form(phone, **fields))
    assert game.file()["house_rules"]["options"] == {"combining": "none"}


CHANGED_OPTIONS: list[tuple[dict[str, str | list[str]], dict[str, object]]] = [
    ({"doubling": "off"}, {"doubling": "off"}),
    ({"partnership": "yes"}, {"partnership": True}),
    ({"queen_points": "٣٠"}, {"queen_points": 30}),
    ({"diamond_points": "\u221210"}, {"diamond_points": -10}),
    ({"trex_points": "200، 150، 100، \u221250"}, {"trex_points": [200, 150, 100, -50]}),
    ({"redeals": ["four_twos"]}, {"redeals": ["four_twos"]}),
    ({"redeals": []}, {"redeals": []}),
    ({"doubling_when_combined": "no"}, {"doubling_when_combined": False}),
]


@pytest.mark.parametrize(("fields", "options", "language"), in_turn(CHANGED_OPTIONS))
def test_changed_options_are_kept(
    site: Flask, fields: dict[str, str | list[str]], options: dict[str, object], language: str
) -> None:
    game = started_game(site, start_by_form(Phone(site, language), **fields))
    assert game.file()["house_rules"] == {"preset": "standard", "options": options}


def test_house_rules_page_names_changes(site: Flask, phone: Phone) -> None:
    game = started_game(site, start_by_form(phone, queen_points="30"))
    page = phone.get(game.path("/house-rules"))
    assert "30" in page.root.find_one("main").text
    assert page.root.find("p", class_="page-note")


INVALID_OPTIONS: dict[str, str | list[str]] = {
    "queen_points": "many",
    "trick_points": "1.5",
    "diamond_points": "9" * 300,
    "trex_points": "200 150 100",
    "doubling": "always",
    "redeals": ["boredom"],
}


@pytest.mark.parametrize(("option", "language"), in_turn(INVALID_OPTIONS))
def test_invalid_option_is_refused_and_kept(site: Flask, option: str, language: str) -> None:
    response = start_by_form(Phone(site, language), **{option: INVALID_OPTIONS[option]})
    assert response.status == 422
    assert response.problems
    assert response.field_errors == response.problems
    assert all(bool(ARABIC.search(problem)) == (language == "ar") for problem in response.problems)
    field = response.root.find("p", class_="problem")[0]
    assert all("open" in node.attrs for node in response.root.find("details") if field in node.walk())
    assert "open" in response.root.find_one("details", class_="rules").attrs
    assert response.fields("/games")["name_A"] == NAMES[0]
    if isinstance(INVALID_OPTIONS[option], str) and option != "doubling":
        assert response.fields("/games")[option] == INVALID_OPTIONS[option]


BAD_NAMES = {
    "bidi override": f"Amal{RIGHT_TO_LEFT_OVERRIDE}",
    "bidi isolate": "A\u2068mal",
    "control character": "A\x07mal",
    "41 characters": "x" * 41,
    "invisible": "\u200b",
    "equal to another name": " bASIL ",
    "equal except for a joiner": "Ba\u200dsil",
}


@pytest.mark.parametrize(("fault", "language"), in_turn(BAD_NAMES))
def test_invalid_name_is_refused_and_kept(site: Flask, fault: str, language: str) -> None:
    phone = Phone(site, language)
    response = start_by_form(phone, (BAD_NAMES[fault], *NAMES[1:]), queen_points="30", crown="C")
    assert response.status == 422
    assert response.problems
    assert response.root.find_one("input", name="name_A").attrs["aria-invalid"] == "true"
    assert all(bool(ARABIC.search(problem)) == (language == "ar") for problem in response.problems)
    kept_fields = response.fields("/games")
    assert (kept_fields["name_B"], kept_fields["queen_points"], kept_fields["crown"]) == ("Basil", "30", "C")
    assert str(kept_fields["name_A"]).split() == BAD_NAMES[fault].split() or fault == "control character"
    assert phone.cookie("games") is None


def test_spaces_and_isolates_of_copied_names_are_removed(site: Flask, phone: Phone) -> None:
    copied = (" \u2068Amal\u2069 ", "Abu  Ali", "\ufeff\u202bأمل\u202c", "Dani\u00a0")
    assert started_game(site, start_by_form(phone, copied, crown="A")).file()["players"] == [
        "Amal",
        "Abu Ali",
        "أمل",
        "Dani",
    ]


GOOD_NAMES = ("<script>alert(1)</script>", "👑 & \"Sons'", "x" * 40, "أبو علي")


@pytest.mark.parametrize("language", LANGUAGES)
def test_unusual_names_are_escaped(site: Flask, language: str) -> None:
    phone = Phone(site, language)
    game = started_game(site, start_by_form(phone, GOOD_NAMES, crown="A"))
    assert game.file()["players"] == list(GOOD_NAMES)
    paths = ("", "/sheet", "/phone", "/deals/new?contracts=queens", "/menu", "/adjustments/new")
    for page in [phone.get(game.path(path)) for path in paths] + [phone.get("/"), phone.get("/games")]:
        assert not page.page.faults
        assert "<script>alert" not in page.text
        assert "alert(1)" in page.root.text
    seats = phone.get(game.path()).root.find("bdi", class_="side__name")
    assert all(seat.text.endswith(name) for seat, name in zip(seats, GOOD_NAMES, strict=True))


def test_names_are_isolated_in_sentences(arabic: Phone, phone: Phone) -> None:
    assert "\u2068Amal\u2069" in start_by_form(arabic, crown="A").root.find_one("h1").text
    assert f"\u2068{ARABIC_NAMES[0]}\u2069" in start_by_form(phone, ARABIC_NAMES, crown="A").root.find_one("h1").text


@pytest.mark.parametrize("crown", [*SEATS, ""])
def test_first_king_may_be_unknown(site: Flask, phone: Phone, crown: str) -> None:
    page = start_by_form(phone, crown=crown)
    assert started_game(site, page).file().get("first_king", "") == crown
    assert len(page.root.find("a", data_king="B")) == (0 if crown else 1)


def test_invalid_first_king_is_refused(phone: Phone) -> None:
    response = start_by_form(phone, crown="E")
    assert response.status == 422
    assert response.problems


def test_same_form_twice_starts_one_game(phone: Phone) -> None:
    fields = {f"name_{seat}": name for seat, name in zip(SEATS, NAMES, strict=True)}
    form = phone.get("/games/new")
    assert phone.send(form, "/games", **fields).path == phone.send(form, "/games", **fields).path


def test_names_of_earlier_games_are_offered(phone: Phone) -> None:
    assert not phone.get("/games/new").root.find("datalist")
    start_by_form(phone)
    datalist = phone.get("/games/new").root.find_one("datalist")
    assert [option.attrs["value"] for option in datalist.find("option")] == list(NAMES)


def test_examples_of_doubling_hold_whatever_else_is_changed(phone: Phone) -> None:
    """The fields below them may make the king of hearts cost more, or losses plus."""
    page = phone.get("/games/new").root.text
    assert "A king of hearts at 75 costs 150, and the player who led gains 75, even if they held it." in page
    assert "A king of hearts at 75 costs 300." in page
    assert "King of hearts: −" not in page


def test_unknown_preset_is_refused(phone: Phone) -> None:
    response = start_by_form(phone, preset="bridge")
    assert response.status == 422


def test_rematch_keeps_players_and_rules(site: Flask, phone: Phone) -> None:
    game = started_game(site, start_by_form(phone, preset="denexa", queen_points="30", crown="B"))
    token = phone.token
    rematch = started_game(site, phone.post(game.path("/rematch"), {"csrf_token": token}))
    assert rematch.game_id != game.game_id
    assert rematch.file() == {key: value for key, value in game.file().items() if key != "first_king"}


@pytest.mark.parametrize(("language", "placeholder"), [("en", "Player {}"), ("ar", "لاعب {}"), ("de", "Spieler {}")])
def test_empty_seat_gets_its_placeholder_name(site: Flask, language: str, placeholder: str) -> None:
    phone = Phone(site, language)
    page = phone.get("/games/new")
    placeholders = [node.attrs["placeholder"] for node in page.root.find("input", class_="name")]
    assert placeholders == [placeholder.format(n) for n in ("١٢٣٤" if language == "ar" else "1234")]
    game = started_game(site, phone.send(page, "/games", name_B="Huda", name_C="  "))
    assert game.file()["players"] == [placeholders[0], "Huda", *placeholders[2:]]


def test_name_of_empty_seat_is_refused(phone: Phone) -> None:
    response = phone.send(phone.get("/games/new"), "/games", name_A="Player 3")
    assert response.status == 422
    assert response.root.find("input", aria_invalid="true")
