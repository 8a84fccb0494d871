"""Captures from points: possible ways, and a deal form that opens filled in."""

from pathlib import Path
from urllib.parse import quote

import pytest
from flask import Flask
from sqlalchemy import text

from tests.support.pages import Game, Phone, Response, preset, result_of_file, start
from tests.support.sites import site_in
from tests.support.whole_games import whole_game
from tests.web.games.sign_off.test_routes import player_tokens
from trexscore.db.models import db

TREX = {"king": "A", "contracts": ["trex"], "captures": {"trex": list("ABCD")}}


def points_page(phone: Phone, game: Game, *totals: object, **extra: str) -> Response:
    """The page with the ways to get these four points."""
    query = dict(zip("ABCD", map(str, totals), strict=False)) | extra
    return phone.get(game.path("/from-points?" + "&".join(f"{name}={quote(value)}" for name, value in query.items())))


def form_values(page: Response) -> dict[str, str]:
    """The values of a deal form that has just opened."""
    assert page.path.endswith("/deals/new"), page.root.find_one("main").text
    return {name: str(value) for name, value in page.fields("/deals").items()}


def listed_ways(page: Response) -> list[str]:
    assert "/from-points/" in page.path
    return [row.text for row in page.root.find("ul", class_="meaning__links")[0].find("a")]


def test_captures_are_found_from_points(site: Flask, phone: Phone) -> None:
    file = whole_game("no_doubling", 11)
    game = start(site, **preset("no_doubling"))
    recovered = 0
    for deal, scored in zip(file["deals"], result_of_file(file)["deals"], strict=True):
        page = points_page(phone, game, *scored["points"].values(), contracts=deal["contracts"][0])
        if page.path.endswith("/deals/new"):
            phone.send(page, "/deals")
            assert game.file()["deals"][-1] == deal
            recovered += 1
        else:  # points do not determine who took which queen
            assert deal["contracts"] == ["queens"]
            game.add_entry(deal)
    assert recovered >= 16
    assert game.file()["deals"] == file["deals"]


@pytest.mark.parametrize(
    "typed",
    [
        ("-30", "-40", "-60", "0"),
        ("−30", "–40", "—60", ""),
        ("٣٠-", "-٤٠", "−٦٠", "\u0660"),
        (" -30 ", "\u201140", "\u200e-60", "+0"),
        ("-30, -40, -60, 0",),
        ("−30\t−40\t−60\t0", "", "", ""),
        ("۳۰- ۴۰- ۶۰- \u06f0",),
        ("-30 -40 -60",),
    ],
)
def test_points_are_read_in_any_notation(phone: Phone, game: Game, typed: tuple[str, ...]) -> None:
    fields = form_values(points_page(phone, game, *typed))
    assert [fields[f"diamonds_{seat}"] for seat in "ABCD"] == ["3", "4", "6", "0"]
    assert game.seq() == 5


def test_ways_are_listed_simplest_first(phone: Phone, game: Game) -> None:
    page = points_page(phone, game, -75, 0, 0, 0)
    assert [way.replace("\u2068", "").replace("\u2069", "") for way in listed_ways(page)] == [
        "Amal took the king of hearts.",
        "Amal took the king of hearts after doubling it.",
    ]
    form = phone.get(page.root.find("ul", class_="meaning__links")[0].find("a")[1].attrs["href"])
    assert (form_values(form)["KH_taken_by"], form_values(form)["KH_cover"], form_values(form)["KH_doubled_by"]) == (
        "A",
        "blanket",
        "A",
    )
    phone.send(form, "/deals")
    assert game.file()["deals"][-1]["captures"] == {"king_of_hearts": {"taken_by": "A", "doubled_by": "A"}}


def test_many_ways_are_summarized(phone: Phone, game: Game) -> None:
    page = points_page(phone, game, -25, -25, -50, 0)
    note = page.root.find_one("p", class_="meaning__note").text.replace("\u2068", "").replace("\u2069", "")
    assert note.startswith(
        "There are 1656 ways to get these points. Certain in every case: Amal took at least one queen."
    )
    assert "Dani" not in note
    assert len(listed_ways(page)) == 7
    fields = form_values(phone.get(page.root.find("ul", class_="meaning__links")[0].find("a")[0].attrs["href"]))
    assert "QS_taken_by" not in fields  # takers of single queens are unknown, so they stay empty


@pytest.mark.parametrize(
    ("totals", "message"),
    [
        ((-25, -25, -50, 5), "These four add up to −95."),
        ((-40, -60, 0, 0), "is right, but no cards taken can give exactly these numbers"),
        ((-1, -1, -1, ""), "These points are impossible, whatever the fourth number is."),
        ((999_999, 0, 0, 0), "These four add up to 999999."),
    ],
)
def test_impossible_points_are_refused_with_reason(
    phone: Phone, game: Game, totals: tuple[object, ...], message: str
) -> None:
    page = points_page(phone, game, *totals)
    assert page.status == 200
    assert message in page.root.find_one("section", class_="problems").text.replace("\u2068", "").replace("\u2069", "")
    assert not page.root.find(class_="meaning")


def test_missing_minus_is_suggested(phone: Phone, game: Game) -> None:
    page = points_page(phone, game, 50, 40, 30, 10)
    (way,) = page.root.find("ul", class_="meaning__links")[0].find("a")
    assert way.text.replace("\u2068", "").replace("\u2069", "") == "Diamonds −50, −40, −30, −10"
    fields = form_values(phone.get(way.attrs["href"]))
    assert [fields[f"diamonds_{seat}"] for seat in "ABCD"] == ["5", "4", "3", "1"]
    suggestion = points_page(phone, game, -75, 150, 0, 0, contracts="king_of_hearts").root.find_one("main").text
    assert "75, −150" in suggestion.replace("\u2068", "").replace("\u2069", "")
    assert "Possible with other signs" in points_page(phone, game, 50, 40, 30, "").root.find_one("main").text
    assert "Possible with other signs" not in points_page(phone, game, 50, 40, 30, 11).root.find_one("main").text


def test_other_contract_is_suggested(phone: Phone, game: Game) -> None:
    page = points_page(phone, game, -75, 0, 0, 0, contracts="queens")
    problems = page.root.find_one("section", class_="problems").text
    assert "Queens can’t give these points." in problems
    assert "−75" in problems
    assert "−100" in problems
    assert "King of hearts" in page.root.find_one("h3", class_="meaning__title").text


def test_contract_already_played_is_reported(site: Flask, phone: Phone) -> None:
    game = start(site, TREX)
    problems = points_page(phone, game, 200, 150, 100, 50).root.find_one("section", class_="problems").text
    assert "It could be Trex, but" in problems
    assert "Amal" in problems


def test_announced_doubling_limits_ways(phone: Phone, game: Game) -> None:
    game.add_entry({"announced": {"king": "A", "contracts": ["king_of_hearts"], "doubled": {"king_of_hearts": "A"}}})
    fields = form_values(points_page(phone, game, -75, 0, 0, 0, contracts="king_of_hearts"))
    assert (fields["KH_taken_by"], fields["KH_doubled_by"]) == ("A", "A")


def test_chosen_king_is_kept(site: Flask, phone: Phone) -> None:
    game = start(site, TREX, first_king="A", **preset("combination", next_king="agreed", combining="none"))
    for contract, captures in (
        ("king_of_hearts", {"king_of_hearts": {"taken_by": "B"}}),
        ("queens", {"queens": {suit: {"taken_by": "B"} for suit in ("hearts", "spades", "diamonds", "clubs")}}),
        ("diamonds", {"diamonds": {"A": 13, "B": 0, "C": 0, "D": 0}}),
        ("collections", {"tricks": {"A": 13, "B": 0, "C": 0, "D": 0}}),
    ):
        game.add_entry({"king": "A", "contracts": [contract], "captures": captures})
    assert points_page(phone, game, 200, 150, 100, 50).path == game.path("")
    page = points_page(phone, game, 200, 150, 100, 50, king="C")
    phone.send(page, "/deals")
    assert game.file()["deals"][-1]["king"] == "C"


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("A=x&B=1", "Enter a number of points instead of “x”."),
        ("A=1&B=2", "Leave at most one number empty."),
        ("A=1+2+3+4+5", "Enter four numbers, one for each player."),
        ("A=--5&B=0&C=0&D=0", "Enter a number of points instead of “--5”."),
        ("A=5.5&B=0&C=0&D=0", "Enter a number of points instead of “5.5”."),
        ("A=" + "9" * 70, "Enter a number of points instead of"),
        ("A=" + "x" * 9000, "Enter a number of points instead of “" + "x" * 80 + "”"),
        ("A=%00%ff&B=%3Cscript%3E", "Enter a number of points instead of"),
    ],
)
def test_invalid_points_are_refused(phone: Phone, game: Game, query: str, message: str) -> None:
    response = phone.get(game.path(f"/from-points?{query}"))
    assert response.status == 400
    assert any(message in problem for problem in response.problems), response.problems
    assert not response.page.faults


@pytest.mark.parametrize(
    "captures",
    [
        "x",
        "[1]",
        "{" * 400,
        '{"queens":3,"king_of_hearts":[],"diamonds":{"A":-1,"B":99,"C":"x"},"trex":["A","A"]}',
        '{"queens":{"spades":{"taken_by":"Z"}},"trex":[[],{},1,2]}',
        '{"king_of_hearts":{"taken_by":["A"]}}',
    ],
)
@pytest.mark.parametrize("contract", ["king_of_hearts", "queens", "diamonds", "trex"])
def test_invalid_captures_in_address_are_ignored(phone: Phone, game: Game, contract: str, captures: str) -> None:
    page = phone.get(game.path(f"/deals/new?contracts={contract}&captures={quote(captures)}"))
    empty = phone.get(game.path(f"/deals/new?contracts={contract}"))
    varying = {"key", "csrf_token"}
    page_fields, empty_fields = (
        {name: value for name, value in fields.items() if name not in varying}
        for fields in map(form_values, (page, empty))
    )
    assert page_fields == empty_fields


def test_filled_form_has_its_own_draft(phone: Phone, game: Game) -> None:
    def draft(page: Response) -> str:
        return page.form("/deals").attrs["data-draft"]

    page = points_page(phone, game, -30, -40, -60, 0)
    assert draft(page) != draft(phone.get(game.path("/deals/new?contracts=diamonds")))
    assert draft(phone.send(page, "/deals", diamonds_A="9")) == draft(page)  # a refused form keeps its draft


def test_points_page_needs_scorer(site: Flask, game: Game) -> None:
    tokens = player_tokens(site, Phone(site), game)
    assert Phone(site).get(f"/g/{tokens['B']}/from-points").status == 403
    assert Phone(site).get(game.path("/from-points", "read")).status == 403
    assert Phone(site).get("/g/" + "A" * 22 + "/from-points?A=1").status == 404


def test_menu_links_to_points_for_scorers(phone: Phone, game: Game) -> None:
    def links(permission: str) -> list[str]:
        page = phone.get(game.path("/menu", permission))
        return [link.text for link in page.root.find("a") if link.attrs["href"].endswith("/from-points")]

    assert links("write") == ["Points instead of cards"]
    assert links("read") == []


def test_finished_game_needs_no_points(site: Flask, phone: Phone) -> None:
    game = start(site, *whole_game("standard", 3)["deals"])
    assert points_page(phone, game, 1, 2, 3, 4).path == game.path("")


def test_searches_are_limited(tmp_path: Path) -> None:
    with site_in(tmp_path, SEARCHES_PER_MINUTE="2") as site:
        phone, game = Phone(site), start(site)
        statuses = [points_page(phone, game, -75, 0, 0, 0).status for _ in range(4)]
        assert statuses.count(429) >= 1
        assert statuses[0] == 200
        assert points_page(phone, game).status == 200  # the page without a search is not limited


@pytest.mark.parametrize("language", ["ar", "fr", "de"])
def test_ways_are_listed_in_every_language(site: Flask, game: Game, language: str) -> None:
    page = points_page(Phone(site, language), game, -125, 50, -25, 0)
    assert not page.page.faults
    assert not [way for way in listed_ways(page) if " took " in way or "doubled" in way]


def test_unknown_captures_are_saved_with_note(phone: Phone, game: Game) -> None:
    page = points_page(phone, game, -50, -50, -25, 25, contracts="queens")
    row = next(node for node in page.root.find("a") if "No one remembers" in node.text)
    phone.send(phone.get(row.attrs["href"]), "/deals")
    deal = game.file()["deals"][-1]
    assert deal["note"] == "Entered from totals. Who took what is one of several possibilities."
    assert [*result_of_file(game.file())["deals"][-1]["points"].values()] == [-50, -50, -25, 25]
    seq = game.seq()
    assert "Entered from totals" in phone.get(game.path(f"/deals/{seq}", "read")).text


def test_certain_captures_need_no_note(phone: Phone, game: Game) -> None:
    page = points_page(phone, game, -30, -40, -60, 0)
    assert "No one remembers" not in page.text
    assert "from_totals" not in form_values(page)


def test_stored_result_is_shown_in_readers_language(site: Flask, phone: Phone, game: Game) -> None:
    address = points_page(phone, game, -75, 0, 0, 0).path
    arabic = Phone(site, "ar").get(address)
    assert [way for way in listed_ways(arabic) if "شيخ الكبة" in way]
    assert not [way for way in listed_ways(arabic) if " took " in way]


def test_stored_result_has_addresses_of_readers_link(phone: Phone, game: Game) -> None:
    page = points_page(phone, game, -75, 0, 0, 0)
    key = page.path.rpartition("/")[2]
    links = phone.get(game.path(f"/from-points/{key}", "own")).root.find("ul", class_="meaning__links")[0].find("a")
    assert links
    assert all(link.attrs["href"].startswith(game.path("/deals/new", "own")) for link in links)


@pytest.mark.parametrize("stored", ['{"meanings":[],"reasons":["x"],"other_signs":[]}', "null", ""])
def test_result_of_earlier_version_is_searched_again(site: Flask, phone: Phone, game: Game, stored: str) -> None:
    old = points_page(phone, game, -75, 0, 0, 0)
    old_ways = listed_ways(old)
    older_than_reused = "2000-01-01T00:00:00Z"
    with site.app_context(), db.engine.begin() as connection:
        connection.execute(
            text("UPDATE job SET result = :stored, ended_at = :ended WHERE key = :key"),
            {"stored": stored, "ended": older_than_reused, "key": old.path.rpartition("/")[2]},
        )
    page = phone.get(old.path)
    assert page.path != old.path
    assert listed_ways(page) == old_ways
