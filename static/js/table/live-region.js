// What a page says when it has come: what was just saved or taken back. A page that is only looked at says nothing.

import { isArrival } from "./history.js";

/** @returns {string[]} the sentences, where this page is the answer to something that was sent */
export function news() {
  const [how] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  return how?.type === "navigate" && (isArrival() || how.redirectCount) ? written() : [];
}

/** @returns {string[]} what the page says was written last, and the notices above it */
export function written() {
  const places = document.querySelectorAll("main .notice:not([hidden]), .status--said, [data-saved] .status__text, [data-undone] .status__text, [data-news]");
  return [...places].map((place) => heard(place).trim().replaceAll(/\s+/g, " "));
}

/** The words of a place, without the signs that are only seen. @param {Element} place */
function heard(place) {
  const words = /** @type {Element} */ (place.cloneNode(true));
  for (const sign of words.querySelectorAll("[aria-hidden]")) sign.remove();
  return words.textContent ?? "";
}
