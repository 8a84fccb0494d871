"""Everything fits: no page scrolls sideways, and nothing to be tapped is smaller than a thumb."""

from typing import Any

import pytest

from tests.support.browser.browser import LOCALES, Phones
from tests.support.browser.finger import Finger
from tests.support.server.running import RunningGame, start_game
from tests.support.whole_games import whole_game

pytestmark = pytest.mark.browser

PAGES = [
    "",
    "/sheet",
    "/line",
    "/here",
    "/links",
    "/links?link=scorer",
    "/links/players",
    "/links/replacement?link=scorer",
    "/phone",
    "/house-rules",
    "/terms",
    "/rules",
    "/menu",
    "/abandon",
    "/corrections/game",
    "/voids/new",
    "/adjustments/new",
    "/paper",
    "/totals?A=-25&B=-25&C=-50&D=0",
]
EXPLAINED = [
    "",
    "/sheet",
    "/line",
    "/deals/6",
    "/deals/6/wrong",
    "/why",
    "/why/A",
    "/kingdoms/A",
    "/agreement",
    "/journal",
    "/disputes",
    "/seal?seal=x",
    "/print",
]
CORRECTED = [
    "/corrections/game",
    "/corrections/names",
    "/corrections/seats",
    "/corrections/missing",
    "/kingdoms/A/king",
    "/print",
]
FRONT = ["/games/new", "/games", "/open", "/games/file", "/settings"]
DEALS = [f"/deals/new?contracts={name}" for name in ("king_of_hearts", "queens", "diamonds", "collections", "trex")]
TOO_SMALL = """() => [...document.querySelectorAll('a[href], button, input, select, summary')].flatMap((each) => {
  const target = each.matches('.vh') ? each.closest('label') ?? each : each;
  const box = target.getBoundingClientRect();
  const seen = each.checkVisibility() && box.width && box.bottom > 0 && box.top < innerHeight && !each.matches('.skip');
  const row = each.matches('[type=radio], [type=checkbox]') ? target.closest('label')?.getBoundingClientRect() : null;
  const { width, height } = row ?? box;
  return seen && (width < 43.5 || height < 43.5) ? [`${each.outerHTML.slice(0, 120)} ${width}x${height}`] : [];
})"""

# Words that their place is too narrow for: what is clipped there, or stands over its edge.
_TOO_LONG = """() => [...document.querySelectorAll('.ledger__margin, .sheet__margin, .segment')].flatMap((place) => {
  const words = document.createRange();
  words.selectNodeContents(place);
  const { left, right } = place.getBoundingClientRect();
  const seen = [...words.getClientRects()].filter((box) => box.width > 1 && place.checkVisibility());
  const over = seen.some((box) => box.left < left - 0.5 || box.right > right + 0.5);
  const clipped = [place, ...place.querySelectorAll('*')].some((each) => each.scrollWidth > each.clientWidth + 1
    && getComputedStyle(each).overflow === 'hidden' && !each.matches('.vh'));
  return over || clipped ? [place.textContent.trim()] : [];
})"""

_OVER_THEIR_EDGE = """() => [...document.querySelectorAll('.versus__points, .versus__margin')].flatMap((cell) =>
  cell.scrollWidth > cell.clientWidth + 1 ? [cell.textContent.trim()] : [])"""


@pytest.fixture(scope="module")
def game(server: str) -> RunningGame:
    return start_game(server, players=["Abdulrahman al-Khatib", "Ba", "كارين", "Maximiliane-Dorothea"])


@pytest.fixture(scope="module")
def disputed(game: RunningGame) -> RunningGame:
    """The same four, with a deal that was put right and is disputed still."""
    played = start_game(game.server, players=game.state["players"], deals=whole_game("standard", 5)["deals"][:7])
    king = played.deals[0]
    for kind, seat in (("corrected", "D"), ("disputed", "C")):
        entry = {**king, "captures": {"king_of_hearts": {"taken_by": seat, "doubled_by": "A"}}}
        said = {"reason": "W" * 60, "changes": [{"seq": 6, "entry": entry}]}
        played.enter({kind: said | ({"seat": "A", "about": 6} if kind == "disputed" else {})})
    return played


SCREENS = [(320, 640, 1), (390, 844, 1), (844, 390, 1), (390, 844, 2)]
"""Width, height, and how large the text is."""
NARROW = SCREENS[:1]
WIDE_WORDS = ("ar-JO", "de-DE")
"""From right to left, and the longest words; the others are looked at where there is least room."""


@pytest.mark.parametrize("locale", LOCALES)
def test_no_page_scrolls_sideways(phones: Phones, game: RunningGame, disputed: RunningGame, locale: str) -> None:
    page = phones.page(locale=locale)
    wide = {}
    of_the_site = [game.server, f"{game.server}/rules", *(f"{game.server}{path}" for path in FRONT)]
    for address in [*of_the_site, *map(game.page, [*PAGES, *DEALS]), *map(disputed.page, [*EXPLAINED, *CORRECTED])]:
        page.goto(address)
        for width, height, text in SCREENS if locale in WIDE_WORDS else NARROW:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("text => { document.documentElement.style.fontSize = `${100 * text}%`; }", text)
            needed: int = page.evaluate("document.documentElement.scrollWidth")
            if needed > width:
                wide[address, width, text] = needed
    assert wide == {}


@pytest.mark.parametrize("locale", LOCALES)
def test_no_range_is_too_wide_for_its_seat(phones: Phones, server: str, locale: str) -> None:
    deals = [deal | {"captures": _own_kings(deal["captures"])} for deal in whole_game("standard", 5)["deals"]]
    options = {"king_of_hearts_points": 100_000}
    played = start_game(server, deals=deals, house_rules={"preset": "partnership", "options": options})
    page = phones.page(locale=locale)
    for what in ("", "?own_capture=leader_gains"):
        page.goto(played.page(f"/what-if{what}"))
        for width, height, text in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("text => { document.documentElement.style.fontSize = `${100 * text}%`; }", text)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.evaluate(_OVER_THEIR_EDGE) == []


def _own_kings(captures: dict[str, Any]) -> dict[str, Any]:
    """Whoever takes the king of hearts has doubled it."""
    king = captures.get("king_of_hearts")
    return captures | ({"king_of_hearts": king | {"doubled_by": king["taken_by"]}} if king else {})


@pytest.mark.parametrize("locale", LOCALES)
def test_everything_to_be_tapped_is_44_pixels_wide_and_high(phones: Phones, game: RunningGame, locale: str) -> None:
    page = phones.page(locale=locale)
    small: dict[str, Any] = {}
    for address in [game.server, *map(game.page, ["", *DEALS])]:
        page.goto(address)
        found = page.evaluate(TOO_SMALL)
        if found:
            small[address] = found
    assert small == {}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("width", [320, 390])
def test_the_word_on_the_bar_is_whole_when_all_four_change(
    phones: Phones, game: RunningGame, locale: str, width: int
) -> None:
    page = phones.page(locale=locale, viewport={"width": width, "height": 844})
    page.goto(game.deal_page("collections"))
    Finger(page).tell({"tricks": {"A": 4, "B": 4, "C": 3, "D": 2}})
    word = page.locator("[data-save] .bar__word")
    lines = word.evaluate("word => word.clientHeight / parseFloat(getComputedStyle(word).lineHeight)")
    assert round(lines) == 1


NAMED = {
    "alike": ["Ali", "Mohammad", "Ahmad", "Mohammed"],
    "without end": ["Abdulrahmanbinkhalidalsaud", "محمد عبد الرحمن بن خالد الطويل", "W" * 40, "Dr. Omar (Jr.)"],
}
_CUT = """() => [...document.querySelectorAll('.seats .side__name, .segment > span')].flatMap((name) => {
  const box = name.getBoundingClientRect();
  const oct = name.closest('.seats')?.querySelector('.oct').getBoundingClientRect();
  const outside = box.left < -0.5 || box.right > innerWidth + 0.5;
  const inside = oct && box.bottom > oct.top + oct.height * 0.3 && box.top < oct.bottom - oct.height * 0.3
    && box.right > oct.left + 1 && box.left < oct.right - 1;
  return name.checkVisibility() && box.width && (outside || inside) ? [name.textContent] : [];
})"""


@pytest.mark.parametrize(("names", "locale"), list(zip(NAMED, ("en-GB", "ar-JO"), strict=True)))
def test_nobodys_name_is_cut_by_the_screen_or_the_octagon(phones: Phones, server: str, locale: str, names: str) -> None:
    game = start_game(server, "partnership", players=NAMED[names])
    page = phones.page(locale=locale)
    found: dict[Any, Any] = {}
    for address in [game.server, *map(game.page, [*PAGES, *DEALS])]:
        page.goto(address)
        for width in (320, 390):
            page.set_viewport_size({"width": width, "height": 844})
            if page.evaluate(_CUT) or page.evaluate("document.documentElement.scrollWidth") > width:
                found[address, width] = page.evaluate(_CUT)
    assert found == {}


@pytest.mark.parametrize("locale", ["en-GB", "ar-JO"])
def test_names_of_any_kind_stand_in_their_places_to_the_end(phones: Phones, server: str, locale: str) -> None:
    page = phones.page(locale=locale)
    names = ["W" * 40, "John محمد", "٣ علي", "🦊 Abu Ali 2"]
    game = start_game(server, players=names, deals=whole_game("standard", 3)["deals"])
    found = {}
    for address in (game.page("/result"), game.page("/sheet"), game.page("/adjustments/new"), f"{server}/games"):
        page.goto(address)
        if page.evaluate(_CUT) or page.evaluate("document.documentElement.scrollWidth") > 390:
            found[address] = page.evaluate(_CUT)
    page.goto(game.page("/result"))
    begins = page.locator(".standing__name").evaluate_all(
        """all => all.map((each) => {
          const words = document.createRange();
          words.selectNodeContents(each);
          const [box, line] = [each.getBoundingClientRect(), words.getBoundingClientRect()];
          return document.dir === 'rtl' ? box.right - line.right : line.left - box.left;
        })"""
    )
    assert [gap for gap in begins if abs(gap) > 1] == []
    assert found == {}


@pytest.mark.parametrize("locale", LOCALES)
def test_words_fit_where_there_is_little_room(phones: Phones, server: str, locale: str) -> None:
    page = phones.page(locale=locale)
    game = start_game(server, players=["A", "B", "C", "D"])
    game.enter({"adjustment": {"A": 5, "B": -5}, "reason": "x"})
    long = {}
    for address in [server, *(f"{server}{path}" for path in FRONT), *map(game.page, ["/sheet", *DEALS])]:
        page.goto(address)
        for width in (320, 390):
            page.set_viewport_size({"width": width, "height": 844})
            found = page.evaluate(_TOO_LONG)
            if found:
                long[address, width] = found
    for path in ("", *FRONT):
        page.goto(f"{server}{path}")
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        for width in (320, 390):
            page.set_viewport_size({"width": width, "height": 844})
            assert page.evaluate(_TOO_LONG) == [], (path, width)
    assert long == {}


def test_a_row_is_tapped_wherever_the_finger_lands(phones: Phones, disputed: RunningGame) -> None:
    page = phones.page(viewport={"width": 390, "height": 844})
    for what, cells in (("/why/A", ".why__rows td"), ("/kingdoms/A", ".kingdom td:has(.num)")):
        page.goto(disputed.page(what))
        page.locator(cells).nth(5).click(force=True)  # the link lies over the number
        page.wait_for_url(disputed.page("/deals/*"))
