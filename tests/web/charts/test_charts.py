"""Charts of ratings and contracts, drawn from sample values on a page of their own."""

import pytest
from flask import Flask

from tests.support.browser.charts import AS_KING, CONTRACTS, NOT_AS_KING, sample_page
from tests.support.html import Page, read_page


@pytest.fixture(params=["en", "ar"])
def sample(request: pytest.FixtureRequest, site: Flask) -> Page:
    return read_page(sample_page(site, request.param))


def test_chart_has_text_alternative(sample: Page) -> None:
    assert sample.faults == ()
    drawn = sample.root.find("svg", class_="chart")
    assert len(drawn) == 3
    for picture in drawn:
        assert picture.attrs["role"] == "img"
        labels = [sample.root.find_one(id=name) for name in picture.attrs["aria-labelledby"].split()]
        assert [label.tag for label in labels] == ["title", "desc"]
        assert all(label.text for label in labels)


def test_bars_have_numbers_in_chart_and_table(sample: Page) -> None:
    picture, table = sample.root.find("svg", class_="chart")[0], sample.root.find("table")[0]
    values = [value for value in (*AS_KING, *NOT_AS_KING) if value is not None]
    drawn = [text.text for text in picture.find("text", class_="chart__value")]
    assert len(drawn) == len(picture.find("rect")) == len(values)
    assert sorted(number.text for number in table.find("bdi")) == sorted(drawn)
    assert [head.text for head in table.find("th", scope="row")] == [*CONTRACTS]


def test_small_samples_are_marked(sample: Page) -> None:
    picture, table = sample.root.find("svg", class_="chart")[0], sample.root.find("table")[0]
    assert len(picture.find("rect", class_="has-few-cases")) == 2
    assert len([note for note in table.find(class_="chart-table__note") if note.find(class_="vh")]) == 2
    assert len(table.find(class_="chart-table__empty")) == 1


def test_latest_rating_is_at_end_with_margin(sample: Page) -> None:
    picture, table = sample.root.find("svg", class_="chart")[1], sample.root.find("table")[1]
    rating, spread = (number.text for number in table.find("tr")[-1].find("bdi"))
    assert picture.find_one("text", class_="chart__total").text == rating
    assert picture.find_one("text", class_="chart__value").text == spread
    assert len(table.find("tr")) == 25


def test_chart_without_ratings_is_a_sentence(site: Flask) -> None:
    page = sample_page(site)
    assert page.count("No game has been rated yet.") == 1
    assert len(read_page(page).root.find("table")) == 3
