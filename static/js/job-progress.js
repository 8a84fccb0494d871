// The progress of long work: polls often at first, then every two seconds, and reloads the page at the end.

const section = /** @type {HTMLElement} */ (document.querySelector("[data-job]"));
const step = /** @type {HTMLElement} */ (section.querySelector("[data-step]"));
const count = /** @type {HTMLElement} */ (section.querySelector("[data-count]"));
const bar = /** @type {HTMLProgressElement} */ (section.querySelector("progress"));
const address = /** @type {string} */ (section.dataset.address);
const FIRST_PAUSE_MILLISECONDS = 150;
const MAX_PAUSE_MILLISECONDS = 2000;
const PAUSE_GROWTH_FACTOR = 1.4;

/** @param {{state: string, step: string, done: number, total: number, said: string}} job */
function showProgress(job) {
  if (step.textContent !== job.step) step.textContent = job.step;
  if (job.total) {
    bar.max = job.total;
    bar.value = job.done;
  } else bar.removeAttribute("value");
  count.textContent = job.said;
}

/** @param {number} pause */
async function poll(pause) {
  let nextPause = Math.min(MAX_PAUSE_MILLISECONDS, pause * PAUSE_GROWTH_FACTOR);
  try {
    const response = await fetch(address, { headers: { Accept: "application/json" } });
    const job = response.ok ? await response.json() : { state: "gone" };
    if (response.status < 500 && job.state !== "waiting" && job.state !== "running") {
      location.replace(address);
      return;
    }
    if (response.ok) showProgress(job);
  } catch {
    nextPause = MAX_PAUSE_MILLISECONDS; // offline: the work continues, and so does polling
  }
  setTimeout(() => poll(nextPause), nextPause);
}

setTimeout(() => poll(FIRST_PAUSE_MILLISECONDS), FIRST_PAUSE_MILLISECONDS);
