// The progress of an import: updates the bar and the counts until nothing is waiting.

import { formatNumber } from "../lib/points.js";
import { startPolling } from "../lib/poll.js";

const section = /** @type {HTMLElement} */ (document.querySelector("[data-progress-url]"));
const bar = /** @type {HTMLProgressElement} */ (section.querySelector("progress"));
const address = /** @type {string} */ (section.dataset.progressUrl);
const POLL_INTERVAL_MILLISECONDS = 1000;
const { digits } = document.documentElement.dataset;

/** @param {Record<string, number>} outcomes */
function showProgress(outcomes) {
  for (const [outcome, number] of Object.entries(outcomes)) {
    const element = document.querySelector(`[data-count="${outcome}"]`);
    if (element) (element.querySelector("bdi") ?? element).textContent = formatNumber(number, { digits });
  }
  bar.value = bar.max - outcomes.waiting;
}

let isRunning = true;

/** @param {AbortSignal} signal */
async function update(signal) {
  const response = await fetch(address, { headers: { Accept: "application/json" }, signal });
  if (response.status >= 500) throw new Error(`import: ${response.status}`);
  const progress = response.ok ? await response.json() : { running: false };
  isRunning = progress.running;
  if (isRunning) showProgress(progress);
  else location.reload();
}

const poll = startPolling(POLL_INTERVAL_MILLISECONDS, update, () => isRunning);
setTimeout(poll, POLL_INTERVAL_MILLISECONDS / 4);
