// What a deal's form says: its sentences with names and numbers in them, and the numbers as they stand in the page.

import { written } from "../points.js";
import { leftOf } from "./steps.js";

/** @typedef {import("../points.js").Seat} Seat */
/** @typedef {import("./steps.js").State} State */

export const digits = document.documentElement.dataset.digits;

/** A number as it stands in the page: in the reader's digits, its sign on the left in every script. @param {number} n @param {boolean} [change] */
export function number(n, change = false) {
  const bdi = document.createElement("bdi");
  bdi.dir = "ltr";
  bdi.className = "num";
  bdi.textContent = written(n, { digits, change });
  return bdi;
}

/** @param {Element} within @param {string} selector @returns {HTMLElement[]} */
export const all = (within, selector) => [...within.querySelectorAll(selector)].map((found) => /** @type {HTMLElement} */ (found));
/** @param {Element} within @param {string} selector */
export const one = (within, selector) => /** @type {HTMLElement} */ (within.querySelector(selector));
/** @param {Element} form @param {string} name @returns {string} */
export const sentence = (form, name) => one(form, `[data-note="${name}"]`).textContent ?? "";
/** @param {Element} form @param {Seat | null} seat */
export const nameOf = (form, seat) => (seat ? (one(form, `[data-preview-seat="${seat}"]`).dataset.name ?? "") : "");
/** The same for a narrow column. @param {Element} form @param {Seat | null} seat */
export const columnOf = (form, seat) => (seat && one(form, `[data-preview-seat="${seat}"]`).dataset.column) || nameOf(form, seat);

/** A sentence with what belongs in it; names and numbers are isolated, so that they turn nothing round. @param {Element} form @param {string} note @param {Record<string, string>} params */
export const filled = (form, note, params) => sentence(form, note).replaceAll(/%\((\w+)\)s/g, (_placeholder, name) => `\u2068${params[name]}\u2069`);

/** @param {HTMLElement} form @param {string} card */
export const cardName = (form, card) => one(form, `[data-card="${card}"] .ask__question`).firstElementChild?.textContent ?? "";

/** What is booked on a player who did not follow suit, in words; nothing where nobody is named. @param {HTMLElement} form @param {State} state */
export function booked(form, { steps: [first, ...more] }) {
  const renege = first.renege;
  if (!renege) return "";
  const words = [first, ...more].flatMap((step) => {
    if (step.kind === "card") return step.taker ? [] : [cardName(form, step.card)];
    const count = step.kind === "count" ? leftOf(step.counts, step.total) : 0;
    return step.kind === "count" && count ? [filled(form, "counted", { name: one(form, `[data-what="${step.what}"]`).dataset.name ?? "", count: written(count, { digits }) })] : [];
  });
  const rest = words.join(sentence(form, "comma")).replaceAll(/[\u2068\u2069]/g, ""); // isolated as a whole: what is isolated in it would not turn it
  return filled(form, renege.whole || rest ? "booked" : "nothing-booked", { name: nameOf(form, renege.by), rest });
}

/** The king of the deal. @param {HTMLElement} form */
export const kingOf = (form) => /** @type {HTMLInputElement} */ (one(form, '[name="king"]')).value;

/** What cannot be true of one deal. @param {HTMLElement} form @param {import("./possible.js").Contradiction} fault */
export function wrong(form, { code, what, seat, count }) {
  const step = one(form, `[data-what="${what}"]`);
  const name = code === "sum" ? (step.dataset.name ?? "") : nameOf(form, seat);
  return filled(form, code, { name, count: written(count, { digits }), total: written(Number(step.dataset.total), { digits }) });
}
