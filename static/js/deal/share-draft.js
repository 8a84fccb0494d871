// Shares a deal while it is being entered: the draft with other phones, its doubled cards as an announcement.

import { saveDraft } from "../lib/drafts.js";
import { newIdempotencyKey } from "../lib/idempotency-key.js";
import { addCapture, captureKeyOf } from "../lib/points.js";

/** @typedef {import("./steps.js").Step} Step */

const SHARE_DELAY_MILLISECONDS = 500;
const RETRY_DELAY_MILLISECONDS = 4000;
// the form was not touched for this long: the deal is being played
const ANNOUNCE_DELAY_MILLISECONDS = 4000;

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-deal]"));
const gameChangedNotice = /** @type {HTMLElement | null} */ (document.querySelector("[data-game-changed]"));
const gameApiUrl = (gameChangedNotice?.dataset.live ?? "").replace(/state$/, "");
/** @type {Step[]} */
let steps = [];
// the draft on the server is from this form
let hasSharedDraft = false;
let shareTimer = 0;
let announceTimer = 0;

/** Whether the deal was sent (static/js/deal/form.js). */
const isSubmitted = () => form.querySelector("[data-save][aria-disabled]") !== null;
/** @param {string} name */
const formField = (name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
const readKingAndContracts = () => ({
  king: formField("king").value,
  contracts: formField("contracts").value.split("+"),
});

/** The captures so far, incomplete ones included. */
function draftCaptures() {
  /** @type {any} */
  const captures = {};
  for (const step of steps) {
    if (step.kind === "count") {
      const counts = Object.fromEntries(
        ["A", "B", "C", "D"].flatMap((seat, index) =>
          step.counts[index] === null ? [] : [[seat, step.counts[index]]],
        ),
      );
      if (Object.keys(counts).length) captures[step.counted] = counts;
    } else if (step.kind === "order") {
      const openPlaceIndex = step.places.indexOf(null);
      const order = openPlaceIndex < 0 ? step.places : step.places.slice(0, openPlaceIndex);
      if (order.length) captures.trex = order;
    } else {
      const seats = { taken_by: step.taker, doubled_by: step.isDoubled ? step.holder : null, led_by: step.leader };
      const card = Object.fromEntries(Object.entries(seats).filter(([, seat]) => seat));
      if (Object.keys(card).length) addCapture(captures, step.card, card);
    }
  }
  return captures;
}

/** @param {string} path @param {string} method @param {unknown} body */
const sendToGame = (path, method, body) =>
  fetch(gameApiUrl + path, {
    method,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    keepalive: true,
  });

/** Without a connection the draft stays on this phone. */
async function shareDraft() {
  clearTimeout(shareTimer);
  shareTimer = 0;
  if ("draftEnded" in form.dataset) return;
  try {
    const response = await sendToGame("draft", "PUT", {
      ...readKingAndContracts(),
      captures: draftCaptures(),
      after: Number(gameChangedNotice?.dataset.seq),
      author: form.dataset.author,
      device: form.dataset.device,
    });
    // static/js/deal/watch-game.js polls in the meantime
    if (response.status === 409 && !document.hidden) shareTimer = setTimeout(shareDraft, RETRY_DELAY_MILLISECONDS);
    if (!response.ok) return;
    hasSharedDraft = true;
    form.dataset.draftShared = (await response.json()).version;
    if ("touched" in form.dataset) saveDraft(form);
  } catch {
    // retried at the next tap
  }
}

/** Doubled cards with their holders, as JSON. */
const doubledCardsJson = () =>
  JSON.stringify(
    Object.fromEntries(
      steps.flatMap((step) =>
        step.kind === "card" && step.isDoubled && step.holder ? [[captureKeyOf(step.card), step.holder]] : [],
      ),
    ),
  );
let announcedDoubledCardsJson = "{}";

/** Announces doubled cards while nothing has been captured, so that the journal shows who doubled and when. */
async function announceDoubledCards() {
  const doubled = doubledCardsJson();
  const isOpen =
    steps.some((step) => (step.kind === "card" ? step.taker || (step.isDoubled && !step.holder) : false)) ||
    steps.some((step) => step.kind === "count" && step.counts.some((count) => count !== null));
  if (isSubmitted() || "draftEnded" in form.dataset || isOpen || doubled === announcedDoubledCardsJson) return;
  // or static/js/deal/watch-game.js would take it for another phone's entry
  form.dataset.announcing = "";
  try {
    const response = await sendToGame("entries", "POST", {
      key: newIdempotencyKey(),
      after: Number(formField("after").value),
      author: form.dataset.author,
      device: form.dataset.device,
      entry: { announced: { ...readKingAndContracts(), doubled: JSON.parse(doubled) } },
    });
    if (response.status !== 201) return;
    const { seq } = await response.json();
    announcedDoubledCardsJson = doubled;
    formField("after").value = String(seq);
    if (gameChangedNotice) gameChangedNotice.dataset.seq = String(seq);
    // the draft was dropped with the entry it was based on
    shareDraft();
  } catch {
    // the deal itself has the doubled cards
  } finally {
    delete form.dataset.announcing;
  }
}

form.addEventListener("deal:changed", (event) => {
  steps = /** @type {CustomEvent} */ (event).detail.steps;
  clearTimeout(shareTimer);
  clearTimeout(announceTimer);
  shareTimer = setTimeout(shareDraft, SHARE_DELAY_MILLISECONDS);
  announceTimer = setTimeout(announceDoubledCards, ANNOUNCE_DELAY_MILLISECONDS);
});

form.addEventListener("submit", (event) => {
  if (event.defaultPrevented) return;
  clearTimeout(shareTimer);
  clearTimeout(announceTimer);
});

addEventListener("pagehide", () => {
  if (isSubmitted()) return;
  if (!Object.keys(draftCaptures()).length && hasSharedDraft) sendToGame("draft", "PUT", null).catch(() => null);
  else if (shareTimer) shareDraft();
  announceDoubledCards();
});

form.addEventListener("deal:opened", (event) => {
  steps = /** @type {CustomEvent} */ (event).detail.steps;
  announcedDoubledCardsJson = form.dataset.draftAnnouncement ? doubledCardsJson() : "{}";
  if (!form.dataset.draftShared || "touched" in form.dataset) shareDraft();
  if (announcedDoubledCardsJson !== doubledCardsJson())
    announceTimer = setTimeout(announceDoubledCards, ANNOUNCE_DELAY_MILLISECONDS);
});
form.dispatchEvent(new Event("deal:listens"));
