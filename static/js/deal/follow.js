// A deal's form hears what other phones write meanwhile. Untouched, it goes along; what is being typed in it stays, and is told so.

import { forget, keep } from "../lib/drafts.js";

const EVERY = 2000;
const PATIENCE = 30000;

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-deal]"));
const notice = /** @type {HTMLElement | null} */ (document.querySelector("[data-moved]"));
let etag = "";
let failures = 0;
let timer = 0;

/** @param {any} state whether the king still owes every contract of this deal */
function isOpen({ result }) {
  const said = new FormData(form);
  const left = result.remaining[String(said.get("king"))] ?? [];
  return String(said.get("contracts")).split("+").every((contract) => left.includes(contract));
}

/** @param {HTMLElement} shown @param {any} state */
function moveOn(shown, state) {
  const open = isOpen(state);
  const begun = form.dataset.touched !== undefined || document.querySelector("[data-draft-back]:not([hidden])");
  if (!(begun || "draftPosted" in form.dataset)) {
    location.replace(open ? location.href : (shown.querySelector("a")?.href ?? location.href));
    return;
  }
  if (!open) forget(form);
  else if (form.dataset.draftDeal !== String(state.result.deals.length + 1)) {
    form.dataset.draftDeal = String(state.result.deals.length + 1); // the same deal, counted anew
    keep(form);
  }
  for (const why of /** @type {NodeListOf<HTMLElement>} */ (shown.querySelectorAll("[data-moved-why]"))) why.hidden = (why.dataset.movedWhy === "written") === open;
  shown.hidden = false;
  shown.dataset.seq = String(state.seq);
}

/** Whether another phone goes on with this deal, and nobody has touched it here. @param {any} draft */
const isWatched = (draft) => draft && form.dataset.touched === undefined && draft.contracts.join("+") === new FormData(form).get("contracts") && draft.version !== form.dataset.draftShared;

/** @param {HTMLElement} shown */
async function ask(shown) {
  clearTimeout(timer);
  if (document.hidden) return;
  if ("announcing" in form.dataset) return void (timer = setTimeout(ask, EVERY, shown));
  try {
    const answer = await fetch(shown.dataset.live ?? "", { headers: etag ? { "If-None-Match": etag } : {}, cache: "no-store" });
    if (answer.ok) {
      const state = await answer.json();
      if (String(state.seq) !== shown.dataset.seq) moveOn(shown, state);
      else if (isWatched(state.draft)) location.replace(location.href);
      etag = answer.headers.get("ETag") ?? "";
    }
    failures = answer.ok || answer.status === 304 ? 0 : failures + 1;
  } catch {
    failures += 1; // asked again, and saving says what there is to say
  }
  timer = setTimeout(ask, Math.min(EVERY * 2 ** failures, PATIENCE), shown);
}

if (notice) {
  document.addEventListener("visibilitychange", () => ask(notice));
  timer = setTimeout(ask, EVERY, notice);
}
