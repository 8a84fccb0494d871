"""Checks of the layout: which targets can be tapped, and which texts overlap or are broken."""

from playwright.sync_api import Page

TARGETS = (
    ".contract-tile__link, .status__action, .top__menu, .top__link, .top__back, .played-contract, .oct__sheet-button"
)
TEXTS = ".side__name, .total, .rank"
# Three points of each target must be on the screen and on top, and the target must measure 44 pixels.
_UNTAPPABLE_TARGETS = """targets => [...document.querySelectorAll(targets)].flatMap((node) => {
  if (!node.checkVisibility()) return [];
  const { left, top, width, height } = node.getBoundingClientRect();
  const points = [0.15, 0.5, 0.85].map((part) => [left + part * width, top + part * height]);
  const isOn = ([x, y]) => x >= 0 && x <= innerWidth && y >= 0 && y <= innerHeight;
  const isHit = points.every(([x, y]) => isOn([x, y]) && node.contains(document.elementFromPoint(x, y)));
  const isLarge = Math.min(width, height) > 43.5 || node.matches('.oct__sheet-button');
  return isHit && isLarge ? [] : [`${node.className} ${node.textContent.trim()} at ${top}, ${width}x${height}`];
})"""
# Texts that lie over the octagon, over each other, or outside their side. Sides are clipped along the diagonals, so a
# point beyond a diagonal belongs to another side. The box of a clipped text ends where its element ends.
_MISPLACED_TEXTS = """texts => {
  const elements = [...document.querySelectorAll('.seats :is(' + texts + ')')];
  const boxes = elements.filter((node) => node.checkVisibility()).map((node) => {
    const range = document.createRange();
    range.selectNodeContents(node.querySelector('[aria-hidden], .num') ?? node);
    const [text, box] = [range.getBoundingClientRect(), node.getBoundingClientRect()];
    const isTurned = node.closest('.seats--flat .side:is(.side--b, .side--d)');
    const [from, to] = isTurned ? ['top', 'bottom'] : ['left', 'right'];
    const along = { [from]: Math.max(text[from], box[from]), [to]: Math.min(text[to], box[to]) };
    const edge = parseFloat(getComputedStyle(node).paddingTop);
    const [first, last] = isTurned ? ['left', 'right'] : ['top', 'bottom'];
    const across = { [first]: box[first] + edge, [last]: box[last] - edge };
    return [node.textContent.trim(), { ...across, ...along }, node.closest('.side')];
  });
  const frame = document.querySelector('.oct').getBoundingClientRect();
  const [side, corner] = [2, 0.2 * frame.width];
  const octagon = {
    left: frame.left + side, right: frame.right - side, top: frame.top + corner, bottom: frame.bottom - corner,
  };
  const meet = (box, other) => box.left < other.right - 1 && other.left < box.right - 1
    && box.top < other.bottom - 4 && other.top < box.bottom - 4;
  const elementAt = (x, y) => document.elementFromPoint(x, y)?.closest('.side, .oct');
  const isBeyond = ({ left, right, top, bottom }, side) =>
    [left + 4, right - 4].some((x) => [top + 6, bottom - 6].some((y) => elementAt(x, y) !== side));
  return boxes.flatMap(([name, box, side], index) => [
    ...(meet(box, octagon) ? [`${name} over the octagon`] : []),
    ...(isBeyond(box, side) ? [`${name} beyond its side`] : []),
    ...boxes.slice(index + 1).flatMap(([other, otherBox]) => (meet(box, otherBox) ? [`${name} over ${other}`] : [])),
  ]);
}"""
_SCROLLS = """({ width, height }) => {
  const { bottom } = document.querySelector('.board, .flat').getBoundingClientRect();
  return document.documentElement.scrollWidth > width || bottom >= height + 1;
}"""
# Words that are split across lines.
_BROKEN_WORDS = r"""selector => [...document.querySelectorAll(selector)].flatMap((label) => {
  if (!label.checkVisibility()) return [];
  const walker = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
  const broken = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement.closest('.vh')) continue;
    for (const { 0: word, index } of node.data.matchAll(/[^\s-]+/gu)) {
      const letters = document.createRange();
      if (/[\u2e80-\u9fff\p{Extended_Pictographic}]/u.test(word)) continue; // may break between any two letters
      letters.setStart(node, index);
      letters.setEnd(node, index + word.length);
      const boxes = [...letters.getClientRects()].filter(({ width }) => width > 1);
      const isBroken = boxes.some((box) => boxes.some((other) => other.top >= box.top + box.height / 2));
      if (isBroken) broken.push(`${word} broken`);
    }
  }
  return broken;
})"""


def untappable_targets(page: Page, targets: str = TARGETS) -> list[str]:
    """Targets that cannot be tapped, or measure less than 44 pixels."""
    faults: list[str] = page.evaluate(_UNTAPPABLE_TARGETS, targets)
    return faults


def misplaced_texts(page: Page, texts: str = TEXTS) -> list[str]:
    """Texts on the drawn table that overlap something or lie outside their side."""
    faults: list[str] = page.evaluate(_MISPLACED_TEXTS, texts)
    return faults


def broken_words(page: Page, selector: str) -> list[str]:
    """Words that are split across lines."""
    faults: list[str] = page.evaluate(_BROKEN_WORDS, selector)
    return faults


def scrolls(page: Page) -> bool:
    """Whether a page that should fit the screen scrolls."""
    return bool(page.evaluate(_SCROLLS, page.viewport_size))


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})


def enlarge(page: Page, percent: int) -> None:
    """Set the reader's own text size, in percent of the default."""
    page.evaluate("percent => { document.documentElement.style.fontSize = `${percent}%`; }", percent)
