// Drafts: form input survives a reload, a closed tab and a killed browser until it is saved or a week has passed.
//
// form[data-draft]: the draft's name (game, kind of entry, distinguishing part). data-draft-deal: the number of the deal; a
// draft of another deal is not restored. data-draft-of: the announcement that the form is based on.
// data-draft-shared: the version that other phones have. data-dropped: the draft is no longer shared.
// data-draft-posted: the server has returned the input. [data-draft-back]: notice that a draft was restored.
// Each tab stores its draft in its session; IndexedDB has the last one of the phone.

import * as durable from "./durable.js";
import { storage } from "./storage.js";

const PREFIX = "draft ";
const NEW_GAME = "new game";
const LASTS = 7 * 24 * 60 * 60 * 1000;
/** Fields that a newer announcement overrides. */
const ANNOUNCED = "[data-cover], [data-substep=holder] *, [data-substep=leader] *";

/** While IndexedDB is being read, an empty form does not delete the stored draft. */
let looking = false;

/** @typedef {{at: number, deal: number, of: string, after: number, sent: boolean, shared?: string, answers: [string, string][]}} Draft */
/** @typedef {{token: string, deal: number, seq: number}} Game */
/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Control */

/** Uses the session storage if the browser permits it. @template T @param {(session: Storage) => T} use */
const session = (use) => storage(() => use(sessionStorage));

/** @param {HTMLFormElement} form */
const slot = (form) => PREFIX + form.dataset.draft;

/** @param {HTMLFormElement} form @returns {Control[]} everything that is typed or tapped, and the key of a new game, so that starting it twice starts one game */
const controls = (form) =>
  /** @type {Control[]} */ ([...form.elements].filter((each) => each instanceof HTMLSelectElement || each instanceof HTMLTextAreaElement || (each instanceof HTMLInputElement && (each.type !== "hidden" || each.matches("[data-draft-key]")))));

/** @param {Control} control */
const isSwitch = (control) => control.type === "radio" || control.type === "checkbox";

/** @param {Control} control whether it is as the server sent it */
function isUntouched(control) {
  if (control instanceof HTMLSelectElement) return control.selectedIndex === Math.max([...control.options].findIndex((option) => option.defaultSelected), 0);
  return control.type === "hidden" || (isSwitch(control) ? control.checked === control.defaultChecked : control.value === control.defaultValue);
}

/** @param {HTMLFormElement} form @param {{sent?: boolean}} [how] */
export function keep(form, { sent = false } = {}) {
  const all = controls(form);
  if (!sent && !("draftPosted" in form.dataset) && all.every(isUntouched)) return looking ? undefined : forget(form);
  /** @type {Draft} */
  const draft = {
    at: Date.now(),
    deal: Number(form.dataset.draftDeal ?? 0),
    of: form.dataset.draftOf ?? "",
    after: Number(new FormData(form).get("after") ?? 0),
    sent,
    shared: form.dataset.draftShared ?? "",
    answers: all.filter((control) => !isSwitch(control) || /** @type {HTMLInputElement} */ (control).checked).map((control) => [control.name, control.value]),
  };
  session((own) => own.setItem(slot(form), JSON.stringify(draft)));
  return durable.put(slot(form), draft);
}

/** @param {HTMLFormElement} form */
export const forget = (form) => drop(slot(form));

/** @param {string} key */
function drop(key) {
  session((own) => own.removeItem(key));
  return durable.remove(key);
}

/** @param {string} key @returns {Draft | null} */
const ofThisTab = (key) => session((own) => JSON.parse(own.getItem(key) ?? "null"));

/** @param {HTMLFormElement} form @param {Draft | null | undefined} draft */
function fill(form, draft) {
  const seen = Number(new FormData(form).get("after") ?? 0);
  if (draft?.sent && !("deal" in form.dataset) && draft.after < seen) return false; // it was sent, and entries followed
  if (draft?.deal !== Number(form.dataset.draftDeal ?? 0)) return false;
  if (form.dataset.draftShared && draft.shared !== form.dataset.draftShared) return false; // another phone continued it
  const announced = draft.of === (form.dataset.draftOf ?? "") ? "" : ANNOUNCED;
  for (const control of controls(form)) {
    if (announced && control.matches(announced)) continue;
    const answers = draft.answers.filter(([name]) => name === control.name).map(([, value]) => value);
    if (isSwitch(control)) /** @type {HTMLInputElement} */ (control).checked = answers.includes(control.value);
    else if (answers.length) control.value = answers[0];
  }
  const back = /** @type {HTMLElement | null} */ (document.querySelector("[data-draft-back]"));
  if (back && !controls(form).every(isUntouched)) back.hidden = false; // the server shows the notice if other phones have the same draft
  return true;
}

/**
 * Restores the draft, unless the server has just returned the input.
 * @param {HTMLFormElement} form
 * @param {() => void} later called if the draft of another tab is restored a moment later; not if the user has started typing
 */
export function restore(form, later) {
  if ("draftPosted" in form.dataset) {
    keep(form);
    return;
  }
  if (fill(form, ofThisTab(slot(form)))) return;
  looking = true;
  durable.get(slot(form)).then((draft) => {
    looking = false;
    if (controls(form).every(isUntouched) && fill(form, draft)) later();
  });
}

/** Whether a draft is obsolete: saved, of an earlier deal, or a week old. @param {string} name @param {Draft} draft @param {Game} game */
function isOver(name, draft, { token, deal, seq }) {
  if (draft.at < Date.now() - LASTS) return true;
  if (name === NEW_GAME) return draft.sent && deal === 1;
  const [ofGame, kind] = name.split(" ");
  if (ofGame !== token) return false;
  return (draft.deal > 0 && draft.deal < deal) || (kind !== "deal" && draft.sent && draft.after < seq);
}

/** Deletes obsolete drafts of this page's game, and old ones of any game. */
export async function sweep() {
  const { game, draft = "", dealNumber, draftDeal, seq } = /** @type {HTMLElement | null} */ (document.querySelector("[data-game], [data-draft]"))?.dataset ?? {};
  const here = { token: game ?? draft.split(" ")[0], deal: Number(dealNumber ?? draftDeal ?? 0), seq: Number(seq ?? 0) };
  const own = (session(Object.keys) ?? []).filter((key) => key.startsWith(PREFIX));
  for (const key of own) {
    const found = ofThisTab(key);
    if (!found || isOver(key.slice(PREFIX.length), found, here)) drop(key);
  }
  for (const key of await durable.keys()) {
    const found = await durable.get(key);
    if (found && isOver(key.slice(PREFIX.length), found, here)) durable.remove(key);
  }
}

// "Start over" drops the restored draft here and on the server.
document.addEventListener("click", async (event) => {
  if (!(/** @type {Element} */ (event.target).closest("[data-draft-anew]"))) return;
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-draft]"));
  if (form) {
    form.dataset.dropped = "";
    await forget(form);
  }
  const { live } = /** @type {HTMLElement | null} */ (document.querySelector("[data-moved]"))?.dataset ?? {};
  if (live) await fetch(live.replace(/state$/, "draft"), { method: "PUT", headers: { "Content-Type": "application/json" }, body: "null" }).catch(() => null);
  location.replace(location.href);
});
