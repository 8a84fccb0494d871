"""Taps on a phone: answers the forms of a game and counts the taps."""

import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.support.tables import Json

SAVED_URL = re.compile(r"/g/[\w-]+(/result)?($|/deals/new\?.*saved=)")
"""The addresses that a saved deal leads to: the table, the form of the last contract, or the result."""
SUIT_OF = {"QH": "hearts", "QS": "spades", "QD": "diamonds", "QC": "clubs"}
_CURRENT_QUESTION = """form => {
  if (!form.hasAttribute('data-incomplete')) return null;
  const step = form.querySelector('[data-step][data-current]');
  const { kind, card, counted } = step.dataset;
  return {
    kind, card, counted,
    ask: step.querySelector('[data-substep][data-current]')?.dataset.substep,
    blanket: step.querySelector('[data-cover="blanket"]:checked') !== null,
    seat: step.querySelector('[data-count-seat][data-current]')?.dataset.countSeat,
    place: Number(step.querySelector('[data-place][aria-current]')?.dataset.place ?? 0),
  };
}"""


@dataclass
class Finger:
    page: Page
    taps: int = 0

    def tap(self, target: str | Locator) -> None:
        """Tap a visible element that nothing covers, once the page accepts taps."""
        self.page.locator("html[data-accepts-taps]").wait_for()
        (self.page.locator(target) if isinstance(target, str) else target).tap()
        self.taps += 1

    def choose(self, contracts: list[str], king: str | None = None) -> None:
        """Choose king and contracts on the table page, if it offers a choice."""
        if self.page.locator("form[data-deal]").count():
            expect(self.page.locator('form[data-deal] [name="contracts"]')).to_have_value("+".join(contracts))
            return
        king_link = self.page.locator(f'[data-king="{king}"]')
        if king_link.count():
            self.tap(king_link)
        if len(contracts) == 1:
            self.tap(f'[data-contract="{contracts[0]}"]')
        elif self.page.locator('[data-contract="all_four"]').count():
            self.tap('[data-contract="all_four"]')
        else:
            self.tap("[popovertarget=combine]")
            for contract in contracts:
                self.tap(self.page.locator(".combine__part", has=self.page.locator(f'[value="{contract}"]')))
            self.tap("[data-combine] button")
        expect(self.page.locator("form[data-deal]")).to_be_visible()

    def enter_captures(self, captures: Json) -> None:
        """Answer every question of the deal form, once its script is ready."""
        form = self.page.locator("form[data-deal]")
        expect(form).to_have_attribute("data-script-ready", "")
        for _ in range(60):
            question: dict[str, Any] | None = form.evaluate(_CURRENT_QUESTION)
            if question is None:
                return
            self._answer(question, captures)
        raise AssertionError("The form still has questions.")

    def save(self) -> None:
        """Save the deal, and wait for the page that follows."""
        form_url = self.page.url  # the form of the last contract matches SAVED_URL itself
        self.tap("[data-save]")
        expect(self.page).not_to_have_url(form_url)
        expect(self.page).to_have_url(SAVED_URL)

    def record(self, deal: Json) -> None:
        """Record a deal: choose its contracts, enter the captures and save."""
        self.choose(deal["contracts"], deal.get("king"))
        self.enter_captures(deal["captures"])
        self.save()

    def _answer(self, question: dict[str, Any], captures: Json) -> None:
        step = self.page.locator("[data-step][data-current]")
        if question["kind"] == "count":
            self.page.locator("form[data-deal]:not([data-keypad-paused])").wait_for()
            self.tap(step.locator(f'[data-key="{captures[question["counted"]][question["seat"]]}"]'))
        elif question["kind"] == "order":
            self.tap(step.locator(f'[data-trex-seat="{captures["trex"][question["place"] - 1]}"] .side__content'))
        else:
            self._answer_for_card(step, question, captures)

    def _answer_for_card(self, step: Locator, question: dict[str, Any], captures: Json) -> None:
        suit = SUIT_OF.get(question["card"])
        taken_card = captures["queens"][suit] if suit else captures["king_of_hearts"]
        if "doubled_by" in taken_card and not question["blanket"]:
            self.tap(step.locator("[data-substep][data-current] .oct__button"))
            return
        seat = taken_card[{"taker": "taken_by", "holder": "doubled_by", "leader": "led_by"}[question["ask"]]]
        self.tap(step.locator(f'[data-substep="{question["ask"]}"] [data-side="{seat}"] .side__content'))
