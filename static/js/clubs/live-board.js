// The screen asks every few seconds whether anything has changed, and takes over what has.

const EVERY = 3000;
const PATIENCE = 30000;
const ANSWERED_WITHIN = 10000; // without reception, a browser may wait for minutes

const away = /** @type {HTMLElement} */ (document.querySelector("[data-screen-away]"));
let etag = "";
let failures = 0;
let timer = 0;
let asking = false;

async function ask() {
  if (asking) return;
  asking = true;
  clearTimeout(timer);
  const given = new AbortController();
  const late = setTimeout(() => given.abort(), ANSWERED_WITHIN);
  try {
    const headers = etag ? { "If-None-Match": etag } : {};
    const answer = await fetch(location.href, { headers, cache: "no-store", signal: given.signal });
    if (!answer.ok && answer.status !== 304) throw new Error(`screen: ${answer.status}`);
    if (answer.ok) takeOver(await answer.text());
    etag = answer.headers.get("ETag") ?? etag;
    failures = 0;
  } catch {
    failures += 1; // said below, and asked again
  }
  clearTimeout(late);
  asking = false;
  away.hidden = failures < 2;
  timer = setTimeout(ask, failures ? Math.min(EVERY * 2 ** failures, PATIENCE) : EVERY);
}

/** @param {string} text */
function takeOver(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  for (const part of [".screen-top", "[data-screen]"]) {
    const [old, fresh] = [document.querySelector(part), page.querySelector(part)];
    if (old && fresh && old.innerHTML !== fresh.innerHTML) renew(old, fresh);
  }
  tick();
  document.title = page.title;
}

/** What has changed lights up, where motion is wanted: CSS decides. @param {Element} old @param {Element} fresh */
function renew(old, fresh) {
  const before = tiles(old);
  old.replaceChildren(...fresh.childNodes);
  for (const [place, tile] of tiles(old).entries()) {
    if (before[place] && before[place].textContent !== tile.textContent) tile.classList.add("has-changed");
  }
}

/** @param {Element} within */
const tiles = (within) => [...within.querySelectorAll(".tile-table")];

// The clock in the corner, in the reader's digits.
function tick() {
  const clock = /** @type {HTMLElement | null} */ (document.querySelector("[data-clock]"));
  if (!clock) return;
  const now = new Date();
  const text = [now.getHours(), now.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
  const shown = clock.dataset.digits === "arab" ? text.replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)]) : text;
  if (clock.textContent !== shown) clock.textContent = shown;
}
tick();
setInterval(tick, 1000);

// A screen that sleeps shows nothing to anybody.
const stayAwake = () => navigator.wakeLock?.request("screen").catch(() => null);

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return clearTimeout(timer);
  stayAwake();
  return ask();
});
addEventListener("online", ask);
stayAwake();
timer = setTimeout(ask, EVERY);
