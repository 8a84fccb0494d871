// What a deal's form says, in the page and to those who hear it: its sentences with names and numbers in them.

import { news } from "../table/live-region.js";
import { SEATS, score, written } from "../lib/points.js";
import { captures, isComplete, leftOf, missing } from "./steps.js";

/** @typedef {import("../lib/points.js").Seat} Seat */
/** @typedef {import("./steps.js").State} State */
/** @typedef {import("../lib/points.js").PointsTable} PointsTable */

const SETTLING = 300; // what changes before a page is known is not read out
const ORDINALS = [0, 1, 2, 3];
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

/** Who held a doubled card, in words. @param {HTMLElement} form @param {import("./steps.js").CardStep} step */
export const heldBy = (form, { card, holder }) => filled(form, card === "KH" ? "he-held" : "she-held", { name: nameOf(form, holder) });

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

/** What this step was told between two states, in words. @param {HTMLElement} form @param {any} old @param {import("./steps.js").Step} step */
function given(form, old, step) {
  if (step.kind === "count") {
    const changed = SEATS.filter((_seat, place) => step.counts[place] !== null && step.counts[place] !== old.counts[place]);
    return changed.map((seat) => filled(form, "counted", { name: nameOf(form, seat), count: written(step.counts[SEATS.indexOf(seat)] ?? 0, { digits }) }));
  }
  if (step.kind === "order") {
    const changed = ORDINALS.filter((place) => step.places[place] && step.places[place] !== old.places[place]);
    return changed.map((place) => filled(form, "finished", { place: sentence(form, `place-${place + 1}`), name: nameOf(form, step.places[place]) }));
  }
  const told = [];
  if (step.taker && step.taker !== old.taker) told.push(filled(form, "took", { card: cardName(form, step.card), name: nameOf(form, step.taker) }));
  if (step.holder && step.holder !== old.holder) told.push(heldBy(form, step));
  if (step.leader && step.leader !== old.leader) told.push(filled(form, "led", { name: nameOf(form, step.leader) }));
  return told;
}

/** The points that the deal makes so far, in words. @param {HTMLElement} form @param {State} state @param {PointsTable} table */
function pointsSoFar(form, state, table) {
  const points = score(table, captures(state.steps));
  const changes = SEATS.filter((seat) => points[seat]).map((seat) => `\u2068${nameOf(form, seat)}\u2069 \u2066${written(points[seat], { digits, change: true })}\u2069`);
  return changes.length ? [filled(form, "points", { points: changes.join(sentence(form, "comma")) })] : [];
}

/** For those who hear the page: what was just given, the points that it makes, and what is asked now. @param {HTMLElement} form @param {State} state @param {PointsTable} table @param {State | null} before */
export function speak(form, state, table, before) {
  const onSomebody = before && before.steps[0].renege !== state.steps[0].renege ? [booked(form, state)].filter(Boolean) : [];
  const answers = before ? [...onSomebody, ...state.steps.flatMap((step, index) => given(form, before.steps[index], step))] : [];
  const points = answers.length ? pointsSoFar(form, state, table) : [];
  const next = isComplete(state.steps) ? sentence(form, "whole") : spoken(one(form, `[data-step="${state.at}"]`), state);
  const said = one(form, "[data-said]");
  const words = [...(before ? [] : news()), ...answers, ...points, next].join(". ");
  if (before) said.textContent = words;
  else setTimeout(() => said.textContent || (said.textContent = words), SETTLING);
}

/** The question in words. @param {HTMLElement} section @param {State} state */
function spoken(section, state) {
  const step = state.steps[state.at];
  if (step.kind === "card") return one(section, `[data-substep="${state.ask}"] [role="radiogroup"]`).getAttribute("aria-label") ?? "";
  const open = missing(step);
  const place = typeof open === "number" ? open : 3;
  return one(section, step.kind === "count" ? `[data-ask-count="${SEATS[place]}"]` : `[data-ask-place="${place + 1}"]`).textContent ?? "";
}
