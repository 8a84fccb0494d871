"""The table page fits one screen: everything the king can choose is there to be tapped, whatever the phone."""

import pytest
from playwright.sync_api import Page

from tests.support.browser import LOCALES, Phones
from tests.support.running import RunningGame, start_game
from tests.support.tables import KING
from tests.support.whole_games import whole_game

pytestmark = pytest.mark.browser

SCREENS = [(320, 480), (320, 568), (360, 640), (375, 553), (390, 664), (390, 763), (412, 785), (430, 932)]
LONG = [
    "Abdulrahman Alkhatib Omar",
    "محمد عبد الرحمن الخطيب ال",
    "Maximiliane-Dorothea Hofm",
    "Jean-Christophe Beauregar",
]
TAPPED = ".choice__in, .status__do, .top__menu, .top__link, .top__back, .played, .oct__fold"
# What is tapped: three points of each have to be on the screen and on top, and it has to be as large as a thumb.
_OUT_OF_REACH = """tapped => [...document.querySelectorAll(tapped)].flatMap((each) => {
  if (!each.checkVisibility()) return [];
  const { left, top, width, height } = each.getBoundingClientRect();
  const points = [0.15, 0.5, 0.85].map((part) => [left + part * width, top + part * height]);
  const isOn = ([x, y]) => x >= 0 && x <= innerWidth && y >= 0 && y <= innerHeight;
  const isHit = points.every(([x, y]) => isOn([x, y]) && each.contains(document.elementFromPoint(x, y)));
  const isLarge = Math.min(width, height) > 43.5 || each.matches('.oct__fold');
  return isHit && isLarge ? [] : [`${each.className} ${each.textContent.trim()} at ${top}, ${width}x${height}`];
})"""
# Names, totals and places: over the octagon, over each other, or beyond the lines of their side. A side is cut along
# the diagonals, so that what lies beyond them is another side. What is cut off ends where its place does.
_OUT_OF_PLACE = """() => {
  const shown = [...document.querySelectorAll('.seats :is(.side__name, .total, .rank)')];
  const boxes = shown.filter((each) => each.checkVisibility()).map((each) => {
    const words = document.createRange();
    words.selectNodeContents(each.querySelector('[aria-hidden], .num') ?? each);
    const [text, { left, right, top, bottom }] = [words.getBoundingClientRect(), each.getBoundingClientRect()];
    const box = { left: Math.max(text.left, left), right: Math.min(text.right, right), top, bottom };
    return [each.textContent.trim(), box, each.closest('.side')];
  });
  const frame = document.querySelector('.oct').getBoundingClientRect();
  const [side, corner] = [2, 0.2 * frame.width];
  const octagon = {
    left: frame.left + side, right: frame.right - side, top: frame.top + corner, bottom: frame.bottom - corner,
  };
  const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 4 && other.top < one.bottom - 4;
  const at = (x, y) => document.elementFromPoint(x, y)?.closest('.side, .oct');
  const isBeyond = ({ left, right, top, bottom }, side) =>
    [left + 4, right - 4].some((x) => [top + 6, bottom - 6].some((y) => at(x, y) !== side));
  return boxes.flatMap(([name, box, side], place) => [
    ...(meet(box, octagon) ? [`${name} over the octagon`] : []),
    ...(isBeyond(box, side) ? [`${name} beyond its side`] : []),
    ...boxes.slice(place + 1).flatMap(([other, theirs]) => (meet(box, theirs) ? [`${name} over ${other}`] : [])),
  ]);
}"""
_SCROLLS = """() => {
  const { bottom } = document.querySelector('.board').getBoundingClientRect();
  return document.documentElement.scrollWidth > innerWidth || bottom >= innerHeight + 1;
}"""


def faults(page: Page) -> list[str]:
    """What is wrong with the table page, at each size."""
    found = []
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        wrong = [*page.evaluate(_OUT_OF_REACH, TAPPED), *page.evaluate(_OUT_OF_PLACE)]
        wrong += ["scrolls"] if page.evaluate(_SCROLLS) else []
        found += [f"{width}x{height}: {one}" for one in wrong]
    return found


def games(server: str) -> dict[str, RunningGame]:
    plain, paired = whole_game("standard", 5)["deals"], whole_game("complex_partnership", 3)["deals"]
    return {
        "five open": start_game(server, players=LONG, deals=plain[:5]),
        "four open": start_game(server, players=LONG, deals=plain[:6]),
        "one open": start_game(server, players=LONG, deals=plain[:9]),
        "pairs in complex": start_game(server, "complex_partnership", players=LONG, deals=paired[:2]),
        "pairs": start_game(server, "partnership", players=LONG, deals=whole_game("partnership", 5)["deals"][:3]),
        "several at once": start_game(server, "combination", players=LONG),
        "before the first deal": start_game(server),
    }


@pytest.mark.parametrize("locale", LOCALES)
def test_the_table_fits(phones: Phones, server: str, locale: str) -> None:
    page = phones.page(locale=locale)
    found = {}
    for name, game in games(server).items():
        page.goto(game.page())
        found[name] = faults(page)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("locale", ["en-GB", "ar-JO"])
def test_with_a_notice_it_fits_too(phones: Phones, server: str, locale: str) -> None:
    page = phones.page(locale=locale)
    undone = start_game(server, players=LONG)
    undone.enter(KING)
    undone.enter({"take_back": 6})
    disputed = start_game(server, players=LONG, deals=whole_game("standard", 5)["deals"][:3])
    disputed.enter({"terms": {"second_person": True}})
    disputed.enter({"disputed": {"seat": "B", "about": 6, "reason": "it was another"}})
    found = {}
    for address in (undone.page(), undone.page("?renege=who"), disputed.page()):
        page.goto(address)
        found[address] = faults(page)
    assert {address: wrong for address, wrong in found.items() if wrong} == {}
