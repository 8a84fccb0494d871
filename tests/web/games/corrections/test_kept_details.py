"""A correction keeps data that its form does not show, reports a changed winner, and asks before it removes a deal."""

from typing import Any

from flask import Flask

from tests.rules.test_tie_break import DIAMONDS as TIE_BREAK
from tests.support.pages import Phone, preset, start
from tests.support.tables import DIAMONDS, TREX
from tests.support.whole_games import whole_game
from tests.web.games.deals.test_tie_break import tied_game_of


def _queens(**spades: str) -> dict[str, Any]:
    own_capture = {"taken_by": "B", "doubled_by": "B", "led_by": "D"}
    queens = {
        "hearts": own_capture,
        "spades": {"taken_by": "A", **spades},
        "diamonds": {**own_capture},
        "clubs": {"taken_by": "C"},
    }
    return {"king": "A", "contracts": ["queens"], "captures": {"queens": queens}}


def test_correction_keeps_leaders_not_asked_for(site: Flask, phone: Phone) -> None:
    game = start(site, _queens())
    form = phone.get(game.path("/deals/6/correct"))
    page = phone.send(form, "/deals/6/correct", QS_taken_by="D")
    assert "Who led the trick" not in page.root.find_one("main").text
    phone.send(page, game.path("/corrections"), usual="typed")
    queens = game.file()["deals"][0]["captures"]["queens"]
    assert queens == {**_queens()["captures"]["queens"], "spades": {"taken_by": "D"}}


def test_preview_reports_changed_winner(site: Flask, phone: Phone) -> None:
    deals = whole_game("standard", 5)["deals"]
    game = start(site, *deals, first_king=deals[0]["king"])
    trex_index = next(index for index, deal in enumerate(deals) if deal["contracts"] == ["trex"])
    state = phone.client.get(f"/api/games/{game.read}/state").get_json()
    totals = state["result"]["totals"]
    loser, winner = min(totals, key=totals.__getitem__), max(totals, key=totals.__getitem__)
    adjustment = {"adjustment": {loser: 2000, winner: -2000}, "reason": "agreed"}
    game.add_entry(adjustment)
    seq = phone.client.get(f"/api/games/{game.read}/state").get_json()["seq"]
    page = phone.get(game.path(f'/corrections/new?changes=[{{"seq":{seq},"entry":null}}]'))
    names = dict(zip("ABCD", state["players"], strict=True))
    winner_text = page.root.find_one("p", class_="correction__winner").text.translate({0x2068: None, 0x2069: None})
    assert winner_text == f"The winner changes: {names[loser]} before, {names[winner]} now."
    void_preview = phone.get(
        game.path(f'/corrections/new?changes=[{{"seq":{6 + trex_index},"entry":{{"void":{{}}}}}}]')
    )
    assert not void_preview.root.find("p", class_="correction__winner")


def test_correction_removes_deal_only_after_question(site: Flask, phone: Phone) -> None:
    game = start(site, DIAMONDS, TREX)
    form = phone.get(game.path("/deals/6/correct?contracts=trex"))
    finishes = {f"trex_{index}": seat for index, seat in enumerate(TREX["captures"]["trex"], 1)}
    page = phone.send(form, "/deals/6/correct", **finishes)
    removals = page.root.find("details", class_="impossible__remove")
    assert removals
    assert all("its points are removed for everyone" in removal.text for removal in removals)
    assert [link.text for removal in removals for link in removal.find("a")] == ["Remove entry"]


def test_rule_correction_asks_for_missing_leader(site: Flask, phone: Phone) -> None:
    deal = {
        **_queens(),
        "captures": {
            "queens": {suit: {"taken_by": "B", "doubled_by": "B"} for suit in ("hearts", "spades", "diamonds", "clubs")}
        },
    }
    game = start(site, deal)
    page = phone.send(
        phone.get(game.path("/corrections/house-rules")), "/corrections/house-rules", **leader_gains_field()
    )
    link = next(node for node in page.root.find("a", class_="button") if node.text == "Correct as well")
    assert "/deals/6/correct?" in link.attrs["href"]


def leader_gains_field() -> dict[str, str]:
    """The form field for Denexa's rule that the leader of the trick gains."""
    assert preset("denexa")
    return {"own_capture": "leader_gains"}


def test_tie_break_deal_is_removed_not_corrected(site: Flask, phone: Phone) -> None:
    game = tied_game_of(site, TIE_BREAK)
    seq = phone.client.get(f"/api/games/{game.read}/state").get_json()["seq"]
    dispute_page = phone.get(game.path(f"/deals/{seq}/dispute"))
    assert "Remove this entry" in dispute_page.text
    assert "Reason for the void deal" not in dispute_page.text
    assert phone.get(game.path(f"/deals/{seq}/correct")).path == game.path(f"/deals/{seq}/dispute")
