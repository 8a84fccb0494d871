// The deal form watches for entries of other phones. An untouched form is replaced; one in use stays and shows a notice.

import { deleteDraft, saveDraft } from "../lib/drafts.js";
import { startPolling } from "../lib/poll.js";

const POLL_INTERVAL_MILLISECONDS = 2000;

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-deal]"));
const gameChangedNotice = /** @type {HTMLElement | null} */ (document.querySelector("[data-game-changed]"));
let etag = "";

/** @param {any} state the game's state @returns whether the king still has every contract of this deal */
function areContractsUnplayed({ result }) {
  const fields = new FormData(form);
  const remaining = result.remaining[String(fields.get("king"))] ?? [];
  return String(fields.get("contracts"))
    .split("+")
    .every((contract) => remaining.includes(contract));
}

/** @param {HTMLElement} banner @param {any} state */
function handleGameChange(banner, state) {
  const areContractsOpen = areContractsUnplayed(state);
  const isStarted = form.dataset.touched !== undefined || document.querySelector("[data-draft-restored]:not([hidden])");
  if (!(isStarted || "draftPosted" in form.dataset)) {
    location.replace(areContractsOpen ? location.href : (banner.querySelector("a")?.href ?? location.href));
    return;
  }
  if (!areContractsOpen) deleteDraft(form);
  else if (form.dataset.draftDeal !== String(state.result.deals.length + 1)) {
    // the same deal has another number now
    form.dataset.draftDeal = String(state.result.deals.length + 1);
    saveDraft(form);
  }
  for (const reason of /** @type {NodeListOf<HTMLElement>} */ (banner.querySelectorAll("[data-game-changed-reason]")))
    reason.hidden = (reason.dataset.gameChangedReason === "recorded") === areContractsOpen;
  banner.hidden = false;
  banner.dataset.seq = String(state.seq);
}

/** Whether another phone continues this deal and this form is untouched. @param {any} draft */
const isDealContinuedElsewhere = (draft) =>
  draft &&
  !("draftLocal" in form.dataset) &&
  form.dataset.touched === undefined &&
  draft.contracts.join("+") === new FormData(form).get("contracts") &&
  draft.version !== form.dataset.draftShared;

/** @param {HTMLElement} banner @param {AbortSignal} signal */
async function checkGame(banner, signal) {
  if ("announcing" in form.dataset) return;
  const response = await fetch(banner.dataset.live ?? "", {
    headers: etag ? { "If-None-Match": etag } : {},
    cache: "no-store",
    signal,
  });
  if (response.status === 304) return;
  if (!response.ok) throw new Error(`state: ${response.status}`); // saving reports a problem itself
  const state = await response.json();
  if (String(state.seq) !== banner.dataset.seq) handleGameChange(banner, state);
  else if (isDealContinuedElsewhere(state.draft)) location.replace(location.href);
  etag = response.headers.get("ETag") ?? "";
}

if (gameChangedNotice) startPolling(POLL_INTERVAL_MILLISECONDS, (signal) => checkGame(gameChangedNotice, signal));
