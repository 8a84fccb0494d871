// Drafts: form input survives a reload, a closed tab and a killed browser until it is saved or a week has passed.
//
// form[data-draft]: the draft's name (game, kind of entry, distinguishing part). data-draft-deal: the number of the deal; a
// draft of another deal is not restored. data-draft-announcement: the announcement that the form is based on.
// data-draft-shared: the version that other phones have. data-draft-ended: the draft is no longer shared.
// data-draft-local: the draft stays on this phone.
// data-draft-posted: the server has returned the input. [data-draft-restored]: notice that a draft was restored.
// Each tab stores its draft in its session; IndexedDB has the last one of the phone.

import * as durable from "./draft-store.js";
import { tryStorage } from "./storage.js";

const KEY_PREFIX = "draft ";
const NEW_GAME_DRAFT_NAME = "new game";
const DRAFT_LIFETIME_MILLISECONDS = 7 * 24 * 60 * 60 * 1000;
/** Fields that a newer announcement overrides. */
const ANNOUNCED_FIELDS_SELECTOR = "[data-cover], [data-substep=holder] *, [data-substep=leader] *";

/** While IndexedDB is being read, an empty form does not delete the stored draft. */
let isStoredDraftBeingRead = false;

/** @typedef {{at: number, deal: number, of: string, after: number, sent: boolean, shared?: string, answers: [string, string][]}} Draft */
/** @typedef {{token: string, deal: number, seq: number}} PageGame */
/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Control */

/** Uses the session storage if the browser permits it. @template T @param {(session: Storage) => T} use */
const withSessionStorage = (use) => tryStorage(() => use(sessionStorage));

/** @param {HTMLFormElement} form */
const draftKey = (form) => KEY_PREFIX + form.dataset.draft;

/**
 * @param {HTMLFormElement} form
 * @returns {Control[]} everything that is typed or tapped, and the key of a new game, so that starting it twice starts one game
 */
const draftControls = (form) =>
  /** @type {Control[]} */ (
    [...form.elements].filter(
      (each) =>
        each instanceof HTMLSelectElement ||
        each instanceof HTMLTextAreaElement ||
        (each instanceof HTMLInputElement && (each.type !== "hidden" || each.matches("[data-draft-key]"))),
    )
  );

/** @param {Control} control @returns {control is HTMLInputElement} */
const isCheckable = (control) => control.type === "radio" || control.type === "checkbox";

/** @param {Control} control whether it is as the server sent it */
function isControlUntouched(control) {
  if (control instanceof HTMLSelectElement)
    return (
      control.selectedIndex ===
      Math.max(
        [...control.options].findIndex((option) => option.defaultSelected),
        0,
      )
    );
  return (
    control.type === "hidden" ||
    (isCheckable(control) ? control.checked === control.defaultChecked : control.value === control.defaultValue)
  );
}

/** Saves the input of a form as its draft; deletes the draft if nothing was entered. @param {HTMLFormElement} form @param {{sent?: boolean}} [how] */
export function saveDraft(form, { sent = false } = {}) {
  const inputs = draftControls(form);
  if (!sent && !("draftPosted" in form.dataset) && inputs.every(isControlUntouched))
    return isStoredDraftBeingRead ? undefined : deleteDraft(form);
  /** @type {Draft} */
  const draft = {
    at: Date.now(),
    deal: Number(form.dataset.draftDeal ?? 0),
    of: form.dataset.draftAnnouncement ?? "",
    after: Number(new FormData(form).get("after") ?? 0),
    sent,
    shared: form.dataset.draftShared ?? "",
    answers: inputs
      .filter((control) => !isCheckable(control) || control.checked)
      .map((control) => [control.name, control.value]),
  };
  withSessionStorage((sessionStore) => sessionStore.setItem(draftKey(form), JSON.stringify(draft)));
  return durable.putDraft(draftKey(form), draft);
}

/** @param {HTMLFormElement} form */
export const deleteDraft = (form) => deleteDraftByKey(draftKey(form));

/** @param {string} key */
function deleteDraftByKey(key) {
  withSessionStorage((sessionStore) => sessionStore.removeItem(key));
  return durable.removeDraft(key);
}

/** @param {string} key @returns {Draft | null} */
const readSessionDraft = (key) => withSessionStorage((sessionStore) => JSON.parse(sessionStore.getItem(key) ?? "null"));

/** @param {HTMLFormElement} form @param {Draft | null | undefined} draft */
function fillFormIfCurrent(form, draft) {
  const lastSeq = Number(new FormData(form).get("after") ?? 0);
  // it was sent, and entries followed
  if (draft?.sent && !("deal" in form.dataset) && draft.after < lastSeq) return false;
  if (draft?.deal !== Number(form.dataset.draftDeal ?? 0)) return false;
  if (form.dataset.draftShared && draft.shared !== form.dataset.draftShared) return false; // another phone continued it
  const announced = draft.of === (form.dataset.draftAnnouncement ?? "") ? "" : ANNOUNCED_FIELDS_SELECTOR;
  for (const control of draftControls(form)) {
    if (announced && control.matches(announced)) continue;
    const values = draft.answers.filter(([name]) => name === control.name).map(([, value]) => value);
    if (isCheckable(control)) control.checked = values.includes(control.value);
    else if (values.length) control.value = values[0];
  }
  /** @type {HTMLElement | null} */
  const notice = document.querySelector("[data-draft-restored]");
  // the server shows the notice if other phones have the same draft
  if (notice && !draftControls(form).every(isControlUntouched)) notice.hidden = false;
  return true;
}

/**
 * Restores the draft, unless the server has just returned the input.
 * @param {HTMLFormElement} form
 * @param {() => void} onRestored called if the draft of another tab is restored a moment later; not if the user has started typing
 */
export function restoreDraft(form, onRestored) {
  if ("draftPosted" in form.dataset) {
    saveDraft(form);
    return;
  }
  if (fillFormIfCurrent(form, readSessionDraft(draftKey(form)))) return;
  isStoredDraftBeingRead = true;
  durable.getDraft(draftKey(form)).then((draft) => {
    isStoredDraftBeingRead = false;
    if (draftControls(form).every(isControlUntouched) && fillFormIfCurrent(form, draft)) onRestored();
  });
}

/** Whether a draft is obsolete: saved, of an earlier deal, or a week old. @param {string} name @param {Draft} draft @param {PageGame} game */
function isObsolete(name, draft, { token, deal, seq }) {
  if (draft.at < Date.now() - DRAFT_LIFETIME_MILLISECONDS) return true;
  if (name === NEW_GAME_DRAFT_NAME) return draft.sent && deal === 1;
  const [ofGame, kind] = name.split(" ");
  if (ofGame !== token) return false;
  return (draft.deal > 0 && draft.deal < deal) || (kind !== "deal" && draft.sent && draft.after < seq);
}

/** Deletes obsolete drafts of this page's game, and old ones of any game. */
export async function deleteObsoleteDrafts() {
  const {
    game,
    draft = "",
    dealNumber,
    draftDeal,
    seq,
  } = /** @type {HTMLElement | null} */ (document.querySelector("[data-game], [data-draft]"))?.dataset ?? {};
  const page = {
    token: game ?? draft.split(" ")[0],
    deal: Number(dealNumber ?? draftDeal ?? 0),
    seq: Number(seq ?? 0),
  };
  const keys = (withSessionStorage(Object.keys) ?? []).filter((key) => key.startsWith(KEY_PREFIX));
  for (const key of keys) {
    const sessionDraft = readSessionDraft(key);
    if (!sessionDraft || isObsolete(key.slice(KEY_PREFIX.length), sessionDraft, page)) deleteDraftByKey(key);
  }
  for (const key of await durable.getDraftKeys()) {
    const durableDraft = await durable.getDraft(key);
    if (durableDraft && isObsolete(key.slice(KEY_PREFIX.length), durableDraft, page)) durable.removeDraft(key);
  }
}

// "Start over" drops the restored draft here, and on the server if other phones share it.
document.addEventListener("click", async (event) => {
  if (!(/** @type {Element} */ (event.target).closest("[data-draft-restart]"))) return;
  /** @type {HTMLFormElement | null} */
  const form = document.querySelector("form[data-draft]");
  if (form) {
    form.dataset.draftEnded = "";
    await deleteDraft(form);
  }
  const { live } = /** @type {HTMLElement | null} */ (document.querySelector("[data-game-changed]"))?.dataset ?? {};
  if (live && !(form && "draftLocal" in form.dataset))
    await fetch(live.replace(/state$/, "draft"), {
      method: "PUT",
      headers: { "Content-Type": "application/json" },
      body: "null",
    }).catch(() => null);
  location.replace(location.href);
});
