"""Checks that list the faults of any page, and a collection of their findings."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import Page, expect

Screen = tuple[int, int, int]
"""Width and height in pixels, and the text size."""

LOCALES_CHECKED_DARK = ("ar-JO",)
"""Colours do not depend on the language: only the right-to-left page is checked in dark, too."""
_BY_DAY: dict[str, object] = {"resultTypes": ["violations"], "preload": False}
"""Nothing has to be reloaded: no rule in use needs style sheets or media."""
_BY_NIGHT: dict[str, object] = {"runOnly": {"type": "rule", "values": ["color-contrast"]}, "preload": False}
_TARGETS: dict[str, object] = {
    "runOnly": {"type": "rule", "values": ["target-size"]},
    "rules": {"target-size": {"enabled": True}},
}
_AXE_ITSELF = f"() => {{ {Path(AXE_FILE_PATH).read_text(encoding='utf-8')} }}"
# A line for each element. Everything else takes longer to transfer than to find.
_AXE = """async (options) => (await axe.run(options)).violations.flatMap(({id, nodes}) =>
  nodes.map(({html, failureSummary}) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 300)}`))"""

_TOO_SMALL = """() => [...document.querySelectorAll('a[href], button, input, select, summary')].flatMap((each) => {
  const target = each.matches('.vh') ? each.closest('label') ?? each : each;
  const box = target.getBoundingClientRect();
  const seen = each.checkVisibility() && box.width && box.bottom > 0 && box.top < innerHeight && !each.matches('.skip');
  const row = each.matches('[type=radio], [type=checkbox]') ? target.closest('label')?.getBoundingClientRect() : null;
  const { width, height } = row ?? box;
  return seen && (width < 43.5 || height < 43.5) ? [`${each.outerHTML.slice(0, 120)} ${width}x${height}`] : [];
})"""
# A link that covers its whole row is as large as the row; elements hidden from screen readers are not targets.
_TOO_SMALL_IN_CLUBS = _TOO_SMALL.replace(": each;", ": each.matches('.why-of') ? each.offsetParent : each;", 1).replace(
    "!each.matches('.skip')", "!each.matches('.skip, [aria-hidden=true]')"
)
_WIDTH = """text => {
  document.documentElement.style.fontSize = text === 1 ? '' : `${100 * text}%`;
  return document.documentElement.scrollWidth;
}"""


def with_axe(page: Page) -> Page:
    """The page, with axe-core on each of its addresses."""
    page.add_init_script(path=AXE_FILE_PATH)
    return page


def add_axe(page: Page) -> None:
    """Add axe-core to the page that is open now, and to no other."""
    page.evaluate(_AXE_ITSELF)


def open_page(page: Page, address: str) -> None:
    """Open an address; where a job makes the page, wait for the page that it leads to."""
    page.goto(address)
    expect(page.locator("[data-job]")).to_have_count(0, timeout=30_000)
    page.wait_for_load_state()  # the page that follows has no job before its first tag is read, either


def axe_faults(page: Page, locale: str) -> list[str]:
    """All faults that axe-core finds; dark mode changes only colours, and those do not depend on the language."""
    page.emulate_media(color_scheme="light")
    found = page.evaluate(_AXE, _BY_DAY)
    if locale in LOCALES_CHECKED_DARK:
        page.emulate_media(color_scheme="dark")
        found += [f"night: {line}" for line in page.evaluate(_AXE, _BY_NIGHT)]
    return [f"{page.url}: {line}" for line in found]


def covered_targets(page: Page) -> list[str]:
    """Links and buttons that are partly covered, according to axe-core."""
    found: list[str] = page.evaluate(_AXE, _TARGETS)
    return found


def small_targets(page: Page, *, in_club: bool = False) -> list[str]:
    """Targets on this screen that are smaller than 44 pixels."""
    found: list[str] = page.evaluate(_TOO_SMALL_IN_CLUBS if in_club else _TOO_SMALL)
    return found


def scroll_width_on(page: Page, screen: Screen) -> int:
    """The page's width on a screen of this size, in pixels."""
    width, height, text = screen
    if page.viewport_size != {"width": width, "height": height}:
        page.set_viewport_size({"width": width, "height": height})
    needed: int = page.evaluate(_WIDTH, text)
    return needed


def sideways(page: Page, screens: Iterable[Screen]) -> list[tuple[Screen, int]]:
    """The screens on which the page scrolls sideways, and its width there."""
    widths = [(screen, scroll_width_on(page, screen)) for screen in screens]
    return [(screen, needed) for screen, needed in widths if needed > screen[0]]


@dataclass
class Findings:
    """The findings of all checks: each page is opened once, and all checks run there."""

    faults: dict[str, list[tuple[str, object]]] = field(default_factory=dict)
    pages: Counter[str] = field(default_factory=Counter)
    """On how many pages each check was made."""

    def note(self, check: str, address: str, found: Iterable[object]) -> None:
        self.pages[check] += 1
        self.faults.setdefault(check, []).extend((address, one) for one in found)

    def summary(self) -> str:
        """The findings of all checks, one line each, with the check's name."""
        return "\n".join(
            f"{check}: {address}: {fault}" for check in self.faults for address, fault in self.faults[check]
        )
