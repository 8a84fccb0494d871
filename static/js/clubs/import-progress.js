// The progress of an import: updates the bar and the counts until nothing is waiting.

import { formatNumber } from "../lib/points.js";
import { startPolling } from "../lib/poll.js";

const progressSection = /** @type {HTMLElement} */ (document.querySelector("[data-progress-url]"));
const progressBar = /** @type {HTMLProgressElement} */ (progressSection.querySelector("progress"));
const progressUrl = /** @type {string} */ (progressSection.dataset.progressUrl);
const POLL_INTERVAL_MILLISECONDS = 1000;
const { digits } = document.documentElement.dataset;

/** @param {Record<string, number>} outcomes */
function showProgress(outcomes) {
  for (const [outcome, number] of Object.entries(outcomes)) {
    const element = document.querySelector(`[data-count="${outcome}"]`);
    if (element) (element.querySelector("bdi") ?? element).textContent = formatNumber(number, { digits });
  }
  progressBar.value = progressBar.max - outcomes.waiting;
}

let isImportRunning = true;

/** @param {AbortSignal} signal */
async function updateProgress(signal) {
  const response = await fetch(progressUrl, { headers: { Accept: "application/json" }, signal });
  if (response.status >= 500) throw new Error(`import: ${response.status}`);
  const progress = response.ok ? await response.json() : { running: false };
  isImportRunning = progress.running;
  if (isImportRunning) showProgress(progress);
  else location.reload();
}

const pollNow = startPolling(POLL_INTERVAL_MILLISECONDS, updateProgress, () => isImportRunning);
setTimeout(pollNow, POLL_INTERVAL_MILLISECONDS / 4);
