// What a page says when it has come: what was just saved or taken back. A page that is only looked at says nothing.

/** @returns {string[]} the sentences, where this page is the answer to something that was sent */
export function news() {
  const [how] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  return how?.type === "navigate" && how.redirectCount ? written() : [];
}

/** @returns {string[]} what the page says was written last, and the notices above it */
export function written() {
  const places = document.querySelectorAll("main .notice:not([hidden]), [data-saved] .saved__text, [data-news]");
  return [...places].map((place) => place.textContent?.trim().replaceAll(/\s+/g, " ") ?? "");
}
