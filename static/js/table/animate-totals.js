// Counts totals up or down to their new values.

import { parseDigits, formatNumber } from "../lib/points.js";

/** @returns {Map<string, HTMLElement>} the elements of all totals, by seat */
const findTotalElements = () =>
  new Map(
    [...document.querySelectorAll("[data-total-of]")].map((element) => [
      element.getAttribute("data-total-of") ?? "",
      /** @type {HTMLElement} */ (element),
    ]),
  );

/** @param {HTMLElement} element */
function readTotal(element) {
  const text = element.textContent?.trim() ?? "";
  return (text.startsWith("\u2212") ? -1 : 1) * (parseDigits(text.replace("\u2212", "")) ?? 0);
}

/** The totals shown now, by seat. */
export const readShownTotals = () =>
  new Map([...findTotalElements()].map(([seat, element]) => [seat, readTotal(element)]));

/** @param {Map<string, number>} previousTotals @param {number} duration in milliseconds */
export function animateTotals(previousTotals, duration) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const { digits } = document.documentElement.dataset;
  const startTime = performance.now();
  const changedTotals = [...findTotalElements()].flatMap(([seat, element]) => {
    const [begin, end] = [previousTotals.get(seat), readTotal(element)];
    const text = element.querySelector(".num");
    return begin === undefined || begin === end || !text ? [] : [{ begin, end, text }];
  });
  /** @param {number} now */
  const step = (now) => {
    const progress = Math.min(Math.max((now - startTime) / duration, 0), 1);
    for (const { begin, end, text } of changedTotals)
      text.textContent = formatNumber(Math.round(begin + (end - begin) * progress), { digits });
    if (progress < 1) requestAnimationFrame(step);
  };
  if (changedTotals.length) requestAnimationFrame(step);
}
