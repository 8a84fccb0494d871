// The progress of an import: updates the bar and the counts until nothing is waiting.

import { formatNumber } from "../lib/points.js";

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

async function poll() {
  try {
    const response = await fetch(address, { headers: { Accept: "application/json" } });
    const progress = response.ok ? await response.json() : { running: response.status >= 500 };
    if (!progress.running) {
      location.reload();
      return;
    }
    if (response.ok) showProgress(progress);
  } catch {
    // offline: the import continues, and so does polling
  }
  setTimeout(poll, POLL_INTERVAL_MILLISECONDS);
}

setTimeout(poll, POLL_INTERVAL_MILLISECONDS / 4);
