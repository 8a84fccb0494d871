// Back on a form whose entry has been written: it does not offer the same again. Where the entry was taken back, what was
// told stands there still, and can be put right and written anew.

import { newKey } from "./key.js";
import { storage } from "./storage.js";

const SLOT = "sent";
const PATIENCE = 3000;

/** @param {HTMLFormElement} form @param {string} name */
const field = (form, name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));

const wasSent = (/** @type {string} */ key) => (storage(() => sessionStorage.getItem(SLOT)) ?? "").split(" ").includes(key);

/** @param {string} key */
function note(key) {
  const sent = (storage(() => sessionStorage.getItem(SLOT)) ?? "").split(" ").slice(-20);
  storage(() => sessionStorage.setItem(SLOT, [...sent, key].join(" ")));
}

/** The journal, where the server answers: without it the form stays as it is. @param {HTMLFormElement} form @returns {Promise<{seq: number, key: string, body: {take_back?: number} | null}[]>} */
async function journalOf(form) {
  try {
    const address = form.action.replace(/\/g\/([^/]+)\/.*$/, "/api/games/$1/journal");
    const answer = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    return answer.ok ? (await answer.json()).entries : [];
  } catch (problem) {
    if (problem instanceof TypeError || problem instanceof DOMException) return []; // no reception, or not in time
    throw problem;
  }
}

/** @param {HTMLFormElement} form */
async function look(form) {
  const key = field(form, "key");
  if (!wasSent(key.value)) return;
  form.inert = true;
  const entries = await journalOf(form);
  const written = entries.find((entry) => entry.key === key.value);
  const undone = entries.some((entry) => written && entry.body?.take_back === written.seq);
  if (written && !undone) return location.replace(form.action.replace(/(\/g\/[^/]+)\/.*$/, "$1"));
  if (written) {
    key.value = newKey();
    field(form, "after").value = String(entries[entries.length - 1].seq);
  }
  form.inert = false;
}

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("main form:has([name=key]):has([name=after])"));
if (form) {
  form.addEventListener("submit", (event) => event.defaultPrevented || note(field(form, "key").value));
  addEventListener("pageshow", () => look(form));
}
