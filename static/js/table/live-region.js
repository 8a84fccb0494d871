// Messages for screen readers on arrival: what was just saved or undone. Not when a page is only viewed.

import { consumeFormRedirect } from "./browser-history.js";

const MESSAGE_SELECTOR = [
  "main .notice:not([hidden])",
  ".status--message",
  "[data-saved] .status__text",
  "[data-undone] .status__text",
  "[data-update-text]",
].join();

/** @returns {string[]} sentences if this page is the answer to a form */
export function messagesAfterForm() {
  const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  return navigation?.type === "navigate" && (consumeFormRedirect() || navigation.redirectCount) ? pageMessages() : [];
}

/** @returns {string[]} what the page says was saved last, and its notices */
export function pageMessages() {
  const messageElements = document.querySelectorAll(MESSAGE_SELECTOR);
  return [...messageElements].map((element) => spokenText(element).trim().replaceAll(/\s+/g, " "));
}

/** The text of an element without hidden signs. @param {Element} element */
function spokenText(element) {
  const messageClone = /** @type {Element} */ (element.cloneNode(true));
  for (const sign of messageClone.querySelectorAll("[aria-hidden]")) sign.remove();
  return messageClone.textContent ?? "";
}
