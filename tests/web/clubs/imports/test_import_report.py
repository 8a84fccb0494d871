"""The report of an import gives its reasons in the reader's language."""

from sqlalchemy import text

from tests.support.clubs.game_imports import PEOPLE, game_file, import_games
from tests.support.clubs.people import RolePhones
from trexscore.db.models import db


def test_report_is_in_readers_language(people: RolePhones) -> None:
    """One game is refused in a job, the other during the upload; the report of both is in the reader's language."""
    people.scorer.language = "fr"
    page = import_games(people, ("a.json", game_file(1, ["Basil", "Basil", *PEOPLE[2:]])), ("b.json", b"{"))
    same_name = {"en": "Two players have the same name. Change one.", "de": "Zwei Spieler heißen gleich."}
    not_json = {"en": "This is not a game file: it is not valid JSON.", "de": "Ihr Text ist kein gültiges JSON"}
    for language, sentence in same_name.items():
        people.owner.language = language
        report_text = people.owner.get(page.path).root.find_one("main").text
        assert (sentence in report_text, not_json[language] in report_text) == (True, True), language


def test_reports_of_earlier_versions_stay_readable(people: RolePhones) -> None:
    page = import_games(people, ("a.json", b"{"))
    with people.site.app_context(), db.engine.begin() as connection:
        connection.execute(text("UPDATE imported_game SET refusals = '[\"Das ist <kein> JSON.\"]'"))
    (refused,) = people.scorer.get(page.path).root.find("li", class_="refused")
    assert [item.text for item in refused.find("ul")[0].find("li")] == ["Das ist <kein> JSON."]
