"""A finger for long tests: it does not wait until a new page accepts taps, but advances the page's clock."""

from dataclasses import dataclass

from playwright.sync_api import Locator

from tests.support.browser.finger import Finger

TAP_GUARD_MS = 700
"""For so many milliseconds, a new page ignores taps."""
_IGNORES_TAPS = "document.documentElement.dataset.acceptsTaps === undefined"


@dataclass
class QuickFinger(Finger):
    """The page has to be on an isolated phone, because the clock of all its pages is replaced."""

    def __post_init__(self) -> None:
        self.page.clock.install()

    def tap(self, target: str | Locator) -> None:
        """Tap a visible element. If the page is new, advance its clock first."""
        if self.page.evaluate(_IGNORES_TAPS):
            self.page.clock.fast_forward(TAP_GUARD_MS)
        super().tap(target)
