"""Checks that list the faults of a page, and a collection of their findings."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import Page, expect

Screen = tuple[int, int, int]
"""Width and height in pixels, and the factor of the text size."""

LOCALES_CHECKED_DARK = ("ar-JO",)
"""Colours do not depend on the language, so dark mode is checked in one locale only."""
_LIGHT_OPTIONS: dict[str, object] = {"resultTypes": ["violations"], "preload": False}
"""No rule in use needs style sheets or media, so axe-core need not preload them."""
_DARK_OPTIONS: dict[str, object] = {"runOnly": {"type": "rule", "values": ["color-contrast"]}, "preload": False}
_TARGET_OPTIONS: dict[str, object] = {
    "runOnly": {"type": "rule", "values": ["target-size"]},
    "rules": {"target-size": {"enabled": True}},
}
_ADD_AXE = f"() => {{ {Path(AXE_FILE_PATH).read_text(encoding='utf-8')} }}"
# One line for each element: the full report takes longer to transfer than the check itself.
_RUN_AXE = """async (options) => (await axe.run(options)).violations.flatMap(({id, nodes}) =>
  nodes.map(({html, failureSummary}) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 300)}`))"""

_TOO_SMALL = """() => [...document.querySelectorAll('a[href], button, input, select, summary')].flatMap((node) => {
  const target = node.matches('.vh') ? node.closest('label') ?? node : node;
  const box = target.getBoundingClientRect();
  const seen = node.checkVisibility() && box.width && box.bottom > 0 && box.top < innerHeight && !node.matches('.skip');
  const row = node.matches('[type=radio], [type=checkbox]') ? target.closest('label')?.getBoundingClientRect() : null;
  const { width, height } = row ?? box;
  return seen && (width < 43.5 || height < 43.5) ? [`${node.outerHTML.slice(0, 120)} ${width}x${height}`] : [];
})"""
# A link that covers its row has the size of the row. Elements hidden from screen readers are not targets.
_TOO_SMALL_IN_CLUBS = _TOO_SMALL.replace(
    ": node;", ": node.matches('.explain-link') ? node.offsetParent : node;", 1
).replace("!node.matches('.skip')", "!node.matches('.skip, [aria-hidden=true]')")
_SET_TEXT_SIZE = """text => {
  document.documentElement.style.fontSize = text === 1 ? '' : `${100 * text}%`;
  return document.documentElement.scrollWidth;
}"""


def with_axe(page: Page) -> Page:
    """The page, which now loads axe-core at every address."""
    page.add_init_script(path=AXE_FILE_PATH)
    return page


def add_axe(page: Page) -> None:
    """Add axe-core to the open page only."""
    page.evaluate(_ADD_AXE)


def open_page(page: Page, address: str) -> None:
    """Open an address. If a job creates the page, wait for the result of the job."""
    page.goto(address)
    expect(page.locator("[data-job]")).to_have_count(0, timeout=30_000)
    page.wait_for_load_state()  # until then, the next page may not be parsed and has no job either


def axe_faults(page: Page, locale: str) -> list[str]:
    """All faults that axe-core finds; in dark mode only colours are checked, and only in some locales."""
    page.emulate_media(color_scheme="light")
    faults = page.evaluate(_RUN_AXE, _LIGHT_OPTIONS)
    if locale in LOCALES_CHECKED_DARK:
        page.emulate_media(color_scheme="dark")
        faults += [f"dark: {line}" for line in page.evaluate(_RUN_AXE, _DARK_OPTIONS)]
    return [f"{page.url}: {line}" for line in faults]


def covered_targets(page: Page) -> list[str]:
    """Links and buttons that are partly covered, according to axe-core."""
    faults: list[str] = page.evaluate(_RUN_AXE, _TARGET_OPTIONS)
    return faults


def small_targets(page: Page, *, in_club: bool = False) -> list[str]:
    """Visible targets that measure less than 44 pixels."""
    faults: list[str] = page.evaluate(_TOO_SMALL_IN_CLUBS if in_club else _TOO_SMALL)
    return faults


def scroll_width_on(page: Page, screen: Screen) -> int:
    """The page's width on a screen of this size, in pixels."""
    width, height, text = screen
    if page.viewport_size != {"width": width, "height": height}:
        page.set_viewport_size({"width": width, "height": height})
    page_width: int = page.evaluate(_SET_TEXT_SIZE, text)
    return page_width


def screens_scrolling_sideways(page: Page, screens: Iterable[Screen]) -> list[tuple[Screen, int]]:
    """The screens on which the page scrolls sideways, each with the page's width."""
    widths = [(screen, scroll_width_on(page, screen)) for screen in screens]
    return [(screen, page_width) for screen, page_width in widths if page_width > screen[0]]


@dataclass
class Findings:
    """The findings of several checks on several pages."""

    faults: dict[str, list[tuple[str, object]]] = field(default_factory=dict)
    pages: Counter[str] = field(default_factory=Counter)
    """The number of pages on which each check ran."""

    def add(self, check: str, address: str, findings: Iterable[object]) -> None:
        self.pages[check] += 1
        self.faults.setdefault(check, []).extend((address, finding) for finding in findings)

    def summary(self) -> str:
        """All findings, one line each, with the name of the check and the address."""
        return "\n".join(
            f"{check}: {address}: {fault}" for check in self.faults for address, fault in self.faults[check]
        )
