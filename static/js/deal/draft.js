// What was tapped in outlives a reload, a tab that slept and a save that found no server, for as long as nothing was written meanwhile.

import { storage } from "../storage.js";

const SLOT = "deal";

/** @typedef {{of: string, sent: boolean, answers: [string, string][]}} Draft */

/** Which deal of which game, and after what. @param {HTMLFormElement} form */
const identity = (form) => [form.action, ...["contracts", "king", "after"].map((name) => new FormData(form).get(name))].join(" ");

/** @param {HTMLFormElement} form @returns {HTMLInputElement[]} */
const inputs = (form) => [...form.querySelectorAll("[data-step] input")].map((input) => /** @type {HTMLInputElement} */ (input));

/** @param {HTMLFormElement} form @param {boolean} [sent] */
export function keep(form, sent = false) {
  const told = inputs(form).filter((input) => (input.type === "radio" ? input.checked : input.value));
  /** @type {Draft} */
  const draft = { of: identity(form), sent, answers: told.map((input) => [input.name, input.value]) };
  storage(() => sessionStorage.setItem(SLOT, JSON.stringify(draft)));
}

/** Puts the answers back where the page was loaded again, or where what was sent has not arrived. @param {HTMLFormElement} form */
export function restore(form) {
  const kept = storage(() => sessionStorage.getItem(SLOT));
  /** @type {Draft | null} */
  const draft = kept ? JSON.parse(kept) : null;
  const [how] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  if (draft?.of !== identity(form) || (how?.type === "navigate" && !draft.sent)) return;
  for (const input of inputs(form)) {
    const answers = draft.answers.filter(([name]) => name === input.name).map(([, value]) => value);
    if (input.type === "radio") input.checked = answers.includes(input.value);
    else input.value = answers[0] ?? "";
  }
}
