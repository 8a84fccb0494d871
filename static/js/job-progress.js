// The progress of long work: polls often at first, then every two seconds, and reloads the page at the end.

const jobSection = /** @type {HTMLElement} */ (document.querySelector("[data-job]"));
const stepElement = /** @type {HTMLElement} */ (jobSection.querySelector("[data-step]"));
const countElement = /** @type {HTMLElement} */ (jobSection.querySelector("[data-count]"));
const progressBar = /** @type {HTMLProgressElement} */ (jobSection.querySelector("progress"));
const jobUrl = /** @type {string} */ (jobSection.dataset.address);
const FIRST_PAUSE_MILLISECONDS = 150;
const MAX_PAUSE_MILLISECONDS = 2000;
const PAUSE_GROWTH_FACTOR = 1.4;

/** @param {{state: string, step: string, done: number, total: number, said: string}} job */
function showProgress(job) {
  if (stepElement.textContent !== job.step) stepElement.textContent = job.step;
  if (job.total) {
    progressBar.max = job.total;
    progressBar.value = job.done;
  } else progressBar.removeAttribute("value");
  countElement.textContent = job.said;
}

/** @param {number} pause */
async function poll(pause) {
  let nextPause = Math.min(MAX_PAUSE_MILLISECONDS, pause * PAUSE_GROWTH_FACTOR);
  try {
    const response = await fetch(jobUrl, { headers: { Accept: "application/json" } });
    const job = response.ok ? await response.json() : { state: "gone" };
    if (response.status < 500 && job.state !== "waiting" && job.state !== "running") {
      location.replace(jobUrl);
      return;
    }
    if (response.ok) showProgress(job);
  } catch {
    nextPause = MAX_PAUSE_MILLISECONDS; // offline: the work continues, and so does polling
  }
  setTimeout(() => poll(nextPause), nextPause);
}

setTimeout(() => poll(FIRST_PAUSE_MILLISECONDS), FIRST_PAUSE_MILLISECONDS);
