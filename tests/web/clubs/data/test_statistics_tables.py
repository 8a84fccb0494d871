"""Data tables of statistics contain all numbers that the pages show."""

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from tests.support.clubs.tables import EARLY_DATE, LATE_DATE, League, Row, csv_rows, rows_of
from tests.support.html import Node
from trexscore.i18n.language import ENGLISH
from trexscore.league.statistics.measures import MIN_SAMPLE_SIZE


def lines_on(page: Node) -> Iterator[tuple[str, str, bool]]:
    """All measures on a page: value, number of cases, and whether it is marked as a small sample."""
    for line in page.find(class_="measure"):
        note = [node.text for node in line.find(class_="measure__note")]
        if note:
            value = line.find_one(class_="num").text
            (cases,) = re.findall(r"from (\d+) ", note[0])
            yield value, cases, bool(line.find(class_="few-cases-mark"))


def cells_on(page: Node) -> Iterator[tuple[str, str, str, str, bool]]:
    """All cells of the table below the contract chart, by contract and whether the player is king."""
    for line in (line for table in page.find("table", class_="chart-table") for line in table.find("tr")[1:]):
        for code, cell in zip(("as_king", "otherwise"), line.find("td"), strict=True):
            for note in cell.find(class_="chart-table__note"):
                (cases,) = re.findall(r"from (\d+) ", note.text)
                yield (
                    line.find_one("th").text,
                    code,
                    cell.find_one(class_="num").text,
                    cases,
                    "Little data so far" in note.text,
                )


def page_forms(row: Row) -> set[tuple[str, str, bool]]:
    """All texts by which a page may show the value of a row."""
    value = Fraction(str(row["value"]))
    texts = {ENGLISH.decimal(value), ENGLISH.decimal(value, 2), f"{round(value * 100)}%"}
    return {(text, str(row["cases"]), row["small"]) for text in texts}


def test_statistics_table_contains_all_page_numbers(league: League) -> None:
    rows = league.rows("statistics")
    a, b, c, *_ = league.members
    for path, page_rows in (
        ("/statistics", rows_of(rows, "club")),
        (f"/players/{a}", rows_of(rows, "player", a)),
        (f"/players/{league.members[4]}", rows_of(rows, "player", league.members[4])),
        (f"/pairs/{a}-{c}", rows_of(rows, "pair", a, c)),
    ):
        row_forms = {text for row in page_rows if row["cases"] for text in page_forms(row)}
        for rules in ("", "?rules=1"):
            page = league.page(path + rules)
            shown_measures = [*lines_on(page)]
            assert len(shown_measures) > 8, path
            assert not {*shown_measures} - row_forms, path
            for extremes in page.find(class_="rows--quiet"):
                for value in extremes.find(class_="measure__value"):
                    numbers = {ENGLISH.number(row["value"]) for row in page_rows if row["kind"] == "number"}
                    numbers |= {ENGLISH.number(row["value"]) for row in rows if row["measure"] == "games"}
                    assert value.text in numbers
    assert not rows_of(rows, "pair", a, b), "the two were never partners"


def test_statistics_table_contains_contracts_as_king(league: League) -> None:
    named_rows = csv_rows(league.people.nobody, league.people.path("/data/csv/statistics"))
    coded_rows = league.rows("statistics")
    for path, subject in (("/statistics", "club"), (f"/players/{league.members[0]}", "player")):
        for rules in ("", "?rules=1"):
            shown_cells = {*cells_on(league.page(path + rules))}
            member = league.members[0] if subject == "player" else None
            row_cells = {
                (name["Contract"], row["measure"], *text)
                for name, row in zip(named_rows, coded_rows, strict=True)
                if (row["of"], row["member"]) == (subject, member) and row["contract"] and row["rules"] is not None
                for text in page_forms(row)
            }
            assert len(shown_cells) == 10
            assert not shown_cells - row_cells


def test_few_cases_are_marked(league: League) -> None:
    rows = [row for row in league.rows("statistics") if row["cases"] is not None]
    assert {row["small"] for row in rows} == {True, False}
    assert all(row["small"] == (row["cases"] < MIN_SAMPLE_SIZE) for row in rows)
    averages = [row for row in rows if row["kind"] == "average" and row["low"] is not None]
    assert averages
    assert all(row["low"] <= row["value"] <= row["high"] for row in averages)


def test_form_table_equals_page(league: League) -> None:
    rows = league.rows("statistics")
    a, _b, c, *_ = league.members
    for path, subject_rows in (
        (f"/players/{a}", rows_of(rows, "player", a)),
        (f"/pairs/{a}-{c}", rows_of(rows, "pair", a, c)),
    ):
        form_rows = [row for row in subject_rows if row["measure"] == "form"]
        shown_games = league.page(path).find(class_="recent-results__game")
        links, finishes = (
            [game.attrs["href"] for game in shown_games],
            [int(game.find_one(class_="rank__n").text) for game in shown_games],
        )
        assert [(f"/games/{row['game']}", row["value"]) for row in form_rows] == [
            (link[link.index("/games/") :], finish) for link, finish in zip(links, finishes, strict=True)
        ]
        assert len(form_rows) == (10 if path.startswith("/players") else 6)
        assert {row["on"] for row in form_rows} == {EARLY_DATE, LATE_DATE}


def test_extremes_link_to_their_games(league: League) -> None:
    page = league.page(f"/players/{league.members[0]}")
    shown_extremes = {
        (row.find_one(class_="measure__value").text, row.attrs["href"].rpartition("/")[2])
        for row in page.find("a")
        if row.find(class_="measure__value") and "/games/" in row.attrs["href"]
    }
    game_rows = [
        row for row in rows_of(league.rows("statistics"), "player", league.members[0]) if row["game"] and not row["on"]
    ]
    assert len(shown_extremes) >= 4
    assert not shown_extremes - {(ENGLISH.number(row["value"]), row["game"]) for row in game_rows}


def test_head_to_head_table_is_symmetric(league: League) -> None:
    rows = {(row["member"], row["other"]): row for row in league.rows("head-to-head")}
    assert rows.keys() == {
        (member, opponent) for member in league.members for opponent in league.members if member != opponent
    }
    for (member, opponent), row in rows.items():
        reverse_row = rows[opponent, member]
        assert (row["games"], row["ahead"], row["level"]) == (
            reverse_row["games"],
            reverse_row["behind"],
            reverse_row["level"],
        )
        assert (row["together"], row["won_together"]) == (reverse_row["together"], reverse_row["won_together"])
        assert row["games"] == row["ahead"] + row["level"] + row["behind"]
        page = league.page(f"/players/{member}/against/{opponent}")
        shown_finishes = [int(node.text) for node in page.find(class_="head-to-head__times")]
        assert shown_finishes == [row["ahead"], row["behind"]]
        (chance,) = re.findall(r"in about (\d+) of 10 games", page.text)
        assert row["chance"] == int(chance) / 10
        differences = [
            row for row in league.rows("point-differences") if (row["member"], row["other"]) == (member, opponent)
        ]
        shown_differences = [
            node.find_one(class_="num").text for node in page.find(class_="measure") if not node.find(class_="rating")
        ]
        assert Counter(shown_differences) == Counter(
            ENGLISH.decimal(Fraction(str(row["ahead_by"]))) for row in differences
        )
        assert sum(row["games"] for row in differences) == row["games"]


def test_nemesis_and_best_partner_equal_page(league: League) -> None:
    counts_by_code = {"nemesis": 0, "best_partner": 0}
    for member in league.members:
        page = league.page(f"/players/{member}/opponents")
        rows = [row for row in league.rows("head-to-head") if row["member"] == member]
        for code, label in (("nemesis", "Nemesis"), ("best_partner", "Best partner")):
            shown_names = [
                link.find_one(class_="row__title").text
                for link in page.find("a")
                if [note for note in link.find(class_="row__note") if note.text == label]
            ]
            assert sorted(row["other_name"] for row in rows if row[code]) == sorted(shown_names)
            counts_by_code[code] += len(shown_names)
    assert all(counts_by_code.values()), "no example of a code was tested"


def test_records_table_equals_page(league: League) -> None:
    rows = csv_rows(league.people.nobody, league.people.path("/data/csv/records"))
    for rules in ("", "?rules=1"):
        for record in league.page(f"/statistics{rules}").find(class_="record"):
            name = record.find_one(class_="record__name").text
            value = record.find_one(class_="record__value").text.replace("\u2212", "-")
            record_rows = [row for row in rows if (row["Record"], row["Value"]) == (name, value)]
            games = [link.attrs["href"].rpartition("/")[2] for link in record.find(class_="record__game")]
            holders = [
                " · ".join(holder.text for holder in line.find("a")) for line in record.find(class_="record__members")
            ]
            assert games == [row["Game"] for row in record_rows][: len(games)]
            assert (
                holders
                == [row["Players"].replace(", ", " · ").removeprefix("'") for row in record_rows][: len(holders)]
            )
            assert all(int(row["Number of times"]) >= len(record_rows) for row in record_rows)


def test_season_table_has_games_of_season(league: League) -> None:
    rows = league.rows("statistics", season=league.december)
    assert [row["value"] for row in rows_of(rows, "club") if row["measure"] == "games"] == [2]
    assert {row["on"] for row in rows if row["on"]} == {LATE_DATE}
    assert {row["on"] for row in league.rows("records", season=league.december)} == {LATE_DATE}
    assert sum(row["games"] for row in league.rows("head-to-head", season=league.december)) == 12 + 8
