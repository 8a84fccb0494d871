"""A paper score sheet on a phone: typed, restored, checked and corrected; points that fill a deal form."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browser import Phones
from tests.support.server.running import ARABIC_NAMES, start_game

pytestmark = pytest.mark.browser

_FOCUSED = "document.activeElement.name"
_PASTE = """text => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  const options = { clipboardData, bubbles: true, cancelable: true };
  document.activeElement.dispatchEvent(new ClipboardEvent("paste", options));
}"""


def cell_value(page: Page, name: str) -> str:
    return page.locator(f"[name={name}]").input_value()


def check_sheet(page: Page) -> None:
    with page.expect_navigation():
        page.locator(".bar").tap()


def type_row(page: Page, *numbers: str, forward: str) -> None:
    """Type a row of numbers, with an arrow key between them."""
    for index, number in enumerate(numbers):
        if index:
            page.keyboard.press(forward)
        page.keyboard.type(number)


@pytest.mark.parametrize(("locale", "forward"), [("en-GB", "ArrowRight"), ("ar-JO", "ArrowLeft")])
def test_paper_sheet_survives_reload_and_is_corrected(phones: Phones, server: str, locale: str, forward: str) -> None:
    page = phones.page(locale=locale)
    page.goto(f"{server}/paper")
    page.locator("[name=A_1]").tap()
    type_row(page, "75", "0", "0", "0", forward=forward)
    page.locator("[name=A_1]").tap()
    page.locator("[data-sign]").tap()
    assert (cell_value(page, "A_1"), page.evaluate(_FOCUSED)) == ("\u221275", "A_1")
    page.keyboard.press("Enter")
    assert page.evaluate(_FOCUSED) == "A_2"
    type_row(page, "-30", "-40", "-60", "5", forward=forward)
    page.keyboard.press("ArrowUp")
    assert page.evaluate(_FOCUSED) == "D_1"
    page.locator("[name=contract_2]").select_option("diamonds")
    expect(page.locator("tr:nth-child(2) .paper__contract [data-for-value=diamonds]")).to_be_visible()
    expect(page.locator("tr:nth-child(2) .paper__contract [data-for-value=queens]")).to_be_hidden()
    page.reload()
    expect(page.locator("[data-draft-restored]")).to_be_visible()
    assert [cell_value(page, name) for name in ("A_1", "B_2", "D_2", "contract_2")] == [
        "\u221275",
        "-40",
        "5",
        "diamonds",
    ]
    check_sheet(page)
    expect(page.locator(".paper__row.is-impossible [name=D_2]")).to_be_visible()
    with page.expect_navigation():
        page.locator("button[name=fix]").first.tap()
    expect(page.locator(".paper-check.is-possible")).to_be_visible()
    page.goto(f"{server}/paper")
    expect(page.locator("[name=contract_2]")).to_have_value("diamonds")
    page.locator("[data-draft-restart]").tap()
    expect(page.locator("[name=contract_2]")).to_have_value("")


def test_pasted_table_fills_paper_sheet(page: Page, server: str) -> None:
    page.goto(start_game(server, players=ARABIC_NAMES).page("/paper"))
    page.locator("[name=A_1]").focus()
    with page.expect_navigation():
        page.evaluate(_PASTE, "أمل\tQueens\t-100\t0\t0\t0\n\t\t-30\t-40\t-60\t0\n")
    expect(page.locator(".paper-check.is-possible")).to_be_visible()
    assert [cell_value(page, name) for name in ("king_1", "contract_1", "A_1", "C_2")] == [
        "A",
        "queens",
        "\u2212100",
        "\u221260",
    ]


def test_sheet_of_game_becomes_another_game(page: Page, server: str) -> None:
    """Its button names another address than the form that checks the sheet."""
    game = start_game(server)
    page.goto(game.page("/paper"))
    page.locator("[name=A_1]").focus()
    with page.expect_navigation():
        page.evaluate(_PASTE, "Amal\tQueens\t-100\t0\t0\t0\nAmal\tDiamonds\t-30\t-40\t-60\t0\n")
    check_sheet(page)
    page.get_by_role("button", name="Turn into a game").tap()
    expect(page.locator('[data-total-of="A"]')).to_have_text("\u2212130")
    assert game.deals == []


def test_points_fill_form_without_touching_draft(page: Page, server: str) -> None:
    game = start_game(server)
    page.goto(game.deal_page("diamonds"))
    for key in ("5", "4"):
        page.locator(f'[data-key="{key}"]').tap()
    page.locator("form[data-draft-shared]").wait_for()
    page.goto(game.page())
    page.locator("button.top__menu").tap()
    page.locator('.menu a[href$="#more"]').tap()
    page.locator('.menu a[href*="/from-points"]').tap()
    for seat, number in zip("ABCD", ("-30", "-40", "-60", "0"), strict=True):
        page.locator(f"#total-{seat}").fill(number)
    # a form that shared its input would do so before it polls the state
    with page.expect_response("**/state"):
        check_sheet(page)
    expect(page.locator("form[data-deal][data-script-ready]")).not_to_have_attribute("data-incomplete", "")
    expect(page.locator("[data-draft-restored]")).to_be_hidden()
    page.locator('[data-key="back"]').tap()
    page.goto(game.deal_page("diamonds"))
    expect(page.locator("[data-draft-restored]")).to_be_visible()
    assert [cell_value(page, f"diamonds_{seat}") for seat in "ABCD"] == ["5", "4", "", ""]
    assert game.state["draft"]["captures"] == {"diamonds": {"A": 5, "B": 4}}
    page.goto(game.page("/from-points?A=-30&B=-40&C=-60&D=0"))
    page.locator('[data-key="6"]').tap()
    page.locator("html[data-accepts-taps]").wait_for()
    with page.expect_navigation():
        page.locator("[data-save]").tap()
    assert [deal["captures"] for deal in game.deals] == [{"diamonds": {"A": 3, "B": 4, "C": 6, "D": 0}}]
