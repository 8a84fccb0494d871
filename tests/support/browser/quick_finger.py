"""A finger for long walks: the moment in which a new page ignores taps passes on the page's own clock."""

from dataclasses import dataclass

from playwright.sync_api import Locator

from tests.support.browser.finger import Finger

MOMENT = 700
"""Milliseconds within which no tap acts."""
_NOT_YET = "document.documentElement.dataset.acceptsTaps === undefined"


@dataclass
class QuickFinger(Finger):
    """The page is on a phone that no other test uses: the clock of all its pages is replaced."""

    def __post_init__(self) -> None:
        self.page.clock.install()

    def tap(self, target: str | Locator) -> None:
        """Touch something visible, after the page's clock has been put forward if the page is new."""
        if self.page.evaluate(_NOT_YET):
            self.page.clock.fast_forward(MOMENT)
        super().tap(target)
