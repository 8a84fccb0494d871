// The live board: polls every few seconds and replaces what has changed.

import { startPolling } from "../lib/poll.js";

const POLL_INTERVAL_MILLISECONDS = 3000;

const offlineNotice = /** @type {HTMLElement} */ (document.querySelector("[data-offline]"));
let etag = "";

/** @param {AbortSignal} signal */
async function updateBoard(signal) {
  const headers = etag ? { "If-None-Match": etag } : {};
  const response = await fetch(location.href, { headers, cache: "no-store", signal });
  if (!response.ok && response.status !== 304) throw new Error(`screen: ${response.status}`);
  if (response.ok) replaceChangedParts(await response.text());
  etag = response.headers.get("ETag") ?? etag;
}

/** @param {string} text */
function replaceChangedParts(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  for (const part of [".live-board-top", "[data-live-board]"]) {
    const [current, next] = [document.querySelector(part), page.querySelector(part)];
    if (current && next && current.innerHTML !== next.innerHTML) replaceAndHighlight(current, next);
  }
  updateClock();
  document.title = page.title;
}

/** Marks changed tiles; CSS highlights them if motion is permitted. @param {Element} current @param {Element} next */
function replaceAndHighlight(current, next) {
  const tilesBefore = findTableTiles(current);
  current.replaceChildren(...next.childNodes);
  for (const [index, tile] of findTableTiles(current).entries()) {
    if (tilesBefore[index] && tilesBefore[index].textContent !== tile.textContent) tile.classList.add("has-changed");
  }
}

/** @param {Element} parent */
const findTableTiles = (parent) => [...parent.querySelectorAll(".tile-table")];

// The clock in the corner, in the reader's digits.
function updateClock() {
  const clock = /** @type {HTMLElement | null} */ (document.querySelector("[data-clock]"));
  if (!clock) return;
  const shownTime = new Date().toLocaleTimeString(`en-GB-u-nu-${clock.dataset.digits}`, {
    hour: "2-digit",
    minute: "2-digit",
  });
  if (clock.textContent !== shownTime) clock.textContent = shownTime;
}
updateClock();
setInterval(updateClock, 1000);

// The screen must not sleep.
const keepScreenOn = () => navigator.wakeLock?.request("screen").catch(() => null);

document.addEventListener("visibilitychange", () => document.hidden || keepScreenOn());
keepScreenOn();
const pollNow = startPolling(POLL_INTERVAL_MILLISECONDS, updateBoard, (failures) => {
  offlineNotice.hidden = failures < 2;
});
addEventListener("online", pollNow);
