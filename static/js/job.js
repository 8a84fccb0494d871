// How far long work is: asked for often at first, then every two seconds; the page is loaded again when it is over.

const part = /** @type {HTMLElement} */ (document.querySelector("[data-job]"));
const step = /** @type {HTMLElement} */ (part.querySelector("[data-step]"));
const count = /** @type {HTMLElement} */ (part.querySelector("[data-count]"));
const bar = /** @type {HTMLProgressElement} */ (part.querySelector("progress"));
const address = /** @type {string} */ (part.dataset.address);
const FIRST = 150;
const LAST = 2000;
const SLOWER = 1.4;

/** @param {{state: string, step: string, done: number, total: number, said: string}} job */
function show(job) {
  if (step.textContent !== job.step) step.textContent = job.step;
  if (job.total) {
    bar.max = job.total;
    bar.value = job.done;
  } else bar.removeAttribute("value");
  count.textContent = job.said;
}

/** @param {number} pause */
async function ask(pause) {
  let next = Math.min(LAST, pause * SLOWER);
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    const job = answer.ok ? await answer.json() : { state: "gone" };
    if (answer.status < 500 && job.state !== "waiting" && job.state !== "running") {
      location.replace(address);
      return;
    }
    if (answer.ok) show(job);
  } catch {
    next = LAST; // no connection: the work continues, and so does asking
  }
  setTimeout(() => ask(next), next);
}

setTimeout(() => ask(FIRST), FIRST);
