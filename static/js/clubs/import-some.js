// How far the games of files are: the bar and the counts go along until none waits.

const part = /** @type {HTMLElement} */ (document.querySelector("[data-bring-some]"));
const bar = /** @type {HTMLProgressElement} */ (part.querySelector("progress"));
const address = /** @type {string} */ (part.dataset.bringSome);
const PAUSE = 1000;
const digits = document.documentElement.dataset.digits === "arab" ? "٠١٢٣٤٥٦٧٨٩" : "0123456789";

/** @param {number} number */
function written(number) {
  return [...String(number)].map((digit) => digits[Number(digit)]).join("");
}

/** @param {Record<string, number>} outcomes */
function show(outcomes) {
  for (const [outcome, number] of Object.entries(outcomes)) {
    const place = document.querySelector(`[data-count="${outcome}"]`);
    if (place) (place.querySelector("bdi") ?? place).textContent = written(number);
  }
  bar.value = bar.max - outcomes.waiting;
}

async function ask() {
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    const said = answer.ok ? await answer.json() : { running: answer.status >= 500 };
    if (!said.running) {
      location.reload();
      return;
    }
    if (answer.ok) show(said);
  } catch {
    // no connection: the work continues, and so does asking
  }
  setTimeout(ask, PAUSE);
}

setTimeout(ask, PAUSE / 4);
