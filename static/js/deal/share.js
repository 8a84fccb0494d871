// A deal that is being entered is seen on every phone: as a draft, its doubled cards as an announcement.

import { keep } from "../lib/drafts.js";
import { newKey } from "../lib/key.js";
import { QUEENS } from "../lib/points.js";

/** @typedef {import("./steps.js").Step} Step */

const SOON = 500;
const WAITS = 4000; // nobody has touched the form for so long: the deal is being played

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-deal]"));
const moved = /** @type {HTMLElement | null} */ (document.querySelector("[data-moved]"));
const address = (moved?.dataset.live ?? "").replace(/state$/, "");
/** @type {Step[]} */
let steps = [];
let isOwn = false; // what lies on the server is what this form has sent
let isOver = false;
let timer = 0;
let waiting = 0;

/** @param {string} name */
const field = (name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
const deal = () => ({ king: field("king").value, contracts: field("contracts").value.split("+") });
/** @param {string} card */
const named = (card) => Object.keys(QUEENS).find((suit) => QUEENS[suit] === card) ?? "king_of_hearts";

/** What has been told, half told cards among it. */
function told() {
  /** @type {any} */
  const captures = {};
  for (const step of steps) {
    if (step.kind === "count") {
      const counts = Object.fromEntries(["A", "B", "C", "D"].flatMap((seat, place) => (step.counts[place] === null ? [] : [[seat, step.counts[place]]])));
      if (Object.keys(counts).length) captures[step.what] = counts;
    } else if (step.kind === "order") {
      const open = step.places.indexOf(null);
      const order = open < 0 ? step.places : step.places.slice(0, open);
      if (order.length) captures.trex = order;
    } else {
      const said = { taken_by: step.taker, doubled_by: step.blanket ? step.holder : null, led_by: step.leader };
      const card = Object.fromEntries(Object.entries(said).filter(([, seat]) => seat));
      if (!Object.keys(card).length) continue;
      if (step.card === "KH") captures.king_of_hearts = card;
      else (captures.queens ??= {})[named(step.card)] = card;
    }
  }
  return captures;
}

/** @param {string} what @param {string} method @param {unknown} body */
const send = (what, method, body) => fetch(address + what, { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), keepalive: true });

/** Without a connection the draft stays on this phone alone. */
async function share() {
  clearTimeout(timer);
  timer = 0;
  if ("dropped" in form.dataset) return;
  try {
    const answer = await send("draft", "PUT", { ...deal(), captures: told(), after: Number(moved?.dataset.seq), author: form.dataset.author, device: form.dataset.device });
    if (answer.status === 409 && !document.hidden) timer = setTimeout(share, WAITS); // static/js/deal/follow.js looks meanwhile
    if (!answer.ok) return;
    isOwn = true;
    form.dataset.draftShared = (await answer.json()).version;
    if ("touched" in form.dataset) keep(form);
  } catch {
    // the next tap tries again
  }
}

/** Who has doubled what, as it was announced last. */
const doubledIn = () => JSON.stringify(Object.fromEntries(steps.flatMap((step) => (step.kind === "card" && step.blanket && step.holder ? [[named(step.card), step.holder]] : []))));
let announced = "{}";

/** Doubled cards are written in the journal while the form waits and nothing has been taken: who doubled, and when, can be shown later. */
async function announce() {
  const doubled = doubledIn();
  const isOpen = steps.some((step) => (step.kind === "card" ? step.taker || (step.blanket && !step.holder) : false)) || steps.some((step) => step.kind === "count" && step.counts.some((count) => count !== null));
  if (isOver || "dropped" in form.dataset || isOpen || doubled === announced) return;
  form.dataset.announcing = ""; // static/js/deal/follow.js would take it for another phone's
  try {
    const answer = await send("entries", "POST", { key: newKey(), after: Number(field("after").value), author: form.dataset.author, device: form.dataset.device, entry: { announced: { ...deal(), doubled: JSON.parse(doubled) } } });
    if (answer.status !== 201) return;
    const { seq } = await answer.json();
    announced = doubled;
    field("after").value = String(seq);
    if (moved) moved.dataset.seq = String(seq);
    share(); // the draft went with what it was based on
  } catch {
    // the deal itself says who doubled what
  } finally {
    delete form.dataset.announcing;
  }
}

form.addEventListener("deal:changed", (event) => {
  steps = /** @type {CustomEvent} */ (event).detail.steps;
  clearTimeout(timer);
  clearTimeout(waiting);
  timer = setTimeout(share, SOON);
  waiting = setTimeout(announce, WAITS);
});

form.addEventListener("submit", (event) => {
  if (event.defaultPrevented) return;
  isOver = true;
  clearTimeout(timer);
  clearTimeout(waiting);
});

addEventListener("pagehide", () => {
  if (isOver) return;
  if (!Object.keys(told()).length && isOwn) send("draft", "PUT", null).catch(() => null);
  else if (timer) share();
  announce();
});

addEventListener("pageshow", () => (isOver = false));

form.addEventListener("deal:opened", (event) => {
  steps = /** @type {CustomEvent} */ (event).detail.steps;
  announced = form.dataset.draftOf ? doubledIn() : "{}";
  if (!form.dataset.draftShared || "touched" in form.dataset) share();
  if (announced !== doubledIn()) waiting = setTimeout(announce, WAITS);
});
form.dispatchEvent(new Event("deal:listens"));
