// What a deal's form says to those who hear the page.

import { news } from "../news.js";
import { SEATS, score, written } from "../points.js";
import { captures, isComplete, missing } from "./steps.js";
import { booked, cardName, digits, filled, nameOf, one, sentence } from "./words.js";

/** @typedef {import("./steps.js").State} State */
/** @typedef {import("../points.js").PointsTable} PointsTable */

const SETTLING = 300; // what changes before a page is known is not read out
const ORDINALS = [0, 1, 2, 3];

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
  if (step.holder && step.holder !== old.holder) told.push(sentence(form, `${step.card === "KH" ? "he" : "she"}-held-by-${step.holder}`));
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
