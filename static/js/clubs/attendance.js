// Ticking who is here: each tap shows at once, and is taken back where the server says otherwise.
// They are sent one after the other; who goes on to another page takes along those that have not been sent.

import { newKey } from "../lib/key.js";
import { formatNumber } from "../lib/points.js";
import { finds, folded } from "../rules/words.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-here]"));
const count = /** @type {HTMLElement} */ (document.querySelector("[data-here-count]"));
const problem = /** @type {HTMLElement} */ (document.querySelector("[data-here-problem]"));
const way = /** @type {HTMLElement} */ (document.querySelector("[data-here-way]"));
const find = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-find]"));
const none = /** @type {HTMLElement} */ (document.querySelector("[data-none]"));
const digits = form.dataset.digits;

const ticks = /** @type {HTMLButtonElement[]} */ ([...form.querySelectorAll("button.tick")]);
const groups = /** @type {HTMLElement[]} */ ([...form.querySelectorAll("[data-group]")]);
const people = /** @type {HTMLElement[]} */ ([...form.querySelectorAll("[data-name]")]);
/** @type {Map<string, number>} taps that are on their way, by member */
const waiting = new Map();
/** @type {Set<() => Promise<void>>} those that have not been sent */
const unsent = new Set();
/** @type {Promise<void>} */
let last = Promise.resolve();

/** @param {HTMLButtonElement} tick @param {boolean} here */
function show(tick, here) {
  tick.setAttribute("aria-pressed", String(here));
  tick.name = here ? "went" : "arrived";
}

function showCount() {
  const still = form.querySelectorAll("[data-is-here]").length;
  count.querySelector(".num")?.replaceChildren(formatNumber(still + ticks.filter((tick) => tick.ariaPressed === "true").length, { digits }));
}

/** What the server knows holds, but for what has been tapped since. @param {number[]} here */
function agree(here) {
  const known = new Set(here.map(String));
  for (const tick of ticks) if (!waiting.get(tick.value)) show(tick, known.has(tick.value));
  for (const still of /** @type {HTMLElement[]} */ ([...form.querySelectorAll("[data-still]")])) still.toggleAttribute("data-is-here", known.has(still.dataset.still ?? ""));
  showCount();
}

/** @param {{ url: string, title: string } | null} to where a game can be ended that keeps somebody here */
function showWay(to) {
  const link = way.querySelector("a");
  way.hidden = !to;
  if (!to || !link) return;
  link.href = to.url;
  link.textContent = to.title;
}

/** @param {string} why */
function say(why) {
  problem.hidden = !why;
  problem.textContent = why;
}

/** @param {FormData} body @param {HTMLButtonElement} tick @param {boolean} here */
async function send(body, tick, here) {
  let answer;
  try {
    answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" }, keepalive: true });
  } catch {
    answer = null; // said below
  }
  const said = answer?.headers.get("Content-Type")?.startsWith("application/json") ? await answer.json() : null;
  waiting.set(tick.value, (waiting.get(tick.value) ?? 1) - 1);
  if (said) agree(said.here);
  else if (!waiting.get(tick.value)) show(tick, !here);
  showWay(said?.way ?? null);
  say(answer?.ok ? "" : (said?.problem ?? problem.dataset.away ?? ""));
  showCount();
}

form.addEventListener("submit", (event) => {
  const tick = event.submitter;
  if (!(tick instanceof HTMLButtonElement) || !ticks.includes(tick)) return;
  event.preventDefault();
  const body = new FormData(form);
  body.set("key", newKey());
  body.set(tick.name, tick.value);
  const here = tick.name === "arrived";
  waiting.set(tick.value, (waiting.get(tick.value) ?? 0) + 1);
  show(tick, here);
  showCount();
  const sending = () => (unsent.delete(sending) ? send(body, tick, here) : Promise.resolve());
  unsent.add(sending);
  last = last.then(sending).finally(showBusy);
  showBusy();
  if (find?.value) {
    find.value = "";
    filter();
  }
});

// Many at once: after all that has been tapped before.
document.querySelector("[data-here-many]")?.addEventListener("submit", (event) => {
  if (!isBusy() || !(event instanceof SubmitEvent)) return;
  event.preventDefault();
  const many = /** @type {HTMLFormElement} */ (event.target);
  last.then(() => many.requestSubmit(event.submitter));
});

function isBusy() {
  return [...waiting.values()].some(Boolean);
}

function showBusy() {
  form.setAttribute("aria-busy", String(isBusy()));
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.hash || !isBusy() || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  last.then(() => location.assign(link.href));
});
for (const leaving of ["beforeunload", "pagehide"]) addEventListener(leaving, () => [...unsent].forEach((sending) => sending()));

function filter() {
  const query = find?.value.trim() ?? "";
  for (const one of people) one.hidden = Boolean(query) && !finds(query, folded(one.dataset.name ?? ""));
  for (const group of groups) group.hidden = !group.querySelector("[data-name]:not([hidden])");
  none.hidden = people.some((one) => !one.hidden);
}

find?.addEventListener("input", filter);
find?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  const found = people.filter((one) => !one.hidden);
  if (!find.value.trim() || found.length !== 1) return;
  found[0].querySelector("button")?.click();
});
filter();
